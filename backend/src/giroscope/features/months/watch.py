"""Looks every minute whether something came for a month that is closed."""

from collections.abc import Callable
from datetime import date, datetime, time

from sqlalchemy import Connection, exists, select
from sqlalchemy.orm import Session

from giroscope.features.banks import Account, called
from giroscope.features.journals.lateness import Habit
from giroscope.features.messages import Missing, settle_alarms
from giroscope.features.months.policy import ends_of
from giroscope.features.months.queries import (
    closings_of,
    first_day,
    last_day,
    months_of,
)
from giroscope.features.months.tables import MonthClosing
from giroscope.features.statements import Statement
from giroscope.features.uploads.under_way import is_importing
from localization import Message

MONTH_CHANGED = "alarm.month_changed"


def month_watcher(statement_due: time) -> Callable[[str, Connection, datetime], None]:
    """What the schedule asks once a minute; it commits nothing."""

    def look(_realm: str, connection: Connection, now: datetime) -> None:
        # What is being brought in is told once it is here as a whole.
        if not is_importing(connection, now):
            watch_months(connection, now, Habit(statement_due))

    return look


def watch_months(connection: Connection, now: datetime, usual: Habit) -> None:
    """Tell of closed months that are not what they were closed with.

    Only those are looked at in which a statement lies that came since: a month that
    others follow costs one look into an index.
    """
    closed = select(MonthClosing.account_id).where(MonthClosing.reopened_at.is_(None))
    touched: dict[date, list[int]] = {}
    for month in connection.scalars(
        closed.with_only_columns(MonthClosing.month).distinct()
    ).all():
        first, last = ends_of(month)
        came = exists().where(
            Statement.account_id == MonthClosing.account_id,
            Statement.id > MonthClosing.statement_id,
            first_day <= last,
            last_day >= first,
        )
        found = connection.scalars(
            closed.where(MonthClosing.month == month, came)
        ).all()
        if found:
            touched[month] = [*found]
    missing = []
    with Session(connection) as session:
        for month, ids in touched.items():
            first, last = ends_of(month)
            accounts = session.scalars(select(Account).where(Account.id.in_(ids))).all()
            closings = closings_of(session, ids, first)
            judged = months_of(session, accounts, first, last, now, usual)
            missing += [
                _missing(account, first)
                for account, here in zip(accounts, judged, strict=True)
                if closings[account.id].differs_from(here)
            ]
    settle_alarms(connection, MONTH_CHANGED, missing, now)


def _missing(account: Account, first: date) -> Missing:
    name = f"{first:%Y-%m}"
    subject = f"month:{name}:{account.id}"
    return Missing(
        subject, Message(MONTH_CHANGED, name=called(account), month=name),
        reference=subject,
    )  # fmt: skip
