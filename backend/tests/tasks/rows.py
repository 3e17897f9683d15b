"""Rows of any room, of which a test says only what it is about."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, Connection, insert

from giroscope.kernel.columns import Amount, SignedAmount, UtcDateTime

_PLAIN: dict[type, object] = {
    str: "x", int: 0, bool: False, bytes: b"",
    date: date(2026, 11, 2),
}  # fmt: skip


def put(held: Connection, table: Any, now: datetime, **values: Any) -> int:
    """A row with these values, and something plain where it must have more."""
    for column in table.__table__.columns:
        needs = not (column.nullable or column.default or column.server_default)
        if needs and column.key not in values and not column.primary_key:
            values[column.key] = _plain(column.type, now)
    made = held.execute(insert(table).values(**values).returning(table.id))
    return int(made.scalar_one())


def _plain(kind: Any, now: datetime) -> object:
    if isinstance(kind, JSON):
        return {}
    if isinstance(kind, Amount | SignedAmount):
        return Decimal(0)
    return now if isinstance(kind, UtcDateTime) else _PLAIN[kind.python_type]
