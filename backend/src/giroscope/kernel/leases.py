"""A worker keeps its lease by saying that it is there, and watches the others'.

Clocks of machines differ, so nobody compares them: a process is silent when another,
by its own clock, has seen it say nothing new for the length of a lease. Who was cut
off or stopped meanwhile has seen nothing, and begins to watch anew. The jobs of a
process without lease are put back into the queue by the engine's own recovery.
On SQLite there is one machine with one worker, which recovers what it left itself.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

import structlog
from dbos import DBOS

from giroscope.kernel import worker_processes
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.outage import is_away
from giroscope.kernel.worker_processes import (
    Doing,
    LeaseLost,
    WorkerProcess,
    WorkerProcesses,
)

log = structlog.get_logger(__name__)

_BEATS = 10
"""So often in the length of a lease a process says that it is there."""
_END_SECONDS = 5.0


class _Heard(NamedTuple):
    said: datetime
    """By the clock of whoever said it."""
    since: float
    """When this was new, by the clock of whoever watches."""


class Lease:
    """The lease of this process, kept in a thread of its own."""

    def __init__(
        self, database: Database, name: str, doing: Callable[[], Doing]
    ) -> None:
        self._database = database
        self._processes = WorkerProcesses(database)
        self._name = name
        self._doing = doing
        self._seconds = worker_processes.GONE_AFTER.total_seconds()
        self._over = Event()
        self._lost = Event()
        self._thread = Thread(target=self._keep, name="lease", daemon=True)
        self._heard: dict[str, _Heard] = {}
        self._looked = monotonic()
        self.is_drained = False

    def begin(self, before: str | None) -> None:
        """Get the lease. The process that was here before is dead for certain."""
        self._processes.begin(self._name, system_clock(), before)

    def keep(self) -> None:
        """From now on."""
        self._thread.start()

    def ensure_held(self) -> None:
        """Pass silently, or refuse.

        Raises:
            LeaseLost: Others do the work of this process.
        """
        if self._lost.is_set():
            raise LeaseLost

    def keep_no_longer(self) -> None:
        """Ask the engine for nobody's jobs from now on, so that it may be left.

        What is held stays so for a while.
        """
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(_END_SECONDS)

    def end(self) -> None:
        """Give it back: what is not done is anybody's."""
        self.keep_no_longer()
        self._processes.end(self._name)

    def _keep(self) -> None:
        wait = 0.0
        while not self._over.wait(wait):
            wait = self._seconds / _BEATS
            try:
                doing = self._doing()
                self.is_drained = self._processes.beat(
                    self._name, doing, system_clock()
                )
                if doing is Doing.WORKING and not self._database.is_sqlite:
                    self._look()
            except LeaseLost:
                self._lost.set()
                return
            except Exception as error:
                if is_away(error):
                    self._database.outage.note(error)
                else:
                    log.exception("worker.lease_not_kept")

    def _look(self) -> None:
        """Take over what those left who are silent, or have ended."""
        for one in self._silent():
            if self._processes.lose(one.name, one.seen):
                log.warning(
                    "worker.lost", worker=one.name, host=one.host, pid=one.pid,
                    seen=one.seen.isoformat(),
                )  # fmt: skip
        if not _at_work() - {self._name}:
            return
        with self._processes.without_lease(_at_work) as names:
            if not names:
                return
            jobs = DBOS._recover_pending_workflows(list(names))  # noqa: SLF001
            log.warning(
                "jobs.taken_over", of=sorted(names),
                jobs=sorted(job.get_workflow_id() for job in jobs),
            )  # fmt: skip

    def _silent(self) -> Collection[WorkerProcess]:
        asked = monotonic()
        if asked - self._looked > self._seconds / 2:
            # They may have said much that this process did not hear.
            self._heard.clear()
        found = [
            one
            for one in self._processes.all()
            if one.name != self._name and one.doing != Doing.LOST
        ]
        self._looked = monotonic()
        self._heard = {one.name: self._hear(one) for one in found}
        return [
            one for one in found if asked - self._heard[one.name].since > self._seconds
        ]

    def _hear(self, one: WorkerProcess) -> _Heard:
        heard = self._heard.get(one.name)
        if heard is not None and heard.said == one.seen:
            return heard
        return _Heard(one.seen, self._looked)


def _at_work() -> set[str]:
    """The processes that jobs run on, as the engine has it."""
    running = DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)
    return {one.executor_id for one in running if one.executor_id}
