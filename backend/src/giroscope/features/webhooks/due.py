"""What is due of webhooks each minute: retries, and what is kept no longer."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete

from giroscope.features.webhooks.deliver import due_endpoints
from giroscope.features.webhooks.events import DELIVER_JOB, wake
from giroscope.features.webhooks.policy import KEPT
from giroscope.features.webhooks.signing_secrets import destroy_ended
from giroscope.features.webhooks.tables import WebhookEvent
from giroscope.kernel.schedule import forget_done

_JOBS_KEPT = timedelta(days=2)


def due(realm: str, connection: Connection, now: datetime) -> None:
    """What a turn of this room does."""
    del realm
    if due_endpoints(connection, now):
        wake(connection, now)
    destroy_ended(connection, now)
    # Its deliveries and their attempts go with it.
    connection.execute(delete(WebhookEvent).where(WebhookEvent.created < now - KEPT))
    forget_done(connection, [DELIVER_JOB], now - _JOBS_KEPT)
