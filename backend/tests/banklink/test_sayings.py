"""What is said of banks: every sentence in both languages, and found in a text."""

import re
from pathlib import Path

import pytest

import banklink
from banklink import SAYINGS
from banklink.sayings.answers import ANSWERS
from banklink.sayings.ways import WAYS
from sayings import Words
from tests.banklink.said_in_sources import said_in, shape

_OWN = {**ANSWERS, **WAYS}
_SOURCES = Path(banklink.__file__).parent
_PIECES = frozenset({"no text", "with an exception", "{} is no file"})
"""Values that a sentence is put together with; the code says them between braces."""


def _filled(template: str) -> str:
    return re.sub(r"\{(\w+)\}", r"<\1>", template)


def test_every_sentence_of_the_library_has_its_danish() -> None:
    told = {shape(one) for one in _OWN}
    said = said_in(*(one for one in _SOURCES.iterdir() if one.name != "sayings"))
    assert len(said) > 100
    assert said - told == set()
    assert told - said == _PIECES


@pytest.mark.parametrize("english", _OWN)
def test_each_is_whole_in_both_languages_and_found_again(english: str) -> None:
    danish = _OWN[english]
    names = re.findall(r"\{(\w+)\}", english)
    assert sorted(re.findall(r"\{(\w+)\}", danish)) == sorted(names)
    assert len(set(names)) == len(names)
    assert english.endswith(".") == danish.endswith(".")
    assert danish != english
    filled = Words(_filled(english), _filled(danish))
    assert SAYINGS.in_both(filled.en) == filled


def test_what_the_bank_said_follows_in_brackets_word_for_word() -> None:
    text = "The bank did not answer in time. (26 Try (much) later.)"
    told = "Banken svarede ikke i tide. (26 Try (much) later.)"
    assert SAYINGS.in_both(text).da == told
    # A kept text may be cut off in the middle of them.
    assert SAYINGS.in_both(text[:-3]).da == told[:-3]


def test_a_sentence_within_a_sentence_is_told_as_well() -> None:
    text = (
        "The bank's certificate could not be fetched: The bank could not be reached:"
        " [Errno 111] Connection refused. (x)"
    )
    assert SAYINGS.in_both(text).da == (
        "Bankens certifikat kunne ikke hentes: Banken kunne ikke nås:"
        " forbindelsen blev afvist (fejl 111). (x)"
    )
    assert SAYINGS.in_both("Nordea answered 12: no text (12)").da == (
        "Nordea svarede 12: ingen tekst (12)"
    )


def test_a_fault_is_no_code_and_a_path_is_no_inbox() -> None:
    fault = SAYINGS.in_both("The bank answered with a fault: a:b. ")
    assert fault.da == "Banken svarede med en fejlmeddelelse: a:b. "
    exception = SAYINGS.in_both("The bank answered with an exception: 7\nseven")
    assert exception.da == "Banken svarede med en fejlmeddelelse: 7\nseven"
    inbox = SAYINGS.in_both("The inbox cannot be read: gone.")
    assert inbox.da == "Indbakken kan ikke læses: gone."


def test_what_another_one_says_stays_as_it_is() -> None:
    assert SAYINGS.in_both("Fejl 04: afvist") == ("Fejl 04: afvist", "Fejl 04: afvist")
    assert SAYINGS.in_both("").da == ""
    endless = f"The bank answered with a fault: {'x' * 3000}"
    assert SAYINGS.in_both(endless).da == endless
