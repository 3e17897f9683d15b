"""The account page and the endpoints a script asks with an access token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from signin import session_alive

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from .conftest import Browser, Login, World

PASSWORD = "four calm indigo gyroscopes"
NEW = "seven quiet orbits at noon"
ACCOUNT = "/realms/giroscope/account"


async def change(
    browser: Browser, current: str = PASSWORD, new: str = NEW, repeat: str | None = None
) -> Response:
    page = await browser.http.get(ACCOUNT)
    forms = page.text.split("<form")
    token = next(part for part in forms if "/account/password" in part)
    csrf = token.split('name="csrf" value="')[1].split('"')[0]
    return await browser.http.post(
        f"{ACCOUNT}/password",
        data={
            "csrf": csrf,
            "current-password": current,
            "new-password": new,
            "repeat-password": repeat or new,
        },
    )


async def test_account_asks_to_sign_in_and_returns(browser: Browser) -> None:
    page = await browser.http.get(
        ACCOUNT, params={"referrer_uri": "http://localhost:8087/"}
    )
    answer = await browser.submit(page, username="approver", password=PASSWORD)

    assert answer.status_code == 303
    shown = await browser.http.get(answer.headers["location"])
    assert "Astrid Approver" in shown.text
    named = "<small><code>giroscope-payment-approver</code></small>"
    assert f"<dd>Payment approver {named}</dd>" in shown.text
    danish = await browser.http.get(ACCOUNT, params={"ui_locales": "da"})
    assert f"<dd>Betalingsgodkender {named}</dd>" in danish.text
    assert 'href="http://localhost:8087/"' in shown.text


async def test_account_links_only_to_listed_addresses(browser: Browser) -> None:
    await browser.tokens()

    page = await browser.http.get(
        ACCOUNT, params={"referrer_uri": "https://evil.example/"}
    )

    assert 'href="https://evil' not in page.text
    assert "Back to" not in page.text


async def test_new_password_replaces_the_old_and_ends_other_sessions(
    browser: Browser, world: World, login: Login
) -> None:
    other = world.browser()
    async with other.http:
        elsewhere = await other.tokens()
        here = await browser.tokens()

        answer = await change(browser)
        assert answer.headers["location"].endswith("done=password")
        done = await browser.http.get(answer.headers["location"])
        assert "Your password is changed" in done.text

        store = world.provider.store
        assert not await session_alive(store, "giroscope", elsewhere["session_state"])
        assert await session_alive(store, "giroscope", here["session_state"])
        assert (await other.sign_in(login)).status_code == 200
        assert (await other.sign_in(login, password=NEW)).status_code == 303


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("short", "at least 12 characters"),
        ("x" * 257, "256 characters at most"),
        ("passwordpassword", "first that others would guess"),
        ("aaaaaaaaaaaaaaa", "first that others would guess"),
        ("my operator phrase", "must not contain your username"),
        ("giroscope for all", "must not contain your username"),
    ],
)
async def test_weak_passwords_are_refused_with_the_reason(
    browser: Browser, new: str, words: str
) -> None:
    await browser.tokens()

    assert words in (await change(browser, new=new)).text


async def test_password_change_needs_the_current_one(browser: Browser) -> None:
    await browser.tokens()

    assert (
        "current password is not right" in (await change(browser, current="wrong")).text
    )
    assert "not the same" in (await change(browser, repeat="another long phrase")).text


async def test_guessing_the_current_password_is_throttled(browser: Browser) -> None:
    await browser.tokens()
    for _ in range(6):
        await change(browser, current="wrong")

    assert "Too many attempts" in (await change(browser)).text


async def test_account_forms_need_their_token(browser: Browser) -> None:
    await browser.tokens()

    for tail in (
        "password",
        "sign-out",
        "sessions/00000000-0000-0000-0000-000000000000/end",
    ):
        answer = await browser.http.post(f"{ACCOUNT}/{tail}", data={"csrf": "0" * 64})
        assert answer.status_code == 303
        assert "done" not in answer.headers["location"]
    assert "Oskar Operator" in (await browser.http.get(ACCOUNT)).text


async def test_other_session_can_be_ended(browser: Browser, world: World) -> None:
    other = world.browser()
    async with other.http:
        elsewhere = await other.tokens()
    here = await browser.tokens()
    page = await browser.http.get(ACCOUNT)
    assert page.text.count("<li>") == 2
    assert page.text.count("This session") == 1

    csrf = page.text.split('name="csrf" value="')[1].split('"')[0]
    await browser.http.post(
        f"{ACCOUNT}/sessions/{elsewhere['session_state']}/end", data={"csrf": csrf}
    )

    store = world.provider.store
    assert not await session_alive(store, "giroscope", elsewhere["session_state"])
    assert await session_alive(store, "giroscope", here["session_state"])


async def test_session_of_somebody_else_cannot_be_ended(
    browser: Browser, world: World
) -> None:
    other = world.browser()
    async with other.http:
        theirs = await other.tokens("viewer")
    await browser.tokens("operator")
    page = await browser.http.get(ACCOUNT)
    csrf = page.text.split('name="csrf" value="')[1].split('"')[0]

    await browser.http.post(
        f"{ACCOUNT}/sessions/{theirs['session_state']}/end", data={"csrf": csrf}
    )

    assert await session_alive(
        world.provider.store, "giroscope", theirs["session_state"]
    )


async def test_sign_out_on_the_account_page(browser: Browser, world: World) -> None:
    tokens = await browser.tokens()
    page = await browser.http.get(ACCOUNT)

    answer = await browser.submit(page)

    assert "You are signed out" in answer.text
    assert not await session_alive(
        world.provider.store, "giroscope", tokens["session_state"]
    )


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
async def test_userinfo_tells_who_the_bearer_is(browser: Browser, scheme: str) -> None:
    tokens = await browser.tokens()

    answer = await browser.http.get(
        browser.protocol("userinfo"),
        headers={"authorization": f"{scheme} {tokens['access_token']}"},
    )

    assert answer.json()["preferred_username"] == "operator"
    assert answer.json()["sub"]


async def test_profile_has_the_shape_keycloak_js_reads(browser: Browser) -> None:
    tokens = await browser.tokens()

    answer = await browser.http.get(
        ACCOUNT,
        headers={
            "accept": "application/json",
            "authorization": f"bearer {tokens['access_token']}",
        },
    )

    profile = answer.json()
    assert (profile["username"], profile["firstName"], profile["lastName"]) == (
        "operator",
        "Oskar",
        "Operator",
    )


@pytest.mark.parametrize("name", ["id_token", "refresh_token", "garbage", "nothing"])
async def test_only_an_access_token_opens_userinfo(browser: Browser, name: str) -> None:
    tokens = {**await browser.tokens(), "garbage": "a.b.c", "nothing": ""}

    for address in (browser.protocol("userinfo"), ACCOUNT):
        answer = await browser.http.get(
            address,
            headers={
                "authorization": f"Bearer {tokens[name]}",
                "accept": "application/json",
            },
        )
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


async def test_expired_ended_and_foreign_tokens_open_nothing(
    browser: Browser, world: World, another_login: Callable[..., Login]
) -> None:
    foreign = await browser.tokens(login=another_login(realm="acme"))
    old = await browser.tokens()
    world.clock.advance(300)
    ended = (await browser.refresh(old["refresh_token"])).json()
    await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": old["id_token"]}
    )

    for tokens in (foreign, old, ended):
        answer = await browser.http.get(
            browser.protocol("userinfo"),
            headers={"authorization": f"Bearer {tokens['access_token']}"},
        )
        assert answer.status_code == 401
