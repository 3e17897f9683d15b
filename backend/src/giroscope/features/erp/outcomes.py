"""What a conversation with the ERP leaves on its connection, for good or bad."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, select, update

from giroscope.features.erp.tables import ErpConnection
from giroscope.features.messages import tell
from giroscope.kernel.text import recognised
from localization import Message

REFERENCE = "erp"
"""What messages of this room refer to."""
_LONGEST = 500
_TELL_AFTER = timedelta(minutes=10)
"""An ERP that is away for a moment is no news."""


def note_contact(connection: Connection, connection_id: int, now: datetime) -> None:
    """The ERP answered as it should; tells so where people had heard otherwise."""
    row = _row(connection, connection_id)
    if row.failure_told is not None and row.failing_since is not None:
        minutes = (now - row.failing_since) // timedelta(minutes=1)
        tell(
            connection,
            "SUCCESS",
            Message("erp.recovered", name=row.name, minutes=minutes),
            reference=REFERENCE,
        )
    connection.execute(
        update(ErpConnection)
        .where(ErpConnection.id == connection_id)
        .values(last_contact=now, failing_since=None, failure=None, failure_told=None)
    )


def note_failure(
    connection: Connection, connection_id: int, sentence: str, now: datetime
) -> None:
    """It did not; people are told once it has been so for a while."""
    row = _row(connection, connection_id)
    since = row.failing_since or now
    is_news = row.failure_told is None and now - since >= _TELL_AFTER
    if is_news:
        tell(
            connection,
            "WARNING",
            Message(
                "erp.failing", name=row.name, since=since, reason=recognised(sentence)
            ),
            reference=REFERENCE,
        )
    connection.execute(
        update(ErpConnection)
        .where(ErpConnection.id == connection_id)
        .values(
            failing_since=since,
            failure=sentence[:_LONGEST],
            failure_told=now if is_news else row.failure_told,
        )
    )


def _row(connection: Connection, connection_id: int) -> Row[Any]:
    return connection.execute(
        select(ErpConnection).where(ErpConnection.id == connection_id).with_for_update()
    ).one()
