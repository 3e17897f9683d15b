"""Column types that keep money and time exact on both databases.

SQLite stores decimals as floating point, so amounts are whole hundred-
thousandths in a 64-bit integer: ISO 20022 allows five fraction digits.
"""

from datetime import UTC, datetime
from decimal import Context, Decimal, Inexact, Overflow
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer
from sqlalchemy.types import TypeDecorator

FRACTION_DIGITS = 5
_SCALE = Decimal(10) ** FRACTION_DIGITS
# The default context rounds at 28 digits without a word.
_EXACT = Context(prec=28, Emin=-99, Emax=99, traps=[Inexact, Overflow])
_LIMIT = 2**63 - 1
_WHOLE_DIGITS = 13
_HUNDREDTH = 10 ** (FRACTION_DIGITS - 2)


class AmountOutOfRange(ValueError):
    """The amount has over five fraction digits or over 92 million million units."""


class TextTooLong(ValueError):
    """A code, number or date is longer than anything a bank writes there."""


def ensure_short(text: str, most: int) -> str:
    """The same text, if it fits its column; SQLite would take any.

    Raises:
        TextTooLong: It is longer.
    """
    if len(text) > most:
        raise TextTooLong(f"“{text[:40]}…” has more than {most} characters")
    return text


def to_units(amount: Decimal) -> int:
    """The amount in hundred-thousandths, exactly.

    Raises:
        AmountOutOfRange: It does not fit; nothing is ever rounded.
    """
    try:
        scaled = _EXACT.multiply(amount, _SCALE)
        units = int(scaled)
    except (ArithmeticError, ValueError) as error:
        raise AmountOutOfRange(f"{amount} cannot be stored exactly") from error
    if units != scaled:
        raise AmountOutOfRange(f"{amount} cannot be stored exactly")
    return ensure_units(units)


def ensure_units(units: int) -> int:
    """The same number, if the database can hold it.

    Raises:
        AmountOutOfRange: It takes more than 64 bits.
    """
    if not -_LIMIT <= units <= _LIMIT:
        raise AmountOutOfRange(f"{from_units(units)} cannot be stored exactly")
    return units


def is_storable(amount: Decimal) -> bool:
    """Whether the amount fits; told from its form, however great it claims to be."""
    exponent = amount.as_tuple().exponent
    return (
        isinstance(exponent, int)
        and exponent >= -FRACTION_DIGITS
        and amount.adjusted() < _WHOLE_DIGITS
    )


def from_units(units: int) -> Decimal:
    """The amount with at least two fraction digits and no needless zeros."""
    if units % _HUNDREDTH == 0:
        return Decimal(units // _HUNDREDTH).scaleb(-2)
    return Decimal(units).scaleb(-FRACTION_DIGITS).normalize()


BigId = BigInteger().with_variant(Integer, "sqlite")
"""A row id; SQLite numbers rows by itself only in a plain INTEGER column."""


class Amount(TypeDecorator[Decimal]):
    """An exact amount. Sums in SQL stay exact, being sums of integers."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        """Decimal to units."""
        del dialect
        return None if value is None else to_units(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Decimal | None:
        """Units to decimal; PostgreSQL gives the sum of bigints as numeric."""
        del dialect
        return None if value is None else from_units(int(value))


class UtcDateTime(TypeDecorator[datetime]):
    """An instant. Stored in UTC, given back with its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        """What a cursor's value is read as; a decorator says `object` by itself."""
        return datetime

    def process_bind_param(
        self, value: datetime | None, dialect: Dialect
    ) -> datetime | None:
        """Refuses an instant without zone."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs its zone")
        return value.astimezone(UTC)

    def process_result_value(
        self, value: datetime | None, dialect: Dialect
    ) -> datetime | None:
        """Adds the zone that SQLite forgets."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value
