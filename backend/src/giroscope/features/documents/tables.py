"""Received and sent bytes: one row per distinct content."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class Document(Table):
    """Bytes that were stored, and what they turned out to be."""

    __tablename__ = "documents"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, names=("received_by",), parties=("name",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str]
    size: Mapped[int] = mapped_column(BigId)
    kind: Mapped[str] = mapped_column(String(12))
    """PAYMENT, STATUS, STATEMENT or OTHER (not read yet, or not a bank file)."""
    format: Mapped[str | None] = mapped_column(String(20))
    version: Mapped[str | None] = mapped_column(String(60))
    encoding: Mapped[str | None] = mapped_column(String(40))
    source: Mapped[str] = mapped_column(String(8))
    received: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    received_by: Mapped[str | None]
