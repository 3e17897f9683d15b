"""What a customer does with the subscription: choose, change, cancel, undo.

Each act runs in one transaction with the tenant's row locked, so that two people
cannot change it at one moment.
"""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing import details
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.errors import (
    IsCancelled,
    NoChangeWaits,
    NotCancelled,
    NothingChanges,
    NothingToCancel,
    NotNow,
    PriceMoved,
    TooFewSeats,
)
from giroscope.features.billing.invoicing import Billing, draft
from giroscope.features.billing.periods import days, next_start
from giroscope.features.billing.pricing import (
    Line,
    Span,
    Terms,
    change_lines,
    fee_lines,
    period_price,
    sums,
)
from giroscope.features.billing.renewal import (
    CHARGED,
    IDLE,
    occasion,
    open_period,
)
from giroscope.features.billing.tables import Subscription
from giroscope.features.billing.trial import note

_MOST_SEATS = 10_000


class Preview(NamedTuple):
    """What a change would do: at once, where that can be, and with the next period."""

    was: Terms
    wanted: Terms
    now: list[Line] | None
    """The lines of an invoice, if it began today; None where it cannot."""
    next_day: date | None
    """When it would begin otherwise; None where it can only begin today."""
    next_lines: list[Line]


def preview(billing: Billing, subscription: Subscription, wanted: Terms) -> Preview:
    """What it would cost to have these terms.

    Raises:
        UnknownPlan: There is no such plan, or it has no price in the currency.
        TooFewSeats: The plan begins with more.
        NothingChanges: These are the present terms.
    """
    catalogue, language = billing.catalogue, billing.account.language
    _ensure_possible(catalogue, wanted, billing.today)
    was = Terms.of(subscription)
    is_charged = subscription.state in CHARGED
    if is_charged and wanted == was and subscription.next_terms is None:
        raise NothingChanges
    end = subscription.period_end
    if end is None:
        span = _span(billing.today, wanted, billing.today.day)
        lines = fee_lines(catalogue, wanted, span, language)
        return Preview(was, wanted, lines, None, [])
    anchor = subscription.anchor if is_charged else end.day
    later = fee_lines(catalogue, wanted, _span(end, wanted, anchor), language)
    now = _at_once(billing, subscription, was, wanted) if is_charged else None
    return Preview(was, wanted, now, end, later)


def change(
    billing: Billing,
    subscription: Subscription,
    wanted: Terms,
    *,
    at_once: bool,
    shown: Decimal,
) -> None:
    """Have these terms, from today or from the next period on.

    `shown` is the total the person saw, so that nobody buys at another price.

    Raises:
        IsCancelled: Undo the cancellation first.
        DetailsMissing: An invoice could not name its buyer.
        NotNow: It cannot begin today.
        PriceMoved: The total is not the one that was shown.
    """
    if subscription.cancelled is not None:
        raise IsCancelled
    details.ensure_whole(billing.account)
    found = preview(billing, subscription, wanted)
    lines = found.now if at_once else found.next_lines
    if lines is None or (not at_once and found.next_day is None):
        raise NotNow
    if total(billing, lines) != shown:
        raise PriceMoved
    if not at_once:
        _later(billing, subscription, found)
    elif subscription.state in IDLE:
        _begin(billing, subscription, wanted, lines)
    else:
        _now(billing, subscription, wanted, lines)
    _record_choice(billing, "billing.changed", subscription, found.was, at_once=at_once,
            **wanted._asdict())  # fmt: skip


def total(billing: Billing, lines: list[Line]) -> Decimal:
    """What an invoice of these lines comes to today."""
    return sums(billing.catalogue, billing.account, lines, billing.today).total


def keep_terms(billing: Billing, subscription: Subscription) -> None:
    """Take back a change that waits for the next period.

    Raises:
        NoChangeWaits: There is none.
    """
    if subscription.next_terms is None:
        raise NoChangeWaits
    subscription.next_terms = None
    note(billing.session, subscription, billing.now, "KEPT", billing.actor.name)
    _record_choice(billing, "billing.change_undone", subscription, None)


def cancel(billing: Billing, subscription: Subscription) -> None:
    """Let it end with the period; until then it can be undone.

    Raises:
        IsCancelled: It is cancelled or going to pause already.
        NothingToCancel: Nothing is charged.
    """
    _let_end(billing, subscription, "CANCEL_ASKED", "billing.cancelled")


