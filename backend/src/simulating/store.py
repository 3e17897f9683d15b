"""A simulator's memory: one SQLite file that survives being killed.

One writer at a time. What a transaction wrote is on the disk when it ends, so that
an answer that leaves afterwards is true whatever happens to the process.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

Row = sqlite3.Row

_CREATE = re.compile(r"CREATE (TABLE|INDEX|VIEW) ")
_IF_MISSING = r"CREATE \1 IF NOT EXISTS "
_STATE = "CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL)"


class StoreIsNewer(Exception):
    """The folder was written by a later release of the simulator."""


class Store:
    """Tables, read and written in whole transactions."""

    def __init__(self, where: Path, tables: str, version: int) -> None:
        where.parent.mkdir(parents=True, exist_ok=True)
        self._lock = RLock()
        self._depth = 0
        self._connection = sqlite3.connect(
            where, isolation_level=None, check_same_thread=False
        )
        self._connection.row_factory = sqlite3.Row
        self._connection.execute("PRAGMA journal_mode = WAL")
        # An accepted file must outlive the machine, not just the process.
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._prepare(tables, version)

    def _prepare(self, tables: str, version: int) -> None:
        found = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if found > version:
            raise StoreIsNewer(f"tables of version {found}")
        if found < version:
            with self.transaction():
                for statement in (_STATE, *tables.split(";\n")):
                    if statement.strip():
                        # A later release only adds to what an earlier one made.
                        self._connection.execute(_CREATE.sub(_IF_MISSING, statement))
                self._connection.execute(f"PRAGMA user_version = {version}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing; one within another belongs to the outer one."""
        with self._lock:
            if self._depth == 0:
                self._connection.execute("BEGIN IMMEDIATE")
            self._depth += 1
            try:
                yield
            except BaseException:
                self._depth -= 1
                if self._depth == 0:
                    self._connection.execute("ROLLBACK")
                raise
            self._depth -= 1
            if self._depth == 0:
                self._connection.execute("COMMIT")

    def run(self, statement: str, *values: Any) -> int:
        """Run one statement; tells the id of a row it made."""
        with self._lock:
            return self._connection.execute(statement, values).lastrowid or 0

    def changed(self, statement: str, *values: Any) -> int:
        """Run one statement; tells how many rows it changed."""
        with self._lock:
            return self._connection.execute(statement, values).rowcount

    def run_many(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Run one statement for each row of values, all of them or none."""
        with self.transaction():
            self._connection.executemany(statement, rows)

    def rows(self, query: str, *values: Any) -> list[Row]:
        """Every row of a query."""
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> Row | None:
        """The first row of a query."""
        with self._lock:
            found: Row | None = self._connection.execute(query, values).fetchone()
            return found

    def one(self, query: str, *values: Any) -> Row:
        """The one row that must be there."""
        found = self.row(query, *values)
        if found is None:
            raise LookupError("a row that must be there is not")
        return found

    def value(self, name: str) -> str | None:
        """A value of the simulator's own state."""
        found = self.row("SELECT value FROM state WHERE name = ?", name)
        return found["value"] if found else None

    def keep(self, name: str, value: str) -> None:
        """Remember a value of the simulator's own state."""
        self.run(
            "INSERT INTO state VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
