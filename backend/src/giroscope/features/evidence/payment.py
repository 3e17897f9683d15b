"""A payment as the subject of a pack: its journal's proof, and what is its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import Connection, select

from giroscope.features.evidence import layout
from giroscope.features.evidence.journal import BY_DAY, Journal, answered, entries_of
from giroscope.features.evidence.question import PAYMENT
from giroscope.features.evidence.subject import Held, Listed
from giroscope.features.payments import Payment
from giroscope.features.payments.export import EXPORT as PAYMENTS
from giroscope.features.payments.export import dressed as dressed_payments
from giroscope.features.payments.filter import PaymentFilter, order_of
from giroscope.features.statements import Transaction
from giroscope.features.statements.export import TRANSACTION_COLUMNS, dressed
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.export import Asked, Export, Reader, in_portions
from giroscope.kernel.graph import Context
from giroscope.kernel.paging import row_id


@dataclass(frozen=True, slots=True)
class OnePayment:
    """The payment of an id, with the journal of its file."""

    id: str
    schema: strawberry.Schema
    kind: str = "payment"
    verbs: Sequence[str] = (
        "payments.read", "journals.read", "documents.read", "audit.read",
    )  # fmt: skip

    @classmethod
    def of(cls, said: Any, schema: strawberry.Schema) -> "OnePayment":
        """From what an address names.

        Raises:
            InvalidInput: It is no id.
        """
        if not isinstance(said, str) or row_id(said) is None:
            raise InvalidInput("`payment` is the id of a payment", path="payment")
        return cls(str(row_id(said)), schema)

    @property
    def noted(self) -> Mapping[str, str]:
        """The payment."""
        return {"payment": self.id}

    async def asked(self, context: Context) -> Mapping[str, Any]:
        """The payment and its journal as their screens show them."""
        own = await answered(self.schema, context, PAYMENT, self.id)
        journal = Journal(own["payment"]["correlationId"], self.schema)
        return {**await journal.asked(context), **own}

    def held(self, connection: Connection, now: datetime) -> Held:
        """What is held of its journal, and of the entries that book and return it."""
        row = connection.execute(
            select(
                Payment.correlation_id, Payment.transaction_id, Payment.return_id
            ).where(Payment.id == int(self.id))
        ).first()
        if row is None:
            raise NotFound
        correlation_id, *entries = row
        held = Journal(correlation_id, self.schema).held(connection, now)
        about = [("transaction", str(one)) for one in entries if one is not None]
        return held._replace(about=[*held.about, ("payment", self.id), *about])

    def name(self, record: Mapping[str, Any]) -> str | None:
        """Its end-to-end id."""
        found: str | None = record["payment"]["endToEndId"]
        return found

    def lists(self) -> Sequence[Listed]:
        """The payment alone, and the entries about it."""
        return (
            Listed(layout.PAYMENTS, _PAYMENT, self.id),
            Listed(layout.ENTRIES, _ENTRIES, self.id),
        )


def _alone(asked: Asked) -> Reader:
    query = select(Payment).where(Payment.id == int(asked.filter))
    return in_portions(query, order_of(PaymentFilter(), None), dressed_payments)


def _entries(asked: Asked) -> Reader:
    """The entries that book the payment or give it back, each as a whole."""
    tied = entries_of(Payment.id == int(asked.filter))
    query = select(Transaction).where(Transaction.id.in_(tied))
    return in_portions(query, BY_DAY, dressed)


_PAYMENT = replace(PAYMENTS, reader=_alone)
_ENTRIES = Export(("Entries", "Posteringer"), TRANSACTION_COLUMNS, _entries)
