"""Column types that keep money and time exact on both databases.

Amounts are whole hundred-thousandths: ISO 20022 allows five fraction digits, and 18
digits in all. Balances and sums may have ten more. How they lie is told in `units`.
"""

from datetime import UTC, datetime
from decimal import Context, Decimal, Inexact, Overflow
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Dialect,
    Integer,
    Numeric,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import operators
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine

from giroscope.kernel import units as kept

FRACTION_DIGITS = 5
WHOLE_DIGITS = 18
"""Of an amount that a person or another system names."""
_SCALE = Decimal(10) ** FRACTION_DIGITS
# The default context rounds at 28 digits without a word.
_EXACT = Context(prec=kept.DIGITS, Emin=-99, Emax=99, traps=[Inexact, Overflow])
_HUNDREDTH = 10 ** (FRACTION_DIGITS - 2)


class AmountOutOfRange(ValueError):
    """The amount has over five fraction digits, or more digits than are stored."""


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
        AmountOutOfRange: It has more digits than are stored.
    """
    if not -kept.GREATEST <= units <= kept.GREATEST:
        raise AmountOutOfRange(f"{units} units cannot be stored exactly")
    return units


def is_storable(amount: Decimal) -> bool:
    """Whether the amount fits; told from its form, however great it claims to be."""
    exponent = amount.as_tuple().exponent
    return (
        isinstance(exponent, int)
        and exponent >= -FRACTION_DIGITS
        and amount.adjusted() < WHOLE_DIGITS
    )


def from_units(units: int) -> Decimal:
    """The amount with at least two fraction digits and no needless zeros."""
    if units % _HUNDREDTH == 0:
        return Decimal(units // _HUNDREDTH).scaleb(-2, _EXACT)
    return Decimal(units).scaleb(-FRACTION_DIGITS, _EXACT).normalize(_EXACT)


def amount_of(text: str) -> Decimal:
    """The amount from the text that a cast in SQL makes of its column."""
    is_long = text[0] in kept.SIGNS
    return from_units(kept.unpacked(text.encode() if is_long else text))


BigId = BigInteger().with_variant(Integer, "sqlite")
"""A row id; SQLite numbers rows by itself only in a plain INTEGER column."""


class _Units(TypeDecorator[Decimal]):
    """What all columns of amounts have in common."""

    impl = BigInteger
    cache_ok = True

    class Comparator(TypeDecorator.Comparator[Decimal]):
        """Refuses what SQLite would get wrong without a word."""

        refused: frozenset[Any] = frozenset(
            {
                operators.add, operators.sub, operators.mul, operators.neg,
                operators.truediv, operators.floordiv, operators.mod,
            }
        )  # fmt: skip

        def operate(self, op: Any, *other: Any, **kwargs: Any) -> ColumnElement[Any]:
            """As others do, but for what is refused."""
            if op in self.refused:
                raise TypeError(f"amounts know no {op.__name__}; see `total`")
            return super().operate(op, *other, **kwargs)

        def reverse_operate(
            self, op: Any, other: Any, **kwargs: Any
        ) -> ColumnElement[Any]:
            """As `operate`."""
            if op in self.refused:
                raise TypeError(f"amounts know no {op.__name__}; see `total`")
            return super().reverse_operate(op, other, **kwargs)

    comparator_factory = Comparator

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """A long number on PostgreSQL; SQLite keeps bytes in a column of numbers."""
        if dialect.name == "sqlite":
            return dialect.type_descriptor(BigInteger())
        return dialect.type_descriptor(Numeric(kept.DIGITS, 0))

    def process_bind_param(
        self, value: Decimal | None, dialect: Dialect
    ) -> int | bytes | None:
        """Decimal to units."""
        if value is None:
            return None
        units = to_units(value)
        return kept.packed(units) if dialect.name == "sqlite" else units

    def process_result_value(self, value: Any, dialect: Dialect) -> Decimal | None:
        """Units to decimal."""
        del dialect
        return None if value is None else from_units(kept.unpacked(value))


class Amount(_Units):
    """An exact amount that is compared and sorted as it lies.

    One that takes more than 64 bits must not be below zero: see `SignedAmount`.
    """

    cache_ok = True

    def process_bind_param(
        self, value: Decimal | None, dialect: Dialect
    ) -> int | bytes | None:
        """Decimal to units."""
        units = super().process_bind_param(value, dialect)
        if isinstance(units, bytes) and value is not None and value < 0:
            raise AmountOutOfRange(f"{value} cannot be compared with others")
        return units


class SignedAmount(_Units):
    """An exact amount that is told from others but has no order in SQL.

    Below zero, SQLite would put the longest ones last.
    """

    cache_ok = True

    class Comparator(_Units.Comparator):
        """Refuses to put them in order."""

        refused = _Units.Comparator.refused | {
            operators.lt, operators.le, operators.gt, operators.ge,
            operators.between_op, operators.desc_op, operators.asc_op,
        }  # fmt: skip

    comparator_factory = Comparator


class SortedAmount(_Units):
    """An exact amount that has its order below zero, too: SQLite keeps all as bytes."""

    cache_ok = True

    def process_bind_param(
        self, value: Decimal | None, dialect: Dialect
    ) -> int | bytes | None:
        """Decimal to units."""
        if value is None or dialect.name != "sqlite":
            return super().process_bind_param(value, dialect)
        return kept.in_order(to_units(value))


class total(FunctionElement[Decimal]):  # noqa: N801 - a function of SQL
    """The exact sum of a column of amounts, on both databases."""

    type = SignedAmount()
    inherit_cache = True


@compiles(total)
def _sum_of_numbers(element: total, compiler: Any, **kwargs: Any) -> str:
    units = compiler.process(element.clauses, **kwargs)
    return kept.sum_of(compiler.dialect.name, units)


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
