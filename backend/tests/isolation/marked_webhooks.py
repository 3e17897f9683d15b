"""The victim's webhooks: an endpoint, and a delivery to it that failed."""

from datetime import datetime

from sqlalchemy.orm import Session

from giroscope.features.webhooks import EventType
from giroscope.features.webhooks.tables import (
    DeliveryState,
    EndpointState,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
    WebhookSecret,
)
from tests.isolation.tenants import MARK, PERSON


def give_a_webhook(session: Session, now: datetime) -> None:
    """One of everything, in the words of the victim."""
    kind = EventType.JOURNAL_CREATED.value
    session.add(
        WebhookEndpoint(
            id=1, name=MARK, url=f"https://{MARK.lower()}.example", types=[kind],
            state=EndpointState.OFF.value, created=now, created_by=PERSON,
            created_by_name=MARK, stopped=now, failures=0,
        )
    )  # fmt: skip
    session.add(WebhookEvent(id=1, message_id="m", type=kind, created=now, body=MARK))
    session.flush()
    session.add(WebhookSecret(endpoint_id=1, reference="r", wrapped=b"x", created=now))
    session.add(
        WebhookDelivery(
            id=1, event_id=1, endpoint_id=1, type=kind, correlation_id=MARK,
            created=now, state=DeliveryState.FAILED.value, tries=10, ended=now,
        )
    )  # fmt: skip
    session.flush()
    session.add(
        WebhookAttempt(delivery_id=1, at=now, milliseconds=1, status=500, answer=MARK)
    )
