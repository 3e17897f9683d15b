"""Who was silent for the length of a lease loses it, and writes nothing any more."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import OperationalError

from giroscope.kernel import leases
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database, program_of
from giroscope.kernel.jobs import new_job
from giroscope.kernel.leases import Lease
from giroscope.kernel.outage import is_away
from giroscope.kernel.tables import Job
from giroscope.kernel.worker_processes import (
    GONE_AFTER,
    Doing,
    LeaseLost,
    Standing,
    WorkerProcess,
    WorkerProcesses,
)
from giroscope.settings import Settings

_LATE, _OTHER = "one-1", "other-1"
_LEASE = GONE_AFTER.total_seconds()
_CONNECTED = text(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = :program"
)
# SQLite has one worker, which nobody watches.
_ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)


@contextmanager
def _worker(settings: Settings, name: str) -> Iterator[Database]:
    database = Database(settings, name)
    yield database
    for engine in database._engines.values():
        engine.dispose()


def _lose_late(other: Database, realm: str) -> None:
    """Take its lease; what it held holds up nobody from then on."""
    processes = WorkerProcesses(other)
    assert processes.lose(_LATE, _said(processes, _LATE).seen)
    with other.shared_connection() as connection:
        values = {"program": program_of(_LATE)}
        assert connection.execute(_CONNECTED, values).scalar_one() == 0
    with other.alone(realm):
        pass


def _said(processes: WorkerProcesses, name: str) -> WorkerProcess:
    (found,) = [one for one in processes.all() if one.name == name]
    return found


@_ON_POSTGRES
def test_what_a_late_worker_has_not_committed_never_was(
    settings: Settings, realm: str
) -> None:
    now = system_clock()
    with _worker(settings, _LATE) as late, _worker(settings, _OTHER) as other:
        WorkerProcesses(late).begin(_LATE, now)
        WorkerProcesses(other).begin(_OTHER, now)
        values = new_job("test", 1, now)
        with late.job_connection(realm) as writing:
            writing.execute(insert(Job).values(**values))
            with pytest.raises(OperationalError), late.alone(realm):
                _lose_late(other, realm)
            with pytest.raises(OperationalError) as caught:
                writing.commit()
        assert is_away(caught.value)
        with pytest.raises(LeaseLost), late.job_connection(realm):
            pass
        with other.job_connection(realm) as connection:
            count = connection.execute(select(func.count(Job.id))).scalar_one()
        assert count == 0


@_ON_POSTGRES
def test_only_who_says_nothing_new_loses_its_lease_and_once(
    database: Database,
) -> None:
    processes, now = WorkerProcesses(database), system_clock()
    processes.begin(_LATE, now)
    processes.begin(_OTHER, now)
    seen = _said(processes, _LATE).seen
    later = now + timedelta(seconds=1)
    processes.beat(_LATE, Doing.WORKING, later)
    assert not processes.lose(_LATE, seen)
    assert processes.lose(_LATE, later)
    assert not processes.lose(_LATE, later)
    assert _said(processes, _LATE).standing(later) is Standing.GONE
    with pytest.raises(LeaseLost):
        processes.beat(_LATE, Doing.WORKING, later)
    assert not processes.beat(_OTHER, Doing.WORKING, later)


def test_a_process_is_silent_by_the_clock_of_who_watches(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes, clock = WorkerProcesses(database), [1_000.0]
    monkeypatch.setattr(leases, "monotonic", lambda: clock[0])
    # Its own clock is an hour behind.
    said = system_clock() - timedelta(hours=1)
    processes.begin(_LATE, said)
    lease = Lease(database, _OTHER, lambda: Doing.WORKING)
    lease.begin(None)

    def silent(after: float) -> list[str]:
        clock[0] += after
        return [one.name for one in lease._silent()]

    third = _LEASE / 3
    assert [silent(third) for _ in range(4)] == [[]] * 4
    # It was there all the time, and says so.
    processes.beat(_LATE, Doing.WORKING, said + timedelta(seconds=1))
    assert [silent(third) for _ in range(4)] == [[]] * 4
    assert silent(third) == [_LATE]
    # Who was away itself has not heard what others said meanwhile.
    assert silent(_LEASE) == []
    assert [silent(third) for _ in range(3)] == [[]] * 3
    assert silent(third) == [_LATE]
