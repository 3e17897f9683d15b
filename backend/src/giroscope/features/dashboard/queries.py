"""Selects for the dashboard: statements and daily sums per account."""

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.banks import Account
from giroscope.features.dashboard.policy import Flow, Series, Stated, daily_series
from giroscope.features.statements import Statement, Transaction


class AccountSeries(NamedTuple):
    """The daily series of one account, and how fresh it is."""

    account: Account
    series: Series
    latest: Statement | None


async def account_series(
    session: AsyncSession, first: date, last: date
) -> list[AccountSeries]:
    """The series of every account that has a statement, by number."""
    by_number = select(Account).order_by(Account.number, Account.currency)
    accounts = (await session.execute(by_number)).scalars().all()
    statements = await _statements(session, first, last)
    begin = min(
        (s.from_date for rows in statements.values() for s in rows if s.from_date),
        default=first,
    )
    flows = await _flows(session, min(begin, first), last)
    found = []
    for account in accounts:
        rows = statements.get(account.id, [])
        own = flows.get(account.id, {})
        if not rows and not own:
            continue
        stated = [
            Stated(row.from_date, row.to_date, row.opening, row.closing)
            for row in rows
            if row.from_date and row.to_date and row.is_final
        ]
        series = daily_series(first, last, stated, own)
        latest = max(
            rows, key=lambda row: (row.to_date or date.min, row.id), default=None
        )
        found.append(AccountSeries(account, series, latest))
    return found


async def _statements(
    session: AsyncSession, first: date, last: date
) -> dict[int, list[Statement]]:
    """Those that touch the period, and each account's latest before it."""
    latest_before = (
        select(func.max(Statement.to_date))
        .where(
            Statement.to_date < first,
            Statement.is_final,
            Statement.closing.is_not(None),
        )
        .group_by(Statement.account_id)
    )
    rows = await session.execute(
        select(Statement)
        .where(
            Statement.from_date <= last,
            or_(Statement.to_date >= first, Statement.to_date.in_(latest_before)),
        )
        .order_by(func.length(Statement.sequence), Statement.sequence, Statement.id)
    )
    found: dict[int, list[Statement]] = defaultdict(list)
    for row in rows.scalars():
        found[row.account_id].append(row)
    return found


async def _flows(
    session: AsyncSession, first: date, last: date
) -> dict[int, dict[date, Flow]]:
    """Booked sums per account and day.

    A report's entry counts until a final statement covers its day: then only
    what the statement brought or confirmed does, so nothing counts twice.
    """
    covering = (
        select(Statement.id)
        .where(
            Statement.is_final,
            Statement.account_id == Transaction.account_id,
            Statement.from_date <= Transaction.day,
            Statement.to_date >= Transaction.day,
        )
        .exists()
    )
    provisional = select(Statement.id).where(~Statement.is_final)
    amount = Transaction.amount
    rows = await session.execute(
        select(
            Transaction.account_id,
            Transaction.day,
            func.coalesce(func.sum(amount).filter(amount > 0), 0),
            func.coalesce(func.sum(amount).filter(amount < 0), 0),
        )
        .where(
            Transaction.parent_id.is_(None),
            Transaction.state == 0,
            Transaction.day >= first,
            Transaction.day <= last,
            or_(
                Transaction.statement_id.not_in(provisional),
                Transaction.confirmed_by.is_not(None),
                ~covering,
            ),
        )
        .group_by(Transaction.account_id, Transaction.day)
    )
    found: dict[int, dict[date, Flow]] = defaultdict(dict)
    for account_id, day, incoming, outgoing in rows:
        found[account_id][day] = Flow(incoming, -outgoing)
    return found
