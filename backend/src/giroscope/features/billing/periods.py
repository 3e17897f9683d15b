"""Periods of a subscription: whole days by the clock of Copenhagen.

A period begins on the subscription's day of the month. Where a month is too short it
begins on its last day, and on the right one again in the next month.
"""

from datetime import UTC, date, datetime, time, timedelta

from giroscope.features.billing.tables import Interval
from giroscope.kernel.clock import COPENHAGEN, day_of_month

ONE_DAY = timedelta(days=1)
_MONTHS = {Interval.MONTH: 1, Interval.YEAR: 12}


def months_of(interval: str) -> int:
    """How many months a period lasts."""
    return _MONTHS[Interval(interval)]


def next_start(start: date, interval: str, anchor: int) -> date:
    """The first day of the period after the one that begins on this day."""
    return day_of_month(start, anchor, months_of(interval))


def days(start: date, end: date) -> int:
    """How many days a period has; `end` is the first that is not in it."""
    return (end - start).days


def begins(day: date) -> datetime:
    """The instant at which a day begins in Copenhagen."""
    return datetime.combine(day, time(), COPENHAGEN).astimezone(UTC)
