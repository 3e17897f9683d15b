"""Lets requests in so that no tenant keeps another waiting.

Each tenant and each person has a bucket of requests that fills at a steady rate, and
each person one of what their questions cost; each tenant has so many places at once, of
which one person has half; and where the process has no place left, tenants take turns,
whoever of them has the longer line. Calls of nobody known have buckets and places of
their own, by address. All of it counts for one process.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from giroscope.kernel.access import Actor
from giroscope.kernel.errors import RateLimited
from giroscope.kernel.fair_gate import FairGate, refusal
from giroscope.kernel.quotas import Quotas, RealmQuotas

_BURST_SECONDS = 4.0
"""So much of its rate a bucket holds: a page that loads asks many things at once."""
_MOST_BUCKETS = 20_000
_COST_BURST_SECONDS = 10.0
"""The same of what questions cost: opening a page asks for much of a minute at once."""
HEAVY = 30_000
"""What costs so much waits for one of few places: it would slow all others down. A page
of fifty rows of any list costs less, and so does a poll."""
_HEAVY_PLACES = 4
_HEAVY_AT_ONCE = 2
_CALM = 0.75
"""Who has more left of what may be asked at once is answered without a rest."""
_SMALL_PLACES = 32
_SMALL_AT_ONCE = 8
_REST = 4
"""So many times as long as it took to answer, its place stays taken: what asks for much
without end has a fifth of a process, however long its answers take."""
_LONGEST_REST_SECONDS = 2.0
_UNKNOWN_PER_SECOND = 50
"""Of one address. The provider, which tells of ended sessions, is one too."""
_UNKNOWN_PLACES = 16
_UNKNOWN_AT_ONCE = 4
_EXPORT_PLACES = 8
"""Whole lists that leave this process at once: each holds a connection."""
_CHECK_PLACES = 3
"""Files that are read while somebody waits for what was found: each keeps a thread at
work for as long as it is long, and a few of them would slow all others down."""
_CHECKS_AT_ONCE = 2
_REFUSALS_PER_SECOND = 20
_REFUSAL_SECONDS = 0.5
"""So long a caller waits for a refusal who heeds none: each costs as much as a page."""
_STREAM_SECONDS = 30
"""After so long it is worth asking whether a stream has ended."""


class TooManyStreams(RateLimited):
    """Messages are shown in too many places; close a tab or window of this console."""

    code = "too_many_streams"


class TooCostly(RateLimited):
    """You have asked for very much; ask for fewer rows, or wait a moment."""

    code = "too_costly"


class Buckets:
    """A bucket for each key; the least used are forgotten first, and are then full."""

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.monotonic,
        most: int = _MOST_BUCKETS,
    ) -> None:
        self._now = now
        self._most = most
        self._held: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, per_second: float) -> None:
        """Take one out, or refuse.

        Raises:
            RateLimited: The bucket is empty; told is when it holds one again.
        """
        now = self._now()
        left = self._left(key, per_second, now)
        if left < 1.0:
            raise refusal((1.0 - left) / per_second)
        self._leave(key, left - 1.0, now)

    def spend(self, key: Hashable, per_second: float, amount: float) -> float:
        """Take much out at once, also more than there is: what is owed comes first.

        Tells which part of it is left then.

        Raises:
            TooCostly: Something is owed still; told is until when.
        """
        now = self._now()
        left = self._left(key, per_second, now, _COST_BURST_SECONDS)
        if left <= 0.0:
            raise TooCostly(retry_after=int(-left / per_second) + 1)
        self._leave(key, left - amount, now)
        return (left - amount) / (per_second * _COST_BURST_SECONDS)

    def take_each(self, *wanted: tuple[Hashable, float]) -> bool:
        """Take one out of each bucket, or, where one is empty, none of any."""
        now, found = self._now(), []
        for key, rate in wanted:
            left = self._left(key, rate, now)
            if left < 1.0:
                return False
            found.append((key, left))
        for key, left in found:
            self._leave(key, left - 1.0, now)
        return True

    def _left(
        self,
        key: Hashable,
        per_second: float,
        now: float,
        burst: float = _BURST_SECONDS,
    ) -> float:
        size = max(per_second * burst, 1.0)
        left, then = self._held.get(key, (size, now))
        return min(size, left + (now - then) * per_second)

    def _leave(self, key: Hashable, left: float, now: float) -> None:
        self._held[key] = (left, now)
        self._held.move_to_end(key)
        if len(self._held) > self._most:
            self._held.popitem(last=False)


class Streams:
    """Answers that stay open, so many for each person."""

    def __init__(self) -> None:
        self._open: Counter[tuple[str, str]] = Counter()

    def open(self, actor: Actor, most: int) -> Callable[[], None]:
        """Count one more, and tell how to close it.

        Raises:
            TooManyStreams: This person has so many open.
        """
        person = actor.realm, actor.id
        if self._open[person] >= most:
            raise TooManyStreams(retry_after=_STREAM_SECONDS)
        self._open[person] += 1
        return partial(self._close, person)

    def _close(self, person: tuple[str, str]) -> None:
        self._open[person] -= 1
        if not self._open[person]:
            del self._open[person]


@asynccontextmanager
async def _resting(gate: FairGate, actor: Actor, most: int) -> AsyncIterator[None]:
    """Be inside while the block runs; the place stays taken for a while after it.

    Raises:
        RateLimited: Too many of the realm or the person wait already.
    """
    await gate.enter(actor.realm, most, actor.id)
    began = time.monotonic()
    try:
        yield
    finally:
        rest = min(_REST * (time.monotonic() - began), _LONGEST_REST_SECONDS)
        asyncio.get_running_loop().call_later(rest, gate.leave, actor.realm, actor.id)


class Admission:
    """What the web application asks before it does anything for anybody."""

    def __init__(
        self, quotas: RealmQuotas, places: int, *, buckets: Buckets | None = None
    ) -> None:
        self._quotas = quotas
        self._buckets = buckets or Buckets()
        self._requests = FairGate(places)
        self._uploads = FairGate(places)
        self._exports = FairGate(_EXPORT_PLACES)
        self._small = FairGate(_SMALL_PLACES)
        self._heavy = FairGate(_HEAVY_PLACES)
        self._checks = FairGate(_CHECK_PLACES)
        self._unknown = FairGate(_UNKNOWN_PLACES)
        self._streams = Streams()
        self._refusals = Buckets()
        # Apart, since a flood from many addresses would push the others' out.
        self._unknown_buckets = Buckets()

    async def quotas(self, realm: str) -> Quotas:
        """What the realm may ask for."""
        return await self._quotas.of(realm)

    async def count_realm(self, realm: str) -> Quotas:
        """Count a request of the realm, and tell what the realm may ask for.

        Raises:
            RateLimited: Too many came.
        """
        quotas = await self._quotas.of(realm)
        self._buckets.take(realm, quotas.requests_per_second)
        return quotas

    async def count_person(self, actor: Actor) -> None:
        """Count a request of a person.

        Raises:
            RateLimited: Too many came.
        """
        quotas = await self._quotas.of(actor.realm)
        self._buckets.take((actor.realm, actor.id), quotas.person_requests_per_second)

    def count_both(self, actor: Actor) -> bool:
        """Count a request of a person and of the realm, where nothing is to be asked.

        Counts nothing where it is, or where either may ask no more.
        """
        quotas = self._quotas.fresh(actor.realm)
        return quotas is not None and self._buckets.take_each(
            (actor.realm, quotas.requests_per_second),
            ((actor.realm, actor.id), quotas.person_requests_per_second),
        )

    async def enter(
        self, actor: Actor, quotas: Quotas, *, is_upload: bool
    ) -> Callable[[], None]:
        """Take one of the realm's places, and tell how to leave.

        Uploads, which are slow, have places of their own.

        Raises:
            RateLimited: Too many of the realm or the person wait already.
        """
        gate = self._uploads if is_upload else self._requests
        most = quotas.uploads_at_once if is_upload else quotas.requests_at_once
        await gate.enter(actor.realm, most, actor.id)
        return partial(gate.leave, actor.realm, actor.id)

    async def enter_export(self, actor: Actor) -> Callable[[], None]:
        """Take one of the realm's places for lists that leave, and tell how to leave.

        Raises:
            RateLimited: Too many of the realm or the person leave or wait already.
        """
        quotas = await self._quotas.of(actor.realm)
        await self._exports.enter(actor.realm, quotas.exports_at_once, actor.id)
        return partial(self._exports.leave, actor.realm, actor.id)

    def check(self, actor: Actor) -> AbstractAsyncContextManager[None]:
        """Read a file of the person's that is not kept: one at a time, with rests.

        Raises:
            RateLimited: Too many of the realm or the person wait already.
        """
        return _resting(self._checks, actor, _CHECKS_AT_ONCE)

    def open_stream(self, actor: Actor, quotas: Quotas) -> Callable[[], None]:
        """Count an answer of the person that stays open, and tell how to close it.

        Raises:
            TooManyStreams: This person has enough of them.
        """
        return self._streams.open(actor, quotas.person_streams)

    @asynccontextmanager
    async def work(self, actor: Actor, cost: int) -> AsyncIterator[None]:
        """Answer a question of so much, on the person's account.

        What is great, and whatever is asked by who has asked for much of late, is
        answered one at a time, and the place rests a while after each.

        Raises:
            TooCostly: The person has asked for too much of late.
            RateLimited: Too much of the realm or the person waits already.
        """
        quotas = await self._quotas.of(actor.realm)
        account = "cost", actor.realm, actor.id
        try:
            left = self._buckets.spend(account, quotas.person_cost_per_second, cost)
        except TooCostly:
            await self.refuse_slowly((actor.realm, actor.id))
            raise
        if cost < HEAVY and left >= _CALM:
            async with self._small.place(actor.realm, _SMALL_AT_ONCE, actor.id):
                yield
            return
        async with _resting(self._heavy, actor, _HEAVY_AT_ONCE):
            yield

    async def refuse_slowly(self, caller: Hashable) -> None:
        """Wait a moment with a refusal, where the same caller has had many of late."""
        try:
            self._refusals.take(caller, _REFUSALS_PER_SECOND)
        except RateLimited:
            await asyncio.sleep(_REFUSAL_SECONDS)

    def count_unknown(self, address: str) -> None:
        """Count a call of nobody known.

        Raises:
            RateLimited: Too many came from the address.
        """
        self._unknown_buckets.take(address, _UNKNOWN_PER_SECOND)

    async def enter_unknown(self, address: str) -> Callable[[], None]:
        """Count a call of nobody known, and take a place away from everybody else's.

        Raises:
            RateLimited: Too many came from the address, or wait already.
        """
        self.count_unknown(address)
        await self._unknown.enter(address, _UNKNOWN_AT_ONCE)
        return partial(self._unknown.leave, address)
