"""How a subscription stands: what is used of what is included, what comes next."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.periods import next_start
from giroscope.features.billing.pricing import (
    Line,
    Span,
    Terms,
    fee_lines,
    forecast,
    included_units,
    usage_lines,
)
from giroscope.features.billing.renewal import CHARGED, used_units
from giroscope.features.billing.tables import (
    Meter,
    Subscription,
    SubscriptionEvent,
    SubscriptionState,
    UsageUnit,
)


class Used(NamedTuple):
    """What was used of what is included, by one meter."""

    meter: Meter
    used: int
    free: int
    """Units that were counted and cost nothing."""
    included: int
    forecast: int
    unit_price: Decimal


class Charge(NamedTuple):
    """An invoice to be, and the day on which it is made."""

    day: date
    lines: list[Line]


def usage(billing: Billing, subscription: Subscription) -> list[Used]:
    """By each meter, for the open period; nothing while none is open."""
    if subscription.period_end is None:
        return []
    span = Span(subscription.period_start, subscription.period_end)
    terms = Terms.of(subscription)
    price = billing.catalogue.price(terms.plan, terms.currency, span.start)
    used = used_units(billing.session, subscription)
    free = _free_units(billing.session, subscription)
    return [
        Used(
            meter,
            used.get(meter, 0),
            free.get(meter, 0),
            included_units(billing.catalogue, terms, meter),
            forecast(used.get(meter, 0), span, billing.today, meter),
            price.of_unit(meter, terms.interval),
        )
        for meter in Meter
    ]


def next_charge(billing: Billing, subscription: Subscription) -> Charge | None:
    """What is charged at the end of the period, with what is used so far."""
    end = subscription.period_end
    if end is None:
        return None
    language, catalogue = billing.account.language, billing.catalogue
    is_trial = subscription.state == SubscriptionState.TRIAL
    lines: list[Line] = []
    terms = Terms.next_of(subscription) or (
        None if is_trial else Terms.of(subscription)
    )
    if terms is not None and subscription.cancelled is None:
        anchor = end.day if is_trial else subscription.anchor
        span = Span(end, next_start(end, terms.interval, anchor))
        lines += fee_lines(catalogue, terms, span, language)
    is_same = terms is None or terms.currency == subscription.currency
    if subscription.state in CHARGED and is_same:
        span = Span(subscription.period_start, end)
        used = used_units(billing.session, subscription)
        lines += usage_lines(catalogue, Terms.of(subscription), span, used, language)
    return Charge(end, lines) if lines else None


def history(session: Session, subscription: Subscription) -> list[SubscriptionEvent]:
    """What happened to it, newest first."""
    query = select(SubscriptionEvent).where(
        SubscriptionEvent.subscription_id == subscription.id
    )
    return list(session.scalars(query.order_by(SubscriptionEvent.id.desc())))


def _free_units(session: Session, subscription: Subscription) -> dict[Meter, int]:
    rows = session.execute(
        select(UsageUnit.meter, func.count())
        .where(
            UsageUnit.subscription_id == subscription.id,
            UsageUnit.period_start == subscription.period_start,
            UsageUnit.free.is_not(None),
        )
        .group_by(UsageUnit.meter)
    )
    return {Meter(name): int(units) for name, units in rows}
