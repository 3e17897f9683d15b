"""Tells of statements that are missing between two that are here.

A statement whose opening balance is not the closing balance of the one before it
follows another that never came. The alarm is cleared when that one is imported,
whoever brings it.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from giroscope.features.banks import Account, called
from giroscope.features.messages import Missing, settle_alarms
from giroscope.features.statements.chain import Link
from giroscope.features.statements.tables import Statement
from giroscope.features.uploads.under_way import is_importing
from localization import Message

STATEMENT_GAP = "alarm.statement_gap"
_LOOK_BACK = timedelta(days=45)
_MINUTES = 5
"""No statement comes every minute; this is how many pass between two looks."""


def due(realm: str, connection: Connection, now: datetime) -> None:
    """What the schedule asks every minute; commits nothing."""
    del realm
    if now.minute % _MINUTES == 0:
        watch_holes(connection, now)


def watch_holes(connection: Connection, now: datetime) -> None:
    """Tell of each hole once, and that it is filled.

    Not while files are being brought in: the missing one may be next.
    """
    if is_importing(connection, now):
        return
    rows = connection.execute(
        select(
            Statement.id, Statement.sequence, Statement.to_date, Statement.account_id,
            Account.nickname, Account.name, Account.number,
        )
        .join(Account, Account.id == Statement.account_id)
        .where(
            Statement.is_final,
            Statement.link == Link.GAP.value,
            Statement.to_date >= (now - _LOOK_BACK).date(),
        )
        .order_by(Statement.id)
    ).all()  # fmt: skip
    settle_alarms(connection, STATEMENT_GAP, [_missing(row) for row in rows], now)


def _missing(row: Any) -> Missing:
    name, day = called(row), row.to_date
    number = f" ({row.sequence})" if row.sequence else ""
    return Missing(
        f"statement:{row.id}",
        Message(STATEMENT_GAP, name=name, number=row.number, day=day, sequence=number),
        reference=f"account:{row.account_id}",
    )  # fmt: skip
