"""Tells people that somebody keeps trying to sign in as one of them.

The sign-in slows guessing down and keeps nobody out for it. Whoever is meant, and who
looks after accounts, are to know all the same; so it is a message of the tenant, open
for as long as it goes on.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages import Missing, settle_alarms
from giroscope.features.users.tables import KnownPerson, SignInEvent
from giroscope.kernel.database import WriteSession
from localization import Message

KIND = "users.guessed_at"
FAILED = frozenset({"LOGIN_ERROR", "USER_DISABLED_BY_TEMPORARY_LOCKOUT"})
MANY = 6
"""From here on the sign-in lets whoever fails wait."""
_WITHIN = timedelta(hours=1)
_MOST = 20
"""People told of at once; whoever tries a whole list of names fills no list here."""


class _Tried(NamedTuple):
    person_id: str
    name: str
    failures: int
    places: int


async def tell_of_guessing(session: WriteSession, now: datetime) -> None:
    """Open an alarm for each person who is guessed at; close those that are over."""
    missing = [
        Missing(
            one.person_id,
            Message(KIND, name=one.name, count=one.failures, places=one.places),
        )
        for one in await _tried(session, now)
    ]  # fmt: skip
    connection = await session.connection()
    await connection.run_sync(settle_alarms, KIND, missing, now)


async def _tried(session: AsyncSession, now: datetime) -> list[_Tried]:
    count = func.count(SignInEvent.id)
    rows = await session.execute(
        select(
            KnownPerson.person_id,
            KnownPerson.name,
            count,
            func.count(SignInEvent.address.distinct()),
        )
        .join(KnownPerson, KnownPerson.person_id == SignInEvent.person_id)
        .where(SignInEvent.kind.in_(FAILED), SignInEvent.time > now - _WITHIN)
        .group_by(KnownPerson.person_id, KnownPerson.name)
        .having(count >= MANY)
        .order_by(count.desc(), KnownPerson.person_id)
        .limit(_MOST)
    )
    return [_Tried(*row) for row in rows]
