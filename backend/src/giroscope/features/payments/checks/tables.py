"""What the check of a payment file found, kept beside the file it is about."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class PaymentCheck(Table):
    """The latest check of one payment document."""

    __tablename__ = "payment_checks"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, parties=("report",), nothing=("standing",)
    )

    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), primary_key=True, autoincrement=False
    )
    standing: Mapped[str] = mapped_column(String(8))
    """VALID, WARNINGS or INVALID."""
    checked: Mapped[datetime] = mapped_column(UtcDateTime)
    report: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Layers, totals and grouped findings, as `POST /api/validate` tells them."""


class PaymentFlag(Table):
    """Something an approver should know of one payment."""

    __tablename__ = "payment_flags"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=("value", "note", "note_da"),
        nothing=("severity", "journal"),
    )
    __table_args__ = (Index("ix_payment_flags_payment", "document_id", "position"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    document_id: Mapped[int] = mapped_column(BigId, ForeignKey("documents.id"))
    position: Mapped[int] = mapped_column(BigId)
    """Of the payment in its file."""
    code: Mapped[str] = mapped_column(String(60))
    severity: Mapped[str] = mapped_column(String(8))
    value: Mapped[str | None]
    """What was found in the file."""
    note: Mapped[str | None]
    """What it was compared with, in English."""
    note_da: Mapped[str | None]
    journal: Mapped[str | None] = mapped_column(String(36))
    """The earlier journal it names."""
