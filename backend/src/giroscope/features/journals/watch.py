"""Looks every minute for what has not happened, and tells of it once.

What is missing is decided in `expecting.py`; an alarm is kept and cleared by the
messages room. Whatever is raised or cleared derives its journal's state anew.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
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
    LATE_AT_MOST,
    LOOK_BACK,
    Habit,
    missing_since,
    statuses_overdue,
)
from giroscope.features.journals.policy import DONE
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.unpaid import unpaid
from giroscope.features.messages import (
    Missing,
    clear_alarm,
    open_alarms,
    settle_alarms,
)
from giroscope.features.payments import calendars_of
from giroscope.features.payments.recalls import Owed, is_late, owed
from giroscope.features.statements import Statement, StatementHabit
from giroscope.features.uploads.under_way import is_importing
from giroscope.kernel.clock import day_of
from localization import Message

STATEMENT_MISSING = "alarm.statement_missing"

Sent = Callable[[Connection, datetime], Mapping[str, datetime]]
"""Since when each journal is waited for whose file no bank may have answered."""

_DAY = timedelta(days=1)
_last = func.coalesce(Statement.to_date, Statement.closing_date)


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
    """Tell of accounts whose statement has not come, until it does or nobody waits.

    Not while files are being brought in: it may be among them.
    """
    if is_importing(connection, now):
        return
    habits = habits_of(connection)
    known = missing_statements(connection)
    watched = {key for key, habit in habits.items() if habit.is_watched}
    # Whose statement of yesterday is here owes none yet.
    silent = {
        account_id: day
        for account_id, day in latest_days(connection).items()
        if day < day_of(now) - _DAY
        and (account_id in known | watched or day >= day_of(now) - LATE_AT_MOST)
    }
    ends = ends_of(connection, silent)
    missing = []
    accounts = connection.execute(
        select(Account.__table__).where(Account.id.in_(list(ends)))
    )
    for account in accounts:
        country = account.iban[:2] if account.iban else None
        since = missing_since(
            ends[account.id], now, habits.get(account.id, usual),
            calendars_of(country, account.currency), is_known=account.id in known,
        )  # fmt: skip
        if since is not None:
            missing.append(_missing(account, since))
    settle_alarms(connection, STATEMENT_MISSING, missing, now)


def habits_of(connection: Connection) -> dict[int, Habit]:
    """When the statements of each account are expected of which somebody said so."""
    return {
        row.account_id: Habit(time.fromisoformat(row.due), row.is_watched)
        for row in connection.execute(select(StatementHabit.__table__))
    }


def missing_statements(connection: Connection) -> set[int]:
    """The accounts whose statement is told to be missing."""
    return {
        int(subject.removeprefix("account:"))
        for subject in open_alarms(connection, STATEMENT_MISSING)
    }


def _missing(account: Any, since: date) -> Missing:
    name = called(account)
    return Missing(
        f"account:{account.id}",
        Message(STATEMENT_MISSING, name=name, number=account.number, day=since),
        reference=f"account:{account.id}",
    )  # fmt: skip


def latest_days(
    connection: Connection, ids: Collection[int] | None = None
) -> dict[int, date]:
    """The latest day that final statements tell of, of these accounts or of all."""
    asked = (
        select(Statement.account_id, func.max(_last))
        .where(Statement.is_final, _last.is_not(None))
        .group_by(Statement.account_id)
    )
    if ids is not None:
        asked = asked.where(Statement.account_id.in_(ids))
    return dict(connection.execute(asked).all())


def ends_of(connection: Connection, latest: Mapping[int, date]) -> dict[int, set[date]]:
    """The last days of some accounts' statements of late, before their latest days."""
    if not latest:
        return {}
    rows = connection.execute(
        select(Statement.account_id, _last).where(
            Statement.is_final,
            Statement.account_id.in_(list(latest)),
            _last >= min(latest.values()) - LOOK_BACK,
        )
    )
    found: dict[int, set[date]] = defaultdict(set)
    for account_id, day in rows:
        if day >= latest[account_id] - LOOK_BACK:
            found[account_id].add(day)
    return found
