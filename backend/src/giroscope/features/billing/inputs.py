"""What people give: terms, details, and what lists are narrowed to and sorted by."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.billing import queries
from giroscope.features.billing.pricing import Terms
from giroscope.features.billing.queries import Standing
from giroscope.features.billing.tables import Interval, InvoiceKind, Meter
from giroscope.kernel.columns import is_storable
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import DateRange, number
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection

_FIELDS = (
    "name", "address", "postcode", "city", "country", "company_number", "vat_number",
    "order_number", "ean", "contact", "recipients", "language",
)  # fmt: skip


@strawberry.input(description="Plan, period, currency and seats.")
class SubscriptionTermsInput:
    """What is wanted."""

    plan: str
    interval: Interval
    currency: str
    seats: int

    def terms(self) -> Terms:
        """As pricing takes them."""
        return Terms(self.plan, self.interval.value, self.currency, self.seats)

    @staticmethod
    def amount(text: str) -> Decimal:
        """An amount that was shown.

        Raises:
            InvalidInput: It is none.
        """
        try:
            amount = Decimal(text)
        except InvalidOperation as error:
            raise InvalidInput("This is no amount", path="shownTotal") from error
        if not is_storable(amount):
            raise InvalidInput("This is no amount", path="shownTotal")
        return amount


@strawberry.input(description="What is given is changed, and nothing else.")
class BillingDetailsInput:
    """Who is billed."""

    name: str | None = None
    address: str | None = None
    postcode: str | None = None
    city: str | None = None
    country: str | None = None
    company_number: str | None = None
    vat_number: str | None = None
    order_number: str | None = None
    ean: str | None = None
    contact: str | None = None
    recipients: list[str] | None = None
    language: str | None = None

    def given(self) -> dict[str, Any]:
        """Those that are to be changed."""
        told = {name: getattr(self, name) for name in _FIELDS}
        return {name: value for name, value in told.items() if value is not None}


@strawberry.input
class InvoiceFilter:
    """What the list of invoices is narrowed to."""

    states: list[Standing] | None = None
    kinds: list[InvoiceKind] | None = None
    currency: str | None = None
    text: str | None = strawberry.field(
        default=None, description="Of a number, a reference or a reason."
    )
    issued: DateRange | None = None
    due: DateRange | None = None

    def rows(self, today: date) -> Select[Any]:
        """As a select."""
        return queries.WantedInvoices(
            standings=_values(self.states),
            kinds=_values(self.kinds),
            currency=self.currency,
            text=self.text,
            issued=_bounds(self.issued),
            due=_bounds(self.due),
        ).rows(today)


@strawberry.enum
class InvoiceOrderField(Enum):
    """What invoices can be sorted by."""

    ISSUED = "ISSUED"
    DUE = "DUE"
    TOTAL = "TOTAL"


@strawberry.input
class InvoiceOrder:
    """How the list is sorted."""

    field: InvoiceOrderField
    direction: SortDirection

    @classmethod
    def of(cls, asked: "InvoiceOrder | None") -> Order:
        """As the query takes it; the newest first."""
        if asked is None:
            return queries.INVOICE_ORDERS["ISSUED"]
        order = queries.INVOICE_ORDERS[asked.field.value]
        return replace(order, is_descending=asked.direction is SortDirection.DESC)


@strawberry.input
class UsageUnitFilter:
    """What the list of units is narrowed to."""

    meters: list[Meter] | None = None
    period_start: date | None = None
    line: strawberry.ID | None = strawberry.field(
        default=None, description="Those that a line of an invoice settles."
    )
    is_free: bool | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        return queries.WantedUnits(
            meters=_values(self.meters),
            period_start=self.period_start,
            line=None if self.line is None else number(self.line, "filter.line"),
            is_free=self.is_free,
        ).rows()


def _values(members: Sequence[Any] | None) -> list[str] | None:
    return None if members is None else [one.value for one in members]


def _bounds(days: DateRange | None) -> queries.Bounds:
    return (days.from_, days.to) if days else queries.OPEN_ENDED
