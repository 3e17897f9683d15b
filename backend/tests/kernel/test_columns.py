"""Amounts and instants stay exact, or are refused."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Column, MetaData, String, Table, create_engine, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.kernel.columns import (
    Amount,
    AmountOutOfRange,
    SignedAmount,
    SortedAmount,
    TextTooLong,
    UtcDateTime,
    ensure_short,
    ensure_units,
    from_units,
    is_storable,
    to_units,
)
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import DateRange, DecimalRange
from giroscope.kernel.units import GREATEST

pytestmark = pytest.mark.both_stores

DIALECT = sqlite.dialect()
CEST = timezone(timedelta(hours=2))


@given(st.integers(-GREATEST, GREATEST))
def test_every_stored_amount_comes_back(units: int) -> None:
    assert to_units(from_units(units)) == units


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        ("0", "0.00"),
        ("1", "1.00"),
        ("-12.5", "-12.50"),
        ("123456789012345678.45678", "123456789012345678.45678"),
        ("12345678901234567890123.45678", "12345678901234567890123.45678"),
        ("1234567890123.45678", "1234567890123.45678"),
        ("0.001", "0.001"),
    ],
)
def test_amounts_show_two_digits_and_no_needless_zeros(amount: str, shown: str) -> None:
    assert format(from_units(to_units(Decimal(amount))), "f") == shown


@pytest.mark.parametrize(
    ("amount", "units"),
    [("1", 100_000), ("-0.00001", -1), ("92233720368547.75807", 2**63 - 1)],
)
def test_an_amount_is_stored_in_hundred_thousandths(amount: str, units: int) -> None:
    assert to_units(Decimal(amount)) == units
    assert Amount().process_bind_param(Decimal(amount), DIALECT) == units
    assert Amount().process_result_value(units, DIALECT) == Decimal(amount)


@pytest.mark.parametrize(
    "amount",
    ["0.000001", "-0.000009", "100000000000000000000000", "-1E+23", "1E+999999",
      "NaN", "Infinity", "12345678901234567890123.4567890"],
)  # fmt: skip
def test_what_does_not_fit_is_refused(amount: str) -> None:
    with pytest.raises(AmountOutOfRange):
        to_units(Decimal(amount))


def test_no_amount_is_wider_than_its_column() -> None:
    assert ensure_units(GREATEST) == GREATEST == 10**28 - 1
    assert ensure_units(-GREATEST) == -GREATEST
    for units in (GREATEST + 1, -GREATEST - 1):
        with pytest.raises(AmountOutOfRange):
            ensure_units(units)


@pytest.mark.parametrize(
    ("amount", "fits"),
    [
        ("999999999999999999.99999", True), ("1000000000000000000", False),
        ("0.00001", True), ("0.000001", False), ("-999999999999999999", True),
        ("-1000000000000000000", False), ("1E+17", True), ("1E+18", False),
        ("1E+999999", False), ("NaN", False), ("-Infinity", False), ("0", True),
    ],
)  # fmt: skip
def test_an_amount_that_is_asked_for_is_measured_by_its_form(
    amount: str, fits: bool
) -> None:
    assert is_storable(Decimal(amount)) is fits
    for end in ("from_", "to"):
        if fits:
            DecimalRange(**{end: Decimal(amount)})
            continue
        with pytest.raises(InvalidInput):
            DecimalRange(**{end: Decimal(amount)})


def test_the_last_year_there_is_is_no_end_of_a_range() -> None:
    DateRange(from_=date(1, 1, 1), to=date(9998, 12, 31))
    for end in ("from_", "to"):
        with pytest.raises(InvalidInput):
            DateRange(**{end: date(9999, 1, 1)})


def test_a_text_fits_its_column_or_is_refused() -> None:
    assert ensure_short("abc", 3) == "abc"
    with pytest.raises(TextTooLong, match="more than 3"):
        ensure_short("abcd", 3)


def test_an_instant_is_stored_in_utc_whatever_its_zone() -> None:
    summer = datetime(2026, 7, 1, 1, 30, tzinfo=CEST)
    table = Table("t", MetaData(), Column("at", UtcDateTime()), Column("x", String))
    engine = create_engine("sqlite://")
    table.create(engine)
    with engine.connect() as connection:
        connection.execute(insert(table).values(at=summer))
        connection.execute(insert(table).values(at=None))
        (raw,) = connection.exec_driver_sql("SELECT at FROM t WHERE at IS NOT NULL")
        first, second = connection.scalars(select(table.c.at).order_by(table.c.at))
    engine.dispose()
    assert raw[0].startswith("2026-06-30 23:30:00")
    assert first is None
    assert second == summer
    assert second.utcoffset() == timedelta(0)


def test_an_instant_without_its_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="needs its zone"):
        UtcDateTime().process_bind_param(datetime(2026, 7, 1), DIALECT)  # noqa: DTZ001 - the point
    # PostgreSQL gives instants back in the zone of the connection.
    there = datetime(2026, 7, 1, 1, 30, tzinfo=CEST)
    assert UtcDateTime().process_result_value(there, DIALECT) == there
    naive = datetime(2026, 7, 1, 1, 30)  # noqa: DTZ001 - as SQLite gives it
    kept = UtcDateTime().process_result_value(naive, DIALECT)
    assert kept == datetime(2026, 7, 1, 1, 30, tzinfo=UTC)


def test_a_cursor_knows_an_instant_from_a_text() -> None:
    assert UtcDateTime().python_type is datetime


@pytest.mark.parametrize("sign", [1, -1])
def test_a_long_amount_is_kept_as_its_column_needs_it(sign: int) -> None:
    amount, postgres = sign * Decimal("999999999999999999.99999"), postgresql.dialect()
    for kind in (SignedAmount(), SortedAmount()):
        kept = kind.process_bind_param(amount, DIALECT)
        assert isinstance(kept, bytes)
        assert kind.process_result_value(kept, DIALECT) == amount
        assert kind.process_bind_param(amount, postgres) == to_units(amount)
    if sign < 0:
        with pytest.raises(AmountOutOfRange):
            Amount().process_bind_param(amount, DIALECT)
    small = SortedAmount().process_bind_param(Decimal(sign), DIALECT)
    assert isinstance(small, bytes)


def test_sql_is_not_asked_what_it_would_get_wrong() -> None:
    table = Table(
        "t", MetaData(), Column("size", Amount), Column("amount", SignedAmount),
        Column("net", SortedAmount),
    )  # fmt: skip
    size, amount, net = table.c.size, table.c.amount, table.c.net
    for wrong in (
        lambda: size + 1, lambda: 1 - size, lambda: size - amount, lambda: -size,
        lambda: size * 2, lambda: net / 2, lambda: amount < 0, lambda: amount >= size,
        lambda: amount.between(1, 2), amount.desc,
    ):  # fmt: skip
        with pytest.raises(TypeError, match="amounts know no"):
            wrong()
    assert len([size > 0, net < 0, amount == size, amount.in_([1]), net.desc()]) == 5
