"""The realm template, proved on a real Keycloak: stored as written, and obeyed."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest
from keycloak import Keycloak

from giroscope.kernel.access import GRANTS
from giroscope.kernel.ended_sessions import KEEP_SECONDS
from giroscope.kernel.identity import AdminApi, IdentityRefused
from giroscope.kernel.identity.calls import IdentityCalls, client_grant, new_client
from giroscope.kernel.identity.keycloak_realms import master_grant
from giroscope.kernel.identity.template import RealmPlan, rendered
from tests.identity.standing import add_person, counted, keycloak_settings
from tests.identity.visitor import CLIENT, Provider, Visitor, claims, fragment

pytestmark = pytest.mark.integration


@pytest.fixture
def visitor(keycloak_provider: Provider) -> Visitor:
    return Visitor(keycloak_provider)


@pytest.fixture
async def master(keycloak: Keycloak) -> AsyncIterator[IdentityCalls]:
    """Calls that may read everything."""
    async with new_client() as client:
        grant = master_grant(keycloak_settings(keycloak))
        yield IdentityCalls(client, keycloak.url, grant)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every setting below, with its address; lists of words without their order."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from leaves(item, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        yield path, sorted(value)
    else:
        yield path, value


def test_no_session_lasts_longer_than_its_end_is_remembered(plan: RealmPlan) -> None:
    # Keycloak may go on renewing one that was ended.
    assert rendered(plan)["ssoSessionMaxLifespan"] < KEEP_SECONDS


@pytest.mark.usefixtures("keycloak_provider")
async def test_every_setting_of_the_realm_is_stored_as_written(
    master: IdentityCalls, plan: RealmPlan
) -> None:
    parts = {"roles", "clients", "users", "scopeMappings"}
    wanted = {k: v for k, v in rendered(plan).items() if k not in parts}
    stored = dict(leaves(await master.get(f"/admin/realms/{plan.realm}")))
    differing = {
        name: (value, stored.get(name))
        for name, value in leaves(wanted)
        if stored.get(name) != value
    }
    assert differing == {}


@pytest.mark.usefixtures("keycloak_provider")
@pytest.mark.parametrize("client_id", [CLIENT, "giroscope-service"])
async def test_every_setting_of_a_client_is_stored_as_written(
    master: IdentityCalls, plan: RealmPlan, client_id: str
) -> None:
    wanted = next(c for c in rendered(plan)["clients"] if c["clientId"] == client_id)
    rows = await master.get(
        f"/admin/realms/{plan.realm}/clients", {"clientId": client_id}
    )
    stored = dict(leaves({**rows[0], "protocolMappers": {}}))
    mappers = {m["name"]: m for m in rows[0].get("protocolMappers", [])}
    differing = {
        name: (value, stored.get(name))
        for name, value in leaves({**wanted, "protocolMappers": {}})
        if stored.get(name) != value
    }
    assert differing == {}
    for mapper in wanted.get("protocolMappers", []):
        held = mappers[mapper["name"]]
        assert held["protocolMapper"] == mapper["protocolMapper"]
        assert mapper["config"].items() <= held["config"].items()


async def test_the_roles_are_those_the_product_knows(
    keycloak_api: AdminApi,
) -> None:
    names = {role.name for role in await keycloak_api.roles()}
    assert {name for name in names if name.startswith("giroscope-")} == set(GRANTS)


def test_tokens_carry_the_products_roles_and_no_others(visitor: Visitor) -> None:
    tokens = visitor.tokens("viewer")
    assert "realm_access" not in claims(tokens["access_token"])
    assert "resource_access" not in claims(tokens["access_token"])


def test_the_console_cannot_ask_for_tokens_without_end(visitor: Visitor) -> None:
    back = fragment(visitor.ask(scope="openid offline_access"))
    assert back["error"] == "invalid_scope"


async def test_guessing_makes_the_owner_wait_and_an_administrator_can_help(
    keycloak_provider: Provider, keycloak_api: AdminApi
) -> None:
    person = await add_person(keycloak_api, "guessed")
    visitor = Visitor(keycloak_provider)
    page = visitor.ask()
    for _ in range(5):
        page = visitor.fill_in(page, "guessed", "wrong-horse-battery")
    await counted(keycloak_api, person, lambda held: held.is_waiting)
    right = visitor.fill_in(page, "guessed", keycloak_provider.password)
    assert "location" not in right.headers
    assert (await keycloak_api.person(person)).is_enabled
    await keycloak_api.unlock(person)
    assert "code" in Visitor(keycloak_provider).sign_in("guessed")


@pytest.mark.parametrize(
    "password",
    ["short-horse", "x" * 257, "careful-person", "1q2w3e4r5t6y"],
    ids=["short", "long", "the user name", "common"],
)
async def test_a_weak_password_is_refused_in_words(
    keycloak_api: AdminApi, password: str
) -> None:
    found = await keycloak_api.people("careful-person")
    person = found[0].id if found else await add_person(keycloak_api, "careful-person")
    with pytest.raises(IdentityRefused, match="Invalid password"):
        await keycloak_api.set_password(person, password)


async def test_a_password_of_twelve_letters_needs_nothing_else(
    keycloak_api: AdminApi,
) -> None:
    person = await add_person(keycloak_api, "plain-words")
    await keycloak_api.set_password(person, "kvadratmeter", is_temporary=False)
    assert [c.kind for c in await keycloak_api.credentials(person)] == ["password"]


async def test_what_people_and_administrators_do_is_kept(
    keycloak_api: AdminApi, keycloak_provider: Provider
) -> None:
    person = await add_person(keycloak_api, "watched")
    visitor = Visitor(keycloak_provider)
    visitor.fill_in(visitor.ask(), "watched", "wrong-horse-battery")
    sid = claims(visitor.tokens("watched")["access_token"])["sid"]
    events = await keycloak_api.events(person_id=person)
    assert [event.kind for event in events] == ["LOGIN", "LOGIN_ERROR"]
    assert (events[0].session_id, events[1].error) == (sid, "invalid_user_credentials")
    only = await keycloak_api.events(person_id=person, kinds=["LOGIN"])
    assert [event.kind for event in only] == ["LOGIN"]
    done = await keycloak_api.admin_events()
    assert ("CREATE", f"users/{person}") in {(e.operation, e.path) for e in done}


def test_the_sign_in_speaks_danish_to_who_asks_for_it(visitor: Visitor) -> None:
    danish = visitor.ask(ui_locales="da").text
    assert 'lang="da"' in danish
    assert 'lang="en"' in Visitor(visitor.provider).ask(ui_locales="en").text


async def test_the_service_account_can_manage_people_and_programs_and_nothing_more(
    keycloak_provider: Provider, keycloak_api: AdminApi
) -> None:
    given = keycloak_provider
    async with new_client() as client:
        grant = client_grant(given.realm, "giroscope-service", given.secret)
        calls = IdentityCalls(client, given.url, grant)
        token = await calls._fresh_token()
    root = f"{given.url}/admin/realms/{given.realm}"
    headers = {"authorization": f"Bearer {token}"}
    found = httpx2.get(f"{root}/clients?clientId=realm-management", headers=headers)
    # Rights over the realm are roles of this client.
    rights = f"{root}/clients/{found.json()[0]['id']}"
    for method, path in (
        ("PUT", root),
        ("DELETE", root),
        ("POST", f"{root}/roles"),
        ("PUT", rights),
        ("POST", f"{rights}/roles"),
        ("GET", f"{given.url}/admin/realms/master/users"),
        ("GET", f"{root}/identity-provider/instances"),
    ):
        answer = httpx2.request(method, path, headers=headers, json={})
        told = answer.json() if answer.status_code == 200 else None
        # A list that may be asked for, and is empty, gives nothing away either.
        assert answer.status_code == 403 or told == [], f"{method} {path}: {told}"
    assert await keycloak_api.count() > 0
