"""A database that goes is waited for, by whoever works, and told of once."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from errno import ENOSPC
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import psycopg
import pytest
from dbos import _sys_db
from postgres import PostgresUnavailable, Server, own_postgres
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as NoneFree
from structlog.testing import capture_logs

from giroscope.kernel import engine_waits, jobs
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database, Table
from giroscope.kernel.engine_waits import bound_waits
from giroscope.kernel.jobs import AtOnce, EngineStopped, JobRun, new_job, run_worker
from giroscope.kernel.outage import DiskFull, Outage, Pauses, is_away, is_full
from giroscope.kernel.schedule import run_schedule
from giroscope.kernel.tables import Job, JobHold, ScheduleTurn
from giroscope.settings import Settings

REALM, NAME = "giroscope", "host-1"
_PATIENCE = 20.0
_TABLES = [one.__table__ for one in (Job, JobHold, ScheduleTurn)]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that nobody else asks, with what background work needs."""
    try:
        with own_postgres(in_memory=True) as own:
            yield own
    except PostgresUnavailable as reason:
        pytest.skip(f"PostgreSQL: {reason}")


@pytest.fixture(scope="module")
def ours(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("outage")
    database = Database(Settings(data_dir=folder, database_url=server.address))
    database.create_realm(REALM)
    with database.job_connection(REALM) as connection:
        Table.metadata.create_all(connection, tables=_TABLES)  # type: ignore[arg-type]
        connection.commit()
    jobs.prepare(database)
    yield database
    for engine in database._engines.values():
        engine.dispose()


def _ask(database: Database) -> int:
    with database.job_connection(REALM) as connection:
        values = new_job("test", 1, system_clock())
        made = connection.execute(insert(Job).values(**values).returning(Job.id))
        job_id = int(made.scalar_one())
        connection.commit()
        return job_id


def _state(database: Database, job_id: int) -> str:
    with database.snapshot(REALM) as connection:
        query = select(Job.state).where(Job.id == job_id)
        return str(connection.execute(query).scalar_one())


def _until(is_so: Callable[[], bool], patience: float = _PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def _worker(database: Database, work: jobs.Work) -> Iterator[Thread]:
    stop = Event()
    worker = Thread(
        target=run_worker,
        args=(database, {"test": work}, NAME, stop, AtOnce(3, 2)),
        kwargs={"sweep_seconds": 0.1},
    )
    worker.start()
    try:
        yield worker
    finally:
        stop.set()
        worker.join()
        # The process goes on here, which has no lease any more.
        database.admit = None


def _cut(server: Server) -> None:
    """End every session there is, as an operator or a failover does."""
    with psycopg.connect(server.address, autocommit=True) as desk:
        desk.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


def _count(lines: list[Any], event: str) -> int:
    return sum(line["event"] == event for line in lines)


@pytest.mark.integration
def test_a_worker_outlives_its_database_and_ends_what_was_cut(
    server: Server, ours: Database
) -> None:
    began: list[int] = []

    def work(run: JobRun) -> None:
        began.append(run.job_id)
        with run.database.job_connection(REALM) as connection:
            connection.execute(select(Job.id))
            if len(began) == 1:
                _cut(server)
            connection.execute(text("SELECT 1"))

    with capture_logs() as lines, _worker(ours, work) as worker:
        cut = _ask(ours)
        _until(lambda: len(began) == 2 and _state(ours, cut) == "SUCCEEDED")
        assert began == [cut, cut]
        _until(lambda: not ours.outage.is_on)
        lines.clear()
        server.stop()
        _until(lambda: ours.outage.is_on)
        time.sleep(2)
        server.start()
        later = _ask(ours)
        _until(lambda: _state(ours, later) == "SUCCEEDED", 30)
        _until(lambda: not ours.outage.is_on)
        assert worker.is_alive()
    told = [_count(lines, name) for name in ("database.away", "database.back")]
    assert told == [1, 1]
    assert not [line for line in lines if line["log_level"] == "error"]


@pytest.mark.integration
def test_a_worker_that_starts_before_its_database_waits_for_it(
    server: Server, ours: Database
) -> None:
    job_id = _ask(ours)
    server.stop()
    with capture_logs() as lines, _worker(ours, lambda _run: None) as worker:
        _until(lambda: _count(lines, "database.away") == 1)
        assert worker.is_alive()
        server.start()
        _until(lambda: _state(ours, job_id) == "SUCCEEDED")


@pytest.mark.integration
def test_the_schedule_outlives_its_database_and_takes_the_turn_it_missed(
    server: Server, ours: Database
) -> None:
    asked, stop = Event(), Event()
    now = datetime(2026, 11, 21, 9, 30, 12, tzinfo=UTC)

    def due(_realm: str, _connection: Connection, _now: datetime) -> None:
        asked.set()

    server.stop()
    turns = (ours, {"one": due, "other": due}, stop, lambda: now)
    schedule = Thread(target=run_schedule, args=turns)
    with capture_logs() as lines:
        schedule.start()
        _until(lambda: ours.outage.is_on)
        server.start()
        # The clock stands still: it is the turn of the minute in which it was away.
        assert asked.wait(_PATIENCE)
        stop.set()
        schedule.join()
    assert _count(lines, "database.away") == 1
    assert _count(lines, "schedule.failed") == 0
    ours.outage.over()


class _Stated(psycopg.OperationalError):
    def __init__(self, state: str | None) -> None:
        super().__init__("no")
        self.sqlstate = state


def _of_file(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("no")
    error.sqlite_errorcode = code
    return error


def _wrapped(orig: BaseException) -> OperationalError:
    return OperationalError("SELECT 1", {}, orig)


def _caused(by: BaseException) -> Exception:
    error = RuntimeError("while it was written")
    error.__cause__ = by
    return error


@pytest.mark.parametrize(
    ("error", "is_so"),
    [
        (_wrapped(_Stated(None)), True),
        (_wrapped(_Stated("57P01")), True),
        (_wrapped(_Stated("08006")), True),
        (_wrapped(_Stated("53300")), True),
        (_Stated("53100"), True),
        (_caused(_wrapped(_Stated("57P03"))), True),
        (NoneFree("QueuePool limit"), True),
        (PendingRollbackError("invalid", code="8s2b"), True),
        (PendingRollbackError("invalid", code="7s2a"), False),
        (_wrapped(_of_file(sqlite3.SQLITE_BUSY)), True),
        # A snapshot that another write has passed: an extended code.
        (_wrapped(_of_file(sqlite3.SQLITE_BUSY | 2 << 8)), True),
        (_wrapped(_of_file(sqlite3.SQLITE_FULL)), True),
        (_wrapped(_of_file(sqlite3.SQLITE_ERROR)), False),
        (_wrapped(_Stated("42P01")), False),
        (_wrapped(_Stated("40001")), False),
        (IntegrityError("INSERT", {}, psycopg.IntegrityError("twice")), False),
        (KeyError("name"), False),
    ],
)
def test_what_is_away_is_told_from_what_is_wrong(error: Exception, is_so: bool) -> None:
    assert is_away(error) is is_so


def test_a_full_disk_is_told_from_a_server_that_is_away() -> None:
    errors = [_Stated("53100"), _of_file(sqlite3.SQLITE_FULL), _Stated("53300")]
    assert [is_full(_wrapped(error)) for error in errors] == [True, True, False]


def test_an_outage_is_told_once_and_once_when_it_is_over() -> None:
    now = [100.0]
    outage = Outage(lambda: now[0])
    with capture_logs() as lines:
        outage.over()
        for _ in range(389):
            outage.note(_wrapped(_Stated("57P01")))
        now[0] += 30
        outage.over()
        outage.over()
    assert [line["event"] for line in lines] == ["database.away", "database.back"]
    assert lines[0]["reason"] == "_Stated: no"
    assert lines[1]["seconds"] == 30


def test_a_full_disk_is_told_under_its_own_name() -> None:
    for error in (_wrapped(_Stated("53100")), DiskFull(), OSError(ENOSPC, "full")):
        outage = Outage()
        with capture_logs() as lines:
            outage.note(error)
            outage.over()
        assert [line["event"] for line in lines] == ["disk.full", "disk.has_room"]


def test_pauses_grow_to_a_bound_and_begin_again() -> None:
    pauses = Pauses(0.5, 4)
    assert [pauses.next() for _ in range(6)] == [0.5, 1, 2, 4, 4, 4]
    pauses.begin_again()
    assert pauses.next() == 0.5


def test_the_engine_never_sleeps_for_long_when_its_database_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(engine_waits.time, "sleep", slept.append)
    failures = iter([True] * 9)

    @_sys_db.db_retry()
    def ask(_database: object) -> str:
        if next(failures, False):
            raise OperationalError("x", {}, _Stated("08006"))
        return "answer"

    bound_waits()
    assert ask(object()) == "answer"
    assert len(slept) == 9
    assert max(slept) == engine_waits.LONGEST_NAP


@pytest.mark.integration
def test_an_engine_that_looks_for_no_jobs_is_noticed(
    ours: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_DEAF_SECONDS", 0.3)
    monkeypatch.setattr(jobs._Engine, "take", lambda _self: None)
    with pytest.raises(EngineStopped):
        run_worker(ours, {}, NAME, Event(), AtOnce(1, 1), sweep_seconds=0.1)


@pytest.mark.integration
def test_an_engine_is_left_once_nobody_asks_it_for_the_jobs_of_others(
    ours: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking: list[bool] = []

    def leave(_self: object) -> None:
        asking.append("lease" in {one.name for one in enumerate_threads()})

    monkeypatch.setattr(jobs, "_DEAF_SECONDS", 0.3)
    monkeypatch.setattr(jobs._Engine, "take", lambda _self: None)
    monkeypatch.setattr(jobs._Engine, "leave", leave)
    with pytest.raises(EngineStopped):
        run_worker(ours, {}, NAME, Event(), AtOnce(1, 1), sweep_seconds=0.1)
    assert asking == [False]
