"""Takes statements back, and says what depends on them."""

from typing import Any, Self

from sqlalchemy import Connection, Select, delete, or_, select, text, update
from sqlalchemy.orm import aliased

from giroscope.features.documents import Document
from giroscope.features.statements.moving import (
    DESCRIBED,
    forget_words,
    learn_words,
)
from giroscope.features.statements.tables import (
    BareEntry,
    Statement,
    StatementOverlap,
    Transaction,
)


class Dependent(str):
    """What depends on an import, in words; it knows its kind and its name as well."""

    __slots__ = ("kind", "name")

    kind: str
    name: str

    def __new__(cls, kind: str, name: str, words: str) -> Self:
        """Of a kind, by a name."""
        made = super().__new__(cls, words)
        made.kind, made.name = kind, name
        return made


def dependents(connection: Connection, document_id: int) -> list[Dependent]:
    """What later files built on this document's statements."""
    mine = select(Statement.id).where(Statement.document_id == document_id)
    repeating = connection.execute(
        select(Statement.bank_id, Statement.sequence)
        .join(StatementOverlap, StatementOverlap.statement_id == Statement.id)
        .where(StatementOverlap.earlier_id.in_(mine))
        .where(StatementOverlap.document_id != document_id)
        .order_by(Statement.id)
    )
    names = dict.fromkeys(row.sequence or row.bank_id or "?" for row in repeating)
    added = _names(
        connection,
        select(Transaction.document_id).where(
            Transaction.statement_id.in_(mine), Transaction.parent_id.is_(None)
        ),
        document_id,
    )
    described = _names(
        connection,
        select(BareEntry.document_id)
        .join(Transaction, Transaction.id == BareEntry.id)
        .where(Transaction.document_id == document_id),
        document_id,
    )
    found = (
        ("repeats", names, "statement {} repeats entries of it"),
        ("adds", added, "{} added entries to its statement"),
        ("describes", described, "{} added details to its entries"),
    )
    return [
        Dependent(kind, name, f"{words.format(name)}, undo that one first")
        for kind, those, words in found
        for name in those
    ]


def _names(connection: Connection, ids: Select[Any], but: int) -> list[str]:
    """The names of these documents, except for one."""
    found = connection.execute(
        select(Document.name)
        .where(Document.id.in_(ids), Document.id != but)
        .order_by(Document.name)
        .distinct()
    )
    return list(found.scalars())


def remove(connection: Connection, document_id: int) -> None:
    """Take back everything the document brought, as if it never came."""
    mine = select(Statement.id).where(Statement.document_id == document_id)
    entry = aliased(Transaction)
    confirmed = select(entry.id).where(entry.confirmed_by.in_(mine))
    connection.execute(
        update(Transaction)
        .where(Transaction.parent_id.in_(confirmed))
        .values(state=Transaction.reported_state)
    )
    connection.execute(
        update(Transaction)
        .where(Transaction.confirmed_by.in_(mine))
        .values(confirmed_by=None, state=Transaction.reported_state)
    )
    _describe_as_before(connection, document_id)
    forget_words(connection, "document_id = :document", {"document": document_id})
    connection.execute(
        delete(Transaction).where(Transaction.document_id == document_id)
    )
    connection.execute(
        delete(StatementOverlap).where(
            or_(
                StatementOverlap.statement_id.in_(mine),
                StatementOverlap.document_id == document_id,
            )
        )
    )
    connection.execute(delete(Statement).where(Statement.document_id == document_id))


def _describe_as_before(connection: Connection, document_id: int) -> None:
    """Entries that the document gave details are bare again."""
    values = {"document": document_id}
    bare = "id IN (SELECT id FROM bare_entries WHERE document_id = :document)"
    forget_words(connection, bare, values)
    kept = ", ".join(f"{name} = b.{name}" for name in DESCRIBED)
    connection.execute(
        text(
            f"UPDATE transactions SET {kept} FROM bare_entries b"
            " WHERE b.id = transactions.id AND b.document_id = :document"
        ),
        values,
    )
    learn_words(connection, bare, values)
    connection.execute(delete(BareEntry).where(BareEntry.document_id == document_id))
