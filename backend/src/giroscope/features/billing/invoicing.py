"""Makes invoices: drafts them, gives them their number, credits them.

A number is given in the transaction that makes an invoice final, by locking the row
of its series: numbers have no gap and no number is given twice (momsbekendtgørelsen
§ 58, stk. 1, nr. 2). The series is the tenant's own, under the seller's sign.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.errors import NothingToCredit, StillDraft
from giroscope.features.billing.line_words import say
from giroscope.features.billing.pricing import Line, Span, sums
from giroscope.features.billing.reference import reference_of
from giroscope.features.billing.tables import (
    BillingAccount,
    Invoice,
    InvoiceKind,
    InvoiceLine,
    InvoiceMailing,
    InvoiceSeries,
    InvoiceState,
    Subscription,
    UsageUnit,
)
from giroscope.features.billing.vat import rounded, vat_of
from giroscope.kernel.access import Actor

_BUYER = (
    "name", "address", "postcode", "city", "country", "company_number", "vat_number",
    "order_number", "ean", "contact",
)  # fmt: skip
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Billing:
    """Who bills whom, in one transaction."""

    session: Session
    realm: str
    catalogue: Catalogue
    account: BillingAccount
    actor: Actor
    now: datetime
    today: date


@dataclass(frozen=True, slots=True)
class Occasion:
    """What an invoice is made for."""

    name: str
    span: Span
    issued: date


def draft(
    billing: Billing,
    subscription: Subscription,
    occasion: Occasion,
    lines: Sequence[Line],
) -> Invoice | None:
    """A draft with these lines; none where there are none, or it was made before."""
    if not lines or _known(billing.session, subscription, occasion):
        return None
    catalogue, account = billing.catalogue, billing.account
    found = sums(catalogue, account, lines, occasion.issued)
    invoice = Invoice(
        subscription_id=subscription.id,
        occasion=occasion.name,
        kind=InvoiceKind.INVOICE.value,
        state=InvoiceState.DRAFT.value,
        drafted=billing.now,
        issued=occasion.issued,
        due=occasion.issued + timedelta(days=catalogue.payment_days),
        from_date=occasion.span.start,
        to_date=occasion.span.last,
        currency=subscription.currency,
        net=found.net,
        vat_treatment=found.treatment.value,
        vat_rate=found.rate,
        vat=found.vat,
        total=found.total,
        language=account.language,
        seller=_seller(catalogue, subscription.currency),
        buyer=_buyer(account),
    )
    _add(billing.session, invoice, lines)
    if invoice.total < 0:
        raise ValueError("an invoice is never negative; what is given back is credited")
    return invoice


def finalise(billing: Billing, invoice: Invoice) -> None:
    """Give a draft its number and today's date; from here on nothing changes it."""
    lines = lines_of(billing.session, invoice.id)
    invoice.buyer = _buyer(billing.account)
    invoice.issued = billing.today
    invoice.due = billing.today + timedelta(days=billing.catalogue.payment_days)
    # The buyer may have a VAT number since, or have moved.
    found = sums(billing.catalogue, billing.account, _as_lines(lines), billing.today)
    invoice.net, invoice.vat = found.net, found.vat
    invoice.vat_treatment, invoice.vat_rate = found.treatment.value, found.rate
    invoice.total = found.total
    _number(billing, invoice)
    invoice.state = InvoiceState.OPEN.value
    if not invoice.total:
        invoice.state, invoice.settled = InvoiceState.PAID.value, billing.now
    billing.session.flush()
    ask_for_mail(billing, invoice, billing.account.recipients)
    _record_issue(billing, "billing.invoice_issued", invoice)


def credit(
    billing: Billing, invoice: Invoice, reason: str, net: Decimal | None = None
) -> Invoice:
    """A credit note for an invoice: for all that is left of it, or a part of its net.

    Raises:
        StillDraft: It has no number yet.
        NothingToCredit: It is more than is left, or nothing is.
    """
    if invoice.state == InvoiceState.DRAFT or invoice.kind != InvoiceKind.INVOICE:
        raise StillDraft
    left = invoice.total - invoice.credited
    amount = _left_net(billing.session, invoice) if net is None else net
    vat = vat_of(amount, invoice.vat_rate)
    if net is None:
        # What is left of the VAT, to the cent, however it was rounded before.
        vat = left - amount
    if amount <= 0 or amount != rounded(amount) or amount + vat > left:
        raise NothingToCredit
    note = _credit_note(billing, invoice, reason, amount, vat)
    told = say("CREDIT", invoice.language, number=invoice.number, reason=reason)
    line = Line(
        "CREDIT", told, invoice.from_date, invoice.to_date, Decimal(1), "", -amount,
    )  # fmt: skip
    _add(billing.session, note, [line])
    _number(billing, note)
    note.state, note.settled = InvoiceState.CREDITED.value, billing.now
    invoice.credited += amount + vat
    settle(invoice, billing.now)
    billing.session.flush()
    ask_for_mail(billing, note, billing.account.recipients)
    _record_issue(billing, "billing.credited", note, of=invoice.number, reason=reason)
    return note


