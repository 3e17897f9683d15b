"""Realms listed, set up, exported and removed, through the door of the package."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest

from signin import (
    InvalidRealmSetting,
    UnknownRealmName,
    delete_realm,
    export_realm,
    list_realms,
    session_alive,
    update_realm,
)
from signin.tables import events, users

if TYPE_CHECKING:
    from .conftest import Browser, Login, World


async def test_realms_are_listed(world: World) -> None:
    assert await list_realms(world.provider) == ("acme", "giroscope")


async def test_limits_of_one_realm_hold_for_it_alone(
    world: World, browser: Browser, login: Login
) -> None:
    changed = await update_realm(
        world.provider,
        "giroscope",
        {"ssoSessionIdleTimeout": 600, "accessTokenLifespan": 120},
    )
    tokens = await browser.tokens()

    assert changed
    assert (tokens["expires_in"], tokens["refresh_expires_in"]) == (120, 600)
    login.realm = "acme"
    assert (await browser.tokens(login=login))["expires_in"] == 300
    world.clock.advance(600)
    assert (await browser.refresh(tokens["refresh_token"])).status_code == 400


async def test_absolute_limit_of_a_realm_holds(world: World, browser: Browser) -> None:
    await update_realm(world.provider, "giroscope", {"ssoSessionMaxLifespan": 900})
    tokens = await browser.tokens()
    world.clock.advance(890)
    again = (await browser.refresh(tokens["refresh_token"])).json()

    assert again["refresh_expires_in"] == 10
    world.clock.advance(10)
    assert not await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


async def test_template_is_laid_on_once_per_version(world: World) -> None:
    provider = world.provider
    first = await update_realm(
        provider, "acme", {"displayName": "One"}, template_version=2
    )
    await update_realm(provider, "acme", {"displayName": "Ours"})
    again = await update_realm(
        provider, "acme", {"displayName": "Two"}, template_version=2
    )

    assert (first, again) == (True, False)
    exported = await export_realm(provider, "acme")
    assert exported["displayName"] == "Ours"
    assert exported["attributes"] == {"giroscope.template.version": "2"}


@pytest.mark.parametrize(
    "settings",
    [
        {"unknown": 1},
        {"ssoSessionIdleTimeout": 5},
        {"ssoSessionIdleTimeout": True},
        {"ssoSessionIdleTimeout": "600"},
        {"enabled": "yes"},
        {"displayName": ""},
    ],
)
async def test_impossible_settings_are_refused(
    world: World, settings: dict[str, object]
) -> None:
    with pytest.raises(InvalidRealmSetting):
        await update_realm(world.provider, "acme", settings)


async def test_unknown_realm_is_refused(world: World) -> None:
    for work in (
        update_realm(world.provider, "nowhere", {}),
        export_realm(world.provider, "nowhere"),
    ):
        with pytest.raises(UnknownRealmName):
            await work
    assert await delete_realm(world.provider, "nowhere") is False


async def test_disabled_realm_lets_nobody_in(
    world: World, browser: Browser, login: Login
) -> None:
    tokens = await browser.tokens()
    await update_realm(world.provider, "giroscope", {"enabled": False})

    assert (await browser.ask(login)).status_code == 404
    assert (await browser.refresh(tokens["refresh_token"])).status_code == 404
    await update_realm(world.provider, "giroscope", {"enabled": True})
    assert (await browser.refresh(tokens["refresh_token"])).status_code == 400


async def test_export_is_keycloaks_and_tells_no_secret(world: World) -> None:
    exported = await export_realm(world.provider, "giroscope")

    assert exported["realm"] == "giroscope"
    assert [one["username"] for one in exported["users"]] == [
        "admin",
        "approver",
        "manager",
        "operator",
        "viewer",
    ]
    assert exported["users"][3]["realmRoles"] == ["giroscope-upload"]
    assert [one["clientId"] for one in exported["clients"]] == [
        "giroscope-console",
        "giroscope-service",
    ]
    written = json.dumps(exported)
    assert "secret" not in written.lower()
    assert "argon2" not in written


async def test_export_with_secrets_carries_the_hash_as_keycloak_reads_it(
    world: World,
) -> None:
    exported = await export_realm(world.provider, "giroscope", with_secrets=True)

    password = exported["users"][0]["credentials"][0]
    secret = json.loads(password["secretData"])
    data = json.loads(password["credentialData"])
    assert len(base64.b64decode(secret["value"])) == 32
    assert len(base64.b64decode(secret["salt"])) == 16
    assert data["algorithm"] == "argon2"
    assert data["additionalParameters"]["memory"] == ["64"]


async def test_removed_realm_leaves_nothing(
    world: World, browser: Browser, login: Login
) -> None:
    await browser.tokens()

    assert await delete_realm(world.provider, "giroscope") is True

    assert await list_realms(world.provider) == ("acme",)
    assert (await browser.ask(login)).status_code == 404
    async with world.provider.store.reading() as db:
        for table in (users, events):
            rows = await db.execute(table.select().where(table.c.realm == "giroscope"))
            assert rows.all() == []
