"""Authenticator apps and recovery codes: set up, asked for, spent once, removed."""

from __future__ import annotations

import asyncio
import html
import re
from typing import TYPE_CHECKING

import pyotp
import pytest

from signin.second_factors import step_of
from signin.tables import recovery_codes, second_factors

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from .conftest import Browser, Login, Service, World

PASSWORD = "four calm indigo gyroscopes"
ACCOUNT = "/realms/giroscope/account"
FACTOR = f"{ACCOUNT}/second-factor"


class App:
    """An authenticator app on somebody's telephone."""

    def __init__(self, page: Response, world: World) -> None:
        shown = re.search(r'<code class="key">([A-Z2-7 ]+)</code>', page.text)
        assert shown is not None, page.text
        self.secret = shown[1].replace(" ", "")
        self.world = world

    def code(self, steps: int = 0) -> str:
        moment = int(self.world.clock()) + 30 * steps
        return pyotp.TOTP(self.secret).at(moment)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def codes_on(page: Response) -> list[str]:
    return re.findall(r"<li><code>([a-z0-9-]+)</code></li>", page.text)


async def set_up(browser: Browser, world: World) -> tuple[App, list[str]]:
    """Sign in and set an app up at the account page."""
    await browser.tokens()
    page = await browser.http.get(FACTOR)
    app = App(page, world)
    fields = {"current-password": PASSWORD, "totp": app.code(), "userLabel": "Phone"}
    codes = codes_on(await browser.submit(page, fields))
    assert len(codes) == 10
    world.clock.advance(60)
    return app, codes


async def asked_for_code(browser: Browser, login: Login) -> Response:
    browser.http.cookies.clear()
    page = await browser.follow(await browser.sign_in(login))
    assert "One more step" in page.text, page.text
    return page


async def test_set_up_shows_picture_and_key(browser: Browser, world: World) -> None:
    await browser.tokens()

    page = await browser.http.get(FACTOR)

    assert "<svg" in page.text
    assert "<script" not in page.text
    assert re.search(r"([A-Z2-7]{4} ){7}[A-Z2-7]{4}", page.text)
    assert page.headers["cache-control"] == "no-store"
    async with world.provider.store.reading() as db:
        assert (await db.execute(second_factors.select())).all() == []


@pytest.mark.parametrize("field", ["current-password", "totp", "candidate"])
async def test_set_up_needs_password_code_and_its_own_key(
    browser: Browser, world: World, field: str
) -> None:
    await browser.tokens()
    page = await browser.http.get(FACTOR)
    fields = {"current-password": PASSWORD, "totp": App(page, world).code()}

    answer = await browser.submit(page, fields | {field: "AAAAAAAA"})

    assert codes_on(answer) == []
    async with world.provider.store.reading() as db:
        assert (await db.execute(second_factors.select())).all() == []


async def test_key_of_somebody_else_or_of_yesterday_is_not_taken(
    browser: Browser, world: World
) -> None:
    other = world.browser()
    async with other.http:
        await other.tokens("viewer")
        theirs = await other.http.get(FACTOR)
    stolen = html.unescape(
        theirs.text.split('name="candidate" value="')[1].split('"')[0]
    )
    await browser.tokens()
    page = await browser.http.get(FACTOR)
    fields = {
        "current-password": PASSWORD,
        "totp": App(theirs, world).code(),
        "candidate": stolen,
    }
    assert codes_on(await browser.submit(page, fields)) == []

    world.clock.advance(1_700)
    await browser.http.get(ACCOUNT)
    world.clock.advance(100)
    old = {"current-password": PASSWORD, "totp": App(page, world).code()}
    assert codes_on(await browser.submit(page, old)) == []


async def test_double_click_sets_up_one_app(browser: Browser, world: World) -> None:
    await browser.tokens()
    page = await browser.http.get(FACTOR)
    fields = {"current-password": PASSWORD, "totp": App(page, world).code()}

    answers = await asyncio.gather(*(browser.submit(page, fields) for _ in range(2)))

    assert sorted(len(codes_on(answer)) for answer in answers) == [0, 10]
    async with world.provider.store.reading() as db:
        assert len((await db.execute(second_factors.select())).all()) == 1


async def test_secret_is_sealed_and_recovery_codes_are_hashed(
    browser: Browser, world: World
) -> None:
    app, codes = await set_up(browser, world)

    async with world.provider.store.reading() as db:
        factor = (await db.execute(second_factors.select())).one()
        stored = (await db.execute(recovery_codes.select())).all()
    assert app.secret.encode() not in factor.sealed_secret
    assert len(stored) == 10
    assert not any(code in str(row) for row in stored for code in codes)


