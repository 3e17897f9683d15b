"""Roles, credentials, sessions, failures and events through the Admin API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from signin import session_alive

if TYPE_CHECKING:
    from .conftest import Browser, Login, Service, World


async def test_roles_have_keycloaks_shape(service: Service) -> None:
    roles = (await service("GET", "/roles")).json()
    one = (await service("GET", "/roles/giroscope-upload")).json()

    assert len(roles) == 7
    assert set(roles[0]) == {
        "id",
        "name",
        "description",
        "composite",
        "clientRole",
        "containerId",
    }
    assert (one["name"], one["attributes"]) == ("giroscope-upload", {})
    missing = await service("GET", "/roles/nothing")
    assert (missing.status_code, missing.json()["error"]) == (
        404,
        "Could not find role",
    )


async def test_roles_are_given_and_taken(service: Service, browser: Browser) -> None:
    user_id = await service.id_of("viewer")
    address = f"/users/{user_id}/role-mappings/realm"
    upload = (await service("GET", "/roles/giroscope-upload")).json()

    assert (await service("POST", address, [upload])).status_code == 204
    assert (await service("POST", address, [upload])).status_code == 204

    for tail in ("", "/composite"):
        has = (await service("GET", address + tail)).json()
        assert [role["name"] for role in has] == ["giroscope-upload"]
    available = (await service("GET", f"{address}/available")).json()
    assert "giroscope-upload" not in [role["name"] for role in available]
    assert len(available) == 6
    holders = (await service("GET", "/roles/giroscope-upload/users")).json()
    assert [one["username"] for one in holders] == ["admin", "operator", "viewer"]
    claims = await browser.claims((await browser.tokens("viewer"))["access_token"])
    assert claims["realm_access"]["roles"] == ["giroscope-upload"]

    assert (await service("DELETE", address, [upload])).status_code == 204
    assert (await service("GET", address)).json() == []


@pytest.mark.parametrize(
    "role",
    [
        {"id": "x", "name": "giroscope-upload"},
        {"name": "giroscope-upload"},
        {"id": "x", "name": "admin"},
        {},
    ],
)
async def test_role_that_is_none_is_not_given(
    service: Service, role: dict[str, str]
) -> None:
    user_id = await service.id_of("viewer")

    answer = await service("POST", f"/users/{user_id}/role-mappings/realm", [role])

    assert (answer.status_code, answer.json()["error"]) == (404, "Role not found")


async def test_password_is_a_credential_that_can_be_removed(
    service: Service, browser: Browser, login: Login
) -> None:
    user_id = await service.id_of("viewer")
    found = (await service("GET", f"/users/{user_id}/credentials")).json()

    assert [one["type"] for one in found] == ["password"]
    assert json.loads(found[0]["credentialData"]) == {
        "hashIterations": 1,
        "algorithm": "argon2",
        "additionalParameters": {
            "hashLength": ["32"],
            "memory": ["64"],
            "type": ["id"],
            "version": ["1.3"],
            "parallelism": ["1"],
        },
    }
    assert "secretData" not in found[0]
    address = f"/users/{user_id}/credentials/{found[0]['id']}"
    assert (await service("DELETE", address)).status_code == 204
    assert (await service("DELETE", address)).status_code == 404
    assert (await service("GET", f"/users/{user_id}/credentials")).json() == []
    assert (await browser.sign_in(login, "viewer")).status_code == 200


async def test_sessions_are_listed_and_ended(
    service: Service, browser: Browser, world: World
) -> None:
    tokens = await browser.tokens()
    user_id = await service.id_of("operator")

    found = (await service("GET", f"/users/{user_id}/sessions")).json()

    assert len(found) == 1
    assert found[0]["id"] == tokens["session_state"]
    assert found[0]["ipAddress"] == "127.0.0.1"
    assert found[0]["start"] == int(world.clock()) * 1000
    assert list(found[0]["clients"].values()) == ["giroscope-console"]
    address = f"/sessions/{found[0]['id']}"
    assert (await service("DELETE", address)).status_code == 204
    assert (await service("DELETE", address)).status_code == 404
    store = world.provider.store
    assert not await session_alive(store, "giroscope", tokens["session_state"])
    assert (await service("GET", f"/users/{user_id}/sessions")).json() == []


async def test_failures_are_told_and_forgotten(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    user_id = await service.id_of("operator")
    address = f"/attack-detection/brute-force/users/{user_id}"
    assert (await service("GET", address)).json() == {
        "disabled": False,
        "numFailures": 0,
        "numTemporaryLockouts": 0,
        "numSecondaryAuthFailures": 0,
        "lastFailure": 0,
        "lastIPFailure": "n/a",
        "failedLoginNotBefore": 0,
    }
    for _ in range(6):
        await browser.sign_in(login, password="wrong")

    told = (await service("GET", address)).json()
    assert (told["disabled"], told["numFailures"]) == (True, 6)
    assert told["lastFailure"] == int(world.clock()) * 1000
    assert told["lastIPFailure"] == "127.0.0.1"
    assert (await service("DELETE", address)).status_code == 204
    assert (await browser.sign_in(login)).status_code == 303


async def test_last_sign_in_can_be_answered(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    user_id = await service.id_of("operator")
    await browser.tokens()
    world.clock.advance(60)
    browser.http.cookies.clear()
    last = await browser.tokens()
    browser.http.cookies.clear()
    await browser.sign_in(login, password="wrong")

    found = await service("GET", "/events", type="LOGIN", user=user_id, max=1)

    assert found.json()[0] == {
        "id": found.json()[0]["id"],
        "time": int(world.clock()) * 1000,
        "type": "LOGIN",
        "realmId": (await service("GET", "")).json()["id"],
        "clientId": "giroscope-console",
        "userId": user_id,
        "sessionId": last["session_state"],
        "ipAddress": "127.0.0.1",
    }
    both = await browser.http.get(
        "/admin/realms/giroscope/events?type=LOGIN&type=LOGIN_ERROR",
        headers={"Authorization": f"Bearer {service.token}"},
    )
    assert [one["type"] for one in both.json()] == ["LOGIN_ERROR", "LOGIN", "LOGIN"]
    assert both.json()[0]["error"] == "invalid_user_credentials"


async def test_events_are_found_by_time_and_client(
    service: Service, browser: Browser, world: World
) -> None:
    await browser.tokens()
    day = "2026-09-21"
    now = str(int(world.clock()) * 1000)

    async def kinds(**query: str) -> list[str]:
        found = (await service("GET", "/events", **query)).json()
        return [one["type"] for one in found]

    assert await kinds() == ["LOGIN", "CLIENT_LOGIN"]
    assert await kinds(direction="asc") == ["CLIENT_LOGIN", "LOGIN"]
    assert await kinds(client="giroscope-service") == ["CLIENT_LOGIN"]
    assert await kinds(dateFrom=day, dateTo=day, type="LOGIN") == ["LOGIN"]
    assert await kinds(dateFrom="2026-09-22") == []
    assert await kinds(dateFrom=now, dateTo=now, type="LOGIN") == ["LOGIN"]
    assert await kinds(first="1") == ["CLIENT_LOGIN"]
    assert (await service("GET", "/events", dateFrom="soon")).status_code == 400


async def test_realm_and_profile_are_told(service: Service) -> None:
    realm = (await service("GET", "")).json()
    profile = (await service("GET", "/users/profile")).json()

    assert (realm["realm"], realm["ssoSessionMaxLifespan"]) == ("giroscope", 36_000)
    assert [one["name"] for one in profile["attributes"]] == [
        "username",
        "email",
        "firstName",
        "lastName",
    ]
