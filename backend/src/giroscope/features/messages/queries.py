"""Selects over system messages. The database is the actor's own realm's."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from giroscope.features.messages.tables import MessageRead, SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import Count, Order, Page, PageRequest

_MAX_SIZE = 200
_OF_JOURNAL = 100
_UNSETTLED = 1_000
"""More rows than are ever written at one time."""
ORDER = Order("id", SystemMessage.id, SystemMessage.id)


class Seen(NamedTuple):
    """A message, and whether this person has read it."""

    message: SystemMessage
    is_read: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of messages is narrowed to."""

    levels: Sequence[str] | None = None
    text: str | None = None
    correlation_id: str | None = None
    unread: bool = False
    created_from: date | None = None
    created_to: date | None = None


def _seen(actor: Actor) -> Select[SystemMessage, bool]:
    is_read = exists().where(
        MessageRead.message_id == SystemMessage.id, MessageRead.user_id == actor.id
    )
    return select(SystemMessage, is_read.label("is_read"))


def narrowing(wanted: Wanted, actor: Actor) -> list[ColumnElement[bool]]:
    """What a message must be for this person."""
    found: list[ColumnElement[bool]] = []
    if wanted.levels is not None:
        found.append(SystemMessage.level.in_(wanted.levels))
    if wanted.text:
        found.append(SystemMessage.text.icontains(wanted.text, autoescape=True))
    if wanted.correlation_id is not None:
        found.append(SystemMessage.correlation_id == wanted.correlation_id)
    if wanted.unread:
        read = select(MessageRead.message_id).where(MessageRead.user_id == actor.id)
        found.append(SystemMessage.id.not_in(read))
    if wanted.created_from is not None:
        found.append(SystemMessage.created >= _midnight(wanted.created_from))
    if wanted.created_to is not None:
        after = _midnight(wanted.created_to) + timedelta(days=1)
        found.append(SystemMessage.created < after)
    return found


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


async def latest(
    session: AsyncSession, actor: Actor, wanted: Wanted, page: int, size: int
) -> list[Seen]:
    """A numbered page, newest first, as the specification asks for it.

    Raises:
        InvalidInput: The page or its size is out of bounds.
    """
    if page < 0 or not 1 <= size <= _MAX_SIZE:
        raise InvalidInput(f"Pages count from 0 and hold 1 to {_MAX_SIZE} messages")
    query = (
        _seen(actor).where(*narrowing(wanted, actor)).order_by(SystemMessage.id.desc())
    )
    rows = await session.execute(query.offset(page * size).limit(size))
    return [Seen(message, is_read) for message, is_read in rows]


async def of_journals(
    session: AsyncSession, actor: Actor, correlation_ids: list[str]
) -> dict[str, list[Seen]]:
    """The latest messages of each journal, newest first."""
    place = func.row_number().over(
        partition_by=SystemMessage.correlation_id, order_by=SystemMessage.id.desc()
    )
    numbered = (
        select(SystemMessage.id, place.label("place"))
        .where(SystemMessage.correlation_id.in_(correlation_ids))
        .subquery()
    )
    rows = await session.execute(
        _seen(actor)
        .join(numbered, numbered.c.id == SystemMessage.id)
        .where(numbered.c.place <= _OF_JOURNAL)
        .order_by(SystemMessage.id.desc())
    )
    found: dict[str, list[Seen]] = {}
    for message, is_read in rows:
        found.setdefault(message.correlation_id or "", []).append(
            Seen(message, is_read)
        )
    return found


async def page_of(
    session: AsyncSession,
    actor: Actor,
    wanted: Wanted,
    order: Order,
    request: PageRequest,
    count: Callable[[], Awaitable[Count]],
) -> Page[Seen]:
    """A keyset page."""
    rows = await rows_of(session, actor, wanted, order, request)
    return order.page(rows, request, place, count)


async def rows_of(
    session: AsyncSession,
    actor: Actor,
    wanted: Wanted,
    order: Order,
    request: PageRequest,
) -> list[Seen]:
    """The rows of a page and one more."""
    query = order.apply(_seen(actor).where(*narrowing(wanted, actor)), request)
    return [Seen(message, is_read) for message, is_read in await session.execute(query)]


def place(seen: Seen) -> tuple[int, int]:
    """Where a message stands in the order."""
    return seen.message.id, seen.message.id


async def one(session: AsyncSession, actor: Actor, message_id: int) -> Seen | None:
    """One message."""
    rows = await session.execute(_seen(actor).where(SystemMessage.id == message_id))
    found = rows.one_or_none()
    return None if found is None else Seen(*found)


async def count(session: AsyncSession, actor: Actor, wanted: Wanted) -> Count:
    """How many messages match."""
    narrowed = _seen(actor).where(*narrowing(wanted, actor)).subquery()
    total = await session.execute(select(func.count()).select_from(narrowed))
    return Count(total.scalar_one(), is_exact=True)


async def version(session: AsyncSession) -> tuple[int, int, int, int]:
    """Changes whenever a message was added or read, by anyone."""
    parts = (*_state_of(SystemMessage.id), *_state_of(MessageRead.id))
    row = (await session.execute(select(*parts))).one()
    return int(row[0]), int(row[1]), int(row[2]), int(row[3])


def _state_of(column: InstrumentedAttribute[int]) -> tuple[Any, Any]:
    """The newest id, and how many there are among the latest.

    The newest alone is not enough: ids are given out before they are committed,
    so that a row may appear below one that was seen already.
    """
    newest = select(func.coalesce(func.max(column), 0)).scalar_subquery()
    among = select(func.count()).where(column > newest - _UNSETTLED).scalar_subquery()
    return newest, among


async def ids_of_latest(session: AsyncSession) -> list[int]:
    """Ids of the latest messages, oldest first."""
    latest = select(SystemMessage.id).order_by(SystemMessage.id.desc())
    found = (await session.execute(latest.limit(_MAX_SIZE))).scalars().all()
    return list(reversed(found))
