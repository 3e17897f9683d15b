"""Selects over system messages. The database is the actor's own realm's."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased

from giroscope.features.audit import newest_act
from giroscope.features.messages.summary import noted
from giroscope.features.messages.tables import (
    MessageChange,
    MessageRead,
    MessageReader,
    MessageResolution,
    SystemMessage,
)
from giroscope.features.messages.word_index import few_holding, holding
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Table
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.latest_jobs import newest_job, unfinished_jobs
from giroscope.kernel.paging import Column, Count, Order, Page, PageRequest

MAX_SIZE = 200
"""As many messages as may be asked for at once."""
_OF_JOURNAL = 100
UNSETTLED = 1_000
"""More rows than are ever written at one time."""
_COUNTED = 10_000
"""The list is counted up to here."""
ORDER = Order("id", SystemMessage.id, SystemMessage.id)


class Seen(NamedTuple):
    """A message as one person finds it."""

    message: SystemMessage
    is_read: bool
    acknowledged: datetime | None
    resolution: MessageResolution | None


Newest = Sequence[tuple[SystemMessage, MessageResolution | None]]
"""The latest messages, and how each was dealt with."""


class Version(NamedTuple):
    """Differs whenever messages came, were read or dealt with, or anything was done.

    That is an act of somebody, or background work that began or ended.
    """

    newest: int
    unsettled: int
    change: int
    unsettled_changes: int
    act: int
    """The latest that people did, to whatever it was."""
    job: int
    """The latest background work that began."""
    unfinished_jobs: int

    @property
    def reading(self) -> tuple[int, int]:
        """The part that differs whenever something was read."""
        return self.change, self.unsettled_changes


@dataclass(frozen=True, slots=True)
class Marks:
    """What one person has read and taken note of, from one message on."""

    since: int
    read_to: int
    own: Mapping[int, datetime | None]
    """The messages read one by one, and when they were acknowledged."""
    noted: Mapping[str, int] = field(default_factory=dict)
    """All that were acknowledged and count for others, by level."""

    def has_read(self, message_id: int) -> bool:
        """Whether this person has read it."""
        return message_id <= self.read_to or message_id in self.own


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of messages is narrowed to."""

    levels: Sequence[str] | None = None
    text: str | None = None
    """Words that begin words of the sentence or the reference."""
    few: Sequence[ColumnElement[bool]] | None = None
    """Those few that hold these words, where they were looked up."""
    reference: str | None = None
    correlation_id: str | None = None
    thread: str | None = None
    """What a message belongs to: its batch, or else its journal, or else its cause."""
    code: str | None = None
    same_text_as: int | None = None
    """The id of a message that says the same, at the same level."""
    unread: bool = False
    acknowledged: bool | None = None
    resolved: bool | None = None
    created_from: date | None = None
    created_to: date | None = None


def _read_to(actor: Actor) -> ColumnElement[int]:
    """Up to here this person has read everything."""
    mark = select(MessageReader.read_to).where(MessageReader.user_id == actor.id)
    return func.coalesce(mark.scalar_subquery(), 0)


def _own_mark(actor: Actor, message_id: Column | None = None) -> ColumnElement[bool]:
    which = SystemMessage.id if message_id is None else message_id
    return and_(MessageRead.message_id == which, MessageRead.user_id == actor.id)


def is_unread(
    actor: Actor, message_id: Column | None = None
) -> list[ColumnElement[bool]]:
    """What a message must be to be unread by this person."""
    which = SystemMessage.id if message_id is None else message_id
    return [which > _read_to(actor), ~_is_there(MessageRead, _own_mark(actor, which))]


