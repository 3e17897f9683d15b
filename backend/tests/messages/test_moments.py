"""What polls are answered from: as the database has it, looked up once for all."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from giroscope.features.messages import actions, queries, tell
from giroscope.features.messages import moments as moments_room
from giroscope.features.messages.moments import Moments
from giroscope.features.messages.poll import Rhythm
from giroscope.features.messages.queries import Seen, Wanted
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from localization import Message

pytestmark = pytest.mark.both_stores

REALM = "giroscope"
ANN = Actor("ann", REALM, "ann", "Ann", frozenset())
BOB = Actor("bob", REALM, "bob", "Bob", frozenset())
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FOR_EVER = 1e9


def _say(database: Database, *texts: str) -> None:
    with database.job_session(REALM) as session:
        for text in texts:
            tell(session.connection(), "INFO", Message("x", text=text))


def _told(found: list[Seen] | None) -> Any:
    return found and [
        (
            str(one.message.message),
            one.is_read,
            one.acknowledged,
            one.resolution and one.resolution.note,
        )
        for one in found
    ]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the database, in turn."""
    made: list[str] = []

    def noted(name: str) -> None:
        asked = getattr(queries, name)

        async def ask(*arguments: Any) -> Any:
            made.append(name)
            return await asked(*arguments)

        monkeypatch.setattr(queries, name, ask)

    for name in ("version", "newest", "marks"):
        noted(name)
    return made


def _age(moments: Moments, seconds: float) -> None:
    moments._kept[REALM].looked -= seconds


async def test_everyone_finds_what_the_database_would_tell_them(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "UNSETTLED", 2)
    _say(database, "a", "b", "c", "d", "e")
    async with database.writing(REALM) as change:
        await actions.acknowledge(change, ANN, 2, NOW)
        await actions.resolve(change, BOB, 4, "done", NOW)
        await actions.mark_read(change, BOB, None)
    _say(database, "f", "g")
    moments = Moments(database, FOR_EVER)
    moment = await moments.now(REALM)
    for actor in (ANN, BOB):
        view = await moments.view(moment, actor)
        for wanted in (Wanted(), Wanted(unread=True)):
            for page, size in ((0, 3), (1, 3), (2, 3), (3, 3), (0, 200)):
                found = view.latest(wanted, page, size)
                async with database.reading(REALM) as session:
                    there = await queries.latest(session, actor, wanted, page, size)
                assert _told(found) == _told(there)
        assert view.is_enough


