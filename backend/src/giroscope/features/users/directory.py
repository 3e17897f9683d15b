"""The people of every realm: a copy that is kept fresh, and the way to the provider.

A copy is looked at again when somebody asks for people and it is older than
`Rhythm.fresh`. While the provider does not answer, the copy is shown with its age.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from anyio import to_thread
from sqlalchemy import Connection, select, text

from giroscope.features.users import copy_directory, history, snapshot
from giroscope.features.users.history import Facts
from giroscope.features.users.personal_data.finish import (
    finish,
    take_returned,
    unfinished,
)
from giroscope.features.users.sign_in_alerts import FAILED, tell_of_guessing
from giroscope.features.users.snapshot import Snapshot
from giroscope.features.users.tables import (
    ONLY_ROW,
    DirectorySync,
    KnownPerson,
    UserState,
)
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database, ReadSession, WriteSession
from giroscope.kernel.ended_sessions import rows_of_end
from giroscope.kernel.errors import AppError, NotFound, Unavailable
from giroscope.kernel.identity import AdminApi, Event
from giroscope.kernel.identity.directory import PeopleDirectory
from giroscope.kernel.identity.template import console_addresses
from giroscope.kernel.mail import mail_folder
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_EVENT_PAGE = 100
_MOST_EVENT_PAGES = 20
# An event may appear after one that is younger: it is written when its request ends.
_OVERLAP = timedelta(minutes=5)
_MOST_LOCKOUTS = 50


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often things are done, in seconds."""

    fresh: float = 30
    """How long a copy is trusted."""
    patience: float = 3
    """How long somebody who asks waits for a fresher one."""
    again: float = 5
    """How long a provider that failed is left alone."""
    share: float = 0.05
    """The part of the time that asking for everybody may take."""
    first: float = 5
    """How soon after the start everybody is asked for, although nobody looks."""
    watch: float = 300
    """How often events are fetched although nobody looks."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """How old the copy is, and why it is no younger."""

    fetched: datetime | None
    is_complete: bool
    problem: AppError | None


@dataclass(slots=True)
class _Copy:
    """What this process knows of one realm's copy."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    task: "asyncio.Task[None] | None" = None
    look_after: float = float("-inf")
    changes: int = 0
    problem: AppError | None = None


HasPart = Callable[[Connection, str], bool]


