"""Which payment of a new file stands for which refused or returned one."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_IS_LIVE = text("ended_at IS NULL")


class PaymentReplacement(Table):
    """A payment that was corrected, and its replacement.

    Both are named by their places in their files: a file may be imported again, which
    gives its payments other rows.
    """

    __tablename__ = "payment_replacements"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("created_by",),
        parties=("changes", "account_before"),
        nothing=("original_correlation_id",),
    )
    __table_args__ = (
        UniqueConstraint("correlation_id", "position"),
        Index(
            "ux_payment_replacements_live", "original_correlation_id",
            "original_position", unique=True,
            sqlite_where=_IS_LIVE, postgresql_where=_IS_LIVE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    original_correlation_id: Mapped[str] = mapped_column(String(36))
    original_position: Mapped[int] = mapped_column(BigId)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id", ondelete="CASCADE"), index=True
    )
    """The new payment file."""
    correlation_id: Mapped[str] = mapped_column(String(36))
    position: Mapped[int] = mapped_column(BigId)
    changes: Mapped[dict[str, list[str | None]]] = mapped_column(JSON)
    """What was corrected: the value before and the one after, by field."""
    account_before: Mapped[str | None]
    """The payee's account of the original, where it was changed."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str] = mapped_column(String(200))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was stopped before it was paid; the original may be corrected again."""
    held_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the original turned out not to be refused after all."""
