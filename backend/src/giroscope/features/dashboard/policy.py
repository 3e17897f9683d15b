"""Builds the daily series of one account. Decides only.

A day's opening balance is what a statement says it is, where one opens that
day; else the day before carried forward by what was booked. A day no statement
covers is marked missing, and its balance stands still: never at zero.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

ZERO = Decimal(0)
_DAY = timedelta(days=1)


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


def daily_series(
    first: date, last: date, statements: Iterable[Stated], flows: Mapping[date, Flow]
) -> Series:
    """The series from the first day to the last, both included.

    `statements` are those that touch the period and the latest before it.
    """
    ordered = sorted(statements, key=lambda stated: (stated.from_date, stated.to_date))
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
    day = first
    while day <= last:
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
        day += _DAY
    return series


def _covered_days(ordered: list[Stated], first: date, last: date) -> set[date]:
    days: set[date] = set()
    for stated in ordered:
        day, end = max(stated.from_date, first), min(stated.to_date, last)
        while day <= end:
            days.add(day)
            day += _DAY
    return days


def _before(ordered: list[Stated], first: date, flows: Mapping[date, Flow]) -> Decimal:
    """The balance with which the first day begins."""
    earlier = [s for s in ordered if s.to_date < first and s.closing is not None]
    if earlier:
        latest = max(earlier, key=lambda stated: stated.to_date)
        return latest.closing or ZERO
    # The period begins inside a statement: go on from its opening.
    for stated in ordered:
        if stated.opening is not None and stated.from_date < first <= stated.to_date:
            moved = (
                flow.incoming - flow.outgoing
                for day, flow in flows.items()
                if stated.from_date <= day < first
            )
            return sum(moved, stated.opening)
    # Nothing earlier is known: the first statement's opening held until then.
    return next((s.opening for s in ordered if s.opening is not None), ZERO)
