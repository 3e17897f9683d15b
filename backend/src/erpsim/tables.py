"""The tables of the ERP; `simulating.store` makes them."""

from __future__ import annotations

VERSION = 3
TABLES = """
CREATE TABLE companies (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, registration TEXT NOT NULL,
  currency TEXT NOT NULL, country TEXT NOT NULL, closed_until TEXT);

CREATE TABLE bank_accounts (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  ledger TEXT NOT NULL, name TEXT NOT NULL, currency TEXT NOT NULL,
  iban TEXT NOT NULL, bic TEXT NOT NULL, is_blocked INTEGER NOT NULL DEFAULT 0);

CREATE TABLE methods (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  code TEXT NOT NULL, name TEXT NOT NULL, currency TEXT NOT NULL,
  bank_account TEXT REFERENCES bank_accounts, is_outbound INTEGER NOT NULL,
  is_active INTEGER NOT NULL);

CREATE TABLE suppliers (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  name TEXT NOT NULL, street TEXT NOT NULL, building TEXT NOT NULL,
  postcode TEXT NOT NULL, town TEXT NOT NULL, country TEXT NOT NULL,
  iban TEXT NOT NULL, account_number TEXT NOT NULL, bic TEXT NOT NULL,
  giro_creditor TEXT NOT NULL, slip_type TEXT NOT NULL, currency TEXT NOT NULL,
  method TEXT NOT NULL REFERENCES methods);

CREATE TABLE invoices (
  id INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  supplier TEXT NOT NULL REFERENCES suppliers, number TEXT NOT NULL,
  amount INTEGER NOT NULL, currency TEXT NOT NULL, issued TEXT NOT NULL,
  due TEXT NOT NULL, reference TEXT NOT NULL, state TEXT NOT NULL,
  UNIQUE (company, supplier, number));

CREATE TABLE payments (
  id INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  supplier TEXT NOT NULL REFERENCES suppliers, invoice INTEGER REFERENCES invoices,
  number TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL,
  due TEXT NOT NULL, method TEXT NOT NULL REFERENCES methods,
  bank_account TEXT REFERENCES bank_accounts, reference TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1, state TEXT NOT NULL, claim TEXT,
  is_settled INTEGER NOT NULL DEFAULT 0);
CREATE INDEX payments_by_state ON payments (company, state, id);
CREATE INDEX payments_by_invoice ON payments (invoice);

CREATE TABLE history (
  id INTEGER PRIMARY KEY, payment INTEGER NOT NULL REFERENCES payments,
  at TEXT NOT NULL, state TEXT NOT NULL, day TEXT, client_id TEXT,
  reason_code TEXT NOT NULL, reason TEXT NOT NULL, bank_reference TEXT NOT NULL,
  UNIQUE (payment, client_id));
CREATE INDEX history_by_client ON history (client_id);

CREATE TABLE statements (
  id INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  bank_account TEXT NOT NULL REFERENCES bank_accounts, client_id TEXT NOT NULL,
  sha256 TEXT NOT NULL, number TEXT NOT NULL, day TEXT NOT NULL,
  opening INTEGER NOT NULL, closing INTEGER NOT NULL, at TEXT NOT NULL,
  UNIQUE (company, client_id));

CREATE TABLE statement_lines (
  id INTEGER PRIMARY KEY, statement INTEGER NOT NULL REFERENCES statements,
  client_id TEXT NOT NULL, booked TEXT NOT NULL, value_day TEXT NOT NULL,
  amount INTEGER NOT NULL, text TEXT NOT NULL, bank_reference TEXT NOT NULL,
  counterparty TEXT NOT NULL, counterparty_account TEXT NOT NULL,
  payment INTEGER REFERENCES payments);
CREATE INDEX lines_by_statement ON statement_lines (statement);
CREATE INDEX lines_by_client ON statement_lines (client_id);

CREATE TABLE settlements (
  id INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  client_id TEXT NOT NULL, told TEXT NOT NULL,
  line INTEGER NOT NULL REFERENCES statement_lines, at TEXT NOT NULL,
  is_released INTEGER NOT NULL DEFAULT 0, UNIQUE (company, client_id));
CREATE INDEX settlements_by_line ON settlements (line);

CREATE TABLE items (
  id INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  side TEXT NOT NULL, party TEXT NOT NULL, party_name TEXT NOT NULL,
  party_account TEXT NOT NULL, number TEXT NOT NULL, reference TEXT NOT NULL,
  amount INTEGER NOT NULL, currency TEXT NOT NULL, issued TEXT NOT NULL,
  due TEXT NOT NULL, state TEXT NOT NULL, changed INTEGER NOT NULL,
  settlement INTEGER REFERENCES settlements, UNIQUE (company, side, number));
CREATE INDEX items_by_state ON items (company, state, id);
CREATE INDEX items_by_change ON items (company, changed);
CREATE INDEX items_by_settlement ON items (settlement);

CREATE TABLE settled_items (
  settlement INTEGER NOT NULL REFERENCES settlements,
  item INTEGER NOT NULL REFERENCES items, amount INTEGER NOT NULL,
  PRIMARY KEY (settlement, item));
CREATE INDEX settled_items_by_item ON settled_items (item);

CREATE VIEW items_left AS SELECT i.*, i.amount - COALESCE(
  (SELECT SUM(s.amount) FROM settled_items s WHERE s.item = i.id), 0) AS open
  FROM items i;

INSERT INTO settled_items SELECT settlement, id, amount FROM items
  WHERE settlement IS NOT NULL;

CREATE TABLE postings (
  id INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES companies,
  kind TEXT NOT NULL, day TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL);

CREATE TABLE legs (
  id INTEGER PRIMARY KEY, posting INTEGER NOT NULL REFERENCES postings,
  company TEXT NOT NULL, account TEXT NOT NULL, currency TEXT NOT NULL,
  amount INTEGER NOT NULL);
CREATE INDEX legs_by_account ON legs (company, account);

CREATE TABLE faults (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, operation TEXT, times INTEGER,
  parameters TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0);

CREATE TABLE requests (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, operation TEXT NOT NULL,
  outcome TEXT NOT NULL)
"""
