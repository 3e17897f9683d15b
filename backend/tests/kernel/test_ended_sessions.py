"""An ended session is known to every process, soon, and for as long as it matters."""

import time
from functools import partial

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from giroscope.kernel import ended_sessions, tokens
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.ended_sessions import (
    EndedSessions,
    Ending,
    NoticeUsed,
    SessionEnded,
    store_ending,
    stored_endings,
)
from giroscope.kernel.errors import Unauthenticated, Unavailable
from giroscope.kernel.live_sessions import LiveSessions
from giroscope.kernel.tables import EndedSession

pytestmark = pytest.mark.both_stores


class Clock:
    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def _actor(
    realm: str = "giroscope", session: str = "s1", signed_in: float = 0.0
) -> Actor:
    return Actor(
        "u1", realm, "u", "U", frozenset(),
        session=session, signed_in=signed_in or time.time(), token="secret.token",
    )  # fmt: skip


async def test_another_process_knows_of_an_end_within_seconds(
    database: Database, realm: str
) -> None:
    clock = Clock()
    ours, theirs = (
        EndedSessions(partial(stored_endings, database), now=clock) for _ in range(2)
    )
    await theirs.ensure_not_ended(_actor())
    ending = Ending("s1", "u1", clock.now)
    await store_ending(database, realm, ending, "n1")
    ours.note(realm, ending)
    with pytest.raises(SessionEnded):
        await ours.ensure_not_ended(_actor())

    clock.now += 2.1
    with pytest.raises(SessionEnded):
        await theirs.ensure_not_ended(_actor())
    await theirs.ensure_not_ended(_actor(session="s2"))

    restarted = EndedSessions(partial(stored_endings, database), now=clock)
    with pytest.raises(SessionEnded):
        await restarted.ensure_not_ended(_actor())


async def test_the_end_of_a_person_ends_what_was_signed_in_before(
    database: Database, realm: str
) -> None:
    now = time.time()
    await store_ending(database, realm, Ending(None, "u1", now), "n1")
    ended = EndedSessions(partial(stored_endings, database))
    for before in (now - 100, now - 1):
        with pytest.raises(SessionEnded):
            await ended.ensure_not_ended(_actor(session="any", signed_in=before))
    await ended.ensure_not_ended(_actor(session="new", signed_in=now + 1))


async def test_a_notice_counts_once_and_old_ones_are_forgotten(
    database: Database, realm: str
) -> None:
    now = time.time()
    old = now - ended_sessions.KEEP_SECONDS - 10
    await store_ending(database, realm, Ending("s0", None, old), "n0")
    await store_ending(database, realm, Ending("s1", None, now), "n1")
    with pytest.raises(NoticeUsed):
        await store_ending(database, realm, Ending("s2", None, now), "n1")
    with database.job_connection(realm) as connection:
        count = connection.execute(select(func.count(EndedSession.id))).scalar_one()
    assert count == 1


async def test_what_ended_in_one_realm_lives_in_another() -> None:
    async def load(realm: str, _since: float) -> list[Ending]:
        return [Ending("s1", None, time.time())] if realm == "acme" else []

    ended = EndedSessions(load)
    with pytest.raises(SessionEnded):
        await ended.ensure_not_ended(_actor("acme"))
    await ended.ensure_not_ended(_actor("giroscope"))


async def test_memory_is_bounded() -> None:
    clock = Clock()

    async def load(_realm: str, _since: float) -> list[Ending]:
        return [Ending(f"{clock.now}-{n}", None, clock.now) for n in range(8)]

    ended = EndedSessions(load, now=clock, most=10)
    for _ in range(3):
        await ended.ensure_not_ended(_actor())
        clock.now += 3
    known = ended._realms["giroscope"].sessions
    assert len(known) == 10
    assert f"{clock.now - 3}-7" in known, "the newest are kept"


async def test_a_database_that_fails_is_borne_for_a_minute_and_then_refused() -> None:
    clock, fails = Clock(), [False]

    async def load(_realm: str, _since: float) -> list[Ending]:
        if fails[0]:
            raise OperationalError("x", None, Exception("gone"))
        return [Ending("s1", None, clock.now)]

    ended = EndedSessions(load, now=clock)
    await ended.ensure_not_ended(_actor(session="s2"))
    fails[0] = True
    clock.now += 30
    await ended.ensure_not_ended(_actor(session="s2"))
    with pytest.raises(SessionEnded):
        await ended.ensure_not_ended(_actor())
    clock.now += 31
    with pytest.raises(Unavailable):
        await ended.ensure_not_ended(_actor(session="s2"))


@pytest.mark.parametrize("answer", [True, False])
async def test_the_provider_is_asked_before_what_cannot_be_undone(
    answer: bool,
) -> None:
    asked = []

    async def is_live(realm: str, token: str) -> bool:
        asked.append((realm, token))
        return answer

    async def nothing(_realm: str, _since: float) -> list[Ending]:
        return []

    live = LiveSessions(is_live, EndedSessions(nothing))
    if answer:
        await live.ensure_live(_actor())
    else:
        with pytest.raises(SessionEnded):
            await live.ensure_live(_actor())
    assert asked == [("giroscope", "secret.token")]


