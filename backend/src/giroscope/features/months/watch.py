"""Looks every minute at months that are closed, and at those that wait to be."""

from collections.abc import Callable
from datetime import date, datetime, time
from itertools import groupby

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from giroscope.features.banks import Account, called
from giroscope.features.journals.lateness import Habit
from giroscope.features.messages import Missing, settle_alarms
from giroscope.features.months.policy import ends_of
from giroscope.features.months.queries import months_of, waiting
from giroscope.features.months.tables import MonthClosing, MonthProposal
from giroscope.features.uploads.under_way import is_importing
from localization import Message

MONTH_CHANGED = "alarm.month_changed"
MONTH_PROPOSED = "alarm.month_proposed"


def month_watcher(statement_due: time) -> Callable[[str, Connection, datetime], None]:
    """What the schedule asks once a minute; it commits nothing."""

    def look(_realm: str, connection: Connection, now: datetime) -> None:
        watch_proposals(connection, now)
        # What is being brought in is told once it is here as a whole.
        if not is_importing(connection, now):
            watch_months(connection, now, Habit(statement_due))

    return look


def watch_months(connection: Connection, now: datetime, usual: Habit) -> None:
    """Tell of closed months that are not what they were closed with.

    Only those are looked at whose account's ledger changed in their days since.
    """
    missing = []
    with Session(connection) as session:
        due = session.scalars(
            select(MonthClosing)
            .where(MonthClosing.is_due, MonthClosing.reopened_at.is_(None))
            .order_by(MonthClosing.month, MonthClosing.account_id)
        )
        for month, grouped in groupby(due, key=lambda closing: closing.month):
            closings = {one.account_id: one for one in grouped}
            query = select(Account).where(Account.id.in_(closings))
            accounts = session.scalars(query).all()
            judged = months_of(session, accounts, *ends_of(month), now, usual)
            for account, here in zip(accounts, judged, strict=True):
                closing = closings[account.id]
                closing.is_due = closing.differs_from(here)
                if closing.is_due:
                    missing.append(_missing(account, month))
        session.flush()
    settle_alarms(connection, MONTH_CHANGED, missing, now)


def watch_proposals(connection: Connection, now: datetime) -> None:
    """Tell of months that wait for a second person to close them, until one decides."""
    with Session(connection) as session:
        missing = [_proposed(row, account) for row, account in waiting(session)]
    settle_alarms(connection, MONTH_PROPOSED, missing, now)


def _missing(account: Account, first: date) -> Missing:
    name = f"{first:%Y-%m}"
    subject = f"month:{name}:{account.id}"
    return Missing(
        subject, Message(MONTH_CHANGED, name=called(account), month=name),
        reference=subject,
    )  # fmt: skip


def _proposed(row: MonthProposal, account: Account) -> Missing:
    name = f"{row.month:%Y-%m}"
    return Missing(
        f"proposal:{row.id}",
        Message(
            MONTH_PROPOSED, name=called(account), month=name, who=row.proposed_by_name
        ),
        level="INFO",
        reference=f"month:{name}:{account.id}",
    )
