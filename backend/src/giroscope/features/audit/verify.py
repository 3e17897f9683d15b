"""Reads a chain from its first event to its last and names the first fault.

A portion of events is held at a time, however many there are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Row, select

from giroscope.features.audit.actions import CHAIN, as_written, record_now
from giroscope.features.audit.anchors import (
    Anchor,
    AnchorStore,
    Expected,
    KeptAnchor,
    as_values,
)
from giroscope.features.audit.errors import ChainBroken
from giroscope.features.audit.tables import AuditEvent, AuditOutcome, Subject
from giroscope.kernel.access import Actor
from giroscope.kernel.chain import GENESIS, Head, row_hash
from giroscope.kernel.database import Database

PORTION = 1_000
VERIFIED = "audit.verify"
"""The verb under which a verification is itself written down."""
RESTORED = "audit.restore_accepted"
"""The verb of an operator's word that a backup was put back on purpose."""

_COLUMNS = AuditEvent.__table__.columns
SEALED = (
    "sequence", "instant", "recorded", "actor_id", "actor_name", "actor_kind",
    "address", "agent", "trace", "verb", "subject_kind", "subject_id",
    "subject_name", "was", "now", "outcome", "outside_id", "key_id", "previous",
)  # fmt: skip
"""Every field that goes into an event's hash; fields added later stand apart."""


class FaultKind(StrEnum):
    """What is wrong with a chain at some place."""

    CHANGED = "CHANGED"
    MISSING = "MISSING"
    ADDED = "ADDED"
    MISPLACED = "MISPLACED"
    HEAD_MISSING = "HEAD_MISSING"
    HEAD_CHANGED = "HEAD_CHANGED"
    ROLLED_BACK = "ROLLED_BACK"
    ANCHOR_CHANGED = "ANCHOR_CHANGED"


_SENTENCES = {
    FaultKind.CHANGED: "Event {n} was changed after it was written",
    FaultKind.MISSING: "Event {n} is missing",
    FaultKind.ADDED: "Event {n} was not written by the product",
    FaultKind.MISPLACED: "Event {n} does not follow the event before it",
    FaultKind.HEAD_MISSING: "The sealed count of events is missing",
    FaultKind.HEAD_CHANGED: "The sealed count of events was changed",
    FaultKind.ROLLED_BACK: "Event {n} is not the one that was noted earlier",
    FaultKind.ANCHOR_CHANGED: "An anchor of the trail was changed",
}


class Fault(NamedTuple):
    """The first place at which a chain is not whole."""

    sequence: int
    what: FaultKind

    @property
    def message(self) -> str:
        """The fault in words."""
        return _SENTENCES[self.what].format(n=self.sequence)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verification found: how the chain ends, and the first fault."""

    end: Anchor
    fault: Fault | None
    anchors: int | None = None
    """How many anchors kept outside it was held against; None where none were asked."""

    @property
    def is_intact(self) -> bool:
        """Whether nothing was changed, left out, added or cut off."""
        return self.fault is None

    def ensure_intact(self) -> None:
        """Pass silently, or tell what is wrong.

        Raises:
            ChainBroken: The sentence names the first fault.
        """
        if self.fault is not None:
            raise ChainBroken(self.fault.message)

    def values(self) -> dict[str, Any]:
        """As it is written down and told to programs."""
        told: dict[str, Any] = {
            "count": self.end.length,
            "intact": self.is_intact,
            "head": self.end.hash,
            **as_values(self.anchors),
        }
        if self.fault is not None:
            told |= {"fault": self.fault.what.value, "sequence": self.fault.sequence}
        return told


def verify_and_note(
    database: Database,
    actor: Actor,
    store: AnchorStore,
    anchor: Anchor | None = None,
) -> Verdict:
    """Verify a realm's chain, and write down in it who did so with what result.

    Raises:
        AnchorsUnreadable: The store of the anchors does not answer.
    """
    with database.snapshot(actor.realm) as connection:
        keys = CHAIN.keys(connection)
        kept = store.of(actor.realm, CHAIN.identity(keys), keys)
        verdict = verify(connection, anchor, kept)
    outcome = AuditOutcome.DONE if verdict.is_intact else AuditOutcome.FAILED
    with database.job_connection(actor.realm) as connection:
        record_now(
            connection, actor, VERIFIED, Subject("chain", "audit"),
            now=verdict.values(), outcome=outcome,
        )  # fmt: skip
        connection.commit()
    return verdict


def accept_restore(database: Database, actor: Actor, reason: str) -> None:
    """Write down that a backup was put back: anchors noted before count no more."""
    with database.job_connection(actor.realm) as connection:
        note_restore(connection, actor, {"reason": reason})
        connection.commit()


def note_restore(
    connection: Connection,
    actor: Actor,
    told: Mapping[str, Any],
    at: datetime | None = None,
) -> None:
    """The same in a transaction of the caller's; `told` holds the reason."""
    chain = Subject("chain", "audit")
    record_now(connection, actor, RESTORED, chain, now=told, at=at)


