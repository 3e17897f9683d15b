"""Makes documents final together with their paper, and what the seller does with them.

A tenant's own people neither credit an invoice nor note that it is paid: the seller
does, at the command line.
"""

from datetime import date
from decimal import Decimal

from sqlalchemy import select

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing import incoming_payments, invoicing, paper
from giroscope.features.billing.errors import NotQuestioned
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoiceQuestion,
    InvoiceState,
)
from giroscope.kernel.errors import InvalidInput, NotFound

_NOTED = "NOTED"


def issue(billing: Billing, invoice: Invoice) -> None:
    """Give a draft its number and its paper."""
    invoicing.finalise(billing, invoice)
    billing.session.add(paper.made(billing.session, invoice, billing.now))


def credit(billing: Billing, number: str, reason: str, net: Decimal | None) -> Invoice:
    """A credit note for all that is left of an invoice, or for a part of its net.

    Raises:
        NotFound: There is no invoice of this number.
        NothingToCredit: It is more than is left.
    """
    note = invoicing.credit(billing, by_number(billing, number), reason, net)
    billing.session.add(paper.made(billing.session, note, billing.now))
    return note


def note_paid(billing: Billing, number: str, amount: Decimal, booked: date) -> Invoice:
    """Note money that came in a way the statements do not tell.

    Raises:
        NotFound: There is no invoice of this number.
        InvalidInput: It is no amount, or was noted already.
    """
    invoice = by_number(billing, number)
    if not amount or amount != amount.quantize(Decimal("0.01")):
        raise InvalidInput("An amount has two decimals and is not zero")
    found = incoming_payments.Found(
        f"noted {invoice.id} {booked.isoformat()} {amount}", booked, amount,
        invoice.currency, "", "",
    )  # fmt: skip
    if not incoming_payments.note_payment(billing, invoice, found, _NOTED):
        raise InvalidInput("This payment was noted already")
    return invoice


def answer(billing: Billing, number: str, text: str) -> Invoice:
    """Answer what was asked about an invoice; reminders may go out again.

    Raises:
        NotQuestioned: Nobody asked anything.
    """
    invoice = by_number(billing, number)
    open_ones = billing.session.scalars(
        select(InvoiceQuestion).where(
            InvoiceQuestion.invoice_id == invoice.id, InvoiceQuestion.answer.is_(None)
        )
    ).all()
    if not open_ones:
        raise NotQuestioned
    for one in open_ones:
        one.answer, one.answered = text, billing.now
    invoice.questioned = None
    billing.session.flush()
    record_now(
        billing.session.connection(), billing.actor, "billing.answered",
        Subject("invoice", str(invoice.id), invoice.number), now={"answer": text},
        at=billing.now,
    )  # fmt: skip
    return invoice


def by_number(billing: Billing, number: str) -> Invoice:
    """The invoice of this number, locked.

    Raises:
        NotFound: There is none.
    """
    query = select(Invoice).where(
        Invoice.number == number,
        Invoice.kind == InvoiceKind.INVOICE.value,
        Invoice.state != InvoiceState.DRAFT.value,
    )
    found = billing.session.scalars(query.with_for_update()).first()
    if found is None:
        raise NotFound(f"There is no invoice {number[:60]}")
    return found
