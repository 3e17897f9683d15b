"""The newest messages of a realm at one moment, from which its polls are answered.

A realm is looked at only while somebody asks, and five times a second at most. What a
look finds is kept until the next, with what each person has read of it: a thousand
consoles cost the database hardly more than one.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import latest_acts
from giroscope.features.messages import queries
from giroscope.features.messages.queries import Marks, Newest, Seen, Version, Wanted
from giroscope.features.messages.summary import NONE, Counted, Summary, counted, summary
from giroscope.features.messages.topics import Versions, versions
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.latest_jobs import latest_jobs

log = structlog.get_logger(__name__)

_AHEAD = 0.7
"""Of a moment's time: whoever asks later has the next look begun, unless it is."""
_REST = 8
"""A moment is trusted this many times as long as the look took: looks are a small share
of what a process does, however much is going on in a realm."""
_LONGEST = 2.5
"""Of a moment's time, for which one is trusted where looks take long."""

OwnMarks = tuple[tuple[int | str, datetime | int | None], ...]
"""What one person has read, when they took note of each, and of how many."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The messages as they were. What it holds is never changed, only added to."""

    version: Version
    newest: Newest
    """As many as may be asked for at once, the latest first."""
    counted: Counted = NONE
    summary: Summary = field(default_factory=lambda: Summary({}))
    """What counts for whoever has taken note of nothing."""
    topics: Versions = field(default_factory=dict)
    marks: dict[str, Marks] = field(default_factory=dict)
    """By person, where that was looked up."""

    @property
    def oldest(self) -> int:
        """The id of the last of the newest."""
        return self.newest[-1][0].id if self.newest else 0

    @property
    def is_whole(self) -> bool:
        """Whether there are no older messages."""
        return len(self.newest) < queries.MAX_SIZE


async def _moment(
    session: AsyncSession, version: Version, before: Moment | None
) -> Moment:
    newest = await queries.newest(session)
    older = await counted(session, version.newest, before.counted if before else NONE)
    told = ((message.code, message.id) for message, _ in newest)
    moment = Moment(
        version,
        newest,
        older,
        await summary(session, older),
        versions(await latest_acts(session), told, await latest_jobs(session)),
    )
    if before is not None and version.reading == before.version.reading:
        # What people have read is known still.
        moment.marks.update(before.marks)
    return moment


class View:
    """A moment as one person finds it."""

    def __init__(self, moment: Moment, marks: Marks) -> None:
        self._moment = moment
        self._marks = marks
        self.is_enough = True
        """Whether all that was asked of it was answered."""

    @property
    def own(self) -> OwnMarks:
        """All that makes this view another than somebody else's."""
        marks = self._marks
        ids = (message.id for message, _ in self._moment.newest)
        read = ((one, marks.own.get(one)) for one in ids if marks.has_read(one))
        return (*read, *sorted(marks.noted.items()))

    @property
    def summary(self) -> Summary:
        """What counts for this person."""
        return self._moment.summary.without(self._marks.noted)

    @property
    def topics(self) -> Versions:
        """What changed lately, for everybody."""
        return self._moment.topics

    def latest(self, wanted: Wanted, page: int, size: int) -> list[Seen] | None:
        """What `queries.latest` would find, or None where it takes that to know."""
        is_plain = wanted == Wanted(unread=wanted.unread)
        if is_plain and page >= 0 and 1 <= size <= queries.MAX_SIZE:
            found = [one for one in self._seen() if not (wanted.unread and one.is_read)]
            begin, end = page * size, (page + 1) * size
            if end <= len(found) or self._moment.is_whole:
                return found[begin:end]
        self.is_enough = False
        return None

    def _seen(self) -> Iterator[Seen]:
        marks = self._marks
        for message, resolution in self._moment.newest:
            one = message.id
            yield Seen(message, marks.has_read(one), marks.own.get(one), resolution)


@dataclass(slots=True)
class _Kept:
    """What is known of one realm, and who finds out more."""

    moment: Moment | None = None
    looked: float = float("-inf")
    trusted: float = 0
    """How long, in seconds."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_looking_ahead: bool = False

    def age(self) -> float:
        return time.monotonic() - self.looked


class Moments:
    """The latest moment of each realm, trusted for so many seconds.

    Where a look takes long it is trusted longer.
    """

    def __init__(self, database: Database, seconds: float) -> None:
        self._database = database
        self._seconds = seconds
        self._kept: dict[str, _Kept] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    async def now(self, realm: str) -> Moment:
        """The latest moment; looks where there is none that counts still."""
        moment = self.fresh(realm)
        if moment is not None:
            return moment
        kept = self._kept.setdefault(realm, _Kept())
        return await self._look(realm, kept)

    def fresh(self, realm: str) -> Moment | None:
        """The latest moment, or None where a look is needed.

        Near the end of its time the next look is begun, so that nobody has to wait
        for it who asks then or a little later.
        """
        kept = self._kept.get(realm)
        if kept is None or (age := kept.age()) >= kept.trusted:
            return None
        if age >= kept.trusted * _AHEAD and not kept.is_looking_ahead:
            kept.is_looking_ahead = True
            look = asyncio.create_task(self._look_ahead(realm, kept))
            self._under_way.add(look)
            look.add_done_callback(self._under_way.discard)
        return kept.moment

    async def view(self, moment: Moment, actor: Actor) -> View:
        """The moment as this person finds it."""
        marks = moment.marks.get(actor.id)
        if marks is None or marks.since > moment.oldest:
            async with self._database.reading(actor.realm) as session:
                marks = await queries.marks(session, actor, moment.oldest)
            moment.marks[actor.id] = marks
        return View(moment, marks)

    def forget(self, realm: str) -> None:
        """Something of the realm has changed: look again at the next question."""
        # A look that is under way may have missed it, and ends in what is forgotten.
        self._kept.pop(realm, None)

    async def close(self) -> None:
        """Wait for the looks that are under way."""
        await asyncio.gather(*self._under_way)

    async def _look(self, realm: str, kept: _Kept, share: float = 1) -> Moment:
        """Look, unless somebody did so while this one waited for their turn."""
        async with kept.turn:
            if kept.moment is None or kept.age() >= kept.trusted * share:
                began = time.monotonic()
                async with self._database.reading(realm) as session:
                    version = await queries.version(session)
                    # Found after its version, it is as new as that, or newer.
                    moment = kept.moment
                    if moment is None or moment.version != version:
                        moment = await _moment(session, version, moment)
                kept.moment = moment
                kept.looked = time.monotonic()
                rest = min(_REST * (kept.looked - began), _LONGEST * self._seconds)
                kept.trusted = max(self._seconds, rest)
                return moment
            return kept.moment

    async def _look_ahead(self, realm: str, kept: _Kept) -> None:
        try:
            await self._look(realm, kept, _AHEAD)
        except Exception as error:  # noqa: BLE001 - the edge of a task
            # Whoever asks next looks for themselves, and is told what is wrong.
            log.warning("messages.not_looked_ahead", realm=realm, reason=str(error))
        finally:
            kept.is_looking_ahead = False


async def view_now(session: AsyncSession, actor: Actor) -> View:
    """This moment as a person finds it, looked up for them alone."""
    moment = await _moment(session, await queries.version(session), None)
    return View(moment, await queries.marks(session, actor, moment.oldest))
