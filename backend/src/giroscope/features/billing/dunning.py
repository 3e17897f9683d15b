"""Reminds of unpaid invoices, as the law allows: rentelov § 9 b, stk. 2.

At most three reminders with a fee of at most 100 kroner each, ten days apart. While
an invoice is disputed none goes out. Interest is not calculated; what the operator
says of it is printed.
"""

from datetime import timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing.catalogue import LEAST_DAYS_BETWEEN, Reminders
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoiceReminder,
    InvoiceState,
    Subscription,
    SubscriptionState,
)
from giroscope.features.billing.trial import note
from giroscope.features.messages import tell
from giroscope.kernel.clock import day_of
from localization import Amount, Message

_BY = "Giroscope"
_SWITCHED = {
    True: SubscriptionState.PAST_DUE.value,
    False: SubscriptionState.ACTIVE.value,
}


def remind(billing: Billing) -> None:
    """Write the next reminder of every invoice that is due one."""
    rules = billing.catalogue.reminders
    for invoice in overdue(billing):
        if invoice.questioned is not None:
            continue
        given = reminders_of(billing.session, invoice.id)
        if _is_due(billing, invoice, given, rules):
            _write(billing, invoice, len(given) + 1, rules)


def overdue(billing: Billing) -> list[Invoice]:
    """Open invoices whose day has passed, the oldest first."""
    rows = billing.session.scalars(
        select(Invoice)
        .where(
            Invoice.kind == InvoiceKind.INVOICE.value,
            Invoice.state == InvoiceState.OPEN.value,
            Invoice.due < billing.today,
        )
        .order_by(Invoice.id)
    )
    return list(rows)


def reminders_of(session: Session, invoice_id: int) -> list[InvoiceReminder]:
    """The reminders of an invoice, in their order."""
    query = select(InvoiceReminder).where(InvoiceReminder.invoice_id == invoice_id)
    return list(session.scalars(query.order_by(InvoiceReminder.number)))


def follow_state(billing: Billing) -> None:
    """Let the subscription be past due while an invoice is, and no longer."""
    is_late = bool(overdue(billing))
    rows = billing.session.scalars(
        select(Subscription).where(Subscription.state == _SWITCHED[not is_late])
    )
    for subscription in rows:
        subscription.state = _SWITCHED[is_late]
        note(billing.session, subscription, billing.now, subscription.state, _BY)


def _is_due(
    billing: Billing,
    invoice: Invoice,
    given: list[InvoiceReminder],
    rules: Reminders,
) -> bool:
    if len(given) >= len(rules.days):
        return False
    since_due = (billing.today - invoice.due).days
    if since_due < rules.days[len(given)]:
        return False
    # A worker that stood still must not send two at once.
    last = day_of(given[-1].at) if given else None
    return last is None or (billing.today - last).days >= LEAST_DAYS_BETWEEN


def _write(billing: Billing, invoice: Invoice, number: int, rules: Reminders) -> None:
    fee = rules.fees.get(invoice.currency, Decimal(0))
    billing.session.add(
        InvoiceReminder(
            invoice_id=invoice.id, number=number, at=billing.now, fee=fee,
            pay_by=billing.today + timedelta(days=rules.days_to_pay),
        )
    )  # fmt: skip
    invoice.fees += fee
    billing.session.flush()
    record_now(
        billing.session.connection(), billing.actor, "billing.reminded",
        Subject("invoice", str(invoice.id), invoice.number),
        now={"reminder": number, "fee": fee, "outstanding": invoice.outstanding},
        at=billing.now,
    )  # fmt: skip
    tell(
        billing.session.connection(),
        "WARNING",
        Message(
            "billing.overdue",
            number=invoice.number or "",
            amount=Amount(invoice.outstanding, invoice.currency),
            due=invoice.due,
        ),
        reference=invoice.number,
    )
