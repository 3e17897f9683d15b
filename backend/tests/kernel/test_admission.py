"""However much one tenant asks, another's turn comes next."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from functools import partial

import pytest

from giroscope.kernel import fair_gate, quotas
from giroscope.kernel.access import Actor
from giroscope.kernel.admission import (
    HEAVY,
    Admission,
    Buckets,
    TooCostly,
    TooManyStreams,
)
from giroscope.kernel.database import Database
from giroscope.kernel.errors import RateLimited
from giroscope.kernel.fair_gate import FairGate
from giroscope.kernel.quotas import (
    BadQuota,
    Quotas,
    RealmQuotas,
    UnknownQuota,
    own_quotas,
    set_quota,
    stored_quotas,
    usual_quotas,
    with_own,
)
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

USUAL = Quotas(1000, 300, 50, 24, 8, 3, 6, 100, 1000, 5)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    buckets = Buckets(now=clock)
    for _ in range(40):
        buckets.take("a", 10)
    with pytest.raises(RateLimited) as refused:
        buckets.take("a", 10)
    assert refused.value.values["retry_after"] == 1
    buckets.take("b", 10)

    clock.now += 0.5
    for _ in range(5):
        buckets.take("a", 10)
    with pytest.raises(RateLimited):
        buckets.take("a", 10)
    clock.now += 1000
    for _ in range(40):
        buckets.take("a", 10)
    with pytest.raises(RateLimited):
        buckets.take("a", 10)


def test_a_slow_rate_says_how_long_to_wait() -> None:
    buckets = Buckets(now=Clock())
    for _ in range(4):
        buckets.take("a", 1)
    with pytest.raises(RateLimited):
        buckets.take("a", 1)


@pytest.mark.parametrize(
    ("per_second", "burst", "seconds"),
    [(0.125, 1, 8), (0.25, 1, 4), (0.5, 2, 2), (1.0, 4, 1), (10, 40, 1)],
)
def test_who_came_too_often_is_told_when_the_bucket_holds_one_again(
    per_second: float, burst: int, seconds: int
) -> None:
    clock = Clock()
    buckets = Buckets(now=clock)
    for _ in range(burst):
        buckets.take("a", per_second)
    with pytest.raises(RateLimited) as refused:
        buckets.take("a", per_second)
    assert refused.value.values["retry_after"] == seconds
    clock.now += 1 / per_second
    buckets.take("a", per_second)
    with pytest.raises(RateLimited):
        buckets.take("a", per_second)


def test_who_is_refused_pays_nothing_for_it() -> None:
    clock = Clock()
    buckets = Buckets(now=clock)
    for _ in range(4):
        buckets.take("a", 1)
    clock.now += 0.75
    for _ in range(20):
        with pytest.raises(RateLimited):
            buckets.take("a", 1)
    clock.now += 0.25
    buckets.take("a", 1)


def test_one_is_taken_from_each_bucket_or_from_none() -> None:
    clock = Clock()
    buckets = Buckets(now=clock)
    for _ in range(4):
        assert buckets.take_each(("realm", 2), ("person", 1))
    assert not buckets.take_each(("realm", 2), ("person", 1))
    assert not buckets.take_each(("person", 1), ("realm", 2))
    # The realm's bucket had eight; four are left.
    for _ in range(4):
        buckets.take("realm", 2)
    with pytest.raises(RateLimited):
        buckets.take("realm", 2)


def test_buckets_are_bounded() -> None:
    buckets = Buckets(now=Clock(), most=3)
    for number in range(10):
        buckets.take(number, 1)
    assert len(buckets._held) == 3


async def _flood(
    gate: FairGate, realm: str, count: int, most: int, order: list[str]
) -> list[object]:
    async def one() -> None:
        async with gate.place(realm, most):
            order.append(realm)
            await asyncio.sleep(0)

    return await asyncio.gather(*(one() for _ in range(count)), return_exceptions=True)


async def test_another_tenant_waits_for_one_place_not_for_the_whole_line() -> None:
    gate, order = FairGate(2), list[str]()
    await asyncio.gather(
        _flood(gate, "flood", 100, 16, order), _flood(gate, "small", 5, 16, order)
    )
    assert order.count("flood") == 100
    places = [place for place, realm in enumerate(order) if realm == "small"]
    assert len(places) == 5
    assert places[-1] <= 12, "the two take turns while both wait"


async def test_no_tenant_has_more_places_than_its_own() -> None:
    gate, inside, highest = FairGate(10), {"a": 0, "b": 0}, {"a": 0, "b": 0}

    async def one(realm: str) -> None:
        async with gate.place(realm, 3):
            inside[realm] += 1
            highest[realm] = max(highest[realm], inside[realm])
            await asyncio.sleep(0)
            inside[realm] -= 1

    await asyncio.gather(*(one(realm) for realm in "ab" for _ in range(20)))
    assert highest == {"a": 3, "b": 3}
    assert (gate._free, gate._inside) == (10, {})


async def test_many_tenants_share_the_places_equally() -> None:
    gate, order = FairGate(3), list[str]()
    realms = [f"r{number}" for number in range(5)]
    await asyncio.gather(*(_flood(gate, realm, 8, 8, order) for realm in realms))
    # Nobody else was there when the first came in; from then on they take turns.
    shared = order[4:29]
    assert all(4 <= shared.count(realm) <= 6 for realm in realms), order


async def test_a_line_that_is_too_long_is_refused() -> None:
    gate, order = FairGate(1), list[str]()
    found = await _flood(gate, "a", 30, 2, order)
    refused = [one for one in found if isinstance(one, RateLimited)]
    assert (len(order), len(refused)) == (17, 13)
    assert {one.values["retry_after"] for one in refused} == {1}
    assert await _flood(gate, "a", 3, 2, order) == [None] * 3


async def test_who_waits_too_long_is_refused_and_leaves_no_hole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_gate, "WAIT_SECONDS", 0.02)
    gate = FairGate(1)
    async with gate.place("a", 1):
        with pytest.raises(RateLimited):
            async with gate.place("b", 1):
                raise AssertionError("there was no place")
        waiting = asyncio.ensure_future(_flood(gate, "b", 1, 1, []))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert (gate._free, gate._inside) == (1, {})
    async with gate.place("b", 1):
        assert gate._free == 0


async def test_a_gate_remembers_nobody_who_has_left() -> None:
    gate, order = FairGate(2), list[str]()
    await asyncio.gather(*(_flood(gate, f"a{n}", 3, 1, order) for n in range(50)))
    assert len(order) == 150
    assert (gate._free, gate._inside, gate._most) == (2, {}, {})


async def test_a_realm_may_enter_while_its_own_line_is_empty() -> None:
    gate = FairGate(3)
    async with gate.place("a", 2), gate.place("a", 2):
        third = asyncio.ensure_future(gate.enter("a", 2))
        await asyncio.sleep(0)
        assert not third.done(), "the realm has two places, though a third is free"
        async with gate.place("b", 2):
            pass
    await third
    gate.leave("a")
    assert (gate._free, gate._inside, gate._most) == (3, {}, {})


async def test_who_waits_longest_of_a_realm_is_let_in_first() -> None:
    gate, order = FairGate(1), list[int]()

    async def one(number: int) -> None:
        async with gate.place("a", 1):
            order.append(number)

    async with gate.place("a", 1):
        waiting = [asyncio.ensure_future(one(number)) for number in range(3)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert order == [0, 1, 2]


def _usual(**own: int) -> Quotas:
    """One of everything, where nothing else is said."""
    return Quotas(**(dict.fromkeys(quotas.NAMES, 1) | own))


async def _no_own(_realm: str) -> Mapping[str, int]:
    return {}


def _admission(usual: Quotas, places: int = 10) -> Admission:
    clock = Clock()
    realms = RealmQuotas(usual, _no_own, now=clock)
    return Admission(realms, places, buckets=Buckets(now=clock))


def _actor(realm: str = "a", person: str = "p") -> Actor:
    return Actor(person, realm, person, person, frozenset())


async def test_a_person_is_counted_apart_from_others_and_from_other_realms() -> None:
    entrance = _admission(_usual(requests_per_second=100))
    for _ in range(4):
        await entrance.count_person(_actor())
    with pytest.raises(RateLimited):
        await entrance.count_person(_actor())
    await entrance.count_person(_actor(person="q"))
    await entrance.count_person(_actor(realm="b"))


async def test_a_realm_is_counted_for_all_its_people() -> None:
    entrance = _admission(_usual(person_requests_per_second=100))
    for _ in range(4):
        assert (await entrance.count_realm("a")).requests_per_second == 1
    with pytest.raises(RateLimited):
        await entrance.count_realm("a")
    await entrance.count_realm("b")


async def test_both_are_counted_only_where_both_may_ask() -> None:
    entrance = _admission(_usual(requests_per_second=2))
    assert not entrance.count_both(_actor()), "what the realm may ask is not known yet"
    await entrance.quotas("a")
    assert [entrance.count_both(_actor()) for _ in range(5)] == [True] * 4 + [False]
    assert [entrance.count_both(_actor(person="q")) for _ in range(5)] == (
        [True] * 4 + [False]
    )
    assert not entrance.count_both(_actor(person="r")), "the realm may ask no more"


async def test_uploads_and_files_that_leave_have_places_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_gate, "WAIT_SECONDS", 0.0)
    usual = _usual(uploads_at_once=2, exports_at_once=3)
    entrance, people = _admission(usual), [_actor(person=name) for name in "pqrs"]
    for is_upload, places in ((False, 1), (True, 2)):
        entered = [
            await entrance.enter(one, usual, is_upload=is_upload)
            for one in people[:places]
        ]
        with pytest.raises(RateLimited):
            await entrance.enter(people[3], usual, is_upload=is_upload)
        entered[0]()
        await entrance.enter(people[3], usual, is_upload=is_upload)
    leaving = [await entrance.enter_export(one) for one in people[:3]]
    with pytest.raises(RateLimited):
        await entrance.enter_export(people[3])
    leaving[0]()
    await entrance.enter_export(people[3])


async def test_one_person_has_half_of_a_tenants_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_gate, "WAIT_SECONDS", 0.0)
    usual = _usual(requests_at_once=5)
    entrance = _admission(usual)
    leaving = [await entrance.enter(_actor(), usual, is_upload=False) for _ in range(3)]
    with pytest.raises(RateLimited):
        await entrance.enter(_actor(), usual, is_upload=False)
    for _ in range(2):
        await entrance.enter(_actor(person="q"), usual, is_upload=False)
    with pytest.raises(RateLimited):
        await entrance.enter(_actor(person="q"), usual, is_upload=False)
    leaving[0]()
    await entrance.enter(_actor(person="r"), usual, is_upload=False)


async def test_people_of_a_tenant_take_turns() -> None:
    gate, order = FairGate(8), list[str]()

    async def one(person: str) -> None:
        async with gate.place("a", 2, person):
            order.append(person)
            await asyncio.sleep(0)

    found = await asyncio.gather(
        *(one("p") for _ in range(20)), *(one("q") for _ in range(5)),
        return_exceptions=True,
    )  # fmt: skip
    assert sum(isinstance(each, RateLimited) for each in found) == 11, "8 wait, 1 is in"
    assert order.count("q") == 5
    assert order.index("q") <= 2
    assert "".join(order[1:9]).count("q") >= 4, order
    assert (gate._free, gate._inside, gate._of_person) == (8, {}, {})


async def test_a_person_has_so_many_streams_open_and_another_is_not_concerned() -> None:
    usual = _usual(person_streams=2)
    entrance = _admission(usual)
    closing = [entrance.open_stream(_actor(), usual) for _ in range(2)]
    with pytest.raises(TooManyStreams) as refused:
        entrance.open_stream(_actor(), usual)
    assert refused.value.values["retry_after"] == 30
    entrance.open_stream(_actor(person="q"), usual)
    entrance.open_stream(_actor(realm="b"), usual)
    closing[0]()
    entrance.open_stream(_actor(), usual)


async def test_who_heeds_no_refusal_waits_for_the_next_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    entrance = _admission(_usual())
    entrance._refusals = Buckets(now=Clock())
    for _ in range(80):
        await entrance.refuse_slowly(("a", "p"))
    assert slept == []
    await entrance.refuse_slowly(("a", "p"))
    await entrance.refuse_slowly(("a", "q"))
    assert slept == [0.5]


async def test_what_questions_cost_is_paid_before_more_is_asked() -> None:
    clock = Clock()
    realms = RealmQuotas(_usual(person_cost_per_second=100), _no_own, now=clock)
    entrance = Admission(realms, 10, buckets=Buckets(now=clock))

    async def ask(cost: int, **who: str) -> None:
        async with entrance.work(_actor(**who), cost):
            pass

    await ask(999)
    await ask(1_501)
    with pytest.raises(TooCostly) as refused:
        await ask(1)
    assert refused.value.values["retry_after"] == 16
    await ask(1, person="q")
    await ask(1, realm="b")
    clock.now += 14.9
    with pytest.raises(TooCostly):
        await ask(1)
    clock.now += 0.2
    await ask(1)


class _Answering:
    """Counts how many questions of each person are answered at once."""

    def __init__(self, entrance: Admission) -> None:
        self._entrance = entrance
        self._inside = Counter[str]()
        self.most = Counter[str]()
        self.ended: list[float] = []

    async def ask(self, person: str, cost: int, seconds: float = 0.0) -> None:
        async with self._entrance.work(_actor(person=person), cost):
            self._inside[person] += 1
            self.most[person] = max(self.most[person], self._inside[person])
            await asyncio.sleep(seconds)
            self._inside[person] -= 1
        self.ended.append(time.monotonic())


async def test_one_person_is_answered_one_heavy_question_at_a_time() -> None:
    entrance = _admission(_usual(person_cost_per_second=1_000_000))
    seen = _Answering(entrance)
    await asyncio.gather(
        *(seen.ask("p", HEAVY) for _ in range(5)),
        *(seen.ask("q", HEAVY - 1) for _ in range(6)),
    )
    assert seen.most == {"p": 1, "q": 4}


async def test_who_has_asked_for_much_of_late_is_answered_one_at_a_time() -> None:
    clock = Clock()
    realms = RealmQuotas(_usual(person_cost_per_second=100), _no_own, now=clock)
    entrance = Admission(realms, 10, buckets=Buckets(now=clock))
    seen = _Answering(entrance)
    # A quarter of the thousand that may be asked at once.
    await asyncio.gather(seen.ask("p", 125), seen.ask("p", 125))
    assert seen.most["p"] == 2
    seen.most.clear()
    await asyncio.gather(seen.ask("p", 1), seen.ask("p", 1), seen.ask("q", 1))
    assert seen.most["p"] == 1
    clock.now += 2.6
    seen.most.clear()
    await asyncio.gather(seen.ask("p", 1), seen.ask("p", 1))
    assert seen.most["p"] == 2


async def test_what_is_great_leaves_four_times_as_long_to_others() -> None:
    entrance = _admission(_usual(person_cost_per_second=1_000_000))
    seen = _Answering(entrance)
    began = time.monotonic()
    await asyncio.gather(*(seen.ask("p", HEAVY, 0.05) for _ in range(2)))
    first, second = seen.ended
    # Whoever is answered does not wait for the rest.
    assert first - began < second - first
    assert second - first >= 0.05 + 4 * 0.05


async def test_files_are_checked_one_at_a_time_for_a_person_with_rests() -> None:
    entrance = _admission(_usual())
    inside, most, ended = Counter[str](), Counter[str](), list[float]()

    async def check(realm: str, person: str) -> None:
        async with entrance.check(_actor(realm, person)):
            for key in (person, realm, "all"):
                inside[key] += 1
                most[key] = max(most[key], inside[key])
            await asyncio.sleep(0.05)
            inside.subtract((person, realm, "all"))
        ended.append(time.monotonic())

    people = [(realm, f"{realm}{n}") for realm in "abc" for n in range(3)]
    await asyncio.gather(*(check(*who) for who in people * 2))
    assert {most[person] for _, person in people} == {1}
    assert max(most[realm] for realm in "abc") == 2
    assert most["all"] == 3
    # A person's next one leaves four times as long to others.
    ended.clear()
    await asyncio.gather(*(check("d", "d0") for _ in range(2)))
    assert ended[1] - ended[0] >= 0.05 + 4 * 0.05


async def test_nobody_known_is_counted_by_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_gate, "WAIT_SECONDS", 0.0)
    entrance = _admission(USUAL)
    for address in ("192.0.2.1", "192.0.2.2"):
        leaving = [await entrance.enter_unknown(address) for _ in range(4)]
        with pytest.raises(RateLimited):
            await entrance.enter_unknown(address)
        leaving[0]()
        await entrance.enter_unknown(address)


async def test_a_realms_own_limits_stand_in_its_database(
    database: Database, realm: str
) -> None:
    clock = Clock()
    realms = RealmQuotas(USUAL, partial(own_quotas, database), now=clock)
    assert await realms.of(realm) == USUAL
    with database.job_connection(realm) as connection:
        set_quota(connection, "requests_per_second", 7, USUAL)
        set_quota(connection, "upload_bytes", 10, USUAL)
        connection.commit()
        assert stored_quotas(connection) == {
            "requests_per_second": 7,
            "upload_bytes": 10,
        }
    assert await realms.of(realm) == USUAL, "it is looked up every few seconds"
    clock.now += 11
    own = await realms.of(realm)
    assert (own.requests_per_second, own.upload_bytes) == (7, 10)
    assert own.uploads_at_once == USUAL.uploads_at_once

    with database.job_connection(realm) as connection:
        set_quota(connection, "requests_per_second", None, USUAL)
        set_quota(connection, "upload_bytes", None, USUAL)
        connection.commit()
    clock.now += 11
    assert await realms.of(realm) == USUAL


async def test_a_limit_that_is_none_is_refused(database: Database, realm: str) -> None:
    with database.job_connection(realm) as connection:
        with pytest.raises(UnknownQuota):
            set_quota(connection, "made_up", 1, USUAL)
        for name, value in (
            ("upload_bytes", 1001), ("upload_bytes", 0), ("uploads_at_once", 0),
            ("uploads_at_once", (1 << 50) + 1),
        ):  # fmt: skip
            with pytest.raises(BadQuota):
                set_quota(connection, name, value, USUAL)
        assert stored_quotas(connection) == {}
        set_quota(connection, "upload_bytes", 1000, USUAL)
        set_quota(connection, "uploads_at_once", 1, USUAL)
        assert stored_quotas(connection) == {"upload_bytes": 1000, "uploads_at_once": 1}


async def test_limits_of_another_version_and_an_outage_change_nothing() -> None:
    fails = [False]

    async def load(_realm: str) -> Mapping[str, int]:
        if fails[0]:
            raise OSError("gone")
        return {"not_known_yet": 5, "upload_bytes": 5000, "uploads_at_once": 2}

    clock = Clock()
    realms = RealmQuotas(USUAL, load, now=clock)
    own = await realms.of("acme")
    assert (own.upload_bytes, own.uploads_at_once) == (1000, 2)
    fails[0] = True
    clock.now += 11
    assert await realms.of("acme") == own


@pytest.mark.parametrize(
    ("own", "upload_bytes"), [(999, 999), (1000, 1000), (1001, 1000), (None, 1000)]
)
def test_an_upload_is_never_larger_than_the_installation_takes(
    own: int | None, upload_bytes: int
) -> None:
    given = {"exports_at_once": 9} | ({} if own is None else {"upload_bytes": own})
    found = with_own(USUAL, given)
    assert (found.upload_bytes, found.exports_at_once) == (upload_bytes, 9)
    assert found.requests_per_second == USUAL.requests_per_second


def test_each_usual_quota_is_the_setting_of_its_name() -> None:
    settings = Settings(
        max_upload_bytes=1 << 20, realm_requests_per_second=2,
        person_requests_per_second=3, realm_requests_at_once=4,
        realm_uploads_at_once=5, realm_exports_at_once=6, person_streams=7,
        person_cost_per_second=8, realm_stored_bytes=9, realm_comments_per_day=10,
    )  # fmt: skip
    assert usual_quotas(settings) == Quotas(1 << 20, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def test_every_quota_has_its_setting() -> None:
    assert set(quotas.NAMES) == {
        "upload_bytes",
        "requests_per_second",
        "person_requests_per_second",
        "requests_at_once",
        "uploads_at_once",
        "exports_at_once",
        "person_streams",
        "person_cost_per_second",
        "stored_bytes",
        "comments_per_day",
    }
