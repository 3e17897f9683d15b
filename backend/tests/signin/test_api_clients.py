"""Programs of a realm: the product makes them, a secret signs them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from signin.store import open_store
from signin.tables import api_clients

if TYPE_CHECKING:
    from pathlib import Path

    from httpx2 import Response

    from .conftest import Browser, Service, World

SECRET = "a-programs-own-secret-of-many-characters"
NEW = {"clientId": "giroscope-api-one", "name": "Ledger", "secret": SECRET}


async def make(service: Service, **changes: object) -> str:
    made = await service("POST", "/clients", {**NEW, **changes})
    assert made.status_code == 201, made.text
    return f"/clients/{made.headers['location'].rpartition('/')[2]}"


async def sign_in(
    browser: Browser, secret: str = SECRET, realm: str = "giroscope", **more: str
) -> Response:
    return await browser.token(
        realm,
        grant_type="client_credentials",
        client_id=NEW["clientId"],
        client_secret=secret,
        **more,
    )


async def test_a_program_gets_a_token_that_names_it_and_the_api(
    service: Service, browser: Browser
) -> None:
    await make(service)

    answer = (await sign_in(browser, scope="openid")).json()

    assert (answer["expires_in"], answer["refresh_expires_in"]) == (300, 0)
    assert "refresh_token" not in answer
    claims = await browser.claims(answer["access_token"])
    assert claims["azp"] == claims["client_id"] == "giroscope-api-one"
    assert (claims["aud"], claims["typ"]) == (["giroscope-api"], "Bearer")
    assert claims["exp"] - claims["iat"] == 300
    for right in ("sid", "realm_access", "resource_access"):
        assert right not in claims


async def test_a_program_administers_nothing_and_asks_after_no_token(
    service: Service, browser: Browser
) -> None:
    address = await make(service)
    service.token = (await sign_in(browser)).json()["access_token"]

    for method, tail in (("GET", "/users"), ("GET", address), ("POST", "/clients")):
        assert (await service(method, tail, {})).status_code == 403
    asked = await browser.http.post(
        browser.protocol("token/introspect"),
        data={
            "client_id": NEW["clientId"],
            "client_secret": SECRET,
            "token": service.token,
        },
    )
    assert asked.status_code == 401
    headers = {"Authorization": f"Bearer {service.token}"}
    info = await browser.http.get(browser.protocol("userinfo"), headers=headers)
    assert info.status_code == 401


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"secret": "another-secret-of-many-characters-0000"}, True),
        ({"enabled": False}, True),
        ({"name": "Books"}, False),
    ],
)
async def test_what_is_changed_counts_at_once(
    service: Service, browser: Browser, change: dict[str, Any], refused: bool
) -> None:
    address = await make(service)

    assert (await service("PUT", address, change)).status_code == 204

    assert ((await sign_in(browser)).status_code == 401) is refused
    told = (await service("GET", address)).json()
    assert "secret" not in told
    assert {**told, **{k: v for k, v in change.items() if k != "secret"}} == told


async def test_a_removed_program_signs_in_no_more(
    service: Service, browser: Browser
) -> None:
    address = await make(service)

    assert (await service("DELETE", address)).status_code == 204

    assert (await sign_in(browser)).status_code == 401
    assert (await service("GET", address)).status_code == 404
    assert (await service("PUT", address, {"enabled": True})).status_code == 404


async def test_a_program_is_of_one_realm(service: Service, browser: Browser) -> None:
    address = await make(service)

    assert (await sign_in(browser, realm="acme")).status_code == 401
    service.realm = "acme"
    assert (await service("GET", address)).status_code == 403


async def test_guesses_at_a_program_are_slowed_and_hold_up_no_right_secret(
    service: Service, browser: Browser, world: World
) -> None:
    await make(service)

    guesses = [(await sign_in(browser, "wrong")).status_code for _ in range(15)]

    assert guesses == [401] * 15
    assert (await sign_in(browser)).status_code == 200
    told = [(event.kind, event.client_id) for event in await world.events()]
    assert told.count(("service_refused", "giroscope-service")) == 11
    assert told[-1] == ("service_signed_in", "giroscope-api-one")


async def test_the_secret_is_kept_as_a_hash(service: Service, world: World) -> None:
    await make(service)

    async with world.provider.store.reading() as db:
        rows = (await db.execute(api_clients.select())).all()
    assert len(rows) == 1
    assert SECRET not in str(rows)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, 409),
        ({"clientId": "giroscope-service"}, 409),
        ({"clientId": "giroscope-console"}, 409),
        ({"clientId": "giroscope-api-two", "secret": "short"}, 400),
        ({"clientId": "giroscope-api-two", "secret": None}, 400),
        ({"clientId": "x" * 101}, 400),
        ({"clientId": "giroscope-api-two", "name": 7}, 400),
    ],
)
async def test_what_is_no_new_program_is_refused(
    service: Service, changes: dict[str, object], status: int
) -> None:
    await make(service)

    assert (await service("POST", "/clients", {**NEW, **changes})).status_code == status


async def test_a_store_of_the_release_before_learns_of_programs(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'signin.db'}"
    async with open_store(url) as store, store.writing() as db:
        await db.execute(text("DROP TABLE api_clients"))
        await db.execute(text("UPDATE schema_version SET version = 1"))

    async with open_store(url) as store, store.reading() as db:
        assert (await db.execute(api_clients.select())).all() == []
