"""Selects for the dashboard: statements, daily sums and freshness per account."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    SQLColumnExpression,
    and_,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.banks import Account
from giroscope.features.dashboard.policy import (
    Flow,
    Stated,
    carried_since,
)
from giroscope.features.journals.watch import STATEMENT_MISSING
from giroscope.features.messages import told_by_open_alarms
from giroscope.features.statements import STATEMENT_GAP, Statement, Transaction
from giroscope.kernel.columns import total

# A statement without entries may name no period; it tells of the day it closes.
_first_day = func.coalesce(
    Statement.from_date, Statement.closing_date, Statement.opening_date
)
_last_day = func.coalesce(
    Statement.to_date, Statement.closing_date, Statement.opening_date
)

_STILL = Flow(Decimal("0.00"), Decimal("0.00"))


class Freshness(NamedTuple):
    """The first and the latest day an account's statements tell of."""

    first: date
    latest: date
    received: datetime
    """When the statement of the latest day came in."""


class AccountDays(NamedTuple):
    """What is known of one account: the makings of its daily series."""

    account: Account
    statements: list[Stated]
    flows: Mapping[date, Flow]
    freshness: Freshness | None
    missing_since: date | None
    """The day whose statement should be here and is not: that of the open alarm."""
    missing_before: date | None
    """The first day before whose statement one is missing: of the open alarms."""


async def account_days(
    session: AsyncSession,
    first: date,
    last: date,
    only: Collection[int] | None = None,
) -> list[AccountDays]:
    """Every account that has something to tell by the last day, by number.

    A fixed number of selects, however many accounts there are. Of these accounts
    alone, where any are named.
    """
    told_of = select(Statement.id).where(
        Statement.account_id == Account.id, _first_day <= last
    )
    by_number = (
        select(Account)
        .where(told_of.exists(), Account.joined_into.is_(None))
        .where(_among(Account.id, only))
        .order_by(Account.number, Account.currency)
    )
    accounts = (await session.execute(by_number)).scalars().all()
    statements = await _statements(session, first, last, only)
    flows = await _flows(session, first, last, statements, only)
    freshness = await _freshness(session, only)
    missing = await _missing_since(session)
    holes = await _missing_before(session)
    return [
        AccountDays(
            account,
            statements.get(account.id, []),
            flows.get(account.id, {}),
            freshness.get(account.id),
            missing.get(account.id),
            holes.get(account.id),
        )
        for account in accounts
    ]


def _among(
    account: SQLColumnExpression[int], only: Collection[int] | None
) -> ColumnElement[bool]:
    return true() if only is None else account.in_(only)


async def _statements(
    session: AsyncSession, first: date, last: date, only: Collection[int] | None
) -> dict[int, list[Stated]]:
    """Those that touch the period, and each account's latest before it."""
    before = (
        select(Statement.account_id, func.max(_last_day).label("day"))
        .where(_last_day < first, Statement.is_final, Statement.closing.is_not(None))
        .where(_among(Statement.account_id, only))
        .group_by(Statement.account_id)
        .subquery()
    )
    rows = await session.execute(
        select(
            Statement.account_id,
            _first_day,
            _last_day,
            Statement.opening,
            Statement.closing,
        )
        .outerjoin(before, before.c.account_id == Statement.account_id)
        .where(
            Statement.is_final,
            _first_day <= last,
            or_(_last_day >= first, _last_day == before.c.day),
            _among(Statement.account_id, only),
        )
        .order_by(func.length(Statement.sequence), Statement.sequence, Statement.id)
    )
    found: dict[int, list[Stated]] = defaultdict(list)
    for account_id, from_day, to_day, opening, closing in rows:
        found[account_id].append(Stated(from_day, to_day, opening, closing))
    return dict(found)


async def _freshness(
    session: AsyncSession, only: Collection[int] | None
) -> dict[int, Freshness]:
    """How far each account's statements reach, whatever period is looked at."""
    span = (
        select(
            Statement.account_id,
            func.min(_first_day).label("first"),
            func.max(_last_day).label("latest"),
        )
        .where(Statement.is_final, _last_day.is_not(None))
        .where(_among(Statement.account_id, only))
        .group_by(Statement.account_id)
        .subquery()
    )
    rows = await session.execute(
        select(
            span.c.account_id,
            span.c.first,
            span.c.latest,
            func.max(Statement.imported),
        )
        .join(
            Statement,
            and_(
                Statement.account_id == span.c.account_id,
                Statement.is_final,
                span.c.latest == _last_day,
            ),
        )
        .group_by(span.c.account_id, span.c.first, span.c.latest)
    )
    return {account_id: Freshness(*reach) for account_id, *reach in rows}


async def _missing_since(session: AsyncSession) -> dict[int, date]:
    """The accounts that an alarm is open for, each with the day it tells of."""
    rows = await session.execute(told_by_open_alarms(STATEMENT_MISSING))
    return {
        int(subject.removeprefix("account:")): _day(json.loads(values)["day"])
        for subject, values in rows
    }


async def _missing_before(session: AsyncSession) -> dict[int, date]:
    """The accounts with a hole between two statements, each with its first day."""
    rows = await session.execute(told_by_open_alarms(STATEMENT_GAP))
    days = {
        int(subject.removeprefix("statement:")): _day(json.loads(values)["day"])
        for subject, values in rows
    }
    found: dict[int, date] = {}
    after = select(Statement.id, Statement.account_id).where(Statement.id.in_(days))
    for statement_id, account_id in await session.execute(after):
        day = days[statement_id]
        found[account_id] = min(day, found.get(account_id, day))
    return found


def _day(kept: Any) -> date:
    """A day as a message keeps it; the release before kept it as a text."""
    return date.fromisoformat(kept["date"] if isinstance(kept, dict) else kept)


async def _flows(
    session: AsyncSession,
    first: date,
    last: date,
    statements: Mapping[int, list[Stated]],
    only: Collection[int] | None,
) -> dict[int, dict[date, Flow]]:
    """Booked sums per account and day, from where each balance is carried.

    A report's entry counts until a statement covers its day; see `bookings`.
    """
    came_in = (Transaction.amount == Transaction.size).label("came_in")
    rows = await session.execute(
        select(
            Transaction.account_id,
            Transaction.day,
            came_in,
            total(Transaction.size),
        )
        .where(
            Transaction.parent_id.is_(None),
            Transaction.state == 0,
            Transaction.day <= last,
            or_(Transaction.day >= first, *_carried(first, statements)),
            _among(Transaction.account_id, only),
        )
        .group_by(Transaction.account_id, Transaction.day, came_in)
    )
    found: dict[int, dict[date, Flow]] = defaultdict(dict)
    for account_id, day, is_incoming, moved in rows:
        flow = found[account_id].get(day, _STILL)
        found[account_id][day] = (
            replace(flow, incoming=moved)
            if is_incoming
            else replace(flow, outgoing=moved)
        )
    return dict(found)


def _carried(
    first: date, statements: Mapping[int, list[Stated]]
) -> list[ColumnElement[bool]]:
    """The accounts whose balance is known only earlier, each from its own day.

    One account that has been silent for years must not make all the others'
    years be summed.
    """
    silent: dict[date, list[int]] = defaultdict(list)
    for account_id, stated in statements.items():
        since = carried_since(stated, first)
        if since is not None:
            silent[since].append(account_id)
    return [
        and_(Transaction.account_id.in_(ids), Transaction.day >= since)
        for since, ids in silent.items()
    ]
