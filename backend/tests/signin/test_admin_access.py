"""Who may use the Admin API: the service of the realm, and nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Browser, Service, World

USERS = "/admin/realms/giroscope/users"


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer garbage", "Bearer a.b.c", "Basic Zm9vOmJhcg=="]
)
async def test_without_a_good_token_nothing_opens(
    browser: Browser, header: str | None
) -> None:
    headers = {} if header is None else {"Authorization": header}

    answer = await browser.http.get(USERS, headers=headers)

    assert answer.status_code == 401
    assert answer.json()["error"] == "HTTP 401 Unauthorized"
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_token_of_the_most_powerful_person_is_refused(
    browser: Browser, service: Service
) -> None:
    service.token = (await browser.tokens("admin"))["access_token"]

    for method, tail in (("GET", "/users"), ("POST", "/users"), ("GET", "/events")):
        answer = await service(method, tail, {})
        assert answer.status_code == 403
        assert answer.json()["error"] == "HTTP 403 Forbidden"


async def test_token_of_another_realm_is_refused(service: Service) -> None:
    service.realm = "acme"

    assert (await service("GET", "/users")).status_code == 403


async def test_expired_token_is_refused(service: Service, world: World) -> None:
    world.clock.advance(300)

    assert (await service("GET", "/users")).status_code == 401


async def test_id_token_of_a_person_is_no_bearer_token(
    browser: Browser, service: Service
) -> None:
    service.token = (await browser.tokens("admin"))["id_token"]

    assert (await service("GET", "/users")).status_code == 401


async def test_unknown_realm_is_not_found(service: Service) -> None:
    service.realm = "nowhere"

    answer = await service("GET", "/users")

    assert answer.status_code == 404
    assert answer.json()["error"] == "Realm not found."


async def test_console_cannot_read_answers_across_origins(service: Service) -> None:
    answer = await service.browser.http.get(
        USERS,
        headers={
            "Authorization": f"Bearer {service.token}",
            "Origin": "http://localhost:8087",
        },
    )

    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


async def test_oversized_and_misshapen_bodies_are_refused(service: Service) -> None:
    http, headers = service.browser.http, {"Authorization": f"Bearer {service.token}"}
    json = {**headers, "Content-Type": "application/json"}

    large = await http.post(USERS, headers=json, content=b'"' + b"x" * 70_000 + b'"')
    broken = await http.post(USERS, headers=json, content=b"{")
    listed = await http.post(USERS, headers=json, content=b"[]")
    form = await http.post(USERS, headers=headers, data={"username": "eva"})

    assert [one.status_code for one in (large, broken, listed, form)] == [
        413,
        400,
        400,
        415,
    ]


async def test_number_that_is_none_finds_nothing(service: Service) -> None:
    assert (await service("GET", "/users", first="x")).status_code == 404


async def test_every_change_is_an_admin_event(service: Service) -> None:
    user_id = await service.id_of("viewer")
    await service("POST", f"/users/{user_id}/logout")

    events = (await service("GET", "/admin-events")).json()

    assert [
        (one["operationType"], one["resourceType"], one["resourcePath"])
        for one in events
    ] == [("ACTION", "USER", f"users/{user_id}/logout")]
    told = events[0]["authDetails"]
    assert told["ipAddress"] == "127.0.0.1"
    assert told["userId"] == (await service.browser.claims(service.token))["sub"]
    assert (await service("GET", "/admin-events", operationTypes="CREATE")).json() == []
    paths = await service("GET", "/admin-events", resourcePath=f"users/{user_id}*")
    assert len(paths.json()) == 1