async def test_nobody_is_live_without_a_token_or_without_an_answer() -> None:
    async def is_live(_realm: str, _token: str) -> bool:
        raise Unavailable

    async def ended(_realm: str, _since: float) -> list[Ending]:
        return [Ending("s9", None, time.time())]

    live = LiveSessions(is_live, EndedSessions(ended))
    with pytest.raises(Unauthenticated):
        await live.ensure_live(Actor("x", "giroscope", "x", "X", frozenset()))
    with pytest.raises(Unavailable):
        await live.ensure_live(_actor())
    with pytest.raises(SessionEnded):
        await live.ensure_live(_actor(session="s9"))


def test_a_token_is_not_shown_with_its_actor() -> None:
    assert "secret.token" not in repr(_actor())


class Telling:
    """What is stored, and from when on it was asked for."""

    def __init__(self, *endings: Ending) -> None:
        self.endings = list(endings)
        self.since: list[float] = []
        self.fails = False

    async def __call__(self, _realm: str, since: float) -> list[Ending]:
        if self.fails:
            raise OSError("gone")
        self.since.append(since)
        return self.endings


async def test_what_is_new_is_looked_for_every_other_second() -> None:
    clock, told = Clock(), Telling()
    clock.now = 1_000_000.0
    ended = EndedSessions(told, now=clock)
    for after, looks in ((0, 1), (1.9, 1), (2, 2), (3.9, 2), (4, 3)):
        clock.now = 1_000_000.0 + after
        await ended.ensure_not_ended(_actor(signed_in=1.0))
        assert len(told.since) == looks, after
    # At first all that matters still; then what may have been committed since.
    begin = 1_000_000.0
    assert told.since == [
        begin - ended_sessions.KEEP_SECONDS, begin - 120, begin + 2 - 120
    ]  # fmt: skip


async def test_it_is_certain_that_a_session_is_open_only_after_a_look() -> None:
    clock = Clock()
    ended = EndedSessions(Telling(), now=clock)
    assert not ended.knows_open(_actor())
    await ended.ensure_not_ended(_actor())
    assert ended.knows_open(_actor())
    ended.note("giroscope", Ending("s1", None, clock.now))
    assert not ended.knows_open(_actor())
    assert ended.knows_open(_actor(session="s2"))
    clock.now += 2
    assert not ended.knows_open(_actor(session="s2"))


@pytest.mark.parametrize("noted", [(100.0, 200.0), (200.0, 100.0)])
async def test_the_latest_end_of_a_person_counts(noted: tuple[float, float]) -> None:
    told = Telling(*(Ending(None, "u1", one) for one in noted))
    ended = EndedSessions(told, now=lambda: 300.0)
    for signed_in, is_open in ((100.0, False), (200.0, False), (200.1, True)):
        if is_open:
            await ended.ensure_not_ended(_actor(signed_in=signed_in))
            continue
        with pytest.raises(SessionEnded):
            await ended.ensure_not_ended(_actor(signed_in=signed_in))


async def test_an_end_is_remembered_as_long_as_a_token_may_live() -> None:
    clock, told = Clock(), Telling()
    clock.now = 1_000_000.0
    ended = EndedSessions(told, now=clock)
    ended.note("giroscope", Ending("s1", None, clock.now))
    ended.note("giroscope", Ending(None, "u2", clock.now))
    clock.now += ended_sessions.KEEP_SECONDS
    with pytest.raises(SessionEnded):
        await ended.ensure_not_ended(_actor())
    clock.now += 2
    await ended.ensure_not_ended(_actor())
    known = ended._realms["giroscope"]
    assert (known.sessions, known.people) == ({}, {})
    assert ended_sessions.KEEP_SECONDS > tokens.LONGEST_LIFE_SECONDS


async def test_what_cannot_be_known_is_borne_for_a_minute_once_it_was_known() -> None:
    clock, told = Clock(), Telling()
    clock.now = 1_000_000.0
    ended = EndedSessions(told, now=clock)
    told.fails = True
    with pytest.raises(Unavailable):
        await ended.ensure_not_ended(_actor())
    told.fails = False
    await ended.ensure_not_ended(_actor())
    told.fails = True
    clock.now += 60
    await ended.ensure_not_ended(_actor())
    clock.now += 0.5
    with pytest.raises(Unavailable):
        await ended.ensure_not_ended(_actor())


async def test_endings_are_kept_and_told_from_an_instant_on(
    database: Database, realm: str
) -> None:
    now, keep = 1_800_000_000.0, ended_sessions.KEEP_SECONDS
    for name, noted in (("a", now - keep), ("b", now - keep - 1), ("c", now - 5)):
        await store_ending(database, realm, Ending(name, None, noted), name)
    await store_ending(database, realm, Ending("d", "u1", now), "d")
    told = await stored_endings(database, realm, 0)
    assert told == [
        Ending("a", None, now - keep), Ending("c", None, now - 5),
        Ending("d", "u1", now),
    ]  # fmt: skip
    assert await stored_endings(database, realm, now - 5) == told[1:]
    assert await stored_endings(database, realm, now - 4.9) == told[2:]


async def test_the_provider_is_not_asked_about_a_session_that_is_known_to_have_ended(
) -> None:  # fmt: skip
    async def is_live(_realm: str, _token: str) -> bool:
        raise AssertionError("it has ended")

    ended = EndedSessions(Telling(Ending("s1", None, 1.0)), now=lambda: 2.0)
    with pytest.raises(SessionEnded):
        await LiveSessions(is_live, ended).ensure_live(_actor())
