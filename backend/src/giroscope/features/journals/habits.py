"""When each account's statements are expected, and changing that.

Without a habit of its own an account is watched where its statements usually come
each banking day, by the installation's time, or at regular times of up to a month.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.banks import Account
from giroscope.features.journals.lateness import (
    Habit,
    missing_since,
    usual_gap,
)
from giroscope.features.journals.watch import (
    ends_of,
    habits_of,
    latest_days,
    missing_statements,
)
from giroscope.features.payments import calendars_of
from giroscope.features.statements import StatementHabit
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import InvalidInput, NotFound

_DUE = "%H:%M"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants of an account: a time, or no statement at all."""

    is_watched: bool
    due: str


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of an account, and how it stands."""

    account_id: int
    habit: Habit
    is_own: bool
    """Whether somebody said so; else it is what is usual."""
    gap: int | None
    """Days from one statement to the next, as is usual; 1 for each banking day."""
    last_day: date | None
    """The latest day that a final statement tells of."""
    missing_since: date | None

    @property
    def is_watched(self) -> bool:
        """Whether a statement that does not come is told."""
        if self.habit.is_watched is not None:
            return self.habit.is_watched
        return self.gap is not None


async def expectations(
    session: AsyncSession, now: datetime, usual: Habit
) -> list[Expected]:
    """Every account with what is expected of it, by number."""
    return await session.run_sync(lambda own: _expected(own.connection(), now, usual))


def _expected(connection: Connection, now: datetime, usual: Habit) -> list[Expected]:
    own, known = habits_of(connection), missing_statements(connection)
    ends = ends_of(connection, latest_days(connection))
    found = []
    for account in connection.execute(
        select(Account.__table__)
        .where(Account.joined_into.is_(None))
        .order_by(Account.number)
    ):
        each = ends.get(account.id, set())
        calendars = calendars_of((account.iban or "")[:2] or None, account.currency)
        habit = own.get(account.id, usual)
        since = missing_since(each, now, habit, calendars, is_known=account.id in known)
        found.append(
            Expected(
                account.id, habit, account.id in own, usual_gap(each, calendars),
                max(each, default=None), since,
            )
        )  # fmt: skip
    return found


async def change(
    session: WriteSession, actor: Actor, account_id: int, wanted: Wanted | None,
    now: datetime,
) -> None:  # fmt: skip
    """Have an account's statements expected so; None goes back to what is usual.

    Raises:
        NotFound: There is no such account.
        InvalidInput: The time is none.
    """
    actor.ensure("statements.expect")
    account = await session.get(Account, account_id)
    if account is None:
        raise NotFound
    due = None if wanted is None else _time(wanted.due)
    row = await session.get(StatementHabit, account_id, with_for_update=True)
    was = None if row is None else _told(row.is_watched, row.due)
    if wanted is None or due is None:
        await session.execute(
            delete(StatementHabit).where(StatementHabit.account_id == account_id)
        )
    elif row is None:
        session.add(
            StatementHabit(account_id=account_id, due=due, is_watched=wanted.is_watched)
        )
    else:
        row.due, row.is_watched = due, wanted.is_watched
    await record(
        session, actor, "statements.expect",
        Subject("account", str(account_id), account.called),
        was=was or {"usual": True},
        now={"usual": True} if wanted is None or due is None
        else _told(wanted.is_watched, due),
        at=now,
    )  # fmt: skip


def _time(text: str) -> str:
    try:
        return time.fromisoformat(text).strftime(_DUE)
    except ValueError as error:
        raise InvalidInput("This is no time of day", path="due") from error


def _told(is_watched: bool, due: str) -> dict[str, Any]:
    return {"isWatched": is_watched, "due": due}
