"""Endpoints, deliveries and attempts as the graph shows them; never a secret."""

from datetime import datetime
from typing import Any

import strawberry

from giroscope.features.webhooks import queries
from giroscope.features.webhooks.events import EventType
from giroscope.features.webhooks.tables import (
    DeliveryState,
    EndpointState,
    Failure,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from giroscope.kernel.graph import Info, loader

strawberry.enum(EventType, name="WebhookEventType")
strawberry.enum(EndpointState, name="WebhookEndpointState")
strawberry.enum(DeliveryState, name="WebhookDeliveryState")
strawberry.enum(Failure, name="WebhookFailure")


@strawberry.type(name="WebhookEndpoint")
class EndpointNode:
    """An address of the tenant's that is told of events."""

    id: strawberry.ID
    name: str
    url: str
    types: list[EventType]
    state: EndpointState
    stopped: datetime | None = strawberry.field(
        description="Since when it is told nothing."
    )
    last_success: datetime | None
    failing_since: datetime | None
    rests_until: datetime | None = strawberry.field(
        description="Before when nothing is posted to it; null where that has passed."
    )
    created: datetime
    created_by: str

    @classmethod
    def of(cls, row: WebhookEndpoint, now: datetime) -> "EndpointNode":
        """From its row."""
        rests = row.rests_until
        return cls(
            id=strawberry.ID(str(row.id)),
            name=row.name,
            url=row.url,
            types=[EventType(one) for one in row.types],
            state=EndpointState(row.state),
            stopped=row.stopped,
            last_success=row.last_success,
            failing_since=row.failing_since,
            rests_until=rests if rests is not None and rests > now else None,
            created=row.created,
            created_by=row.created_by_name,
        )


@strawberry.type(name="WebhookAttempt")
class AttemptNode:
    """One attempt to deliver."""

    id: strawberry.ID
    at: datetime
    milliseconds: int
    status: int | None = strawberry.field(
        description="What it was answered with; null where no answer came."
    )
    failure: Failure | None = strawberry.field(description="Null where it was taken.")
    answer: str = strawberry.field(description="How the answer began.")

    @classmethod
    def of(cls, row: WebhookAttempt) -> "AttemptNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            at=row.at,
            milliseconds=row.milliseconds,
            status=row.status,
            failure=None if row.failure is None else Failure(row.failure),
            answer=row.answer,
        )


@strawberry.type(name="WebhookDelivery")
class DeliveryNode:
    """One event on its way to one endpoint."""

    event_id: strawberry.Private[int]
    endpoint_id: strawberry.Private[int]
    id: strawberry.ID
    type: EventType
    correlation_id: str | None = strawberry.field(
        description="The journal it tells of, if any."
    )
    created: datetime
    state: DeliveryState
    tries: int = strawberry.field(description="Since it was asked for, or asked again.")
    next_try: datetime | None
    ended: datetime | None
    status: int | None = strawberry.field(description="Of the latest attempt.")
    failure: Failure | None = strawberry.field(description="Of the latest attempt.")

    @classmethod
    def of(cls, row: WebhookDelivery) -> "DeliveryNode":
        """From its row."""
        return cls(
            event_id=row.event_id,
            endpoint_id=row.endpoint_id,
            id=strawberry.ID(str(row.id)),
            type=EventType(row.type),
            correlation_id=row.correlation_id,
            created=row.created,
            state=DeliveryState(row.state),
            tries=row.tries,
            next_try=row.next_try,
            ended=row.ended,
            status=row.status,
            failure=None if row.failure is None else Failure(row.failure),
        )

    @strawberry.field
    async def endpoint(self, info: Info) -> EndpointNode:
        """Who is told."""
        endpoints = loader(info, "webhook endpoints", queries.endpoints_by_id)
        row = await endpoints.load(self.endpoint_id)
        return EndpointNode.of(row, info.context.clock())

    @strawberry.field
    async def message_id(self, info: Info) -> str:
        """The id receivers know the event by."""
        return str((await self._event(info)).message_id)

    @strawberry.field
    async def body(self, info: Info) -> str:
        """What is posted, byte for byte."""
        return str((await self._event(info)).body)

    @strawberry.field
    async def attempts(self, info: Info) -> list[AttemptNode]:
        """The latest first."""
        attempts = loader(info, "webhook attempts", queries.attempts_of)
        found = await attempts.load(int(self.id))
        return [AttemptNode.of(one) for one in found or ()]

    async def _event(self, info: Info) -> Any:
        events = loader(info, "webhook events", queries.events_by_id)
        return await events.load(self.event_id)
