"""Waits for background work that a command asked for; is its worker where none runs."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from threading import Event, Thread

from sqlalchemy import select

from giroscope.kernel.database import Database
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning, sole_worker, work_until

_LOOK_SECONDS = 0.1


class Waiting:
    """Whoever waits in one realm."""

    def __init__(self, settings: Settings, database: Database, realm: str) -> None:
        self._settings = settings
        self._database = database
        self._realm = realm
        self._place = ExitStack()
        self._worker: Thread | None = None
        self._stop = Event()

    @property
    def is_worker(self) -> bool:
        """Whether nobody else was at work."""
        return self._worker is not None

    async def until_over(self, waited: Mapping[int, str]) -> None:
        """Come back when these jobs are over, by id with what to call them."""
        while rows := await self._unfinished(waited):
            _show(waited, rows)
            self._ensure_worker()
            await asyncio.sleep(_LOOK_SECONDS)
        _show(waited, [])

    def stop(self) -> None:
        """Work no more; jobs that are not over go on at the next worker."""
        self._stop.set()
        if self._worker is not None:
            self._worker.join()

    def _ensure_worker(self) -> None:
        """Be the worker where there is none."""
        if self._worker is not None:
            if not self._worker.is_alive():
                raise RuntimeError("the worker ended before the work was done")
            return
        try:
            place = self._place.enter_context(sole_worker(self._settings))
        except WorkerRunning:
            return
        self._worker = Thread(
            target=work_until, args=(self._settings, self._stop, place),
            name="worker", daemon=True,
        )  # fmt: skip
        self._worker.start()

    async def _unfinished(self, waited: Mapping[int, str]) -> Sequence[Job]:
        if not waited:
            return []
        states = [state.value for state in UNFINISHED]
        query = select(Job).where(Job.id.in_(list(waited)), Job.state.in_(states))
        async with self._database.reading(self._realm) as session:
            return (await session.execute(query.order_by(Job.id))).scalars().all()


def _show(waited: Mapping[int, str], rows: Sequence[Job]) -> None:
    """How far the first of them is, on a terminal."""
    if not sys.stderr.isatty():
        return
    line = ""
    if rows:
        job = rows[0]
        done = f" {100 * job.done // job.total} %" if job.total else ""
        line = f"{waited[job.id]}: {job.stage or 'waiting'}{done}"
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()
