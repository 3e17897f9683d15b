"""Who changes how the log is kept and who sees what was masked, and what is kept."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest
from sqlalchemy import select, text, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.logs.actions import KeepingChange, change_keeping
from giroscope.features.logs.errors import (
    BadKeeping,
    KeepingChanged,
    NoBytesKept,
    ReasonNeeded,
)
from giroscope.features.logs.recorder import Recorder
from giroscope.features.logs.retention import ensure_row
from giroscope.features.logs.reveal import reason_of, reveal
from giroscope.features.logs.rows import sealing_key
from giroscope.features.logs.tables import LogBytes, LogEntry, LogKeeping
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, GRANTS, LOGS, Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Forbidden, NotFound
from giroscope.kernel.migrate import realm_key
from giroscope.settings import Settings
from tests.logs.log_desk import NOON, captured

ON_SQLITE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
REALM = "giroscope"
KEY = bytes(range(32))


def _actor(*roles: str) -> Actor:
    return Actor("u", REALM, "u", "U", frozenset(roles))


KEEPER, READER = _actor(ACCOUNT_MANAGEMENT), _actor(LOGS)


async def _change(database: Database, actor: Actor, version: int, **wanted: Any) -> Any:
    async with database.writing(REALM) as session:
        change = KeepingChange(**wanted)
        await change_keeping(session, actor, change, version, NOON)
    async with database.reading(REALM) as session:
        return (await session.execute(select(LogKeeping.__table__))).one()


@ON_SQLITE
@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ({"keep_days": 1}, True), ({"keep_days": 0}, False),
        ({"keep_days": 3_650}, True), ({"keep_days": 3_651}, False),
        ({"most_megabytes": 10}, True), ({"most_megabytes": 9}, False),
        ({"most_megabytes": 1_000_000}, True), ({"most_megabytes": 1_000_001}, False),
    ],
)  # fmt: skip
async def test_a_log_is_kept_within_bounds(
    database: Database, wanted: dict[str, int], fits: bool
) -> None:
    if fits:
        ((name, value),) = wanted.items()
        assert getattr(await _change(database, KEEPER, 1, **wanted), name) == value
        return
    with pytest.raises(BadKeeping):
        await _change(database, KEEPER, 1, **wanted)


@ON_SQLITE
async def test_a_change_is_made_once_as_it_was_seen_and_written_down(
    database: Database,
) -> None:
    row = await _change(database, KEEPER, 1, keeps_bytes=False, keep_days=90)
    assert (row.keeps_bytes, row.version) == (False, 2)
    # To say what is so already changes nothing.
    assert (await _change(database, KEEPER, 2, keeps_bytes=False)).version == 2
    for stale in (1, 3):
        with pytest.raises(KeepingChanged):
            await _change(database, KEEPER, stale, hides_amounts=True)
    async with database.reading(REALM) as session:
        events = list(await session.scalars(select(AuditEvent)))
    assert [(one.verb, one.was, one.now) for one in events] == [
        ("logs.change_keeping", '{"keeps_bytes":true}', '{"keeps_bytes":false}')
    ]


def _await_waiting(database: Database, running: "Future[None]") -> None:
    """Until it waits for a row that another has locked, or has ended."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not running.done():
        with database.job_connection(REALM) as connection:
            if connection.execute(asked).scalar_one():
                return
        sleep(0.01)


# Of SQLite's writers the second begins when the first is done.
@ON_POSTGRES
async def test_of_two_who_change_it_at_once_the_second_is_told(
    settings: Settings, database: Database, in_own_loop: Callable[[Any], Any]
) -> None:
    await _change(database, KEEPER, 1, keep_days=80)

    async def second() -> None:
        # A database of its own: connections belong to the loop that opened them.
        own = Database(settings)
        try:
            await _change(own, KEEPER, 2, keep_days=3)
        finally:
            await own.close()

    with ThreadPoolExecutor(1) as thread:
        async with database.writing(REALM) as session:
            # The first has looked at it and has not changed it yet.
            await session.execute(select(LogKeeping.id).with_for_update())
            running = thread.submit(in_own_loop, second())
            _await_waiting(database, running)
            change = KeepingChange(keep_days=60)
            await change_keeping(session, KEEPER, change, 2, NOON)
        with pytest.raises(KeepingChanged):
            running.result()


@ON_SQLITE
async def test_only_who_may_changes_how_it_is_kept(database: Database) -> None:
    other = _actor(*(GRANTS.keys() - {ACCOUNT_MANAGEMENT}))
    with pytest.raises(Forbidden):
        await _change(database, other, 1, keep_days=5)


@pytest.fixture
def recorder(database: Database) -> Iterator[Recorder]:
    made = Recorder(database, KEY)
    yield made
    made.close()


@ON_SQLITE
@pytest.mark.parametrize("keeps", [True, False])
async def test_bytes_are_kept_where_the_realm_keeps_them(
    database: Database, recorder: Recorder, keeps: bool
) -> None:
    with database.job_connection(REALM) as connection:
        ensure_row(connection)
        connection.execute(update(LogKeeping).values(keeps_bytes=keeps))
        connection.commit()
    recorder.take(captured())
    assert recorder.flush()
    with database.job_connection(REALM) as connection:
        assert len(connection.execute(select(LogBytes.__table__)).all()) == 2 * keeps
        has = connection.execute(select(LogEntry.has_bytes)).scalars().all()
    assert list(has) == [keeps, keeps]


@ON_SQLITE
async def test_what_was_masked_is_seen_by_who_may_with_a_reason_that_is_kept(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured())
    recorder.take(captured(may_keep_bytes=False))
    assert recorder.flush()
    key = sealing_key(realm_key(database, REALM, KEY))

    async def see(actor: Actor, log_id: int, reason: str = "a complaint") -> bytes:
        async with database.writing(REALM) as session:
            return (await reveal(session, actor, log_id, reason, key, NOON)).body

    assert b"Jane Doe" in await see(READER, 1)
    other = _actor(*(GRANTS.keys() - {LOGS}))
    for actor, log_id, reason, refusal in (
        (other, 1, "a complaint", Forbidden), (READER, 1, " why ", ReasonNeeded),
        (READER, 99, "a complaint", NotFound), (READER, 3, "a complaint", NoBytesKept),
    ):  # fmt: skip
        with pytest.raises(refusal):
            await see(actor, log_id, reason)
    async with database.reading(REALM) as session:
        events = list(await session.scalars(select(AuditEvent)))
    assert [(one.verb, one.subject_id) for one in events] == [("logs.reveal", "1")]
    assert '"reason":"a complaint"' in (events[0].now or "")


def test_a_reason_is_five_signs_and_no_secret() -> None:
    assert reason_of("  12 45 ") == "12 45"
    assert len(reason_of("x" * 400)) == 300
    assert "hunter22" not in reason_of("asked with password=hunter22 at once")
    with pytest.raises(ReasonNeeded):
        reason_of("1  4 ")
