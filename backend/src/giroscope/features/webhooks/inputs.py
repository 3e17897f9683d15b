"""What deliveries are narrowed to and sorted by, and what an endpoint shall be."""

from dataclasses import replace
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.webhooks import queries
from giroscope.features.webhooks.events import EventType
from giroscope.features.webhooks.tables import DeliveryState
from giroscope.kernel.graph import DateRange, number
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection


@strawberry.input
class WebhookEndpointInput:
    """An endpoint as it is to be."""

    name: str
    url: str
    types: list[EventType]
    on: bool = True


@strawberry.input
class WebhookDeliveryFilter:
    """What the list of deliveries is narrowed to."""

    endpoint: strawberry.ID | None = None
    states: list[DeliveryState] | None = None
    types: list[EventType] | None = None
    journal: strawberry.ID | None = None
    created: DateRange | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        days = self.created or DateRange()
        endpoint = self.endpoint
        return queries.Wanted(
            None if endpoint is None else number(endpoint, "filter.endpoint"),
            None if self.states is None else [one.value for one in self.states],
            None if self.types is None else [one.value for one in self.types],
            self.journal,
            days.from_,
            days.to,
        ).rows()


@strawberry.input
class WebhookDeliveryOrder:
    """How the list is sorted: by when it happened."""

    direction: SortDirection

    @classmethod
    def of(cls, asked: "WebhookDeliveryOrder | None") -> Order:
        """As the query takes it; the newest first."""
        is_oldest = asked is not None and asked.direction is SortDirection.ASC
        return replace(queries.NEWEST, is_descending=not is_oldest)
