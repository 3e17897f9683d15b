"""What connectors say: both languages, kept and told again, found in a text."""

import pytest

from erplink import SAYINGS, ErpError, Said, Saying, Unavailable, kept_said

VALUES = {
    "status": "502", "field": "amount", "label": "Address", "label_da": "Adresse",
    "most": "3600", "version": "7.8", "folder": "in", "group": "7",
}  # fmt: skip


@pytest.mark.parametrize("saying", Saying)
def test_each_sentence_is_whole_in_both_languages(saying: Saying) -> None:
    told = saying.said(**VALUES).words
    for text in (told.en, told.da):
        assert text.endswith((".", "!"))
        assert "{" not in text
        assert " -" not in text
    assert told.en != told.da


@pytest.mark.parametrize("saying", Saying)
def test_what_is_kept_is_told_again(saying: Saying) -> None:
    said = saying.said(**VALUES)
    again = kept_said(said.kept())
    assert again is not None
    assert again.words == said.words


@pytest.mark.parametrize("saying", Saying)
def test_a_sentence_is_found_in_a_text_that_was_kept(saying: Saying) -> None:
    said = saying.said(**{**VALUES, "label_da": "Address"})
    assert SAYINGS.in_both(said.words.en) == said.words


def test_what_another_one_says_stays_as_it_is() -> None:
    assert SAYINGS.in_both("ORA-00942").da == "ORA-00942"
    assert kept_said({"code": "OF_AN_OLDER_RELEASE", "values": {}}) is None
    assert kept_said(None) is None


def test_an_error_carries_its_sentence_and_a_plug_in_may_give_a_text() -> None:
    error = Unavailable(Saying.NOT_NOW, "try later", status=503)
    assert error.said == Said(Saying.NOT_NOW, {"status": "503"})
    assert error.message == "The ERP cannot answer at the moment (status 503)."
    assert ErpError("It is Sunday.").said is None
    assert ErpError("It is Sunday.").message == "It is Sunday."
