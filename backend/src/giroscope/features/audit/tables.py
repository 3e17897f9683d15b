"""What was done: one row for each act, never changed and never deleted."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_WITH_TRACE = text("trace IS NOT NULL")


class AuditOutcome(StrEnum):
    """How an act ended."""

    DONE = "DONE"
    REFUSED = "REFUSED"
    FAILED = "FAILED"


class Subject(NamedTuple):
    """What was acted upon: its kind, its id, and the name people know it by."""

    kind: str
    id: str
    name: str | None = None


class AuditEvent(Table):
    """One act of somebody, sealed into the realm's chain."""

    __tablename__ = "audit_events"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("actor_id", "subject_id"),
        about=("address", "agent"),
        texts=("was", "now"),
        nothing=("actor_kind", "subject_kind", "outside_id", "previous"),
    )
    __table_args__ = (
        Index("ix_audit_events_instant", "instant", "sequence"),
        Index("ix_audit_events_actor", "actor_id", "sequence"),
        Index("ix_audit_events_verb", "verb", "sequence"),
        Index("ix_audit_events_subject", "subject_kind", "subject_id", "sequence"),
        Index(
            "ix_audit_events_trace", "trace",
            sqlite_where=_WITH_TRACE, postgresql_where=_WITH_TRACE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(
        "sequence", BigId, primary_key=True, autoincrement=False
    )
    """Its place in the chain, from 1 without a gap."""
    instant: Mapped[datetime] = mapped_column(UtcDateTime)
    """When it happened."""
    recorded: Mapped[datetime] = mapped_column(UtcDateTime)
    """When it was written here: later, for what was fetched from elsewhere."""
    actor_id: Mapped[str] = mapped_column(String(64))
    actor_name: Mapped[str] = mapped_column(String(200))
    actor_kind: Mapped[str] = mapped_column(String(8))
    address: Mapped[str | None] = mapped_column(String(45))
    agent: Mapped[str | None] = mapped_column(String(80))
    trace: Mapped[str | None] = mapped_column(String(64))
    verb: Mapped[str] = mapped_column(String(60))
    subject_kind: Mapped[str | None] = mapped_column(String(40))
    subject_id: Mapped[str | None] = mapped_column(String(200))
    subject_name: Mapped[str | None] = mapped_column(String(300))
    was: Mapped[str | None]
    """The values before, as canonical JSON."""
    now: Mapped[str | None]
    """The values after, as canonical JSON."""
    outcome: Mapped[str] = mapped_column(String(8))
    outside_id: Mapped[str | None] = mapped_column(String(200), unique=True)
    """Its name where it was fetched from, so that it comes in once."""
    key_id: Mapped[int] = mapped_column(BigId)
    """The realm's key that the hashes were made with."""
    previous: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))
