"""The bank's memory: one SQLite file that survives being killed.

One writer at a time. What a transaction wrote is on the disk when it ends, so that
an answer that leaves afterwards is true whatever happens to the process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

Row = sqlite3.Row

_TABLES = """
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE agreements (
  id TEXT PRIMARY KEY, channel TEXT NOT NULL, centre TEXT, bank TEXT NOT NULL,
  customer TEXT NOT NULL, country TEXT NOT NULL, agreement_no TEXT, sender_id TEXT,
  signer_id TEXT, function_id TEXT, reg_no TEXT, state TEXT NOT NULL,
  code TEXT NOT NULL, code_issued TEXT NOT NULL, code_state TEXT NOT NULL);

CREATE TABLE certificates (
  fingerprint TEXT PRIMARY KEY, agreement TEXT NOT NULL REFERENCES agreements,
  environment TEXT NOT NULL, user_id TEXT NOT NULL, key_id TEXT NOT NULL,
  der BLOB NOT NULL, issued TEXT NOT NULL, expires TEXT NOT NULL, state TEXT NOT NULL);

CREATE TABLE seen (
  kind TEXT NOT NULL, who TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (kind, who, value));

CREATE TABLE accounts (
  iban TEXT PRIMARY KEY, agreement TEXT NOT NULL REFERENCES agreements,
  name TEXT NOT NULL, currency TEXT NOT NULL, bank_code TEXT NOT NULL,
  number TEXT NOT NULL, bic TEXT NOT NULL, overdraft INTEGER NOT NULL,
  statements INTEGER NOT NULL DEFAULT 0);

CREATE TABLE uploads (
  id INTEGER PRIMARY KEY, agreement TEXT NOT NULL REFERENCES agreements,
  environment TEXT NOT NULL, file_type TEXT NOT NULL, request_id TEXT NOT NULL,
  sha256 TEXT NOT NULL, content BLOB NOT NULL, message_id TEXT, version TEXT,
  stated_created TEXT, stated_count INTEGER, stated_sum TEXT,
  received TEXT NOT NULL, state TEXT NOT NULL, due TEXT, reason TEXT,
  faults TEXT NOT NULL);
CREATE INDEX uploads_by_message ON uploads (agreement, message_id);
CREATE INDEX uploads_by_state ON uploads (state, due);

CREATE TABLE batches (
  id INTEGER PRIMARY KEY, upload INTEGER NOT NULL REFERENCES uploads,
  payment_info_id TEXT NOT NULL, debtor_account TEXT NOT NULL, debtor TEXT,
  day TEXT NOT NULL, is_batch_booked INTEGER NOT NULL, state TEXT NOT NULL,
  reason TEXT, text TEXT);
CREATE INDEX batches_by_upload ON batches (upload);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY, batch INTEGER NOT NULL REFERENCES batches,
  instruction_id TEXT, end_to_end_id TEXT NOT NULL, amount INTEGER NOT NULL,
  currency TEXT NOT NULL, creditor TEXT NOT NULL, creditor_account TEXT NOT NULL,
  creditor_scheme TEXT NOT NULL, creditor_agent TEXT, remittance TEXT,
  reference TEXT, state TEXT NOT NULL, reason TEXT, text TEXT);
CREATE INDEX orders_by_batch ON orders (batch);
CREATE INDEX orders_by_end_to_end ON orders (end_to_end_id);

CREATE TABLE postings (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, booking_day TEXT NOT NULL,
  made TEXT NOT NULL, bank_reference TEXT NOT NULL UNIQUE,
  order_id INTEGER UNIQUE REFERENCES orders, end_to_end_id TEXT,
  counterparty TEXT, counterparty_account TEXT, remittance TEXT, reference TEXT);
CREATE INDEX postings_by_day ON postings (booking_day);

CREATE TABLE legs (
  id INTEGER PRIMARY KEY, posting INTEGER NOT NULL REFERENCES postings,
  account TEXT NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL);
CREATE INDEX legs_by_account ON legs (account);
CREATE INDEX legs_by_posting ON legs (posting);

CREATE TABLE files (
  id INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE,
  agreement TEXT NOT NULL REFERENCES agreements, kind TEXT NOT NULL,
  file_type TEXT NOT NULL, account TEXT, upload INTEGER, created TEXT NOT NULL,
  booking_day TEXT NOT NULL, available TEXT NOT NULL, available_day TEXT NOT NULL,
  state TEXT NOT NULL, last_download TEXT, content BLOB NOT NULL);
CREATE INDEX files_by_agreement ON files (agreement, state, kind);
CREATE INDEX files_by_upload ON files (upload, state);

CREATE TABLE faults (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, agreement TEXT, operation TEXT,
  times INTEGER, parameters TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0);

CREATE TABLE exchanges (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, operation TEXT NOT NULL,
  agreement TEXT, outcome TEXT NOT NULL);
"""
_VERSION = 1
_EXCHANGES_KEPT = 500


class StoreIsNewer(Exception):
    """The folder was written by a later release of the bank."""


class Store:
    """The bank's tables, read and written in whole transactions."""

    def __init__(self, where: Path) -> None:
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
        self._prepare()

    def _prepare(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise StoreIsNewer(f"tables of version {version}")
        if version == 0:
            with self.transaction():
                for statement in _TABLES.split(";\n"):
                    if statement.strip():
                        self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {_VERSION}")

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

    def run_many(self, statement: str, rows: Iterator[tuple[Any, ...]]) -> None:
        """Run one statement for each row of values."""
        with self._lock:
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
        """A value of the bank's own state."""
        found = self.row("SELECT value FROM state WHERE name = ?", name)
        return found["value"] if found else None

    def keep(self, name: str, value: str) -> None:
        """Remember a value of the bank's own state."""
        self.run(
            "INSERT INTO state VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def note(self, at: str, operation: str, agreement: str | None, text: str) -> None:
        """Write down an exchange for the page; the oldest are forgotten."""
        made = self.run(
            "INSERT INTO exchanges (at, operation, agreement, outcome)"
            " VALUES (?, ?, ?, ?)",
            at,
            operation,
            agreement,
            text,
        )
        self.run("DELETE FROM exchanges WHERE id <= ?", made - _EXCHANGES_KEPT)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
