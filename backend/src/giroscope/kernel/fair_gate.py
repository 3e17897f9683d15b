"""Places that tenants, and the people of a tenant, take turns for."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil

from giroscope.kernel.errors import RateLimited

WAITING_PER_PLACE = 8
WAIT_SECONDS = 20.0

_Turn = asyncio.Future[None]
_Lines = OrderedDict[str, deque[_Turn]]


def refusal(seconds: float) -> RateLimited:
    """Too much was asked; in so many seconds it is worth asking again."""
    return RateLimited(retry_after=max(1, ceil(seconds)))


def share(most: int) -> int:
    """How many of a tenant's places one person may have: half of them."""
    return (most + 1) // 2


class FairGate:
    """So many places in all, so many for each realm; realms take turns.

    Within a realm people take turns, and a person has at most half of its places: one
    who asks much leaves room for colleagues too. Whoever is nobody in particular ("")
    may have all.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._inside: dict[str, int] = {}
        self._of_person: Counter[tuple[str, str]] = Counter()
        # The realm in front is let in next; it then goes to the end. So do its people.
        self._lines: OrderedDict[str, _Lines] = OrderedDict()
        self._most: dict[str, int] = {}

    @asynccontextmanager
    async def place(
        self, realm: str, most: int, person: str = ""
    ) -> AsyncIterator[None]:
        """Be inside while the block runs, as one of the realm's so many.

        Raises:
            RateLimited: The line is too long, or did not move in time.
        """
        await self.enter(realm, most, person)
        try:
            yield
        finally:
            self.leave(realm, person)

    async def enter(self, realm: str, most: int, person: str = "") -> None:
        """Take one of the realm's so many places; whoever does must `leave`.

        Raises:
            RateLimited: The line is too long, or did not move in time.
        """
        self._most[realm] = most
        if self._free > 0 and not self._lines.get(realm) and self._fits(realm, person):
            # Whoever waits although a place is free waits for one of its own realm.
            self._take(realm, person)
            return
        await self._wait(realm, most, person)

    def leave(self, realm: str, person: str = "") -> None:
        """Give the place to whoever is next."""
        self._free += 1
        self._inside[realm] -= 1
        self._of_person[realm, person] -= 1
        if not self._of_person[realm, person]:
            del self._of_person[realm, person]
        if not self._inside[realm]:
            del self._inside[realm]
            self._forget(realm)
        if self._lines:
            self._let_in()

    def _fits(self, realm: str, person: str) -> bool:
        """Whether the realm, and the person in it, may have one more."""
        most = self._most[realm]
        own = self._of_person[realm, person] if person else 0
        return self._inside.get(realm, 0) < most and own < share(most)

    def _take(self, realm: str, person: str) -> None:
        self._free -= 1
        self._inside[realm] = self._inside.get(realm, 0) + 1
        self._of_person[realm, person] += 1

    async def _wait(self, realm: str, most: int, person: str) -> None:
        lines = self._lines.setdefault(realm, OrderedDict())
        line = lines.setdefault(person, deque())
        own = share(most) if person else most
        waiting = sum(map(len, lines.values()))
        if max(waiting / most, len(line) / own) >= WAITING_PER_PLACE:
            raise refusal(1)
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._let_in()
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                # The place was given in the moment the wait ended.
                self.leave(realm, person)
            elif turn in line:
                line.remove(turn)
            if isinstance(error, TimeoutError):
                raise refusal(WAIT_SECONDS / 4) from error
            raise

    def _forget(self, realm: str) -> None:
        """Keep nothing of who is neither inside nor in a line: addresses are many."""
        if realm not in self._inside and realm not in self._lines:
            self._most.pop(realm, None)

    def _let_in(self) -> None:
        """Give the free places away, one realm after the other."""
        for realm in [*self._lines]:
            self._drop_empty(realm)
        is_moving = True
        while self._free > 0 and is_moving:
            is_moving = False
            for realm in [*self._lines]:
                person = self._next(realm) if self._free > 0 else None
                if person is not None:
                    self._admit(realm, person)
                    is_moving = True

    def _drop_empty(self, realm: str) -> None:
        lines = self._lines[realm]
        for person in [*lines]:
            if not lines[person]:
                del lines[person]
        if not lines:
            del self._lines[realm]
            self._forget(realm)

    def _next(self, realm: str) -> str | None:
        """Whose turn it is in the realm; None where nobody's is."""
        for person, line in self._lines[realm].items():
            while line and line[0].done():
                line.popleft()
            if line and self._fits(realm, person):
                return person
        return None

    def _admit(self, realm: str, person: str) -> None:
        lines = self._lines[realm]
        self._take(realm, person)
        lines[person].popleft().set_result(None)
        lines.move_to_end(person)
        self._lines.move_to_end(realm)
