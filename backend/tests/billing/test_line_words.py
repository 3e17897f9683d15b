"""Lines of an invoice are read in either language, whatever the paper is in."""

import pytest

from giroscope.features.billing.line_words import in_both, say, unit

_VALUES = {
    "plan": "Gruppe", "used": 103, "included": 100, "seats": 5, "left": 10, "whole": 30,
    "number": "GIRO-7", "reason": "aftalt",
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(
    "name",
    ["month_fee", "year_fee", "seats", "JOURNALS", "SENDINGS", "USERS", "UNUSED",
     "REST", "CREDIT"],
)  # fmt: skip
def test_a_line_is_told_in_both_languages(name: str, language: str) -> None:
    both = in_both(say(name, language, **_VALUES))
    assert both == (say(name, "en", **_VALUES), say(name, "da", **_VALUES))


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("count", [1, 2])
def test_a_unit_is_told_in_both_languages(language: str, count: int) -> None:
    for name in ("month", "seat", "part", "JOURNALS", "SENDINGS", "USERS"):
        both = in_both(unit(name, language, count))
        assert both == (unit(name, "en", count), unit(name, "da", count))


def test_a_year_is_one_year() -> None:
    # A fee is of one year, and år is one as well as many.
    assert in_both("år") == in_both("year") == ("year", "år")


def test_a_line_that_is_not_known_stays_as_it_is() -> None:
    assert in_both("Setting up") == ("Setting up", "Setting up")
