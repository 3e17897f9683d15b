"""On which days banks settle, by country and currency."""

from datetime import date

import pytest

from giroscope.kernel.banking_days import (
    Calendar,
    closed_days,
    easter,
    is_closed,
    next_open,
)


def test_easter_follows_the_almanac() -> None:
    almanac = {
        2024: date(2024, 3, 31),
        2025: date(2025, 4, 20),
        2026: date(2026, 4, 5),
        2027: date(2027, 3, 28),
        2038: date(2038, 4, 25),
    }
    assert {year: easter(year) for year in almanac} == almanac


def test_danish_banks_close_as_the_national_bank_lists_for_2026() -> None:
    assert closed_days(Calendar.DK, 2026) == {
        date(2026, 1, 1), date(2026, 4, 2), date(2026, 4, 3), date(2026, 4, 6),
        date(2026, 5, 14), date(2026, 5, 15), date(2026, 5, 25), date(2026, 6, 5),
        date(2026, 12, 24), date(2026, 12, 25), date(2026, 12, 26), date(2026, 12, 31),
    }  # fmt: skip


def test_great_prayer_day_was_closed_for_the_last_time_in_2023() -> None:
    assert date(2023, 5, 5) in closed_days(Calendar.DK, 2023)
    assert date(2024, 4, 26) not in closed_days(Calendar.DK, 2024)


@pytest.mark.parametrize(
    ("calendar", "closed", "is_open"),
    [
        (Calendar.TARGET, date(2026, 5, 1), date(2026, 5, 14)),
        (Calendar.SE, date(2026, 6, 19), date(2026, 6, 5)),
        (Calendar.NO, date(2027, 5, 17), date(2026, 6, 5)),
        (Calendar.FI, date(2027, 12, 6), date(2026, 6, 5)),
        (Calendar.DK, date(2026, 6, 5), date(2026, 5, 1)),
    ],
)
def test_each_country_has_its_own_days(
    calendar: Calendar, closed: date, is_open: date
) -> None:
    own = frozenset({calendar})
    assert is_closed(closed, own)
    assert not is_closed(is_open, own)


def test_a_closed_day_moves_past_weekend_and_holidays_of_both() -> None:
    both = frozenset({Calendar.DK, Calendar.TARGET})
    assert next_open(date(2026, 12, 24), both) == date(2026, 12, 28)
    assert next_open(date(2026, 4, 2), both) == date(2026, 4, 7)
