"""What counts no more although tokens still say so: ended sessions, and taken roles.

Kept in the realm's database, so that every process and every restart knows them, and
in memory, where each request looks. Fed by the provider's back-channel logout, and by
whoever takes a role.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

import structlog
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, Unauthenticated, Unavailable
from giroscope.kernel.tables import EndedSession

log = structlog.get_logger(__name__)

KEEP_SECONDS = 13 * 3600
"""Longer than any session lives, as Keycloak may go on renewing one that has ended."""
_LOOK_SECONDS = 2.0
"""How long a session may go on after its end was told to another process."""
_BLIND_SECONDS = 60.0
"""How long requests go on while the database cannot be asked."""
# Rows are seen when they are committed, which is a little after they were noted.
_OVERLAP_SECONDS = 120.0
_MOST = 100_000


class SessionEnded(Unauthenticated):
    """You were signed out; sign in again."""

    code = "session_ended"


class NoticeUsed(Conflict):
    """This notice of an end was given before."""

    code = "notice_used"


class Ending(NamedTuple):
    """One session that ended, all that a person had until then, or a role of theirs."""

    session: str | None
    person: str | None
    noted: float
    role: str | None = None
    """Only this was taken; the sessions go on."""


Load = Callable[[str, float], Awaitable[Sequence[Ending]]]
"""Gives a realm's endings noted since an instant."""


@dataclass(slots=True)
class _Known:
    looked: float = float("-inf")
    sessions: dict[str, float] = field(default_factory=dict)
    people: dict[str, float] = field(default_factory=dict)
    roles: dict[tuple[str, str], float] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class EndedSessions:
    """What has ended, by realm; new endings are looked for every few seconds."""

    def __init__(
        self,
        load: Load,
        *,
        now: Callable[[], float] = time.time,
        most: int = _MOST,
    ) -> None:
        self._load = load
        self._now = now
        self._most = most
        self._realms: dict[str, _Known] = {}

    async def ensure_not_ended(self, actor: Actor) -> None:
        """Pass silently, or refuse.

        Raises:
            SessionEnded: The actor's session was ended.
            Unavailable: It cannot be known.
        """
        if _has_ended(await self._look(actor.realm), actor):
            raise SessionEnded

    async def as_of_now(self, actor: Actor) -> Actor:
        """The actor without the roles that were taken since the token was made.

        Raises:
            SessionEnded: The actor's session was ended.
            Unavailable: It cannot be known.
        """
        known = await self._look(actor.realm)
        if _has_ended(known, actor):
            raise SessionEnded
        taken = _taken(known, actor)
        return replace(actor, roles=actor.roles - taken) if taken else actor

    def knows_open(self, actor: Actor) -> bool:
        """Whether it is certain without a look that all the token says still counts."""
        known = self._of(actor.realm)
        is_fresh = self._now() - known.looked < _LOOK_SECONDS
        return is_fresh and not _has_ended(known, actor) and not _taken(known, actor)

    def note(self, realm: str, ending: Ending) -> None:
        """Know of an end at once, in this process."""
        self._add(self._of(realm), ending)

    async def _look(self, realm: str) -> _Known:
        known = self._of(realm)
        is_first = known.looked == float("-inf")
        if self._now() - known.looked < _LOOK_SECONDS or (
            # Another request is looking; what is known will do meanwhile.
            known.lock.locked() and not is_first
        ):
            return known
        async with known.lock:
            if self._now() - known.looked >= _LOOK_SECONDS:
                await self._load_into(known, realm)
        return known

    async def _load_into(self, known: _Known, realm: str) -> None:
        now = self._now()
        since = max(known.looked - _OVERLAP_SECONDS, now - KEEP_SECONDS)
        try:
            found = await self._load(realm, since)
        except (SQLAlchemyError, OSError) as error:
            if now - known.looked > _BLIND_SECONDS:
                raise Unavailable from error
            log.warning("ended_sessions.unknown", realm=realm, reason=str(error))
            return
        for ending in found:
            self._add(known, ending)
        known.looked = now
        kept: tuple[dict[Any, float], ...] = known.sessions, known.people, known.roles
        for noted in kept:
            # They were added in about this order: the oldest stand in front.
            while noted and (
                len(noted) > self._most
                or next(iter(noted.values())) < now - KEEP_SECONDS
            ):
                del noted[next(iter(noted))]

    def _of(self, realm: str) -> _Known:
        known = self._realms.get(realm)
        if known is None:
            known = self._realms[realm] = _Known()
        return known

    @staticmethod
    def _add(known: _Known, ending: Ending) -> None:
        # A notice that names a session ends that one; else all that the person has.
        if ending.session is not None:
            known.sessions.setdefault(ending.session, ending.noted)
        elif ending.person is not None and ending.role is not None:
            role = ending.person, ending.role
            known.roles[role] = max(ending.noted, known.roles.pop(role, ending.noted))
        elif ending.person is not None:
            latest = max(ending.noted, known.people.pop(ending.person, ending.noted))
            known.people[ending.person] = latest


def _has_ended(known: _Known, actor: Actor) -> bool:
    return (
        actor.session in known.sessions
        or known.people.get(actor.id, float("-inf")) >= actor.signed_in
    )


def _taken(known: _Known, actor: Actor) -> frozenset[str]:
    """The roles that the token says and that were taken since it was made."""
    if not known.roles:
        return frozenset()
    return frozenset(
        role
        for role in actor.roles
        if actor.signed_in <= known.roles.get((actor.id, role), float("-inf"))
    )


async def stored_endings(database: Database, realm: str, since: float) -> list[Ending]:
    """What the realm's database knows, oldest first."""
    asked = (
        select(
            EndedSession.session,
            EndedSession.person,
            EndedSession.noted,
            EndedSession.role,
        )
        .where(EndedSession.noted >= datetime.fromtimestamp(since, UTC))
        .order_by(EndedSession.noted.desc())
        .limit(_MOST)
    )
    async with database.reading(realm) as session:
        rows = (await session.execute(asked)).all()
    return [
        Ending(session, person, noted.timestamp(), role)
        for session, person, noted, role in reversed(rows)
    ]


async def store_ending(
    database: Database, realm: str, ending: Ending, notice: str
) -> None:
    """Keep an ending for as long as it matters, once for each notice.

    Raises:
        NoticeUsed: A notice of that name was stored before.
    """
    noted = datetime.fromtimestamp(ending.noted, UTC)
    old = datetime.fromtimestamp(ending.noted - KEEP_SECONDS, UTC)
    try:
        async with database.writing(realm) as session:
            await session.execute(delete(EndedSession).where(EndedSession.noted < old))
            await session.execute(
                insert(EndedSession).values(
                    notice=notice,
                    session=ending.session,
                    person=ending.person,
                    role=ending.role,
                    noted=noted,
                )
            )
    except IntegrityError as error:
        raise NoticeUsed from error


def rows_of_end(
    person: str,
    roles: Collection[str] = (),
    sessions: Collection[str] | None = None,
) -> list[EndedSession]:
    """What to write where the product itself sees an end, with whatever shows it.

    All sessions of the person, or those that are named. With roles: these were taken,
    and all sessions go on.
    """
    now = datetime.fromtimestamp(time.time(), UTC)
    return [
        EndedSession(
            notice=f"own {uuid.uuid4().hex}",
            session=session,
            person=person,
            role=role,
            noted=now,
        )
        for session in ((None,) if sessions is None else sorted(sessions))
        for role in (sorted(roles) or (None,))
    ]
