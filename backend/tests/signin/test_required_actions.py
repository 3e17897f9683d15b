"""What has to be done before a sign-in is complete."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from email.message import EmailMessage

    from httpx2 import Response

    from .conftest import Browser, Login, Service, World

PASSWORD = "four calm indigo gyroscopes"
NEW = "seven quiet orbits at noon"
STEPS = "/realms/giroscope/login-actions/required-action"


async def require(service: Service, *actions: str, username: str = "operator") -> str:
    user_id = await service.id_of(username)
    body = {"requiredActions": list(actions)}
    assert (await service("PUT", f"/users/{user_id}", body)).status_code == 204
    return user_id


async def first_step(browser: Browser, login: Login, **changes: str) -> Response:
    page = await browser.ask(login, **changes)
    answer = await browser.submit(page, username="operator", password=PASSWORD)
    return await browser.follow(answer)


async def choose(
    browser: Browser, page: Response, new: str = NEW, repeat: str | None = None
) -> Response:
    fields = {"password-new": new, "password-confirm": repeat or new}
    return await browser.follow(await browser.submit(page, fields))


async def test_temporary_password_is_replaced_before_the_session(
    service: Service,
    browser: Browser,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    await require(service, "UPDATE_PASSWORD")

    page = await first_step(browser, login)
    assert "Choose a new password" in page.text
    assert "SIGNIN_SESSION_giroscope" not in browser.http.cookies
    answer = await choose(browser, page)

    tokens = await browser.exchange(login, fragment(answer)["code"])
    assert tokens.status_code == 200
    assert "kc_action_status" not in fragment(answer)
    user_id = await service.id_of("operator")
    person = (await service("GET", f"/users/{user_id}")).json()
    assert person["requiredActions"] == []
    browser.http.cookies.clear()
    assert (await browser.sign_in(login, password=NEW)).status_code == 303


@pytest.mark.parametrize(
    ("new", "repeat", "words"),
    [
        ("short", None, "at least 12 characters"),
        ("passwordpassword", None, "first that others would guess"),
        (NEW, "something else altogether", "not the same"),
        (PASSWORD, None, "is the old one"),
    ],
)
async def test_weak_new_password_is_refused(
    service: Service,
    browser: Browser,
    login: Login,
    new: str,
    repeat: str | None,
    words: str,
) -> None:
    await require(service, "UPDATE_PASSWORD")
    page = await first_step(browser, login)

    answer = await choose(browser, page, new, repeat)

    assert words in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert 'aria-describedby="problem password-new-hint"' in answer.text


async def test_steps_cannot_be_stepped_over(
    service: Service, browser: Browser, login: Login
) -> None:
    await require(service, "UPDATE_PASSWORD")
    page = await first_step(browser, login)

    for fields in (
        {"step": "VERIFY_EMAIL"},
        {"step": "SECOND_FACTOR", "otp": "000000"},
        {"csrf": "0" * 64, "password-new": NEW, "password-confirm": NEW},
        {"cancel": "1"},
    ):
        answer = await browser.submit(page, fields)
        assert answer.status_code == 200
        assert "Choose a new password" in answer.text
    assert (await browser.ask(login, prompt="none")).headers["location"].count(
        "login_required"
    ) == 1


async def test_steps_without_a_sign_in_lead_back_to_it(
    browser: Browser, login: Login
) -> None:
    answer = await browser.http.get(STEPS, params=login.parameters())
    assert answer.status_code == 303
    assert "/protocol/openid-connect/auth?" in answer.headers["location"]

    assert (await browser.http.get(STEPS)).status_code == 400
    account = await browser.http.get(STEPS, params={"account": "1"})
    assert account.headers["location"] == "/realms/giroscope/account"


async def test_steps_send_nobody_to_a_foreign_address(
    service: Service, browser: Browser, login: Login
) -> None:
    await require(service, "UPDATE_PASSWORD")
    await first_step(browser, login)

    evil = login.parameters(redirect_uri="https://evil.example/")
    assert (await browser.http.get(STEPS, params=evil)).status_code == 400
    broken = login.parameters(code_challenge="x")
    answer = await browser.http.get(STEPS, params=broken)
    assert "error=invalid_request" in answer.headers["location"]


async def test_what_was_begun_is_forgotten_after_half_an_hour(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    await require(service, "UPDATE_PASSWORD")
    page = await first_step(browser, login)
    world.clock.advance(1_800)

    answer = await choose(browser, page)

    assert "Sign in to" in answer.text


async def test_disabled_meanwhile_means_no_session(
    service: Service, browser: Browser, login: Login
) -> None:
    user_id = await require(service, "UPDATE_PASSWORD")
    page = await first_step(browser, login)
    await service("PUT", f"/users/{user_id}", {"enabled": False})

    assert "Sign in to" in (await choose(browser, page)).text


async def test_of_two_that_finish_together_one_gets_a_session(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    user_id = await require(service, "UPDATE_PASSWORD")
    await first_step(browser, login)
    # An administrator lifts the duty while the page is open in two tabs.
    await service("PUT", f"/users/{user_id}", {"requiredActions": []})

    answers = await asyncio.gather(
        *(browser.http.get(STEPS, params=login.parameters()) for _ in range(2))
    )

    codes = ["code=" in answer.headers["location"] for answer in answers]
    assert sorted(codes) == [False, True]
    kinds = [event.kind for event in await world.events()]
    assert kinds.count("signed_in") == 1


async def test_account_page_asks_for_the_steps_too(
    service: Service, browser: Browser
) -> None:
    await require(service, "UPDATE_PASSWORD")
    page = await browser.http.get("/realms/giroscope/account")
    answer = await browser.submit(page, username="operator", password=PASSWORD)

    page = await browser.follow(answer)
    assert "Choose a new password" in page.text
    done = await choose(browser, page)

    assert "Oskar Operator" in done.text


async def test_duty_given_meanwhile_comes_before_the_next_code(
    service: Service,
    browser: Browser,
    another_login: Callable[..., Login],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    first = await browser.tokens()
    await require(service, "UPDATE_PASSWORD")

    silent = await browser.ask(another_login(), prompt="none")
    assert fragment(silent)["error"] == "interaction_required"
    login = another_login()
    page = await browser.follow(await browser.ask(login))
    answer = await choose(browser, page)

    tokens = await browser.exchange(login, fragment(answer)["code"])
    assert tokens.json()["session_state"] == first["session_state"]


async def test_application_asks_for_a_new_password(
    browser: Browser,
    another_login: Callable[..., Login],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    await browser.tokens()
    login = another_login()

    page = await browser.follow(await browser.ask(login, kc_action="UPDATE_PASSWORD"))
    assert "Cancel" in page.text
    answer = await choose(browser, page)

    told = fragment(answer)
    assert (told["kc_action"], told["kc_action_status"]) == (
        "UPDATE_PASSWORD",
        "success",
    )
    assert (await browser.exchange(login, told["code"])).status_code == 200


async def test_application_learns_that_the_person_did_not_want_to(
    browser: Browser,
    another_login: Callable[..., Login],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    await browser.tokens()

    page = await browser.follow(
        await browser.ask(another_login(), kc_action="CONFIGURE_TOTP")
    )
    answer = await browser.submit(page, cancel="1")

    assert fragment(answer)["kc_action_status"] == "cancelled"
    assert fragment(answer)["code"]


async def test_application_learns_of_an_action_that_is_none(
    browser: Browser, login: Login, fragment: Callable[[Response], dict[str, str]]
) -> None:
    page = await browser.ask(login, kc_action="delete_account")
    answer = await browser.submit(page, username="operator", password=PASSWORD)

    assert fragment(answer)["kc_action_status"] == "error"


async def test_old_sign_in_is_made_again_before_an_account_changes(
    browser: Browser, world: World, another_login: Callable[..., Login]
) -> None:
    await browser.tokens()
    world.clock.advance(301)

    page = await browser.ask(another_login(), kc_action="UPDATE_PASSWORD")

    assert "Sign in to" in page.text


async def test_mail_address_is_confirmed_before_the_session(
    service: Service,
    browser: Browser,
    world: World,
    login: Login,
    letters: Callable[[], list[EmailMessage]],
    fragment: Callable[[Response], dict[str, str]],
) -> None:
    user_id = await require(service, "VERIFY_EMAIL")
    page = await first_step(browser, login)
    await world.provider.background.finish()
    assert "operator@example.com" in page.text
    waiting = await browser.submit(page)
    assert "not confirmed yet" in waiting.text

    # The mail is read with another browser.
    elsewhere = world.browser()
    async with elsewhere.http:
        text = letters()[0].get_content()
        link = next(line for line in text.split() if "action-token" in line)
        done = await elsewhere.submit(await elsewhere.http.get(link))
        assert "All done" in done.text

    answer = await browser.follow(await browser.http.get(page.url))
    assert fragment(answer)["code"]
    person = (await service("GET", f"/users/{user_id}")).json()
    assert (person["emailVerified"], person["requiredActions"]) == (True, [])


async def test_mail_is_sent_again_but_not_without_end(
    service: Service,
    browser: Browser,
    world: World,
    login: Login,
    letters: Callable[[], list[EmailMessage]],
) -> None:
    await require(service, "VERIFY_EMAIL")
    page = await first_step(browser, login)
    # Looking again sends nothing.
    await world.provider.background.finish()
    await browser.http.get(page.url)

    said = [(await browser.submit(page, again="1")).text for _ in range(4)]
    await world.provider.background.finish()

    assert ["sent again" in text for text in said] == [True, True, False, False]
    assert "Too many mails" in said[-1]
    assert len(letters()) == 3
