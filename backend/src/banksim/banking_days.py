"""On which days Danish banks are open.

After the list of Danmarks Nationalbank: besides Sundays and the holidays of the
church, closed on the Friday after Ascension, 5 June, 24 and 31 December.
"""

from __future__ import annotations

from datetime import date, timedelta

_SATURDAY = 5
_FIXED = frozenset({(1, 1), (6, 5), (12, 24), (12, 25), (12, 26), (12, 31)})
# Maundy Thursday, Good Friday, Easter Monday, Ascension and the Friday after it,
# Whit Monday, counted from Easter Sunday.
_FROM_EASTER = frozenset({-3, -2, 1, 39, 40, 50})


def is_banking_day(day: date) -> bool:
    """Whether banks are open."""
    if day.weekday() >= _SATURDAY or (day.month, day.day) in _FIXED:
        return False
    return (day - easter(day.year)).days not in _FROM_EASTER


def banking_day_from(day: date) -> date:
    """The day itself where banks are open, else the next one."""
    while not is_banking_day(day):
        day += timedelta(days=1)
    return day


def next_banking_day(day: date) -> date:
    """The first banking day after a day."""
    return banking_day_from(day + timedelta(days=1))


def banking_days_before(day: date, number: int) -> list[date]:
    """So many banking days before a day, the earliest first."""
    found: list[date] = []
    while len(found) < number:
        day -= timedelta(days=1)
        if is_banking_day(day):
            found.append(day)
    return found[::-1]


def easter(year: int) -> date:
    """Easter Sunday, by the rule of Gauss as corrected by Butcher."""
    golden = year % 19
    century, rest = divmod(year, 100)
    leap_centuries, left = divmod(century, 4)
    moon = (
        19 * golden
        + century
        - leap_centuries
        - (century - (century + 8) // 25 + 1) // 3
        + 15
    ) % 30
    quarters, over = divmod(rest, 4)
    week = (32 + 2 * left + 2 * quarters - moon - over) % 7
    shift = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * shift + 114, 31)
    return date(year, month, day + 1)
