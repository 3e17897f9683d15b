"""Recording: with the change or not at all, once, and from where it was asked."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.audit import (
    AuditOutcome,
    OutsideEvent,
    SecretInAudit,
    Subject,
    ingest,
    record,
    record_now,
)
from giroscope.features.audit.tables import AuditEvent
from giroscope.kernel.access import Actor, shell_actor, system_actor
from giroscope.kernel.database import Database
from giroscope.kernel.origin import Origin, coming_from
from giroscope.kernel.tables import Counter

pytestmark = pytest.mark.both_stores

ANN = Actor("ann", "giroscope", "ann", "Ann Holm", frozenset())
EARLIER = datetime(2026, 11, 1, 8, 0, tzinfo=UTC)


def _sign_in(number: int, **more: Any) -> OutsideEvent:
    return OutsideEvent(
        f"event-{number}", EARLIER, "bob", "Bob", "users.signed_in",
        address="192.0.2.9", **more,
    )  # fmt: skip


def _events(database: Database, realm: str) -> list[AuditEvent]:
    with database.job_session(realm) as session:
        found = list(session.scalars(select(AuditEvent).order_by(AuditEvent.id)))
        session.expunge_all()
        return found


async def _count(database: Database, realm: str, name: str, **now: object) -> int:
    """A change that is recorded, and may then still fail."""
    async with database.writing(realm) as session:
        await session.execute(insert(Counter).values(name=name, value=1))
        number = await record(session, ANN, "rooms.act", now=now)
        if name == "fails":
            raise RuntimeError
    return number


async def test_a_change_and_its_event_are_there_together_or_not_at_all(
    database: Database, realm: str, check: Any
) -> None:
    assert await _count(database, realm, "first") == 1
    with pytest.raises(RuntimeError):
        await _count(database, realm, "fails")
    # A secret stops the change as well.
    with pytest.raises(SecretInAudit):
        await _count(database, realm, "secret", password="hunter2")
    assert await _count(database, realm, "second") == 2
    async with database.reading(realm) as session:
        names = await session.execute(select(Counter.name).where(Counter.value == 1))
        assert set(names.scalars()) == {"first", "second"}
    assert (check().is_intact, check().end.length) == (True, 2)


async def test_where_it_came_from_is_of_the_call_and_not_of_the_caller(
    database: Database, realm: str
) -> None:
    origin = Origin("192.0.2.1", "Firefox 145, Linux", "trace-1")
    with coming_from(origin):
        async with database.writing(realm) as session:
            await record(session, ANN, "rooms.act")
    with database.job_connection(realm) as connection:
        record_now(connection, system_actor(realm), "rooms.act")
        refused = AuditOutcome.REFUSED
        record_now(connection, shell_actor(realm), "rooms.act", outcome=refused)
        connection.commit()
    first, second, third = _events(database, realm)
    assert (first.address, first.agent, first.trace) == (
        "192.0.2.1", "Firefox 145, Linux", "trace-1",
    )  # fmt: skip
    assert (second.address, second.agent, second.trace) == (None, None, None)
    kinds = [event.actor_kind for event in (first, second, third)]
    assert kinds == ["PERSON", "SYSTEM", "SHELL"]
    assert third.outcome == "REFUSED"


async def test_outside_events_come_in_once_with_their_own_instant(
    database: Database, realm: str, check: Any
) -> None:
    async with database.writing(realm) as session:
        assert await ingest(session, [_sign_in(1), _sign_in(2), _sign_in(1)]) == 2
    async with database.writing(realm) as session:
        assert await ingest(session, [_sign_in(2), _sign_in(3)]) == 1
        assert await ingest(session, [_sign_in(n) for n in (1, 2, 3)]) == 0
        assert await ingest(session, []) == 0
    events = _events(database, realm)
    assert [event.outside_id for event in events] == ["event-1", "event-2", "event-3"]
    assert {event.instant for event in events} == {EARLIER}
    assert all(event.recorded > EARLIER for event in events)
    assert events[0].address == "192.0.2.9"
    assert (check().is_intact, check().end.length) == (True, 3)
    with pytest.raises(ValueError, match="at once"):
        async with database.writing(realm) as session:
            await ingest(session, [_sign_in(n) for n in range(1_001)])


async def test_two_polls_of_the_same_events_bring_them_in_once(
    database: Database, realm: str, check: Any
) -> None:
    async def poll() -> int:
        async with database.writing(realm) as session:
            return await ingest(session, [_sign_in(n) for n in range(20)])

    assert sum(await asyncio.gather(poll(), poll(), poll())) == 20
    assert (check().is_intact, check().end.length) == (True, 20)


async def test_sessions_and_jobs_that_record_at_once_make_one_chain(
    database: Database, realm: str, check: Any
) -> None:
    async def ask() -> None:
        for _ in range(10):
            async with database.writing(realm) as session:
                await record(session, ANN, "rooms.act")

    def work() -> None:
        for _ in range(10):
            with database.job_connection(realm) as connection:
                record_now(connection, system_actor(realm), "rooms.act")
                connection.commit()

    await asyncio.gather(ask(), ask(), asyncio.to_thread(work))
    assert (check().is_intact, check().end.length) == (True, 30)


async def test_names_that_are_too_long_or_strange_are_made_to_fit(
    database: Database, realm: str, check: Any
) -> None:
    strange = "\x00\u202e" + "n" * 900 + "\ud800"
    actor = Actor("ann", realm, "ann", strange, frozenset())
    async with database.writing(realm) as session:
        await record(
            session, actor, "rooms.act", Subject("thing", strange, strange),
            now={"name": strange[:40]},
        )  # fmt: skip
    (event,) = _events(database, realm)
    assert (len(event.actor_name), len(event.subject_name or "")) == (200, 300)
    assert check().is_intact
