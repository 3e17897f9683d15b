"""What is said of banks: every sentence in both languages, and found in a text."""

from pathlib import Path
from typing import Any

import banklink
from banklink.registry import descriptions
from localization.catalogue import texts_of
from localization.recognise import Recogniser
from tests.banklink.said_in_sources import said_in, shape

_RECOGNISER = Recogniser("link", "machine")
_SOURCES = Path(banklink.__file__).parent
_PIECES = frozenset({"no text", "with an exception", "{} is no file"})
"""Values that a sentence is put together with; the code says them between braces."""


def _english(entry: Any) -> str:
    """The sentence, each value as `{}`."""
    return "".join(getattr(one, "value", "{}") for one in entry.value.elements)


def test_every_sentence_of_the_library_has_its_danish() -> None:
    areas = ["link", *(f"{one.area}_said" for one in descriptions())]
    told = {
        shape(_english(entry))
        for area in areas
        for entry in texts_of(area, "en").values()
    }
    said = said_in(*_SOURCES.iterdir(), also={"UnknownProtocol"})
    assert len(said) > 100
    assert said - told == set()
    assert told - said == _PIECES


def test_what_the_bank_said_follows_in_brackets_word_for_word() -> None:
    text = "The bank did not answer in time. (26 Try (much) later.)"
    told = "Banken svarede ikke i tide. (26 Try (much) later.)"
    assert _RECOGNISER.in_both(text).da == told
    # A kept text may be cut off in the middle of them.
    assert _RECOGNISER.in_both(text[:-3]).da == told[:-3]


def test_a_sentence_within_a_sentence_is_told_as_well() -> None:
    text = (
        "The bank's certificate could not be fetched: The bank could not be reached:"
        " [Errno 111] Connection refused. (x)"
    )
    assert _RECOGNISER.in_both(text).da == (
        "Bankens certifikat kunne ikke hentes: Banken kunne ikke nås:"
        " forbindelsen blev afvist (fejl 111). (x)"
    )
    assert _RECOGNISER.in_both("Nordea answered 12: no text (12)").da == (
        "Nordea svarede 12: ingen tekst (12)"
    )


def test_a_fault_is_no_code_and_a_path_is_no_inbox() -> None:
    fault = _RECOGNISER.in_both("The bank answered with a fault: a:b. ")
    assert fault.da == "Banken svarede med en fejlmeddelelse: a:b. "
    exception = _RECOGNISER.in_both("The bank answered with an exception: 7\nseven")
    assert exception.da == "Banken svarede med en fejlmeddelelse: 7\nseven"
    inbox = _RECOGNISER.in_both("The inbox cannot be read: gone.")
    assert inbox.da == "Indbakken kan ikke læses: gone."


def test_what_another_one_says_stays_as_it_is() -> None:
    assert _RECOGNISER.in_both("Fejl 04: afvist") == (
        "Fejl 04: afvist",
        "Fejl 04: afvist",
    )
    assert _RECOGNISER.in_both("").da == ""
    endless = f"The bank answered with a fault: {'x' * 3000}"
    assert _RECOGNISER.in_both(endless).da == endless
