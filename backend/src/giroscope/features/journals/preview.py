"""What an import of a statement file would change, without changing anything.

The file goes the way of an import, up to its last line, in a transaction that is taken
back. So what is shown is what is committed, unless the ledger changes in between: the
fingerprint tells.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import Connection, insert, select

import bankfiles
from bankfiles import BankFileError, Finding, Severity
from giroscope.features.banks import Account
from giroscope.features.documents import Document, meaning_of
from giroscope.features.journals import tie
from giroscope.features.journals.read_file import Reading, WrongPage
from giroscope.features.journals.version_findings import findings_of
from giroscope.features.payments import PaymentLoader, StatusLoader
from giroscope.features.payments.recalls import ResolutionLoader
from giroscope.features.statements import LoadedStatement, Statement, StatementLoader
from giroscope.features.statements.chain import balance_before
from giroscope.features.uploads import Kind
from giroscope.kernel.columns import AmountOutOfRange, TextTooLong
from giroscope.kernel.database import Database
from giroscope.kernel.text import in_each_language

_CHUNK_BYTES = 1 << 20


class Preview(NamedTuple):
    """What would become of each statement, and what is wrong with the file."""

    statements: list[dict[str, Any]]
    findings: list[Finding]
    fingerprint: str | None
    """Names just these changes; None where the file would be refused."""

    def as_json(self, name: str) -> dict[str, Any]:
        """As the calls and the command give it."""
        return {
            "file": name,
            "refused": self.fingerprint is None,
            "fingerprint": self.fingerprint,
            "statements": self.statements,
            "findings": [
                {
                    "severity": finding.severity.value, "code": finding.code,
                    "message": finding.message,
                    "said": in_each_language(meaning_of(finding)),
                    "line": finding.line, "path": finding.path,
                }
                for finding in self.findings
            ],
        }  # fmt: skip


def fingerprint_of(loaded: Iterable[LoadedStatement]) -> str:
    """The changes that statements make, as one word to compare."""
    told = [
        (statement.header.id, statement.header.sequence, statement.relation.value,
         *statement.figures)
        for statement in loaded
    ]  # fmt: skip
    return hashlib.sha256(repr(told).encode()).hexdigest()


def preview(
    database: Database, realm: str, file: BinaryIO, name: str, now: datetime
) -> Preview:
    """What the import of this file would change now."""
    sha256 = _sha256(file)
    with database.alone(realm), database.job_connection(realm) as connection:
        try:
            return _preview(connection, file, sha256, name, now)
        finally:
            connection.rollback()


def _sha256(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    file.seek(0)
    while chunk := file.read(_CHUNK_BYTES):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _preview(
    connection: Connection, file: BinaryIO, sha256: str, name: str, now: datetime
) -> Preview:
    known = connection.execute(
        select(Document.id).where(Document.sha256 == sha256)
    ).scalar_one_or_none()
    statements = StatementLoader(
        connection, known or 0, "", tie.of_document(sha256), now,
        bankfiles.READER_VERSION, is_preview=True,
    )  # fmt: skip
    reading = Reading(
        Kind.STATEMENT, statements, PaymentLoader(connection, known or 0),
        StatusLoader(connection, known or 0), ResolutionLoader(connection, known or 0),
    )  # fmt: skip
    connection.commit()
    if not _read(reading, file):
        return Preview([], reading.findings, None)
    if known is None:
        statements.document_id = _document(connection, sha256, name, now)
    loaded = statements.move(_unobserved)
    for statement in loaded:
        for finding in findings_of(statement):
            reading.note(finding)
    told = [*_told(connection, loaded)]
    return Preview(told, reading.findings, fingerprint_of(loaded))


def _read(reading: Reading, file: BinaryIO) -> bool:
    """Stage the whole file; whether it is fit for import."""
    try:
        for value in bankfiles.read_plainly(file):
            reading.take(value)
        reading.statements.finish()
    except WrongPage:
        text = "This file belongs on the page “Upload payments”."
        reading.note(Finding(Severity.ERROR, "wrong_page", text))
    except BankFileError as error:
        reading.note(error.finding)
    except AmountOutOfRange as error:
        reading.note(Finding(Severity.ERROR, "amount_out_of_range", f"{error}."))
    except TextTooLong as error:
        text = f"{error}; no bank writes this."
        reading.note(Finding(Severity.ERROR, "text_too_long", text))
    return not reading.is_unfit


def _document(connection: Connection, sha256: str, name: str, now: datetime) -> int:
    made = connection.execute(
        insert(Document)
        .values(
            sha256=sha256, name=name, size=0, kind="STATEMENT", source="PREVIEW",
            received=now,
        )
        .returning(Document.id)
    )  # fmt: skip
    return int(made.scalar_one())


def _unobserved(done: int, total: int) -> None:
    del done, total


def _stated(balance: Decimal | None) -> str | None:
    return None if balance is None else str(balance)


def _told(
    connection: Connection, loaded: Iterable[LoadedStatement]
) -> Iterator[dict[str, Any]]:
    for statement in loaded:
        row = connection.execute(
            select(Statement.__table__, Account.number)
            .join(Account, Account.id == Statement.account_id)
            .where(Statement.id == statement.id)
        ).one()
        figures = statement.figures
        yield {
            "name": row.sequence or row.bank_id,
            "account": row.number,
            "currency": row.currency,
            "from": row.from_date,
            "to": row.to_date,
            "periodSource": row.period_source,
            "opening": _stated(row.opening),
            "closing": _stated(row.closing),
            "relation": statement.relation.value,
            "other": statement.other,
            "link": row.link,
            "previousClosing": _stated(balance_before(connection, row)),
            "read": figures.read,
            "new": figures.new,
            "known": figures.known,
            "confirmed": figures.confirmed,
            "replaced": figures.replaced,
            "possibleDuplicates": figures.doubted,
            "changes": [
                {
                    "kind": change.kind.value, "day": change.day,
                    "amount": str(change.amount), "currency": change.currency,
                    "amountBefore": None if change.amount_before is None
                    else str(change.amount_before),
                    "counterparty": change.counterparty, "text": change.text,
                }
                for change in statement.changes
            ],
        }  # fmt: skip
