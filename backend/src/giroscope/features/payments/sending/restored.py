"""What waited when a backup was made may have left since: nobody knows any more.

After a backup was put back nothing of it is sent by itself; who asks the bank decides.
"""

from datetime import datetime

from sqlalchemy import Connection, select, update

from banklink import FileKind
from giroscope.features.payments.sending.tables import (
    AttemptState,
    SendAttempt,
    Sending,
    SendState,
)
from giroscope.features.payments.sending.work import Follow, Outcome

_RESTORED = "A backup was restored: the file may have left since it was made."
_OPEN = (SendState.WAITING.value, SendState.LEAVING.value)
_BEGUN = (AttemptState.PREPARED.value, AttemptState.LEAVING.value)


def doubt_what_waited(
    connection: Connection, realm: str, follow: Follow, now: datetime
) -> int:
    """Have every file that was to leave stand as unknown; tells how many."""
    found = connection.execute(select(Sending).where(Sending.state.in_(_OPEN))).all()
    connection.execute(
        update(SendAttempt)
        .where(SendAttempt.state.in_(_BEGUN))
        .values(state=AttemptState.UNKNOWN.value, ended=now, failure=_RESTORED)
    )
    for row in found:
        connection.execute(
            update(Sending)
            .where(Sending.id == row.id)
            .values(
                state=SendState.UNKNOWN.value, since=now, next_try=None, held=None,
                held_text=None,
            )
        )  # fmt: skip
        outcome = Outcome(
            row.id, row.correlation_id, SendState(row.state), SendState.UNKNOWN,
            row.sha256, is_news=True, text=_RESTORED, kind=FileKind(row.kind),
        )  # fmt: skip
        follow(realm, connection, outcome, now)
    return len(found)
