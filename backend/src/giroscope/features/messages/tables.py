"""System messages, who has read and acknowledged them, and which are resolved."""

from datetime import datetime

import orjson
from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    String,
    func,
    literal_column,
    text,
    true,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose
from localization import Message

_THREAD = (
    "coalesce('batch:' || batch_id, 'journal:' || correlation_id, 'cause:' || code)"
)

_PROBLEM = "is_waiting AND level IN ('ERROR', 'WARNING')"


def _of(kind: str) -> ColumnElement[str]:
    # No value, so that both databases know the expression of the index again.
    return literal_column(f"'{kind}:'", String)


class SystemMessage(Table):
    """One thing that happened, for people."""

    __tablename__ = "system_messages"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        quotes=("text", "values", "words"),
        nothing=("reference", "batch_id"),
    )
    __table_args__ = (
        Index("ix_system_messages_level", "level", "id"),
        Index("ix_system_messages_created", "created", "id"),
        Index("ix_system_messages_reference", "reference", "id"),
        Index("ix_system_messages_code", "code", "id"),
        Index("ix_system_messages_thread", text(_THREAD), "id"),
        Index(
            "ix_system_messages_problems", "level", "id",
            sqlite_where=text(_PROBLEM), postgresql_where=text(_PROBLEM),
        ),
        {"sqlite_autoincrement": True},
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    level: Mapped[str] = mapped_column(String(8))
    code: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(default="", deferred=True)
    """The sentence, where the release before this one wrote it."""
    values: Mapped[str]
    """What its sentence is filled with, as JSON keeps the values of a message."""
    correlation_id: Mapped[str | None] = mapped_column(String(36), index=True)
    reference: Mapped[str | None]
    batch_id: Mapped[str | None] = mapped_column(String(36))
    """The files uploaded together that it tells of, or of one of them."""
    is_waiting: Mapped[bool] = mapped_column(server_default=true())
    """Nobody has resolved it: an index finds the few problems that are so."""
    words: Mapped[str] = mapped_column(server_default=" ", deferred=True)
    """What the text filter looks in: sentence and reference, folded."""
    thread: Mapped[str] = column_property(
        func.coalesce(
            _of("batch") + batch_id,
            _of("journal") + correlation_id,
            _of("cause") + code,
        )
    )
    """What it belongs to: its batch, or else its journal, or else its cause."""

    @property
    def message(self) -> Message:
        """What there is to say, in any language."""
        return Message.filled(self.code, orjson.loads(self.values))


class MessageRead(Table):
    """A person has read a message, and perhaps acknowledged it."""

    __tablename__ = "message_reads"
    __personal_data__ = PersonalData(Purpose.ACCOUNT, own=("user_id",))
    __table_args__ = (
        Index("ux_message_reads_user", "user_id", "message_id", unique=True),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    user_id: Mapped[str] = mapped_column(String(64))
    message_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("system_messages.id", ondelete="CASCADE"), index=True
    )
    acknowledged: Mapped[datetime | None] = mapped_column(UtcDateTime)


class MessageReader(Table):
    """A person has read every message up to this one, without a row for each."""

    __tablename__ = "message_readers"
    __personal_data__ = PersonalData(Purpose.ACCOUNT, own=("user_id",))

    user_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    read_to: Mapped[int] = mapped_column(BigId)


class MessageResolution(Table):
    """A message is dealt with, for everybody of the realm."""

    __tablename__ = "message_resolutions"
    __personal_data__ = PersonalData(
        Purpose.OPERATION, users=("by_id",), texts=("note",)
    )

    message_id: Mapped[int] = mapped_column(
        BigId,
        ForeignKey("system_messages.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    by_id: Mapped[str] = mapped_column(String(64))
    by_name: Mapped[str] = mapped_column(String(200))
    note: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class MessageChange(Table):
    """Something was read, acknowledged or resolved: what is shown may differ now.

    The rows have no content. Their numbers tell the poll that it must look again.
    """

    __tablename__ = "message_changes"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)


class Alarm(Table):
    """Something that should have happened and has not; open until it does."""

    __tablename__ = "alarms"
    __personal_data__ = PersonalData(Purpose.OPERATION, quotes=("subject",))
    __table_args__ = (
        Index(
            "ux_alarms_open", "kind", "subject", unique=True,
            sqlite_where=text("cleared IS NULL"),
            postgresql_where=text("cleared IS NULL"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(120))
    """Of what: a correlation id, an account, a connection."""
    raised: Mapped[datetime] = mapped_column(UtcDateTime)
    cleared: Mapped[datetime | None] = mapped_column(UtcDateTime)
    message_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("system_messages.id", ondelete="CASCADE"), index=True
    )
    """The message that tells of it, resolved when the alarm is cleared."""
