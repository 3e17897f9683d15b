"""Ends erasures in the tenant's own tables; keeps out what is told of them later."""

import secrets
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.logs import LogEntry
from giroscope.features.users import history
from giroscope.features.users.personal_data import rows
from giroscope.features.users.personal_data.rows import Outcome, RowOutcome
from giroscope.features.users.tables import Erasure, HeldRole, KnownPerson, SignInEvent
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.database import WriteSession

_CHANGES = frozenset({RowOutcome.DELETED, RowOutcome.REPLACED})
_PSEUDONYM_BYTES = 4


async def of_person(session: AsyncSession, person_id: str) -> Erasure | None:
    """The erasure of a person, begun or finished."""
    query = select(Erasure).where(Erasure.person_id == person_id)
    return (await session.execute(query)).scalar_one_or_none()


async def unfinished(session: AsyncSession) -> Sequence[Erasure]:
    """Erasures that were begun and have no end yet."""
    query = select(Erasure).where(Erasure.finished_at.is_(None))
    return (await session.execute(query.order_by(Erasure.id))).scalars().all()


async def finish(
    session: WriteSession, erasure: Erasure, actor: Actor, now: datetime
) -> list[Outcome]:
    """Erase what no law keeps; tells what became of each table's rows.

    The trail says how many rows had which outcome, and nothing of what was in them.
    Nobody can tell afterwards for whom the pseudonym stands: it is forgotten here.
    """
    pseudonym = erasure.pseudonym or new_pseudonym()
    done = await session.run_sync(
        lambda own: rows.erase(
            own.connection(),
            rows.known_as(own.connection(), erasure.person_id),
            pseudonym,
        )
    )
    counts: Counter[str] = Counter()
    for one in done:
        counts[one.outcome.value.lower()] += one.rows
    is_first = erasure.finished_at is None
    if is_first:
        erasure.finished_at, erasure.counts = now, dict(counts)
    erasure.pseudonym = None
    if is_first or any(_is_news(one) for one in done):
        subject = Subject(history.SUBJECT, erasure.person_id)
        facts = {**counts, "requestedBy": erasure.requested_by}
        await record(session, actor, "users.erased", subject, now=facts)
    return done


def _is_news(one: Outcome) -> bool:
    """Whether it was not there before but for what the first erasure logged."""
    return one.outcome in _CHANGES and one.table != LogEntry.__tablename__


async def forget_begun(session: WriteSession, person_id: str) -> None:
    """Give up an erasure that was begun and not done: the person works on."""
    await session.execute(
        delete(Erasure).where(
            Erasure.person_id == person_id, Erasure.finished_at.is_(None)
        )
    )


async def take_returned(
    session: WriteSession, realm: str, at_provider: Collection[str], looked: datetime
) -> None:
    """Tell who was erased and is at the provider again, as after it was restored.

    What an older look wrote of people who were erased, is deleted.
    """
    erased = (
        await session.execute(select(Erasure).where(Erasure.finished_at.isnot(None)))
    ).scalars()
    away = []
    for erasure in erased:
        done = erasure.finished_at
        if erasure.person_id in at_provider and done is not None and done < looked:
            subject = Subject(history.SUBJECT, erasure.person_id)
            await record(session, system_actor(realm), "users.returned", subject)
            await session.delete(erasure)
        else:
            away.append(erasure.person_id)
    for table in (KnownPerson, HeldRole, SignInEvent):
        await session.execute(delete(table).where(table.person_id.in_(away)))


def new_pseudonym() -> str:
    """What stands for a person and says nothing of them, in any language."""
    return f"erased-{secrets.token_hex(_PSEUDONYM_BYTES)}"
