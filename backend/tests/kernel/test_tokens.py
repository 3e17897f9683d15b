"""Tokens, right ones and wrong ones, and the keys that tell them apart."""

import asyncio
import base64
import hmac
import time
from collections.abc import Callable
from typing import Any

import pytest
from joserfc.jwk import RSAKey

from giroscope.kernel.errors import Unauthenticated, Unavailable
from giroscope.kernel.tokens import TokenVerifier
from tests.kernel.issuer import IDENTITY, Issuer
from tests.kernel.verifying import as_text, forged, verifier_of

pytestmark = pytest.mark.served


class Clock:
    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def verifier(issuer: Issuer, clock: Clock) -> TokenVerifier:
    return verifier_of(issuer.fetch, clock)


async def test_a_right_token_speaks_for_its_person(
    verifier: TokenVerifier, issuer: Issuer
) -> None:
    token = issuer.token("giroscope", "giroscope-upload", "other-role")
    actor = await verifier.actor("giroscope", token)

    assert (actor.id, actor.realm, actor.name) == (
        "user-1",
        "giroscope",
        "Olga Operator",
    )
    assert actor.may("uploads.create")
    assert actor.roles == {"giroscope-upload", "other-role"}


async def test_when_somebody_showed_who_they_are_is_what_the_provider_says(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock
) -> None:
    for said, counts in (
        (int(clock.now) - 700, int(clock.now) - 700),
        # Nothing, nonsense and a time to come are for ever ago.
        (None, 0), (True, 0), ("now", 0), (int(clock.now) + 5_000, 0),
    ):  # fmt: skip
        actor = await verifier.actor("giroscope", issuer.token(auth_time=said))
        assert actor.proved_at == counts


@pytest.mark.parametrize("audience", ["giroscope-api", ["x", "giroscope-api"]])
async def test_an_audience_is_a_text_or_a_list(
    verifier: TokenVerifier, issuer: Issuer, audience: object
) -> None:
    actor = await verifier.actor("giroscope", issuer.token(aud=audience))
    assert actor.id == "user-1"


NOW = int(time.time())
WRONG: dict[str, dict[str, Any]] = {
    "other issuer": {"iss": "http://evil.test/realms/giroscope"},
    "other realm's issuer": {"iss": f"{IDENTITY}/realms/acme"},
    "issuer with a slash": {"iss": f"{IDENTITY}/realms/giroscope/"},
    "no issuer": {"iss": None},
    "other audience": {"aud": "account"},
    "audience that contains ours": {"aud": ["giroscope-api-2"]},
    "no audience": {"aud": None},
    "other client": {"azp": "somebody"},
    "no client": {"azp": None},
    "an ID token": {"typ": "ID"},
    "a refresh token": {"typ": "Refresh"},
    "no type": {"typ": None},
    "expired": {"exp": NOW - 3600},
    "never expires": {"exp": None},
    "expiry in words": {"exp": "tomorrow"},
    "issued tomorrow": {"iat": NOW + 86_400},
    "never issued": {"iat": None},
    "issued in words": {"iat": "now"},
    "not valid before tomorrow": {"nbf": NOW + 86_400},
    "not valid before a word": {"nbf": "soon"},
    "expiry is a yes": {"exp": True},
    "lives for days": {"exp": NOW + 3 * 86_400},
    "lives for ever": {"exp": float("inf")},
    "expires at no number": {"exp": float("nan")},
    "no subject": {"sub": None},
    "empty subject": {"sub": ""},
    "endless subject": {"sub": "x" * 65},
    "subject is a number": {"sub": 7},
    "no session": {"sid": None},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=WRONG.keys())
async def test_a_token_with_a_wrong_claim_is_refused(
    verifier: TokenVerifier, issuer: Issuer, changes: dict[str, Any]
) -> None:
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", issuer.token(**changes))


def _with_public_key(issuer: Issuer) -> str:
    """Signed with HS256, the secret being the public key everybody can read."""
    public = issuer.keys["giroscope"].as_pem(private=False)
    header = {"alg": "HS256", "kid": "giroscope-1"}
    said, _, _ = forged(issuer, header).rpartition(".")
    return f"{said}.{as_text(hmac.digest(public, said.encode(), 'sha256'))}"


def _with_own_key(issuer: Issuer) -> str:
    return issuer.token(signed_by=RSAKey.generate_key(2048))


