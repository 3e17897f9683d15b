"""Finds what recurs among an account's booked entries. Decides only.

A pattern is a payee or payer whose latest entries, three at least, lie a week, a month
or a quarter apart and differ by less than double. What has been due for too long has
ended and is no pattern.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from itertools import groupby
from statistics import median_low
from typing import NamedTuple

from giroscope.features.payments import Calendar, is_closed
from giroscope.kernel.banking_days import next_open
from giroscope.kernel.clock import day_of_month

FEWEST = 3
_MOST = 13
"""How many of the latest entries a pattern is read from."""
_WIDEST = 2
"""How many times the smallest amount the largest may be."""
_DAY = timedelta(days=1)

Closed = frozenset[Calendar]


class Rhythm(StrEnum):
    """How often something recurs."""

    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"
    MONTH_END = "MONTH_END"
    QUARTERLY = "QUARTERLY"


_GAPS = {
    Rhythm.WEEKLY: (5, 9),
    Rhythm.MONTH_END: (25, 37),
    Rhythm.MONTHLY: (25, 37),
    Rhythm.QUARTERLY: (84, 100),
}
"""Days between two, fewest and most: weekends and holidays move them."""
SLACK = {
    Rhythm.WEEKLY: timedelta(days=3),
    Rhythm.MONTHLY: timedelta(days=10),
    Rhythm.MONTH_END: timedelta(days=10),
    Rhythm.QUARTERLY: timedelta(days=20),
}
"""How far from its days one of them may come and still be the one expected."""


class Past(NamedTuple):
    """What was booked with one payee or payer on one day."""

    day: date
    amount: Decimal
    entry: int


@dataclass(frozen=True, slots=True)
class Due:
    """One day on which a pattern is expected, and the days it may come on."""

    day: date
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Pattern:
    """What recurs with one payee or payer, in one direction."""

    rhythm: Rhythm
    past: tuple[Past, ...]
    """Oldest first."""
    day: int
    """Of the week from Monday 0, or of the month; 31 is the month's last."""
    low: Decimal
    median: Decimal
    high: Decimal
    early: int
    """By how many days one of them came before its day, at most."""
    late: int

    def due(self, start: date, end: date, closed: Closed) -> Iterator[Due]:
        """The days of a period it is expected on; none where it has ended.

        One that should have come before the period, and may still, is due as it begins.
        """
        latest = self.past[-1].day
        for plain in _days_after(self, latest, end):
            day = _open_day(self.rhythm, plain, closed)
            if day <= latest:
                continue
            if day < start and start - day > SLACK[self.rhythm]:
                return
            if day > end:
                return
            due = max(day, next_open(start, closed))
            yield Due(
                due,
                min(max(day - self.early * _DAY, start), due),
                max(day + self.late * _DAY, due),
            )


def find(booked: Iterable[Past], closed: Closed) -> Pattern | None:
    """What recurs in the entries of one payee or payer in one direction, if it does."""
    days = list(_by_day(booked))
    for rhythm in (
        Rhythm.MONTH_END, Rhythm.MONTHLY, Rhythm.WEEKLY, Rhythm.QUARTERLY
    ):  # fmt: skip
        run = _run(days, rhythm, closed)
        if len(run) >= FEWEST:
            return _pattern(rhythm, run, closed)
    return None


def _by_day(booked: Iterable[Past]) -> Iterator[Past]:
    """Those of one day as one."""
    in_order = sorted(booked, key=lambda one: (one.day, one.entry))
    for day, group in groupby(in_order, lambda one: one.day):
        first, *others = group
        if others:
            amount = sum((one.amount for one in others), first.amount)
            yield Past(day, amount, others[-1].entry)
        else:
            yield first


def _run(days: Sequence[Past], rhythm: Rhythm, closed: Closed) -> tuple[Past, ...]:
    """The latest that keep the rhythm, oldest first."""
    fewest, most = _GAPS[rhythm]
    run: list[Past] = []
    smallest = largest = Decimal(0)
    for one in reversed(days):
        if run and not fewest <= (run[-1].day - one.day).days <= most:
            break
        if rhythm is Rhythm.MONTH_END and not _ends_month(one.day, closed):
            break
        size = abs(one.amount)
        smallest = min(size, smallest) if run else size
        largest = max(size, largest) if run else size
        if largest > _WIDEST * smallest or len(run) == _MOST:
            break
        run.append(one)
    return tuple(reversed(run))


def _pattern(rhythm: Rhythm, run: tuple[Past, ...], closed: Closed) -> Pattern:
    amounts = sorted(one.amount for one in run)
    day = _usual_day(rhythm, [one.day for one in run], closed)
    moved = [_moved(rhythm, day, one.day, closed) for one in run]
    return Pattern(
        rhythm, run, day, amounts[0], median_low(amounts), amounts[-1],
        early=max(0, -min(moved)), late=max(0, *moved),
    )  # fmt: skip


def _usual_day(rhythm: Rhythm, days: Sequence[date], closed: Closed) -> int:
    """The day it falls on most often, before banks move it; the earliest of those."""
    if rhythm is Rhythm.MONTH_END:
        return 31
    seen = {one.weekday() if rhythm is Rhythm.WEEKLY else one.day for one in days}

    def moved(day: int) -> int:
        return sum(_moved(rhythm, day, one, closed) != 0 for one in days)

    return min(seen, key=lambda day: (moved(day), day))


def _moved(rhythm: Rhythm, day: int, came: date, closed: Closed) -> int:
    """By how many days one came after its day; the nearest such day is meant."""
    if rhythm is Rhythm.WEEKLY:
        monday = came - came.weekday() * _DAY
        plain = [monday + (day + 7 * week) * _DAY for week in (-1, 0, 1)]
    else:
        plain = [day_of_month(came, day, months) for months in (-1, 0, 1)]
    meant = (_open_day(rhythm, each, closed) for each in plain)
    return min(((came - each).days for each in meant), key=abs)


def _days_after(pattern: Pattern, latest: date, end: date) -> Iterator[date]:
    """The days of its rhythm after the latest, wherever banks move them."""
    if pattern.rhythm is Rhythm.WEEKLY:
        meant = latest - _moved_plainly(pattern.day, latest) * _DAY
        for week in range(1, 60):
            yield meant + 7 * week * _DAY
        return
    step = 3 if pattern.rhythm is Rhythm.QUARTERLY else 1
    nearest = min(
        (-1, 0, 1),
        key=lambda months: abs(day_of_month(latest, pattern.day, months) - latest),
    )
    for count in range(1, 15):
        day = day_of_month(latest, pattern.day, nearest + count * step)
        yield day
        if day > end:
            return


def _moved_plainly(day: int, came: date) -> int:
    """By how many days one came after the nearest such day of the week."""
    after = (came.weekday() - day) % 7
    return after if after <= 3 else after - 7


def _open_day(rhythm: Rhythm, day: date, closed: Closed) -> date:
    """When banks book what falls on a day: month ends before it, all else after."""
    if rhythm is not Rhythm.MONTH_END:
        return next_open(day, closed)
    while is_closed(day, closed):
        day -= _DAY
    return day


def _ends_month(day: date, closed: Closed) -> bool:
    """Whether it is the month's last banking day, or one after it in that month."""
    return day >= _open_day(Rhythm.MONTH_END, day_of_month(day, 31, 0), closed)
