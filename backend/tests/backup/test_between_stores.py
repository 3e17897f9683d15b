"""A tenant goes from SQLite to PostgreSQL and back, and is the same in both."""

import asyncio
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from giroscope.cli import tenant_restore
from giroscope.kernel.database import Database, Table
from giroscope.settings import Settings
from tests.backup.backup_desk import BackupDesk, every_row
from tests.payments.bank_world import BankWorld

pytestmark = [
    pytest.mark.integration,
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
]


def test_a_command_alone_knows_every_table(database: Database, realm: str) -> None:
    """In a process of its own: here, other tests have loaded every room."""
    program = (
        "from giroscope.cli import translated_rows\n"
        "from giroscope.kernel.database import Table\n"
        "print(*Table.metadata.tables)"
    )
    known = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    there = {name for name in every_row(database, realm) if "_words" not in name}
    assert {*known.stdout.split(), "alembic_version"} == there


def test_it_is_the_same_there_and_back_and_searched_and_numbered_as_before(
    desk: BackupDesk,
    world: BankWorld,
    database: Database,
    in_own_loop: Any,
    settings: Settings,
    empty_postgres: Settings,
    realm: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.sign()
    with database.job_connection(realm) as connection:
        # A number that was given out, and is in no row any more.
        given = "UPDATE sqlite_sequence SET seq = 9000 WHERE name = 'jobs'"
        connection.execute(text(given))
        connection.commit()
    before = _values(database, realm)
    assert before["sendings"]
    assert before["bank_keys"]
    desk.backup(tmp_path / "first")
    monkeypatch.setattr(tenant_restore, "settle", lambda *_: 0)

    desk.settings = empty_postgres
    desk.restore(tmp_path / "first")
    there = Database(empty_postgres)
    assert _values(there, realm) == before
    with there.job_connection(realm) as connection:
        last = connection.execute(text("SELECT last_value FROM jobs_id_seq"))
        assert last.scalar_one() == 9000
    for verb in ("audit", "ledger"):
        assert desk.run(verb, "verify", "--realm", realm)[0] == 0
    after = _values(there, realm)
    desk.backup(tmp_path / "second")
    assert desk.run("rehearse", "--from", tmp_path / "second")[0] == 0
    asyncio.run(there.close())

    desk.settings = settings
    in_own_loop(database.close())
    desk.restore(tmp_path / "second", "--replace")
    assert _values(database, realm) == after
    with database.job_connection(realm) as connection:
        number = "SELECT seq FROM sqlite_sequence WHERE name = 'jobs'"
        assert connection.execute(text(number)).scalar_one() == 9000
        _ensure_searched(connection)
    assert desk.run("audit", "verify", "--realm", realm)[0] == 0
    received = world.received().total()
    world.sign()
    world.perform(frozenset({"send"}))
    assert world.received().total() > received, "its key opens and signs"


def _values(database: Database, realm: str) -> dict[str, list[str]]:
    """Every table, row by row, by what its values mean."""
    with database.snapshot(realm) as connection:
        return {
            table.name: sorted(
                repr(tuple(map(_plain, row)))
                for row in connection.execute(select(*table.columns))
            )
            for table in Table.metadata.sorted_tables
        }


def _plain(value: object) -> object:
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def _ensure_searched(connection: Connection) -> None:
    for name in ("transaction_words", "system_message_words"):
        # Holds what is found by words against what stands in its table.
        values = f"({name}, rank) VALUES ('integrity-check', 1)"
        connection.exec_driver_sql(f"INSERT INTO {name} {values}")
    names = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'"
    assert connection.exec_driver_sql(names).scalar_one() > 15
