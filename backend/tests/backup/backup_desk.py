"""An installation whose tenants are backed up: documents, rows, and what is found."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect, literal_column, select, table, text

from giroscope.cli import main
from giroscope.features.documents import Document, Vault
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.settings import Settings

MASTER_KEY = bytes(range(32))
OTHER = "borealis"
_ALL = select(literal_column("*"))


class BackupDesk:
    """The commands, asked with the settings of one installation."""

    def __init__(
        self,
        settings: Settings,
        patch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.settings = settings
        self._patch = patch
        self._capsys = capsys

    def run(self, *words: str | Path) -> tuple[int, str, str]:
        """Run a command; tells its code, and what it said."""
        self._patch.delenv("GIROSCOPE_DATABASE_URL", raising=False)
        for name, value in environment(self.settings).items():
            self._patch.setenv(name, value)
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        said = self._capsys.readouterr()
        return code, said.out, said.err

    def backup(self, folder: Path, *more: str) -> dict[str, Any]:
        """Write a backup that is whole, and tell of it."""
        code, out, err = self.run("backup", "--to", folder, *more, "--json")
        assert code == 0, (out, err)
        told: dict[str, Any] = json.loads(out)
        return told

    def restore(self, folder: Path, *more: str) -> dict[str, Any]:
        """Restore from a folder of backups, and tell of it."""
        words = ("restore", "--from", folder, "--reason", "a drill", "--json")
        code, out, err = self.run(*words, *more)
        assert code == 0, (out, err)
        told: dict[str, Any] = json.loads(out)
        return told


def environment(settings: Settings) -> dict[str, str]:
    """What the settings are as variables, for commands."""
    assert settings.master_key is not None
    found = {
        "GIROSCOPE_DATA_DIR": str(settings.data_dir),
        "GIROSCOPE_MASTER_KEY": settings.master_key.get_secret_value(),
    }
    if settings.database_url is not None:
        found["GIROSCOPE_DATABASE_URL"] = settings.database_url
    return found


def keep_document(database: Database, vault: Vault, realm: str, data: bytes) -> str:
    """Store a document of a tenant; tells its hash."""
    stored = vault.keep_now(realm, [data])
    with database.job_connection(realm) as connection:
        connection.execute(
            insert(Document).values(
                sha256=stored.sha256, name="in.xml", size=stored.size, kind="OTHER",
                source="SHELL", received=system_clock(),
            )
        )  # fmt: skip
        connection.commit()
    return stored.sha256


def every_row(database: Database, realm: str) -> dict[str, list[str]]:
    """Every table of a tenant, row by row."""
    with database.snapshot(realm) as connection:
        return rows_of(connection)


def rows_of(connection: Connection) -> dict[str, list[str]]:
    """Every table that the connection sees first, row by row."""
    connection.execute(text("SELECT 1"))
    schema = None
    if connection.dialect.name == "postgresql":
        schema = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    names = inspect(connection).get_table_names(schema=schema)
    return {
        name: sorted(
            repr(tuple(map(_plain, row)))
            for row in connection.execute(
                select(literal_column("*")).select_from(table(name))
            )
        )
        for name in names
    }


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
