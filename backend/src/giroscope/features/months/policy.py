"""Judges an account's month from its statements, day by day. Decides only.

A day no statement covers is missing where the next statement does not open with the
balance the last one closed with, or where none has come since and its alarm is open,
as on the dashboard. Where the next one follows, the bank had nothing to tell of the
days between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from giroscope.kernel.banking_days import Calendar, is_closed
from giroscope.kernel.clock import day_of_month

_DAY = timedelta(days=1)


class DayState(StrEnum):
    """What the statements tell of a day."""

    RECEIVED = "RECEIVED"
    EMPTY = "EMPTY"
    """A statement covers it, and nothing was booked."""
    UNCHANGED = "UNCHANGED"
    """None covers it, and the next one opens with the balance of the last."""
    MISSING = "MISSING"
    AWAITED = "AWAITED"
    """It is not here, and nobody has been told that it is late."""
    CLOSED = "CLOSED"
    """The bank was closed, and no statement covers it."""
    BEFORE = "BEFORE"
    """The account's statements begin later."""


class DayMark(StrEnum):
    """What is the matter with a day's statements."""

    GAP = "GAP"
    """One does not open with the balance that the one before it closed with."""
    BREAK = "BREAK"
    """One's opening balance and entries do not come to its closing balance."""
    DISPUTED = "DISPUTED"
    """Two contradict each other, and nobody has decided."""
    REPLACED = "REPLACED"
    """A later version has replaced one."""
    POSSIBLE_DUPLICATE = "POSSIBLE_DUPLICATE"


@dataclass(frozen=True, slots=True)
class Told:
    """What one statement that counts says, and how it joins the one before it."""

    first: date
    last: date
    closing: Decimal | None
    is_gap: bool
    is_balanced: bool | None


@dataclass(frozen=True, slots=True)
class Booked:
    """The entries of one day."""

    entries: int
    unmatched: int
    total: Decimal
    """What they add up to; those that came in count up."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one account around a month."""

    told: Sequence[Told]
    """In order: those of the month, the last before it and the first after it."""
    booked: Mapping[date, Booked]
    marks: Mapping[date, frozenset[DayMark]]
    """The days on which something else is the matter than with a counting one."""
    since: date | None
    """The first day that any statement of the account tells of."""
    is_expected: bool
    """Whether anybody waits for a statement that does not come."""
    owed: date | None
    """The day up to which statements are told to be missing, if any is."""
    calendars: frozenset[Calendar]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of an account."""

    date: date
    state: DayState
    marks: tuple[DayMark, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class Month:
    """An account's month."""

    days: list[Day]
    is_complete: bool | None
    """Whether all statements are here; None where no day of it can have one."""
    adds_up: bool | None
    """Whether each follows and adds up; None where a balance is not told."""
    entries: int
    unmatched: int
    total: Decimal
    closing: Decimal | None
    """The balance at the end; None while the last statement of it is missing."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The differences that people accepted when they matched entries."""

    count: int
    total: Decimal


def ends_of(day: date) -> tuple[date, date]:
    """The first and the last day of the month that a day lies in."""
    return day_of_month(day, 1), day_of_month(day, 31)


def is_whole(month: Month) -> bool:
    """Whether it can be closed as it is: all is here, and nothing contradicts that."""
    return month.is_complete is True and month.adds_up is not False


def seen_as(month: Month, accepted: Accepted | None) -> str:
    """What it holds, in short: whoever confirms says what they have looked at."""
    return "/".join(
        map(
            str,
            (
                month.entries, month.unmatched, month.total, month.closing,
                month.is_complete, month.adds_up,
                accepted and accepted.count, accepted and accepted.total,
            ),
        )
    )  # fmt: skip


def month_of(first: date, last: date, known: Known) -> Month:
    """Judge the days from the month's first to its last."""
    days = [_day(one, known) for one in _days(first, last)]
    states = {day.state for day in days}
    is_complete = (
        None
        if states <= {DayState.BEFORE, DayState.CLOSED}
        else not states & {DayState.MISSING, DayState.AWAITED}
    )
    booked = [each for day, each in known.booked.items() if first <= day <= last]
    return Month(
        days=days,
        is_complete=is_complete,
        adds_up=_adds_up(first, last, known, days),
        entries=sum(each.entries for each in booked),
        unmatched=sum(each.unmatched for each in booked),
        total=sum((each.total for each in booked), Decimal(0)),
        closing=_closing(last, known, days),
    )


def _day(day: date, known: Known) -> Day:
    covering = [one for one in known.told if one.first <= day <= one.last]
    booked = known.booked.get(day)
    marks = set(known.marks.get(day, ()))
    if any(one.is_gap and one.first == day for one in covering):
        marks.add(DayMark.GAP)
    if any(one.is_balanced is False for one in covering):
        marks.add(DayMark.BREAK)
    return Day(
        day,
        _state(day, known, is_covered=bool(covering), is_empty=booked is None),
        tuple(mark for mark in DayMark if mark in marks),
        booked.entries if booked else 0,
    )


def _state(day: date, known: Known, *, is_covered: bool, is_empty: bool) -> DayState:
    if is_covered:
        return DayState.EMPTY if is_empty else DayState.RECEIVED
    if known.since is None or day < known.since:
        return DayState.BEFORE
    if is_closed(day, known.calendars):
        return DayState.CLOSED
    following = next((one for one in known.told if one.first > day), None)
    if following is not None:
        return DayState.MISSING if following.is_gap else DayState.UNCHANGED
    if not known.is_expected:
        return DayState.UNCHANGED
    is_late = known.owed is not None and day <= known.owed
    return DayState.MISSING if is_late else DayState.AWAITED


def _adds_up(first: date, last: date, known: Known, days: Sequence[Day]) -> bool | None:
    of_month = [one for one in known.told if one.first <= last and one.last >= first]
    marks = {mark for day in days for mark in day.marks}
    if any(one.is_gap for one in of_month) or marks & {
        DayMark.BREAK, DayMark.DISPUTED
    }:  # fmt: skip
        return False
    if not of_month or any(one.is_balanced is None for one in of_month):
        return None
    return True


def _closing(last: date, known: Known, days: Sequence[Day]) -> Decimal | None:
    """What the last statement closed with, where nothing is owed after it.

    Unknown where a statement goes on past the month: it tells no balance of its end.
    """
    ended = [one for one in known.told if one.last <= last]
    is_open = any(one.first <= last < one.last for one in known.told)
    if not ended or is_open:
        return None
    owed = {DayState.MISSING, DayState.AWAITED}
    if any(day.state in owed and day.date > ended[-1].last for day in days):
        return None
    return ended[-1].closing


def _days(first: date, last: date) -> list[date]:
    return [first + n * _DAY for n in range((last - first).days + 1)]
