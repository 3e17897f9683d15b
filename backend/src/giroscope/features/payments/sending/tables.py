"""What is kept about sending: the file that leaves, and each attempt to send it.

An attempt is written down before its first byte leaves and is never deleted.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from banklink import FileKind
from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_ALIVE = text(
    "message_id IS NOT NULL AND state IN ('WAITING', 'LEAVING', 'SENT', 'UNKNOWN')"
)


class SendState(StrEnum):
    """How far a signed file is on its way to the bank."""

    WAITING = "WAITING"
    """It leaves when its turn comes; nothing of it has left."""
    LEAVING = "LEAVING"
    """Its bytes are on the way, or were when this was last heard of."""
    SENT = "SENT"
    """The bank has it: it said so, or what it sent shows it, or somebody decided so."""
    REFUSED = "REFUSED"
    """The bank certainly did not take it."""
    UNKNOWN = "UNKNOWN"
    """Bytes left, and nobody knows what became of them."""
    NOT_TAKEN = "NOT_TAKEN"
    """Somebody decided that the bank does not have it, or it could not be reached."""
    CANCELLED = "CANCELLED"
    """Somebody stopped it before anything left."""


class AttemptState(StrEnum):
    """What became of one attempt."""

    PREPARED = "PREPARED"
    ABANDONED = "ABANDONED"
    """Nothing left: the work was cut short before, or another took over."""
    LEAVING = "LEAVING"
    NOT_SENT = "NOT_SENT"
    TAKEN = "TAKEN"
    REFUSED = "REFUSED"
    UNKNOWN = "UNKNOWN"


class Proof(StrEnum):
    """Why a file counts as sent."""

    ANSWER = "ANSWER"
    """The bank answered the attempt."""
    STATUS = "STATUS"
    """A status report of the bank speaks of it."""
    ENTRY = "ENTRY"
    """The bank booked a payment of it."""
    DECISION = "DECISION"
    """Somebody decided so, with a reason."""


class Sending(Table):
    """A signed document on its way to one bank, once: payments, or their recall."""

    __tablename__ = "sendings"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("decided_by",),
        texts=("reason",),
        nothing=("message_id", "held", "held_text", "proof", "bank_code", "bank_text"),
    )
    __table_args__ = (
        Index("ix_sendings_state", "state", "next_try"),
        Index(
            "ux_sendings_message", "connection_id", "message_id", unique=True,
            sqlite_where=_ALIVE, postgresql_where=_ALIVE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), unique=True
    )
    kind: Mapped[str] = mapped_column(String(8), default=FileKind.PAYMENT.value)
    """What it is to the bank: `FileKind`."""
    sha256: Mapped[str] = mapped_column(String(64))
    """Of the bytes that were approved; nothing else leaves."""
    connection_id: Mapped[int] = mapped_column(BigId, index=True)
    message_id: Mapped[str | None]
    """The file's own, by which the bank answers."""
    state: Mapped[str] = mapped_column(String(9))
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    """When it came into this state."""
    asked: Mapped[datetime] = mapped_column(UtcDateTime)
    """When it was signed, or was to be sent once more."""
    tries: Mapped[int] = mapped_column(default=0)
    """Attempts since then."""
    next_try: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Not before; none goes as soon as it can."""
    held: Mapped[str | None]
    """Why it waits, as a code."""
    held_text: Mapped[str | None]
    left: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When bytes of it last left."""
    sent: Mapped[datetime | None] = mapped_column(UtcDateTime)
    proof: Mapped[str | None] = mapped_column(String(8))
    bank_code: Mapped[str | None] = mapped_column(String(40))
    bank_text: Mapped[str | None]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    reason: Mapped[str | None] = mapped_column(String(500))


IS_PAYMENT = Sending.kind == FileKind.PAYMENT.value
"""Only payments tell how far a journal is; a recall is told beside it."""


class SendAttempt(Table):
    """One attempt to send a file, with the ids under which the bank could know it."""

    __tablename__ = "send_attempts"
    __personal_data__ = PersonalData(
        nothing=("bank_code", "bank_text", "bank_reference", "failure")
    )
    __table_args__ = (UniqueConstraint("sending_id", "number"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    sending_id: Mapped[int] = mapped_column(BigId, ForeignKey("sendings.id"))
    number: Mapped[int]
    state: Mapped[str] = mapped_column(String(9))
    request_id: Mapped[str] = mapped_column(String(35), unique=True)
    stamped: Mapped[datetime] = mapped_column(UtcDateTime)
    """The time that the request itself carries."""
    request_sha256: Mapped[str | None] = mapped_column(String(64))
    """The sealed request as it left; its bytes are in the vault."""
    reply_sha256: Mapped[str | None] = mapped_column(String(64))
    left: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ended: Mapped[datetime | None] = mapped_column(UtcDateTime)
    bank_code: Mapped[str | None] = mapped_column(String(40))
    bank_text: Mapped[str | None]
    bank_reference: Mapped[str | None]
    failure: Mapped[str | None]
