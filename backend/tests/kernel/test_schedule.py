"""What is due is asked once a minute and realm, whichever worker asks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select, update

from giroscope.kernel.database import Database
from giroscope.kernel.schedule import add_job, take_turns
from giroscope.kernel.tables import Job, JobState

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
