"""The victim's billing: who is billed, a subscription, a unit, an invoice."""

from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from giroscope.features.billing.tables import (
    BillingAccount,
    Invoice,
    InvoiceLine,
    InvoicePaper,
    Subscription,
    UsageUnit,
)
from giroscope.kernel.clock import day_of
from tests.isolation.tenants import MARK


def give_a_bill(session: Session, now: datetime) -> None:
    """One of each, in the words of the victim."""
    today = day_of(now)
    session.add(
        BillingAccount(
            id=1, payer="ZZZZZZZ", name=MARK, country="DK", language="en",
            recipients=[f"{MARK.lower()}@example.com"], next_look=now,
        )
    )  # fmt: skip
    subscription = Subscription(
        state="ACTIVE", plan="start", interval="MONTH", currency="DKK", seats=3,
        started=today, anchor=1, period_start=today,
        period_end=today + timedelta(days=30), told={},
    )  # fmt: skip
    session.add(subscription)
    session.flush()
    session.add(
        UsageUnit(
            subscription_id=subscription.id, period_start=today, meter="JOURNALS",
            key=MARK, event=1, at=now, subject_kind="upload", subject_id="1",
            label=MARK,
        )
    )  # fmt: skip
    invoice = Invoice(
        subscription_id=subscription.id, occasion="period", kind="INVOICE",
        state="OPEN", series=MARK, sequence=1, number=f"{MARK}-1", reference=MARK,
        drafted=now, issued=today, due=today, from_date=today, to_date=today,
        currency="DKK", net=Decimal(1), vat_treatment="OUTSIDE_EU",
        vat_rate=Decimal(0), vat=Decimal(0), total=Decimal(1), language="en",
        seller={"name": MARK, "account": {"iban": MARK}}, buyer={"name": MARK},
    )  # fmt: skip
    session.add(invoice)
    session.flush()
    session.add(
        InvoiceLine(
            invoice_id=invoice.id, position=1, kind="PLAN", text=MARK,
            from_date=today, to_date=today, quantity=Decimal(1), unit="month",
            unit_price=Decimal(1), net=Decimal(1),
        )
    )  # fmt: skip
    session.add(
        InvoicePaper(invoice_id=invoice.id, sha256="", made=now, content=MARK.encode())
    )
