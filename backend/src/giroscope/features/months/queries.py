"""Selects for the months of some accounts: a fixed number, however many they are."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session

from giroscope.features.banks import Account
from giroscope.features.journals.lateness import Habit, owed_until
from giroscope.features.journals.watch import (
    ends_of,
    habits_of,
    latest_days,
    missing_statements,
)
from giroscope.features.matches import IS_FIRST, STANDS, EntryMatch, MatchSide
from giroscope.features.months.policy import (
    Accepted,
    Booked,
    DayMark,
    Known,
    Month,
    Told,
    month_of,
)
from giroscope.features.months.tables import (
    MonthClosing,
    MonthProposal,
    MonthRule,
    ProposalState,
)
from giroscope.features.payments.approvals.tables import VersionState
from giroscope.features.statements import (
    IS_MATCHED,
    Link,
    PossibleDuplicate,
    Statement,
    Status,
    Transaction,
)
from giroscope.kernel.banking_days import calendars_of
from giroscope.kernel.columns import total

# A statement without entries may name no period; it tells of the day it closes.
first_day = func.coalesce(
    Statement.from_date, Statement.closing_date, Statement.opening_date
)
last_day = func.coalesce(
    Statement.to_date, Statement.closing_date, Statement.opening_date
)
_MARKS = {
    Status.REPLACED.value: DayMark.REPLACED,
    Status.DISPUTED.value: DayMark.DISPUTED,
}

Marks = dict[int, dict[date, set[DayMark]]]


def months_of(
    session: Session, accounts: Sequence[Account], first: date, last: date,
    now: datetime, usual: Habit,
) -> list[Month]:  # fmt: skip
    """The month of each account, in their order."""
    known = _known_of(session, accounts, first, last, now, usual)
    return [month_of(first, last, one) for one in known]


def closings_of(
    session: Session, ids: Collection[int], first: date
) -> dict[int, MonthClosing]:
    """Of each account whose month is closed: with what, and by whom."""
    rows = session.scalars(
        select(MonthClosing).where(
            MonthClosing.account_id.in_(ids), MonthClosing.month == first,
            MonthClosing.reopened_at.is_(None),
        )
    )  # fmt: skip
    return {row.account_id: row for row in rows}


def accepted_of(
    session: Session, ids: Collection[int], first: date, last: date
) -> dict[int, Accepted]:
    """Of each account whose entries of these days leave any."""
    rows = session.execute(
        select(Transaction.account_id, func.count(), total(EntryMatch.difference))
        .join(MatchSide, MatchSide.entry_id == Transaction.id)
        .join(EntryMatch, EntryMatch.id == MatchSide.match_id)
        .where(
            Transaction.account_id.in_(ids), Transaction.day.between(first, last),
            EntryMatch.difference.is_not(None), STANDS, IS_FIRST,
        )
        .group_by(Transaction.account_id)
    )  # fmt: skip
    return {
        account_id: Accepted(count, differing) for account_id, count, differing in rows
    }


def proposals_of(
    session: Session, ids: Collection[int], first: date
) -> dict[int, MonthProposal]:
    """Of each account whose month somebody proposes to close: what they saw."""
    rows = session.scalars(
        select(MonthProposal).where(
            MonthProposal.account_id.in_(ids), MonthProposal.month == first,
            MonthProposal.state == ProposalState.PROPOSED.value,
        )
    )  # fmt: skip
    return {row.account_id: row for row in rows}


def rule_in(session: Session, state: VersionState) -> MonthRule | None:
    """The rule of who closes a month that is in this state, if there is one."""
    return session.scalars(
        select(MonthRule).where(MonthRule.state == state.value)
    ).one_or_none()


def needs_second(session: Session) -> bool:
    """Whether a month is closed by two; one does where nobody has decided that."""
    row = rule_in(session, VersionState.ACTIVE)
    return row is not None and row.needs_second


def waiting(session: Session) -> list[tuple[MonthProposal, Account]]:
    """Every proposal that waits for a second person, the earliest month first."""
    rows = session.execute(
        select(MonthProposal, Account)
        .join(Account, Account.id == MonthProposal.account_id)
        .where(
            MonthProposal.state == ProposalState.PROPOSED.value,
            Account.joined_into.is_(None),
        )
        .order_by(MonthProposal.month, MonthProposal.id)
    )
    return [(row, account) for row, account in rows]


def _known_of(
    session: Session, accounts: Sequence[Account], first: date, last: date,
    now: datetime, usual: Habit,
) -> list[Known]:  # fmt: skip
    """What is known of each account around a month, in their order."""
    ids = [account.id for account in accounts]
    since, told = _told(session, ids, first, last)
    booked = _booked(session, ids, first, last)
    marks = _marked(session, ids, first, last)
    habits = habits_of(session.connection())
    missed = missing_statements(session.connection()).intersection(ids)
    ends = ends_of(session.connection(), latest_days(session.connection(), missed))
    found = []
    for account in accounts:
        habit = habits.get(account.id, usual)
        calendars = calendars_of((account.iban or "")[:2] or None, account.currency)
        own = marks.get(account.id, {})
        found.append(
            Known(
                told=told.get(account.id, []),
                booked=booked.get(account.id, {}),
                marks={day: frozenset(each) for day, each in own.items()},
                since=since.get(account.id),
                is_expected=habit.is_watched is not False,
                owed=owed_until(ends.get(account.id, ()), now, habit, calendars),
                calendars=calendars,
            )
        )
    return found


def _told(
    session: Session, ids: Sequence[int], first: date, last: date
) -> tuple[dict[int, date], dict[int, list[Told]]]:
    """Since when each account has statements, and those in and next to the month."""
    counting = (Statement.account_id.in_(ids), Statement.is_final)
    reach = (
        select(
            Statement.account_id,
            func.min(first_day).label("since"),
            func.max(case((last_day < first, last_day))).label("before"),
            func.min(case((first_day > last, first_day))).label("after"),
        )
        .where(*counting)
        .group_by(Statement.account_id)
        .subquery()
    )
    rows = session.execute(
        select(
            Statement.id, Statement.account_id, Statement.previous_id, Statement.link,
            Statement.closing, Statement.balanced, reach.c.since,
            first_day.label("first"), last_day.label("last"),
        )
        .join(reach, reach.c.account_id == Statement.account_id)
        .where(
            *counting,
            or_(
                and_(first_day <= last, last_day >= first),
                last_day == reach.c.before,
                first_day == reach.c.after,
            ),
        )
        .order_by(
            last_day, first_day, func.length(Statement.sequence), Statement.sequence,
            Statement.page, Statement.id,
        )
    )  # fmt: skip
    since: dict[int, date] = {}
    of_account: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        since[row.account_id] = row.since
        of_account[row.account_id].append(row)
    return since, {key: _in_chain(own) for key, own in of_account.items()}


def _in_chain(rows: Sequence[Any]) -> list[Told]:
    """In order of days; of several that end on one day, those that others follow first.

    A day's statements may come in any order: the chain knows which of them is last.
    """
    depths: dict[int, int] = {}
    by_id = {row.id: row for row in rows}
    for row in rows:
        before, depth, seen = by_id.get(row.previous_id), 0, {row.id}
        while (
            before is not None and before.id not in seen and (before.last == row.last)
        ):
            seen.add(before.id)
            before, depth = by_id.get(before.previous_id), depth + 1
        depths[row.id] = depth
    return [
        Told(row.first, row.last, row.closing, row.link == Link.GAP.value, row.balanced)
        for row in sorted(rows, key=lambda row: (row.last, row.first, depths[row.id]))
    ]


def _booked(
    session: Session, ids: Sequence[int], first: date, last: date
) -> dict[int, dict[date, Booked]]:
    """How many entries each day has, and how many of them are not matched."""
    rows = session.execute(
        select(
            Transaction.account_id, Transaction.day, func.count(),
            func.sum(case((IS_MATCHED, 0), else_=1)), total(Transaction.amount),
        )
        .where(
            Transaction.parent_id.is_(None), Transaction.state == 0,
            Transaction.account_id.in_(ids), Transaction.day.between(first, last),
        )
        .group_by(Transaction.account_id, Transaction.day)
    )  # fmt: skip
    found: dict[int, dict[date, Booked]] = defaultdict(dict)
    for account_id, day, entries, unmatched, summed in rows:
        found[account_id][day] = Booked(entries, int(unmatched), summed)
    return found


def _marked(session: Session, ids: Sequence[int], first: date, last: date) -> Marks:
    """Days of statements that do not count, and of entries that may be one booking."""
    found: Marks = defaultdict(lambda: defaultdict(set))
    statements = session.execute(
        select(
            Statement.account_id, Statement.status,
            first_day.label("first"), last_day.label("last"),
        )
        .where(
            Statement.account_id.in_(ids), Statement.status.in_(_MARKS),
            first_day <= last, last_day >= first,
        )
    )  # fmt: skip
    for row in statements:
        for number in range(
            max(row.first, first).toordinal(), min(row.last, last).toordinal() + 1
        ):
            found[row.account_id][date.fromordinal(number)].add(_MARKS[row.status])
    doubled = session.execute(
        select(Transaction.account_id, Transaction.day)
        .join(
            PossibleDuplicate,
            PossibleDuplicate.left_id == Transaction.id,
        )
        .where(
            PossibleDuplicate.account_id.in_(ids), Transaction.day.between(first, last)
        )
    )
    for account_id, day in doubled:
        found[account_id][day].add(DayMark.POSSIBLE_DUPLICATE)
    return found
