"""Every minute: payment documents begin to wait for approval, or waited too long."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, exists, func, or_, select

from giroscope.features.banks import is_called
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.journals import tie
from giroscope.features.journals.policy import JournalState
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import PaymentBatch, approvals
from giroscope.features.payments.corrections import links
from localization import Message

_AT_ONCE = 500


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Let what can be sent by now begin to wait, end what waited too long, tell people.

    A connection that begins to work has journals behind it that were handed in before.
    """
    for correlation_id in _served(connection):
        if tie.put_up(connection, correlation_id, now) is not None:
            tie.refresh(connection, [correlation_id], now)
    ended = approvals.expire(connection, realm, now)
    for correlation_id in ended:
        tie.note(
            connection,
            correlation_id,
            now,
            "WARNING",
            Message("approval.expired"),
        )
    tie.refresh(connection, ended, now)
    approvals.mail_due(realm, connection, now)
    tie.refresh(connection, _left_behind(connection, now), now)
    gone = links.end_gone(connection, now)
    tie.refresh(connection, tie.existing(connection, gone), now)


def _left_behind(connection: Connection, now: datetime) -> list[str]:
    """Journals that another release changed: it sets no payment's progress."""
    rows = connection.execute(
        select(Journal.correlation_id)
        .where(
            Journal.updated >= now - timedelta(days=1),
            or_(
                Journal.payments_kept_at.is_(None),
                Journal.payments_kept_at < Journal.updated,
            ),
        )
        .limit(_AT_ONCE)
    )
    return list(rows.scalars())


def _served(connection: Connection) -> list[str]:
    """Journals that wait for nobody though a connection may pay from their account."""
    number = func.upper(func.replace(PaymentBatch.debtor_account, " ", ""))
    is_served = exists().where(
        ServedAccount.pays.is_(True),
        or_(
            ServedAccount.number == number,
            exists().where(is_called(number), is_called(ServedAccount.number)),
        ),
    )
    rows = connection.execute(
        select(Journal.correlation_id)
        .where(
            Journal.state == JournalState.VALIDATED.value,
            exists().where(
                PaymentBatch.correlation_id == Journal.correlation_id, is_served
            ),
        )
        .order_by(Journal.id.desc())
        .limit(_AT_ONCE)
    )
    return list(rows.scalars())
