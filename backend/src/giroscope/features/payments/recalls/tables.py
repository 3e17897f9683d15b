"""What is kept about asking payments back: the request, and what it is about.

What the bank answers is kept as lines of its documents, in `status_reports`.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class RecallState(StrEnum):
    """How far people have brought a request; from there on the queue tells."""

    ASKED = "ASKED"
    """It waits for a second person."""
    CONFIRMED = "CONFIRMED"
    """It leaves, or has left: its sending says which."""
    DECLINED = "DECLINED"
    """Another person decided against it."""
    WITHDRAWN = "WITHDRAWN"
    """Whoever asked took it back."""


class Recall(Table):
    """One request to one bank to take payments of one file back."""

    __tablename__ = "recalls"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("asked_by", "decided_by"),
        texts=("note", "decision"),
        nothing=("case_id", "connection_name", "reason"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    case_id: Mapped[str] = mapped_column(String(35), unique=True)
    """By which the bank answers."""
    connection_id: Mapped[int] = mapped_column(BigId)
    connection_name: Mapped[str]
    of_document_id: Mapped[int] = mapped_column(BigId, ForeignKey("documents.id"))
    """The payment file it is about."""
    is_whole: Mapped[bool]
    """Whether it is about every payment of the file."""
    payments: Mapped[int] = mapped_column(BigId)
    reason: Mapped[str] = mapped_column(String(4))
    note: Mapped[str] = mapped_column(String(500))
    """Why, in words; it stays here."""
    state: Mapped[str] = mapped_column(String(9))
    asked: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_by: Mapped[str] = mapped_column(String(64))
    asked_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    decision: Mapped[str | None] = mapped_column(String(500))
    """Why it was declined."""
    document_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("documents.id"))
    """The camt.055, once it is written."""
    sending_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("sendings.id"))


class RecalledPayment(Table):
    """A payment that a request is about, by its place in the file and by its ids.

    The file may be imported again, which gives its payments other rows.
    """

    __tablename__ = "recalled_payments"
    __personal_data__ = PersonalData(
        nothing=("batch_bank_id", "end_to_end_id", "instruction_id")
    )
    __table_args__ = (
        UniqueConstraint("recall_id", "position"),
        Index("ix_recalled_payments_place", "correlation_id", "position"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    recall_id: Mapped[int] = mapped_column(BigId, ForeignKey("recalls.id"))
    correlation_id: Mapped[str] = mapped_column(String(36))
    position: Mapped[int] = mapped_column(BigId)
    batch_bank_id: Mapped[str | None]
    end_to_end_id: Mapped[str | None]
    instruction_id: Mapped[str | None]
