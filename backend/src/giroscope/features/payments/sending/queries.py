"""What waits, and what stands in its way."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, exists, or_, select

from giroscope.features.banks import BankConnection, all_paused, listening_of
from giroscope.features.payments.sending.actions import SEND_JOB
from giroscope.features.payments.sending.policy import PAUSED
from giroscope.features.payments.sending.tables import (
    IS_PAYMENT,
    Sending,
    SendState,
)
from giroscope.features.payments.tables import StatusReport
from giroscope.kernel.schedule import add_job

_AT_ONCE = 500


def stands_still(connection: Connection, connection_id: int) -> bool:
    """Whether nothing may leave by this connection for the moment."""
    if all_paused(connection):
        return True
    found = connection.execute(
        select(BankConnection.paused).where(BankConnection.id == connection_id)
    )
    return found.scalar() is not None


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Have sent what waits and may leave; look again at what was interrupted."""
    del realm
    if all_paused(connection):
        return
    paused = select(BankConnection.id).where(BankConnection.paused.is_not(None))
    waiting = connection.execute(
        select(Sending.id)
        .where(
            or_(
                Sending.state == SendState.LEAVING.value,
                (Sending.state == SendState.WAITING.value)
                & or_(Sending.next_try.is_(None), Sending.next_try <= now)
                # What is told to be paused needs no second look while it is so.
                & or_(
                    Sending.held.is_(None),
                    Sending.held != PAUSED,
                    Sending.connection_id.not_in(paused),
                ),
            )
        )
        .order_by(Sending.id)
        .limit(_AT_ONCE)
    ).scalars()
    for sending_id in waiting.all():
        add_job(connection, SEND_JOB, sending_id, now)


class Standing(NamedTuple):
    """How far a journal's file is on its way."""

    state: SendState
    is_held: bool
    """It should have left and could not, by no decision of people."""


def standing_of(connection: Connection, correlation_id: str) -> Standing | None:
    """How far the journal's newest payment file is, where one was signed."""
    row = connection.execute(
        select(Sending.state, Sending.held)
        .where(Sending.correlation_id == correlation_id, IS_PAYMENT)
        .order_by(Sending.id.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    return Standing(SendState(row.state), row.held not in {None, PAUSED})


def sent_unanswered(connection: Connection, now: datetime) -> dict[str, datetime]:
    """Since when each file is waited for that the bank has and has not spoken of.

    Only the hours count in which the bank was looked at: what it said in the night,
    or while banks are closed, is heard when they open.
    """
    answered = exists().where(StatusReport.correlation_id == Sending.correlation_id)
    rows = connection.execute(
        select(Sending.correlation_id, Sending.sent, Sending.connection_id).where(
            Sending.state == SendState.SENT.value, Sending.sent.is_not(None), ~answered
        )
    ).all()
    banks = listening_of(connection, {row.connection_id for row in rows})
    return {
        row.correlation_id: now - banks[row.connection_id].heard(row.sent, now)
        for row in rows
        if row.connection_id in banks
    }
