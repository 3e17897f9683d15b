"""Codes and refresh tokens: what they give, once, and what a replay costs."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from typing import TYPE_CHECKING, NoReturn

import pytest
from sqlalchemy import select

from signin import session_alive
from signin.store import Store
from signin.tables import codes, events, families, logout_notices, refresh_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from .conftest import Browser, Login, World

ISSUER = "http://localhost:8088/realms/giroscope"


def jws_header(token: str) -> dict[str, str]:
    return json.loads(base64.urlsafe_b64decode(token.split(".", maxsplit=1)[0] + "=="))


async def test_code_gives_all_three_tokens(browser: Browser) -> None:
    answer = await browser.tokens()

    assert {
        name: answer[name]
        for name in ("token_type", "expires_in", "refresh_expires_in")
    } == {
        "token_type": "Bearer",
        "expires_in": 300,
        "refresh_expires_in": 1_800,
    }
    assert answer["scope"] == "openid profile email"
    for name in ("access_token", "refresh_token", "id_token"):
        assert answer[name].count(".") == 2


async def test_access_token_says_what_the_api_checks(
    browser: Browser, world: World
) -> None:
    answer = await browser.tokens("admin")
    claims = await browser.claims(answer["access_token"])

    assert "kid" in jws_header(answer["access_token"])
    now = int(world.clock.now)
    expected = {
        "iss": ISSUER,
        "aud": ["giroscope-api"],
        "azp": "giroscope-console",
        "typ": "Bearer",
        "iat": now,
        "exp": now + 300,
        "auth_time": now,
        "sid": answer["session_state"],
        "session_state": answer["session_state"],
        "preferred_username": "admin",
        "name": "Agnes Admin",
        "email": "admin@example.com",
    }
    assert {name: claims[name] for name in expected} == expected
    assert len(claims["realm_access"]["roles"]) == 7
    assert claims["sub"]
    assert claims["jti"]


@pytest.mark.parametrize(
    ("username", "roles"),
    [
        ("operator", ["giroscope-upload"]),
        ("approver", ["giroscope-payment-approver"]),
        ("viewer", []),
    ],
)
async def test_first_people_have_the_roles_of_the_contract(
    browser: Browser, username: str, roles: list[str]
) -> None:
    answer = await browser.tokens(username)

    claims = await browser.claims(answer["access_token"])
    assert claims["realm_access"]["roles"] == roles


async def test_id_token_is_bound_to_the_request(browser: Browser, login: Login) -> None:
    answer = await browser.tokens(login=login)

    claims = await browser.claims(answer["id_token"])
    digest = hashlib.sha256(answer["access_token"].encode()).digest()[:16]
    assert claims["nonce"] == login.nonce
    assert claims["aud"] == "giroscope-console"
    assert claims["typ"] == "ID"
    assert claims["at_hash"] == base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


async def test_refresh_token_is_no_token_of_the_realms_keys(browser: Browser) -> None:
    answer = await browser.tokens()

    assert jws_header(answer["refresh_token"])["alg"] == "HS256"


async def test_answers_are_not_kept(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    code = fragment(await browser.sign_in(login))["code"]
    answer = await browser.exchange(login, code)

    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "x" * 43},
        {"code_verifier": "é" * 43},
        {"redirect_uri": "http://localhost:8087/other"},
        {"code": "x" * 43},
    ],
)
async def test_code_that_does_not_fit_gives_nothing_and_is_spent(
    browser: Browser,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
    change: dict[str, str],
) -> None:
    code = fragment(await browser.sign_in(login))["code"]
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": login.redirect_uri,
        "code_verifier": login.verifier,
    }

    answer = await browser.token("giroscope", **(fields | change))
    second = await browser.token("giroscope", **fields)

    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_grant"
    assert second.status_code == (200 if "code" in change else 400)


async def test_expired_code_gives_nothing(
    browser: Browser,
    world: World,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    code = fragment(await browser.sign_in(login))["code"]
    world.clock.advance(60)

    answer = await browser.exchange(login, code)

    assert answer.json()["error"] == "invalid_grant"


async def test_replayed_code_revokes_what_it_gave(
    browser: Browser,
    world: World,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    code = fragment(await browser.sign_in(login))["code"]
    first = (await browser.exchange(login, code)).json()

    replay = await browser.exchange(login, code)
    refresh = await browser.refresh(first["refresh_token"])

    assert replay.status_code == 400
    assert refresh.status_code == 400
    # The session too, of which the product is told: the access token is worth nothing.
    sid = (await browser.claims(first["access_token"]))["sid"]
    assert not await session_alive(world.provider.store, "giroscope", sid)
    async with world.provider.store.reading() as db:
        told = (await db.execute(select(logout_notices.c.sid))).scalars().all()
    assert told == [sid]
    assert "code_replayed" in [event.kind for event in await world.events()]


async def test_code_of_one_realm_is_nothing_in_another(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    code = fragment(await browser.sign_in(login))["code"]

    elsewhere = await browser.token(
        "acme",
        grant_type="authorization_code",
        code=code,
        redirect_uri=login.redirect_uri,
        code_verifier=login.verifier,
    )

    assert elsewhere.json()["error"] == "invalid_grant"
    assert (await browser.exchange(login, code)).status_code == 200


async def test_simultaneous_exchanges_of_a_code_have_one_winner(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    code = fragment(await browser.sign_in(login))["code"]

    answers = await asyncio.gather(*(browser.exchange(login, code) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]


@pytest.mark.parametrize("grant", ["password", "device_code", "implicit", "__init__"])
async def test_other_grants_do_not_exist(browser: Browser, grant: str) -> None:
    answer = await browser.token(
        "giroscope", grant_type=grant, username="a", password="b"
    )

    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "unsupported_grant_type",
    )


async def test_missing_parameters_are_named(browser: Browser) -> None:
    answer = await browser.token("giroscope", grant_type="refresh_token")

    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert "refresh_token" in answer.json()["error_description"]


async def test_unknown_client_is_not_a_failed_refresh(browser: Browser) -> None:
    answer = await browser.http.post(
        browser.protocol("token"),
        data={"client_id": "other", "grant_type": "refresh_token"},
    )

    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


async def test_fault_is_masked_under_a_number(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_store: Store) -> NoReturn:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(Store, "reading", fail)
    answer = await browser.http.get(browser.protocol("certs"))

    assert answer.status_code == 500
    assert answer.json()["error_description"].startswith("incident ")
    assert "secret" not in answer.text


async def test_database_holds_no_code_and_no_token(
    browser: Browser,
    world: World,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    code = fragment(await browser.sign_in(login))["code"]
    answer = (await browser.exchange(login, code)).json()

    async with world.provider.store.reading() as db:
        tables = (codes, families, refresh_tokens, events)
        stored = str([(await db.execute(select(table))).all() for table in tables])
    for secret in (
        code,
        answer["refresh_token"],
        answer["access_token"],
        login.verifier,
    ):
        assert secret not in stored
    assert hashlib.sha256(code.encode()).hexdigest() in stored
