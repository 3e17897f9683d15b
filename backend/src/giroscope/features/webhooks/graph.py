"""Webhooks in the graph: account management alone sees and changes them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import strawberry
from anyio import to_thread

from giroscope.features.webhooks import actions, queries
from giroscope.features.webhooks.inputs import (
    WebhookDeliveryFilter,
    WebhookDeliveryOrder,
    WebhookEndpointInput,
)
from giroscope.features.webhooks.nodes import DeliveryNode, EndpointNode
from giroscope.features.webhooks.tables import WebhookDelivery
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Problem,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest


@dataclass(frozen=True, slots=True)
class WebhookDesk:
    """What a mutation needs of the installation."""

    key_of: Callable[[str], bytes]
    """The realm's key, which secrets are encrypted with."""
    allowed_hosts: frozenset[str]

    def wanted(self, told: WebhookEndpointInput) -> actions.Wanted:
        """As an action takes it."""
        return actions.Wanted(
            told.name, told.url, told.types, told.on, self.allowed_hosts
        )


@strawberry.type(description="What verifies signatures. It is told only once.")
class WebhookSecret:
    """A secret to verify signatures with."""

    id: strawberry.ID = strawberry.field(description="Of its endpoint.")
    secret: str


@strawberry.type(description="How many deliveries are sent again.")
class WebhooksSent:
    """How many deliveries are sent again."""

    count: int


SecretOutcome = Annotated[
    WebhookSecret | Problem, strawberry.union("WebhookSecretOutcome")
]
SentOutcome = Annotated[WebhooksSent | Problem, strawberry.union("WebhooksSentOutcome")]


@strawberry.type
class WebhookQuery:
    """Questions about webhooks."""

    @query("webhooks.read", "Every endpoint, in the order they were made.")
    async def webhook_endpoints(self, info: Info) -> list[EndpointNode]:
        """All of them."""
        async with info.context.reading() as session:
            rows = await queries.endpoints(session)
        now = info.context.clock()
        return [EndpointNode.of(row, now) for row in rows]

    @list_query("webhooks.read")
    async def webhook_deliveries(
        self,
        info: Info,
        request: PageRequest,
        filter: WebhookDeliveryFilter | None = None,
        order_by: WebhookDeliveryOrder | None = None,
    ) -> Connection[DeliveryNode]:
        """Events on their way to endpoints, and those that have arrived."""
        rows = (filter or WebhookDeliveryFilter()).rows()
        by = WebhookDeliveryOrder.of(order_by)
        return await listed(info, rows, by, request, DeliveryNode.of)

    @query("webhooks.read")
    async def webhook_delivery(
        self, info: Info, id: strawberry.ID
    ) -> DeliveryNode | None:
        """One of them."""
        async with info.context.reading() as session:
            row = await session.get(WebhookDelivery, number(id))
        return None if row is None else DeliveryNode.of(row)


@strawberry.type
class WebhookMutation:
    """What account management does with webhooks."""

    @mutation("webhooks.change", "Makes an endpoint, and tells its secret this once.")
    async def add_webhook_endpoint(
        self, info: Info, endpoint: WebhookEndpointInput
    ) -> SecretOutcome:
        """Add."""
        context = info.context
        desk = context.borrow(WebhookDesk)
        key = await to_thread.run_sync(desk.key_of, context.actor.realm)
        async with context.writing() as session:
            endpoint_id, secret = await actions.add(
                session, context.actor, desk.wanted(endpoint), key, context.clock()
            )
        return WebhookSecret(id=strawberry.ID(str(endpoint_id)), secret=secret)

    @mutation(
        "webhooks.change",
        "Changes an endpoint, switches it on or off; what waits for one that is off"
        " is sent once it is on.",
    )
    async def change_webhook_endpoint(
        self, info: Info, id: strawberry.ID, endpoint: WebhookEndpointInput
    ) -> Outcome:
        """Change."""
        context = info.context
        wanted = context.borrow(WebhookDesk).wanted(endpoint)
        async with context.writing() as session:
            await actions.change(
                session, context.actor, number(id), wanted, context.clock()
            )
        return Success(id=id)

    @mutation("webhooks.change", "Deletes an endpoint with its deliveries.")
    async def delete_webhook_endpoint(self, info: Info, id: strawberry.ID) -> Outcome:
        """Delete."""
        context = info.context
        async with context.writing() as session:
            await actions.remove(session, context.actor, number(id), context.clock())
        return Success(id=id)

    @mutation(
        "webhooks.change",
        "Makes another secret and tells it this once; the one before signs beside it"
        " for 24 hours.",
    )
    async def rotate_webhook_secret(
        self, info: Info, id: strawberry.ID
    ) -> SecretOutcome:
        """Rotate."""
        context = info.context
        desk = context.borrow(WebhookDesk)
        key = await to_thread.run_sync(desk.key_of, context.actor.realm)
        async with context.writing() as session:
            secret = await actions.rotate(
                session, context.actor, number(id), key, context.clock()
            )
        return WebhookSecret(id=id, secret=secret)

    @mutation("webhooks.change", "Sends an endpoint an event of type `webhook.test`.")
    async def test_webhook_endpoint(self, info: Info, id: strawberry.ID) -> Outcome:
        """Test."""
        context = info.context
        async with context.writing() as session:
            await actions.test(session, context.actor, number(id), context.clock())
        return Success(id=id)

    @mutation("webhooks.change", "Sends the same event once more, under the same id.")
    async def resend_webhook_delivery(self, info: Info, id: strawberry.ID) -> Outcome:
        """Send again."""
        context = info.context
        async with context.writing() as session:
            await actions.send_again(
                session, context.actor, number(id), context.clock()
            )
        return Success(id=id)

    @mutation("webhooks.change", "Sends all that failed since then once more.")
    async def resend_failed_webhooks(
        self, info: Info, id: strawberry.ID, since: datetime
    ) -> SentOutcome:
        """Send all that failed again."""
        context = info.context
        async with context.writing() as session:
            count = await actions.send_failed_again(
                session, context.actor, number(id), since, context.clock()
            )
        return WebhooksSent(count=count)