class People:
    """Lends each realm's people; close it with the application."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        identity: PeopleDirectory,
        clock: Clock,
        rhythm: Rhythm | None = None,
        *,
        has_part: HasPart,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._database = database
        self._identity = identity
        self._clock = clock
        self._rhythm = rhythm or Rhythm()
        self.has_part = has_part
        """Whether payments wait in which somebody has a part."""
        self._now = now
        self._copies: dict[str, _Copy] = {}
        self._watching: asyncio.Task[None] | None = None

    @property
    def clock(self) -> Clock:
        """The time."""
        return self._clock

    @property
    def client_id(self) -> str:
        """The console, as the provider knows it."""
        return self._settings.client_id

    @property
    def mail_folder(self) -> Path:
        """Where mails lie that no server took."""
        return mail_folder(self._settings)

    async def api(self, realm: str) -> AdminApi:
        """The realm's people at the provider."""
        return await self._identity.of(realm)

    def console(self, realm: str) -> str:
        """Where people come out who followed a link in a mail."""
        return f"{console_addresses(self._settings, realm)[0]}/"

    async def ensure_fresh(self, realm: str) -> None:
        """Look again where it is time; never fails, and never waits for long."""
        copy = self._copy(realm)
        # A change that met no answer has news of the provider that the copy lacks.
        is_news = copy.problem is None and self._identity.is_silent(realm)
        if copy.task is None and self._now() < copy.look_after and not is_news:
            return
        if copy.task is None:
            copy.task = asyncio.create_task(self._refresh_quietly(realm, copy))
        await asyncio.wait({copy.task}, timeout=self._rhythm.patience)

    async def refresh(self, realm: str) -> None:
        """Look again now.

        Raises:
            Unavailable: The provider does not answer, or does not let us in.
        """
        copy = self._copy(realm)
        copy.look_after = float("-inf")
        await self.ensure_fresh(realm)
        if copy.problem is not None:
            raise copy.problem

    async def freshness(self, realm: str) -> Freshness:
        """How old the copy is."""
        async with self._database.reading(realm) as session:
            row = await session.get(DirectorySync, ONLY_ROW)
        problem = self._copy(realm).problem
        if row is None:
            return Freshness(None, is_complete=False, problem=problem)
        return Freshness(row.fetched, row.is_complete, problem)

    def reading(self, realm: str) -> AbstractAsyncContextManager[ReadSession]:
        """A session that asks, in this realm."""
        return self._database.reading(realm)

    def writing(self, realm: str) -> AbstractAsyncContextManager[WriteSession]:
        """A session that changes, in this realm."""
        return self._database.writing(realm)

    async def ended(
        self,
        realm: str,
        person_id: str,
        *,
        roles: Collection[str] = (),
        sessions: Collection[str] | None = None,
    ) -> None:
        """Believe no token of before: of the person, the sessions, or in these roles.

        Also where the provider's own notice is late, or told to nobody.
        """
        async with self._database.writing(realm) as writing:
            writing.add_all(rows_of_end(person_id, roles, sessions))

    async def changed(
        self,
        actor: Actor,
        verb: str,
        person_id: str,
        was: Facts = None,
        now: Facts = None,
    ) -> None:
        """Write into the history what was just done, and copy the person anew."""
        self.is_changing(actor.realm)
        async with self._database.writing(actor.realm) as session:
            await history.record(session, actor, verb, person_id, was=was, now=now)
        with suppress(Unavailable):
            # What was done is done; the next look will show it.
            await self.note(actor.realm, person_id)

    async def note(self, realm: str, person_id: str) -> None:
        """Copy one person anew.

        Raises:
            Unavailable: The provider does not answer, or does not let us in.
        """
        api = await self.api(realm)
        try:
            found = await snapshot.take_one(api, person_id)
        except NotFound:
            async with self._database.writing(realm) as session:
                await copy_directory.write_gone(session, person_id, self._clock())
            return
        lockout = await api.lockout(person_id)
        async with self._database.writing(realm) as session:
            await copy_directory.write(session, found, self._clock())
            await session.flush()
            await copy_directory.set_locked(session, {person_id: lockout.is_waiting})

    @asynccontextmanager
    async def alone(self, realm: str) -> AsyncIterator[None]:
        """Be the only one who changes who manages what in this realm.

        Two account managers who take each other's role at once would both see the
        other one there.
        """
        async with self._copy(realm).lock:
            if self._database.is_sqlite:
                # Realms in files have one web process.
                yield
                return
            async with self._database.writing(realm) as session:
                await session.execute(
                    text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"),
                    {"name": f"giroscope people {realm}"},
                )
                yield

    def is_changing(self, realm: str) -> None:
        """Have a look at the provider that was begun before this count for nothing."""
        self._copy(realm).changes += 1

    def start(self) -> None:
        """Fetch events from now on, so that the audit has them while nobody looks."""
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop looking; the way to the provider is closed by who opened it."""
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
        for copy in self._copies.values():
            if copy.task is not None:
                copy.task.cancel()
                with suppress(asyncio.CancelledError):
                    await copy.task

    def _copy(self, realm: str) -> _Copy:
        return self._copies.setdefault(realm, _Copy())

    async def _refresh_quietly(self, realm: str, copy: _Copy) -> None:
        began = self._now()
        try:
            await self._refresh(realm, copy)
        except AppError as problem:
            copy.problem = problem
            copy.look_after = self._now() + self._rhythm.again
        except Exception:  # the edge of background work
            log.exception("users.refresh_failed", realm=realm)
            copy.look_after = self._now() + self._rhythm.again
        else:
            took = self._now() - began
            copy.problem = None
            copy.look_after = self._now() + max(
                self._rhythm.fresh, took / self._rhythm.share
            )
        finally:
            copy.task = None

    async def _refresh(self, realm: str, copy: _Copy) -> None:
        api = await self.api(realm)
        changes, looked = copy.changes, self._clock()
        events = await self._new_events(api, realm)
        found = await snapshot.take(api)
        locked = await self._lockouts(api, realm, events)
        names = {one.id: one.name for one in found.people.values()}
        await self._keep(realm, events, names)
        async with self.alone(realm), self._database.writing(realm) as session:
            if copy.changes == changes:
                # Otherwise it may be older than what was changed meanwhile.
                await copy_directory.write(session, found, self._clock())
                await session.flush()
                await copy_directory.set_locked(session, locked)
                await self._finish_erasures(session, realm, found)
            await take_returned(session, realm, found.people, looked)

    async def _finish_erasures(
        self, session: WriteSession, realm: str, found: Snapshot
    ) -> None:
        """Go on where somebody was cut off when the provider had forgotten a person."""
        if not (found.is_of_all and found.is_complete):
            return
        for erasure in await unfinished(session):
            if erasure.person_id not in found.people:
                await finish(session, erasure, system_actor(realm), self._clock())

    async def _watch(self) -> None:
        pause = self._rhythm.first
        while True:
            await asyncio.sleep(pause)
            pause = self._rhythm.watch
            try:
                realms = await to_thread.run_sync(self._database.realms)
            except Exception:  # the edge of background work
                log.exception("users.not_watched")
                continue
            for realm in realms:
                await self.ensure_fresh(realm)

    async def keep_sign_ins(self, api: AdminApi, realm: str, person_id: str) -> None:
        """Have all in the trail that the provider tells of somebody's sign-ins.

        Raises:
            Unavailable: The provider does not answer, or does not let us in.
        """
        events: list[Event] = []
        for page in range(_MOST_EVENT_PAGES):
            first = page * _EVENT_PAGE
            some = await api.events(person_id=person_id, first=first, limit=_EVENT_PAGE)
            events += some
            if len(some) < _EVENT_PAGE:
                break
        async with self._database.reading(realm) as session:
            query = select(KnownPerson.name).where(KnownPerson.person_id == person_id)
            name = (await session.execute(query)).scalar_one_or_none()
        await self._keep(realm, events, {person_id: name or ""})

    async def _keep(
        self, realm: str, events: list[Event], names: Mapping[str, str]
    ) -> None:
        """Write events that are new; one process at a time, so that each comes once."""
        async with self.alone(realm), self._database.writing(realm) as session:
            new = await copy_directory.write_events(session, events)
            await copy_directory.forget_old_events(session, self._clock())
            await history.record_sign_ins(session, new, names)
            await session.flush()
            await tell_of_guessing(session, self._clock())

    async def _new_events(self, api: AdminApi, realm: str) -> list[Event]:
        """Events since the last look, and some before that again."""
        async with self._database.reading(realm) as session:
            latest = await copy_directory.latest_event(session)
        found: list[Event] = []
        for page in range(_MOST_EVENT_PAGES):
            some = await api.events(first=page * _EVENT_PAGE, limit=_EVENT_PAGE)
            found += some
            oldest = some[-1].time if some else None
            if len(some) < _EVENT_PAGE or oldest is None:
                break
            if latest is not None and oldest < latest - _OVERLAP:
                break
        return [one for one in found if one.person_id]

    async def _lockouts(
        self, api: AdminApi, realm: str, events: list[Event]
    ) -> dict[str, bool]:
        """Who has to wait: asked of those who failed lately or had to wait before."""
        async with self._database.reading(realm) as session:
            waiting = select(KnownPerson.person_id).where(
                KnownPerson.state == UserState.LOCKED.value, KnownPerson.gone.is_(None)
            )
            suspects = list((await session.execute(waiting)).scalars())
        suspects += [one.person_id for one in events if one.kind in FAILED]
        found = {}
        for person_id in list(dict.fromkeys(suspects))[:_MOST_LOCKOUTS]:
            with suppress(NotFound):
                found[person_id] = (await api.lockout(person_id)).is_waiting
        return found
