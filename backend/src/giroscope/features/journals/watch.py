"""Looks every minute for what has not happened, and tells of it once.

What is missing is decided in `expecting.py`; an alarm is kept and cleared by the
messages room. Whatever is raised or cleared derives its journal's state anew.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from giroscope.features.banks import Account, called
from giroscope.features.journals import tie
from giroscope.features.journals.bank_answers import (
    EXECUTION_MISSING,
    RECALL_MISSING,
    STATUS_MISSING,
)
from giroscope.features.journals.lateness import (
    Habit,
    missing_since,
    statuses_overdue,
)
from giroscope.features.journals.policy import DONE
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.unpaid import unpaid
from giroscope.features.messages import Missing, clear_alarm, settle_alarms
from giroscope.features.payments import calendars_of
from giroscope.features.payments.recalls import Owed, is_late, owed
from giroscope.features.statements import Statement, StatementHabit
from giroscope.features.uploads.under_way import is_importing
from giroscope.kernel.clock import day_of
from localization import Message

STATEMENT_MISSING = "alarm.statement_missing"

Sent = Callable[[Connection, datetime], Mapping[str, datetime]]
"""Since when each journal is waited for whose file no bank may have answered."""

_LOOK_BACK = timedelta(days=45)
_LONGEST_SPAN = 31
"""Days; a statement of a longer period is no daily one."""


def nothing_sent(_connection: Connection, _now: datetime) -> Mapping[str, datetime]:
    """No file has left: what stands in where nothing sends."""
    return {}


def watcher(
    sent: Sent = nothing_sent,
    *,
    status_hours: int = 4,
    statement_due: time = time(10),
    recall_days: int = 2,
) -> Callable[[str, Connection, datetime], None]:
    """What the schedule asks once a minute; it commits nothing."""

    def look(_realm: str, connection: Connection, now: datetime) -> None:
        waiting = sent(connection, now)
        watch_statuses(connection, waiting, now, timedelta(hours=status_hours))
        watch_statements(connection, now, Habit(statement_due))
        watch_executions(connection, now)
        watch_recalls(connection, now, recall_days)

    return look


def watch_statuses(
    connection: Connection,
    sent: Mapping[str, datetime],
    now: datetime,
    wait: timedelta,
) -> None:
    """Tell of journals that left and were not answered in time."""
    rows = connection.execute(
        select(Journal.correlation_id, Journal.message_id, Journal.has_status,
               Journal.state)
        .where(Journal.correlation_id.in_(list(sent)))
    ).all()  # fmt: skip
    done = {state.value for state in DONE}
    answered = {r.correlation_id for r in rows if r.has_status or r.state in done}
    names = {r.correlation_id: r.message_id or r.correlation_id for r in rows}
    known = {key: at for key, at in sent.items() if key in names}
    late = statuses_overdue(known, answered, now, wait)
    hours = int(wait.total_seconds() // 3600)
    missing = [
        Missing(
            key, Message(STATUS_MISSING, name=names[key], hours=hours),
            correlation_id=key,
        )
        for key in late
    ]  # fmt: skip
    _settle(connection, STATUS_MISSING, missing, now)


def watch_executions(connection: Connection, now: datetime) -> None:
    """Tell of files that banks accepted and statements show nothing of."""
    missing = [
        Missing(
            one.correlation_id,
            Message(
                EXECUTION_MISSING, name=one.name, day=one.day, through=one.through
            ),
            correlation_id=one.correlation_id,
        )
        for one in unpaid(connection)
    ]  # fmt: skip
    _settle(connection, EXECUTION_MISSING, missing, now)


def watch_recalls(connection: Connection, now: datetime, days: int) -> None:
    """Tell of journals whose bank is silent about a request to have payments back."""
    late: dict[str, Owed] = {}
    for one in owed(connection):
        if is_late(one, days, now):
            late.setdefault(one.correlation_id, one)
    rows = connection.execute(
        select(Journal.correlation_id, Journal.message_id).where(
            Journal.correlation_id.in_(list(late))
        )
    )
    missing = []
    for key, message_id in rows:
        name, bank = message_id or key, late[key].bank
        missing.append(
            Missing(
                key, Message(RECALL_MISSING, name=name, bank=bank, days=days),
                correlation_id=key,
            )
        )  # fmt: skip
    _settle(connection, RECALL_MISSING, missing, now)


def recall_answered(connection: Connection, correlation_id: str, now: datetime) -> None:
    """A bank has answered a request: close the alarm, unless another one is silent."""
    if not owed(connection, [correlation_id]):
        clear_alarm(connection, RECALL_MISSING, correlation_id, now)


def _settle(
    connection: Connection, kind: str, missing: Sequence[Missing], now: datetime
) -> None:
    """Raise and clear the alarms of journals, and derive what changed anew."""
    raised, cleared = settle_alarms(connection, kind, missing, now)
    for each in missing:
        if each.subject in raised:
            tie.note(connection, each.subject, now, each.level, each.message)
    tie.refresh(connection, tie.existing(connection, raised | cleared), now)


def watch_statements(connection: Connection, now: datetime, usual: Habit) -> None:
    """Tell of accounts whose statement of a banking day has not come.

    Not while files are being brought in: it may be among them.
    """
    if is_importing(connection, now):
        return
    habits = {
        row.account_id: Habit(time.fromisoformat(row.due), row.is_watched)
        for row in connection.execute(select(StatementHabit.__table__))
    }
    missing = []
    covered = covered_days(connection, now)
    accounts = connection.execute(
        select(Account.__table__).where(Account.id.in_(list(covered)))
    )
    for account in accounts:
        country = account.iban[:2] if account.iban else None
        since = missing_since(
            covered[account.id], now, habits.get(account.id, usual),
            calendars_of(country, account.currency),
        )  # fmt: skip
        if since is not None:
            missing.append(_missing(account, since))
    settle_alarms(connection, STATEMENT_MISSING, missing, now)


def _missing(account: Any, since: date) -> Missing:
    name = called(account)
    return Missing(
        f"account:{account.id}",
        Message(STATEMENT_MISSING, name=name, number=account.number, day=since),
        reference=f"account:{account.id}",
    )  # fmt: skip


def covered_days(connection: Connection, now: datetime) -> dict[int, set[date]]:
    """The days that each account's final statements of late tell of."""
    first = func.coalesce(Statement.from_date, Statement.closing_date)
    last = func.coalesce(Statement.to_date, Statement.closing_date)
    rows = connection.execute(
        select(Statement.account_id, first.label("first"), last.label("last")).where(
            Statement.is_final, last >= day_of(now) - _LOOK_BACK
        )
    )
    found: dict[int, set[date]] = {}
    for account_id, begins, ends in rows:
        span = min((ends - begins).days, _LONGEST_SPAN)
        days = found.setdefault(account_id, set())
        days.update(ends - timedelta(days=n) for n in range(span + 1))
    return found
