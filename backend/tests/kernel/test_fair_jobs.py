"""A real worker gives tenants turns, however many jobs one of them has waiting."""

import time
from threading import Event, Lock, Thread

import pytest
from sqlalchemy import insert, select

from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import (
    AtOnce,
    JobRun,
    JobStarter,
    new_job,
    prepare,
    run_worker,
)
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

KEY = bytes(range(32))
FLOOD, SMALL = 30, 3
_PATIENCE = 120.0


class Work:
    """Takes a moment, and notes whose it was and how many ran beside it."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.most: dict[str, int] = {}
        self._running: dict[str, int] = {}
        self._lock = Lock()

    def __call__(self, run: JobRun) -> None:
        with self._lock:
            self.order.append(run.realm)
            now = self._running.get(run.realm, 0) + 1
            self._running[run.realm] = now
            self.most[run.realm] = max(now, self.most.get(run.realm, 0))
        time.sleep(0.05)
        with self._lock:
            self._running[run.realm] -= 1


def _ask(database: Database, realm: str, count: int) -> None:
    with database.job_connection(realm) as connection:
        values = [new_job("test", number, system_clock()) for number in range(count)]
        connection.execute(insert(Job), values)
        connection.commit()


def _unfinished(database: Database, realm: str) -> int:
    with database.snapshot(realm) as connection:
        return len(
            connection.execute(select(Job.id).where(Job.finished.is_(None))).all()
        )


@pytest.mark.integration
def test_a_flooding_tenant_does_not_hold_up_anothers_import(settings: Settings) -> None:
    database, work, stop = Database(settings), Work(), Event()
    migrate_realm(database, "small", KEY)
    prepare(database)
    _ask(database, "giroscope", FLOOD)
    _ask(database, "small", SMALL)
    starter = JobStarter(database)
    starter.sweep()
    starter.close()
    worker = Thread(
        target=run_worker,
        args=(database, {"test": work}, "fair", stop, AtOnce(3, 2)),
    )
    worker.start()
    try:
        deadline = time.monotonic() + _PATIENCE
        while _unfinished(database, "giroscope") + _unfinished(database, "small"):
            assert time.monotonic() < deadline, work.order
            time.sleep(0.05)
    finally:
        stop.set()
        worker.join()
    assert (work.order.count("giroscope"), work.order.count("small")) == (FLOOD, SMALL)
    last = max(place for place, realm in enumerate(work.order) if realm == "small")
    assert last < 15, "it waited for turns, not for the whole line"
    assert work.most["giroscope"] <= 2, "a place is left for others"
    for engine in database._engines.values():
        engine.dispose()
