"""New signing keys, while tokens of the old ones are still about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from joserfc import jws

from signin import UnknownRealmName, open_provider, retire_keys, rotate_keys

if TYPE_CHECKING:
    from httpx2 import Response

    from .conftest import Browser, Login, World


def kid_of(token: str) -> str:
    return str(jws.extract_compact(token.encode()).headers()["kid"])


async def published(browser: Browser) -> list[str]:
    keys = (await browser.http.get(browser.protocol("certs"))).json()["keys"]
    return [key["kid"] for key in keys]


async def userinfo(browser: Browser, token: str) -> Response:
    headers = {"Authorization": f"Bearer {token}"}
    return await browser.http.get(browser.protocol("userinfo"), headers=headers)


async def test_new_key_signs_and_old_tokens_stay_good(
    browser: Browser, world: World
) -> None:
    old = await browser.tokens()
    world.clock.advance(10)

    kid = await rotate_keys(world.provider, "giroscope")

    new = (await browser.refresh(old["refresh_token"])).json()
    assert kid_of(new["access_token"]) == kid != kid_of(old["access_token"])
    assert await published(browser) == [kid, kid_of(old["access_token"])]
    for tokens in (old, new):
        assert (await userinfo(browser, tokens["access_token"])).status_code == 200
        assert (await browser.claims(tokens["id_token"]))["typ"] == "ID"


async def test_old_key_goes_when_its_last_token_is_worthless(
    browser: Browser, world: World
) -> None:
    kid = await rotate_keys(world.provider, "giroscope")
    assert len(await published(browser)) == 2

    world.clock.advance(36_000)
    assert await retire_keys(world.provider, "giroscope") == 0
    world.clock.advance(61)
    assert await retire_keys(world.provider, "giroscope") == 1

    assert await published(browser) == [kid]


async def test_rotation_by_another_process_is_noticed(
    browser: Browser, world: World, login: Login
) -> None:
    await browser.tokens()
    world.clock.advance(10)
    async with open_provider(world.settings, clock=world.clock) as other:
        kid = await rotate_keys(other, "giroscope")
        keys = await other.keyring.of_realm("giroscope")
        assert keys.signing.kid == kid
        found = await world.provider.keyring.of_realm_with("giroscope", kid)

    assert found.signing.kid == kid
    browser.http.cookies.clear()
    tokens = await browser.tokens(login=login)
    assert kid_of(tokens["access_token"]) == kid


async def test_unknown_keys_cost_one_look_at_most(
    browser: Browser, world: World
) -> None:
    before = await world.provider.keyring.of_realm("giroscope")
    for _ in range(3):
        found = await world.provider.keyring.of_realm_with("giroscope", "nobody's")
        assert found is before
    assert (await userinfo(browser, "eyJraWQiOjF9.e30.x")).status_code == 401


async def test_realms_rotate_on_their_own(browser: Browser, world: World) -> None:
    await rotate_keys(world.provider, "acme")

    assert len(await published(browser)) == 1
    with pytest.raises(UnknownRealmName):
        await rotate_keys(world.provider, "nowhere")
