"""The provider tells that a session has ended; nobody else can."""

import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from joserfc.jwk import RSAKey

from tests.kernel.issuer import LOGOUT_EVENT, Issuer

pytestmark = pytest.mark.served

QUERY = "{viewer{id}}"
NOW = int(time.time())


async def tell(api: Any, token: str, realm: str = "giroscope") -> httpx2.Response:
    async with api.client(token="", realm=realm) as client:
        answer: httpx2.Response = await client.post(
            "/api/backchannel-logout", data={"logout_token": token}
        )
        return answer


async def test_an_ended_session_is_refused_at_once(api: Any) -> None:
    token, other = api.issuer.token(), api.issuer.token(sid="session-2")
    await api.data(QUERY, token=token)

    answer = await tell(api, api.issuer.notice())
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["cache-control"] == "no-store"

    refused = await api.graph(QUERY, token=token)
    assert refused.status_code == 401
    error = refused.json()["errors"][0]["extensions"]
    assert (error["code"], error["reason"]) == ("UNAUTHENTICATED", "session_ended")
    # A token refreshed before the end, and one nobody has seen yet, are the same.
    assert await api.code(QUERY, token=api.issuer.token(jti="x")) == "UNAUTHENTICATED"
    await api.data(QUERY, token=other)


async def test_a_notice_without_a_session_ends_all_of_the_person(api: Any) -> None:
    early = NOW - 100
    mine = [api.issuer.token(sid=f"s{n}", iat=early) for n in range(2)]
    another = api.issuer.token(sub="user-2", iat=early)
    assert (await tell(api, api.issuer.notice(sid=None))).status_code == 200
    for token in mine:
        assert await api.code(QUERY, token=token) == "UNAUTHENTICATED"
    await api.data(QUERY, token=another)
    await api.data(QUERY, token=api.issuer.token(sid="later", iat=int(time.time()) + 2))


async def test_a_session_of_the_same_name_in_another_tenant_goes_on(api: Any) -> None:
    assert (await tell(api, api.issuer.notice())).status_code == 200
    await api.data(QUERY, realm="acme")


WRONG: dict[str, dict[str, Any]] = {
    "other issuer": {"iss": "http://evil.test/realms/giroscope"},
    "other audience": {"aud": "giroscope-api"},
    "no audience": {"aud": None},
    "no events": {"events": None},
    "another event": {"events": {"http://x.test/event": {}}},
    "an event in words": {"events": LOGOUT_EVENT},
    "an event that is no object": {"events": {LOGOUT_EVENT: True}},
    "a nonce": {"nonce": "n"},
    "an ID token": {"typ": "ID"},
    "an access token": {"typ": "Bearer"},
    "no name": {"jti": None},
    "endless name": {"jti": "x" * 256},
    "nobody and nothing": {"sid": None, "sub": None},
    "a session that is a number": {"sid": 7},
    "a person that is a list": {"sub": ["user-1"]},
    "empty session": {"sid": ""},
    "expired": {"exp": NOW - 60},
    "never expires": {"exp": None},
    "issued an hour ago": {"iat": NOW - 3600, "exp": NOW + 60},
    "issued tomorrow": {"iat": NOW + 86_400, "exp": NOW + 90_000},
    "never issued": {"iat": None},
    "header of an access token": {"header": {"typ": "at+jwt"}},
    "header of any token": {"header": {"typ": "JWT"}},
    "unknown key": {"header": {"kid": "unknown"}},
    "signed by somebody else": {"signed_by": RSAKey.generate_key(2048)},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=WRONG.keys())
async def test_what_is_no_notice_ends_nothing(
    api: Any, changes: dict[str, Any]
) -> None:
    answer = await tell(api, api.issuer.notice(**changes))
    assert answer.status_code == 400
    content = answer.json()
    assert (content["code"], content["error"]) == ("notice_refused", "invalid_request")
    assert answer.headers["cache-control"] == "no-store"
    await api.data(QUERY)


FORGED: dict[str, Callable[[Issuer], str]] = {
    "empty": lambda _: "",
    "no token": lambda _: "hello",
    "alg none": lambda _: "eyJhbGciOiJub25lIn0.e30.",
    "an access token": lambda issuer: issuer.token(),
    "another tenant's": lambda issuer: issuer.notice("acme"),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
async def test_a_forged_notice_ends_nothing(
    api: Any, forge: Callable[[Issuer], str]
) -> None:
    assert (await tell(api, forge(api.issuer))).status_code == 400
    await api.data(QUERY)


async def test_a_notice_counts_once(api: Any) -> None:
    notice = api.issuer.notice()
    assert (await tell(api, notice)).status_code == 200
    assert (await tell(api, notice)).status_code == 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"logout_token", 400),
        (b"other=1", 400),
        (b"logout_token=a&logout_token=b", 400),
        (b"\xff=\xff", 400),
        (b"&".join([b"a=1"] * 50), 400),
        (b"logout_token=" + b"a" * 40_000, 413),
    ],
)
async def test_a_form_that_is_none_is_refused(
    api: Any, body: bytes, status: int
) -> None:
    async with api.client(token="") as client:
        answer = await client.post("/api/backchannel-logout", content=body)
        read = await client.get("/api/backchannel-logout")
    assert answer.status_code == status
    assert read.status_code == 405


async def test_a_notice_needs_the_providers_keys(api: Any) -> None:
    notice = api.issuer.notice()
    api.issuer.is_down = True
    assert (await tell(api, notice)).status_code == 503
    api.issuer.is_down = False
    await api.data(QUERY, realm="acme")
