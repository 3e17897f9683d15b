"""Signing out: on request, after a question, and never to a foreign address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from signin import session_alive

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Browser, Login, World

CONSOLE = "http://localhost:8087/"


async def test_hint_ends_the_session_and_leads_back(
    browser: Browser, world: World, another_login: Callable[..., Login]
) -> None:
    tokens = await browser.tokens()

    answer = await browser.http.get(
        browser.protocol("logout"),
        params={
            "client_id": "giroscope-console",
            "post_logout_redirect_uri": CONSOLE,
            "id_token_hint": tokens["id_token"],
            "state": "a&b",
        },
    )

    assert answer.status_code == 302
    assert answer.headers["location"] == f"{CONSOLE}?state=a%26b"
    assert "SIGNIN_SESSION_giroscope" not in browser.http.cookies
    assert not await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )
    assert (await browser.refresh(tokens["refresh_token"])).status_code == 400
    assert (await browser.ask(another_login())).status_code == 200


async def test_form_with_hint_works_like_the_link(
    browser: Browser, world: World
) -> None:
    tokens = await browser.tokens()

    answer = await browser.http.post(
        browser.protocol("logout"),
        data={"post_logout_redirect_uri": CONSOLE, "id_token_hint": tokens["id_token"]},
    )

    assert (answer.status_code, answer.headers["location"]) == (303, CONSOLE)
    assert not await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


async def test_expired_hint_still_signs_out(browser: Browser, world: World) -> None:
    tokens = await browser.tokens()
    world.clock.advance(1_000)

    answer = await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": tokens["id_token"]}
    )

    assert "You are signed out" in answer.text
    assert not await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


async def test_without_hint_the_person_is_asked(browser: Browser, world: World) -> None:
    tokens = await browser.tokens()

    page = await browser.http.get(
        browser.protocol("logout"), params={"post_logout_redirect_uri": CONSOLE}
    )
    assert "Sign out?" in page.text
    assert (
        "form-action 'self' http://localhost:8087;"
        in page.headers["content-security-policy"]
    )
    assert await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )

    answer = await browser.submit(page)
    assert (answer.status_code, answer.headers["location"]) == (303, CONSOLE)
    assert not await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


@pytest.mark.parametrize("name", ["access_token", "refresh_token", "forged"])
async def test_other_things_are_no_hint(
    browser: Browser, world: World, name: str
) -> None:
    tokens = {**await browser.tokens(), "forged": "a.b.c"}

    page = await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": tokens[name]}
    )

    assert "Sign out?" in page.text
    assert await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


async def test_question_cannot_be_answered_by_another_site(
    browser: Browser, world: World
) -> None:
    tokens = await browser.tokens()

    page = await browser.http.post(browser.protocol("logout"), data={"csrf": "0" * 64})

    assert "Sign out?" in page.text
    assert await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


async def test_hint_of_another_person_asks_first(
    browser: Browser, world: World
) -> None:
    other = world.browser()
    async with other.http:
        theirs = await other.tokens("viewer")
    mine = await browser.tokens("operator")

    page = await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": theirs["id_token"]}
    )

    assert "Sign out?" in page.text
    assert await session_alive(world.provider.store, "giroscope", mine["session_state"])


async def test_hint_of_another_realm_is_none(
    browser: Browser, world: World, another_login: Callable[..., Login]
) -> None:
    theirs = await browser.tokens(login=another_login(realm="acme"))
    mine = await browser.tokens()

    page = await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": theirs["id_token"]}
    )

    assert "Sign out?" in page.text
    assert await session_alive(world.provider.store, "giroscope", mine["session_state"])
    assert await session_alive(world.provider.store, "acme", theirs["session_state"])


@pytest.mark.parametrize(
    "change",
    [
        {"post_logout_redirect_uri": "https://evil.example/"},
        {"post_logout_redirect_uri": "javascript:alert(1)"},
        {"client_id": "other"},
    ],
)
async def test_unlisted_destination_gets_a_page(
    browser: Browser, change: dict[str, str]
) -> None:
    tokens = await browser.tokens()

    answer = await browser.http.get(
        browser.protocol("logout"),
        params={"id_token_hint": tokens["id_token"], **change},
    )

    assert answer.status_code == 400
    assert "location" not in answer.headers


async def test_signing_out_when_nobody_is_signed_in_is_quiet(browser: Browser) -> None:
    answer = await browser.http.get(browser.protocol("logout"))

    assert answer.status_code == 200
    assert "You are signed out" in answer.text


async def test_session_alive_knows_its_realm(browser: Browser, world: World) -> None:
    tokens = await browser.tokens()
    store = world.provider.store

    assert await session_alive(store, "giroscope", tokens["session_state"])
    assert not await session_alive(store, "acme", tokens["session_state"])
    assert not await session_alive(store, "giroscope", "nothing")
    world.clock.advance(1_800)
    assert not await session_alive(store, "giroscope", tokens["session_state"])
