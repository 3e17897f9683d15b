"""What was exchanged with banks, ERPs, the sign-in and the mail server."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

ONLY_ROW = 1
_WITH_CAUSE = text("cause IS NOT NULL")


class LogType(StrEnum):
    """With whom something was exchanged."""

    BANK = "BANK"
    ERP = "ERP"
    IDENTITY = "IDENTITY"
    MAIL = "MAIL"
    WEBHOOK = "WEBHOOK"
    """Nothing writes these yet."""


class LogDirection(StrEnum):
    """Which way it went."""

    OUT = "OUT"
    IN = "IN"


class LogEntry(Table):
    """One half of an exchange: what was asked, or what was answered."""

    __tablename__ = "communication_logs"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        quotes=("uri",),
        parties=("data", "words"),
        nothing=(
            "exchange",
            "direction",
            "log_type",
            "peer",
            "operation",
            "failure",
            "cause",
        ),
    )
    __table_args__ = (
        Index("ix_communication_logs_created", "created", "id"),
        Index("ix_communication_logs_type", "log_type", "created", "id"),
        Index("ix_communication_logs_status", "status", "created", "id"),
        Index("ix_communication_logs_correlation", "correlation_id", "created", "id"),
        Index("ix_communication_logs_exchange", "exchange"),
        Index("ix_communication_logs_sha256", "sha256"),
        Index(
            "ix_communication_logs_failed", "created", "id",
            sqlite_where=_WITH_CAUSE, postgresql_where=_WITH_CAUSE,
        ),
        Index(
            "ix_communication_logs_cause", "cause", "created", "id",
            sqlite_where=_WITH_CAUSE, postgresql_where=_WITH_CAUSE,
        ),
        {"sqlite_autoincrement": True},
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    """When it left, or when it had come."""
    exchange: Mapped[str] = mapped_column(String(32))
    """The same for what was asked and what was answered."""
    is_reply: Mapped[bool]
    direction: Mapped[str] = mapped_column(String(3))
    log_type: Mapped[str] = mapped_column(String(12))
    peer: Mapped[str] = mapped_column(String(60))
    """With whom, such as `bank:3` for a connection."""
    operation: Mapped[str] = mapped_column(String(60))
    uri: Mapped[str]
    status: Mapped[int | None]
    duration_ms: Mapped[int | None]
    """From the first byte of the request to the last of the answer."""
    size: Mapped[int] = mapped_column(BigId)
    """Of what went over the wire."""
    stored: Mapped[int] = mapped_column(BigId)
    """What its row takes, masked text and sealed bytes together."""
    data: Mapped[str] = mapped_column(deferred=True)
    """What was said, masked."""
    is_cut: Mapped[bool]
    """Whether what was said was longer than what is kept."""
    has_bytes: Mapped[bool]
    """Whether all of its bytes are kept, sealed."""
    failure: Mapped[str | None]
    cause: Mapped[str | None] = mapped_column(String(160))
    """Of an exchange that failed, on its last half: the same for the same trouble."""
    correlation_id: Mapped[str | None] = mapped_column(String(36))
    request_id: Mapped[str | None] = mapped_column(String(64))
    trace: Mapped[str | None] = mapped_column(String(64))
    sha256: Mapped[str | None] = mapped_column(String(64))
    """Of the bytes as they went over the wire."""
    words: Mapped[str] = mapped_column(server_default=" ", deferred=True)
    """What the text filter looks in: all that may be seen, folded."""


class LogBytes(Table):
    """What went over the wire, byte for byte, sealed with a key of the realm."""

    __tablename__ = "communication_bytes"
    __personal_data__ = PersonalData(Purpose.OPERATION, parties=("sealed",))

    log_id: Mapped[int] = mapped_column(
        BigId,
        ForeignKey("communication_logs.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    sealed: Mapped[bytes] = mapped_column(LargeBinary)


class LogKeeping(Table):
    """How a realm keeps its log, and what it could not write: one row."""

    __tablename__ = "communication_keeping"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    keep_days: Mapped[int]
    most_megabytes: Mapped[int]
    keeps_bytes: Mapped[bool]
    hides_names: Mapped[bool]
    hides_accounts: Mapped[bool]
    hides_amounts: Mapped[bool]
    hides_texts: Mapped[bool]
    stored: Mapped[int] = mapped_column(BigId)
    """The sum of what the rows take."""
    lost: Mapped[int] = mapped_column(BigId)
    """Exchanges that could not be written, because too many came at once."""
    lost_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    version: Mapped[int]
