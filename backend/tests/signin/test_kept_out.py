"""What an administrator does to keep somebody out leaves nothing that still opens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pyotp
import pytest

from signin.second_factors import add_factor, new_secret

if TYPE_CHECKING:
    from email.message import EmailMessage

    from httpx2 import Response

    from .conftest import Browser, Login, Service, World

    Letters = Callable[[], list[EmailMessage]]

PASSWORD = "four calm indigo gyroscopes"
NEW = "seven quiet orbits at noon"
CHOSEN = {"password-new": NEW, "password-confirm": NEW}

Measure = Callable[["Service", str], Awaitable[None]]


async def reset(service: Service, user_id: str) -> None:
    body = {"type": "password", "value": "nine other orbits at dusk"}
    answer = await service("PUT", f"/users/{user_id}/reset-password", body)
    assert answer.status_code == 204


async def sign_out(service: Service, user_id: str) -> None:
    assert (await service("POST", f"/users/{user_id}/logout")).status_code == 204


async def disable_for_a_moment(service: Service, user_id: str) -> None:
    for enabled in (False, True):
        answer = await service("PUT", f"/users/{user_id}", {"enabled": enabled})
        assert answer.status_code == 204


async def remove_credentials(service: Service, user_id: str) -> None:
    listed = (await service("GET", f"/users/{user_id}/credentials")).json()
    factors = [one["id"] for one in listed if one["type"] == "otp"]
    chosen = factors or [one["id"] for one in listed]
    for one in chosen:
        answer = await service("DELETE", f"/users/{user_id}/credentials/{one}")
        assert answer.status_code == 204


async def change_address(service: Service, user_id: str) -> None:
    body = {"email": "somewhere-else@example.com"}
    assert (await service("PUT", f"/users/{user_id}", body)).status_code == 204


MEASURES = [
    reset,
    sign_out,
    disable_for_a_moment,
    remove_credentials,
    change_address,
]


async def begun(service: Service, browser: Browser, login: Login) -> Response:
    """Give the right password, and stop where a new one is to be chosen."""
    user_id = await service.id_of("operator")
    duty = {"requiredActions": ["UPDATE_PASSWORD"]}
    await service("PUT", f"/users/{user_id}", duty)
    page = await browser.follow(await browser.sign_in(login))
    assert "Choose a new password" in page.text
    return page


@pytest.mark.parametrize("measure", MEASURES)
async def test_half_finished_sign_in_ends(
    service: Service, browser: Browser, login: Login, measure: Measure
) -> None:
    page = await begun(service, browser, login)

    await measure(service, await service.id_of("operator"))

    answer = await browser.follow(await browser.submit(page, CHOSEN))
    assert "Sign in to" in answer.text
    assert "SIGNIN_SESSION_giroscope" not in browser.http.cookies
    assert (await browser.sign_in(login, password=NEW)).status_code == 200


@pytest.mark.parametrize("measure", MEASURES)
async def test_mailed_link_dies(
    service: Service, browser: Browser, letters: Letters, measure: Measure
) -> None:
    user_id = await service.id_of("operator")
    address = f"/users/{user_id}/execute-actions-email"
    await service("PUT", address, ["UPDATE_PASSWORD"])
    text = letters()[0].get_content()
    link = next(part for part in text.split() if "action-token" in part)
    page = await browser.http.get(link)
    assert page.status_code == 200

    await measure(service, user_id)

    assert (await browser.submit(page)).status_code == 400
    assert (await browser.http.get(link)).status_code == 400


@pytest.mark.parametrize("measure", MEASURES)
async def test_steps_of_a_link_that_was_followed_end(
    service: Service, browser: Browser, letters: Letters, measure: Measure
) -> None:
    user_id = await service.id_of("operator")
    address = f"/users/{user_id}/execute-actions-email"
    await service("PUT", address, ["UPDATE_PASSWORD"])
    text = letters()[0].get_content()
    link = next(part for part in text.split() if "action-token" in part)
    page = await browser.follow(await browser.submit(await browser.http.get(link)))
    assert "Choose a new password" in page.text

    await measure(service, user_id)

    assert (await browser.submit(page, CHOSEN)).status_code == 400


async def test_code_of_a_factor_taken_away_opens_nothing(
    service: Service, browser: Browser, world: World, login: Login
) -> None:
    user_id = await service.id_of("operator")
    secret = new_secret()
    async with world.provider.store.writing() as db:
        await add_factor(
            db, world.provider.keyring, user_id, secret,
            label="Phone", step=0, now=int(world.clock()),
        )  # fmt: skip
    duty = {"requiredActions": ["UPDATE_PASSWORD"]}
    await service("PUT", f"/users/{user_id}", duty)
    asked = await browser.follow(await browser.sign_in(login))
    code = pyotp.TOTP(secret).at(int(world.clock()))
    page = await browser.follow(await browser.submit(asked, otp=code))
    assert "Choose a new password" in page.text

    await remove_credentials(service, user_id)

    answer = await browser.follow(await browser.submit(page, CHOSEN))
    assert "Sign in to" in answer.text
    assert (await browser.sign_in(login, password=NEW)).status_code == 200


async def test_only_the_persons_own_is_ended(
    service: Service, browser: Browser, login: Login
) -> None:
    page = await begun(service, browser, login)

    for measure in MEASURES:
        await measure(service, await service.id_of("viewer"))

    await browser.follow(await browser.submit(page, CHOSEN))
    assert "SIGNIN_SESSION_giroscope" in browser.http.cookies


async def test_steps_within_a_session_end_with_it(
    service: Service, browser: Browser, another_login: Callable[..., Login]
) -> None:
    tokens = await browser.tokens()
    asked = await browser.ask(another_login(), kc_action="UPDATE_PASSWORD")
    page = await browser.follow(asked)
    assert "Choose a new password" in page.text

    ended = await service("DELETE", f"/sessions/{tokens['session_state']}")
    assert ended.status_code == 204

    answer = await browser.follow(await browser.submit(page, CHOSEN))
    assert "Sign in to" in answer.text
    old = await browser.sign_in(another_login(), password=PASSWORD)
    assert old.status_code == 303


async def test_steps_within_a_session_are_not_for_the_next_person(
    browser: Browser, another_login: Callable[..., Login]
) -> None:
    tokens = await browser.tokens()
    asked = await browser.ask(another_login(), kc_action="UPDATE_PASSWORD")
    page = await browser.follow(asked)
    await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": tokens["id_token"]}
    )
    await browser.tokens("viewer")

    answer = await browser.submit(page, CHOSEN)

    assert "/protocol/openid-connect/auth?" in answer.headers["location"]
    browser.http.cookies.clear()
    assert (await browser.sign_in(another_login())).status_code == 303
