"""A worker killed in mid-import goes on when it starts again, and ends once.

On PostgreSQL another one goes on with it that was there already.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from giroscope.features.documents import Vault
from giroscope.features.statements import Transaction
from giroscope.features.uploads import Kind, Upload
from giroscope.features.uploads.actions import Given, HandedIn, cancel, hand_in
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from giroscope.kernel.worker_processes import WorkerProcesses
from giroscope.settings import Settings
from tests.journals.realm_tables import everything
from tests.statements.statement_factory import Line, Sheet, camt

LINES = [Line(f"{n}.00", reference=f"R{n}") for n in range(1, 81)]
DATA = camt(Sheet(LINES), message="M")
_PATIENCE = 120.0
_LEASE = 4.0
_LONG = 4.0
"""Between two portions: the import lasts until another worker has started."""
_TAKEN_OVER = '"event": "jobs.taken_over"'
_ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)


@dataclass
class Worker:
    """A worker in a process of its own."""

    pid: int
    ask: Callable[[Any], Any]
    status: int | None = None

    def send(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def ended(self) -> int:
        """Wait for its end; tells its status, negative where a signal ended it."""

        def has_ended() -> bool:
            self.status = self.ask(self.pid)
            return self.status is not None

        wait_for(has_ended)
        assert self.status is not None
        return self.status


Start = Callable[..., AbstractContextManager[Worker]]


@pytest.fixture(scope="module")
def _ask() -> Iterator[Callable[[Any], Any]]:
    script = str(Path(__file__).with_name("worker_process.py"))
    with subprocess.Popen(  # noqa: S603 - this folder's own script
        [sys.executable, script],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        asked, told = process.stdin, process.stdout
        assert asked is not None
        assert told is not None

        def ask(what: Any) -> Any:
            print(json.dumps(what), file=asked, flush=True)
            return json.loads(told.readline())

        yield ask


@pytest.fixture
def worker(_ask: Callable[[Any], Any], settings: Settings) -> Start:
    """Starts a worker process; killed at the end of the block at the latest."""
    key = settings.master_key
    assert key is not None
    own = {"data_dir": str(settings.data_dir), "database_url": settings.database_url}

    @contextmanager
    def start(
        pause: float, host: str = "one", log: Path = Path(os.devnull)
    ) -> Iterator[Worker]:
        told = {"pause": pause, "host": host, "lease": _LEASE, "log": str(log)}
        pid = _ask({"settings": own, "key": key.get_secret_value(), **told})
        begun = Worker(pid, _ask)
        try:
            yield begun
        finally:
            if begun.status is None:
                begun.send(signal.SIGKILL)
                begun.ended()

    return start


def wait_for(condition: Callable[[], bool]) -> None:
    """Come back when it is so."""
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not come to be in time"
        time.sleep(0.05)


@pytest.fixture
def handed_in(
    settings: Settings, vault: Vault, realm: str, in_own_loop: Callable[[Any], Any]
) -> HandedIn:
    """A file that waits to be imported; nobody told the engine of its job."""

    async def give() -> HandedIn:
        stored = vault.keep_now(realm, [DATA])
        own = Database(settings)
        async with own.writing(realm) as session:
            given = Given("day.xml", Kind.STATEMENT, "SHELL", stored, system_clock())
            handed = await hand_in(session, shell_actor(realm), given)
        await own.close()
        return handed

    found: HandedIn = in_own_loop(give())
    return found


def job(database: Database, realm: str, job_id: int | None) -> Any:
    """A job's row as it is now, without waiting for writers."""
    engine = database._engine(realm).execution_options(realm=realm)
    with engine.connect() as connection:
        return connection.execute(select(Job).where(Job.id == job_id)).one()


def entries(database: Database, realm: str) -> int:
    """How many entries are stored now."""
    engine = database._engine(realm).execution_options(realm=realm)
    with engine.connect() as connection:
        return connection.execute(select(func.count(Transaction.id))).scalar_one()


