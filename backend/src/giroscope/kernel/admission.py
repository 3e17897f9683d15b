"""Lets requests in so that no tenant keeps another waiting.

Each tenant and each person has a bucket of requests that fills at a steady rate; each
tenant has so many places at once; and where the process has no place left, tenants
take turns, whoever of them has the longer line. Calls of nobody known have buckets and
places of their own, by address. All of it counts for one process.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from functools import partial
from math import ceil

from giroscope.kernel.access import Actor
from giroscope.kernel.errors import RateLimited
from giroscope.kernel.quotas import Quotas, RealmQuotas

_BURST_SECONDS = 4.0
"""So much of its rate a bucket holds: a page that loads asks many things at once."""
_MOST_BUCKETS = 20_000
_WAITING_PER_PLACE = 8
_WAIT_SECONDS = 20.0
_UNKNOWN_PER_SECOND = 50
"""Of one address. The provider, which tells of ended sessions, is one too."""
_UNKNOWN_PLACES = 16
_UNKNOWN_AT_ONCE = 4
_EXPORT_PLACES = 8
"""Whole lists that leave this process at once: each holds a connection."""


def _refusal(seconds: float) -> RateLimited:
    return RateLimited(retry_after=max(1, ceil(seconds)))


class Buckets:
    """A bucket for each key; the least used are forgotten first, and are then full."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._held: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, per_second: float) -> None:
        """Take one out, or refuse.

        Raises:
            RateLimited: The bucket is empty; told is when it holds one again.
        """
        now = self._now()
        left = self._left(key, per_second, now)
        if left < 1.0:
            raise _refusal((1.0 - left) / per_second)
        self._leave(key, left - 1.0, now)

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

    def _left(self, key: Hashable, per_second: float, now: float) -> float:
        size = max(per_second * _BURST_SECONDS, 1.0)
        left, then = self._held.get(key, (size, now))
        return min(size, left + (now - then) * per_second)

    def _leave(self, key: Hashable, left: float, now: float) -> None:
        self._held[key] = (left, now)
        self._held.move_to_end(key)
        if len(self._held) > _MOST_BUCKETS:
            self._held.popitem(last=False)


class FairGate:
    """So many places in all, so many for each realm; realms take turns."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._inside: dict[str, int] = {}
        # The realm in front is let in next; it then goes to the end.
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._most: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, realm: str, most: int) -> AsyncIterator[None]:
        """Be inside while the block runs, as one of the realm's so many.

        Raises:
            RateLimited: The realm's line is too long, or did not move in time.
        """
        await self.enter(realm, most)
        try:
            yield
        finally:
            self.leave(realm)

    async def enter(self, realm: str, most: int) -> None:
        """Take one of the realm's so many places; whoever does must `leave`.

        Raises:
            RateLimited: The realm's line is too long, or did not move in time.
        """
        self._most[realm] = most
        if (
            self._free > 0
            and not self._lines.get(realm)
            and self._inside.get(realm, 0) < most
        ):
            # Whoever waits although a place is free waits for one of its own realm.
            self._free -= 1
            self._inside[realm] = self._inside.get(realm, 0) + 1
            return
        await self._wait(realm, most)

    async def _wait(self, realm: str, most: int) -> None:
        line = self._lines.setdefault(realm, deque())
        if len(line) >= most * _WAITING_PER_PLACE:
            raise _refusal(1)
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._let_in()
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                # The place was given in the moment the wait ended.
                self.leave(realm)
            elif turn in line:
                line.remove(turn)
            if isinstance(error, TimeoutError):
                raise _refusal(_WAIT_SECONDS / 4) from error
            raise

    def leave(self, realm: str) -> None:
        """Give the place to whoever is next."""
        self._free += 1
        self._inside[realm] -= 1
        if not self._inside[realm]:
            del self._inside[realm]
            self._forget(realm)
        if self._lines:
            self._let_in()

    def _forget(self, realm: str) -> None:
        """Keep nothing of who is neither inside nor in a line: addresses are many."""
        if realm not in self._inside and realm not in self._lines:
            self._most.pop(realm, None)

    def _let_in(self) -> None:
        """Give the free places away, one realm after the other."""
        for realm in [*self._lines]:
            if not self._lines[realm]:
                del self._lines[realm]
                self._forget(realm)
        is_moving = True
        while self._free > 0 and is_moving:
            is_moving = False
            for realm in [*self._lines]:
                if self._free > 0 and self._is_next(realm):
                    self._admit(realm)
                    is_moving = True

    def _is_next(self, realm: str) -> bool:
        line = self._lines[realm]
        while line and line[0].done():
            line.popleft()
        return bool(line) and self._inside.get(realm, 0) < self._most[realm]

    def _admit(self, realm: str) -> None:
        self._free -= 1
        self._inside[realm] = self._inside.get(realm, 0) + 1
        self._lines[realm].popleft().set_result(None)
        self._lines.move_to_end(realm)


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
        self._unknown = FairGate(_UNKNOWN_PLACES)
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

    async def enter(self, realm: str, quotas: Quotas, *, is_upload: bool) -> FairGate:
        """Take one of the realm's places, and tell the gate that is to be left.

        Uploads, which are slow, have places of their own.

        Raises:
            RateLimited: Too many of the realm wait already.
        """
        gate = self._uploads if is_upload else self._requests
        most = quotas.uploads_at_once if is_upload else quotas.requests_at_once
        await gate.enter(realm, most)
        return gate

    async def enter_export(self, realm: str) -> Callable[[], None]:
        """Take one of the realm's places for lists that leave, and tell how to leave.

        Raises:
            RateLimited: Too many of the realm leave or wait already.
        """
        quotas = await self._quotas.of(realm)
        await self._exports.enter(realm, quotas.exports_at_once)
        return partial(self._exports.leave, realm)

    def count_unknown(self, address: str) -> None:
        """Count a call of nobody known.

        Raises:
            RateLimited: Too many came from the address.
        """
        self._unknown_buckets.take(address, _UNKNOWN_PER_SECOND)

    async def enter_unknown(self, address: str) -> FairGate:
        """Count a call of nobody known, and take a place away from everybody else's.

        Raises:
            RateLimited: Too many came from the address, or wait already.
        """
        self.count_unknown(address)
        await self._unknown.enter(address, _UNKNOWN_AT_ONCE)
        return self._unknown
