"""Finds what customers paid, in the statements that come into the seller's realm.

An entry pays an invoice if its text holds the invoice's reference, or its number and
exactly what is owed. The product itself looks; nobody of a tenant sees the seller's
statements, and of an entry nothing is kept but its day, amount and payer.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Row, func, or_, select
from sqlalchemy.orm import Session, aliased

from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import Account
from giroscope.features.billing.invoicing import Billing, settle
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoicePayment,
    InvoiceState,
)
from giroscope.features.messages import tell
from giroscope.features.statements import Transaction
from giroscope.kernel.words import searchable
from localization import Amount, Message

if TYPE_CHECKING:
    from giroscope.features.billing.bill_job import Run

_LOOKED_BACK = timedelta(days=90)
"""So long after it was settled, an invoice's money may still go back."""
_BOOKED = 0
_TRANSFER = "TRANSFER"


class Found(NamedTuple):
    """An entry of the seller's account that names an invoice."""

    entry: str
    booked: date
    amount: Decimal
    currency: str
    payer: str
    signs: str
    """Its words, without what is between them."""


def look(run: "Run") -> None:
    """Note every payment that came since the last time."""
    with run.billing() as billing:
        wanted = [*_awaited(billing)]
    realm = run.catalogue.seller.realm
    if not wanted or realm not in run.database.realms():
        return
    ibans = [one.iban for one in run.catalogue.seller.accounts]
    since = min(invoice.issued for invoice in wanted)
    signs = [_signs(text) for one in wanted for text in (one.reference, one.number)]
    with run.database.snapshot(realm) as connection:
        entries = list(_entries(connection, ibans, since, signs))
    if not entries:
        return
    with run.billing() as billing:
        for invoice in _awaited(billing):
            _match(billing, invoice, entries)


def note_payment(billing: Billing, invoice: Invoice, found: Found, method: str) -> bool:
    """Write a payment down, once; whether it is new."""
    session = billing.session
    known = select(InvoicePayment.id).where(InvoicePayment.entry == found.entry)
    if session.execute(known).first() is not None:
        return False
    session.add(
        InvoicePayment(
            invoice_id=invoice.id, entry=found.entry, booked=found.booked,
            amount=found.amount, currency=found.currency, payer=found.payer[:140],
            method=method, found=billing.now,
        )
    )  # fmt: skip
    invoice.paid += found.amount
    settle(invoice, billing.now)
    session.flush()
    record_now(
        session.connection(), billing.actor, "billing.payment_found",
        Subject("invoice", str(invoice.id), invoice.number),
        now={
            "amount": found.amount, "currency": found.currency,
            "booked": found.booked, "outstanding": invoice.outstanding,
        },
        at=billing.now,
    )  # fmt: skip
    _tell(billing, invoice)
    return True


def _awaited(billing: Billing) -> Iterator[Invoice]:
    """Invoices that money may come for, or go back from."""
    recent = Invoice.settled > billing.now - _LOOKED_BACK
    yield from billing.session.scalars(
        select(Invoice)
        .where(
            Invoice.kind == InvoiceKind.INVOICE.value,
            Invoice.number.is_not(None),
            or_(Invoice.state == InvoiceState.OPEN.value, recent),
        )
        .order_by(Invoice.id)
    )


def _match(billing: Billing, invoice: Invoice, entries: Sequence[Found]) -> None:
    for found in entries:
        if found.booked < invoice.issued or found.currency != invoice.currency:
            continue
        has_reference = _signs(invoice.reference) in found.signs
        has_number = _signs(invoice.number) in found.signs
        is_exact = found.amount == invoice.outstanding
        if has_reference or (has_number and is_exact):
            note_payment(billing, invoice, found, _TRANSFER)


def _signs(text: str | None) -> str:
    return searchable(text).replace(" ", "")


def _entries(
    connection: Connection, ibans: Sequence[str], since: date, signs: Sequence[str]
) -> Iterator[Found]:
    """Booked entries of the seller's accounts that name one of the invoices.

    A batch counts by its details, whose words stand with the batch alone: which detail
    has them is told by its own texts. Writing references in groups of four is usual,
    so what stands between the signs does not count.
    """
    parent = aliased(Transaction)
    own = func.replace(func.coalesce(parent.words, Transaction.words), " ", "")
    rows = connection.execute(
        select(
            Transaction.entry_key, Transaction.occurrence, Transaction.position,
            Transaction.day, Transaction.amount, Transaction.currency,
            Transaction.counterparty_name, own.label("signs"),
            parent.entry_key.label("of_key"), parent.occurrence.label("of_occurrence"),
            Transaction.remittance, Transaction.reference, Transaction.end_to_end_id,
        )
        .join(Account, Account.id == Transaction.account_id)
        .outerjoin(parent, parent.id == Transaction.parent_id)
        .where(
            Account.iban.in_(ibans),
            Transaction.day >= since,
            Transaction.state == _BOOKED,
            # A detail that does not tell its amount tells nothing of what was paid.
            Transaction.amount != 0,
            or_(Transaction.parent_id.is_not(None), Transaction.detail_count < 2),
            or_(*(own.contains(one, autoescape=True) for one in signs)),
        )
        .order_by(Transaction.day, Transaction.id)
    )  # fmt: skip
    for row in rows:
        yield Found(
            entry=_entry(row),
            booked=row.day,
            amount=row.amount,
            currency=row.currency,
            payer=row.counterparty_name or "",
            signs=row.signs if row.entry_key is not None else _signs_of(row),
        )


def _signs_of(detail: Row[Any]) -> str:
    """What a detail itself says, as the words of entries are kept."""
    texts = (detail.remittance, detail.reference, detail.end_to_end_id)
    return _signs(" ".join(filter(None, texts)))


def _entry(row: Row[Any]) -> str:
    """The booking's name, which it keeps when its file is imported again."""
    if row.entry_key is not None:
        return f"{bytes(row.entry_key).hex()}/{row.occurrence}"
    return f"{bytes(row.of_key or b'').hex()}/{row.of_occurrence}/{row.position}"


def _tell(billing: Billing, invoice: Invoice) -> None:
    left, ours = invoice.outstanding, invoice.number
    level, code = "SUCCESS", "billing.paid"
    if left > 0:
        level, code = "INFO", "billing.paid_partly"
    elif left < 0:
        level, code = "INFO", "billing.paid_too_much"
    tell(
        billing.session.connection(),
        level,
        Message(code, number=ours or "", amount=Amount(abs(left), invoice.currency)),
        reference=ours,
    )


def payments_of(session: Session, invoice_id: int) -> list[InvoicePayment]:
    """What came for an invoice, the oldest first."""
    query = select(InvoicePayment).where(InvoicePayment.invoice_id == invoice_id)
    return list(session.scalars(query.order_by(InvoicePayment.id)))
