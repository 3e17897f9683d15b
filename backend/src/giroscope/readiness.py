"""What a web process needs from outside itself, and what of it is missing now.

Without its database it can answer nothing, and is not ready. Without its store, room on
the disk or a worker it still answers most of what is asked; to send people away from
every process then would take from them what works. So that is told, and no more.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import text

from giroscope.features.documents import Vault
from giroscope.kernel import set_up
from giroscope.kernel.database import Database
from giroscope.kernel.failing_parts import failing_parts
from giroscope.kernel.reach import Pulse
from giroscope.settings import Settings

_PATIENCE_SECONDS = 3.0
_KEPT_SECONDS = 5.0
"""So long a store is not asked again: who asks whether we are ready asks often."""


class Missing(NamedTuple):
    """Something that does not do its part now."""

    part: str
    detail: str


class Readiness:
    """Asks what is needed."""

    def __init__(
        self, settings: Settings, database: Database, vault: Vault, pulse: Pulse
    ) -> None:
        self._settings = settings
        self._database = database
        self._vault = vault
        self._pulse = pulse
        self._store: tuple[Missing, ...] = ()
        self._store_at = float("-inf")

    async def missing(self) -> Sequence[Missing]:
        """What is missing; the database alone where that is."""
        if not await self._has_database():
            return [Missing("database", "The database does not answer")]
        return [*await self._of_store(), *self._of_disk(), *self._of_parts()]

    async def _has_database(self) -> bool:
        if not await self._pulse.beats():
            return False
        try:
            async with (
                asyncio.timeout(_PATIENCE_SECONDS),
                self._database.reading(self._settings.default_realm) as session,
            ):
                await session.execute(text("SELECT 1 FROM alembic_version"))
        except Exception:  # noqa: BLE001 - whatever it is, it is not ready
            return False
        return True

    async def _of_store(self) -> Sequence[Missing]:
        if time.monotonic() - self._store_at > _KEPT_SECONDS:
            is_there = await self._vault.answers(_PATIENCE_SECONDS)
            said = Missing("store", "The document store does not answer")
            self._store = () if is_there else (said,)
            self._store_at = time.monotonic()
        return self._store

    def _of_disk(self) -> Sequence[Missing]:
        if set_up.has_room_for(self._settings, 0):
            return ()
        return (Missing("disk", "The disk is nearly full; uploads are refused"),)

    def _of_parts(self) -> Sequence[Missing]:
        return [
            Missing(part.name, f"It ended {part.deaths} times and is started again")
            for part in failing_parts(self._settings.data_dir)
        ]
