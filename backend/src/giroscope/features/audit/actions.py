"""Writes down who did what, in the transaction in which it is done.

Call it last in a transaction: from there on, whoever else records waits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from giroscope.features.audit.policy import canonical, ensure_verb, short
from giroscope.features.audit.tables import AuditEvent, AuditOutcome, Subject
from giroscope.kernel.access import Actor, ActorKind
from giroscope.kernel.chain import Chain, Lengthening
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import WriteSession
from giroscope.kernel.origin import present_origin

CHAIN = Chain("audit", AuditEvent.id)
_MOST_AT_ONCE = 1_000
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OutsideEvent:
    """Something that happened elsewhere, under the name it has there."""

    outside_id: str
    instant: datetime
    actor_id: str
    actor_name: str
    verb: str
    subject: Subject | None = None
    was: Values | None = None
    now: Values | None = None
    outcome: AuditOutcome = AuditOutcome.DONE
    address: str | None = None
    agent: str | None = None
    actor_kind: ActorKind = ActorKind.PERSON


async def record(
    session: WriteSession,
    actor: Actor,
    verb: str,
    subject: Subject | None = None,
    *,
    was: Values | None = None,
    now: Values | None = None,
    outcome: AuditOutcome = AuditOutcome.DONE,
    at: datetime | None = None,
) -> int:
    """Write down what is done in this session; tells the event's number.

    Raises:
        SecretInAudit: A value is a secret.
    """
    await session.flush()
    return await session.run_sync(
        lambda held: record_now(
            held.connection(), actor, verb, subject,
            was=was, now=now, outcome=outcome, at=at,
        )
    )  # fmt: skip


def record_now(
    connection: Connection,
    actor: Actor,
    verb: str,
    subject: Subject | None = None,
    *,
    was: Values | None = None,
    now: Values | None = None,
    outcome: AuditOutcome = AuditOutcome.DONE,
    at: datetime | None = None,
) -> int:
    """The same for jobs and commands, which block.

    Raises:
        SecretInAudit: A value is a secret.
    """
    origin = present_origin()
    content = {
        "actor_id": actor.id,
        "actor_name": short(actor.name, 200),
        "actor_kind": actor.kind.value,
        "address": origin.address,
        "agent": short(origin.agent, 80),
        "trace": origin.trace,
        "outside_id": None,
        **_act(verb, subject, was, now, outcome),
    }
    recorded = system_clock()
    lengthening = CHAIN.lengthen(connection)
    sequence = _append(connection, lengthening, content, at or recorded, recorded)
    lengthening.seal()
    return sequence


async def ingest(session: WriteSession, events: Sequence[OutsideEvent]) -> int:
    """Write down what happened elsewhere, each once; tells how many were new.

    Raises:
        SecretInAudit: A value is a secret.
        ValueError: There are too many at once.
    """
    if len(events) > _MOST_AT_ONCE:
        raise ValueError(f"at most {_MOST_AT_ONCE} events are taken in at once")
    if not events:
        return 0
    await session.flush()
    return await session.run_sync(lambda held: _ingest(held.connection(), events))


def _ingest(connection: Connection, events: Sequence[OutsideEvent]) -> int:
    names = [event.outside_id for event in events]
    known = _known(connection, names)
    if known.issuperset(names):
        # A poll that brings nothing new holds nobody up.
        return 0
    recorded = system_clock()
    lengthening = CHAIN.lengthen(connection)
    # Another poll may have brought them in while this one waited for the chain.
    known = _known(connection, names)
    count = 0
    for event in events:
        if event.outside_id in known:
            continue
        known.add(event.outside_id)
        _append(connection, lengthening, _content(event), event.instant, recorded)
        count += 1
    if count:
        lengthening.seal()
    return count


def _known(connection: Connection, names: Sequence[str]) -> set[str | None]:
    rows = connection.execute(
        select(AuditEvent.outside_id).where(AuditEvent.outside_id.in_(names))
    )
    return set(rows.scalars())


def _content(event: OutsideEvent) -> dict[str, Any]:
    return {
        "actor_id": event.actor_id[:64],
        "actor_name": short(event.actor_name, 200),
        "actor_kind": event.actor_kind.value,
        "address": short(event.address, 45),
        "agent": short(event.agent, 80),
        "trace": None,
        "outside_id": event.outside_id,
        **_act(event.verb, event.subject, event.was, event.now, event.outcome),
    }


def _act(
    verb: str,
    subject: Subject | None,
    was: Values | None,
    now: Values | None,
    outcome: AuditOutcome,
) -> dict[str, Any]:
    return {
        "verb": ensure_verb(verb),
        "subject_kind": subject and subject.kind,
        "subject_id": subject and short(subject.id, 200),
        "subject_name": subject and short(subject.name, 300),
        "was": canonical(was),
        "now": canonical(now),
        "outcome": outcome.value,
    }


def _append(
    connection: Connection,
    lengthening: Lengthening,
    content: dict[str, Any],
    instant: datetime,
    recorded: datetime,
) -> int:
    times = {"instant": instant, "recorded": recorded}
    written = {name: as_written(time) for name, time in times.items()}
    place = lengthening.next({**content, **written})
    connection.execute(
        insert(AuditEvent).values(
            id=place.sequence, key_id=place.key_id, previous=place.previous,
            hash=place.hash, **content, **times,
        )
    )  # fmt: skip
    return place.sequence


def as_written(instant: datetime) -> str:
    """An instant as it goes into the hash, the same from both databases."""
    return instant.astimezone(UTC).isoformat(timespec="microseconds")
