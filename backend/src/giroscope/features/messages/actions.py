"""Tells people what happened, and notes who has read it and what was done about it."""

from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    and_,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.features.audit import Subject, record
from giroscope.features.messages.errors import (
    MessageAlreadyResolved,
    MessageNotResolved,
    NoteTooLong,
)
from giroscope.features.messages.queries import (
    UNSETTLED,
    Wanted,
    is_unread,
    narrowing,
)
from giroscope.features.messages.tables import (
    MessageChange,
    MessageRead,
    MessageReader,
    MessageResolution,
    SystemMessage,
)
from giroscope.features.webhooks import EventType, emit
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.columns import UtcDateTime
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.words import searchable
from localization import Message

_KEPT_CHANGES = 10_000
_LONGEST_NOTE = 1_000


def tell(
    connection: Connection,
    level: str,
    message: Message,
    *,
    correlation_id: str | None = None,
    reference: str | None = None,
    batch_id: str | None = None,
) -> int:
    """Add a message in the job's transaction, and give back its id."""
    added = connection.execute(
        insert(SystemMessage)
        .values(
            created=system_clock(),
            level=level,
            code=message.code,
            values=orjson.dumps(message.values_as_json()).decode(),
            correlation_id=correlation_id,
            reference=reference,
            batch_id=batch_id,
            words=searchable(str(message), reference),
        )
        .returning(SystemMessage.id)
    )
    message_id = int(added.scalar_one())
    emit(
        connection,
        EventType.MESSAGE_RAISED,
        # Its sentence may hold names and what a bank wrote.
        lambda: {
            "messageId": str(message_id),
            "level": level,
            "code": message.code,
            "correlationId": correlation_id,
            "reference": reference,
            "batchId": batch_id,
        },
        correlation_id=correlation_id,
    )
    return message_id


async def mark_read(
    session: WriteSession,
    actor: Actor,
    ids: list[int] | None,
    wanted: Wanted | None = None,
) -> int:
    """Note that this person has read these messages, or all; tell how many."""
    unread = is_unread(actor)
    if ids is None and wanted is None:
        return await _mark_all_read(session, actor)
    if ids is not None:
        unread.append(SystemMessage.id.in_(ids))
    if wanted is not None:
        unread += narrowing(wanted, actor)
    done = await _note_read(session, actor, unread)
    if done:
        await _note_change(session)
    return done


async def _mark_all_read(session: WriteSession, actor: Actor) -> int:
    """One number says it for all but the newest, which may still be on their way in."""
    unread = is_unread(actor)
    found = await session.execute(
        select(func.count(), func.max(SystemMessage.id)).where(*unread)
    )
    done, newest = found.one()
    if not done:
        return 0
    await _note_read(session, actor, [*unread, SystemMessage.id > newest - UNSETTLED])
    if newest > UNSETTLED:
        read_to = newest - UNSETTLED
        await session.execute(
            _upsert(session, MessageReader)
            .values(user_id=actor.id, read_to=read_to)
            .on_conflict_do_update(
                index_elements=["user_id"], set_={"read_to": read_to}
            )
        )
        await session.execute(
            delete(MessageRead).where(
                MessageRead.user_id == actor.id,
                MessageRead.message_id <= read_to,
                MessageRead.acknowledged.is_(None),
            )
        )
    await _note_change(session)
    return int(done)


async def acknowledge(
    session: WriteSession, actor: Actor, message_id: int, now: datetime
) -> None:
    """Note that this person has taken note of a message; it counts as read.

    Raises:
        NotFound: There is no such message.
    """
    await _ensure_there(session, message_id)
    marks = _upsert(session, MessageRead).values(
        user_id=actor.id, message_id=message_id, acknowledged=now
    )
    await session.execute(
        marks.on_conflict_do_update(
            index_elements=["user_id", "message_id"],
            set_={
                "acknowledged": func.coalesce(
                    MessageRead.acknowledged, marks.excluded.acknowledged
                )
            },
        )
    )
    await _note_change(session)


async def acknowledge_all(
    session: WriteSession, actor: Actor, which: list[ColumnElement[bool]], now: datetime
) -> int:
    """Note the same of all that are so, once each; tells of how many it is new."""
    own = and_(
        MessageRead.message_id == SystemMessage.id,
        MessageRead.user_id == actor.id,
        MessageRead.acknowledged.is_not(None),
    )
    unnoted = select(literal(actor.id), SystemMessage.id, literal(now, UtcDateTime))
    unnoted = unnoted.where(*which, ~exists().where(own).correlate(SystemMessage))
    marks = _upsert(session, MessageRead).from_select(
        ["user_id", "message_id", "acknowledged"], unnoted
    )
    noted = await session.execute(
        marks.on_conflict_do_update(
            index_elements=["user_id", "message_id"],
            set_={"acknowledged": marks.excluded.acknowledged},
        ).returning(MessageRead.id)
    )
    if done := len(noted.all()):
        await _note_change(session)
    return done


