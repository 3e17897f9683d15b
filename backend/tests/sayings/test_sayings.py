"""A sentence is found again in a text, however the text was made."""

from time import process_time

import pytest

from sayings import Sayings

SAYINGS = Sayings(
    {"{name}: {days} days, until {day}.": "{name}: {days} dage, til {day}."}
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("a: b: 3 days, until noon.", "a: b: 3 dage, til noon."),
        ("a: 1 days, until x. y.", "a: 1 dage, til x. y."),
        ("a: 1 days, until x. (y. z", "a: 1 dage, til x. (y. z"),
    ],
)
def test_a_value_may_hold_what_stands_between_values(said: str, told: str) -> None:
    assert SAYINGS.in_both(said).da == told


def test_what_others_wrote_is_looked_through_at_once() -> None:
    sayings = Sayings({"{a}: {b}: {c}: {d}.": "{d}, {c}, {b}, {a}"})
    said = ": " * 990 + "!"
    began = process_time()
    assert sayings.in_both(said).da == said
    assert process_time() - began < 0.5
