"""Selects over statements and single transactions."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Select, func, or_, select, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.statements.tables import (
    PossibleDuplicate,
    ReportEntry,
    Statement,
    Transaction,
)
from giroscope.kernel.paging import Order

ORDER = Order("imported", Statement.id, Statement.id)
DETAIL_ORDER = Order(
    "position", Transaction.position, Transaction.id, is_descending=False
)

_UNSEEN = frozenset(
    {
        "entry_key", "occurrence", "document_id", "position", "line",
        "payment_batch_id", "words", "own_id", "described_by", "is_composed",
    }
)  # fmt: skip
SHOWN = [
    getattr(Transaction, column.key)
    for column in Transaction.__table__.columns
    if column.key not in _UNSEEN
]
"""The columns that a transaction is shown with."""


class Previous(NamedTuple):
    """The statement before a statement of the same account, or around it."""

    closing: Decimal | None
    is_around: bool = False
    """Whether the statement begins within it, and so does not follow it."""


def statements(
    account_ids: Sequence[int] | None,
    period: tuple[date | None, date | None],
    correlation_id: str | None = None,
    *,
    statuses: Sequence[str] | None = None,
    text: str | None = None,
) -> Select[Any]:
    """Statements of some accounts that touch a period."""
    query = select(Statement)
    if statuses is not None:
        query = query.where(Statement.status.in_(statuses))
    if text:
        named = (Statement.bank_id, Statement.sequence)
        query = query.where(
            or_(*(name.contains(text, autoescape=True) for name in named))
        )
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
    named = select(Statement.id, Statement.sequence, Statement.bank_id, Statement.kind)
    return list(await session.execute(named.where(Statement.id.in_(ids))))


def previous_closings(ids: Collection[int]) -> Select[int, Decimal | None]:
    """Of each booked statement: the closing balance of the one before it."""
    before = aliased(Statement)
    return (
        select(Statement.id, before.closing)
        .join(before, before.id == Statement.previous_id)
        .where(Statement.id.in_(ids), Statement.is_final)
    )


async def previous(session: AsyncSession, ids: list[int]) -> dict[int, Previous]:
    """The final statement that comes before each, where there is one."""
    before = await session.execute(previous_closings(ids))
    around = await session.execute(_closings_around(ids))
    return {
        **{row_id: Previous(closing) for row_id, closing in before},
        **{row_id: Previous(closing, is_around=True) for row_id, closing in around},
    }


def _closings_around(ids: Collection[int]) -> Select[int, Decimal | None]:
    """Of each that overlaps: the closing balance of what it begins within."""
    around = aliased(Statement)
    closing = (
        select(around.closing)
        .where(
            around.account_id == Statement.account_id,
            around.is_final,
            around.opening.is_not(None),
            around.closing.is_not(None),
            around.from_date < Statement.from_date,
            around.to_date >= Statement.from_date,
        )
        .order_by(around.to_date.desc(), around.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return select(Statement.id, closing).where(
        Statement.id.in_(ids), Statement.is_final, Statement.link == "OVERLAPS"
    )


def details(parent_id: int) -> Select[Any]:
    """The details of a batch entry."""
    return select(Transaction).where(Transaction.parent_id == parent_id)


async def transaction(session: AsyncSession, row_id: int) -> Transaction | None:
    """One entry or detail."""
    return await session.get(Transaction, row_id)


async def versions_beside(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[Statement]]:
    """Of each version: the others that it replaces, repeats or contradicts, and back.

    Those of one family are all related to the one that counts.
    """
    own = await session.execute(
        select(
            Statement.id,
            func.coalesce(Statement.related_id, Statement.id).label("head"),
        ).where(Statement.id.in_(ids))
    )
    heads = {row.id: int(row.head) for row in own}
    rows = await session.execute(
        select(Statement)
        .where(
            or_(
                Statement.id.in_(heads.values()),
                Statement.related_id.in_(heads.values()),
            )
        )
        .order_by(Statement.created, Statement.id)
    )
    families = defaultdict[int, list[Statement]](list)
    for row in rows.scalars():
        families[row.related_id or row.id].append(row)
    return {row_id: families[head] for row_id, head in heads.items()}


async def witnesses(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[tuple[ReportEntry, Statement]]]:
    """Of each booking: what other reports say of it."""
    rows = await session.execute(
        select(ReportEntry, Statement)
        .join(Statement, Statement.id == ReportEntry.statement_id)
        .where(ReportEntry.entry_id.in_(ids), ReportEntry.parent_id.is_(None))
        .order_by(Statement.id, ReportEntry.position)
    )
    found = defaultdict[int, list[tuple[ReportEntry, Statement]]](list)
    for entry, statement in rows:
        if entry.entry_id is not None:
            found[entry.entry_id].append((entry, statement))
    return dict(found)


async def doubted_entries(session: AsyncSession, ids: list[int]) -> dict[int, bool]:
    """The bookings among these that may be the same as another."""
    sides = PossibleDuplicate.left_id, PossibleDuplicate.right_id
    rows = await session.execute(
        union(*(select(side).where(side.in_(ids)) for side in sides))
    )
    return dict.fromkeys(rows.scalars(), True)


async def removed_entries(
    session: AsyncSession, statement_ids: list[int]
) -> dict[int, list[ReportEntry]]:
    """Of each version that does not count: its entries that are no longer shown."""
    rows = await session.execute(
        select(ReportEntry)
        .where(
            ReportEntry.statement_id.in_(statement_ids),
            ReportEntry.parent_id.is_(None),
            ReportEntry.entry_id.is_(None),
        )
        .order_by(ReportEntry.statement_id, ReportEntry.position)
    )
    found = defaultdict[int, list[ReportEntry]](list)
    for row in rows.scalars():
        found[row.statement_id].append(row)
    return dict(found)