def settle(invoice: Invoice, now: datetime) -> None:
    """Let the invoice's state follow what was paid and credited."""
    was = invoice.state
    if invoice.credited >= invoice.total > 0:
        invoice.state = InvoiceState.CREDITED.value
    elif invoice.outstanding <= 0:
        invoice.state = InvoiceState.PAID.value
    else:
        invoice.state = InvoiceState.OPEN.value
    if invoice.state != was:
        is_over = invoice.state != InvoiceState.OPEN
        invoice.settled = now if is_over else None


def ask_for_mail(billing: Billing, invoice: Invoice, recipients: Sequence[str]) -> None:
    """Have the invoice mailed to each of them by the job."""
    for recipient in recipients:
        billing.session.add(
            InvoiceMailing(
                invoice_id=invoice.id, recipient=recipient, asked=billing.now,
                asked_by_name=billing.actor.name,
            )
        )  # fmt: skip


def lines_of(session: Session, invoice_id: int) -> list[InvoiceLine]:
    """The lines, in their order."""
    query = select(InvoiceLine).where(InvoiceLine.invoice_id == invoice_id)
    return list(session.scalars(query.order_by(InvoiceLine.position)))


def settle_units(
    session: Session, invoice: Invoice | None, counted: Mapping[str, Any]
) -> None:
    """Write on the units of a period by which line they are settled.

    Units within what was included belong to no line, and need none.
    """
    if invoice is None:
        return
    for line in lines_of(session, invoice.id):
        if line.meter is not None:
            session.execute(
                update(UsageUnit)
                .where(
                    UsageUnit.subscription_id == counted["subscription_id"],
                    UsageUnit.period_start == counted["period_start"],
                    UsageUnit.meter == line.meter,
                )
                .values(line_id=line.id)
            )


def _known(session: Session, subscription: Subscription, occasion: Occasion) -> bool:
    found = session.execute(
        select(Invoice.id).where(
            Invoice.subscription_id == subscription.id,
            Invoice.occasion == occasion.name,
        )
    )
    return found.first() is not None


def _add(session: Session, invoice: Invoice, lines: Sequence[Line]) -> None:
    session.add(invoice)
    session.flush()
    for position, line in enumerate(lines, 1):
        session.add(
            InvoiceLine(invoice_id=invoice.id, position=position, **line.values())
        )
    session.flush()


def _number(billing: Billing, invoice: Invoice) -> None:
    """The next number of the tenant's series, and the reference that goes with it."""
    series = f"{billing.catalogue.seller.series}-{billing.realm.upper()}"[:40]
    sequence = _next(billing.session, series)
    invoice.series, invoice.sequence = series, sequence
    invoice.number = f"{series}-{sequence:05d}"
    invoice.reference = reference_of(billing.account.payer, sequence)
    invoice.finalised = billing.now


def _next(session: Session, series: str) -> int:
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(
        dialect.insert(InvoiceSeries)
        .values(name=series, last=0)
        .on_conflict_do_nothing(index_elements=["name"])
    )
    # Whoever else gives a number of this series waits here until this is committed.
    found = session.execute(
        update(InvoiceSeries)
        .where(InvoiceSeries.name == series)
        .values(last=InvoiceSeries.last + 1)
        .returning(InvoiceSeries.last)
    )
    return int(found.scalar_one())


def _left_net(session: Session, invoice: Invoice) -> Decimal:
    notes = session.scalars(
        select(Invoice.net).where(
            Invoice.credits_id == invoice.id,
            Invoice.kind == InvoiceKind.CREDIT_NOTE.value,
        )
    )
    return invoice.net + sum(notes, _NOTHING)


def _credit_note(
    billing: Billing, invoice: Invoice, reason: str, net: Decimal, vat: Decimal
) -> Invoice:
    today = billing.today
    return Invoice(
        subscription_id=invoice.subscription_id,
        occasion=f"credit {invoice.id} {invoice.credited}",
        kind=InvoiceKind.CREDIT_NOTE.value,
        state=InvoiceState.DRAFT.value,
        credits_id=invoice.id,
        reason=reason,
        drafted=billing.now,
        issued=today,
        due=today,
        from_date=invoice.from_date,
        to_date=invoice.to_date,
        currency=invoice.currency,
        net=-net,
        vat_treatment=invoice.vat_treatment,
        vat_rate=invoice.vat_rate,
        vat=-vat,
        total=-(net + vat),
        language=invoice.language,
        seller=invoice.seller,
        buyer=invoice.buyer,
    )


def _as_lines(rows: Sequence[InvoiceLine]) -> list[Line]:
    names = Line.__dataclass_fields__
    return [Line(**{name: getattr(row, name) for name in names}) for row in rows]


def _buyer(account: BillingAccount) -> dict[str, str]:
    return {name: getattr(account, name) for name in _BUYER}


def _seller(catalogue: Catalogue, currency: str) -> dict[str, Any]:
    seller = catalogue.seller.model_dump(exclude={"accounts", "realm"})
    pays_to = catalogue.account(currency).model_dump()
    interest = catalogue.reminders.interest
    return {**seller, "account": pays_to, "interest": interest,
            "is_example": catalogue.is_example}  # fmt: skip


def _record_issue(
    billing: Billing, verb: str, invoice: Invoice, **more: object
) -> None:
    record_now(
        billing.session.connection(),
        billing.actor,
        verb,
        Subject("invoice", str(invoice.id), invoice.number),
        now={
            "number": invoice.number, "total": invoice.total,
            "currency": invoice.currency, "due": invoice.due, **more,
        },
        at=billing.now,
    )  # fmt: skip
