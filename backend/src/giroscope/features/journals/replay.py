"""Goes through what an exchange carried once more, without sending anything.

A file is read again offline and compared with what its import noted; or a file that a
bank or an ERP brought is imported again from its stored bytes, which ends with the same
rows. What left is never sent again from here: its journal knows whether it may be.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, BinaryIO, NamedTuple, cast

from sqlalchemy import select

import bankfiles
from bankfiles import BankFileError
from giroscope.features.audit import record
from giroscope.features.journals.carried_documents import documents_in
from giroscope.features.journals.errors import NothingCarried, OnlyInbound
from giroscope.features.journals.read_file import Reading, WrongPage
from giroscope.features.logs import LogDirection, LogEntry
from giroscope.features.logs.reveal import reason_of, subject_of
from giroscope.features.uploads import Kind, Upload
from giroscope.features.uploads.actions import HandedIn, reimport
from giroscope.kernel.access import Actor
from giroscope.kernel.columns import AmountOutOfRange
from giroscope.kernel.database import ReadSession, WriteSession
from giroscope.kernel.errors import NotFound


class Fact(NamedTuple):
    """One thing a file says: as its import noted it, and as it is read now."""

    name: str
    noted: str
    now: str


class Compared(NamedTuple):
    """A file that was read again."""

    upload: Upload
    facts: Sequence[Fact]
    fault: str | None
    """Why it can no longer be read."""


class _KeepsNothing:
    """Stands where a loader would: whatever it is told, it forgets."""

    count = 0

    def __getattr__(self, name: str) -> Any:
        return lambda *_values: None


async def carried(session: ReadSession, log_id: int) -> list[Upload]:
    """The uploads of what an exchange carried, the latest of each document.

    Raises:
        NotFound: There is no such entry.
        NothingCarried: It carried no file that was imported.
    """
    entry = await session.get(LogEntry, log_id)
    if entry is None:
        raise NotFound
    ids = await documents_in(session, entry)
    rows = await session.execute(
        select(Upload)
        .where(Upload.document_id.in_(ids), Upload.duplicate_of.is_(None))
        .order_by(Upload.id)
    )
    latest = {upload.document_id: upload for upload in rows.scalars()}
    if not latest:
        raise NothingCarried
    return list(latest.values())


def compared(upload: Upload, stream: BinaryIO) -> Compared:
    """Read a file as an import would, and compare; changes nothing."""
    nothing = cast("Any", _KeepsNothing())
    reading = Reading(Kind(upload.kind), nothing, nothing, nothing, nothing)
    try:
        for value in bankfiles.read(stream):
            reading.take(value)
    except WrongPage as error:
        return Compared(upload, (), f"It belongs among files of kind {error.right}")
    except (BankFileError, AmountOutOfRange) as error:
        return Compared(upload, (), str(error))
    return Compared(upload, _facts(upload, reading), None)


def _facts(upload: Upload, reading: Reading) -> list[Fact]:
    header = reading.header
    first, last = min(reading.days, default=None), max(reading.days, default=None)
    pairs = (
        ("format", upload.format, header and header.format),
        ("version", upload.version, header and header.version),
        ("totals", _totals(upload.totals), _totals(reading.totals)),
        ("accounts", sorted(upload.accounts), sorted(list(reading.accounts)[:100])),
        ("firstDay", upload.from_date, first),
        ("lastDay", upload.to_date, last),
    )
    return [Fact(name, _said(noted), _said(now)) for name, noted, now in pairs]


def _totals(rows: Sequence[dict[str, str]]) -> list[str]:
    return [f"{row['amount']} {row['currency']} ({row['count']})" for row in rows]


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return "" if value is None else str(value)


async def redeliver(
    session: WriteSession, actor: Actor, log_id: int, reason: str, now: datetime
) -> list[HandedIn]:
    """Import again what came in this exchange, from its stored bytes.

    Raises:
        NotFound: There is no such entry.
        OnlyInbound: It left; its journal sends again, if that is safe.
        NothingCarried: It brought no file that was imported.
        ReasonNeeded: No reason is given.
    """
    actor.ensure("journals.reimport")
    actor.ensure("logs.read")
    why = reason_of(reason)
    entry = await session.get(LogEntry, log_id)
    if entry is None:
        raise NotFound
    if entry.direction != LogDirection.IN:
        raise OnlyInbound
    ids = await documents_in(session, entry)
    try:
        started = await reimport(session, actor, ids, now)
    except NotFound as error:
        raise NothingCarried from error
    await record(
        session, actor, "logs.redeliver", subject_of(entry),
        now={"reason": why, "uploads": [str(one.upload_id) for one in started]}, at=now,
    )  # fmt: skip
    return started
