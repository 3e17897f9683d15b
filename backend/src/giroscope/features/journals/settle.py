"""Settling otherwise: a person's word that what is wrong with a journal is dealt with.

It holds for just what was wrong when it was given. What comes later asks for people
again, and whoever settled it, or anybody else with the right, can take it back.
"""

from datetime import datetime

from sqlalchemy import Connection, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.journals import tie
from giroscope.features.journals.errors import NotSettled, NotToSettle
from giroscope.features.journals.tables import Journal, JournalSettlement
from giroscope.features.payments.sending.policy import a_reason
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from localization import Message


async def settlements(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, JournalSettlement]:
    """What was settled of each journal and is still just what is wrong with it."""
    rows = await session.execute(
        select(JournalSettlement)
        .join(Journal, Journal.correlation_id == JournalSettlement.correlation_id)
        .where(
            JournalSettlement.correlation_id.in_(correlation_ids),
            JournalSettlement.undone.is_(None),
            JournalSettlement.trouble == Journal.trouble,
        )
        .order_by(JournalSettlement.id)
    )
    return {row.correlation_id: row for row in rows.scalars()}


async def settle(
    session: WriteSession,
    actor: Actor,
    correlation_id: str,
    reason: str,
    now: datetime,
) -> None:
    """Write down that what is wrong was settled otherwise, and how.

    The caller has made sure that it can be: see `next_step`.

    Raises:
        NotFound: There is no such journal.
        NotToSettle: Nothing is wrong with it.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure("journals.settle")
    said = a_reason(reason)
    journal = await _journal(session, correlation_id)
    if not journal.needs_attention or not journal.trouble:
        raise NotToSettle
    session.add(
        JournalSettlement(
            correlation_id=correlation_id, at=now, by_id=actor.id,
            by_name=actor.name[:200], reason=said, trouble=journal.trouble,
        )
    )  # fmt: skip
    await session.flush()
    await session.run_sync(
        lambda own: _tell(
            own.connection(), correlation_id, now, "journal.settled", actor.name, said
        )
    )  # fmt: skip
    await record(
        session, actor, "journals.settle", _subject(journal),
        was={"state": journal.state}, now={"reason": said, "trouble": journal.trouble},
        at=now,
    )  # fmt: skip


async def take_up_again(
    session: WriteSession, actor: Actor, correlation_id: str, now: datetime
) -> None:
    """Take the word back: the journal needs attention again.

    Raises:
        NotFound: There is no such journal.
        NotSettled: Nobody has settled it.
    """
    actor.ensure("journals.settle")
    journal = await _journal(session, correlation_id)
    done = await session.execute(
        update(JournalSettlement)
        .where(
            JournalSettlement.correlation_id == correlation_id,
            JournalSettlement.undone.is_(None),
        )
        .values(undone=now, undone_by_name=actor.name[:200])
        .returning(JournalSettlement.reason)
    )
    reasons = done.scalars().all()
    if not reasons:
        raise NotSettled
    await session.run_sync(
        lambda own: _tell(
            own.connection(), correlation_id, now, "journal.unsettled", actor.name, ""
        )
    )  # fmt: skip
    await record(
        session, actor, "journals.unsettle", _subject(journal),
        was={"reason": reasons[-1]}, at=now,
    )  # fmt: skip


async def _journal(session: WriteSession, correlation_id: str) -> Journal:
    found = await session.execute(
        select(Journal)
        .where(Journal.correlation_id == correlation_id)
        .with_for_update()
    )
    journal = found.scalar_one_or_none()
    if journal is None:
        raise NotFound
    return journal


def _subject(journal: Journal) -> Subject:
    name = journal.message_id or journal.correlation_id
    return Subject("journal", journal.correlation_id, name)


def _tell(
    connection: Connection, correlation_id: str, now: datetime, code: str,
    actor: str, reason: str,
) -> None:  # fmt: skip
    tie.note(
        connection,
        correlation_id,
        now,
        "INFO",
        Message(code, reason=reason),
        actor=actor,
    )
    tie.refresh(connection, [correlation_id], now)
