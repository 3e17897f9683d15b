"""The product signs in as itself, and asks whether tokens still stand."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from signin import ensure_service_client
from signin.tables import service_clients

if TYPE_CHECKING:
    from httpx2 import Response

    from .conftest import Browser, Service, World

SECRET = "a-service-secret-of-forty-characters-000"
BASIC = base64.b64encode(f"giroscope-service:{SECRET}".encode()).decode()


async def introspect(browser: Browser, token: str, /, **fields: str) -> Response:
    client = {"client_id": "giroscope-service", "client_secret": SECRET}
    return await browser.http.post(
        browser.protocol("token/introspect"), data={"token": token} | client | fields
    )


async def test_service_token_has_keycloaks_shape(
    service: Service, browser: Browser
) -> None:
    answer = await service.sign_in()

    assert answer.status_code == 200
    body = answer.json()
    assert (body["token_type"], body["expires_in"], body["refresh_expires_in"]) == (
        "Bearer",
        300,
        0,
    )
    assert "refresh_token" not in body
    claims = await browser.claims(body["access_token"])
    assert claims["azp"] == claims["client_id"] == "giroscope-service"
    assert claims["preferred_username"] == "service-account-giroscope-service"
    assert claims["aud"] == "realm-management"
    assert "sid" not in claims
    assert claims["resource_access"]["realm-management"]["roles"] == [
        "manage-clients",
        "manage-users",
        "query-users",
        "view-events",
        "view-realm",
        "view-users",
    ]


async def test_secret_may_come_as_basic_authentication(browser: Browser) -> None:
    answer = await browser.http.post(
        browser.protocol("token"),
        data={"grant_type": "client_credentials"},
        headers={"Authorization": f"Basic {BASIC}"},
    )

    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("client_id", "secret"),
    [
        ("giroscope-service", "wrong"),
        ("giroscope-service", ""),
        ("giroscope-console", SECRET),
        ("nobody", SECRET),
    ],
)
async def test_wrong_client_or_secret_is_refused_in_equal_words(
    browser: Browser, client_id: str, secret: str
) -> None:
    answer = await browser.token(
        "giroscope",
        grant_type="client_credentials",
        client_id=client_id,
        client_secret=secret,
    )

    assert answer.status_code == 401
    assert answer.json() == {
        "error": "unauthorized_client",
        "error_description": "Invalid client or Invalid client credentials",
    }


@pytest.mark.parametrize("header", ["Basic !!!", "Basic bm9jb2xvbg==", "Basic"])
async def test_broken_basic_header_is_refused(browser: Browser, header: str) -> None:
    answer = await browser.http.post(
        browser.protocol("token"),
        data={"grant_type": "client_credentials"},
        headers={"Authorization": header},
    )

    assert answer.status_code == 401


async def test_guesses_are_throttled_and_hold_up_no_right_secret(
    service: Service, world: World, browser: Browser
) -> None:
    tokens = await browser.tokens()

    guesses = [(await service.sign_in("wrong")).status_code for _ in range(15)]

    assert guesses == [401] * 15
    kinds = [event.kind for event in await world.events()]
    # What comes while an address waits is not looked at, so it fills no log.
    assert kinds.count("service_refused") == 11
    assert (await introspect(browser, tokens["access_token"])).json()["active"] is True
    assert (await service.sign_in()).status_code == 200


async def test_guesses_from_one_address_hold_up_no_other(
    service: Service, world: World
) -> None:
    for _ in range(11):
        await service.sign_in("wrong")

    elsewhere = world.browser("203.0.113.9")
    async with elsewhere.http:
        service.browser = elsewhere
        assert (await service.sign_in("wrong")).status_code == 401
    kinds = [event.kind for event in await world.events()]
    assert kinds.count("service_refused") == 12


async def test_secret_is_stored_as_a_hash_and_can_be_replaced(
    service: Service, world: World
) -> None:
    await ensure_service_client(world.provider, "giroscope", "n" * 32)

    async with world.provider.store.reading() as db:
        rows = (await db.execute(service_clients.select())).all()
    assert not any(SECRET in str(row) or "n" * 32 in str(row) for row in rows)
    assert (await service.sign_in()).status_code == 401
    assert (await service.sign_in("n" * 32)).status_code == 200


async def test_short_secret_and_unknown_realm_are_refused(world: World) -> None:
    with pytest.raises(ValueError, match="32 characters"):
        await ensure_service_client(world.provider, "giroscope", "short")
    with pytest.raises(LookupError):
        await ensure_service_client(world.provider, "nowhere", SECRET)


async def test_service_token_is_no_persons_token(
    service: Service, browser: Browser
) -> None:
    answer = await browser.http.get(
        browser.protocol("userinfo"),
        headers={"Authorization": f"Bearer {service.token}"},
    )

    assert answer.status_code == 401


async def test_introspection_tells_a_living_token(browser: Browser) -> None:
    tokens = await browser.tokens()

    answer = await introspect(browser, tokens["access_token"])

    body = answer.json()
    assert body["active"] is True
    assert body["username"] == "operator"
    assert body["client_id"] == "giroscope-console"
    assert body["sid"] == tokens["session_state"]


async def test_introspection_of_an_ended_session_is_inactive(
    browser: Browser, world: World
) -> None:
    tokens = await browser.tokens()
    other = world.browser()
    async with other.http:
        expired = await other.tokens()
    await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": tokens["id_token"]}
    )
    world.clock.advance(200)
    assert (await introspect(browser, tokens["access_token"])).json() == {
        "active": False
    }
    world.clock.advance(100)
    assert (await introspect(browser, expired["access_token"])).json() == {
        "active": False
    }


async def test_introspection_of_anything_else_is_inactive(
    browser: Browser, service: Service
) -> None:
    tokens = await browser.tokens()

    for token in (tokens["refresh_token"], tokens["id_token"], "garbage", "a.b.c"):
        assert (await introspect(browser, token)).json() == {"active": False}
    assert (await introspect(browser, service.token)).json()["active"] is True


@pytest.mark.parametrize(
    ("fields", "status", "description"),
    [
        ({"client_secret": "wrong"}, 401, "Client authentication failed."),
        ({"client_id": "giroscope-console"}, 403, "Client not allowed."),
        ({"token": ""}, 400, "Token not provided."),
    ],
)
async def test_introspection_is_for_the_service_alone(
    browser: Browser, fields: dict[str, str], status: int, description: str
) -> None:
    answer = await introspect(browser, "token", **fields)

    assert answer.status_code == status
    assert answer.json()["error_description"] == description
