"""What the whole product knows of one thing, from whatever somebody can name of it.

A correlation id, a message or end-to-end id, the number of an upload or a job, a
hash, a bank's request id or an incident: each leads to journals, and from there to
everything that was written down about them, in the order in which it happened. A trace
leads to what ran under it alone: who asked, what was done for it and with whom.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, or_, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.documents import Document
from giroscope.features.journals.tables import Journal
from giroscope.features.logs import LogEntry, named
from giroscope.features.logs.failures import cause_in_both
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.sending.tables import Sending
from giroscope.features.payments.tables import Payment
from giroscope.features.uploads import Upload
from giroscope.kernel.database import ReadSession
from giroscope.kernel.origin import trace_in
from giroscope.kernel.tables import Job
from giroscope.kernel.text import in_both
from localization import Message, Words

_MOST_JOURNALS = 5
_MOST_ROWS = 200
_INCIDENT = re.compile(r"[a-z0-9-]+-(\d{1,18})")
_SHORTEST = 2
_OF_UPLOADS = ("import", "undo")
_OF_SENDINGS = "send"


class TraceKind(StrEnum):
    """What a line was written down as."""

    JOURNAL = "JOURNAL"
    UPLOAD = "UPLOAD"
    SENDING = "SENDING"
    MESSAGE = "MESSAGE"
    JOB = "JOB"
    AUDIT = "AUDIT"
    LOG = "LOG"


class Line(NamedTuple):
    """One thing that was written down."""

    kind: TraceKind
    id: str
    at: datetime
    title: str
    detail: str
    correlation_id: str | None = None
    trace: str | None = None
    state: str | None = None
    """How it stood, by its code; the room that owns it has the word."""
    note: Words | None = None
    """What else is told of how it stood."""
    sentence: Message | None = None
    """The title, where it is one."""


class Found(NamedTuple):
    """The journals a text leads to, and all that was written down of them."""

    correlation_ids: tuple[str, ...]
    lines: tuple[Line, ...]
    has_more: bool


async def look_up(session: ReadSession, text: str) -> Found:
    """Everything known of what the text names; the oldest first."""
    sought = trace_in(text)
    if len(sought) < _SHORTEST and not sought.isdigit():
        return Found((), (), has_more=False)
    jobs = _job_ids(sought)
    exchanged = await named(session, sought)
    if under := await _ran_under(session, sought, exchanged):
        return under
    ids = await _correlations(session, sought)
    ids = _few([*ids, *(one.correlation_id for one in exchanged if one.correlation_id)])
    uploads = await _rows(session, _uploads(sought, ids))
    ids = _few([*ids, *(one.correlation_id for one in uploads if one.correlation_id)])
    sendings = await _rows(session, select(Sending).where(_of(Sending, ids)))
    about: dict[str, set[str]] = {
        "journal": set(ids),
        "upload": {str(one.id) for one in uploads},
        "document": {str(one.document_id) for one in uploads},
        "job": {str(one) for one in jobs},
    }
    messages = select(SystemMessage).where(_of(SystemMessage, ids))
    said = await _rows(session, select(LogEntry).where(_of(LogEntry, ids)))
    lines = [
        *map(_journal, await _rows(session, select(Journal).where(_of(Journal, ids)))),
        *map(_upload, uploads),
        *map(_sending, sendings),
        *map(_message, await _rows(session, messages)),
        *map(_log, {one.id: one for one in (*exchanged, *said)}.values()),
        *(_job(one) for one in await _jobs(session, jobs, uploads, sendings)),
        *map(_audit, await _rows(session, _audits(sought, about))),
    ]
    return _told(ids, lines)


async def _ran_under(
    session: ReadSession,
    trace: str,
    exchanged: Sequence[LogEntry],
) -> Found | None:
    """What was done under a trace, and the journals it was about; None if nothing."""
    jobs = await _rows(session, select(Job).where(Job.trace == trace))
    acts = await _rows(session, select(AuditEvent).where(AuditEvent.trace == trace))
    said = [one for one in exchanged if one.trace == trace]
    if not (jobs or acts or said):
        return None
    of_uploads = [one.subject for one in jobs if one.verb in _OF_UPLOADS]
    of_sendings = [one.subject for one in jobs if one.verb == _OF_SENDINGS]
    uploads = await _rows(session, select(Upload).where(Upload.id.in_(of_uploads)))
    sent = await _rows(session, select(Sending).where(Sending.id.in_(of_sendings)))
    about = [one.subject_id for one in acts if one.subject_kind == "journal"]
    about += [one.correlation_id for one in (*said, *uploads, *sent)]
    lines = [
        *map(_upload, uploads),
        *map(_sending, sent),
        *(_job(one) for one in jobs),
        *map(_audit, acts),
        *map(_log, said),
    ]
    return _told(_few(filter(None, about)), lines)


def _told(ids: Sequence[str], lines: list[Line]) -> Found:
    lines.sort(key=lambda line: (line.at, line.kind, line.id))
    return Found(tuple(ids), tuple(lines[:_MOST_ROWS]), len(lines) > _MOST_ROWS)


def _few(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))[:_MOST_JOURNALS]


def _of(table: Any, ids: Sequence[str]) -> Any:
    return table.correlation_id.in_(ids)


def _job_ids(sought: str) -> list[int]:
    """The number of a job, by itself or in the name of an incident."""
    incident = _INCIDENT.fullmatch(sought)
    digits = incident[1] if incident else sought
    return [int(digits)] if digits.isascii() and digits.isdigit() else []


async def _correlations(session: ReadSession, sought: str) -> list[str]:
    """Journals by their own ids, and by those of their payments and messages."""
    by_id = select(Journal.correlation_id).where(
        or_(Journal.correlation_id == sought.lower(), Journal.message_id == sought)
    )
    by_payment = select(Payment.correlation_id).where(Payment.end_to_end_id == sought)
    by_message = select(SystemMessage.correlation_id).where(
        SystemMessage.reference == sought, SystemMessage.correlation_id.is_not(None)
    )
    found: list[str] = []
    for query in (by_id, by_payment.distinct(), by_message.distinct()):
        rows = await session.execute(query.limit(_MOST_JOURNALS))
        found += [one for one in rows.scalars() if one is not None]
    return _few(found)


def _uploads(sought: str, ids: Sequence[str]) -> Select[Any]:
    same = select(Document.id).where(Document.sha256 == sought.lower())
    fits = [_of(Upload, ids), Upload.document_id.in_(same), Upload.name == sought]
    if sought.isascii() and sought.isdigit():
        fits.append(Upload.id == int(sought[:18]))
    return select(Upload).where(or_(*fits))


async def _jobs(
    session: ReadSession,
    jobs: Sequence[int],
    uploads: Sequence[Upload],
    sendings: Sequence[Sending],
) -> Sequence[Job]:
    of_uploads = (Job.verb.in_(_OF_UPLOADS), [one.id for one in uploads])
    of_sendings = (Job.verb == _OF_SENDINGS, [one.id for one in sendings])
    fits: list[ColumnElement[bool]] = [Job.id.in_(jobs)]
    fits += [verb & Job.subject.in_(ids) for verb, ids in (of_uploads, of_sendings)]
    return await _rows(session, select(Job).where(or_(*fits)))


def _audits(sought: str, about: dict[str, set[str]]) -> Select[Any]:
    fits = [AuditEvent.trace == sought]
    fits += [
        (AuditEvent.subject_kind == kind) & AuditEvent.subject_id.in_(ids)
        for kind, ids in about.items()
        if ids
    ]
    return select(AuditEvent).where(or_(*fits))


async def _rows(session: ReadSession, query: Select[Any]) -> Sequence[Any]:
    # The latest are the ones that somebody asks about.
    table = query.column_descriptions[0]["entity"]
    newest = query.order_by(table.id.desc()).limit(_MOST_ROWS + 1)
    return list((await session.execute(newest)).scalars())


def _journal(row: Journal) -> Line:
    return Line(
        TraceKind.JOURNAL, row.correlation_id, row.created,
        row.message_id or row.correlation_id, row.state, row.correlation_id,
        state=row.state,
    )  # fmt: skip


def _upload(row: Upload) -> Line:
    return Line(
        TraceKind.UPLOAD, str(row.id), row.created, row.name, row.state,
        row.correlation_id, state=row.state,
    )  # fmt: skip


def _sending(row: Sending) -> Line:
    return Line(
        TraceKind.SENDING, str(row.id), row.asked, row.message_id or row.kind,
        row.state, row.correlation_id, state=row.state,
    )  # fmt: skip


def _message(row: SystemMessage) -> Line:
    return Line(
        TraceKind.MESSAGE, str(row.id), row.created, str(row.message), row.level,
        row.correlation_id, state=row.level, sentence=row.message,
    )  # fmt: skip


def _log(row: LogEntry) -> Line:
    """What was asked by its address, what was answered by how it ended."""
    note = Words.as_it_is(row.uri)
    if row.is_reply or row.cause is not None:
        took = None if row.duration_ms is None else f"{row.duration_ms} ms"
        status = None if row.status is None else str(row.status)
        why = row.cause and cause_in_both(row.cause, row.failure)
        en, da = why or (None, None)
        note = Words(_listed(status, took, en), _listed(status, took, da))
    return Line(
        TraceKind.LOG, str(row.id), row.created, f"{row.operation}, {row.peer}",
        note.en, row.correlation_id, row.trace, note=note,
    )  # fmt: skip


def _listed(*parts: str | None) -> str:
    return ", ".join(filter(None, parts))


def _job(row: Job) -> Line:
    detail = row.state if row.message is None else f"{row.state}: {row.message}"
    return Line(
        TraceKind.JOB, str(row.id), row.created, row.verb, detail, trace=row.trace,
        state=row.state, note=in_both(row.message) if row.message else None,
    )  # fmt: skip


def _audit(row: AuditEvent) -> Line:
    return Line(
        TraceKind.AUDIT, str(row.id), row.instant, row.verb,
        f"{row.actor_name}, {row.outcome}", trace=row.trace, state=row.outcome,
        note=Words.as_it_is(row.actor_name),
    )  # fmt: skip
