"""Selects over audit events. The database is the actor's own realm's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Select, or_, select

from giroscope.features.audit.actions import CHAIN
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.audit.verify import VERIFIED, Fault, FaultKind, is_genuine
from giroscope.kernel.paging import Order

NEWEST = Order("newest", AuditEvent.id, AuditEvent.id)
OLDEST = Order("oldest", AuditEvent.id, AuditEvent.id, is_descending=False)

_SEARCHED = (
    AuditEvent.actor_name, AuditEvent.subject_name, AuditEvent.subject_id,
    AuditEvent.address, AuditEvent.was, AuditEvent.now,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of events is narrowed to."""

    actor: str | None = None
    """An id, or a part of a name."""
    verbs: Sequence[str] | None = None
    """Whole verbs, or rooms: `uploads` means all of `uploads.*`."""
    outcomes: Sequence[str] | None = None
    subject_kind: str | None = None
    subject_id: str | None = None
    trace: str | None = None
    text: str | None = None
    from_: date | None = None
    to: date | None = None


def events(wanted: Wanted) -> Select[Any]:
    """The events wanted, in no order."""
    return select(AuditEvent).where(*_narrowing(wanted))


def _narrowing(wanted: Wanted) -> list[ColumnElement[bool]]:
    found = []
    if wanted.actor:
        named = AuditEvent.actor_name.icontains(wanted.actor, autoescape=True)
        found.append(or_(AuditEvent.actor_id == wanted.actor, named))
    if wanted.verbs is not None:
        found.append(or_(*(_is_verb(verb) for verb in wanted.verbs)))
    if wanted.outcomes is not None:
        found.append(AuditEvent.outcome.in_(wanted.outcomes))
    for column, value in (
        (AuditEvent.subject_kind, wanted.subject_kind),
        (AuditEvent.subject_id, wanted.subject_id),
        (AuditEvent.trace, wanted.trace),
    ):
        if value is not None:
            found.append(column == value)
    if wanted.text:
        texts = (c.icontains(wanted.text, autoescape=True) for c in _SEARCHED)
        found.append(or_(*texts))
    if wanted.from_ is not None:
        found.append(AuditEvent.instant >= _midnight(wanted.from_))
    if wanted.to is not None:
        after = _midnight(wanted.to) + timedelta(days=1)
        found.append(AuditEvent.instant < after)
    return found


def _is_verb(verb: str) -> ColumnElement[bool]:
    if "." in verb:
        return AuditEvent.verb == verb
    return AuditEvent.verb.startswith(f"{verb}.", autoescape=True)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


@dataclass(frozen=True, slots=True)
class ChainState:
    """How long the chain is, and what the latest verification found."""

    count: int
    head: str
    verified: datetime | None
    verified_count: int | None
    is_intact: bool | None
    """None before anybody verified it."""
    anchors: int | None
    """How many anchors that was held against."""
    fault: Fault | None


def chain_state(connection: Connection) -> ChainState:
    """What is known without reading the whole chain."""
    keys = CHAIN.keys(connection)
    head = CHAIN.head(connection, keys)
    length = head.length if head else 0
    last = connection.execute(
        select(AuditEvent.__table__)
        .where(AuditEvent.verb == VERIFIED)
        .order_by(AuditEvent.id.desc())
        .limit(1)
    ).one_or_none()
    said: Mapping[str, Any] = orjson.loads(last.now) if last and last.now else {}
    fault = None
    if head is None or not head.is_sound:
        what = FaultKind.HEAD_CHANGED if head else FaultKind.HEAD_MISSING
        fault = Fault(length, what)
    elif last and not is_genuine(last, keys):
        fault = Fault(last.sequence, FaultKind.CHANGED)
    elif said.get("fault"):
        fault = Fault(int(said["sequence"]), FaultKind(said["fault"]))
    return ChainState(
        count=length,
        head=head.hash if head else "",
        verified=last.instant if last else None,
        verified_count=said.get("count"),
        is_intact=False if fault else said.get("intact"),
        anchors=said.get("anchors"),
        fault=fault,
    )
