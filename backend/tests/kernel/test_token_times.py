"""From when to when a token and its keys count, to the second, and what it tells."""

from typing import Any

import pytest
from joserfc.jwk import ECKey, RSAKey

from giroscope.kernel.ended_sessions import EndedSessions, Ending, SessionEnded
from giroscope.kernel.errors import Unauthenticated, Unavailable
from giroscope.kernel.signing_keys import RealmKeys
from giroscope.kernel.tokens import LONGEST_LIFE_SECONDS, TokenVerifier
from tests.kernel.issuer import IDENTITY, Issuer

NOW = 1_800_000_000
HALF_A_MINUTE = 30


class Clock:
    now = float(NOW)

    def __call__(self) -> float:
        return self.now


class World:
    """A verifier, its clock, and what it knows of ended sessions."""

    def __init__(self, issuer: Issuer) -> None:
        self.issuer = issuer
        self.clock = Clock()
        self.endings: list[Ending] = []
        self.ended = EndedSessions(self._load, now=self.clock)
        self.keys = RealmKeys(issuer.fetch, now=self.clock)
        self.verifier = TokenVerifier(
            lambda realm: f"{IDENTITY}/realms/{realm}",
            "giroscope-console",
            self.keys,
            self.ended,
            now=self.clock,
        )

    async def _load(self, _realm: str, _since: float) -> list[Ending]:
        return self.endings

    def token(self, **changes: Any) -> str:
        times = {"iat": NOW, "exp": NOW + 300}
        return self.issuer.token(**(times | changes))

    async def counts(self, token: str) -> bool:
        try:
            actor = await self.verifier.actor("giroscope", token)
        except Unauthenticated:
            return False
        return bool(actor.id)


@pytest.fixture
def world(issuer: Issuer) -> World:
    return World(issuer)


@pytest.mark.parametrize(
    ("times", "counts"),
    [
        ({"iat": -300, "exp": -HALF_A_MINUTE}, False),
        ({"iat": -300, "exp": -HALF_A_MINUTE + 1}, True),
        ({"iat": HALF_A_MINUTE, "exp": 60}, True),
        ({"iat": HALF_A_MINUTE + 1, "exp": 60}, False),
        ({"iat": 0, "nbf": HALF_A_MINUTE, "exp": 60}, True),
        ({"iat": 0, "nbf": HALF_A_MINUTE + 1, "exp": 60}, False),
        ({"iat": HALF_A_MINUTE + 1, "nbf": 0, "exp": 60}, False),
        ({"iat": 0, "exp": LONGEST_LIFE_SECONDS}, True),
        ({"iat": 0, "exp": LONGEST_LIFE_SECONDS + 1}, False),
        ({"iat": -10, "exp": LONGEST_LIFE_SECONDS - 9}, False),
    ],
)
async def test_a_token_counts_from_its_beginning_to_its_end(
    world: World, times: dict[str, int], counts: bool
) -> None:
    told = {name: NOW + after for name, after in times.items()}
    assert LONGEST_LIFE_SECONDS == 12 * 3600
    assert await world.counts(world.token(**told)) is counts


@pytest.mark.parametrize("claim", ["exp", "iat", "nbf"])
async def test_a_time_is_a_number(world: World, claim: str) -> None:
    world.clock.now = 1.0
    times = {"iat": 0, "exp": 60, "nbf": 0.5}
    assert await world.counts(world.token(**times))
    for wrong in (True, "1", [1]):
        assert not await world.counts(world.token(**(times | {claim: wrong})))


@pytest.mark.parametrize("claim", ["sub", "sid"])
async def test_who_it_is_has_a_name_of_a_sensible_length(
    world: World, claim: str
) -> None:
    assert await world.counts(world.token(**{claim: "x" * 64}))
    for wrong in ("", "x" * 65, 7, ["user-1"], True):
        assert not await world.counts(world.token(**{claim: wrong}))


