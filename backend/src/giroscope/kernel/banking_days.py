"""The days on which banks do not settle, computed for any year.

Denmark: the closing days Danmarks Nationalbank publishes, which hold the Friday
after Ascension, 5 June, 24 and 31 December, and Great Prayer Day until 2023.
T2: the closing days of the ECB's settlement system. Sweden: RIX. Norway: Norges
Bank's settlement system. Finland: the bank holidays of Finance Finland.
"""

from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

_DAY = timedelta(days=1)
_LAST_PRAYER_YEAR = 2023
_FRIDAY = 4


class Calendar(StrEnum):
    """Whose closing days count."""

    DK = "DK"
    TARGET = "TARGET"
    SE = "SE"
    NO = "NO"
    FI = "FI"


# Month and day.
_FIXED = {
    Calendar.DK: ((1, 1), (6, 5), (12, 24), (12, 25), (12, 26), (12, 31)),
    Calendar.TARGET: ((1, 1), (5, 1), (12, 25), (12, 26)),
    Calendar.SE: (
        (1, 1), (1, 6), (5, 1), (6, 6), (12, 24), (12, 25), (12, 26), (12, 31)
    ),
    Calendar.NO: ((1, 1), (5, 1), (5, 17), (12, 25), (12, 26)),
    Calendar.FI: ((1, 1), (1, 6), (5, 1), (12, 6), (12, 24), (12, 25), (12, 26)),
}  # fmt: skip
# Days from Easter Sunday: -3 Maundy Thursday, -2 Good Friday, 1 Easter Monday,
# 39 Ascension, 40 the Friday after it, 50 Whit Monday.
_MOVABLE = {
    Calendar.DK: (-3, -2, 1, 39, 40, 50),
    Calendar.TARGET: (-2, 1),
    Calendar.SE: (-2, 1, 39),
    Calendar.NO: (-3, -2, 1, 39, 50),
    Calendar.FI: (-2, 1, 39),
}
_PRAYER_DAY = 26
_WITH_MIDSUMMER = frozenset({Calendar.SE, Calendar.FI})

BY_COUNTRY = {
    "DK": Calendar.DK,
    "FO": Calendar.DK,
    "GL": Calendar.DK,
    "SE": Calendar.SE,
    "NO": Calendar.NO,
    "FI": Calendar.FI,
}
BY_CURRENCY = {
    "DKK": Calendar.DK,
    "EUR": Calendar.TARGET,
    "SEK": Calendar.SE,
    "NOK": Calendar.NO,
}


def easter(year: int) -> date:
    """Easter Sunday, by the Gregorian computus of Meeus."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    correction = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + century - century // 4 - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


@lru_cache(maxsize=256)
def closed_days(calendar: Calendar, year: int) -> frozenset[date]:
    """The days of a year, besides weekends, on which nothing is settled."""
    days = {date(year, month, day) for month, day in _FIXED[calendar]}
    sunday = easter(year)
    days |= {sunday + step * _DAY for step in _MOVABLE[calendar]}
    if calendar is Calendar.DK and year <= _LAST_PRAYER_YEAR:
        days.add(sunday + _PRAYER_DAY * _DAY)
    if calendar in _WITH_MIDSUMMER:
        days.add(_midsummer_eve(year))
    return frozenset(days)


def _midsummer_eve(year: int) -> date:
    """The Friday from 19 to 25 June."""
    first = date(year, 6, 19)
    return first + ((_FRIDAY - first.weekday()) % 7) * _DAY


@lru_cache(maxsize=8192)
def is_closed(day: date, calendars: frozenset[Calendar]) -> bool:
    """Whether a weekend, or closed by one of the calendars."""
    return day.weekday() >= 5 or any(
        day in closed_days(calendar, day.year) for calendar in calendars
    )


def next_open(day: date, calendars: frozenset[Calendar]) -> date:
    """The day itself, or the first after it on which all of them are open."""
    while is_closed(day, calendars):
        day += _DAY
    return day


def calendars_of(country: str | None, currency: str | None) -> frozenset[Calendar]:
    """Whose days count: the paying bank's country's, and the currency's."""
    found = (BY_COUNTRY.get(country or ""), BY_CURRENCY.get(currency or ""))
    return frozenset(one for one in found if one is not None)
