"""What is kept about billing: who is billed, for which plan, what was used, invoices.

An invoice that has its number is never changed: triggers of the database refuse it.
"""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

ONLY_ROW = 1
"""The id of the row in tables that have one."""


class SubscriptionState(StrEnum):
    """How a subscription stands."""

    TRIAL = "TRIAL"
    ACTIVE = "ACTIVE"
    PAST_DUE = "PAST_DUE"
    """Active, and an invoice was not paid in time."""
    PAUSED = "PAUSED"
    """Nothing is charged: the trial ended and no plan was chosen."""
    CANCELLED = "CANCELLED"


class Interval(StrEnum):
    """How long a period is."""

    MONTH = "MONTH"
    YEAR = "YEAR"


class Meter(StrEnum):
    """What is counted."""

    JOURNALS = "JOURNALS"
    """A file that somebody, a program or the ERP handed in and that was new."""
    SENDINGS = "SENDINGS"
    """A payment file that a bank took."""
    USERS = "USERS"
    """A person who signed in during the period."""


class FreeOf(StrEnum):
    """Why a unit is counted and not charged."""

    DEMO = "DEMO"
    TAKEN_BACK = "TAKEN_BACK"


class InvoiceKind(StrEnum):
    """What a document of the series is."""

    INVOICE = "INVOICE"
    CREDIT_NOTE = "CREDIT_NOTE"


class InvoiceState(StrEnum):
    """How an invoice stands; overdue ones are open and past their day."""

    DRAFT = "DRAFT"
    OPEN = "OPEN"
    PAID = "PAID"
    CREDITED = "CREDITED"


class VatTreatment(StrEnum):
    """Who owes the VAT of a supply, and where."""

    DOMESTIC = "DOMESTIC"
    REVERSE_CHARGE = "REVERSE_CHARGE"
    OUTSIDE_EU = "OUTSIDE_EU"


class BillingAccount(Table):
    """Who is billed, how they are reached, and how far was counted; one row."""

    __tablename__ = "billing_account"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        contacts=(
            "payer",
            "name",
            "address",
            "postcode",
            "city",
            "country",
            "company_number",
            "vat_number",
            "order_number",
            "ean",
            "contact",
            "recipients",
        ),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    payer: Mapped[str] = mapped_column(String(7))
    """Seven letters or digits of this tenant alone, in every payment reference."""
    name: Mapped[str] = mapped_column(String(140))
    address: Mapped[str] = mapped_column(String(200), default="")
    postcode: Mapped[str] = mapped_column(String(16), default="")
    city: Mapped[str] = mapped_column(String(80), default="")
    country: Mapped[str] = mapped_column(String(2))
    company_number: Mapped[str] = mapped_column(String(20), default="")
    """CVR number, or what companies are registered by elsewhere."""
    vat_number: Mapped[str] = mapped_column(String(16), default="")
    order_number: Mapped[str] = mapped_column(String(60), default="")
    ean: Mapped[str] = mapped_column(String(13), default="")
    contact: Mapped[str] = mapped_column(String(140), default="")
    recipients: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Mail addresses that invoices go to."""
    language: Mapped[str] = mapped_column(String(2))
    metered_to: Mapped[int] = mapped_column(BigId, default=0)
    """The last audit event that was looked at."""
    metered: Mapped[datetime | None] = mapped_column(UtcDateTime)
    next_look: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Subscription(Table):
    """What the realm has, from one day to the next period."""

    __tablename__ = "subscriptions"
    __personal_data__ = PersonalData(nothing=("plan", "interval", "next_terms", "told"))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    state: Mapped[str] = mapped_column(String(9))
    plan: Mapped[str] = mapped_column(String(40))
    interval: Mapped[str] = mapped_column(String(5))
    currency: Mapped[str] = mapped_column(String(3))
    seats: Mapped[int]
    started: Mapped[date]
    anchor: Mapped[int]
    """The day of the month on which periods begin."""
    period_start: Mapped[date]
    period_end: Mapped[date | None]
    """The first day that is not in the period; none while paused or cancelled."""
    next_terms: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Plan, interval, currency and seats from the next period on, if others."""
    cancelled: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When somebody cancelled or paused it, from the end of the period on."""
    pauses: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it then pauses, instead of ending."""
    told: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """The notices of this period, by what they are about."""


