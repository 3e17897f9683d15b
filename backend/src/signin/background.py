"""Work that goes on after the answer: bounded, and finished before the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

_log = structlog.get_logger("signin")

_MOST = 100


class Background:
    """Runs work beside the answers."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this soon; what comes while too much is waiting is dropped and logged."""
        if len(self._tasks) >= _MOST:
            work.close()
            _log.warning("background_full", waiting=len(self._tasks))
            return
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait until all that was started is done."""
        while self._tasks:
            await asyncio.gather(*self._tasks)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    # The edge of a job: nobody waits for it who could be told.
    try:
        await work
    except Exception:  # noqa: BLE001 - see above
        _log.exception("background_failed")