def test_import_goes_on_after_a_kill_and_ends_once(
    worker: Start,
    database: Database,
    realm: str,
    handed_in: HandedIn,
    import_bytes: Callable[..., Upload],
) -> None:
    with worker(pause=0.2) as first:
        wait_for(lambda: entries(database, realm) > 0)
        first.send(signal.SIGKILL)
        first.ended()
    assert job(database, realm, handed_in.job_id).state == "RUNNING"
    assert entries(database, realm) < len(LINES)
    with worker(pause=0.0):
        wait_for(lambda: job(database, realm, handed_in.job_id).state == "SUCCEEDED")
    _ensure_ended_once(database, realm)
    assert import_bytes(DATA, "again.xml").duplicate_of == handed_in.upload_id


def test_running_import_is_cancelled_and_leaves_nothing(
    worker: Start,
    settings: Settings,
    database: Database,
    realm: str,
    handed_in: HandedIn,
    in_own_loop: Callable[[Any], Any],
) -> None:
    async def stop() -> None:
        own = Database(settings)
        async with own.writing(realm) as session:
            await cancel(session, shell_actor(realm), handed_in.job_id or 0)
        await own.close()

    with worker(pause=0.3):
        wait_for(lambda: entries(database, realm) > 0)
        in_own_loop(stop())
        wait_for(lambda: job(database, realm, handed_in.job_id).state == "CANCELLED")
    assert entries(database, realm) == 0


@_ON_POSTGRES
def test_import_of_a_machine_that_never_returns_is_ended_by_another(
    worker: Start,
    database: Database,
    realm: str,
    handed_in: HandedIn,
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    with worker(_LONG, log=log) as first:
        wait_for(lambda: entries(database, realm) > 0)
        with worker(0.0, "other", log):
            wait_for(lambda: len(WorkerProcesses(database).all()) == 2)
            first.send(signal.SIGKILL)
            first.ended()
            died = time.monotonic()
            wait_for(lambda: _state(database, realm, handed_in) == "SUCCEEDED")
            took = time.monotonic() - died
    assert job(database, realm, handed_in.job_id).worker.startswith("other-")
    # Not at once: who is dead and who is silent cannot be told apart.
    assert took > _LEASE / 2
    _ensure_ended_once(database, realm)
    assert log.read_text().count(_TAKEN_OVER) == 1


@_ON_POSTGRES
def test_worker_that_was_stopped_finds_its_work_taken_over_and_ends(
    worker: Start,
    database: Database,
    realm: str,
    handed_in: HandedIn,
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    with worker(_LONG, log=log) as first:
        wait_for(lambda: entries(database, realm) > 0)
        with worker(0.0, "other", log):
            wait_for(lambda: len(WorkerProcesses(database).all()) == 2)
            first.send(signal.SIGSTOP)
            wait_for(lambda: _state(database, realm, handed_in) == "SUCCEEDED")
            before = everything(database, realm)
            first.send(signal.SIGCONT)
            assert first.ended() == 1
            # Whatever the late one tried in its last moments.
            assert everything(database, realm) == before
    assert job(database, realm, handed_in.job_id).worker.startswith("other-")
    _ensure_ended_once(database, realm)
    told = log.read_text()
    assert told.count(_TAKEN_OVER) == 1
    assert told.count('"event": "worker.lease_lost"') == 1


@_ON_POSTGRES
def test_work_of_one_that_ended_in_order_is_taken_over_at_once(
    worker: Start,
    database: Database,
    realm: str,
    handed_in: HandedIn,
) -> None:
    with worker(0.2) as first:
        wait_for(lambda: entries(database, realm) > 0)
        first.send(signal.SIGTERM)
        assert first.ended() == 0
    with worker(0.0, "other"):
        wait_for(lambda: _state(database, realm, handed_in) == "SUCCEEDED")
    _ensure_ended_once(database, realm)


def _state(database: Database, realm: str, handed_in: HandedIn) -> str:
    return str(job(database, realm, handed_in.job_id).state)


def _ensure_ended_once(database: Database, realm: str) -> None:
    found = everything(database, realm)
    assert len(found["transactions"]) == len(LINES)
    assert len(found["messages"]) == 1
    assert len(found["journal_events"]) == 1