def _is_there(table: type[Table], *which: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(*which).select_from(table).correlate_except(table)


def _seen(
    actor: Actor,
) -> Select[SystemMessage, bool, datetime | None, MessageResolution]:
    is_read = or_(MessageRead.id.is_not(None), SystemMessage.id <= _read_to(actor))
    return (
        select(SystemMessage, is_read, MessageRead.acknowledged, MessageResolution)
        .outerjoin(MessageRead, _own_mark(actor))
        .outerjoin(MessageResolution, MessageResolution.message_id == SystemMessage.id)
    )


async def looked_up(session: AsyncSession, wanted: Wanted) -> Wanted:
    """The same, quick to answer where few messages hold its words."""
    if not wanted.text:
        return wanted
    return replace(wanted, few=await few_holding(session, wanted.text))


def matching(wanted: Wanted, actor: Actor) -> Select[SystemMessage]:
    """The messages that match for this person."""
    return select(SystemMessage).where(*narrowing(wanted, actor))


def narrowing(wanted: Wanted, actor: Actor) -> list[ColumnElement[bool]]:
    """What a message must be for this person."""
    found: list[ColumnElement[bool]] = []
    if wanted.levels is not None:
        found.append(_of_levels(wanted.levels))
    if wanted.few is not None:
        found += wanted.few
    elif wanted.text:
        found += holding(wanted.text)
    found += [
        column == value
        for column, value in (
            (SystemMessage.reference, wanted.reference),
            (SystemMessage.correlation_id, wanted.correlation_id),
            (SystemMessage.thread, wanted.thread),
            (SystemMessage.code, wanted.code),
        )
        if value is not None
    ]
    if wanted.same_text_as is not None:
        found += says_the_same(wanted.same_text_as)
    if wanted.created_from is not None:
        found.append(SystemMessage.created >= _midnight(wanted.created_from))
    if wanted.created_to is not None:
        after = _midnight(wanted.created_to) + timedelta(days=1)
        found.append(SystemMessage.created < after)
    return found + _standing(wanted, actor)


def _of_levels(levels: Sequence[str]) -> ColumnElement[bool]:
    if len(levels) == 1:
        return SystemMessage.level == levels[0]
    # An index gives several levels one after the other, to be sorted all anew; the
    # list itself has them in order already.
    return SystemMessage.level.concat("").in_(levels)


def _standing(wanted: Wanted, actor: Actor) -> list[ColumnElement[bool]]:
    """What has been done with a message."""
    found = is_unread(actor) if wanted.unread else []
    if wanted.acknowledged is not None:
        noted = MessageRead.acknowledged.is_not(None)
        marks = select(MessageRead.message_id)
        marks = marks.where(MessageRead.user_id == actor.id, noted)
        found.append(_among(marks, is_in=wanted.acknowledged))
    if wanted.resolved is not None:
        ends = select(MessageResolution.message_id)
        found.append(_among(ends, is_in=wanted.resolved))
    return found


def _among(ids: Select[int], *, is_in: bool) -> ColumnElement[bool]:
    """In a set that is small beside all messages, or outside of it."""
    return SystemMessage.id.in_(ids) if is_in else SystemMessage.id.not_in(ids)


def is_open(
    actor: Actor, message_id: Column | None = None
) -> list[ColumnElement[bool]]:
    """What a message must be to wait for somebody still.

    Nobody has resolved it for everybody, and this person has not acknowledged it.
    """
    which = SystemMessage.id if message_id is None else message_id
    noted = (_own_mark(actor, which), MessageRead.acknowledged.is_not(None))
    return [
        ~_is_there(MessageResolution, MessageResolution.message_id == which),
        ~_is_there(MessageRead, *noted),
    ]


def says_the_same(message_id: int) -> list[ColumnElement[bool]]:
    """What a message must be to say the same as another, at the same level."""
    model = aliased(SystemMessage)
    there = model.id == message_id
    return [
        SystemMessage.level == select(model.level).where(there).scalar_subquery(),
        SystemMessage.code == select(model.code).where(there).scalar_subquery(),
        SystemMessage.values == select(model.values).where(there).scalar_subquery(),
    ]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


async def latest(
    session: AsyncSession, actor: Actor, wanted: Wanted, page: int, size: int
) -> list[Seen]:
    """A numbered page, newest first, as the specification asks for it.

    Raises:
        InvalidInput: The page or its size is out of bounds.
    """
    if page < 0 or not 1 <= size <= MAX_SIZE:
        raise InvalidInput(f"Pages count from 0 and hold 1 to {MAX_SIZE} messages")
    query = (
        _seen(actor).where(*narrowing(wanted, actor)).order_by(SystemMessage.id.desc())
    )
    rows = await session.execute(query.offset(page * size).limit(size))
    return [Seen(*row) for row in rows]


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
    for seen in map(Seen._make, rows):
        found.setdefault(seen.message.correlation_id or "", []).append(seen)
    return found


async def page_of(
    session: AsyncSession,
    actor: Actor,
    wanted: Wanted,
    order: Order,
    request: PageRequest,
    count: Callable[[], Awaitable[Count]],
    count_all: Callable[[], Awaitable[int]],
) -> Page[Seen]:
    """A keyset page."""
    rows = await rows_of(session, actor, wanted, order, request)
    return order.page(rows, request, place, count, count_all)


async def rows_of(
    session: AsyncSession,
    actor: Actor,
    wanted: Wanted,
    order: Order,
    request: PageRequest,
) -> list[Seen]:
    """The rows of a page and one more."""
    query = order.apply(_seen(actor).where(*narrowing(wanted, actor)), request)
    return [Seen(*row) for row in await session.execute(query)]


def place(seen: Seen) -> tuple[int, int]:
    """Where a message stands in the order."""
    return seen.message.id, seen.message.id


async def one(session: AsyncSession, actor: Actor, message_id: int) -> Seen | None:
    """One message."""
    rows = await session.execute(_seen(actor).where(SystemMessage.id == message_id))
    found = rows.one_or_none()
    return None if found is None else Seen(*found)


async def some(
    session: AsyncSession, actor: Actor, message_ids: Sequence[int]
) -> dict[int, Seen]:
    """Messages by their ids; what is not there is left out."""
    query = _seen(actor).where(SystemMessage.id.in_(message_ids))
    return {row[0].id: Seen(*row) for row in await session.execute(query)}


async def count(session: AsyncSession, actor: Actor, wanted: Wanted) -> Count:
    """How many messages match, counted up to a bound."""
    bounded = matching(wanted, actor).with_only_columns(SystemMessage.id)
    rows = bounded.limit(_COUNTED + 1).subquery()
    found = await session.execute(select(func.count()).select_from(rows))
    total = int(found.scalar_one())
    return Count(min(total, _COUNTED), is_exact=total <= _COUNTED)


async def count_all(session: AsyncSession, actor: Actor, wanted: Wanted) -> int:
    """How many messages match, however long it takes: asked where a list ends."""
    every = matching(wanted, actor).with_only_columns(SystemMessage.id).subquery()
    found = await session.execute(select(func.count()).select_from(every))
    return int(found.scalar_one())


async def version(session: AsyncSession) -> Version:
    """What the messages of this moment are known by."""
    parts = (
        *_state_of(SystemMessage.id),
        *_state_of(MessageChange.id),
        newest_act(),
        newest_job(),
        unfinished_jobs(),
    )
    row = (await session.execute(select(*parts))).one()
    return Version(*map(int, row))


def _state_of(column: InstrumentedAttribute[int]) -> tuple[Any, Any]:
    """The newest id, and how many there are among the latest.

    The newest alone is not enough: ids are given out before they are committed,
    so that a row may appear below one that was seen already.
    """
    newest = select(func.coalesce(func.max(column), 0)).scalar_subquery()
    among = select(func.count()).where(column > newest - UNSETTLED).scalar_subquery()
    return newest, among


async def newest(session: AsyncSession) -> Newest:
    """As many messages as may be asked for at once, the latest first."""
    rows = await session.execute(
        select(SystemMessage, MessageResolution)
        .outerjoin(MessageResolution, MessageResolution.message_id == SystemMessage.id)
        .order_by(SystemMessage.id.desc())
        .limit(MAX_SIZE)
    )
    return [(row[0], row[1]) for row in rows]


async def marks(session: AsyncSession, actor: Actor, since: int) -> Marks:
    """What this person has read of the messages from this one on."""
    read_to = (await session.execute(select(_read_to(actor)))).scalar_one()
    rows = await session.execute(
        select(MessageRead.message_id, MessageRead.acknowledged).where(
            MessageRead.user_id == actor.id, MessageRead.message_id >= since
        )
    )
    own = {row[0]: row[1] for row in rows}
    return Marks(since, int(read_to), own, await noted(session, actor))
