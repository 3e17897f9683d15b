"""The bank's memory; see `simulating.store` for what it survives."""

from __future__ import annotations

from pathlib import Path

from simulating import store
from simulating.store import Row, StoreIsNewer

__all__ = ["Row", "Store", "StoreIsNewer"]

_TABLES = """
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


class Store(store.Store):
    """The bank's tables, read and written in whole transactions."""

    def __init__(self, where: Path) -> None:
        super().__init__(where, _TABLES, _VERSION)

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
