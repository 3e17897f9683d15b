"""Units lie exactly in both databases, and SQL adds them up as Python does."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, event, text

from giroscope.kernel.database import Database
from giroscope.kernel.migrate import upgrade
from giroscope.kernel.units import (
    DIGITS,
    GREATEST,
    NUMBER,
    as_kept,
    in_order,
    packed,
    plus,
    size_of,
    sum_of,
    teach,
    unpacked,
)

UNITS = st.one_of(
    st.integers(-GREATEST, GREATEST),
    st.integers(-NUMBER - 3, 3 - NUMBER),
    st.integers(NUMBER - 3, NUMBER + 3),
    st.integers(-3, 3),
)


@pytest.fixture(scope="module")
def sqlite() -> Iterator[Connection]:
    """A table of its own, of which the column is one of numbers."""
    engine = create_engine("sqlite://")
    event.listen(engine, "connect", lambda driver, _: teach(driver))
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE amounts (id INTEGER, units BIGINT)"))
        yield connection
    engine.dispose()


def fill(connection: Connection, many: Any) -> None:
    """Have just these units there."""
    connection.execute(text("DELETE FROM amounts"))
    rows = [{"units": as_kept("sqlite", units)} for units in many]
    if rows:
        connection.execute(text("INSERT INTO amounts VALUES (1, :units)"), rows)


def told(connection: Connection, asked: str, **values: Any) -> Any:
    """What SQL makes of the units that are there, the only row of it."""
    query = text(f"SELECT {asked} FROM amounts")  # noqa: S608 - this file's own words
    return connection.execute(query, values).scalar_one()


@given(UNITS, UNITS)
def test_units_come_back_and_bytes_stand_in_their_order(one: int, other: int) -> None:
    assert unpacked(packed(one)) == unpacked(in_order(one)) == one
    assert (in_order(one) < in_order(other)) == (one < other)
    assert len(in_order(one)) == DIGITS + 1


@pytest.mark.parametrize("units", [GREATEST + 1, -GREATEST - 1])
def test_more_digits_than_there_are_are_refused(units: int) -> None:
    with pytest.raises(OverflowError):
        packed(units)


@given(many=st.lists(UNITS, max_size=6).filter(lambda many: abs(sum(many)) <= GREATEST))
def test_sqlite_adds_up_exactly(sqlite: Connection, many: list[int]) -> None:
    fill(sqlite, many)
    added = told(sqlite, sum_of("sqlite", "units"))
    # It equals what is stored of the same amount, so that SQL can compare the two.
    assert added == (packed(sum(many)) if many else None)


def test_nothing_counts_for_nothing(sqlite: Connection) -> None:
    fill(sqlite, [5])
    sqlite.execute(text("INSERT INTO amounts VALUES (2, NULL)"))
    assert told(sqlite, sum_of("sqlite", "units")) == 5
    nothing = sum_of("sqlite", "CASE WHEN id = 2 THEN units END")
    assert told(sqlite, nothing) is None
    assert told(sqlite, f"max({plus('sqlite', 'units', ':more')})", more=None) is None
    fill(sqlite, [None])
    assert told(sqlite, size_of("sqlite", "units")) is None
    assert told(sqlite, plus("sqlite", "units", ":more"), more=5) is None


@given(one=UNITS, other=UNITS)
def test_sqlite_adds_two_and_leaves_out_signs(
    sqlite: Connection, one: int, other: int
) -> None:
    fill(sqlite, [one])
    assert unpacked(told(sqlite, size_of("sqlite", "units"))) == abs(one)
    if abs(one + other) <= GREATEST:
        both = plus("sqlite", "units", ":other")
        assert told(sqlite, both, other=packed(other)) == packed(one + other)


@pytest.mark.both_stores
def test_amounts_of_the_release_before_keep_their_order(database: Database) -> None:
    database.create_realm("old")
    amounts = (-(10**15), -7, 0, 7, 10**15)
    with database.job_connection("old") as connection:
        upgrade(connection, "0054")
        for number, units in enumerate(amounts):
            connection.execute(
                text(
                    "INSERT INTO journals (correlation_id, state, needs_attention,"
                    " trouble, source, created, updated, execution_day, amount, totals,"
                    " payments, accepted, rejected, pending, booked, returned,"
                    " has_status, has_statement, words) VALUES (:name, 'RECEIVED',"
                    " false, '', 'UPLOAD', :now, :now, '2026-03-02', :units, '[]', 0,"
                    " 0, 0, 0, 0, 0, false, false, '')"
                ),
                {"name": str(number), "units": units, "now": "2026-03-02 00:00:00"},
            )
        upgrade(connection, "0055")
        rows = connection.execute(text("SELECT amount FROM journals ORDER BY amount"))
        kept = list(rows.scalars())
        assert [unpacked(units) for units in kept] == list(amounts)
        assert isinstance(kept[0], bytes if database.is_sqlite else Decimal)
