"""People through the Admin API, in Keycloak's shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from signin import session_alive

if TYPE_CHECKING:
    from .conftest import Browser, Login, Service, World

PASSWORD = "four calm indigo gyroscopes"
EVA = {
    "username": "Eva",
    "firstName": "Eva",
    "lastName": "Østergård",
    "email": "Eva@Example.com",
    "enabled": True,
    "attributes": {"locale": ["da"]},
}


async def created(service: Service, **changes: Any) -> str:
    answer = await service("POST", "/users", EVA | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


async def names(service: Service, **query: str) -> list[str]:
    found = (await service("GET", "/users", **query)).json()
    return [one["username"] for one in found]


async def test_new_person_has_keycloaks_shape(service: Service, world: World) -> None:
    answer = await service("POST", "/users", EVA | {"emailVerified": True})

    assert (answer.status_code, answer.content) == (201, b"")
    user_id = answer.headers["location"].rpartition("/")[2]
    assert answer.headers["location"] == (
        f"http://localhost:8088/admin/realms/giroscope/users/{user_id}"
    )
    assert (await service("GET", f"/users/{user_id}")).json() == {
        "id": user_id,
        "username": "eva",
        "firstName": "Eva",
        "lastName": "Østergård",
        "email": "eva@example.com",
        "emailVerified": True,
        "attributes": {"locale": ["da"]},
        "enabled": True,
        "createdTimestamp": int(world.clock()) * 1000,
        "totp": False,
        "disableableCredentialTypes": [],
        "requiredActions": [],
        "notBefore": 0,
        "access": {
            "manageGroupMembership": True,
            "resetPassword": True,
            "view": True,
            "mapRoles": True,
            "impersonate": False,
            "manage": True,
        },
    }


async def test_brief_form_leaves_out_the_rest(service: Service) -> None:
    found = await service("GET", "/users", briefRepresentation="true", max=1)

    assert set(found.json()[0]) == {
        "id",
        "username",
        "firstName",
        "lastName",
        "email",
        "emailVerified",
        "enabled",
        "createdTimestamp",
        "access",
    }


async def test_person_is_disabled_unless_said_otherwise(service: Service) -> None:
    user_id = await created(service, enabled=None)

    assert (await service("GET", f"/users/{user_id}")).json()["enabled"] is False


async def test_taken_names_and_addresses_conflict(service: Service) -> None:
    await created(service)

    same_name = await service("POST", "/users", EVA | {"email": "x@example.com"})
    same_mail = await service("POST", "/users", EVA | {"username": "eva2"})

    assert (same_name.status_code, same_name.json()) == (
        409,
        {"errorMessage": "User exists with same username"},
    )
    assert (same_mail.status_code, same_mail.json()) == (
        409,
        {"errorMessage": "User exists with same email"},
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"username": None}, "User name is missing"),
        ({"username": "ab"}, "error-invalid-length"),
        ({"username": "a b c"}, "error-username-invalid-character"),
        ({"email": "nobody"}, "error-invalid-email"),
        ({"email": "a@example.com\r\nBcc: b@example.com"}, "error-invalid-email"),
        ({"email": "a@example.com, b@example.com"}, "error-invalid-email"),
        ({"firstName": "<script>"}, "error-person-name-invalid-character"),
        ({"lastName": "x" * 256}, "error-invalid-length"),
    ],
)
async def test_bad_fields_are_refused(
    service: Service, changes: dict[str, Any], message: str
) -> None:
    answer = await service("POST", "/users", EVA | changes)

    assert answer.status_code == 400
    assert answer.json()["errorMessage"] == message


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"lastName": 7}, "unknown_error"),
        ({"enabled": "yes"}, "unknown_error"),
        ({"attributes": {"a": [1]}}, "unknown_error"),
        (
            {"credentials": [{"type": "password", "value": "short"}]},
            "invalidPasswordMinLengthMessage",
        ),
    ],
)
async def test_bad_values_are_refused(
    service: Service, changes: dict[str, Any], error: str
) -> None:
    answer = await service("POST", "/users", EVA | changes)

    assert (answer.status_code, answer.json()["error"]) == (400, error)


async def test_several_flaws_come_as_a_list(service: Service) -> None:
    answer = await service("POST", "/users", EVA | {"username": "ab", "email": "x"})

    fields = [one["field"] for one in answer.json()["errors"]]
    assert sorted(fields) == ["email", "username"]


EVERYBODY = ["admin", "approver", "eva", "manager", "operator", "viewer"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, EVERYBODY),
        ({"search": "op"}, ["operator"]),
        ({"search": "ØSTER"}, ["eva"]),
        ({"search": "rator"}, []),
        ({"search": "*rator"}, ["operator"]),
        ({"search": "oskar operator"}, ["operator"]),
        ({"search": '"eva"'}, ["eva"]),
        ({"search": '"ev"'}, []),
        ({"search": "%"}, []),
        ({"search": "a", "enabled": "false"}, []),
        ({"username": "perat"}, ["operator"]),
        ({"username": "perat", "exact": "true"}, []),
        ({"email": "EVA@example.com", "exact": "true"}, ["eva"]),
        ({"first": "1", "max": "2"}, ["approver", "eva"]),
        ({"max": "-1"}, EVERYBODY),
    ],
)
async def test_people_are_found_as_in_keycloak(
    service: Service, query: dict[str, str], expected: list[str]
) -> None:
    await created(service)

    assert await names(service, **query) == expected
    if "first" not in query and "max" not in query:
        counted = await service("GET", "/users/count", **query)
        assert counted.json() == len(expected)


async def test_person_is_found_by_id(service: Service) -> None:
    user_id = await created(service)

    assert await names(service, search=f"id:{user_id}") == ["eva"]


async def test_changes_leave_the_rest_alone(service: Service) -> None:
    user_id = await created(service, emailVerified=True)

    answer = await service("PUT", f"/users/{user_id}", {"firstName": "Evelyn"})

    assert (answer.status_code, answer.content) == (204, b"")
    person = (await service("GET", f"/users/{user_id}")).json()
    assert person["firstName"] == "Evelyn"
    assert person["lastName"] == "Østergård"
    assert person["emailVerified"] is True
    assert person["attributes"] == {"locale": ["da"]}


async def test_new_address_has_to_be_verified_anew(service: Service) -> None:
    user_id = await created(service, emailVerified=True)

    await service("PUT", f"/users/{user_id}", {"email": "new@example.com"})

    person = (await service("GET", f"/users/{user_id}")).json()
    assert (person["email"], person["emailVerified"]) == ("new@example.com", False)


async def test_change_to_a_taken_name_conflicts(service: Service) -> None:
    user_id = await created(service)

    answer = await service("PUT", f"/users/{user_id}", {"username": "Viewer"})

    assert answer.status_code == 409


async def test_disabling_ends_every_session_at_once(
    service: Service, browser: Browser, world: World
) -> None:
    tokens = await browser.tokens()
    user_id = await service.id_of("operator")

    await service("PUT", f"/users/{user_id}", {"enabled": False})

    store = world.provider.store
    assert not await session_alive(store, "giroscope", tokens["session_state"])
    assert (await browser.refresh(tokens["refresh_token"])).status_code == 400
    await service("PUT", f"/users/{user_id}", {"enabled": True})
    assert not await session_alive(store, "giroscope", tokens["session_state"])


async def test_removed_person_is_gone(
    service: Service, browser: Browser, login: Login
) -> None:
    await browser.tokens()
    user_id = await service.id_of("operator")

    assert (await service("DELETE", f"/users/{user_id}")).status_code == 204

    gone = await service("GET", f"/users/{user_id}")
    assert (gone.status_code, gone.json()) == (404, {"error": "User not found"})
    assert (await browser.ask(login)).status_code == 200


async def test_person_of_another_realm_is_not_found(service: Service) -> None:
    user_id = await service.id_of("viewer")
    service.realm = "acme"
    await service.sign_in()

    assert (await service("GET", f"/users/{user_id}")).status_code == 404
    assert (await service("DELETE", f"/users/{user_id}")).status_code == 404


async def test_new_person_signs_in_with_the_given_password(
    service: Service, browser: Browser, login: Login
) -> None:
    await created(service, credentials=[{"type": "password", "value": PASSWORD}])

    assert (await browser.sign_in(login, "eva")).status_code == 303


async def test_mail_address_signs_in_too(
    service: Service, browser: Browser, login: Login
) -> None:
    await created(service, credentials=[{"type": "password", "value": PASSWORD}])

    assert (await browser.sign_in(login, "eva@example.com")).status_code == 303


async def test_person_without_a_password_cannot_sign_in(
    service: Service, browser: Browser, login: Login
) -> None:
    await created(service)

    for password in ("", PASSWORD):
        answer = await browser.sign_in(login, "eva", password)
        assert answer.status_code == 200
        assert "not right" in answer.text


async def test_reset_password_replaces_it_and_ends_sessions(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    tokens = await browser.tokens()
    user_id = await service.id_of("operator")
    body = {"type": "password", "value": "seven quiet orbits at noon"}

    answer = await service("PUT", f"/users/{user_id}/reset-password", body)

    assert answer.status_code == 204
    store = world.provider.store
    assert not await session_alive(store, "giroscope", tokens["session_state"])
    assert (await browser.sign_in(login)).status_code == 200
    assert (await browser.sign_in(login, password=body["value"])).status_code == 303


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("short", "invalidPasswordMinLengthMessage"),
        ("x" * 257, "invalidPasswordMaxLengthMessage"),
        ("passwordpassword", "invalidPasswordBlacklistedMessage"),
        ("the operator phrase", "invalidPasswordNotContainsUsernameMessage"),
        ("   ", "Empty password not allowed"),
        (None, "No password provided"),
    ],
)
async def test_reset_to_a_weak_password_is_refused(
    service: Service, value: str | None, error: str
) -> None:
    user_id = await service.id_of("operator")

    answer = await service("PUT", f"/users/{user_id}/reset-password", {"value": value})

    assert (answer.status_code, answer.json()["error"]) == (400, error)


async def test_temporary_password_asks_for_a_new_one(service: Service) -> None:
    user_id = await service.id_of("operator")
    address = f"/users/{user_id}/reset-password"

    await service("PUT", address, {"value": PASSWORD, "temporary": True})
    person = (await service("GET", f"/users/{user_id}")).json()
    assert person["requiredActions"] == ["UPDATE_PASSWORD"]

    await service("PUT", address, {"value": PASSWORD, "temporary": False})
    person = (await service("GET", f"/users/{user_id}")).json()
    assert person["requiredActions"] == []
