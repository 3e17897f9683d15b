"""A sentence is found again in a text, however the text was made."""

from time import process_time

import pytest

from localization.recognise import Recogniser

RECOGNISER = Recogniser("bank_connection", "link", "kernel")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("a: b: 3 days left, until noon.", "a: b: 3 dage tilbage, til noon."),
        ("a: 1 days left, until x. y.", "a: 1 dage tilbage, til x. y."),
        ("a: 1 days left, until x. (y. z", "a: 1 dage tilbage, til x. (y. z"),
    ],
)
def test_a_value_may_hold_what_stands_between_values(said: str, told: str) -> None:
    assert RECOGNISER.in_both(said).da == told


def test_what_others_wrote_is_looked_through_at_once() -> None:
    said = ": " * 990 + "!"
    began = process_time()
    assert RECOGNISER.in_both(said).da == said
    assert process_time() - began < 0.5
