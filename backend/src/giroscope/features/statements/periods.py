"""Which days a report is about: as the bank says, or derived from what it says."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from bankfiles import Balance, StatementEnd, StatementHeader

_BEFORE = "PRCD"
"""Code of an opening balance that is the closing balance of the day before."""


class PeriodSource(StrEnum):
    """What a period was taken from."""

    STATED = "STATED"
    BALANCES = "BALANCES"
    ENTRIES = "ENTRIES"
    CREATED = "CREATED"
    RECEIVED = "RECEIVED"
    """Nothing in the report tells a day."""


class Period(NamedTuple):
    """First and last day, and what they were taken from."""

    first: date
    last: date
    source: PeriodSource


def period_of(
    header: StatementHeader,
    end: StatementEnd,
    entries: tuple[date, date] | None,
    *,
    is_swift: bool = False,
    file_created: str | None = None,
) -> Period | None:
    """The days of a report; None where nothing in it tells a day.

    The stated period, else the dates of the balances, else those of the entries
    (first and last, booking date or else value date), else the day of creation. The
    opening balance of a SWIFT statement, and one of code PRCD, is of the day before.
    """
    if header.from_date and header.to_date and header.from_date <= header.to_date:
        return Period(header.from_date, header.to_date, PeriodSource.STATED)
    between = _between(end.opening, end.closing, entries, is_swift=is_swift)
    if between is not None:
        return Period(*between, PeriodSource.BALANCES)
    if entries is not None:
        return Period(*entries, PeriodSource.ENTRIES)
    made = instant_of(header.created) or instant_of(file_created)
    if made is not None:
        return Period(made.date(), made.date(), PeriodSource.CREATED)
    return None


def _between(
    opening: Balance | None,
    closing: Balance | None,
    entries: tuple[date, date] | None,
    *,
    is_swift: bool,
) -> tuple[date, date] | None:
    first = opening.date if opening else None
    last = closing.date if closing else None
    if first is None:
        return (last, last) if last else None
    if last is None:
        # A statement that was cut off goes on to its last entry.
        last = max(first, entries[1]) if entries else first
    is_before = is_swift or (opening is not None and opening.code == _BEFORE)
    if is_before and first < last:
        first += timedelta(days=1)
    return min(first, last), last


def instant_of(written: str | None) -> datetime | None:
    """The instant that a file writes, in its own zone; None for what is none."""
    if not written:
        return None
    try:
        return datetime.fromisoformat(written.strip())
    except ValueError:
        return None
