"""Invoices as the graph shows them, with what became of them."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeVar

import strawberry
from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.billing.dunning import reminders_of
from giroscope.features.billing.emails import mailings_of
from giroscope.features.billing.incoming_payments import payments_of
from giroscope.features.billing.invoicing import lines_of
from giroscope.features.billing.nodes import LineNode, alike
from giroscope.features.billing.queries import Standing, standing_of
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoicePayment,
    InvoiceQuestion,
    VatTreatment,
)
from giroscope.kernel.graph import Info, Money

T = TypeVar("T")

strawberry.enum(Standing, name="InvoiceState")
strawberry.enum(InvoiceKind, name="InvoiceKind")


@strawberry.type(name="InvoicePayment", description="Money that came, or went back.")
class PaymentNode:
    """Money that came, or went back."""

    booked: date
    amount: Money
    payer: str
    method: str = strawberry.field(
        description="TRANSFER, found in a statement, or NOTED by the seller."
    )
    found: datetime

    @classmethod
    def of(cls, row: InvoicePayment) -> "PaymentNode":
        """From its row."""
        return cls(
            booked=row.booked,
            amount=Money(amount=row.amount, currency=row.currency),
            payer=row.payer,
            method=row.method,
            found=row.found,
        )


@strawberry.type(name="InvoiceReminder", description="A reminder and its fee.")
class ReminderNode:
    """A reminder and its fee."""

    number: int
    at: datetime
    fee: Decimal
    pay_by: date
    mailed: datetime | None


@strawberry.type(name="InvoiceMailing", description="A mail that carries the invoice.")
class MailingNode:
    """A mail that carries the invoice."""

    recipient: str
    asked: datetime
    asked_by_name: str
    mailed: datetime | None
    refused: str | None


@strawberry.type(name="InvoiceQuestion", description="What was asked, and answered.")
class QuestionNode:
    """What was asked, and answered."""

    at: datetime
    by_name: str
    text: str
    answer: str | None
    answered: datetime | None


@strawberry.type(description="Another document of the series.")
class InvoiceLink:
    """Another document of the series."""

    id: strawberry.ID
    number: str | None
    issued: date
    total: Money


@strawberry.type(
    name="Invoice",
    description="An invoice, or a credit note, whose amounts are negative.",
)
class InvoiceNode:
    """An invoice, or a credit note."""

    row: strawberry.Private[Invoice]
    id: strawberry.ID
    kind: InvoiceKind
    state: Standing
    number: str | None
    reference: str | None = strawberry.field(
        description="ISO 11649; what the payer has to write."
    )
    issued: date = strawberry.field(
        description="Of a draft, the day on which it is going to be issued."
    )
    due: date
    from_: date = strawberry.field(name="from")
    to: date
    currency: str
    net: Money
    vat: Money
    vat_rate: Decimal
    vat_treatment: VatTreatment
    total: Money
    paid: Money
    credited: Money
    fees: Money = strawberry.field(description="Of reminders; without VAT.")
    outstanding: Money = strawberry.field(
        description="Still to be paid; negative where too much was paid."
    )
    settled: datetime | None
    questioned: datetime | None = strawberry.field(
        description="Since when it is disputed; no reminder goes out meanwhile."
    )
    reason: str | None
    buyer: str
    language: str = strawberry.field(description="Of its paper: `da` or `en`.")
    pays_to: str = strawberry.field(description="IBAN of the seller.")

    @classmethod
    def on(cls, today: date) -> Callable[[Invoice], "InvoiceNode"]:
        """From a row, as it stands on a day."""

        def of(row: Invoice) -> "InvoiceNode":
            def money(amount: Decimal) -> Money:
                return Money(amount=amount, currency=row.currency)

            return cls(
                row=row,
                id=strawberry.ID(str(row.id)),
                kind=InvoiceKind(row.kind),
                state=standing_of(row, today),
                number=row.number,
                reference=row.reference,
                issued=row.issued,
                due=row.due,
                from_=row.from_date,
                to=row.to_date,
                currency=row.currency,
                net=money(row.net),
                vat=money(row.vat),
                vat_rate=row.vat_rate,
                vat_treatment=VatTreatment(row.vat_treatment),
                total=money(row.total),
                paid=money(row.paid),
                credited=money(row.credited),
                fees=money(row.fees),
                outstanding=money(row.outstanding),
                settled=row.settled,
                questioned=row.questioned,
                reason=row.reason,
                buyer=row.buyer["name"],
                language=row.language,
                pays_to=row.seller["account"]["iban"],
            )

        return of

    @strawberry.field
    async def lines(self, info: Info) -> list[LineNode]:
        """What it is for."""
        rows = await _asked(info, lambda held: lines_of(held, self.row.id))
        return [LineNode.of(row, self.row.currency) for row in rows]

    @strawberry.field
    async def payments(self, info: Info) -> list[PaymentNode]:
        """What came for it."""
        rows = await _asked(info, lambda held: payments_of(held, self.row.id))
        return [PaymentNode.of(row) for row in rows]

    @strawberry.field
    async def reminders(self, info: Info) -> list[ReminderNode]:
        """What was written about it."""
        rows = await _asked(info, lambda held: reminders_of(held, self.row.id))
        return [alike(ReminderNode, row) for row in rows]

    @strawberry.field
    async def mailings(self, info: Info) -> list[MailingNode]:
        """To whom it was mailed."""
        rows = await _asked(info, lambda held: mailings_of(held, self.row.id))
        return [alike(MailingNode, row) for row in rows]

    @strawberry.field
    async def questions(self, info: Info) -> list[QuestionNode]:
        """What was asked about it."""
        query = select(InvoiceQuestion).where(InvoiceQuestion.invoice_id == self.row.id)
        rows = await _asked(
            info, lambda held: list(held.scalars(query.order_by(InvoiceQuestion.id)))
        )
        return [alike(QuestionNode, row) for row in rows]

    @strawberry.field
    async def credit_notes(self, info: Info) -> list[InvoiceLink]:
        """What credits it."""
        query = select(Invoice).where(Invoice.credits_id == self.row.id)
        rows = await _asked(
            info, lambda held: list(held.scalars(query.order_by(Invoice.id)))
        )
        return [_link(row) for row in rows]

    @strawberry.field
    async def credits(self, info: Info) -> InvoiceLink | None:
        """The invoice that this credits."""
        credits_id = self.row.credits_id
        if credits_id is None:
            return None
        return _link(await _asked(info, lambda held: held.get_one(Invoice, credits_id)))


def _link(row: Invoice) -> InvoiceLink:
    return InvoiceLink(
        id=strawberry.ID(str(row.id)),
        number=row.number,
        issued=row.issued,
        total=Money(amount=row.total, currency=row.currency),
    )


async def _asked(info: Info, ask: Callable[[Session], T]) -> T:
    async with info.context.reading() as session:

        def run(held: Any) -> T:
            return ask(held)

        return await session.run_sync(run)
