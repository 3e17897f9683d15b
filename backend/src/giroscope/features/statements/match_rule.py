"""When a transaction is matched: one rule for the list, the file and the month.

It is where a payment, or a batch of payments, is booked or given back by it, or by
each of its details; or where a person has said what it is.
"""

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    column,
    exists,
    func,
    literal_column,
    or_,
    select,
    table,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.matches import IS_FIRST, STANDS, EntryMatch, MatchSide
from giroscope.features.statements.tables import Transaction

# The payments room lies beside this one, so its tables are named, not imported.
_payments = table(
    "payments", column("id"), column("correlation_id"), column("transaction_id"),
    column("return_id"),
).c  # fmt: skip
_batches = table(
    "payment_batches", column("id"), column("correlation_id"), column("transaction_id")
).c
_detail = aliased(Transaction)


def _is_tied(entry: Any) -> ColumnElement[bool]:
    ties = (_payments.transaction_id, _payments.return_id, _batches.transaction_id)
    said: Select[Any] = select(literal_column("1")).where(
        MatchSide.entry_id == entry, STANDS
    )
    # Asked for nothing else, the index alone answers, also where it says little.
    return or_(
        *(exists(select(literal_column("1")).where(tie == entry)) for tie in ties),
        exists(said),
    )


_is_open = exists().where(_detail.parent_id == Transaction.id, ~_is_tied(_detail.id))
IS_MATCHED = or_(
    _is_tied(Transaction.id), and_(Transaction.detail_count > 1, ~_is_open)
)
"""A row with one detail has none of its own: what is said of it is the row's."""


class Match(NamedTuple):
    """What a transaction is matched with."""

    payment_id: int | None
    """The first of its payments; none where it books a batch of which each payment is
    booked by a detail, or where a person matched it with no payment."""
    correlation_id: str | None


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
    first_of = [
        select(func.min(kind.id)).where(tie == tied).scalar_subquery()
        for kind, tie in (
            (_payments, _payments.transaction_id),
            (_payments, _payments.return_id),
            (_batches, _batches.transaction_id),
        )
    ]
    own, other = aliased(MatchSide), aliased(MatchSide)
    # Of several entries that were matched together payments are tied to one alone.
    of_person = (
        select(func.min(other.payment_id))
        .join(own, own.match_id == other.match_id)
        .where(own.entry_id == tied, own.stands)
        .scalar_subquery()
    )
    named = select(
        matched.c.id,
        func.coalesce(*first_of[:2], of_person).label("payment_id"),
        first_of[2].label("batch_id"),
    ).subquery()
    journals = [
        select(kind.correlation_id).where(kind.id == named_id).scalar_subquery()
        for kind, named_id in (
            (_payments, named.c.payment_id),
            (_batches, named.c.batch_id),
        )
    ]
    rows = await session.execute(
        select(named.c.id, named.c.payment_id, func.coalesce(*journals))
    )
    return {row_id: Match(*found) for row_id, *found in rows}


class Said(NamedTuple):
    """What a person has said of a transaction."""

    match: EntryMatch
    is_first: bool
    """Whether the match's difference is told with it."""


async def by_person(session: AsyncSession, ids: list[int]) -> dict[int, Said]:
    """What people have said of each of these transactions, where it stands."""
    rows = await session.execute(
        select(MatchSide.entry_id, EntryMatch, IS_FIRST)
        .join(EntryMatch, EntryMatch.id == MatchSide.match_id)
        .where(MatchSide.entry_id.in_(ids), STANDS)
    )
    return {
        entry_id: Said(match, is_first)
        for entry_id, match, is_first in rows
        if entry_id is not None
    }
