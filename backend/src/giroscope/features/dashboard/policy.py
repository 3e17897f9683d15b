"""Builds the daily series of one account. Decides only.

A day's opening balance is what a statement says it is, where one opens that
day; else the day before carried forward by what was booked. A day no statement
covers is marked missing, and its balance stands still: never at zero.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import groupby

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Stated:
    """What one final statement says of its period."""

    from_date: date
    to_date: date
    opening: Decimal | None
    closing: Decimal | None


@dataclass(frozen=True, slots=True)
class Flow:
    """What was booked on one day."""

    incoming: Decimal = ZERO
    outgoing: Decimal = ZERO


@dataclass(slots=True)
class Series:
    """One value per day, in step."""

    dates: list[date] = field(default_factory=list)
    balances: list[Decimal] = field(default_factory=list)
    closing_balances: list[Decimal] = field(default_factory=list)
    incoming: list[Decimal] = field(default_factory=list)
    outgoing: list[Decimal] = field(default_factory=list)
    missing: list[date] = field(default_factory=list)

    @property
    def net(self) -> Decimal:
        """What came in less what went out, over all days."""
        return sum(self.incoming, ZERO) - sum(self.outgoing, ZERO)

    @property
    def unexplained(self) -> Decimal:
        """By how much the balance moved without an entry: what no statement told."""
        if not self.dates:
            return ZERO
        return self.closing_balances[-1] - self.balances[0] - self.net


def daily_series(
    first: date, last: date, statements: Iterable[Stated], flows: Mapping[date, Flow]
) -> Series:
    """The series from the first day to the last, both included.

    `statements` are those that touch the period and the latest before it.
    """
    ordered = _in_order(statements)
    openings = {
        stated.from_date: stated.opening
        for stated in reversed(ordered)
        if stated.opening is not None
    }
    closings = {
        stated.to_date: stated.closing
        for stated in ordered
        if stated.closing is not None
    }
    covered = _covered_days(ordered, first, last)
    balance = _before(ordered, first, flows)
    series = Series()
    for day in _days(first, last):
        opening = openings.get(day, balance)
        flow = flows.get(day, Flow())
        balance = closings.get(day, opening + flow.incoming - flow.outgoing)
        series.dates.append(day)
        series.balances.append(opening)
        series.closing_balances.append(balance)
        series.incoming.append(flow.incoming)
        series.outgoing.append(flow.outgoing)
        if day not in covered:
            series.missing.append(day)
    return series


def _days(first: date, last: date) -> Iterator[date]:
    """Every day of a period, to the last one there is."""
    return map(date.fromordinal, range(first.toordinal(), last.toordinal() + 1))


def _covered_days(ordered: list[Stated], first: date, last: date) -> set[date]:
    return {
        day
        for stated in ordered
        for day in _days(max(stated.from_date, first), min(stated.to_date, last))
    }


def carried_since(statements: Iterable[Stated], first: date) -> date | None:
    """The day from which entries before the first day still move its balance.

    None where a balance is stated for that very day, or none is known before it.
    """
    begin = first.toordinal()
    since = max((day for day, _ in _known(statements, begin)), default=begin)
    return None if since == begin else date.fromordinal(since)


def _in_order(statements: Iterable[Stated]) -> list[Stated]:
    """By period; several of one day in the order in which their balances join."""
    found: list[Stated] = []
    for _, group in groupby(sorted(statements, key=_period), _period):
        same = list(group)
        closed = found[-1].closing if found else None
        while same:
            ends = [stated.closing for stated in same]
            following = [s for s in same if s.opening == closed] or [
                s for s in same if s.opening not in ends
            ]
            found.append((following or same)[0])
            same.remove(found[-1])
            closed = found[-1].closing
    return found


def _period(stated: Stated) -> tuple[date, date]:
    return stated.from_date, stated.to_date


def _known(statements: Iterable[Stated], begin: int) -> Iterator[tuple[int, Decimal]]:
    """Balances stated for days up to one, each with the day that begins with it."""
    for stated in statements:
        for since, balance in (
            (stated.from_date.toordinal(), stated.opening),
            (stated.to_date.toordinal() + 1, stated.closing),
        ):
            if balance is not None and since <= begin:
                yield since, balance


def _before(ordered: list[Stated], first: date, flows: Mapping[date, Flow]) -> Decimal:
    """The balance with which the first day begins.

    The latest balance that is stated before it, carried forward by what was
    booked since.
    """
    begin = first.toordinal()
    known = list(_known(ordered, begin))
    if known:
        latest = max(since for since, _ in known)
        moved = (
            flow.incoming - flow.outgoing
            for day, flow in flows.items()
            if latest <= day.toordinal() < begin
        )
        return sum(moved, next(b for since, b in reversed(known) if since == latest))
    # Nothing earlier is known: the first statement's opening held until then.
    return next((s.opening for s in ordered if s.opening is not None), ZERO)
