"""Alarms for what did *not* happen: told once, kept open, cleared when it comes.

An alarm is a row and a message. However often it is looked at and whoever looks,
the open row is there once, so it is told once; when what was missing comes, the
row is cleared and its message is resolved for everybody.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from giroscope.features.messages.actions import tell
from giroscope.features.messages.tables import (
    Alarm,
    MessageChange,
    MessageResolution,
    SystemMessage,
)
from localization import Message

_PRODUCT = ("system", "Giroscope")


@dataclass(frozen=True, slots=True)
class Missing:
    """What has not happened, and how people are told."""

    subject: str
    """Of what: a correlation id, an account, a connection."""
    message: Message
    level: str = "WARNING"
    correlation_id: str | None = None
    reference: str | None = None

    @property
    def kind(self) -> str:
        """The code of its message, such as `alarm.status_missing`."""
        return self.message.code


def raise_alarm(connection: Connection, missing: Missing, now: datetime) -> bool:
    """Tell of what is missing, unless that was told already; whether it was new."""
    if missing.subject in open_alarms(connection, missing.kind):
        return False
    try:
        with connection.begin_nested():
            message_id = tell(
                connection, missing.level, missing.message,
                correlation_id=missing.correlation_id, reference=missing.reference,
            )  # fmt: skip
            connection.execute(
                insert(Alarm).values(
                    kind=missing.kind, subject=missing.subject, raised=now,
                    message_id=message_id,
                )
            )  # fmt: skip
    except IntegrityError:
        # Another worker looked at the same moment; its alarm stands.
        return False
    return True


def clear_alarm(connection: Connection, kind: str, subject: str, now: datetime) -> bool:
    """What was missing has come: close the alarm, if there is one."""
    closed = connection.execute(
        update(Alarm)
        .where(Alarm.kind == kind, Alarm.subject == subject, Alarm.cleared.is_(None))
        .values(cleared=now)
        .returning(Alarm.message_id)
    ).scalars()
    messages = list(closed)
    for message_id in messages:
        _resolve(connection, message_id, now)
    return bool(messages)


def settle_alarms(
    connection: Connection, kind: str, missing: Collection[Missing], now: datetime
) -> tuple[set[str], set[str]]:
    """Raise what is missing, clear what no longer is; tells both by subject."""
    wanted = {each.subject: each for each in missing}
    known = open_alarms(connection, kind)
    raised = {
        subject
        for subject, each in wanted.items()
        if subject not in known and raise_alarm(connection, each, now)
    }
    cleared = {
        subject
        for subject in known - wanted.keys()
        if clear_alarm(connection, kind, subject, now)
    }
    return raised, cleared


def open_alarms(connection: Connection, kind: str) -> set[str]:
    """The subjects of the open alarms of a kind."""
    rows = connection.execute(
        select(Alarm.subject).where(Alarm.kind == kind, Alarm.cleared.is_(None))
    )
    return set(rows.scalars())


def told_by_open_alarms(kind: str) -> Select[str, str]:
    """Of the open alarms of a kind: the subject, and the message's values as JSON."""
    return (
        select(Alarm.subject, SystemMessage.values)
        .join(SystemMessage, SystemMessage.id == Alarm.message_id)
        .where(Alarm.kind == kind, Alarm.cleared.is_(None))
    )


def alarms_of(connection: Connection, subject: str) -> set[str]:
    """The kinds of the subject's open alarms."""
    found = connection.execute(
        select(Alarm.kind).where(Alarm.subject == subject, Alarm.cleared.is_(None))
    )
    return set(found.scalars())


def _resolve(connection: Connection, message_id: int, now: datetime) -> None:
    """The product itself says that the message is dealt with; a person may have."""
    is_sqlite = connection.dialect.name == "sqlite"
    upsert: Any = sqlite.insert if is_sqlite else postgresql.insert
    by_id, by_name = _PRODUCT
    connection.execute(
        upsert(MessageResolution)
        .values(message_id=message_id, by_id=by_id, by_name=by_name, note=None, at=now)
        .on_conflict_do_nothing()
    )
    connection.execute(
        update(SystemMessage)
        .where(SystemMessage.id == message_id)
        .values(is_waiting=False)
    )
    connection.execute(insert(MessageChange))
