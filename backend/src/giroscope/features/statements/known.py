"""Knows statements again: by their names, their contents and their identity."""

import hashlib
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection, select

from bankfiles import StatementEnd, StatementHeader
from giroscope.features.banks import Account
from giroscope.features.statements.tables import Statement


class KnownStatement(NamedTuple):
    """A statement that is here to the last entry."""

    document_id: int
    correlation_id: str
    name: str
    account: str
    currency: str | None
    from_date: date | None
    to_date: date | None
    moved: Decimal
    """What came in less what went out."""
    entries: int


def identity(
    account_id: int, file_format: str, header: StatementHeader, end: StatementEnd
) -> str:
    """The same statement of the same account, whatever file it comes in."""
    closing = end.closing.amount if end.closing else None
    name = header.sequence or header.id
    parts = (account_id, file_format, name, end.from_date, end.to_date)
    # A nameless statement is told apart by its balance as well.
    key = parts if name else (*parts, closing, end.entries)
    return hashlib.sha256(repr([str(part) for part in key]).encode()).hexdigest()


def is_name_known(connection: Connection, header: StatementHeader) -> bool:
    """Whether a statement of this id or sequence number is here, on any account."""
    name = Statement.bank_id == header.id
    if header.id is None:
        name = Statement.sequence == header.sequence
    return (
        connection.execute(select(Statement.id).where(name).limit(1)).first()
        is not None
    )


def known_statements(
    connection: Connection, digests: Iterable[str], version: int
) -> list[KnownStatement]:
    """The statements with these contents, if every one of them is here already.

    Takes the digests as they come and stops at the first that is new.
    """
    found = []
    for digest in digests:
        row = connection.execute(
            select(Statement, Account.number)
            .join(Account, Account.id == Statement.account_id)
            .where(Statement.digest == digest, Statement.reader_version == version)
            .limit(1)
        ).one_or_none()
        if row is None:
            return []
        found.append(
            KnownStatement(
                row.document_id, row.correlation_id,
                row.sequence or row.bank_id or "?", row.number, row.currency,
                row.from_date, row.to_date, row.incoming - row.outgoing, row.entries,
            )
        )  # fmt: skip
    return found
