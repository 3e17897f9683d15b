"""Selects over endpoints and deliveries. The database is the tenant's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import Select, select

from giroscope.features.webhooks.tables import (
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from giroscope.kernel.database import ReadSession
from giroscope.kernel.paging import Order

NEWEST = Order("CREATED", WebhookDelivery.created, WebhookDelivery.id)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the list of deliveries is narrowed to."""

    endpoint_id: int | None = None
    states: Sequence[str] | None = None
    types: Sequence[str] | None = None
    correlation_id: str | None = None
    from_: date | None = None
    to: date | None = None

    def rows(self) -> Select[Any]:
        """As a select, in no order."""
        found = select(WebhookDelivery)
        if self.endpoint_id is not None:
            found = found.where(WebhookDelivery.endpoint_id == self.endpoint_id)
        if self.states is not None:
            found = found.where(WebhookDelivery.state.in_(self.states))
        if self.types is not None:
            found = found.where(WebhookDelivery.type.in_(self.types))
        if self.correlation_id is not None:
            found = found.where(WebhookDelivery.correlation_id == self.correlation_id)
        if self.from_ is not None:
            found = found.where(WebhookDelivery.created >= _midnight(self.from_))
        if self.to is not None:
            after = _midnight(self.to) + timedelta(days=1)
            found = found.where(WebhookDelivery.created < after)
        return found


async def endpoints(session: ReadSession) -> Sequence[WebhookEndpoint]:
    """All there are, in the order they were made."""
    rows = await session.execute(select(WebhookEndpoint).order_by(WebhookEndpoint.id))
    return rows.scalars().all()


async def endpoints_by_id(session: ReadSession, ids: list[int]) -> dict[int, Any]:
    """These."""
    rows = await session.execute(
        select(WebhookEndpoint).where(WebhookEndpoint.id.in_(ids))
    )
    return {one.id: one for one in rows.scalars()}


async def events_by_id(session: ReadSession, ids: list[int]) -> dict[int, Any]:
    """These."""
    rows = await session.execute(select(WebhookEvent).where(WebhookEvent.id.in_(ids)))
    return {one.id: one for one in rows.scalars()}


async def attempts_of(session: ReadSession, ids: list[int]) -> dict[int, Any]:
    """Of these deliveries, the latest first."""
    rows = await session.execute(
        select(WebhookAttempt)
        .where(WebhookAttempt.delivery_id.in_(ids))
        .order_by(WebhookAttempt.id.desc())
    )
    found: dict[int, Any] = {}
    for one in rows.scalars():
        found.setdefault(one.delivery_id, []).append(one)
    return found


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
