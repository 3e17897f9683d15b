"""Events, written in the transaction of the change they tell of.

A transaction that is rolled back tells nobody; one that commits is told at least once.
A tenant without endpoints that want an event pays one look-up and no row.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import StrEnum
from secrets import token_urlsafe
from typing import Any

import orjson
from sqlalchemy import Connection, insert, select

from giroscope.features.webhooks.tables import (
    DeliveryState,
    EndpointState,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from giroscope.kernel.clock import system_clock
from giroscope.kernel.jobs import new_job
from giroscope.kernel.tables import Job, JobState

DELIVER_JOB = "webhooks"


class EventType(StrEnum):
    """What an endpoint can be told of, by the name it has on the wire."""

    JOURNAL_CREATED = "journal.created"
    JOURNAL_STATE_CHANGED = "journal.state_changed"
    JOURNAL_REMOVED = "journal.removed"
    PAYMENT_STATE_CHANGED = "payment.state_changed"
    STATEMENT_IMPORTED = "statement.imported"
    STATEMENT_REPLACED = "statement.replaced"
    MESSAGE_RAISED = "message.raised"
    TEST = "webhook.test"


CHOSEN = tuple(one for one in EventType if one is not EventType.TEST)
"""What an endpoint can ask for; a test comes when somebody asks for one."""

Data = Mapping[str, Any]


def is_wanted(connection: Connection, *kinds: EventType) -> bool:
    """Whether any endpoint would be told of one of them."""
    return bool(_wanting(connection, *kinds))


def emit(
    connection: Connection,
    kind: EventType,
    data: Callable[[], Data],
    *,
    correlation_id: str | None = None,
) -> None:
    """Tell every endpoint that wants it, once this transaction commits."""
    if endpoints := _wanting(connection, kind):
        emit_to(connection, endpoints, kind, data(), correlation_id=correlation_id)


def emit_to(
    connection: Connection,
    endpoints: Collection[int],
    kind: EventType,
    data: Data,
    *,
    correlation_id: str | None = None,
) -> None:
    """Tell these endpoints, whatever they asked for."""
    now = system_clock()
    body = {"type": kind.value, "timestamp": now, "data": data}
    event_id = connection.execute(
        insert(WebhookEvent)
        .values(
            message_id=f"msg_{token_urlsafe(18)}", type=kind.value, created=now,
            body=as_json(body),
        )
        .returning(WebhookEvent.id)
    ).scalar_one()  # fmt: skip
    connection.execute(
        insert(WebhookDelivery),
        [
            {
                "event_id": event_id, "endpoint_id": endpoint_id, "type": kind.value,
                "correlation_id": correlation_id, "created": now, "tries": 0,
                "state": DeliveryState.WAITING.value,
            }
            for endpoint_id in endpoints
        ],
    )  # fmt: skip
    wake(connection, now)


def wake(connection: Connection, now: datetime) -> None:
    """Have a worker look for what is due.

    A job that runs already may have looked before this commits, so that only one
    that has not begun saves another.
    """
    waiting = connection.execute(
        select(Job.id)
        .where(Job.verb == DELIVER_JOB, Job.state == JobState.QUEUED.value)
        .limit(1)
    )
    if waiting.first() is None:
        connection.execute(insert(Job).values(**new_job(DELIVER_JOB, 0, now)))


def as_json(body: Mapping[str, Any]) -> str:
    """As it is posted: decimals as strings, instants in UTC with a Z."""
    options = orjson.OPT_UTC_Z | orjson.OPT_PASSTHROUGH_DATETIME
    return orjson.dumps(body, default=_plain, option=options).decode()


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def _wanting(connection: Connection, *kinds: EventType) -> list[int]:
    rows = connection.execute(
        select(WebhookEndpoint.id, WebhookEndpoint.types)
        .where(WebhookEndpoint.state == EndpointState.ON.value)
        .order_by(WebhookEndpoint.id)
    )
    return [row.id for row in rows if {*kinds} & {*row.types}]
