"""What happens when a period goes by: units are counted, it ends, the next begins."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from giroscope.features.billing.invoicing import (
    Billing,
    Occasion,
    draft,
    settle_units,
)
from giroscope.features.billing.metering import Counting, meter
from giroscope.features.billing.periods import begins, days, next_start
from giroscope.features.billing.pricing import (
    Span,
    Terms,
    fee_lines,
    included_units,
    usage_lines,
)
from giroscope.features.billing.tables import (
    Meter,
    Subscription,
    SubscriptionState,
    UsageUnit,
)
from giroscope.features.billing.trial import note
from giroscope.features.messages import tell
from localization import Message

CHARGED = frozenset({SubscriptionState.ACTIVE.value, SubscriptionState.PAST_DUE.value})
IDLE = frozenset({SubscriptionState.PAUSED.value, SubscriptionState.CANCELLED.value})
_BY = "Giroscope"
_NOTICES = (100, 80)
_TRIAL_DAYS = (1, 7)


def count(billing: Billing, subscription: Subscription) -> None:
    """Count what was recorded in the open period, and not after it."""
    session, account = billing.session, billing.account
    end = subscription.period_end or billing.today + timedelta(days=1)
    is_idle = subscription.state in IDLE
    counting = Counting(subscription.id, subscription.period_start)
    account.metered_to = meter(
        session.connection(),
        None if is_idle else counting,
        account.metered_to,
        begins(end),
    )
    session.flush()


def has_ended(subscription: Subscription, today: date) -> bool:
    """Whether the period is over."""
    end = subscription.period_end
    return end is not None and end <= today


def used_units(session: Session, subscription: Subscription) -> dict[Meter, int]:
    """What counts in the present period, by meter."""
    rows = session.execute(
        select(UsageUnit.meter, func.count())
        .where(
            UsageUnit.subscription_id == subscription.id,
            UsageUnit.period_start == subscription.period_start,
            UsageUnit.free.is_(None),
        )
        .group_by(UsageUnit.meter)
    )
    return {Meter(name): int(units) for name, units in rows}


class _Over(NamedTuple):
    """The period that has ended."""

    span: Span
    terms: Terms
    used: Mapping[Meter, int]


def renew(billing: Billing, subscription: Subscription) -> None:
    """Let the period end, and draft what is owed for it and for the next."""
    if subscription.period_end is None:
        return
    span = Span(subscription.period_start, subscription.period_end)
    used = used_units(billing.session, subscription)
    over = _Over(span, Terms.of(subscription), used)
    is_trial = subscription.state == SubscriptionState.TRIAL
    if is_trial:
        over = over._replace(used={})
    wanted = Terms.next_of(subscription) or (None if is_trial else over.terms)
    if subscription.cancelled is not None:
        _bill_usage(billing, subscription, over)
        ended = SubscriptionState.CANCELLED
        paused = SubscriptionState.PAUSED
        _stop(billing, subscription, paused if subscription.pauses else ended, span.end)
    elif wanted is None:
        _stop(billing, subscription, SubscriptionState.PAUSED, span.end)
        _tell_trial_is_over(billing)
    else:
        _go_on(billing, subscription, over, wanted)
    billing.session.flush()


def open_period(
    billing: Billing, subscription: Subscription, terms: Terms, start: date
) -> Span:
    """Begin a period under these terms."""
    row = subscription
    row.plan, row.interval, row.currency, row.seats = terms
    row.period_start = start
    row.period_end = next_start(start, row.interval, row.anchor)
    row.next_terms, row.told = None, {}
    if row.state not in CHARGED:
        row.state = SubscriptionState.ACTIVE.value
        note(billing.session, row, billing.now, "STARTED", billing.actor.name,
             plan=terms.plan)  # fmt: skip
    return Span(start, row.period_end)


def occasion(billing: Billing, name: str, span: Span) -> Occasion:
    """An occasion whose draft can be seen for some days."""
    issued = billing.today + timedelta(days=billing.catalogue.draft_days)
    return Occasion(name, span, issued)


def _go_on(
    billing: Billing, subscription: Subscription, over: _Over, wanted: Terms
) -> None:
    language = billing.account.language
    if wanted.currency != over.terms.currency:
        # An invoice has one currency.
        _bill_usage(billing, subscription, over)
        over = over._replace(used={})
    if subscription.state == SubscriptionState.TRIAL:
        subscription.anchor = over.span.end.day
    elif wanted != over.terms:
        note(billing.session, subscription, billing.now, "CHANGED", _BY,
             plan=wanted.plan)  # fmt: skip
    counted = _period_of(subscription)
    span = open_period(billing, subscription, wanted, over.span.end)
    lines = fee_lines(billing.catalogue, wanted, span, language)
    lines += usage_lines(billing.catalogue, over.terms, over.span, over.used, language)
    made = occasion(billing, f"period {span.start}", span)
    invoice = draft(billing, subscription, made, lines)
    settle_units(billing.session, invoice, counted)


def _bill_usage(billing: Billing, subscription: Subscription, over: _Over) -> None:
    lines = usage_lines(
        billing.catalogue, over.terms, over.span, over.used, billing.account.language
    )
    made = occasion(billing, f"usage {over.span.start}", over.span)
    invoice = draft(billing, subscription, made, lines)
    settle_units(billing.session, invoice, _period_of(subscription))


def _period_of(subscription: Subscription) -> dict[str, object]:
    return {
        "subscription_id": subscription.id,
        "period_start": subscription.period_start,
    }


def _stop(
    billing: Billing, subscription: Subscription, state: SubscriptionState, day: date
) -> None:
    subscription.state = state.value
    subscription.period_start, subscription.period_end = day, None
    subscription.next_terms, subscription.cancelled = None, None
    subscription.pauses, subscription.told = False, {}
    note(billing.session, subscription, billing.now, state.value, _BY)


def _tell_trial_is_over(billing: Billing) -> None:
    tell(
        billing.session.connection(),
        "WARNING",
        Message("billing.trial_over"),
    )


def give_notice(billing: Billing, subscription: Subscription) -> None:
    """Tell people once when most of what is included is used, or a trial ends."""
    if subscription.period_end is None:
        return
    told = dict(subscription.told)
    used = used_units(billing.session, subscription)
    for meter_, units in used.items():
        included = included_units(billing.catalogue, Terms.of(subscription), meter_)
        share = units * 100 // included if included else 0
        reached = next((mark for mark in _NOTICES if share >= mark), 0)
        if reached > told.get(meter_.value, 0):
            told[meter_.value] = reached
            _tell_used(billing, meter_, units, included, reached)
    is_open_trial = (
        subscription.state == SubscriptionState.TRIAL and not subscription.next_terms
    )
    if is_open_trial:
        left = days(billing.today, subscription.period_end)
        mark = next((mark for mark in _TRIAL_DAYS if left <= mark), None)
        if mark is not None and told.get("trial", 99) > mark:
            told["trial"] = mark
            end = subscription.period_end
            tell(
                billing.session.connection(),
                "INFO",
                Message("billing.trial_ends", end=end),
            )
    subscription.told = told


def _tell_used(
    billing: Billing, meter_: Meter, used: int, included: int, reached: int
) -> None:
    name = meter_.value.lower()
    tell(
        billing.session.connection(),
        "WARNING" if reached == 100 else "INFO",
        Message(f"billing.{name}_{reached}", used=used, included=included),
    )
