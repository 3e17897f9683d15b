"""Puts outlooks together, and looks back at the one of thirty days ago."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.banks import Account
from giroscope.features.dashboard.policy import Series, daily_series
from giroscope.features.dashboard.queries import AccountDays, account_days
from giroscope.features.outlook.patterns import Closed, find
from giroscope.features.outlook.policy import (
    Day,
    Hindsight,
    Item,
    ItemKind,
    Party,
    certain,
    days_of,
    expected,
    hindsight,
    without_twins,
)
from giroscope.features.outlook.queries import (
    WAITING,
    Booked,
    Ordered,
    booked_entries,
    ordered_payments,
    reported_entries,
)
from giroscope.features.payments import PaymentOutcome, calendars_of, is_closed

LOOK_BACK = timedelta(days=30)
_STALE = timedelta(days=60)
_HISTORY = timedelta(days=400)
_ALIVE = timedelta(days=125)
"""After so long even what came every quarter has ended."""
_DAY = timedelta(days=1)


class OutlookState(StrEnum):
    """Whether an account's balance can be looked ahead."""

    READY = "READY"
    NO_STATEMENT = "NO_STATEMENT"
    """No statement tells what it closed with."""
    STALE = "STALE"
    """Its last statement is over sixty days old."""


@dataclass(slots=True)
class Outlook:
    """What one account is expected to hold, in its own currency alone."""

    account: Account
    state: OutlookState
    since: date | None = None
    """The day whose closing balance it begins with."""
    opening: Decimal | None = None
    days: list[Day] = field(default_factory=list)
    waiting: list[Item] = field(default_factory=list)
    """Payments that nobody has approved yet: not in the line."""
    elsewhere: list[Ordered] = field(default_factory=list)
    """Payments in another currency than the account's: not in the line."""
    missing: list[date] = field(default_factory=list)
    """Banking days before the last statement that no statement covers."""
    hindsight: Hindsight | None = None


class _Span(NamedTuple):
    """The days that are asked of."""

    today: date
    end: date
    cut: date | None
    """The day that is looked back to, if any."""


async def outlooks(
    session: AsyncSession, today: date, ahead: int,
    only: Collection[int] | None = None, *, with_hindsight: bool,
) -> list[Outlook]:  # fmt: skip
    """Each account's outlook from its last statement to so many days ahead."""
    first = today - _STALE
    known = {
        one.account.id: one
        for one in await account_days(session, first, today, only)
    }  # fmt: skip
    every = select(Account).where(Account.joined_into.is_(None))
    if only is not None:
        every = every.where(Account.id.in_(only))
    accounts = (
        await session.scalars(every.order_by(Account.number, Account.currency))
    ).all()
    ids = list(known)
    cut = today - LOOK_BACK if with_hindsight else None
    span = _Span(today, today + ahead * _DAY, cut)
    booked = await booked_entries(
        session, ids, today - _HISTORY, today, (cut or today) - _ALIVE
    )
    closed_on = {
        account_id: max(min(one.freshness.latest, today), first)
        for account_id, one in known.items()
        if one.freshness is not None
    }
    reported = await reported_entries(session, closed_on, first)
    ordered = await ordered_payments(session, [one.id for one in accounts], cut)
    return [
        _outlook(
            account, known.get(account.id), span,
            booked.get(account.id, []), reported.get(account.id, []),
            ordered.get(account.id, []),
        )
        for account in accounts
    ]  # fmt: skip


def _outlook(
    account: Account, known: AccountDays | None, span: _Span,
    booked: Sequence[Booked], reported: Sequence[Item], ordered: Sequence[Ordered],
) -> Outlook:  # fmt: skip
    in_flight = [one for one in ordered if one.outcome is PaymentOutcome.IN_FLIGHT]
    found = Outlook(
        account, OutlookState.NO_STATEMENT,
        waiting=[
            one.item for one in in_flight
            if one.progress in WAITING and one.currency == account.currency
        ],
        elsewhere=[one for one in in_flight if one.currency != account.currency],
    )  # fmt: skip
    if known is None or known.freshness is None:
        return found
    today, end, cut = span
    since = min(known.freshness.latest, today)
    found.since, found.state = since, OutlookState.STALE
    if since < today - _STALE:
        return found
    closed = calendars_of((account.iban or "")[:2] or None, account.currency)
    series = daily_series(
        today - _STALE, today, known.statements, known.flows
    )  # fmt: skip
    closings = dict(zip(series.dates, series.closing_balances, strict=True))
    start = since + _DAY
    sent = [
        one.item for one in in_flight
        if one.progress not in WAITING and one.currency == account.currency
    ]  # fmt: skip
    items = [
        one if one.kind is ItemKind.BOOKED else certain(one, start, closed)
        for one in without_twins([*reported, *sent])
    ]
    items = [one for one in items if one.day <= end]
    found.state = OutlookState.READY
    found.opening = closings[since]
    everything = expected(_parties(booked, today, closed), items, start, end, closed)
    found.days = days_of(found.opening, everything, start, end)
    found.missing = _holes(series, known.freshness.first, since, closed)
    if cut is not None:
        found.hindsight = _look_back(known, since, series, cut, booked, ordered, closed)
    return found


def _parties(booked: Sequence[Booked], until: date, closed: Closed) -> list[Party]:
    """The patterns that were known on a day."""
    found = []
    for one in booked:
        pattern = find((past for past in one.past if past.day <= until), closed)
        if pattern is not None:
            found.append(Party(one.name, one.keys, pattern))
    return found


def _holes(series: Series, first: date, since: date, closed: Closed) -> list[date]:
    return [
        day
        for day in series.missing
        if first < day < since and not is_closed(day, closed)
    ]


def _look_back(
    known: AccountDays, since: date, series: Series, cut: date,
    booked: Sequence[Booked], ordered: Sequence[Ordered], closed: Closed,
) -> Hindsight | None:  # fmt: skip
    """What would have been forecast on a day, beside what statements say since."""
    start = cut + _DAY
    if known.freshness is None or cut < known.freshness.first or since <= cut:
        return None
    sent = [
        certain(one.item, start, closed)
        for one in ordered
        if one.was_known
        and cut < one.item.day
        and one.currency == known.account.currency
        and one.progress not in WAITING
    ]
    closings = dict(zip(series.dates, series.closing_balances, strict=True))
    items = expected(_parties(booked, cut, closed), sent, start, since, closed)
    return hindsight(
        days_of(closings[cut], items, start, since),
        {day: closings[day] for day in closings.keys() - set(series.missing)},
    )
