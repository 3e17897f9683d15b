"""Selects over statements and single transactions."""

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.paging import Order

ORDER = Order("imported", Statement.id, Statement.id)
DETAIL_ORDER = Order(
    "position", Transaction.position, Transaction.id, is_descending=False
)

_UNSEEN = frozenset(
    {
        "entry_key", "occurrence", "document_id", "position", "line",
        "payment_batch_id", "reported_state", "words",
    }
)  # fmt: skip
SHOWN = [
    getattr(Transaction, column.key)
    for column in Transaction.__table__.columns
    if column.key not in _UNSEEN
]
"""The columns that a transaction is shown with."""


class Previous(NamedTuple):
    """The statement before a statement of the same account."""

    closing: Decimal | None


def statements(
    account_ids: Sequence[int] | None,
    period: tuple[date | None, date | None],
    correlation_id: str | None = None,
) -> Select[Any]:
    """Statements of some accounts that touch a period."""
    query = select(Statement)
    if account_ids is not None:
        query = query.where(Statement.account_id.in_(account_ids))
    low, high = period
    if low is not None:
        query = query.where(Statement.to_date >= low)
    if high is not None:
        query = query.where(Statement.from_date <= high)
    if correlation_id is not None:
        query = query.where(Statement.correlation_id == correlation_id)
    return query


async def statement(session: AsyncSession, row_id: int) -> Statement | None:
    """One statement."""
    return await session.get(Statement, row_id)


async def statement_names(session: AsyncSession, ids: Collection[int]) -> list[Any]:
    """What statements are called: id, sequence and the bank's id of each."""
    named = select(Statement.id, Statement.sequence, Statement.bank_id)
    return list(await session.execute(named.where(Statement.id.in_(ids))))


def previous_closings(ids: Collection[int]) -> Select[int, Decimal | None]:
    """Of each final statement: the closing balance of the final one before it."""
    other = aliased(Statement)
    earlier = (
        select(other.id)
        .where(
            other.account_id == Statement.account_id,
            other.is_final,
            other.closing.is_not(None),
            or_(
                other.to_date < Statement.from_date,
                and_(
                    other.to_date <= Statement.to_date,
                    other.sequence < Statement.sequence,
                    func.length(other.sequence) <= func.length(Statement.sequence),
                ),
            ),
            other.id != Statement.id,
        )
        .order_by(other.to_date.desc(), other.sequence.desc(), other.id.desc())
        .limit(1)
        .correlate(Statement)
        .scalar_subquery()
    )
    before = aliased(Statement)
    return (
        select(Statement.id, before.closing)
        .join(before, before.id == earlier)
        .where(Statement.id.in_(ids), Statement.is_final)
    )


async def previous(session: AsyncSession, ids: list[int]) -> dict[int, Previous]:
    """The final statement that comes before each, where there is one."""
    rows = await session.execute(previous_closings(ids))
    return {statement_id: Previous(closing) for statement_id, closing in rows}


def details(parent_id: int) -> Select[Any]:
    """The details of a batch entry."""
    return select(Transaction).where(Transaction.parent_id == parent_id)


async def transaction(session: AsyncSession, row_id: int) -> Transaction | None:
    """One entry or detail."""
    return await session.get(Transaction, row_id)


async def payments_booked_by(session: AsyncSession, ids: list[int]) -> dict[int, Any]:
    """Which payment each transaction books: id and correlation id.

    The payments room lies beside this one, so its table is named, not imported.
    """
    statement = text(
        "SELECT transaction_id, min(id), min(correlation_id) FROM payments"
        " WHERE transaction_id IN :ids GROUP BY transaction_id"
    ).bindparams(bindparam("ids", expanding=True))
    rows = await session.execute(statement, {"ids": ids})
    return {row[0]: (row[1], row[2]) for row in rows}
