"""Who is told, by which secret, of what, and how each attempt went.

Secrets stand in a table of their own, encrypted with the realm's key; nothing that a
screen reads ever selects them.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class EndpointState(StrEnum):
    """Whether an endpoint is told anything."""

    ON = "ON"
    OFF = "OFF"
    """Somebody switched it off."""
    GONE = "GONE"
    """It answered that it is gone for good."""
    FAILING = "FAILING"
    """For days it took nothing."""


class DeliveryState(StrEnum):
    """How far an event is on its way to one endpoint."""

    WAITING = "WAITING"
    DELIVERED = "DELIVERED"
    FAILED = "FAILED"
    """Nobody tries again by themselves."""


class Failure(StrEnum):
    """Why an attempt did not deliver."""

    ADDRESS = "ADDRESS"
    """The address leads where nothing may be posted."""
    UNTRUSTED = "UNTRUSTED"
    UNREACHED = "UNREACHED"
    TOO_LATE = "TOO_LATE"
    BROKE_OFF = "BROKE_OFF"
    TOO_LARGE = "TOO_LARGE"
    REDIRECTED = "REDIRECTED"
    STATUS = "STATUS"
    """It answered with a status that is no success."""
    FAULT = "FAULT"
    """A fault of ours."""


class WebhookEndpoint(Table):
    """An address of a tenant's that is told of events of some types."""

    __tablename__ = "webhook_endpoints"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        users=("created_by",),
        nothing=("name", "url", "types", "lease"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    url: Mapped[str] = mapped_column(String(500))
    types: Mapped[Sequence[str]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(8))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str] = mapped_column(String(200))
    stopped: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when it is told nothing."""
    last_success: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failures: Mapped[int] = mapped_column(default=0)
    """Attempts that failed since the last success."""
    rests_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until then nobody but the holder posts to it."""
    lease: Mapped[str | None] = mapped_column(String(32))


class WebhookSecret(Table):
    """What deliveries to an endpoint are signed with, encrypted."""

    __tablename__ = "webhook_secrets"
    __personal_data__ = PersonalData(nothing=("reference", "wrapped"))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("webhook_endpoints.id", ondelete="CASCADE"), index=True
    )
    reference: Mapped[str] = mapped_column(String(36), unique=True)
    """What the encryption is bound to, so that rows cannot change places."""
    wrapped: Mapped[bytes] = mapped_column(LargeBinary)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    ends: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it no longer signs: another has taken its place."""


class WebhookEvent(Table):
    """Something that happened, as it is told to every endpoint that wants it."""

    __tablename__ = "webhook_events"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, parties=("body",), nothing=("message_id",)
    )
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    message_id: Mapped[str] = mapped_column(String(40), unique=True)
    """Its stable name towards receivers, who may be told twice."""
    type: Mapped[str] = mapped_column(String(40))
    created: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    body: Mapped[str]
    """The bytes that are posted, so that every attempt says the same."""


class WebhookDelivery(Table):
    """One event on its way to one endpoint."""

    __tablename__ = "webhook_deliveries"
    __personal_data__ = PersonalData(nothing=("failure",))
    __table_args__ = (
        UniqueConstraint("event_id", "endpoint_id"),
        Index("ix_webhook_deliveries_next", "endpoint_id", "state", "id"),
        Index("ix_webhook_deliveries_created", "created", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    event_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("webhook_events.id", ondelete="CASCADE")
    )
    endpoint_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("webhook_endpoints.id", ondelete="CASCADE")
    )
    type: Mapped[str] = mapped_column(String(40))
    correlation_id: Mapped[str | None] = mapped_column(String(36))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    state: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int] = mapped_column(default=0)
    """Attempts since it was asked for, first or again."""
    next_try: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None while it was not tried yet: then it is due."""
    ended: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[int | None]
    """What the last attempt was answered with."""
    failure: Mapped[str | None] = mapped_column(String(12))


class WebhookAttempt(Table):
    """One attempt to deliver, and what came of it."""

    __tablename__ = "webhook_attempts"
    __personal_data__ = PersonalData(nothing=("failure", "answer"))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    delivery_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("webhook_deliveries.id", ondelete="CASCADE"), index=True
    )
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    milliseconds: Mapped[int]
    status: Mapped[int | None]
    failure: Mapped[str | None] = mapped_column(String(12))
    answer: Mapped[str] = mapped_column(String(500))
    """How the answer began."""
