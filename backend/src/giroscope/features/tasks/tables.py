"""What people want to be mailed, how far each was told, and the mails themselves."""

from datetime import date, datetime

from sqlalchemy import JSON, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class MailChoice(Table):
    """How often one person is mailed of one topic at one level, as they chose it."""

    __tablename__ = "mail_choices"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT, own=("person_id",), nothing=("topic", "frequency")
    )
    __table_args__ = (UniqueConstraint("person_id", "topic", "level"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64))
    topic: Mapped[str] = mapped_column(String(12))
    level: Mapped[str] = mapped_column(String(8))
    frequency: Mapped[str] = mapped_column(String(8))


class MailMark(Table):
    """How far one person was told, whether there was anything for them or not."""

    __tablename__ = "mail_marks"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT, own=("person_id",), nothing=("tasks",)
    )

    person_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    daily_to: Mapped[int] = mapped_column(BigId)
    """The newest message that a daily mail has looked at."""
    at_once_to: Mapped[int] = mapped_column(BigId)
    tasks: Mapped[dict[str, int]] = mapped_column(JSON)
    """How much of each kind waited on the last day."""


class MailDay(Table):
    """A day whose mails are all written."""

    __tablename__ = "mail_days"

    day: Mapped[date] = mapped_column(primary_key=True)


class MessageMail(Table):
    """A mail to one person, kept from when it is written until it has gone."""

    __tablename__ = "message_mails"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT,
        own=("person_id",),
        about=("subject", "text", "html"),
        nothing=("name", "roles"),
    )
    __table_args__ = (
        UniqueConstraint("person_id", "name"),
        Index(
            "ix_message_mails_waiting", "id",
            sqlite_where=text("ended IS NULL"), postgresql_where=text("ended IS NULL"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(40))
    """Of which day it is, or up to which message: written once."""
    subject: Mapped[str]
    text: Mapped[str]
    html: Mapped[str]
    roles: Mapped[list[str]] = mapped_column(JSON)
    """What its reader might read by when it was written."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    tried: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ended: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was handed over, or given up since nobody may have it."""
