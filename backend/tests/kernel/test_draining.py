"""A drained process begins no job, ends what it has, and returns when it is let."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread

import pytest
from sqlalchemy import insert, select

from giroscope import __version__
from giroscope.kernel import jobs
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import AtOnce, JobRun, new_job, run_worker
from giroscope.kernel.tables import Job
from giroscope.kernel.worker_processes import (
    GONE_AFTER,
    Doing,
    LeaseLost,
    Standing,
    WorkerProcesses,
)
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

REALM, NAME = "giroscope", "host-1"
_PATIENCE = 120.0


def _ask(database: Database, subject: int) -> int:
    with database.job_connection(REALM) as connection:
        values = new_job("test", subject, system_clock())
        made = connection.execute(insert(Job).values(**values).returning(Job.id))
        job_id = int(made.scalar_one())
        connection.commit()
        return job_id


def _state(database: Database, job_id: int) -> tuple[str, str | None]:
    with database.snapshot(REALM) as connection:
        query = select(Job.state, Job.worker).where(Job.id == job_id)
        row = connection.execute(query).one()
        return row.state, row.worker


def _until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def _worker(database: Database, work: jobs.Work) -> Iterator[None]:
    stop = Event()
    worker = Thread(
        target=run_worker,
        args=(database, {"test": work}, NAME, stop, AtOnce(3, 2)),
        kwargs={"sweep_seconds": 0.1},
    )
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()
        # The process goes on here, which has no lease any more.
        database.admit = None


@contextmanager
def _set_at_last(event: Event) -> Iterator[None]:
    try:
        yield
    finally:
        event.set()


@pytest.fixture
def ours(settings: Settings) -> Iterator[Database]:
    database = Database(settings)
    jobs.prepare(database)
    yield database
    for engine in database._engines.values():
        engine.dispose()


@pytest.mark.integration
def test_a_drained_process_ends_what_it_has_and_begins_nothing(ours: Database) -> None:
    processes, may_end = WorkerProcesses(ours), Event()

    def standing() -> Standing:
        (one,) = processes.all()
        return one.standing(system_clock())

    def work(run: JobRun) -> None:
        if run.subject == 1:
            may_end.wait(_PATIENCE)

    with _worker(ours, work), _set_at_last(may_end):
        long = _ask(ours, 1)
        _until(lambda: _state(ours, long)[0] == "RUNNING")
        assert standing() is Standing.WORKING
        assert processes.drain(NAME, system_clock())
        _until(lambda: processes.all()[0].doing == Doing.FINISHING)
        later = _ask(ours, 2)
        may_end.set()
        _until(lambda: standing() is Standing.DRAINED)
        assert _state(ours, long) == ("SUCCEEDED", NAME)
        # It has been looked at often enough since.
        assert _state(ours, later) == ("QUEUED", None)
        assert processes.drain(NAME, None)
        _until(lambda: _state(ours, later)[0] == "SUCCEEDED")
        _until(lambda: standing() is Standing.WORKING)
    assert processes.all() == []


async def test_a_process_that_starts_again_is_not_drained(database: Database) -> None:
    processes, now = WorkerProcesses(database), system_clock()
    processes.begin(NAME, now)
    assert not processes.beat(NAME, Doing.WORKING, now)
    assert processes.drain(NAME, now)
    assert processes.beat(NAME, Doing.FINISHING, now)
    (one,) = processes.all()
    assert (one.pid, one.version, one.drained) == (os.getpid(), __version__, now)
    processes.begin(NAME, now + timedelta(minutes=1))
    assert not processes.beat(NAME, Doing.WORKING, now)
    assert not processes.drain("nobody", now)


async def test_who_says_nothing_is_gone_and_forgotten_in_time(
    database: Database,
) -> None:
    processes, now = WorkerProcesses(database), system_clock()
    processes.begin("host-0", now - timedelta(days=8))
    processes.begin(NAME, now - GONE_AFTER - timedelta(seconds=1))
    (one,) = processes.all()
    assert (one.name, one.standing(now)) == (NAME, Standing.GONE)
    processes.beat(NAME, Doing.FINISHING, now)
    (one,) = processes.all()
    # Somebody has let it work again before it had ended what it has.
    assert one.standing(now) is Standing.RETURNING


async def test_who_was_forgotten_and_speaks_again_may_work_no_more(
    database: Database,
) -> None:
    processes, now = WorkerProcesses(database), system_clock()
    processes.begin("host-0", now - timedelta(days=8))
    processes.begin(NAME, now)
    with pytest.raises(LeaseLost):
        processes.beat("host-0", Doing.WORKING, now)
    assert [one.name for one in processes.all()] == [NAME]
