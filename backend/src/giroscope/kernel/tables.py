"""Tables of the kernel: keys, heads of chains, tickets, counters, turns, jobs."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import JSON, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class JobState(StrEnum):
    """How far a piece of background work is."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    CANCELLING = "CANCELLING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


REALM_KEY_PURPOSE = "realm key"
"""What the master key wraps a realm's key for."""

_WITH_TRACE = text("trace IS NOT NULL")

UNFINISHED = frozenset({JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING})


class RealmKey(Table):
    """The realm's data key, wrapped by the master key."""

    __tablename__ = "realm_keys"
    __personal_data__ = PersonalData(nothing=("wrapped",))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    wrapped: Mapped[bytes] = mapped_column(LargeBinary)
    created: Mapped[datetime] = mapped_column(UtcDateTime)


class ChainHead(Table):
    """How many rows a chain has and how the last one ends, sealed."""

    __tablename__ = "chain_heads"
    __personal_data__ = PersonalData(nothing=("name",))

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    length: Mapped[int] = mapped_column(BigId)
    hash: Mapped[str] = mapped_column(String(64))
    key_id: Mapped[int] = mapped_column(BigId)
    seal: Mapped[str] = mapped_column(String(64))


class EndedSession(Table):
    """A session, or all of a person, that has ended; or a role that was taken."""

    __tablename__ = "ended_sessions"
    __personal_data__ = PersonalData(
        Purpose.SECURITY, own=("person",), about=("session",), nothing=("notice",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    notice: Mapped[str] = mapped_column(String(255), unique=True)
    """The notice's own name: each counts once."""
    session: Mapped[str | None] = mapped_column(String(255))
    person: Mapped[str | None] = mapped_column(String(255))
    role: Mapped[str | None] = mapped_column(String(255))
    """Only this role of the person was taken; their sessions go on."""
    noted: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class ApiClient(Table):
    """A program that may call in this realm; its secret is the provider's alone.

    One that was deleted stays, so that what it did keeps its name and its people.
    """

    __tablename__ = "api_clients"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("created_by", "changed_by"),
        nothing=("client_id", "provider_id", "name", "sort_name", "scopes"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    client_id: Mapped[str] = mapped_column(String(64), unique=True)
    """The name it signs in by, which is in its tokens."""
    provider_id: Mapped[str] = mapped_column(String(64))
    """The provider's own name for it."""
    name: Mapped[str] = mapped_column(String(100))
    sort_name: Mapped[str] = mapped_column(String(100))
    """The name in small letters, by which both databases sort alike."""
    scopes: Mapped[list[str]] = mapped_column(JSON)
    is_on: Mapped[bool]
    expires: Mapped[date | None]
    """The last day on which it may call."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str] = mapped_column(String(200))
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_by: Mapped[str] = mapped_column(String(64))
    changed_by_name: Mapped[str] = mapped_column(String(200))
    secret_since: Mapped[datetime] = mapped_column(UtcDateTime)
    """Tokens of an earlier secret count no more."""
    last_used: Mapped[date | None]
    deleted: Mapped[datetime | None] = mapped_column(UtcDateTime)


class RealmLimit(Table):
    """A limit that differs in this realm from the installation's."""

    __tablename__ = "realm_limits"
    __personal_data__ = PersonalData(nothing=("name",))

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[int] = mapped_column(BigId)


class ExportTicket(Table):
    """A file that somebody may take once, soon."""

    __tablename__ = "export_tickets"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT, quotes=("person",), nothing=("name", "said")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    """Of the ticket, which is kept nowhere."""
    expires: Mapped[datetime] = mapped_column(UtcDateTime)
    name: Mapped[str] = mapped_column(String(40))
    """Which list, or what else can be taken."""
    person: Mapped[str]
    """Who asked, as JSON."""
    said: Mapped[str]
    """What of it, as JSON."""


class Counter(Table):
    """Numbers given out in blocks, for rows whose ids are known before insert."""

    __tablename__ = "counters"
    __personal_data__ = PersonalData(nothing=("name",))

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[int] = mapped_column(BigId)


class ScheduleTurn(Table):
    """The minute in which a room was last asked what is due."""

    __tablename__ = "schedule_turns"
    __personal_data__ = PersonalData(nothing=("name",))

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    taken: Mapped[datetime] = mapped_column(UtcDateTime)


class Job(Table):
    """Background work as people see it; the job engine keeps its own record."""

    __tablename__ = "jobs"
    __personal_data__ = PersonalData(nothing=("message", "parent", "worker"))
    __table_args__ = (
        Index(
            "ix_jobs_trace", "trace",
            sqlite_where=_WITH_TRACE, postgresql_where=_WITH_TRACE,
        ),
        # The engine does nothing twice under one number, so none is given again.
        {"sqlite_autoincrement": True},
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    verb: Mapped[str] = mapped_column(String(40))
    subject: Mapped[int] = mapped_column(BigId, index=True)
    """Id of what it works on: an upload for imports and undos."""
    state: Mapped[str] = mapped_column(String(12), index=True)
    stage: Mapped[str | None] = mapped_column(String(40))
    done: Mapped[int] = mapped_column(BigId, default=0)
    total: Mapped[int] = mapped_column(BigId, default=0)
    message: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(default=1)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    started: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished: Mapped[datetime | None] = mapped_column(UtcDateTime)
    trace: Mapped[str | None] = mapped_column(String(64))
    """Of the call that asked for it; its own where nobody's did."""
    parent: Mapped[str | None] = mapped_column(String(55))
    """The span that asked for it, where that is traced: a W3C `traceparent`."""
    worker: Mapped[str | None] = mapped_column(String(64))
    """The process that last began it."""


class JobHold(Table):
    """Background work of the realm is held: none begins while the one row stands."""

    __tablename__ = "job_holds"
    __personal_data__ = PersonalData(
        Purpose.OPERATION, names=("by_name",), texts=("reason",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    by_name: Mapped[str] = mapped_column(String(200))
    reason: Mapped[str] = mapped_column(String(500))
