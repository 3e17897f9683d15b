"""A journal as the subject of a pack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import ColumnElement, CompoundSelect, Connection, func, or_, select

from giroscope.features.documents import Document
from giroscope.features.evidence import layout
from giroscope.features.evidence.decisions import decisions_on, sendings_of
from giroscope.features.evidence.question import JOURNAL
from giroscope.features.evidence.subject import Held, Listed
from giroscope.features.journals.tables import JournalDocument
from giroscope.features.matches import STANDS, MatchSide
from giroscope.features.payments import Payment
from giroscope.features.payments.export import EXPORT as PAYMENTS
from giroscope.features.payments.filter import PaymentFilter
from giroscope.features.statements import Statement, Transaction
from giroscope.features.statements.export import TRANSACTION_COLUMNS, dressed
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.export import Asked, Export, in_portions
from giroscope.kernel.graph import Context
from giroscope.kernel.paging import Order

_LONGEST = 36
BY_DAY = Order("day", Transaction.day, Transaction.id, is_descending=False)


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal of a correlation id."""

    id: str
    schema: strawberry.Schema
    kind: str = "journal"
    verbs: Sequence[str] = ("journals.read", "documents.read", "audit.read")

    @classmethod
    def of(cls, said: Any, schema: strawberry.Schema) -> "Journal":
        """From what an address names.

        Raises:
            InvalidInput: It is no correlation id.
        """
        if not isinstance(said, str) or not 0 < len(said) <= _LONGEST or "\0" in said:
            raise InvalidInput("`journal` is a correlation id", path="journal")
        return cls(said, schema)

    @property
    def noted(self) -> Mapping[str, str]:
        """The journal."""
        return {"journal": self.id}

    async def asked(self, context: Context) -> Mapping[str, Any]:
        """The journal as its screens show it."""
        return await answered(self.schema, context, JOURNAL, self.id)

    def held(self, connection: Connection, now: datetime) -> Held:
        """Its files, who decided on them, and how they left."""
        del now
        documents = connection.execute(
            select(Document)
            .join(JournalDocument, JournalDocument.document_id == Document.id)
            .where(JournalDocument.correlation_id == self.id)
            .order_by(JournalDocument.id)
        ).all()
        told = {
            "documents": decisions_on(connection, self.id),
            "sendings": sendings_of(connection, self.id),
        }
        return Held(told, documents, [("journal", self.id)])

    def name(self, record: Mapping[str, Any]) -> str | None:
        """The id of its payment message."""
        found: str | None = record["journal"]["messageId"]
        return found

    def lists(self) -> Sequence[Listed]:
        """Its payments, and the entries about them."""
        payments = PaymentFilter(correlation_id=strawberry.ID(self.id))
        return (
            Listed(layout.PAYMENTS, PAYMENTS, payments),
            Listed(layout.ENTRIES, _ENTRIES, self.id),
        )


async def answered(
    schema: strawberry.Schema, context: Context, question: str, id_: str
) -> Mapping[str, Any]:
    """What the graph tells of one thing, under its name.

    Raises:
        NotFound: There is no such thing in this realm.
    """
    result = await schema.execute(
        question, variable_values={"id": id_}, context_value=context
    )
    for error in result.errors or ():
        raise error.original_error or error
    found: Mapping[str, Any] = result.data or {}
    if None in found.values():
        raise NotFound
    return found


def _entries(asked: Asked) -> Any:
    """The entries on the journal's own statements, and those that book its payments."""
    correlation_id = asked.filter
    own = select(Statement.id).where(Statement.correlation_id == correlation_id)
    query = select(Transaction).where(
        Transaction.parent_id.is_(None),
        or_(
            Transaction.statement_id.in_(own),
            Transaction.id.in_(entries_of(Payment.correlation_id == correlation_id)),
        ),
    )
    return in_portions(query, BY_DAY, dressed)


def entries_of(payments: ColumnElement[bool]) -> CompoundSelect[Any]:
    """The ids of the entries that book these payments or give them back."""
    matched = (
        select(MatchSide.match_id)
        .join(Payment, Payment.id == MatchSide.payment_id)
        .where(payments, STANDS)
    )
    tied = (
        select(func.coalesce(Transaction.parent_id, Transaction.id))
        .join(
            Payment,
            or_(
                Payment.transaction_id == Transaction.id,
                Payment.return_id == Transaction.id,
            ),
        )
        .where(payments)
    )
    # Of several entries that were matched together one alone is tied.
    return tied.union(
        select(MatchSide.entry_id).where(
            MatchSide.match_id.in_(matched), MatchSide.entry_id.is_not(None), STANDS
        )
    )


_ENTRIES = Export(("Entries", "Posteringer"), TRANSACTION_COLUMNS, _entries)
