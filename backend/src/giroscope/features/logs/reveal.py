"""Shows what went over the wire, to whoever may see it and says why."""

from datetime import datetime
from typing import NamedTuple

from giroscope.features.audit import Subject, record
from giroscope.features.logs.errors import NoBytesKept, ReasonNeeded
from giroscope.features.logs.masking import without_secrets
from giroscope.features.logs.rows import opened
from giroscope.features.logs.tables import LogBytes, LogEntry
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound

_SHORTEST_REASON = 5
_LONGEST_REASON = 300


class Revealed(NamedTuple):
    """The bytes of an entry, and which one it is."""

    entry: LogEntry
    body: bytes


async def reveal(
    session: WriteSession,
    actor: Actor,
    log_id: int,
    reason: str,
    key: bytes,
    now: datetime,
) -> Revealed:
    """The bytes as they went over the wire; that they were seen is in the trail first.

    Raises:
        NotFound: There is no such entry.
        ReasonNeeded: No reason is given, or one that says nothing.
        NoBytesKept: Its bytes were never kept, or are gone.
        SecretDamaged: They were changed.
    """
    actor.ensure("logs.reveal")
    why = reason_of(reason)
    entry = await session.get(LogEntry, log_id)
    if entry is None:
        raise NotFound
    kept = await session.get(LogBytes, log_id)
    if kept is None:
        raise NoBytesKept
    body = opened(key, kept.sealed)
    await record(
        session, actor, "logs.reveal", subject_of(entry),
        now={"reason": why, "sha256": entry.sha256, "size": entry.size}, at=now,
    )  # fmt: skip
    return Revealed(entry, body)


def reason_of(text: str) -> str:
    """The reason as it goes into the trail.

    Raises:
        ReasonNeeded: It says nothing.
    """
    reason = " ".join(text.split())[:_LONGEST_REASON]
    if len(reason) < _SHORTEST_REASON:
        raise ReasonNeeded(path="reason")
    return without_secrets(reason)


def subject_of(entry: LogEntry) -> Subject:
    """An entry as the trail names it."""
    return Subject("log", str(entry.id), f"{entry.log_type} {entry.operation}")
