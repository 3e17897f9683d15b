"""The audit trail as a file, with what anybody needs to verify it."""

import functools
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import date, datetime
from typing import Any

import orjson

from giroscope.features.audit import queries
from giroscope.features.audit.actions import as_written, record
from giroscope.features.audit.graph import AuditFilter, AuditOrder
from giroscope.features.audit.policy import SecretInAudit
from giroscope.features.audit.queries import Wanted
from giroscope.features.audit.tables import AuditEvent, Subject
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.export import Asked, Column, Export, Reader, Row, in_portions
from giroscope.kernel.graph import DateRange

EVIDENCE = "evidence"
"""A pack of all that is known of one record."""
_VERBS = {
    "auditEvents": "audit.export",
    "originals": "documents.export",
    EVIDENCE: "evidence.export",
}
_MOST_TOLD = 2_000
"""Signs of one value that one event tells."""
_MOST_NAMED = 100
"""Ids that one event names."""


def _instant(name: str, event: AuditEvent) -> str:
    """As the hash was made of it: a spreadsheet's dates have no microseconds."""
    at: datetime = getattr(event, name)
    return as_written(at).replace("T", " ").removesuffix("+00:00")


COLUMNS = (
    Column("sequence", "Sequence", "Løbenummer", lambda e: e.id),
    Column("instant", "Instant (UTC)", "Tidspunkt (UTC)",
           functools.partial(_instant, "instant")),
    Column("recorded", "Recorded (UTC)", "Noteret (UTC)",
           functools.partial(_instant, "recorded")),
    Column("actor", "Actor", "Aktør", lambda e: e.actor_name),
    Column("actorId", "Actor id", "Aktør-id", lambda e: e.actor_id),
    Column("actorKind", "Actor kind", "Aktørtype", lambda e: e.actor_kind),
    Column("address", "Address", "Adresse", lambda e: e.address),
    Column("agent", "Agent", "Program", lambda e: e.agent),
    Column("trace", "Trace", "Spor-id", lambda e: e.trace),
    Column("verb", "Verb", "Handling", lambda e: e.verb),
    Column("subjectKind", "Subject kind", "Genstandstype", lambda e: e.subject_kind),
    Column("subjectId", "Subject id", "Genstands-id", lambda e: e.subject_id),
    Column("subject", "Subject", "Genstand", lambda e: e.subject_name),
    Column("outcome", "Outcome", "Udfald", lambda e: e.outcome),
    Column("was", "Was", "Før", lambda e: e.was),
    Column("now", "Now", "Efter", lambda e: e.now),
    Column("outsideId", "Outside id", "Eksternt id", lambda e: e.outside_id),
    Column("key", "Key", "Nøgle", lambda e: e.key_id),
    Column("previous", "Previous hash", "Forrige hash", lambda e: e.previous),
    Column("hash", "Hash", "Hash", lambda e: e.hash),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """The events asked for, newest first unless told otherwise."""
    query = queries.events((asked.filter or AuditFilter()).wanted())
    return in_portions(query, AuditOrder.of(asked.order))


EXPORT = Export(("Audit trail", "Revisionsspor"), COLUMNS, reader)


def between(low: str | None, high: str | None) -> Wanted:
    """Events from one day to another, as a command line names them.

    Raises:
        InvalidInput: One is no day.
    """
    days = DateRange(from_=_day(low, "from"), to=_day(high, "to"))
    return AuditFilter(instant=days).wanted()


def _day(text: str | None, name: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise InvalidInput(f"`{name}` must be YYYY-MM-DD", path=name) from error


async def all_rows(
    database: Database, realm: str, wanted: Wanted
) -> AsyncIterator[Row]:
    """The events wanted, oldest first, in the order of the columns."""
    read = in_portions(queries.events(wanted), queries.OLDEST)
    cells = [column.reader("en") for column in COLUMNS]
    async with database.still(realm) as session:
        async for portion in read(session):
            for event in portion:
                yield [cell(event) for cell in cells]


async def note(
    session: WriteSession, actor: Actor, name: str, said: Mapping[str, Any]
) -> None:
    """Write down that a list was taken out as a file, and what of it, to the last id.

    What is too much for one event is told by several, numbered.
    """
    verb = _VERBS.get(name, "lists.export")
    subject = Subject("list", name)
    if name == EVIDENCE:
        # It stands in the record's own trail, and so in the pack itself.
        (kind, id_), *part = said.items()
        subject, said = Subject(kind, id_), dict(part)
    for told in _portions(said):
        try:
            await record(session, actor, verb, subject, now=told)
        except SecretInAudit:
            # Somebody looks for what has the form of a secret; it goes into no trail.
            told.pop("filter", None)
            await record(session, actor, verb, subject, now=told)


def _portions(said: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """What was said, in as many pieces as it takes."""
    pieces = {name: _pieces(value) for name, value in said.items()}
    parts = max(map(len, pieces.values()), default=1)
    for place in range(parts):
        numbered = {} if parts == 1 else {"part": f"{place + 1}/{parts}"}
        some = {
            name: texts[place] for name, texts in pieces.items() if place < len(texts)
        }
        yield numbered | some


def _pieces(value: Any) -> list[str]:
    """Some ids or signs at a time, so that an event can be read."""
    if isinstance(value, list):
        return [orjson.dumps(some).decode() for some in _cut(value, _MOST_NAMED)]
    return _cut(
        value if isinstance(value, str) else orjson.dumps(value).decode(), _MOST_TOLD
    )


def _cut(whole: Any, size: int) -> list[Any]:
    return [whole[place : place + size] for place in range(0, len(whole), size)]
