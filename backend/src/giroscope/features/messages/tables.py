"""System messages and who has read them."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table


class SystemMessage(Table):
    """One thing that happened, for people."""

    __tablename__ = "system_messages"
    __table_args__ = (
        Index("ix_system_messages_level", "level", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    level: Mapped[str] = mapped_column(String(8))
    code: Mapped[str] = mapped_column(String(60))
    text: Mapped[str]
    values: Mapped[str]
    """What the sentence is filled with, as a JSON object of strings."""
    correlation_id: Mapped[str | None] = mapped_column(String(36), index=True)
    reference: Mapped[str | None]


class MessageRead(Table):
    """A person has read a message."""

    __tablename__ = "message_reads"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    user_id: Mapped[str] = mapped_column(String(64), index=True)
    message_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("system_messages.id", ondelete="CASCADE"), index=True
    )
