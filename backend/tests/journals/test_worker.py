"""A worker killed in mid-import goes on when it starts again, and ends once."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from giroscope.settings import Settings
from tests.journals.realm_tables import everything
from tests.statements.statement_factory import Line, Sheet, camt

LINES = [Line(f"{n}.00", reference=f"R{n}") for n in range(1, 81)]
DATA = camt(Sheet(LINES), message="M")
_PATIENCE = 120.0


@contextmanager
def worker(settings: Settings, pause: float) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker process; killed at the end of the block at the latest."""
    key = settings.master_key
    assert key is not None
    script = str(Path(__file__).with_name("worker_process.py"))
    address = settings.database_url or ""
    arguments = [str(settings.data_dir), key.get_secret_value(), address, str(pause)]
    with subprocess.Popen([sys.executable, script, *arguments]) as process:  # noqa: S603 - this folder's own script
        try:
            yield process
        finally:
            process.kill()


def wait_for(condition: Callable[[], bool]) -> None:
    """Come back when it is so."""
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not come to be in time"
        time.sleep(0.02)


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
    settings: Settings,
    database: Database,
    realm: str,
    handed_in: HandedIn,
    import_bytes: Callable[..., Upload],
) -> None:
    with worker(settings, pause=0.2) as first:
        wait_for(lambda: entries(database, realm) > 0)
        first.kill()
        first.wait()
    assert job(database, realm, handed_in.job_id).state == "RUNNING"
    assert entries(database, realm) < len(LINES)
    with worker(settings, pause=0.0):
        wait_for(lambda: job(database, realm, handed_in.job_id).state == "SUCCEEDED")
    found = everything(database, realm)
    assert len(found["transactions"]) == len(LINES)
    assert len(found["messages"]) == 1
    assert len(found["journal_events"]) == 1
    assert import_bytes(DATA, "again.xml").duplicate_of == handed_in.upload_id


def test_running_import_is_cancelled_and_leaves_nothing(
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

    with worker(settings, pause=0.3):
        wait_for(lambda: entries(database, realm) > 0)
        in_own_loop(stop())
        wait_for(lambda: job(database, realm, handed_in.job_id).state == "CANCELLED")
    assert entries(database, realm) == 0
