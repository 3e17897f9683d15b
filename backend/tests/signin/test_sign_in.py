"""From the console's request to a code: the form, the session, the refusals."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from signin.tables import events, sessions, users

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from .conftest import Browser, Login, World


async def test_sign_in_returns_code_state_session_and_issuer(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    answer = await browser.sign_in(login)

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("http://localhost:8087/#state=")
    got = fragment(answer)
    assert set(got) == {"state", "session_state", "iss", "code"}
    assert got["state"] == login.state
    assert got["iss"] == "http://localhost:8088/realms/giroscope"


async def test_sign_in_page_has_keycloaks_field_names_and_one_button(
    browser: Browser, login: Login
) -> None:
    page = await browser.ask(login)

    assert page.text.count("<button") == 1
    assert '<button type="submit"' in page.text
    assert re.search(
        r'<label for="username">Username</label>\s*<input id="username"', page.text
    )
    assert re.search(
        r'<label for="password">Password</label>\s*<input id="password"', page.text
    )
    assert re.search(
        r'name="username"[^>]*autocomplete="username"[^>]*autofocus', page.text
    )
    assert 'autocomplete="current-password"' in page.text
    assert "Sign in to Giroscope" in page.text
    assert "<script" not in page.text
    assert "style=" not in page.text


_INPUT = re.compile(r"<input\b[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def _fields(page: str) -> dict[str, str]:
    """Name and type of each field that is not hidden."""
    read = [dict(_ATTRIBUTE.findall(one)) for one in _INPUT.findall(page)]
    return {
        one["name"]: one.get("type", "text")
        for one in read
        if one.get("type") != "hidden"
    }


async def test_no_page_shows_a_password_that_is_typed(
    browser: Browser, login: Login
) -> None:
    asked = _fields((await browser.ask(login)).text)
    refused = _fields((await browser.sign_in(login, password="wrong")).text)
    await browser.tokens()
    own = _fields((await browser.http.get("/realms/giroscope/account")).text)

    secret = {name: kind for name, kind in (asked | own).items() if "password" in name}
    assert "password" in asked
    assert len(secret) >= 3
    assert set(secret.values()) == {"password"}
    assert refused == asked


async def test_nothing_but_name_and_password_is_asked_or_hinted_at(
    browser: Browser, login: Login
) -> None:
    asked = await browser.ask(login)
    known = await browser.sign_in(login, password="wrong")
    unknown = await browser.sign_in(login, "nobody", password="wrong")

    for page in (asked.text, known.text, unknown.text):
        assert _fields(page) == {"username": "text", "password": "password"}
        assert not re.search(r"\bhint\b|question|placeholder=", page, re.IGNORECASE)
    # What is told of a wrong password is told of a wrong name.
    assert _told(known.text) == _told(unknown.text)
    columns = {column.name for column in users.columns}
    assert not {name for name in columns if re.search("hint|question|answer", name)}


def _told(page: str) -> str:
    """The problem that a page names, word for word."""
    found = re.search(r'id="problem"[^>]*>(.*?)</', page, re.DOTALL)
    assert found
    return found[1]


async def test_sign_in_page_is_locked_down(browser: Browser, login: Login) -> None:
    headers = (await browser.ask(login)).headers

    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy
    # Chromium applies form-action to the redirect after the form as well.
    assert "form-action 'self' http://localhost:8087;" in policy
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


async def test_only_a_window_of_the_console_keeps_who_opened_it(
    browser: Browser, login: Login
) -> None:
    console = login.redirect_uri.rstrip("/")
    kept = "cross-origin-opener-policy"
    for path, policy in (
        ("/", "same-origin"),
        ("/window", "unsafe-none"),
        ("/window/", "same-origin"),
        ("/windows", "same-origin"),
        ("/?x=/window", "same-origin"),
    ):
        login = replace(login, redirect_uri=f"{console}{path}")
        for page in (
            await browser.ask(login),
            await browser.sign_in(login, "operator", "not this one"),
        ):
            assert page.headers[kept] == policy, path
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


async def test_style_sheet_and_icon_are_served_for_good(
    browser: Browser, login: Login
) -> None:
    page = await browser.ask(login)
    addresses = re.findall(r'href="(/resources/[^"]+)"', page.text)

    assert len(addresses) == 2
    for address in addresses:
        asset = await browser.http.get(address)
        assert asset.status_code == 200
        assert "immutable" in asset.headers["cache-control"]
    assert (await browser.http.get("/resources/old/signin.css")).status_code == 404


async def test_wrong_password_and_unknown_name_get_the_same_words(
    browser: Browser, login: Login
) -> None:
    pages = [
        await browser.sign_in(login, username, "not this one")
        for username in ("operator", "nobody")
    ]

    texts = [
        page.text.replace("operator", "NAME").replace("nobody", "NAME")
        for page in pages
    ]
    assert texts[0] == texts[1]
    assert all(page.status_code == 200 for page in pages)
    assert 'role="alert">The username or password is not right.' in texts[0]
    assert (
        "set-cookie" not in pages[0].headers
        or "SESSION" not in pages[0].headers["set-cookie"]
    )


async def test_typed_name_comes_back_escaped(browser: Browser, login: Login) -> None:
    page = await browser.sign_in(login, '"><script>alert(1)</script>', "x")

    assert "<script>" not in page.text
    assert "&lt;script&gt;" in page.text


async def test_names_differ_neither_by_case_nor_by_composition(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    assert "code" in fragment(await browser.sign_in(login, " OPERATOR "))


async def test_second_sign_in_needs_no_form(
    browser: Browser,
    login: Login,
    another_login: Callable[..., Login],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    first = fragment(await browser.sign_in(login))
    again = fragment(await browser.ask(another_login()))

    assert again["session_state"] == first["session_state"]
    assert again["code"] != first["code"]


async def test_silent_sign_in_without_session_says_login_required(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    response = await browser.ask(login, prompt="none")

    # Chromium would block the frame of a silent sign-in on the redirect itself.
    assert "content-security-policy" not in response.headers
    answer = fragment(response)
    assert answer["error"] == "login_required"
    assert answer["state"] == login.state


async def test_silent_sign_in_with_session_gives_a_code(
    browser: Browser,
    login: Login,
    another_login: Callable[..., Login],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    await browser.sign_in(login)

    assert "code" in fragment(await browser.ask(another_login(), prompt="none"))


@pytest.mark.parametrize("changes", [{"prompt": "login"}, {"max_age": "10"}])
async def test_application_can_ask_for_a_fresh_sign_in(
    browser: Browser,
    world: World,
    login: Login,
    another_login: Callable[..., Login],
    changes: dict[str, str | None],
) -> None:
    await browser.sign_in(login)
    world.clock.advance(11)

    page = await browser.ask(another_login(), **changes)

    assert page.status_code == 200
    assert 'name="password"' in page.text


async def test_login_hint_fills_the_name_and_moves_the_focus(
    browser: Browser, login: Login
) -> None:
    page = await browser.ask(login, login_hint="approver")

    assert 'value="approver"' in page.text
    assert re.search(r'name="password"[^>]*autofocus', page.text)


async def test_sign_in_makes_a_new_session_and_ends_the_old(
    browser: Browser,
    world: World,
    login: Login,
    another_login: Callable[..., Login],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    first = fragment(await browser.sign_in(login))["session_state"]
    old_cookie = browser.http.cookies["SIGNIN_SESSION_giroscope"]
    page = await browser.ask(another_login(), prompt="login")
    second = fragment(
        await browser.submit(
            page, username="viewer", password="four calm indigo gyroscopes"
        )
    )

    assert second["session_state"] != first
    assert browser.http.cookies["SIGNIN_SESSION_giroscope"] != old_cookie
    async with world.provider.store.reading() as db:
        row = (await db.execute(select(sessions).where(sessions.c.sid == first))).one()
    assert row.end_reason == "replaced"


async def test_cookies_are_out_of_reach_and_stored_as_hashes(
    browser: Browser, world: World, login: Login
) -> None:
    answer = await browser.sign_in(login)

    page = await browser.ask(login, prompt="login")
    cookies = [
        cookie
        for one in (answer, page)
        for cookie in one.headers.get_list("set-cookie")
    ]
    assert cookies[0].startswith("SIGNIN_SESSION_giroscope=")
    # Each by itself: what one has says nothing of the next.
    for cookie in cookies:
        for attribute in ("HttpOnly", "SameSite=lax", "Path=/realms/giroscope"):
            assert attribute in cookie
        assert "Secure" not in cookie
    secret = browser.http.cookies["SIGNIN_SESSION_giroscope"]
    async with world.provider.store.reading() as db:
        row = (await db.execute(select(sessions))).one()
    assert secret not in [str(value) for value in row]


async def test_cookies_are_secure_behind_https(
    start: Callable[..., World], login: Login
) -> None:
    world = start(public_url="https://id.example.com")
    async with (
        world.app.router.lifespan_context(world.app),
        world.browser().http as http,
    ):
        page = await http.get(
            "/realms/giroscope/protocol/openid-connect/auth", params=login.parameters()
        )
    assert "Secure" in page.headers["set-cookie"]
    assert page.headers["strict-transport-security"]


async def test_form_without_its_cookie_is_refused(
    browser: Browser, world: World, login: Login
) -> None:
    page = await browser.ask(login)
    stranger = world.browser()
    async with stranger.http:
        answer = await stranger.submit(page, username="operator", password="x")

    assert answer.status_code == 400
    assert "This page had grown old" in answer.text


@pytest.mark.parametrize("token", ["", "0" * 64, "å" * 64])
async def test_forged_form_token_is_refused(
    browser: Browser, login: Login, token: str
) -> None:
    page = await browser.ask(login)
    answer = await browser.submit(
        page, username="operator", password="four calm indigo gyroscopes", csrf=token
    )

    assert answer.status_code == 400
    assert "location" not in answer.headers


async def test_form_token_of_another_realm_is_refused(
    browser: Browser,
    login: Login,
    another_login: Callable[..., Login],
    form: Callable[[Response], tuple[str, dict[str, str]]],
) -> None:
    other = await browser.ask(another_login(realm="acme"))
    page = await browser.ask(login)

    answer = await browser.submit(
        page, username="operator", csrf=form(other)[1]["csrf"]
    )

    assert answer.status_code == 400


async def test_idle_session_asks_again(
    browser: Browser, world: World, login: Login, another_login: Callable[..., Login]
) -> None:
    await browser.sign_in(login)
    world.clock.advance(30 * 60)

    assert (await browser.ask(another_login())).status_code == 200


async def test_used_session_ends_at_its_absolute_limit(
    browser: Browser, world: World, login: Login, another_login: Callable[..., Login]
) -> None:
    await browser.sign_in(login)
    for _ in range(39):
        world.clock.advance(15 * 60)
        assert (await browser.ask(another_login())).status_code == 302
    world.clock.advance(15 * 60)

    assert (await browser.ask(another_login())).status_code == 200


async def test_second_realm_knows_nothing_of_the_first(
    browser: Browser, login: Login, another_login: Callable[..., Login]
) -> None:
    await browser.sign_in(login)

    page = await browser.ask(another_login(realm="acme"))

    assert page.status_code == 200
    assert "Sign in to Acme A/S" in page.text


async def test_session_secret_of_one_realm_opens_no_other(
    browser: Browser, login: Login, another_login: Callable[..., Login]
) -> None:
    await browser.sign_in(login)
    secret = browser.http.cookies["SIGNIN_SESSION_giroscope"]

    answer = await browser.http.get(
        "/realms/acme/protocol/openid-connect/auth",
        params=another_login(realm="acme").parameters(),
        headers={"cookie": f"SIGNIN_SESSION_acme={secret}"},
    )

    assert answer.status_code == 200


async def test_events_tell_what_happened_without_secrets(
    browser: Browser, world: World, login: Login
) -> None:
    await browser.sign_in(login, "operator", "my secret guess")
    await browser.sign_in(login, "my secret guess", "x")
    await browser.sign_in(login)

    async with world.provider.store.reading() as db:
        rows = (await db.execute(select(events).order_by(events.c.id))).all()
    kinds = [row.kind for row in rows[-3:]]
    assert kinds == ["sign_in_failed", "sign_in_failed", "signed_in"]
    assert rows[-3].user_id is not None
    assert rows[-2].user_id is None
    assert "secret" not in str(rows)


async def test_disabled_person_is_refused_like_a_stranger(
    browser: Browser, world: World, login: Login
) -> None:
    async with world.provider.store.writing() as db:
        await db.execute(update(users).values(enabled=False))

    assert "is not right" in (await browser.sign_in(login)).text