async def test_sign_in_asks_for_a_code(
    browser: Browser,
    world: World,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    app, _ = await set_up(browser, world)
    page = await asked_for_code(browser, login)
    assert "SIGNIN_SESSION_giroscope" not in browser.http.cookies

    refused = await browser.submit(page, otp=wrong(app.code()))
    assert "code is not right" in refused.text
    answer = await browser.follow(await browser.submit(page, otp=f" {app.code()} "))

    tokens = await browser.exchange(login, fragment(answer)["code"])
    assert tokens.status_code == 200


async def test_code_works_once(browser: Browser, world: World, login: Login) -> None:
    app, _ = await set_up(browser, world)
    code = app.code()
    page = await asked_for_code(browser, login)
    assert (await browser.submit(page, otp=code)).status_code == 303

    page = await asked_for_code(browser, login)
    assert "code is not right" in (await browser.submit(page, otp=code)).text
    # Nor does an earlier one, although its time is not over.
    earlier = await browser.submit(page, otp=app.code(-1))
    assert "code is not right" in earlier.text
    assert (await browser.submit(page, otp=app.code(1))).status_code == 303


async def test_same_code_from_two_browsers_lets_one_in(
    browser: Browser, world: World, login: Login, another_login: Callable[..., Login]
) -> None:
    app, _ = await set_up(browser, world)
    page = await asked_for_code(browser, login)
    other = world.browser()
    async with other.http:
        theirs = await asked_for_code(other, another_login())
        answers = await asyncio.gather(
            browser.submit(page, otp=app.code()), other.submit(theirs, otp=app.code())
        )

    assert sorted(answer.status_code for answer in answers) == [200, 303]


@pytest.mark.parametrize(
    ("steps", "is_right"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_clock_may_be_wrong_by_one_step(steps: int, *, is_right: bool) -> None:
    secret, now = pyotp.random_base32(), 1_790_000_000
    code = pyotp.TOTP(secret).at(now + 30 * steps)

    found = step_of(secret, code, now=now)

    assert found == (now // 30 + steps if is_right else None)


async def test_guessing_codes_is_throttled_whatever_the_password_does(
    browser: Browser, world: World, login: Login
) -> None:
    app, codes = await set_up(browser, world)
    for _ in range(6):
        # A right password each time forgets no wrong code.
        page = await asked_for_code(browser, login)
        await browser.submit(page, otp=wrong(app.code()))

    page = await asked_for_code(browser, login)
    answer = await browser.submit(page, otp=app.code())
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "5"
    recovery = await browser.submit(page, {"recovery-code": codes[0]})
    assert recovery.status_code == 429
    world.clock.advance(5)
    assert (await browser.submit(page, otp=app.code())).status_code == 303
    assert "second_factor_failed" in [event.kind for event in await world.events()]


async def test_codes_guessed_elsewhere_make_a_known_browser_wait_for_nothing(
    browser: Browser, world: World, login: Login
) -> None:
    app, _ = await set_up(browser, world)
    thief = world.browser("203.0.113.9")
    async with thief.http:
        for _ in range(7):
            page = await asked_for_code(thief, login)
            answer = await thief.submit(page, otp=wrong(app.code()))
        assert answer.status_code == 429
    for cookie in [*browser.http.cookies.jar]:
        if cookie.name.startswith("SIGNIN_SESSION"):
            browser.http.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)
    page = await browser.follow(await browser.sign_in(login))
    assert (await browser.submit(page, otp=app.code())).status_code == 303


async def test_burst_of_codes_does_not_overrun_the_limit(
    browser: Browser, world: World, login: Login
) -> None:
    app, _ = await set_up(browser, world)
    page = await asked_for_code(browser, login)

    answers = await asyncio.gather(
        *(browser.submit(page, otp=wrong(app.code())) for _ in range(20))
    )

    looked_at = [answer for answer in answers if answer.status_code == 200]
    assert len(looked_at) == 6


async def test_recovery_code_works_once(
    browser: Browser, world: World, login: Login
) -> None:
    _, codes = await set_up(browser, world)
    page = await asked_for_code(browser, login)
    spoken = codes[3].upper().replace("-", " ")
    assert (await browser.submit(page, {"recovery-code": spoken})).status_code == 303

    page = await asked_for_code(browser, login)
    again = await browser.submit(page, {"recovery-code": codes[3]})
    assert "recovery code is not right" in again.text
    assert "recovery_code_used" in [event.kind for event in await world.events()]


async def test_required_set_up_at_sign_in(
    service: Service,
    browser: Browser,
    world: World,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    user_id = await service.id_of("operator")
    await service("PUT", f"/users/{user_id}", {"requiredActions": ["CONFIGURE_TOTP"]})
    page = await browser.follow(await browser.sign_in(login))
    app = App(page, world)

    refused = await browser.submit(page, totp=wrong(app.code()))
    assert "code is not right" in refused.text
    # The same key is shown again, so that the app needs no second scan.
    assert App(refused, world).secret == app.secret
    codes = await browser.submit(refused, totp=app.code(), userLabel="Telefon")
    assert len(codes_on(codes)) == 10
    onward = re.search(r'class="button primary" href="([^"]+)"', codes.text)
    assert onward is not None
    answer = await browser.follow(await browser.http.get(html.unescape(onward[1])))

    assert fragment(answer)["code"]
    person = (await service("GET", f"/users/{user_id}")).json()
    assert (person["totp"], person["requiredActions"]) == (True, [])
    found = (await service("GET", f"/users/{user_id}/credentials")).json()
    assert [(one["type"], one.get("userLabel")) for one in found] == [
        ("password", None),
        ("otp", "Telefon"),
    ]


async def test_administrator_removes_a_lost_app(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    await set_up(browser, world)
    await service.sign_in()
    user_id = await service.id_of("operator")
    found = (await service("GET", f"/users/{user_id}/credentials")).json()

    address = f"/users/{user_id}/credentials/{found[1]['id']}"
    assert (await service("DELETE", address)).status_code == 204

    browser.http.cookies.clear()
    answer = await browser.sign_in(login)
    assert "code=" in answer.headers["location"]
    async with world.provider.store.reading() as db:
        assert (await db.execute(recovery_codes.select())).all() == []


async def remove(browser: Browser, **fields: str) -> Response:
    page = await browser.http.get(ACCOUNT)
    form = page.text[page.text.index("/second-factor/") :]
    factor_id = form.split("/")[2]
    csrf = page.text.split('name="csrf" value="')[1].split('"')[0]
    data = {"csrf": csrf} | {name.replace("_", "-"): it for name, it in fields.items()}
    return await browser.http.post(f"{FACTOR}/{factor_id}/remove", data=data)


async def test_removing_an_app_needs_password_and_code(
    browser: Browser, world: World, login: Login
) -> None:
    app, _ = await set_up(browser, world)
    code = app.code()

    for fields in (
        {"current_password": "wrong", "otp": code},
        {"current_password": PASSWORD, "otp": wrong(code)},
        {"current_password": PASSWORD},
    ):
        answer = await remove(browser, **fields)
        assert "is not right" in answer.text
    answer = await remove(browser, current_password=PASSWORD, otp=code)

    assert answer.headers["location"].endswith("done=factor-removed")
    browser.http.cookies.clear()
    assert "code=" in (await browser.sign_in(login)).headers["location"]


async def test_new_recovery_codes_replace_the_old(
    browser: Browser, world: World, login: Login
) -> None:
    app, old = await set_up(browser, world)
    page = await browser.http.get(ACCOUNT)
    csrf = page.text.split('name="csrf" value="')[1].split('"')[0]
    address = f"{ACCOUNT}/recovery-codes"
    data = {"csrf": csrf, "current-password": PASSWORD, "otp": app.code()}

    refused = await browser.http.post(address, data=data | {"otp": "000000"})
    assert codes_on(refused) == []
    new = codes_on(await browser.http.post(address, data=data))

    assert len(set(new) - set(old)) == 10
    page = await asked_for_code(browser, login)
    refused = await browser.submit(page, {"recovery-code": old[0]})
    assert refused.status_code == 200
    assert (await browser.submit(page, {"recovery-code": new[0]})).status_code == 303


async def test_account_page_shows_what_is_set_up(
    browser: Browser, world: World
) -> None:
    await set_up(browser, world)

    page = await browser.http.get(ACCOUNT)

    assert "Phone" in page.text
    assert "Recovery codes left: 10" in page.text
    assert 'aria-label="Remove Phone"' in page.text


async def test_forms_of_factors_need_their_token(browser: Browser) -> None:
    await browser.tokens()

    for tail in ("second-factor", "second-factor/x/remove", "recovery-codes"):
        answer = await browser.http.post(f"{ACCOUNT}/{tail}", data={"csrf": "0" * 64})
        assert answer.headers["location"] == ACCOUNT
