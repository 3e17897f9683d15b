"""The audit trail as a file, oldest first, with what anybody needs to verify it."""

from collections.abc import AsyncIterator
from datetime import date

from starlette.datastructures import QueryParams

from giroscope.features.audit import queries
from giroscope.features.audit.actions import record
from giroscope.features.audit.policy import ensure_text, ensure_verbs
from giroscope.features.audit.queries import Wanted
from giroscope.features.audit.tables import AuditEvent, AuditOutcome, Subject
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.export import Export, Row, in_portions

COLUMNS = (
    "sequence", "instant (UTC)", "recorded (UTC)", "actor", "actor id", "actor kind",
    "address", "agent", "trace", "verb", "subject kind", "subject id", "subject",
    "outcome", "was", "now", "outside id", "key", "previous hash", "hash",
)  # fmt: skip


def rows(database: Database, actor: Actor, asked: QueryParams) -> AsyncIterator[Row]:
    """The events the address asks for.

    Raises:
        InvalidInput: A filter is none.
    """
    return all_rows(database, actor.realm, wanted_of(asked))


async def all_rows(
    database: Database, realm: str, wanted: Wanted
) -> AsyncIterator[Row]:
    """The events wanted, oldest first."""
    query = queries.events(wanted)
    async for event in in_portions(database, realm, query, AuditEvent.id):
        yield row_of(event)


def row_of(event: AuditEvent) -> Row:
    """One event, in the order of the columns."""
    return (
        event.id, event.instant, event.recorded, event.actor_name, event.actor_id,
        event.actor_kind, event.address, event.agent, event.trace, event.verb,
        event.subject_kind, event.subject_id, event.subject_name, event.outcome,
        event.was, event.now, event.outside_id, event.key_id, event.previous,
        event.hash,
    )  # fmt: skip


def wanted_of(asked: QueryParams) -> Wanted:
    """The filter as an address says it.

    Raises:
        InvalidInput: A filter is none.
    """
    outcomes = [outcome.upper() for outcome in asked.getlist("outcome")]
    if not set(outcomes) <= set(AuditOutcome):
        raise InvalidInput("`outcome` must be done, refused or failed", path="outcome")
    return Wanted(
        actor=_text(asked, "actor"),
        verbs=ensure_verbs(asked.getlist("verb")),
        outcomes=outcomes or None,
        subject_kind=_text(asked, "subjectKind"),
        subject_id=_text(asked, "subjectId"),
        trace=_text(asked, "trace"),
        text=_text(asked, "text"),
        from_=_day(asked, "from"),
        to=_day(asked, "to"),
    )


def _text(asked: QueryParams, name: str) -> str | None:
    found = ensure_text(asked.get(name))
    if found is not None and "\0" in found:
        raise InvalidInput(f"`{name}` is no text", path=name)
    return found


def _day(asked: QueryParams, name: str) -> date | None:
    found = asked.get(name)
    try:
        day = date.fromisoformat(found) if found else None
    except ValueError as error:
        raise InvalidInput(f"`{name}` must be YYYY-MM-DD", path=name) from error
    if day is not None and day.year == date.max.year:
        raise InvalidInput(f"`{name}` is too late", path=name)
    return day


async def note(session: WriteSession, actor: Actor, asked: QueryParams) -> None:
    """Write down that the trail was taken out, and which part of it."""
    part = {name: asked.getlist(name) for name in sorted(asked.keys())}
    told = {name: ", ".join(values)[:200] for name, values in part.items()}
    await record(session, actor, "audit.export", Subject("list", "audit"), now=told)


EXPORT = Export("audit.read", COLUMNS, rows, note)
