"""Takes statements back, and says what depends on them."""

from sqlalchemy import Connection, delete, select, text, update
from sqlalchemy.orm import aliased

from giroscope.features.documents import Document
from giroscope.features.statements.tables import (
    Statement,
    StatementOverlap,
    Transaction,
)


def dependents(connection: Connection, document_id: int) -> list[str]:
    """What later files built on this document's statements, in words."""
    mine = select(Statement.id).where(Statement.document_id == document_id)
    repeating = connection.execute(
        select(Statement.bank_id, Statement.sequence)
        .join(StatementOverlap, StatementOverlap.statement_id == Statement.id)
        .where(StatementOverlap.earlier_id.in_(mine))
        .where(Statement.document_id != document_id)
        .order_by(Statement.id)
    )
    names = dict.fromkeys(row.sequence or row.bank_id or "?" for row in repeating)
    added = connection.execute(
        select(Document.name)
        .join(Transaction, Transaction.document_id == Document.id)
        .where(
            Transaction.statement_id.in_(mine),
            Transaction.parent_id.is_(None),
            Document.id != document_id,
        )
        .distinct()
    ).scalars()
    return [
        *(f"statement {name} repeats entries of it, undo that one first"
          for name in names),
        *(f"{name} added entries to its statement, undo that one first"
          for name in sorted(added)),
    ]  # fmt: skip


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
    if connection.dialect.name == "sqlite":
        connection.execute(
            text(
                "INSERT INTO transaction_words (transaction_words, rowid, words)"
                " SELECT 'delete', id, words FROM transactions"
                " WHERE document_id = :document AND parent_id IS NULL"
            ),
            {"document": document_id},
        )
    connection.execute(
        delete(Transaction).where(Transaction.document_id == document_id)
    )
    connection.execute(
        delete(StatementOverlap).where(StatementOverlap.statement_id.in_(mine))
    )
    connection.execute(delete(Statement).where(Statement.document_id == document_id))