async def test_an_actor_is_what_the_token_says(world: World) -> None:
    token = world.token(sid="s7")
    actor = await world.verifier.actor("giroscope", token)
    assert (actor.id, actor.username, actor.name, actor.session, actor.realm) == (
        "user-1", "operator", "Olga Operator", "s7", "giroscope",
    )  # fmt: skip
    assert (actor.signed_in, actor.token) == (float(NOW), token)
    for roles in (None, [], "giroscope-upload", {"roles": [7, None]}):
        none = world.token(realm_access=roles, sid=f"s{roles}"[:60])
        assert (await world.verifier.actor("giroscope", none)).roles == frozenset()
    unnamed = world.token(name=None, preferred_username=None, sid="s8")
    actor = await world.verifier.actor("giroscope", unnamed)
    assert (actor.username, actor.name) == ("user-1", "user-1")


@pytest.mark.parametrize("kind", ["JWT", "at+jwt", "application/AT+JWT"])
async def test_an_access_token_may_say_what_it_is(world: World, kind: str) -> None:
    assert await world.counts(world.token())
    token = world.issuer.token(iat=NOW, exp=NOW + 60, header={"typ": kind})
    assert await world.counts(token)
    other = world.issuer.token(iat=NOW, exp=NOW + 60, header={"typ": "id+jwt"})
    assert not await world.counts(other)


async def test_a_token_that_wants_to_be_read_in_its_own_way_is_refused(
    world: World,
) -> None:
    # Rightly signed, and its header names nothing that is unknown.
    for critical in (["kid"], ["alg"]):
        said = world.issuer.token(
            iat=NOW, exp=NOW + 60, header={"crit": critical}, sid=f"{critical}"
        )
        assert not await world.counts(said)


async def test_a_token_of_an_ended_session_is_refused_however_well_it_is_known(
    world: World,
) -> None:
    token, other = world.token(), world.token(sid="session-2")
    assert await world.counts(token)
    known = world.verifier.known("giroscope", token)
    assert known is not None
    assert world.verifier.still_knows(known)
    world.ended.note("giroscope", Ending("session-1", None, NOW))
    with pytest.raises(SessionEnded):
        await world.verifier.actor("giroscope", token)
    with pytest.raises(SessionEnded):
        await world.verifier.as_of_now(known.actor)
    assert world.verifier.known("giroscope", token) is None
    assert not world.verifier.still_knows(known)
    assert await world.counts(other)
    await world.verifier.as_of_now(await world.verifier.actor("giroscope", other))


async def test_a_session_that_ended_before_its_token_is_seen_is_refused(
    world: World,
) -> None:
    world.endings.append(Ending(None, "user-1", NOW))
    with pytest.raises(SessionEnded):
        await world.verifier.actor("giroscope", world.token())
    assert await world.counts(world.token(iat=NOW + 1))


async def test_a_token_is_remembered_for_half_a_minute_or_until_it_ends(
    world: World,
) -> None:
    token, short = world.token(), world.token(exp=NOW + 10, sid="short")
    for one, seconds in ((short, 10), (token, 30)):
        world.clock.now = NOW
        await world.verifier.actor("giroscope", one)
        held = world.verifier.known("giroscope", one)
        assert held is not None
        for after, is_known in ((seconds - 0.5, True), (seconds, False)):
            world.clock.now = NOW + after
            world.ended._of("giroscope").looked = world.clock.now
            found = world.verifier.known("giroscope", one)
            assert (found is not None) is is_known
            assert world.verifier.still_knows(held) is is_known
    assert world.verifier.known("acme", token) is None
    assert world.verifier.known("giroscope", token + "x") is None


async def test_who_is_known_is_so_only_while_endings_were_looked_for_lately(
    world: World,
) -> None:
    token = world.token()
    await world.verifier.actor("giroscope", token)
    world.clock.now += 1.9
    assert world.verifier.known("giroscope", token) is not None
    world.clock.now += 0.1
    assert world.verifier.known("giroscope", token) is None