class SubscriptionEvent(Table):
    """Something that happened to the subscription, for its history."""

    __tablename__ = "subscription_events"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, names=("by_name",), nothing=("what", "values")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    subscription_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("subscriptions.id"), index=True
    )
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    what: Mapped[str] = mapped_column(String(20))
    by_name: Mapped[str] = mapped_column(String(200))
    values: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)


class UsageUnit(Table):
    """One unit that counts, and the audit event that proves it."""

    __tablename__ = "usage_units"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        names=("label",),
        nothing=("meter", "key", "subject_kind", "subject_id", "free"),
    )
    __table_args__ = (
        Index("ix_usage_units_period", "subscription_id", "period_start", "meter"),
        Index("ix_usage_units_subject", "subject_kind", "subject_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    subscription_id: Mapped[int] = mapped_column(BigId, ForeignKey("subscriptions.id"))
    period_start: Mapped[date]
    """Of the period it belongs to: the one that was open when it was counted."""
    meter: Mapped[str] = mapped_column(String(8))
    key: Mapped[str] = mapped_column(String(220), unique=True)
    """What makes it one unit: the same key is never counted twice."""
    event: Mapped[int] = mapped_column(BigId)
    """The number of the audit event."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    subject_kind: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[str] = mapped_column(String(200))
    label: Mapped[str] = mapped_column(String(300))
    free: Mapped[str | None] = mapped_column(String(10))
    line_id: Mapped[int | None] = mapped_column(BigId, index=True)
    """The invoice line that settles it."""


class InvoiceSeries(Table):
    """The last number that was given in a series."""

    __tablename__ = "invoice_series"
    __personal_data__ = PersonalData(nothing=("name",))

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    last: Mapped[int] = mapped_column(BigId)


class Invoice(Table):
    """An invoice or a credit note; the amounts of a credit note are negative."""

    __tablename__ = "invoices"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        contacts=("seller", "buyer"),
        nothing=(
            "occasion",
            "series",
            "number",
            "reference",
            "reason",
            "vat_treatment",
        ),
    )
    __table_args__ = (
        UniqueConstraint("series", "sequence"),
        UniqueConstraint("subscription_id", "occasion"),
        Index("ix_invoices_issued", "issued", "id"),
        Index("ix_invoices_due", "due", "id"),
        Index("ix_invoices_state", "state", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    subscription_id: Mapped[int] = mapped_column(BigId, ForeignKey("subscriptions.id"))
    occasion: Mapped[str] = mapped_column(String(60))
    """What it is made for: a job that begins again makes no second one."""
    kind: Mapped[str] = mapped_column(String(11))
    state: Mapped[str] = mapped_column(String(8))
    series: Mapped[str | None] = mapped_column(String(40))
    sequence: Mapped[int | None] = mapped_column(BigId)
    number: Mapped[str | None] = mapped_column(String(60), unique=True)
    reference: Mapped[str | None] = mapped_column(String(25), unique=True)
    """ISO 11649: what a payer writes, and what is looked for in statements."""
    credits_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("invoices.id"), index=True
    )
    reason: Mapped[str | None] = mapped_column(String(300))
    drafted: Mapped[datetime] = mapped_column(UtcDateTime)
    finalised: Mapped[datetime | None] = mapped_column(UtcDateTime)
    issued: Mapped[date]
    """The invoice's date; of a draft, the day on which it is going to be issued."""
    due: Mapped[date]
    from_date: Mapped[date]
    to_date: Mapped[date]
    """What it is for, both days included; the last is the day of delivery."""
    currency: Mapped[str] = mapped_column(String(3))
    net: Mapped[Decimal] = mapped_column(Amount)
    vat_treatment: Mapped[str] = mapped_column(String(14))
    vat_rate: Mapped[Decimal] = mapped_column(Amount)
    """Per cent."""
    vat: Mapped[Decimal] = mapped_column(Amount)
    total: Mapped[Decimal] = mapped_column(Amount)
    language: Mapped[str] = mapped_column(String(2))
    seller: Mapped[dict[str, Any]] = mapped_column(JSON)
    buyer: Mapped[dict[str, Any]] = mapped_column(JSON)
    paid: Mapped[Decimal] = mapped_column(Amount, default=Decimal(0))
    credited: Mapped[Decimal] = mapped_column(Amount, default=Decimal(0))
    fees: Mapped[Decimal] = mapped_column(Amount, default=Decimal(0))
    """Of reminders; they are outside the scope of VAT and no part of the invoice."""
    settled: Mapped[datetime | None] = mapped_column(UtcDateTime)
    questioned: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when somebody disputes it; no reminder goes out meanwhile."""

    @property
    def outstanding(self) -> Decimal:
        """What is still to be paid; negative where too much was paid."""
        if self.kind == InvoiceKind.CREDIT_NOTE:
            # It is set off against its invoice.
            return Decimal("0.00")
        return self.total + self.fees - self.credited - self.paid


class InvoiceLine(Table):
    """A line of an invoice."""

    __tablename__ = "invoice_lines"
    __personal_data__ = PersonalData(nothing=("text", "unit", "meter"))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    invoice_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("invoices.id"), index=True
    )
    position: Mapped[int]
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(String(300))
    """In the language of the invoice."""
    from_date: Mapped[date]
    to_date: Mapped[date]
    quantity: Mapped[Decimal] = mapped_column(Amount)
    unit: Mapped[str] = mapped_column(String(20))
    unit_price: Mapped[Decimal] = mapped_column(Amount)
    net: Mapped[Decimal] = mapped_column(Amount)
    meter: Mapped[str | None] = mapped_column(String(8))
    used: Mapped[int | None]
    included: Mapped[int | None]


class InvoicePaper(Table):
    """The PDF of an invoice, as it was made once and is sent each time."""

    __tablename__ = "invoice_papers"
    __personal_data__ = PersonalData(Purpose.BOOKKEEPING, contacts=("content",))

    invoice_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("invoices.id"), primary_key=True, autoincrement=False
    )
    sha256: Mapped[str] = mapped_column(String(64))
    made: Mapped[datetime] = mapped_column(UtcDateTime)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class InvoicePayment(Table):
    """Money that came for an invoice, or went back."""

    __tablename__ = "invoice_payments"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, contacts=("payer",), nothing=("entry", "method")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    invoice_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("invoices.id"), index=True
    )
    entry: Mapped[str] = mapped_column(String(80), unique=True)
    """Which booking it is in the seller's own statements, or who noted it."""
    booked: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Amount)
    currency: Mapped[str] = mapped_column(String(3))
    payer: Mapped[str] = mapped_column(String(140))
    method: Mapped[str] = mapped_column(String(10))
    """TRANSFER found in a statement, or NOTED by the seller."""
    found: Mapped[datetime] = mapped_column(UtcDateTime)


class InvoiceReminder(Table):
    """A reminder that was written, and its fee."""

    __tablename__ = "invoice_reminders"
    __table_args__ = (UniqueConstraint("invoice_id", "number"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    invoice_id: Mapped[int] = mapped_column(BigId, ForeignKey("invoices.id"))
    number: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    fee: Mapped[Decimal] = mapped_column(Amount)
    pay_by: Mapped[date]
    mailed: Mapped[datetime | None] = mapped_column(UtcDateTime)


class InvoiceMailing(Table):
    """That an invoice is to be mailed to somebody, and whether it was."""

    __tablename__ = "invoice_mailings"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, names=("asked_by_name",), contacts=("recipient", "refused")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    invoice_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("invoices.id"), index=True
    )
    recipient: Mapped[str] = mapped_column(String(254))
    asked: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_by_name: Mapped[str] = mapped_column(String(200))
    mailed: Mapped[datetime | None] = mapped_column(UtcDateTime)
    refused: Mapped[str | None] = mapped_column(String(300))


class InvoiceQuestion(Table):
    """What somebody asked about an invoice, and what was answered."""

    __tablename__ = "invoice_questions"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, names=("by_name",), texts=("text",), nothing=("answer",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    invoice_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("invoices.id"), index=True
    )
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_name: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(String(2000))
    answer: Mapped[str | None] = mapped_column(String(2000))
    answered: Mapped[datetime | None] = mapped_column(UtcDateTime)
