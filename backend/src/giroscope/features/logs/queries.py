"""Selects over the communication log. The database is the actor's own realm's."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.logs.failures import cause_in_both
from giroscope.features.logs.filters import Wanted
from giroscope.features.logs.search import COUNTED, find, rows_of
from giroscope.features.logs.tables import LogEntry, LogType
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import MAX_SKIP, Count, Order, PageRequest
from localization import Words

ORDER = Order("created", LogEntry.created, LogEntry.id)
_MOST_CAUSES = 100
_MAX_SIZE = 200
_LONGEST_ID = 64


class Cause(NamedTuple):
    """Exchanges that failed for the same reason."""

    log_type: str
    cause: str
    size: int
    first: datetime
    last: datetime
    latest_id: int
    said: Words
    """The cause in both languages."""


async def numbered(
    session: AsyncSession, log_type: LogType, page: int, size: int, up_to: int | None
) -> list[LogEntry]:
    """A numbered page of one type, newest first, as the specification asks for it.

    `up_to` is the newest entry of the first page: pages that are appended to it then
    repeat nothing, whatever was written meanwhile.

    Raises:
        InvalidInput: The page or its size is out of bounds.
    """
    if page < 0 or not 1 <= size <= _MAX_SIZE or page * size > MAX_SKIP:
        raise InvalidInput(f"Pages count from 0 and hold 1 to {_MAX_SIZE} entries")
    query = select(LogEntry.id).where(LogEntry.log_type == log_type.value)
    if up_to is not None:
        query = query.where(LogEntry.id <= up_to)
    newest = query.order_by(LogEntry.created.desc(), LogEntry.id.desc())
    # Ids first: those passed over are read from the index alone.
    ids = await session.execute(newest.offset(page * size).limit(size))
    return await rows_of(session, ids.scalars().all())


async def type_counts(session: AsyncSession) -> dict[LogType, Count]:
    """How many entries there are of each type, counted up to a bound."""
    parts = []
    for log_type in LogType:
        bounded = (
            select(LogEntry.id)
            .where(LogEntry.log_type == log_type.value)
            .limit(COUNTED + 1)
            .subquery()
        )
        parts.append(select(func.count()).select_from(bounded).scalar_subquery())
    row = (await session.execute(select(*parts))).one()
    return {
        log_type: Count(min(total, COUNTED), is_exact=total <= COUNTED)
        for log_type, total in zip(LogType, row, strict=True)
    }


async def causes(
    session: AsyncSession, since: datetime | None
) -> tuple[list[Cause], bool]:
    """What went wrong, the latest first; whether that is all of it.

    Only the newest exchanges that failed are put together.
    """
    newest = (
        select(LogEntry.id, LogEntry.created, LogEntry.log_type, LogEntry.cause)
        .where(LogEntry.cause.is_not(None))
        .order_by(LogEntry.created.desc(), LogEntry.id.desc())
        .limit(COUNTED)
    )
    if since is not None:
        newest = newest.where(LogEntry.created >= since)
    some = newest.subquery()
    last, latest = func.max(some.c.created), func.max(some.c.id)
    grouped = (
        select(
            some.c.log_type, some.c.cause, func.count().label("size"),
            func.min(some.c.created).label("first"), last.label("last"),
            latest.label("latest"),
        )
        .group_by(some.c.log_type, some.c.cause)
        .order_by(last.desc(), some.c.cause)
        .limit(_MOST_CAUSES + 1)
        .subquery()
    )  # fmt: skip
    # Asked by itself, the latest could have been forgotten since.
    with_words = (
        select(*grouped.c, LogEntry.failure)
        .join(LogEntry, LogEntry.id == grouped.c.latest)
        .order_by(grouped.c.last.desc(), grouped.c.cause)
    )
    rows = (await session.execute(with_words)).all()
    is_whole = len(rows) <= _MOST_CAUSES and sum(row.size for row in rows) < COUNTED
    told = [
        Cause._make((*facts, cause_in_both(facts[1], failure)))
        for *facts, failure in rows[:_MOST_CAUSES]
    ]
    return told, is_whole


async def halves(
    session: AsyncSession, exchanges: Sequence[str]
) -> dict[str, list[LogEntry]]:
    """Both halves of exchanges, what was asked first."""
    rows = await session.execute(
        select(LogEntry).where(LogEntry.exchange.in_(exchanges)).order_by(LogEntry.id)
    )
    found: dict[str, list[LogEntry]] = {}
    for entry in rows.scalars():
        found.setdefault(entry.exchange, []).append(entry)
    return found


async def named(session: AsyncSession, sought: str) -> list[LogEntry]:
    """Entries that carry this id: of a journal, a request, a trace, or their hash."""
    small = sought.lower()
    by_id = select(LogEntry.id).where(
        or_(LogEntry.sha256 == small, LogEntry.correlation_id == small)
    )
    ids = await session.execute(by_id.order_by(LogEntry.id.desc()).limit(_MAX_SIZE))
    found = await rows_of(session, ids.scalars().all())
    if found or not 0 < len(sought) <= _LONGEST_ID:
        return found
    # The others stand among the words of an entry, which have an index.
    near = await find(session, Wanted(text=sought), ORDER, PageRequest(first=_MAX_SIZE))
    return [row for row in near.rows if sought in {row.request_id, row.trace}]


async def said(session: AsyncSession, ids: Sequence[int]) -> dict[int, str]:
    """What entries say, masked."""
    rows = await session.execute(
        select(LogEntry.id, LogEntry.data).where(LogEntry.id.in_(ids))
    )
    return {row.id: row.data for row in rows}


async def counts_of_journals(
    session: AsyncSession, correlation_ids: Sequence[str]
) -> dict[str, int]:
    """How many entries are about each journal."""
    rows = await session.execute(
        select(LogEntry.correlation_id, func.count())
        .where(LogEntry.correlation_id.in_(correlation_ids))
        .group_by(LogEntry.correlation_id)
    )
    return {str(row[0]): int(row[1]) for row in rows}