async def test_what_lies_further_back_is_left_to_the_database(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MAX_SIZE", 3)
    _say(database, "a", "b", "c", "d")
    async with database.writing(REALM) as change:
        await actions.mark_read(change, ANN, [4])
    moments = Moments(database, FOR_EVER)
    moment = await moments.now(REALM)
    for wanted, page, size in (
        (Wanted(), 1, 3),
        (Wanted(), 0, 4),
        (Wanted(), 0, 0),
        (Wanted(), -1, 3),
        (Wanted(unread=True), 0, 3),
        (Wanted(levels=["INFO"]), 0, 1),
        (Wanted(correlation_id="c-1"), 0, 1),
    ):
        view = await moments.view(moment, ANN)
        assert view.latest(wanted, page, size) is None
        assert not view.is_enough
    view = await moments.view(moment, ANN)
    found = view.latest(Wanted(unread=True), 0, 2)
    assert [str(one.message.message) for one in found or ()] == ["c", "b"]
    assert view.is_enough


async def test_those_are_alike_who_have_read_the_same(database: Database) -> None:
    _say(database, "a", "b")
    moments = Moments(database, FOR_EVER)

    async def own(actor: Actor) -> object:
        return (await moments.view(await moments.now(REALM), actor)).own

    assert await own(ANN) == await own(BOB) == ()
    async with database.writing(REALM) as change:
        await actions.mark_read(change, ANN, [1])
    moments.forget(REALM)
    assert (await own(ANN), await own(BOB)) == (((1, None),), ())
    async with database.writing(REALM) as change:
        await actions.acknowledge(change, BOB, 1, NOW)
    moments.forget(REALM)
    noted = ((1, NOW), ("INFO", 1))
    assert (await own(ANN), await own(BOB)) == (((1, None),), noted)


async def test_nothing_is_asked_twice_that_is_known(
    database: Database, looks: list[str]
) -> None:
    moments = Moments(database, FOR_EVER)
    _say(database, "a")
    for _ in range(2):
        await moments.view(await moments.now(REALM), ANN)
    assert looks == ["version", "newest", "marks"]

    _age(moments, FOR_EVER)
    before = await moments.now(REALM)
    assert looks.pop() == "version"

    # A message that came was read by nobody yet.
    _say(database, "b")
    _age(moments, FOR_EVER)
    moment = await moments.now(REALM)
    view = await moments.view(moment, ANN)
    assert looks[3:] == ["version", "newest"]
    assert [str(one.message.message) for one in view.latest(Wanted(), 0, 9) or ()] == [
        "b",
        "a",
    ]
    assert len(before.newest) == 1

    async with database.writing(REALM) as change:
        await actions.mark_read(change, ANN, [1])
    _age(moments, FOR_EVER)
    view = await moments.view(await moments.now(REALM), ANN)
    assert looks[5:] == ["version", "newest", "marks"]
    assert view.own == ((1, None),)


async def test_marks_are_looked_up_again_where_older_messages_come_into_view(
    database: Database, monkeypatch: pytest.MonkeyPatch, looks: list[str]
) -> None:
    monkeypatch.setattr(queries, "MAX_SIZE", 2)
    _say(database, "a", "b", "c")
    async with database.writing(REALM) as change:
        await actions.mark_read(change, ANN, [1])
    moments = Moments(database, FOR_EVER)
    assert (await moments.view(await moments.now(REALM), ANN)).own == ()
    with database.job_session(REALM) as session:
        session.connection().exec_driver_sql("DELETE FROM system_messages WHERE id=3")
    _age(moments, FOR_EVER)
    assert (await moments.view(await moments.now(REALM), ANN)).own == ((1, None),)
    assert looks.count("marks") == 2


async def test_many_who_ask_at_once_wait_for_one_look(
    database: Database, looks: list[str]
) -> None:
    moments = Moments(database, FOR_EVER)
    found = await asyncio.gather(*(moments.now(REALM) for _ in range(5)))
    assert looks == ["version", "newest"]
    assert all(one is found[0] for one in found)


async def test_near_its_end_the_next_look_is_begun_and_nobody_waits(
    database: Database, looks: list[str]
) -> None:
    moments = Moments(database, 100)
    _say(database, "a")
    first = await moments.now(REALM)
    _say(database, "b")
    _age(moments, 60)
    assert moments.fresh(REALM) is first
    await moments.close()
    assert looks == ["version", "newest"]

    _age(moments, 20)
    assert [moments.fresh(REALM) for _ in range(3)] == [first] * 3
    await moments.close()
    assert looks[2:] == ["version", "newest"]
    after = moments.fresh(REALM)
    assert after is not None
    assert [str(message.message) for message, _ in after.newest] == ["b", "a"]


async def test_a_look_that_was_under_way_is_forgotten_too(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = Moments(database, FOR_EVER)
    looked, go_on, newest = asyncio.Event(), asyncio.Event(), queries.newest

    async def slowly(*arguments: Any) -> Any:
        found = await newest(*arguments)
        looked.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(queries, "newest", slowly)
    under_way = asyncio.create_task(moments.now(REALM))
    await looked.wait()
    _say(database, "read this")
    moments.forget(REALM)
    go_on.set()
    assert (await under_way).newest == []
    assert len((await moments.now(REALM)).newest) == 1


async def test_a_look_ahead_that_fails_is_made_by_who_comes_next(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = Moments(database, 100)
    first = await moments.now(REALM)

    async def broken(*_: Any) -> Any:
        raise OSError("the disk is away")

    with monkeypatch.context() as patch, capture_logs() as lines:
        patch.setattr(queries, "version", broken)
        _age(moments, 80)
        assert moments.fresh(REALM) is first
        await moments.close()
        assert [(one["event"], one["reason"]) for one in lines] == [
            ("messages.not_looked_ahead", "the disk is away")
        ]
        _age(moments, 100)
        with pytest.raises(OSError, match="away"):
            await moments.now(REALM)
    assert (await moments.now(REALM)).version == first.version


async def test_a_look_is_trusted_for_a_moment_and_longer_where_it_takes_long(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, takes, version = [0.0], [0.0], queries.version

    async def at_length(*arguments: Any) -> Any:
        now[0] += takes[0]
        return await version(*arguments)

    monkeypatch.setattr(moments_room, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(queries, "version", at_length)
    moments = Moments(database, Rhythm().fresh)
    for took, still, no_more in ((0, 0.13, 0.21), (0.05, 0.25, 0.41), (3, 0.3, 0.51)):
        takes[0] = took
        looked = await moments.now(REALM)
        now[0] += still
        assert moments.fresh(REALM) is looked
        now[0] += no_more - still
        assert moments.fresh(REALM) is None
