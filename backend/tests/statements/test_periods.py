"""Which days a report is about: stated, or from balances, entries or its creation."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from bankfiles import Account, Balance, StatementEnd, StatementHeader
from giroscope.features.statements.periods import (
    Period,
    PeriodSource,
    instant_of,
    period_of,
)
from tests.statements.version_factory import march

STATED, BALANCES, ENTRIES, CREATED = (
    PeriodSource.STATED, PeriodSource.BALANCES, PeriodSource.ENTRIES,
    PeriodSource.CREATED,
)  # fmt: skip
Days = tuple[int, int]


def balance(day: int | None, code: str = "OPBD") -> Balance:
    """A balance of a day of March; None tells no day."""
    return Balance(code, Decimal(1), "DKK", None if day is None else march(day))


def header(
    first: int | None = None, last: int | None = None, created: str | None = None
) -> StatementHeader:
    """A statement that begins; None states no day."""
    return StatementHeader(
        1, None, "S1", "1", Account("DK50"), created,
        march(first) if first else None, march(last) if last else None,
    )  # fmt: skip


def end(opening: Balance | None = None, closing: Balance | None = None) -> StatementEnd:
    """A statement that ends, with these balances."""
    zero = Decimal(0)
    told = tuple(one for one in (opening, closing) if one)
    return StatementEnd(
        "DKK", told, opening, closing, 0, 0, zero, zero, zero, zero, 0, None, "digest"
    )


def days(first: int, last: int, source: PeriodSource) -> Period:
    """A period within March."""
    return Period(march(first), march(last), source)


STATES = header(3, 5, "2026-03-09T06:00:00")
BETWEEN = end(balance(6), balance(7))
MADE = "2026-03-09T23:30:00+02:00"


@pytest.mark.parametrize(
    ("told", "ended", "entries", "more", "expected"),
    [
        # What the bank states comes first, whatever else it tells.
        (STATES, BETWEEN, (1, 2), {}, days(3, 5, STATED)),
        (header(3, 3), BETWEEN, (1, 2), {"is_swift": True}, days(3, 3, STATED)),
        # One end alone, or an end before the beginning, is no period.
        (header(3), BETWEEN, (1, 2), {}, days(6, 7, BALANCES)),
        (header(None, 5), BETWEEN, (1, 2), {}, days(6, 7, BALANCES)),
        (header(5, 3), BETWEEN, (1, 2), {}, days(6, 7, BALANCES)),
        # Else the dates of the balances.
        (header(), BETWEEN, (1, 2), {}, days(6, 7, BALANCES)),
        (header(), BETWEEN, None, {}, days(6, 7, BALANCES)),
        (header(), end(balance(6), balance(6)), None, {}, days(6, 6, BALANCES)),
        # An opening balance of the day before is not of the period,
        (header(), BETWEEN, None, {"is_swift": True}, days(7, 7, BALANCES)),
        (header(), end(balance(2, "PRCD"), balance(7)), None, {}, days(3, 7, BALANCES)),
        # unless there is no day after it.
        (header(), end(balance(7), balance(7)), None, {"is_swift": True},
         days(7, 7, BALANCES)),
        (header(), end(balance(7, "PRCD"), balance(7)), None, {}, days(7, 7, BALANCES)),
        # An opening balance dated after the closing one tells no more than that.
        (header(), end(balance(8), balance(7)), None, {}, days(7, 7, BALANCES)),
        # A closing balance alone is of its day,
        (header(), end(None, balance(7)), (1, 9), {}, days(7, 7, BALANCES)),
        (header(), end(balance(None), balance(7)), None, {}, days(7, 7, BALANCES)),
        # and a statement that was cut off goes on to its last entry.
        (header(), end(balance(6)), (6, 8), {}, days(6, 8, BALANCES)),
        (header(), end(balance(6)), (4, 5), {}, days(6, 6, BALANCES)),
        (header(), end(balance(6)), (6, 8), {"is_swift": True}, days(7, 8, BALANCES)),
        (header(), end(balance(6)), None, {}, days(6, 6, BALANCES)),
        (header(), end(balance(6)), None, {"is_swift": True}, days(6, 6, BALANCES)),
        # Else the entries; balances without a date are none.
        (header(), end(), (1, 2), {}, days(1, 2, ENTRIES)),
        (header(), end(balance(None), balance(None)), (1, 1), {}, days(1, 1, ENTRIES)),
        (header(created=MADE), end(), (1, 2), {}, days(1, 2, ENTRIES)),
        # Else the day of creation, by the file's own clock: the statement's first.
        (header(created=MADE), end(), None, {}, days(9, 9, CREATED)),
        (header(created=MADE), end(), None, {"file_created": "2026-03-11"},
         days(9, 9, CREATED)),
        (header(), end(), None, {"file_created": "2026-03-11"}, days(11, 11, CREATED)),
        (header(created="soon"), end(), None, {"file_created": "2026-03-11"},
         days(11, 11, CREATED)),
        # Nothing tells a day.
        (header(created="soon"), end(), None, {"file_created": ""}, None),
        (header(), end(), None, {}, None),
    ],
)  # fmt: skip
def test_a_period_is_taken_from_what_tells_most(
    told: StatementHeader,
    ended: StatementEnd,
    entries: Days | None,
    more: dict[str, Any],
    expected: Period | None,
) -> None:
    listed = (march(entries[0]), march(entries[1])) if entries else None
    assert period_of(told, ended, listed, **more) == expected


@pytest.mark.parametrize("edge", [date.min, date.max])
def test_days_at_the_ends_of_the_calendar_are_periods(edge: date) -> None:
    only = Balance("OPBD", Decimal(1), "DKK", edge)
    found = period_of(header(), end(only, only), None, is_swift=True)
    assert found == Period(edge, edge, BALANCES)


def test_an_instant_is_what_is_written_and_else_none() -> None:
    made = instant_of(" 2026-03-09T23:30:00+02:00 ")
    assert made is not None
    assert made.isoformat() == "2026-03-09T23:30:00+02:00"
    assert [instant_of(text) for text in (None, "", "soon", "2026-13-01")] == [None] * 4
