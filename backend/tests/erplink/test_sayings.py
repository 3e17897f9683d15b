"""What connectors say is a code of the catalogue, kept and told again."""

import pytest

from erplink import ErpError, Unavailable
from localization import Message, render
from localization.catalogue import texts_of
from localization.recognise import Recogniser

VALUES = {
    "status": "502", "field": "amount", "most": "3600", "version": "7.8",
    "folder": "in", "group": "7",
}  # fmt: skip
LABEL = Message("general.in_own_words", en="Address", da="Adresse")
NAMES = sorted(texts_of("erp_link", "en"))


@pytest.mark.parametrize("name", NAMES)
def test_each_sentence_is_whole_and_found_in_a_text_that_was_kept(name: str) -> None:
    said = Message(f"erp_link.{name}", **VALUES, label=LABEL)
    for language in ("en", "da"):
        assert render(said, language).endswith((".", "!"))
    assert str(said) != render(said, "da")
    assert Message.from_json(said.as_json()) == said
    assert Recogniser("erp_link").message(str(said)).code == said.code


def test_what_another_one_says_stays_as_it_is() -> None:
    assert Recogniser("erp_link").in_both("ORA-00942").da == "ORA-00942"


def test_an_error_carries_its_sentence_and_a_plug_in_may_give_a_text() -> None:
    error = Unavailable("erp_link.not_now", "try later", status=503)
    assert error.said == Message("erp_link.not_now", status=503)
    assert error.message == "The ERP cannot answer at the moment (status 503)."
    assert ErpError("It is Sunday.").said is None
    assert ErpError("It is Sunday.").message == "It is Sunday."