async def test_who_was_known_by_another_token_is_not_known_by_this_one(
    world: World,
) -> None:
    token = world.token()
    await world.verifier.actor("giroscope", token)
    known = world.verifier.known("giroscope", token)
    assert known is not None
    world.clock.now += 31
    await world.verifier.actor("giroscope", token)
    # It was verified anew, perhaps with other roles.
    assert not world.verifier.still_knows(known)


async def test_keys_are_fetched_again_after_ten_minutes(world: World) -> None:
    for after, asked in ((0, 1), (599, 1), (600, 2), (1199, 2), (1200, 3)):
        world.clock.now = NOW + after
        token = world.token(iat=NOW + after, exp=NOW + after + 60)
        assert await world.counts(token)
        assert len(world.issuer.asked) == asked, after


async def test_old_keys_count_for_an_hour_while_the_provider_is_down(
    world: World,
) -> None:
    assert await world.counts(world.token())
    world.issuer.is_down = True
    world.clock.now = NOW + 3599
    assert await world.counts(world.token(iat=NOW + 3599, exp=NOW + 3700))
    world.clock.now = NOW + 3600
    with pytest.raises(Unavailable):
        await world.verifier.actor(
            "giroscope", world.token(iat=NOW + 3600, exp=NOW + 3700, sid="later")
        )


async def test_a_provider_is_asked_again_after_a_pause(world: World) -> None:
    assert await world.counts(world.token())
    token = world.issuer.token(iat=NOW, exp=NOW + 300, header={"kid": "unknown"})
    for after, asked in ((29, 1), (30, 2), (59, 2), (60, 3)):
        world.clock.now = NOW + after
        assert not await world.counts(token)
        assert len(world.issuer.asked) == asked, after


async def test_a_provider_that_was_never_reached_is_asked_every_second(
    world: World,
) -> None:
    world.issuer.is_down = True
    for after, asked in ((0, 1), (0.5, 1), (1, 2), (1.5, 2), (2, 3)):
        world.clock.now = NOW + after
        with pytest.raises(Unavailable):
            await world.verifier.actor("giroscope", world.token())
        assert len(world.issuer.asked) == asked, after


@pytest.mark.parametrize(
    ("change", "is_read"),
    [
        ({}, True),
        ({"use": "enc"}, False),
        ({"alg": "RS512"}, False),
        ({"alg": "HS256"}, False),
        ({"alg": "none"}, False),
        ({"alg": "ES256"}, False),
        ({"kid": "k" * 256}, False),
        ({"kid": ""}, False),
        ({"crv": "secp256k1"}, False),
    ],
)
async def test_a_published_key_is_read_for_what_it_is_for(
    issuer: Issuer, change: dict[str, Any], is_read: bool
) -> None:
    key = RSAKey.generate_key(2048, {"kid": "k"}).as_dict(private=True)
    told: Any = key | change
    other = ECKey.generate_key("P-256", {"kid": "other"}).as_dict(private=False)

    async def fetch(_realm: str) -> dict[str, Any]:
        return {"keys": [told, other]}

    world = World(issuer)
    keys = RealmKeys(fetch, now=world.clock)
    signing = RSAKey.import_key(key)
    header = {"kid": change.get("kid", "k")}
    token = issuer.token(signed_by=signing, header=header, iat=NOW, exp=NOW + 60)
    if is_read:
        assert (await keys.read("giroscope", token)).claims["sub"] == "user-1"
        return
    with pytest.raises(Unauthenticated):
        await keys.read("giroscope", token)


@pytest.mark.parametrize(("count", "is_taken"), [(32, True), (33, False)])
async def test_so_many_keys_are_published_and_no_more(
    issuer: Issuer, count: int, is_taken: bool
) -> None:
    (ours,) = issuer.jwks("giroscope")["keys"]

    async def fetch(_realm: str) -> dict[str, Any]:
        return {"keys": [ours] * count}

    keys = RealmKeys(fetch, now=Clock())
    token = issuer.token(iat=NOW, exp=NOW + 60)
    if is_taken:
        assert (await keys.read("giroscope", token)).claims["sub"] == "user-1"
        return
    with pytest.raises(Unavailable):
        await keys.read("giroscope", token)
