"""Whole tables of a realm without their ids, so that two histories can be compared."""

from typing import Any

from sqlalchemy import Connection, text

from giroscope.kernel.database import Database

_STATEMENT = (
    "(SELECT d.sha256 || ':' || coalesce(s.sequence, s.bank_id, '') FROM"
    " statements s JOIN documents d ON d.id = s.document_id WHERE s.id = {id})"
)
_DOCUMENT = "(SELECT sha256 FROM documents WHERE id = {id})"
_ACCOUNT = "(SELECT number || currency FROM accounts WHERE id = {id})"
_ENTRY = "(SELECT entry_key FROM transactions e WHERE e.id = {id})"

_CONTENT = (
    "line, booking_date, value_date, day, value_day, amount, size, currency, state,"
    " reversal, detail_count, details_add_up, counterparty_name,"
    " counterparty_account, counterparty_agent, remittance, reference, end_to_end_id,"
    " payment_batch_id, bank_reference, bank_transaction_code, additional_information,"
    " extra, words"
)
_QUERIES = {
    "accounts": "SELECT number, currency, iban, name, owner, servicer FROM accounts",
    "statements": f"SELECT digest, {_DOCUMENT.format(id='document_id')},"
    f" {_ACCOUNT.format(id='account_id')}, correlation_id, format, is_final, bank_id,"
    " sequence, currency, created, from_date, to_date, opening, opening_date, closing,"
    " closing_date, incoming, outgoing, entries, details, balanced, position, kind,"
    f" status, reason, link, {_STATEMENT.format(id='related_id')}"
    " FROM statements",
    # An entry that was shown before goes by its booking's key, and else by its own.
    "report entries": f"SELECT {_CONTENT}, reason, position, balance,"
    f" {_ACCOUNT.format(id='account_id')}, {_STATEMENT.format(id='statement_id')},"
    f" {_DOCUMENT.format(id='document_id')}, {_ENTRY.format(id='entry_id')}"
    " FROM report_entries",
    "transactions": f"SELECT {_CONTENT}, entry_key, occurrence, position, balance,"
    f" {_ACCOUNT.format(id='account_id')}, {_STATEMENT.format(id='statement_id')},"
    f" {_DOCUMENT.format(id='document_id')}, is_composed,"
    " (SELECT p.entry_key FROM transactions p WHERE p.id = transactions.parent_id)"
    " FROM transactions",
    "journals": "SELECT correlation_id, state, needs_attention, source, message_id,"
    f" {_ACCOUNT.format(id='account_id')}, execution_date, amount,"
    " CAST(totals AS TEXT), payments, accepted, rejected, pending, booked, has_status,"
    " has_statement, words FROM journals",
    "journal_documents": "SELECT correlation_id, kind,"
    f" {_DOCUMENT.format(id='document_id')} FROM journal_documents",
    "journal_events": "SELECT correlation_id, level, code, text,"
    f' CAST("values" AS TEXT), actor, {_DOCUMENT.format(id="document_id")}'
    " FROM journal_events",
    "payment_batches": f"SELECT {_DOCUMENT.format(id='document_id')}, correlation_id,"
    " position, bank_id, execution_date, debtor_name, debtor_account, batch_booking,"
    f" {_ENTRY.format(id='transaction_id')} FROM payment_batches",
    "payments": f"SELECT {_DOCUMENT.format(id='document_id')}, correlation_id,"
    " position, line, amount, currency, creditor_name, creditor_account, end_to_end_id,"
    " instruction_id, remittance, execution_date, status,"
    f" {_ENTRY.format(id='transaction_id')}, (SELECT level FROM status_reports r WHERE"
    " r.id = payments.status_report_id) FROM payments",
    "status_reports": f"SELECT {_DOCUMENT.format(id='document_id')}, correlation_id,"
    " level, batch_bank_id, end_to_end_id, instruction_id, status,"
    " CAST(reasons AS TEXT) FROM status_reports",
}
_UPLOADS = (
    "SELECT name, kind, state, format, version, CAST(counts AS TEXT),"
    " CAST(totals AS TEXT), CAST(accounts AS TEXT), from_date, to_date, correlation_id,"
    " wrong_kind, CAST(finding_counts AS TEXT) FROM uploads"
)
_FINDINGS = "SELECT severity, code, message, line FROM upload_findings"

Tables = dict[str, list[str]]


def all_tables(database: Database, realm: str) -> Tables:
    """What imports brought: every table, each row as text, in order."""
    with database.job_connection(realm) as connection:
        found = {name: _rows(connection, sql) for name, sql in _QUERIES.items()}
        if database.is_sqlite:
            found["text index"] = _indexed_words(connection)
        connection.rollback()
    return found


def everything(database: Database, realm: str) -> Tables:
    """The same, with uploads, their findings and the messages told."""
    found = all_tables(database, realm)
    with database.job_connection(realm) as connection:
        found["uploads"] = _rows(connection, _UPLOADS)
        found["findings"] = _rows(connection, _FINDINGS)
        found["messages"] = _rows(connection, "SELECT level, code, text FROM"
                                  " system_messages")  # fmt: skip
        connection.rollback()
    return found


def figures(database: Database, realm: str) -> Tables:
    """What people see, whichever file brought it: no owners, lines or timelines."""
    queries = {
        "accounts": _QUERIES["accounts"],
        "statements": "SELECT digest, format, sequence, opening, closing,"
        " incoming, outgoing, entries, details, balanced FROM statements",
        "transactions": f"SELECT {_CONTENT.removeprefix('line, ')},"
        f" {_ACCOUNT.format(id='account_id')} FROM transactions",
    }
    with database.job_connection(realm) as connection:
        found = {name: _rows(connection, sql) for name, sql in queries.items()}
        connection.rollback()
    return found


def _rows(connection: Connection, sql: str) -> list[str]:
    return sorted(repr(tuple(row)) for row in connection.execute(text(sql)))


def _indexed_words(connection: Connection) -> list[str]:
    """The terms of the text index and in how many rows each stands."""
    connection.exec_driver_sql("DROP TABLE IF EXISTS temp.indexed_words")
    connection.exec_driver_sql(
        "CREATE VIRTUAL TABLE temp.indexed_words"
        " USING fts5vocab(main, transaction_words, row)"
    )
    rows: list[Any] = list(
        connection.exec_driver_sql("SELECT term, doc FROM temp.indexed_words")
    )
    return sorted(repr(tuple(row)) for row in rows)
