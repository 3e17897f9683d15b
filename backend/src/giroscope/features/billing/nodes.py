"""Plans, subscriptions and invoices, as the graph shows them."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

import strawberry

from giroscope.features.billing import status as stands
from giroscope.features.billing.catalogue import Catalogue, Plan
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.line_words import in_both
from giroscope.features.billing.periods import ONE_DAY
from giroscope.features.billing.pricing import Line, Terms, period_price, sums
from giroscope.features.billing.tables import (
    BillingAccount,
    FreeOf,
    Interval,
    InvoiceLine,
    Meter,
    Subscription,
    SubscriptionEvent,
    SubscriptionState,
    UsageUnit,
    VatTreatment,
)
from giroscope.kernel.graph import Money, NamedValue
from giroscope.kernel.text import LocalizedText

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

strawberry.enum(SubscriptionState, name="SubscriptionState")
strawberry.enum(Interval, name="BillingInterval")
strawberry.enum(Meter, name="UsageMeter")
strawberry.enum(FreeOf, name="FreeOfCharge")
strawberry.enum(VatTreatment, name="VatTreatment")

Node = TypeVar("Node", bound="DataclassInstance")


def alike(node: type[Node], row: object) -> Node:
    """What is shown of a row under the names of its columns."""
    return node(**{field.name: getattr(row, field.name) for field in fields(node)})


@strawberry.type(description="What a plan costs in one currency, without VAT.")
class PlanPrice:
    """What a plan costs in one currency."""

    currency: str
    month: Decimal
    year: Decimal
    seat_month: Decimal
    seat_year: Decimal
    journal: Decimal
    sending: Decimal


@strawberry.type(name="BillingPlan", description="What can be subscribed to.")
class PlanNode:
    """What can be subscribed to."""

    id: strawberry.ID
    english: str
    danish: str
    journals: int = strawberry.field(description="Included in a month.")
    sendings: int = strawberry.field(description="Included in a month.")
    seats: int
    prices: list[PlanPrice] = strawberry.field(description="Those of today.")

    @classmethod
    def of(cls, plan: Plan, day: date) -> "PlanNode":
        """From the catalogue."""
        return cls(
            id=strawberry.ID(plan.id),
            english=plan.en,
            danish=plan.da,
            journals=plan.journals,
            sendings=plan.sendings,
            seats=plan.seats,
            prices=[alike(PlanPrice, one) for one in plan.prices if one.holds(day)],
        )


@strawberry.type(description="Plan, period, currency and seats, and their price.")
class SubscriptionTerms:
    """Plan, period, currency and seats."""

    plan: PlanNode
    interval: Interval
    currency: str
    seats: int
    price: Money = strawberry.field(description="Of a whole period, without VAT.")

    @classmethod
    def of(cls, catalogue: Catalogue, terms: Terms, day: date) -> "SubscriptionTerms":
        """As they cost for a period that begins on this day."""
        price = period_price(catalogue, terms, day)
        return cls(
            plan=PlanNode.of(catalogue.plan(terms.plan), day),
            interval=Interval(terms.interval),
            currency=terms.currency,
            seats=terms.seats,
            price=Money(amount=price, currency=terms.currency),
        )


@strawberry.type(name="InvoiceLine", description="A line of an invoice.")
class LineNode:
    """A line of an invoice."""

    id: strawberry.ID | None = strawberry.field(
        description="By which its units are found; none before it is drafted."
    )
    kind: str = strawberry.field(description="PLAN SEATS USAGE UNUSED REST or CREDIT.")
    text: str = strawberry.field(description="As the invoice says it, in its language.")
    said: LocalizedText = strawberry.field(description="The same in both languages.")
    from_: date = strawberry.field(name="from")
    to: date
    quantity: Decimal
    unit: str
    unit_said: LocalizedText = strawberry.field(
        description="The unit in both languages."
    )
    unit_price: Money
    net: Money
    meter: Meter | None
    used: int | None
    included: int | None

    @classmethod
    def of(cls, line: Line | InvoiceLine, currency: str) -> "LineNode":
        """From a line that is kept, or one that would be."""
        return cls(
            id=strawberry.ID(str(line.id)) if isinstance(line, InvoiceLine) else None,
            kind=line.kind,
            text=line.text,
            said=LocalizedText.of(in_both(line.text)),
            from_=line.from_date,
            to=line.to_date,
            quantity=line.quantity,
            unit=line.unit,
            unit_said=LocalizedText.of(in_both(line.unit)),
            unit_price=Money(amount=line.unit_price, currency=currency),
            net=Money(amount=line.net, currency=currency),
            meter=Meter(line.meter) if line.meter else None,
            used=line.used,
            included=line.included,
        )


@strawberry.type(description="An invoice to be.")
class ChargePreview:
    """An invoice to be."""

    day: date
    lines: list[LineNode]
    net: Money
    vat: Money
    vat_rate: Decimal
    vat_treatment: VatTreatment
    total: Money

    @classmethod
    def of(
        cls, billing: Billing, day: date, lines: Sequence[Line], currency: str
    ) -> "ChargePreview":
        """With the sums it would have on that day."""
        found = sums(billing.catalogue, billing.account, lines, day)
        return cls(
            day=day,
            lines=[LineNode.of(line, currency) for line in lines],
            net=Money(amount=found.net, currency=currency),
            vat=Money(amount=found.vat, currency=currency),
            vat_rate=found.rate,
            vat_treatment=found.treatment,
            total=Money(amount=found.total, currency=currency),
        )


@strawberry.type(description="What was used of what is included, by one meter.")
class SubscriptionUsage:
    """What was used of what is included."""

    meter: Meter
    used: int
    free: int = strawberry.field(
        description="Counted and not charged: demo data, and files taken back."
    )
    included: int
    forecast: int = strawberry.field(
        description="At the end of the period, if it goes on like this."
    )
    unit_price: Money = strawberry.field(description="Of each unit beyond.")


@strawberry.type(name="SubscriptionEvent", description="Something that happened to it.")
class EventNode:
    """Something that happened to the subscription."""

    at: datetime
    what: str
    by_name: str
    values: list[NamedValue]

    @classmethod
    def of(cls, row: SubscriptionEvent) -> "EventNode":
        """From its row."""
        return cls(
            at=row.at,
            what=row.what,
            by_name=row.by_name,
            values=NamedValue.of(row.values),
        )


@strawberry.type(name="Subscription", description="What the realm subscribes to.")
class SubscriptionNode:
    """What the realm subscribes to."""

    id: strawberry.ID
    state: SubscriptionState
    terms: SubscriptionTerms
    started: date
    period_start: date
    period_end: date | None = strawberry.field(
        description="The last day of the period; none while nothing is charged."
    )
    waiting: SubscriptionTerms | None = strawberry.field(
        description="The terms from the next period on, where they are others."
    )
    cancelled: datetime | None = strawberry.field(
        description="When it was cancelled or paused, from the period's end on."
    )
    pauses: bool = strawberry.field(
        description="Whether it pauses with the period, instead of ending."
    )
    metered: datetime | None
    usage: list[SubscriptionUsage]
    next_charge: ChargePreview | None
    history: list[EventNode]

    @classmethod
    def of(cls, billing: Billing, row: Subscription) -> "SubscriptionNode":
        """From its row, with what is counted."""
        waiting, end = Terms.next_of(row), row.period_end
        catalogue = billing.catalogue
        return cls(
            id=strawberry.ID(str(row.id)),
            state=SubscriptionState(row.state),
            terms=SubscriptionTerms.of(catalogue, Terms.of(row), row.period_start),
            started=row.started,
            period_start=row.period_start,
            period_end=None if end is None else end - ONE_DAY,
            waiting=waiting
            and SubscriptionTerms.of(catalogue, waiting, end or billing.today),
            cancelled=row.cancelled,
            pauses=row.pauses,
            metered=billing.account.metered,
            usage=_usage(billing, row),
            next_charge=_next_charge(billing, row),
            history=[EventNode.of(one) for one in stands.history(billing.session, row)],
        )


def _usage(billing: Billing, row: Subscription) -> list[SubscriptionUsage]:
    return [
        SubscriptionUsage(
            meter=one.meter,
            used=one.used,
            free=one.free,
            included=one.included,
            forecast=one.forecast,
            unit_price=Money(amount=one.unit_price, currency=row.currency),
        )
        for one in stands.usage(billing, row)
    ]


def _next_charge(billing: Billing, row: Subscription) -> ChargePreview | None:
    charge = stands.next_charge(billing, row)
    if charge is None:
        return None
    waiting = Terms.next_of(row)
    currency = waiting.currency if waiting else row.currency
    return ChargePreview.of(billing, charge.day, charge.lines, currency)


@strawberry.type(name="UsageUnit", description="A unit, and the event that proves it.")
class UnitNode:
    """A unit, and the event that proves it."""

    id: strawberry.ID
    meter: Meter
    at: datetime
    event: strawberry.ID = strawberry.field(description="Number of the audit event.")
    verb: str | None = strawberry.field(description="What the event is of.")
    by_name: str | None = strawberry.field(description="Who did it.")
    subject_kind: str
    subject_id: str
    label: str
    free: FreeOf | None

    @classmethod
    def of(cls, row: UsageUnit, proof: Any | None) -> "UnitNode":
        """From its row, and its event."""
        return cls(
            id=strawberry.ID(str(row.id)),
            meter=Meter(row.meter),
            at=row.at,
            event=strawberry.ID(str(row.event)),
            verb=proof and proof.verb,
            by_name=proof and proof.actor_name,
            subject_kind=row.subject_kind,
            subject_id=row.subject_id,
            label=row.label,
            free=FreeOf(row.free) if row.free else None,
        )


@strawberry.type(description="Who is billed, and who gets the mails.")
class BillingDetails:
    """Who is billed."""

    name: str
    address: str
    postcode: str
    city: str
    country: str
    company_number: str
    vat_number: str
    order_number: str
    ean: str
    contact: str
    recipients: list[str]
    language: str
    is_whole: bool = strawberry.field(
        description="Whether an invoice can name its buyer."
    )

    @classmethod
    def of(cls, row: BillingAccount) -> "BillingDetails":
        """From its row."""
        names = (
            "name", "address", "postcode", "city", "country", "company_number",
            "vat_number", "order_number", "ean", "contact", "recipients", "language",
        )  # fmt: skip
        told = {name: getattr(row, name) for name in names}
        is_whole = all(told[name] for name in ("name", "address", "city", "country"))
        return cls(**told, is_whole=is_whole)