def pause(billing: Billing, subscription: Subscription) -> None:
    """Let nothing be charged from the end of the period on, until a plan is chosen.

    Raises:
        IsCancelled: It is cancelled or going to pause already.
        NothingToCancel: Nothing is charged.
    """
    _let_end(billing, subscription, "PAUSE_ASKED", "billing.paused")
    subscription.pauses = True


def _let_end(
    billing: Billing, subscription: Subscription, what: str, verb: str
) -> None:
    if subscription.cancelled is not None:
        raise IsCancelled
    if subscription.period_end is None:
        raise NothingToCancel
    subscription.cancelled = billing.now
    subscription.next_terms = None
    end = subscription.period_end
    note(billing.session, subscription, billing.now, what, billing.actor.name,
         end=end)  # fmt: skip
    _record_choice(billing, verb, subscription, None, end=end)


def undo_cancel(billing: Billing, subscription: Subscription) -> None:
    """Go on after all.

    Raises:
        NotCancelled: There is nothing to undo, or it is too late.
    """
    if subscription.cancelled is None:
        raise NotCancelled
    what = "PAUSE_UNDONE" if subscription.pauses else "CANCEL_UNDONE"
    subscription.cancelled, subscription.pauses = None, False
    note(billing.session, subscription, billing.now, what, billing.actor.name)
    _record_choice(billing, "billing.cancel_undone", subscription, None)


def _ensure_possible(catalogue: Catalogue, wanted: Terms, day: date) -> None:
    catalogue.price(wanted.plan, wanted.currency, day)
    least = catalogue.plan(wanted.plan).seats
    if not least <= wanted.seats <= _MOST_SEATS:
        raise TooFewSeats(f"This plan has {least} to {_MOST_SEATS} seats", path="seats")


def _at_once(
    billing: Billing, subscription: Subscription, was: Terms, wanted: Terms
) -> list[Line] | None:
    """The lines of a change today; None for one that would give money back.

    A dearer plan can begin at once. A cheaper one, another currency or another length
    of period begins with the next: what is paid for is used up.
    """
    end = subscription.period_end
    if end is None or (wanted.interval, wanted.currency) != (
        was.interval, was.currency,
    ):  # fmt: skip
        return None
    span = Span(subscription.period_start, end)
    catalogue = billing.catalogue
    dearer = period_price(catalogue, wanted, span.start) > period_price(
        catalogue, was, span.start
    )
    if not dearer or days(billing.today, end) < 1:
        return None
    return change_lines(
        catalogue, was, wanted, span, billing.today, billing.account.language
    )


def _later(billing: Billing, subscription: Subscription, found: Preview) -> None:
    is_back = subscription.state in CHARGED and found.wanted == found.was
    subscription.next_terms = None if is_back else found.wanted._asdict()
    what = "CHANGE_ASKED"
    note(billing.session, subscription, billing.now, what, billing.actor.name,
         plan=found.wanted.plan, day=found.next_day)  # fmt: skip


def _begin(
    billing: Billing, subscription: Subscription, wanted: Terms, lines: list[Line]
) -> None:
    subscription.anchor = billing.today.day
    span = open_period(billing, subscription, wanted, billing.today)
    made = occasion(billing, f"period {span.start} {billing.now:%H%M%S}", span)
    draft(billing, subscription, made, lines)


def _now(
    billing: Billing, subscription: Subscription, wanted: Terms, lines: list[Line]
) -> None:
    row = subscription
    end = row.period_end or billing.today
    row.plan, row.interval, row.currency, row.seats = wanted
    row.next_terms, row.told = None, {}
    note(billing.session, row, billing.now, "CHANGED", billing.actor.name,
         plan=wanted.plan)  # fmt: skip
    span = Span(billing.today, end)
    made = occasion(billing, f"change {billing.now:%Y-%m-%d %H%M%S}", span)
    draft(billing, row, made, lines)


def _span(start: date, terms: Terms, anchor: int) -> Span:
    return Span(start, next_start(start, terms.interval, anchor))


def _record_choice(
    billing: Billing,
    verb: str,
    subscription: Subscription,
    was: Terms | None,
    **now: object,
) -> None:
    billing.session.flush()
    record_now(
        billing.session.connection(), billing.actor, verb,
        Subject("subscription", str(subscription.id), billing.realm),
        was=was and was._asdict(), now=now or None, at=billing.now,
    )  # fmt: skip
