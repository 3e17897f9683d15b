"""What is due is asked once a minute and realm, whichever worker asks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from time import sleep

import pytest
from sqlalchemy import Connection, func, select, text, update

from giroscope.kernel.database import Database
from giroscope.kernel.schedule import add_job, take_turns
from giroscope.kernel.tables import Job, JobState, ScheduleTurn
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 11, 21, 9, 30, 12, tzinfo=UTC)


def _due(_realm: str, connection: Connection, now: datetime) -> None:
    add_job(connection, "look", 7, now)


def _jobs(database: Database, realm: str) -> int:
    with database.job_connection(realm) as connection:
        return int(connection.execute(select(func.count(Job.id))).scalar_one())


async def test_a_minute_is_asked_for_once(database: Database, realm: str) -> None:
    asked: list[datetime] = []

    def due(_realm: str, _connection: Connection, now: datetime) -> None:
        asked.append(now)

    for seconds in (0, 3, 40):
        take_turns(database, {"room": due}, NOW + timedelta(seconds=seconds))
    later = NOW + timedelta(minutes=1)
    assert list(take_turns(database, {"room": due}, later)) == [f"{realm}:room"]
    assert asked == [NOW, later]


async def test_several_workers_take_one_turn(database: Database, realm: str) -> None:
    def take(_number: int) -> int:
        return len(take_turns(database, {"room": _due}, NOW))

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(take, range(4))) == 1
    assert _jobs(database, realm) == 1


async def test_work_that_is_not_done_is_not_added_again(
    database: Database, realm: str
) -> None:
    for minute in range(3):
        take_turns(database, {"room": _due}, NOW + timedelta(minutes=minute))
    assert _jobs(database, realm) == 1
    with database.job_connection(realm) as connection:
        connection.execute(update(Job).values(state=JobState.SUCCEEDED.value))
        connection.commit()
    take_turns(database, {"room": _due}, NOW + timedelta(minutes=9))
    assert _jobs(database, realm) == 2


async def test_a_room_that_fails_takes_nothing_with_it(
    database: Database, realm: str
) -> None:
    def broken(_realm: str, connection: Connection, now: datetime) -> None:
        add_job(connection, "half", 1, now)
        raise RuntimeError("the room is on fire")

    rooms = {"broken": broken, "sound": _due}
    assert list(take_turns(database, rooms, NOW)) == [f"{realm}:sound"]
    with database.job_connection(realm) as connection:
        assert list(connection.execute(select(Job.verb)).scalars()) == ["look"]


async def test_a_clock_put_back_holds_nothing_up_for_long(
    database: Database, realm: str
) -> None:
    take_turns(database, {"room": _due}, NOW)
    hour_before = NOW - timedelta(hours=1)
    assert list(take_turns(database, {"room": _due}, hour_before)) == [f"{realm}:room"]


async def test_work_on_another_subject_or_of_another_verb_is_added(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        added = [
            add_job(connection, verb, subject, NOW)
            for verb, subject in (("a", 1), ("a", 2), ("b", 1), ("a", 1), ("b", 1))
        ]
        connection.commit()
    assert added[3:] == [added[0], added[2]]
    assert len(set(added)) == _jobs(database, realm) == 3


@pytest.mark.parametrize(
    ("seconds", "is_asked"),
    [(-3 * 60 + 47, True), (-2 * 60, True), (-60, False), (-1, False), (0, False),
     (47, False), (48, True), (3600, True)],
)  # fmt: skip
async def test_a_turn_is_taken_in_each_minute_that_was_not_asked_for(
    sqlite_settings: Settings, seconds: int, is_asked: bool
) -> None:
    database = Database(sqlite_settings)
    assert take_turns(database, {"room": _due}, NOW)
    now = NOW + timedelta(seconds=seconds)
    assert bool(take_turns(database, {"room": _due}, now)) is is_asked
    await database.close()


# Of SQLite's writers the second begins when the first is done.
@pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
def test_a_turn_that_is_being_taken_is_waited_for(
    database: Database, realm: str
) -> None:
    take_turns(database, {"room": _due}, NOW - timedelta(minutes=5))
    taken = NOW.replace(second=0)
    with ThreadPoolExecutor(1) as thread, database.job_connection(realm) as first:
        # Who takes a turn has looked at it, and has not noted it yet.
        first.execute(select(ScheduleTurn.taken).with_for_update())
        second = thread.submit(take_turns, database, {"room": _due}, NOW)
        while not second.done() and not _is_waited_for(database, realm):
            sleep(0.01)
        first.execute(update(ScheduleTurn).values(taken=taken))
        first.commit()
        assert list(second.result()) == []


def _is_waited_for(database: Database, realm: str) -> bool:
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with database.job_connection(realm) as connection:
        return bool(connection.execute(asked).scalar_one())