def verify(
    connection: Connection,
    anchor: Anchor | None = None,
    kept: Sequence[KeptAnchor] = (),
) -> Verdict:
    """Read every event in order, on a connection that sees one moment."""
    keys = CHAIN.keys(connection)
    expected = Expected(kept)
    walk = _Walk(keys, CHAIN.head(connection, keys), anchor, expected)
    for row in _rows(connection):
        if fault := walk.step(row):
            return Verdict(walk.end, fault, expected.count)
    return Verdict(walk.end, walk.finish(), expected.count)


def genuine_acts(
    connection: Connection, verb: str, subject: Subject
) -> list[tuple[str, dict[str, Any]]]:
    """Who did this to it, with the values after; events that were changed are none."""
    keys = CHAIN.keys(connection)
    rows = connection.execute(
        select(*(_COLUMNS[name] for name in (*SEALED, "hash"))).where(
            AuditEvent.verb == verb,
            AuditEvent.subject_kind == subject.kind,
            AuditEvent.subject_id == subject.id,
        )
    ).all()
    return [
        (row.actor_id, orjson.loads(row.now or "{}"))
        for row in rows
        if is_genuine(row, keys)
    ]


def _rows(connection: Connection) -> Iterator[Row[Any] | None]:
    """The events in order, portion by portion; None for one that cannot be read.

    Somebody who writes to the database can leave an instant there that is none.
    Such a portion is read again event by event, up to the one at fault.
    """
    number = _COLUMNS["sequence"]
    query = select(*(_COLUMNS[name] for name in (*SEALED, "hash"))).order_by(number)
    after, size = None, PORTION
    while True:
        place = query if after is None else query.where(number > after)
        try:
            rows = connection.execute(place.limit(size)).all()
        except (ValueError, TypeError):
            if size == 1:
                yield None
                return
            size = 1
            continue
        yield from rows
        if len(rows) < size:
            return
        after = rows[-1].sequence


class _Walk:
    """Goes along the chain and keeps only where it stands."""

    def __init__(
        self,
        keys: Mapping[int, bytes],
        head: Head | None,
        anchor: Anchor | None,
        expected: Expected,
    ) -> None:
        self.end = Anchor(0, GENESIS)
        self._keys = keys
        self._head = head
        self._anchor = anchor
        self._expected = expected

    def step(self, row: Row[Any] | None) -> Fault | None:
        """Go on to this event, or say what is wrong with it."""
        expected = self.end.length + 1
        if row is None:
            return Fault(expected, FaultKind.CHANGED)
        what = self._what(row, expected)
        if what is not None:
            return Fault(min(row.sequence, expected), what)
        self.end = Anchor(row.sequence, row.hash)
        self._expected.meet(row.sequence, row.hash)
        if row.verb == RESTORED:
            self._expected.accept(row.recorded)
        if self._anchor and self._anchor.length == expected:
            return self._against(self._anchor)
        return None

    def _what(self, row: Row[Any], expected: int) -> FaultKind | None:
        if row.sequence != expected:
            is_gap = row.sequence > expected
            return FaultKind.MISSING if is_gap else FaultKind.ADDED
        if self._head and self._head.is_sound and expected > self._head.length:
            return FaultKind.ADDED
        if not is_genuine(row, self._keys):
            return FaultKind.CHANGED
        return None if row.previous == self.end.hash else FaultKind.MISPLACED

    def _against(self, anchor: Anchor) -> Fault | None:
        if anchor == self.end:
            return None
        return Fault(anchor.length, FaultKind.ROLLED_BACK)

    def finish(self) -> Fault | None:
        """No event is left: compare with the head."""
        count, head = self.end.length, self._head
        if head is None:
            return Fault(count, FaultKind.HEAD_MISSING)
        if head.is_sound and head.length > count:
            return Fault(count + 1, FaultKind.MISSING)
        if not head.is_sound or head.hash != self.end.hash:
            return Fault(count, FaultKind.HEAD_CHANGED)
        if self._anchor and self._anchor.length > count:
            return Fault(count + 1, FaultKind.ROLLED_BACK)
        number = self._expected.rolled_back_to()
        if number is not None:
            return Fault(min(number, count + 1), FaultKind.ROLLED_BACK)
        if self._expected.has_forged:
            return Fault(count, FaultKind.ANCHOR_CHANGED)
        return None


def is_genuine(row: Row[Any], keys: Mapping[int, bytes]) -> bool:
    """Whether the event is as it was written, by its own hash."""
    try:
        key = keys.get(row.key_id)
        found = key and row_hash(key, sealed_content(row))
    except (TypeError, ValueError, AttributeError):
        # SQLite keeps any value in any column; what we wrote can be hashed.
        return False
    return bool(found == row.hash)


def sealed_content(row: Row[Any]) -> dict[str, Any]:
    """The fields of an event that its hash is made from."""
    content = {name: getattr(row, name) for name in SEALED}
    for name in ("instant", "recorded"):
        content[name] = as_written(content[name])
    return content
