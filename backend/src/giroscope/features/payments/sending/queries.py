"""What waits, and what stands in its way."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, or_, select

from giroscope.features.banks import BankConnection, all_paused
from giroscope.features.payments.sending.actions import SEND_JOB
from giroscope.features.payments.sending.policy import PAUSED
from giroscope.features.payments.sending.tables import Sending, SendState
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


def states_of(connection: Connection, journals: Iterable[str]) -> dict[str, SendState]:
    """How far the files of these journals are on their way, where any is."""
    rows = connection.execute(
        select(Sending.correlation_id, Sending.state)
        .where(Sending.correlation_id.in_(sorted(journals)))
        .order_by(Sending.id)
    )
    return {journal: SendState(state) for journal, state in rows}
