"""How much a tenant has stored, so that nobody's uploads fill the disk of all.

The sum is read now and then; in between, each process counts what it takes in itself.
What banks and the product bring is counted too, and never refused.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import func, select

from giroscope.features.documents import Document
from giroscope.kernel.database import Database
from giroscope.kernel.errors import TooLarge

_LOOK_SECONDS = 30.0


class StorageFull(TooLarge):
    """Your company has no room left for this file; ask your administrator for more."""

    code = "storage_full"


@dataclass(slots=True)
class _Used:
    """What a realm has stored, and what is on its way here."""

    stored: int = 0
    arriving: int = 0
    read_at: float = float("-inf")


class Storage:
    """The bytes each realm has stored, as far as this process knows."""

    def __init__(
        self, database: Database, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._now = now
        self._used: dict[str, _Used] = {}

    async def room(self, realm: str, most: int) -> "Room":
        """What is left of so many bytes."""
        used = self._used.setdefault(realm, _Used())
        if self._now() - used.read_at >= _LOOK_SECONDS:
            used.read_at = self._now()
            async with self._database.reading(realm) as session:
                total = await session.execute(select(func.sum(Document.size)))
                used.stored = int(total.scalar_one() or 0)
        return Room(used, most)


class Room:
    """What one request may still store. Ends with `free`."""

    def __init__(self, used: _Used, most: int) -> None:
        self._used = used
        self._most = most
        self._taken = 0

    def ensure(self, size: int) -> None:
        """Pass silently where so many bytes fit, or refuse.

        Raises:
            StorageFull: They do not.
        """
        if self._used.stored + self._used.arriving + size > self._most:
            raise StorageFull

    def take(self, size: int) -> None:
        """Count bytes that come in.

        Raises:
            StorageFull: There is no room for them.
        """
        self.ensure(size)
        self._used.arriving += size
        self._taken += size

    def keep(self) -> None:
        """What came in is stored."""
        self._used.stored += self._taken
        self.free()

    def free(self) -> None:
        """What came in and was not stored is gone."""
        self._used.arriving -= self._taken
        self._taken = 0
