"""When a transaction is matched: one rule for the list, the file and the month.

It is where a payment, or a batch of payments, is booked or given back by it, or by
each of its details.
"""

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    and_,
    case,
    column,
    exists,
    func,
    or_,
    select,
    table,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.statements.tables import Transaction

# The payments room lies beside this one, so its tables are named, not imported.
_payments = table(
    "payments", column("id"), column("correlation_id"), column("transaction_id"),
    column("return_id"),
).c  # fmt: skip
_batches = table(
    "payment_batches", column("correlation_id"), column("transaction_id")
).c
_detail = aliased(Transaction)


def _is_tied(entry: Any) -> ColumnElement[bool]:
    ties = (_payments.transaction_id, _payments.return_id, _batches.transaction_id)
    return or_(*(exists().where(tie == entry) for tie in ties))


_is_open = exists().where(_detail.parent_id == Transaction.id, ~_is_tied(_detail.id))
IS_MATCHED = or_(
    _is_tied(Transaction.id), and_(Transaction.detail_count > 1, ~_is_open)
)
"""A row with one detail has none of its own: what is said of it is the row's."""


class Match(NamedTuple):
    """What a transaction is matched with."""

    payment_id: int | None
    """The first of its payments; none where it books a batch of which each payment is
    booked by a detail."""
    correlation_id: str


async def matches(session: AsyncSession, ids: list[int]) -> dict[int, Match]:
    """What each of these transactions is matched with; the open ones are left out."""
    first = (
        select(_detail.id)
        .where(_detail.parent_id == Transaction.id)
        .order_by(_detail.position)
        .limit(1)
        .scalar_subquery()
    )
    matched = (
        select(
            Transaction.id,
            case((_is_tied(Transaction.id), Transaction.id), else_=first).label("tied"),
        )
        .where(Transaction.id.in_(ids), IS_MATCHED)
        .subquery()
    )
    tied = matched.c.tied
    is_of = or_(_payments.transaction_id == tied, _payments.return_id == tied)
    payment = select(func.min(_payments.id)).where(is_of)
    journal = select(func.min(_payments.correlation_id)).where(is_of)
    of_batch = select(func.min(_batches.correlation_id)).where(
        _batches.transaction_id == tied
    )
    rows = await session.execute(
        select(
            matched.c.id,
            payment.scalar_subquery(),
            func.coalesce(journal.scalar_subquery(), of_batch.scalar_subquery()),
        )
    )
    return {row_id: Match(*found) for row_id, *found in rows}
