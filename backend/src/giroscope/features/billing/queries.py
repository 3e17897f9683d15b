"""Selects over invoices and units. The database is the actor's own realm's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    func,
    or_,
    select,
)

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoiceState,
    Subscription,
    UsageUnit,
)
from giroscope.kernel.columns import total
from giroscope.kernel.paging import Order

INVOICE_ORDERS = {
    "ISSUED": Order("issued", Invoice.issued, Invoice.id),
    "DUE": Order("due", Invoice.due, Invoice.id),
    "TOTAL": Order("total", Invoice.total, Invoice.id),
}
SUBSCRIPTION_ORDER = Order("id", Subscription.id, Subscription.id)
UNIT_ORDER = Order("at", UsageUnit.at, UsageUnit.id)
Bounds = tuple[Any, Any]
OPEN_ENDED: Bounds = (None, None)
_Totals = Select[*tuple[Any, ...]]


class Standing(StrEnum):
    """How an invoice stands on a day."""

    DRAFT = "DRAFT"
    OPEN = "OPEN"
    OVERDUE = "OVERDUE"
    PAID = "PAID"
    CREDITED = "CREDITED"


def standing_of(invoice: Invoice, today: date) -> Standing:
    """Open ones whose day has passed are overdue."""
    if invoice.state == InvoiceState.OPEN and invoice.due < today:
        return Standing.OVERDUE
    return Standing(invoice.state)


def standing(today: date) -> ColumnElement[str]:
    """The same in a statement."""
    is_late = and_(Invoice.state == InvoiceState.OPEN.value, Invoice.due < today)
    return case((is_late, Standing.OVERDUE.value), else_=Invoice.state)


@dataclass(frozen=True, slots=True)
class WantedInvoices:
    """What the list of invoices is narrowed to."""

    standings: Sequence[str] | None = None
    kinds: Sequence[str] | None = None
    currency: str | None = None
    text: str | None = None
    issued: Bounds = OPEN_ENDED
    due: Bounds = OPEN_ENDED

    def rows(self, today: date) -> Select[Any]:
        """As a select."""
        found = select(Invoice)
        if self.standings is not None:
            found = found.where(standing(today).in_(self.standings))
        if self.kinds is not None:
            found = found.where(Invoice.kind.in_(self.kinds))
        if self.currency is not None:
            found = found.where(Invoice.currency == self.currency)
        if self.text:
            texts = (Invoice.number, Invoice.reference, Invoice.reason)
            plain = self.text.replace(" ", "")
            found = found.where(
                or_(*(column.icontains(plain, autoescape=True) for column in texts))
            )
        for column, (low, high) in (
            (Invoice.issued, self.issued), (Invoice.due, self.due),
        ):  # fmt: skip
            if low is not None:
                found = found.where(column >= low)
            if high is not None:
                found = found.where(column <= high)
        return found


def totals(wanted: Select[Any], today: date) -> _Totals:
    """Sums of those invoices by currency and standing; currencies are kept apart."""
    rows = wanted.order_by(None).with_only_columns(Invoice.id).subquery()
    own = standing(today).label("standing")
    owed = Invoice.kind != InvoiceKind.CREDIT_NOTE.value
    return (
        select(
            Invoice.currency,
            own,
            func.count(),
            total(Invoice.net),
            total(Invoice.vat),
            total(Invoice.total),
            *(
                func.coalesce(total(case((owed, part))), 0)
                for part in (
                    Invoice.total,
                    Invoice.fees,
                    Invoice.credited,
                    Invoice.paid,
                )
            ),
        )
        .where(Invoice.id.in_(select(rows.c.id)))
        .group_by(Invoice.currency, own)
        .order_by(Invoice.currency, own)
    )


def outstanding(row: Sequence[Any]) -> Decimal:
    """What is still owed of the invoices of one of these sums."""
    owed, fees, credited, paid = row[-4:]
    left: Decimal = owed + fees - credited - paid
    return left


@dataclass(frozen=True, slots=True)
class WantedUnits:
    """What the list of units is narrowed to."""

    meters: Sequence[str] | None = None
    period_start: date | None = None
    line: int | None = None
    is_free: bool | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        found = select(UsageUnit)
        if self.meters is not None:
            found = found.where(UsageUnit.meter.in_(self.meters))
        if self.period_start is not None:
            found = found.where(UsageUnit.period_start == self.period_start)
        if self.line is not None:
            found = found.where(UsageUnit.line_id == self.line)
        if self.is_free is not None:
            free = UsageUnit.free.is_not(None)
            found = found.where(free if self.is_free else ~free)
        return found


def proofs(events: Sequence[int]) -> Select[int, str, str]:
    """What the events of units were, and whose."""
    return select(AuditEvent.id, AuditEvent.verb, AuditEvent.actor_name).where(
        AuditEvent.id.in_(events)
    )
