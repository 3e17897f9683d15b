"""Selects over journals, their documents and their timelines."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, String, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.journals.policy import DONE
from giroscope.features.journals.tables import Journal, JournalDocument, JournalEvent
from giroscope.features.payments import PaymentBatch
from giroscope.features.statements import Statement
from giroscope.kernel.paging import Order
from giroscope.kernel.words import searchable

_COLUMNS = {
    "CREATED": Journal.created,
    "UPDATED": Journal.updated,
    "EXECUTION_DATE": Journal.execution_day,
    "AMOUNT": Journal.amount,
    "STATE": Journal.state,
}
_EVENTS = 500
_DONE = [state.value for state in DONE]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the list of journals is narrowed to."""

    states: Sequence[str] | None = None
    account_ids: Sequence[int] | None = None
    created: tuple[date | None, date | None] = (None, None)
    execution: tuple[date | None, date | None] = (None, None)
    amount: tuple[Decimal | None, Decimal | None] = (None, None)
    currency: str | None = None
    source: str | None = None
    has_status: bool | None = None
    has_statement: bool | None = None
    text: str | None = None
    attention: bool | None = None
    only: Sequence[str] | None = None
    """Of these journals alone."""


def order_by(name: str, *, is_descending: bool) -> Order:
    """The order a list is asked for in."""
    return Order(name, _COLUMNS[name], Journal.id, is_descending)


def journals(wanted: Wanted) -> Select[Any]:
    """Journals that match."""
    query = select(Journal)
    exact: list[tuple[Any, Any]] = [
        (Journal.source, wanted.source),
        (Journal.has_status, wanted.has_status),
        (Journal.has_statement, wanted.has_statement),
        (Journal.needs_attention, wanted.attention),
    ]
    for column, value in exact:
        if value is not None:
            query = query.where(column == value)
    if wanted.only is not None:
        query = query.where(Journal.correlation_id.in_(wanted.only))
    if wanted.states is not None:
        query = query.where(Journal.state.in_(wanted.states))
    if wanted.account_ids is not None:
        # Of a file with statements of several accounts a journal names the first.
        told = select(Statement.correlation_id).where(
            Statement.account_id.in_(wanted.account_ids)
        )
        query = query.where(
            Journal.account_id.in_(wanted.account_ids)
            | Journal.correlation_id.in_(told)
        )
    if wanted.currency:
        named = f'"currency": "{wanted.currency}"'
        query = query.where(
            cast(Journal.totals, String).contains(named, autoescape=True)
        )
    for word in searchable(wanted.text).split() if wanted.text else ():
        query = query.where(Journal.words.contains(f" {word}", autoescape=True))
    query = _within(query, Journal.execution_date, wanted.execution)
    query = _within(query, Journal.amount, wanted.amount)
    low, high = wanted.created
    query = _within(query, Journal.created, (_midnight(low), None))
    # The last day ends before the next one's midnight.
    end = _midnight(high + timedelta(days=1)) if high else None
    return query if end is None else query.where(Journal.created < end)


def _within(query: Select[Any], column: Any, bounds: tuple[Any, Any]) -> Select[Any]:
    low, high = bounds
    if low is not None:
        query = query.where(column >= low)
    if high is not None:
        query = query.where(column <= high)
    return query


def _midnight(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time(), UTC)


async def tabs(session: AsyncSession) -> dict[str, int]:
    """How many journals stand under each quick tab."""
    is_done = Journal.state.in_(_DONE)
    row = (
        await session.execute(
            select(
                func.count().filter(Journal.needs_attention),
                func.count().filter(~is_done),
                func.count().filter(is_done),
                func.count(),
            )
        )
    ).one()
    return dict(zip(("attention", "inFlight", "done", "all"), row, strict=True))


async def journal(session: AsyncSession, correlation_id: str) -> Journal | None:
    """One journal."""
    found = await session.execute(
        select(Journal).where(Journal.correlation_id == correlation_id)
    )
    return found.scalar_one_or_none()


async def documents(
    session: AsyncSession, journal_ids: list[int]
) -> dict[int, list[tuple[int, str]]]:
    """Document ids and kinds of each journal, oldest first."""
    rows = await session.execute(
        select(Journal.id, JournalDocument.document_id, JournalDocument.kind)
        .join(JournalDocument, JournalDocument.correlation_id == Journal.correlation_id)
        .where(Journal.id.in_(journal_ids))
        .order_by(JournalDocument.id)
    )
    found: dict[int, list[tuple[int, str]]] = {}
    for journal_id, document_id, kind in rows:
        found.setdefault(journal_id, []).append((document_id, kind))
    return found


async def accounts_told_of(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, int]:
    """How many accounts the statements of each journal are of, where it has any."""
    accounts = func.count(Statement.account_id.distinct()).label("accounts")
    rows = await session.execute(
        select(Statement.correlation_id, accounts)
        .where(Statement.correlation_id.in_(correlation_ids))
        .group_by(Statement.correlation_id)
    )
    return {row.correlation_id: int(row.accounts) for row in rows}


async def paid_from(
    session: AsyncSession, correlation_ids: Sequence[str]
) -> dict[str, str]:
    """The account that each payment file pays from, as named; the first of several."""
    rows = await session.execute(
        select(PaymentBatch.correlation_id, PaymentBatch.debtor_account)
        .where(
            PaymentBatch.correlation_id.in_(correlation_ids),
            PaymentBatch.debtor_account.is_not(None),
        )
        .order_by(PaymentBatch.id.desc())
    )
    return {row.correlation_id: row.debtor_account for row in rows}


async def timelines(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, list[JournalEvent]]:
    """What happened to each journal, oldest first."""
    rows = await session.execute(
        select(JournalEvent)
        .where(JournalEvent.correlation_id.in_(correlation_ids))
        .order_by(JournalEvent.id)
        .limit(_EVENTS * len(correlation_ids))
    )
    found: dict[str, list[JournalEvent]] = {}
    for event in rows.scalars():
        found.setdefault(event.correlation_id, []).append(event)
    return found


async def labels(
    session: AsyncSession, correlation_ids: Sequence[str]
) -> dict[str, str]:
    """What people know journals by: the message id, or else the correlation id."""
    rows = await session.execute(
        select(Journal.correlation_id, Journal.message_id).where(
            Journal.correlation_id.in_(correlation_ids)
        )
    )
    return {row.correlation_id: row.message_id or row.correlation_id for row in rows}


async def document_ids(session: AsyncSession, correlation_id: str) -> list[int]:
    """The documents of one journal."""
    rows = await session.execute(
        select(JournalDocument.document_id).where(
            JournalDocument.correlation_id == correlation_id
        )
    )
    return list(rows.scalars())
