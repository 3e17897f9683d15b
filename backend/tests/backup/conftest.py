"""An installation to be backed up."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert, select

from giroscope.features.documents import Vault
from giroscope.features.uploads import Kind, Upload
from giroscope.features.uploads.actions import Given, HandedIn, hand_in
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.tables import RealmLimit
from giroscope.settings import Settings
from tests.backup.backup_desk import MASTER_KEY, OTHER, BackupDesk, keep_document
from tests.payments.bank_world import OUT, REALM, SIDES, BankWorld, bank_world


@pytest.fixture
def desk(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> BackupDesk:
    """Commands at the installation of the test."""
    return BackupDesk(settings, monkeypatch, capsys)


@pytest.fixture
def two(database: Database, vault: Vault, realm: str) -> Database:
    """Two tenants, each with a document and a limit that names it."""
    migrate_realm(database, OTHER, MASTER_KEY)
    for name in (realm, OTHER):
        keep_document(database, vault, name, f"what {name} was given".encode())
        with database.job_connection(name) as connection:
            limit = {"name": f"mark-of-{name}", "value": 7}
            connection.execute(insert(RealmLimit).values(limit))
            connection.commit()
    return database


@pytest.fixture
def empty_postgres(
    settings: Settings, postgres_url: str, tmp_path: Path
) -> Iterator[Settings]:
    """Another installation under the same master key, without a tenant."""
    name = f"elsewhere_{os.getpid()}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
        there = f"{postgres_url.rpartition('/')[0]}/{name}"
        changed = {"data_dir": tmp_path / "elsewhere", "database_url": there}
        yield settings.model_copy(update=changed)
        server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def import_bytes(
    settings: Settings,
    database: Database,
    vault: Vault,
    works: dict[str, jobs.Work],
    in_own_loop: Any,
) -> Any:
    """Import a file, and leave nothing open: what is restored has files of its own."""

    async def given(data: bytes, name: str, kind: str) -> HandedIn:
        own = Database(settings)
        stored = vault.keep_now(REALM, [data])
        one = Given(name, Kind(kind), "SHELL", stored, system_clock())
        async with own.writing(REALM) as session:
            handed = await hand_in(session, shell_actor(REALM), one)
        await own.close()
        return handed

    def import_one(data: bytes, name: str, kind: str = "STATEMENT") -> Upload:
        handed = in_own_loop(given(data, name, kind))
        jobs.perform(database, works, REALM, handed.job_id)
        with database.job_session(REALM) as session:
            upload = session.scalars(
                select(Upload).where(Upload.id == handed.upload_id)
            ).one()
            session.expunge(upload)
            return upload

    return import_one


@pytest.fixture
def world(
    settings: Settings,
    bank_folder: Path,
    database: Database,
    vault: Vault,
    in_own_loop: Any,
    import_bytes: Any,
) -> Iterator[BankWorld]:
    """A tenant with a bank, a file the bank has, and all it said of that."""
    given = settings, bank_folder, database, vault, in_own_loop, import_bytes
    with bank_world(SIDES["nordea"], *given) as made:
        made.sign()
        made.perform(OUT)
        made.come_in()
        yield made
