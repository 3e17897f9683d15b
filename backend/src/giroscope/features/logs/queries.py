"""Selects over the communication log. The database is the actor's own realm's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.logs.tables import LogEntry, LogType
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import MAX_SKIP, Count, Order, PageRequest
from giroscope.kernel.word_index import WordIndex, cut, few_holding, is_sqlite

WORDS = WordIndex(LogEntry.id, LogEntry.words, "communication_log_words")
ORDER = Order("created", LogEntry.created, LogEntry.id)
COUNTED = 10_000
"""Lists and tabs are counted up to here."""
_MOST_CAUSES = 100
_MAX_SIZE = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of entries is narrowed to."""

    types: Sequence[str] | None = None
    directions: Sequence[str] | None = None
    statuses: Sequence[int] | None = None
    failed: bool | None = None
    text: str | None = None
    """Words that begin words of what may be seen."""
    uri: str | None = None
    """A part of the address that begins at a word."""
    peer: str | None = None
    correlation_id: str | None = None
    cause: str | None = None
    from_: datetime | None = None
    to: datetime | None = None
    few: Sequence[ColumnElement[bool]] | None = None
    """Those few that hold these words, where they were looked up."""

    @property
    def words(self) -> str:
        """What is looked up by words."""
        return " ".join(filter(None, (self.text, self.uri)))


class Cause(NamedTuple):
    """Exchanges that failed for the same reason."""

    log_type: str
    cause: str
    size: int
    first: datetime
    last: datetime
    latest_id: int


async def looked_up(session: AsyncSession, wanted: Wanted) -> Wanted:
    """The same, quick to answer where few entries hold its words."""
    if not wanted.words:
        return wanted
    return replace(wanted, few=await few_holding(session, WORDS, wanted.words))


def entries(wanted: Wanted) -> Select[Any]:
    """The entries wanted, in no order, without what they say."""
    return select(LogEntry).where(*_narrowing(wanted))


def _narrowing(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    for column, values in (
        (LogEntry.log_type, wanted.types),
        (LogEntry.direction, wanted.directions),
        (LogEntry.status, wanted.statuses),
    ):
        if values is not None:
            found.append(
                column == values[0] if len(values) == 1 else column.in_(values)
            )
    if wanted.uri:
        found.append(LogEntry.uri.icontains(wanted.uri, autoescape=True))
    if wanted.from_ is not None:
        found.append(LogEntry.created >= wanted.from_)
    if wanted.to is not None:
        found.append(LogEntry.created <= wanted.to)
    if wanted.few is not None:
        found += wanted.few
    else:
        found += map(WORDS.holds, cut(wanted.words))
    return found + _naming(wanted)


def _naming(wanted: Wanted) -> list[ColumnElement[bool]]:
    """What names one thing that entries are about."""
    found: list[ColumnElement[bool]] = []
    if wanted.peer is not None:
        found.append(LogEntry.peer == wanted.peer)
    if wanted.correlation_id is not None:
        found.append(LogEntry.correlation_id == wanted.correlation_id)
    if wanted.cause is not None:
        # Said twice, so that the index of those that have one answers.
        found += [LogEntry.cause == wanted.cause, LogEntry.cause.is_not(None)]
    if wanted.failed is not None:
        is_bad = LogEntry.cause.is_not(None)
        found.append(is_bad if wanted.failed else ~is_bad)
    return found


async def rows_of(
    session: AsyncSession, wanted: Wanted, order: Order, request: PageRequest
) -> list[LogEntry]:
    """The rows of a page and one more."""
    await _gather(session, wanted)
    found = await session.execute(order.apply(entries(wanted), request))
    return list(found.scalars())


async def count(session: AsyncSession, wanted: Wanted) -> Count:
    """How many entries match, counted up to a bound.

    Where many hold the words, they are met one by one: to count them would take longer
    than to show them, so that many are assumed.
    """
    if wanted.words and wanted.few is None:
        return Count(COUNTED, is_exact=False)
    await _gather(session, wanted)
    bounded = entries(wanted).with_only_columns(LogEntry.id).limit(COUNTED + 1)
    found = await session.execute(select(func.count()).select_from(bounded.subquery()))
    total = int(found.scalar_one())
    return Count(min(total, COUNTED), is_exact=total <= COUNTED)


async def _gather(session: AsyncSession, wanted: Wanted) -> None:
    """Have PostgreSQL look the few rows up that there are, and sort those.

    It would rather walk an index in the order asked for, past all that do not fit.
    """
    if wanted.few is not None and not is_sqlite(session):
        off = func.set_config("enable_indexscan", "off", text("true"))
        await session.execute(select(off))


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
    query = entries(Wanted(types=[log_type.value]))
    if up_to is not None:
        query = query.where(LogEntry.id <= up_to)
    newest = query.order_by(LogEntry.created.desc(), LogEntry.id.desc())
    found = await session.execute(newest.offset(page * size).limit(size))
    return list(found.scalars())


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
    last = func.max(some.c.created)
    grouped = (
        select(
            some.c.log_type, some.c.cause, func.count(), func.min(some.c.created), last,
            func.max(some.c.id),
        )
        .group_by(some.c.log_type, some.c.cause)
        .order_by(last.desc(), some.c.cause)
        .limit(_MOST_CAUSES + 1)
    )  # fmt: skip
    found = [Cause(*row) for row in await session.execute(grouped)]
    seen = sum(cause.size for cause in found)
    is_whole = len(found) <= _MOST_CAUSES and seen < COUNTED
    return found[:_MOST_CAUSES], is_whole


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
