"""Refresh tokens: each works once, and a second use ends everything it could reach."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NoReturn

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import OperationalError

from signin import session_alive
from signin.store import Store
from signin.tables import users

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Browser, Login, World


async def test_refresh_gives_all_three_tokens_anew(
    browser: Browser, world: World, login: Login
) -> None:
    first = await browser.tokens(login=login)
    world.clock.advance(290)

    answer = await browser.refresh(first["refresh_token"])

    second = answer.json()
    assert answer.status_code == 200
    for name in ("access_token", "refresh_token", "id_token"):
        assert second[name]
        assert second[name] != first[name]
    claims = await browser.claims(second["id_token"])
    assert "nonce" not in claims
    assert claims["auth_time"] == claims["iat"] - 290
    assert second["session_state"] == first["session_state"]


async def test_reused_refresh_token_ends_family_and_session(
    browser: Browser, world: World, login: Login, another_login: Callable[..., Login]
) -> None:
    first = await browser.tokens(login=login)
    second = (await browser.refresh(first["refresh_token"])).json()
    other_tab = await browser.tokens_again(another_login())

    reuse = await browser.refresh(first["refresh_token"])

    assert reuse.status_code == 400
    assert reuse.json()["error"] == "invalid_grant"
    for stolen in (second, other_tab):
        assert (await browser.refresh(stolen["refresh_token"])).status_code == 400
    assert not await session_alive(
        world.provider.store, "giroscope", first["session_state"]
    )
    assert (await browser.ask(another_login())).status_code == 200
    assert "refresh_token_reused" in [event.kind for event in await world.events()]


async def test_simultaneous_refreshes_have_one_winner(browser: Browser) -> None:
    first = await browser.tokens()

    answers = await asyncio.gather(
        *(browser.refresh(first["refresh_token"]) for _ in range(5))
    )

    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400, 400]


async def test_two_tabs_refresh_independently(
    browser: Browser, login: Login, another_login: Callable[..., Login]
) -> None:
    tabs = [
        await browser.tokens(login=login),
        await browser.tokens_again(another_login()),
    ]

    for _ in range(3):
        for number, tab in enumerate(tabs):
            answer = await browser.refresh(tab["refresh_token"])
            assert answer.status_code == 200
            tabs[number] = answer.json()


async def test_idle_refresh_token_is_refused(browser: Browser, world: World) -> None:
    first = await browser.tokens()
    world.clock.advance(1_800)

    assert (await browser.refresh(first["refresh_token"])).status_code == 400


async def test_no_token_outlives_the_session(browser: Browser, world: World) -> None:
    answer = await browser.tokens()
    for _ in range(23):
        world.clock.advance(1_560)
        answer = (await browser.refresh(answer["refresh_token"])).json()

    assert answer["expires_in"] == 120
    assert answer["refresh_expires_in"] == 120
    world.clock.advance(120)
    assert (await browser.refresh(answer["refresh_token"])).status_code == 400


@pytest.mark.parametrize(
    "token", ["x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJ0eXAiOiJSZWZyZXNoIn0.", "é.é.é"]
)
async def test_forged_refresh_tokens_are_refused(browser: Browser, token: str) -> None:
    answer = await browser.refresh(token)

    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_grant"


async def test_other_tokens_do_not_refresh(browser: Browser) -> None:
    answer = await browser.tokens()

    for name in ("access_token", "id_token"):
        assert (await browser.refresh(answer[name])).status_code == 400


async def test_refresh_token_of_one_realm_is_nothing_in_another(
    browser: Browser,
) -> None:
    answer = await browser.tokens()

    assert (await browser.refresh(answer["refresh_token"], "acme")).status_code == 400
    assert (await browser.refresh(answer["refresh_token"])).status_code == 200


async def test_disabled_person_gets_no_more_tokens(
    browser: Browser, world: World
) -> None:
    answer = await browser.tokens()
    async with world.provider.store.writing() as db:
        await db.execute(
            update(users).where(users.c.username == "operator").values(enabled=False)
        )

    assert (await browser.refresh(answer["refresh_token"])).status_code == 400
    assert not await session_alive(
        world.provider.store, "giroscope", answer["session_state"]
    )


async def test_changed_roles_arrive_with_the_next_refresh(
    browser: Browser, world: World
) -> None:
    answer = await browser.tokens()
    async with world.provider.store.writing() as db:
        await db.execute(text("DELETE FROM user_roles"))

    refreshed = (await browser.refresh(answer["refresh_token"])).json()

    claims = await browser.claims(refreshed["access_token"])
    assert claims["realm_access"]["roles"] == []


async def test_outage_is_not_a_failed_refresh(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = await browser.tokens()

    def fail(_store: Store) -> NoReturn:
        raise OperationalError("select", {}, Exception("disk is gone"))

    with monkeypatch.context() as patch:
        patch.setattr(Store, "writing", fail)
        outage = await browser.refresh(tokens["refresh_token"])

    assert (outage.status_code, outage.json()["error"]) == (
        503,
        "temporarily_unavailable",
    )
    assert "disk" not in outage.text
    assert (await browser.refresh(tokens["refresh_token"])).status_code == 200