async def resolve(
    session: WriteSession,
    actor: Actor,
    message_id: int,
    note: str | None,
    now: datetime,
) -> None:
    """Note, for everybody, that a message is dealt with, and how.

    Raises:
        NotFound: There is no such message.
        MessageAlreadyResolved: Somebody was faster.
        NoteTooLong: The note is a letter.
    """
    told = _note(note)
    message = await _ensure_there(session, message_id)
    done = await session.execute(
        _upsert(session, MessageResolution)
        .values(
            message_id=message_id,
            by_id=actor.id,
            by_name=actor.name[:200],
            note=told,
            at=now,
        )
        .on_conflict_do_nothing()
        .returning(MessageResolution.message_id)
    )
    if done.first() is None:
        raise MessageAlreadyResolved
    await _mark(session, [SystemMessage.id == message_id], is_waiting=False)
    await _note_change(session)
    await record(
        session, actor, "messages.resolve", _subject(message), now={"note": told}
    )


async def resolve_all(
    session: WriteSession,
    actor: Actor,
    message_id: int,
    which: list[ColumnElement[bool]],
    note: str | None,
    now: datetime,
) -> int:
    """Resolve all that are so in one act, which the message stands for; tells how many.

    Raises:
        NotFound: There is no such message.
        MessageAlreadyResolved: All of them are.
        NoteTooLong: The note is a letter.
    """
    told = _note(note)
    message = await _ensure_there(session, message_id)
    which = [*which, SystemMessage.id.not_in(select(MessageResolution.message_id))]
    values = (actor.id, actor.name[:200], told)
    unresolved = select(
        SystemMessage.id, *(literal(value, String) for value in values),
        literal(now, UtcDateTime),
    ).where(*which)  # fmt: skip
    await _mark(session, which, is_waiting=False)
    added = await session.execute(
        _upsert(session, MessageResolution)
        .from_select(["message_id", "by_id", "by_name", "note", "at"], unresolved)
        .on_conflict_do_nothing()
        .returning(MessageResolution.message_id)
    )
    done = len(added.all())
    if not done:
        raise MessageAlreadyResolved
    await _note_change(session)
    await record(
        session, actor, "messages.resolve", _subject(message),
        now={"note": told, "messages": done},
    )  # fmt: skip
    return done


async def reopen_all(
    session: WriteSession,
    actor: Actor,
    message_id: int,
    which: list[ColumnElement[bool]],
) -> int:
    """Take the resolutions of all that are so back in one act; tells how many.

    Raises:
        NotFound: There is no such message.
        MessageNotResolved: All of them are open.
    """
    message = await _ensure_there(session, message_id)
    which = [*which, SystemMessage.id.in_(select(MessageResolution.message_id))]
    await _mark(session, which, is_waiting=True)
    gone = await session.execute(
        delete(MessageResolution)
        .where(MessageResolution.message_id.in_(select(SystemMessage.id).where(*which)))
        .returning(MessageResolution.message_id)
    )
    done = len(gone.all())
    if not done:
        raise MessageNotResolved
    await _note_change(session)
    await record(
        session, actor, "messages.reopen", _subject(message), was={"messages": done}
    )
    return done


async def reopen(session: WriteSession, actor: Actor, message_id: int) -> None:
    """Take a resolution back.

    Raises:
        NotFound: There is no such message.
        MessageNotResolved: It is open.
    """
    message = await _ensure_there(session, message_id)
    gone = await session.execute(
        delete(MessageResolution)
        .where(MessageResolution.message_id == message_id)
        .returning(MessageResolution.by_name, MessageResolution.note)
    )
    was = gone.first()
    if was is None:
        raise MessageNotResolved
    await _mark(session, [SystemMessage.id == message_id], is_waiting=True)
    await _note_change(session)
    await record(
        session,
        actor,
        "messages.reopen",
        _subject(message),
        was={"by": was.by_name, "note": was.note},
    )


def _note(note: str | None) -> str | None:
    told = (note or "").strip() or None
    if told is not None and len(told) > _LONGEST_NOTE:
        raise NoteTooLong(path="note")
    return told


async def _ensure_there(session: WriteSession, message_id: int) -> SystemMessage:
    found = await session.get(SystemMessage, message_id)
    if found is None:
        raise NotFound
    return found


async def _note_read(session: WriteSession, actor: Actor, which: list[Any]) -> int:
    unread = select(literal(actor.id), SystemMessage.id, null()).where(*which)
    noted = await session.execute(
        _upsert(session, MessageRead)
        .from_select(["user_id", "message_id", "acknowledged"], unread)
        .on_conflict_do_nothing()
        .returning(MessageRead.id)
    )
    return len(noted.all())


async def _mark(
    session: WriteSession, which: list[ColumnElement[bool]], *, is_waiting: bool
) -> None:
    await session.execute(
        update(SystemMessage)
        .where(*which)
        .values(is_waiting=is_waiting)
        .execution_options(synchronize_session=False)
    )


async def _note_change(session: WriteSession) -> None:
    """Let every poll look again."""
    added = await session.execute(insert(MessageChange).returning(MessageChange.id))
    oldest = added.scalar_one() - _KEPT_CHANGES
    await session.execute(delete(MessageChange).where(MessageChange.id < oldest))


def _upsert(session: WriteSession, table: type[Any]) -> Any:
    """An insert that both databases know how to settle with what is there already."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    return sqlite.insert(table) if is_sqlite else postgresql.insert(table)


def _subject(message: SystemMessage) -> Subject:
    return Subject("message", str(message.id), str(message.message)[:300])