def _with_embedded_key(issuer: Issuer) -> str:
    own = RSAKey.generate_key(2048)
    return issuer.token(signed_by=own, header={"jwk": own.as_dict(private=False)})


def _changed(issuer: Issuer) -> str:
    head, _, seal = issuer.token().split(".")
    body = forged(issuer, {}).split(".")[1]
    return f"{head}.{body}.{seal}"


FORGED: dict[str, Callable[[Issuer], str]] = {
    "alg none": lambda issuer: forged(issuer, {"alg": "none"}),
    "alg None": lambda issuer: forged(issuer, {"alg": "None", "kid": "giroscope-1"}),
    "no alg": lambda issuer: forged(issuer, {"kid": "giroscope-1"}),
    "alg is a list": lambda issuer: forged(issuer, {"alg": ["RS256"]}),
    "kid is a list": lambda issuer: forged(issuer, {"alg": "RS256", "kid": ["x"]}),
    "unknown crit": lambda issuer: forged(
        issuer, {"alg": "RS256", "kid": "giroscope-1", "crit": ["b64"], "b64": False}
    ),
    "HS256 with the public key": _with_public_key,
    "signed by somebody else": _with_own_key,
    "brings its own key": _with_embedded_key,
    "RS512 is not agreed": lambda issuer: issuer.token(algorithm="RS512"),
    "PS256 with a key for RS256": lambda issuer: issuer.token(algorithm="PS256"),
    "names no key": lambda issuer: issuer.token(header={"kid": ""}),
    "leads to keys elsewhere": lambda issuer: issuer.token(
        signed_by=RSAKey.generate_key(2048), header={"jku": "http://evil.test/keys"}
    ),
    "a notice of a session's end": lambda issuer: issuer.notice(),
    "an access token typed as a notice": lambda issuer: issuer.token(
        header={"typ": "logout+jwt"}
    ),
    "too long": lambda issuer: issuer.token(name="x" * 20_000),
    "changed after signing": _changed,
    "other realm's key": lambda issuer: issuer.token(signed_by=issuer.keys["acme"]),
    "empty": lambda _: "",
    "no token at all": lambda _: "hello",
    "dots only": lambda _: "..",
    "not text": lambda _: "é.é.é",
    "five parts": lambda issuer: issuer.token() + ".a.b",
    "deep": lambda _: base64.urlsafe_b64encode(b"[" * 50_000).decode() + ".e30.AA",
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
async def test_a_forged_token_is_refused(
    verifier: TokenVerifier, issuer: Issuer, forge: Callable[[Issuer], str]
) -> None:
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", forge(issuer))


@pytest.mark.parametrize("skew", [-29, 29])
async def test_clocks_may_differ_by_half_a_minute(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock, skew: int
) -> None:
    theirs = int(clock.now) + skew
    token = issuer.token(iat=theirs, nbf=theirs, exp=max(theirs, int(clock.now)) + 1)
    assert (await verifier.actor("giroscope", token)).id == "user-1"
    expired = issuer.token(iat=theirs - 300, exp=int(clock.now) - 31)
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", expired)


async def test_a_remembered_token_counts_in_its_own_realm_only(
    verifier: TokenVerifier, issuer: Issuer
) -> None:
    token = issuer.token("acme")
    assert (await verifier.actor("acme", token)).realm == "acme"
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", token)


async def test_a_remembered_token_ends_with_its_expiry(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock
) -> None:
    token = issuer.token(exp=int(clock.now) + 10)
    await verifier.actor("giroscope", token)
    clock.now += 9
    await verifier.actor("giroscope", token)
    clock.now += 32
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", token)


async def test_so_many_tokens_are_remembered_and_no_more(
    issuer: Issuer, clock: Clock
) -> None:
    verifier = verifier_of(issuer.fetch, clock, most_remembered=3)
    first = issuer.token(sub="first")
    await verifier.actor("giroscope", first)
    for number in range(5):
        await verifier.actor("giroscope", issuer.token(sub=f"user-{number}"))
        await verifier.actor("giroscope", first)
    assert len(verifier._known) == 3
    assert {actor.id for actor, _ in verifier._known.values()} >= {"first"}


async def test_refused_tokens_are_not_remembered(
    verifier: TokenVerifier, issuer: Issuer
) -> None:
    for number in range(5):
        with pytest.raises(Unauthenticated):
            await verifier.actor("giroscope", issuer.token(sub="", sid=f"s{number}"))
    assert not verifier._known


async def test_an_unknown_key_is_looked_for_once_and_not_too_often(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock
) -> None:
    await verifier.actor("giroscope", issuer.token())
    unknown = issuer.token(header={"kid": "unknown"})
    for _ in range(5):
        with pytest.raises(Unauthenticated):
            await verifier.actor("giroscope", unknown)
    assert len(issuer.asked) == 1

    clock.now += 31
    asks = [verifier.actor("giroscope", unknown) for _ in range(20)]
    refused = await asyncio.gather(*asks, return_exceptions=True)
    assert all(isinstance(one, Unauthenticated) for one in refused)
    assert len(issuer.asked) == 2


async def test_a_new_key_is_found(
    verifier: TokenVerifier, clock: Clock, issuer: Issuer
) -> None:
    await verifier.actor("giroscope", issuer.token())
    old, clock.now = issuer.keys["giroscope"], clock.now + 31
    try:
        issuer.keys["giroscope"] = RSAKey.generate_key(2048, {"kid": "giroscope-2"})
        assert (await verifier.actor("giroscope", issuer.token())).id == "user-1"
        with pytest.raises(Unauthenticated):
            await verifier.actor(
                "giroscope",
                issuer.token(signed_by=old, header={"kid": "giroscope-1"}, sid="s2"),
            )
    finally:
        issuer.keys["giroscope"] = old


async def test_a_bad_signature_is_no_reason_to_fetch_keys(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock
) -> None:
    await verifier.actor("giroscope", issuer.token())
    clock.now += 31
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", _changed(issuer))
    assert len(issuer.asked) == 1


async def test_many_first_requests_fetch_the_keys_once(
    verifier: TokenVerifier, issuer: Issuer
) -> None:
    asks = [
        verifier.actor("giroscope", issuer.token(sub=f"user-{number}"))
        for number in range(20)
    ]
    assert len({actor.id for actor in await asyncio.gather(*asks)}) == 20
    assert issuer.asked == ["giroscope"]


async def test_old_keys_go_on_for_a_while_when_the_provider_is_down(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock
) -> None:
    await verifier.actor("giroscope", issuer.token())
    issuer.is_down = True
    clock.now += 700
    for number in range(5):
        token = issuer.token(sub=f"user-{number}", exp=int(clock.now) + 60)
        await verifier.actor("giroscope", token)
    assert len(issuer.asked) == 2, "a provider that is down is not asked by everyone"

    clock.now += 3600
    with pytest.raises(Unavailable):
        await verifier.actor("giroscope", issuer.token(exp=int(clock.now) + 60))


async def test_keys_that_were_never_reached_are_said_to_be_missing(
    verifier: TokenVerifier, issuer: Issuer, clock: Clock
) -> None:
    issuer.is_down = True
    for _ in range(3):
        with pytest.raises(Unavailable):
            await verifier.actor("giroscope", issuer.token())
    assert len(issuer.asked) == 1

    issuer.is_down = False
    clock.now += 2
    assert (await verifier.actor("giroscope", issuer.token())).id == "user-1"


async def test_over_http_the_right_token_passes_and_others_are_told(api: Any) -> None:
    query = "{viewer{username permissions}}"
    assert (await api.data(query))["viewer"]["username"] == "operator"

    for token in ("", "nonsense", api.issuer.token("acme"), api.issuer.token(exp=1)):
        response = await api.graph(query, token=token)
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
        content = response.json()
        assert content["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
        assert "data" not in content


async def test_over_http_keys_out_of_reach_are_unavailable(api: Any) -> None:
    api.issuer.is_down = True
    response = await api.graph("{viewer{id}}")
    assert response.status_code == 503
    assert response.json()["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    async with api.client() as client:
        plain = await client.get("/api/documents/1")
    assert (plain.status_code, plain.json()["code"]) == (503, "unavailable")


@pytest.mark.parametrize("header", ["Basic b3A6cGFzcw==", "Bearer", "Bearer ", "x"])
async def test_only_a_bearer_token_counts(api: Any, header: str) -> None:
    async with api.client(token="") as client:
        answer = await client.get(
            "/api/data/graphql?query={viewer{id}}", headers={"authorization": header}
        )
    assert answer.status_code == 401
