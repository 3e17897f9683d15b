"""Forms belong to the session they were made in, and a duty is not cancelled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from signin.endpoints.step_forms import Step
from signin.parameters import Parameters
from signin.pending_sign_ins import Pending, Purpose
from signin.tables import users
from signin.users import User

Browser = Any
PASSWORD = "four calm indigo gyroscopes"


async def test_a_form_of_the_person_before_changes_nobodys_account(
    browser: Browser,
    another_login: Callable[..., Any],
    form: Callable[[Any], tuple[str, dict[str, str]]],
) -> None:
    await browser.sign_in(another_login(), "operator")
    old = await browser.http.get(browser.path("account"))
    _, hidden = form(old)
    await browser.http.get(browser.path("account"))
    again = await browser.ask(another_login(), prompt="login")
    await browser.submit(again, username="approver", password=PASSWORD)
    new = "five slow violet astrolabes"
    answer = await browser.http.post(
        browser.path("account/password"),
        data=hidden | {"current-password": PASSWORD, "new-password": new,
                       "repeat-password": new},
    )  # fmt: skip
    assert answer.status_code == 303
    assert "done=" not in answer.headers["location"]
    page = await browser.ask(another_login(), prompt="login")
    kept = await browser.submit(page, username="approver", password=PASSWORD)
    assert kept.is_redirect


def _user(*duties: str) -> User:
    return User(
        id="u", realm="giroscope", username="u", given_name="", family_name="",
        email="", email_verified=False, password_hash=None, enabled=True, created_at=0,
        password_changed_at=0, required_actions=duties, attributes={}, roles=(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "duties", "purpose", "may"),
    [
        (("UPDATE_PASSWORD",), (), Purpose.IN_SESSION, True),
        (("UPDATE_PASSWORD",), (), Purpose.SIGN_IN, True),
        (("UPDATE_PASSWORD",), (), Purpose.LINK, False),
        (("UPDATE_PASSWORD",), ("UPDATE_PASSWORD",), Purpose.SIGN_IN, False),
        ((), ("UPDATE_PASSWORD",), Purpose.SIGN_IN, False),
        (("CONFIGURE_TOTP",), (), Purpose.IN_SESSION, False),
    ],
)
def test_only_what_the_application_alone_asked_for_is_cancelled(
    asked: tuple[str, ...], duties: tuple[str, ...], purpose: Purpose, may: bool
) -> None:
    pending = Pending(
        secret_hash="x", user_id="u", purpose=purpose, actions=asked,
        needs_second_factor=False, client_id="", redirect_uri="",
    )  # fmt: skip
    nobody: Any = None
    step = Step(
        call=nobody, user=_user(*duties), pending=pending, name="UPDATE_PASSWORD",
        address="", sent=Parameters({}),
    )  # fmt: skip
    assert step.may_cancel is may


@pytest.mark.parametrize(
    ("needs_code", "actions", "duties", "purpose", "step"),
    [
        (True, ("UPDATE_PASSWORD",), (), Purpose.LINK, "SECOND_FACTOR"),
        (True, (), ("VERIFY_EMAIL",), Purpose.SIGN_IN, "SECOND_FACTOR"),
        (False, ("UPDATE_PASSWORD",), ("VERIFY_EMAIL",), Purpose.SIGN_IN,
         "VERIFY_EMAIL"),
        (False, ("UPDATE_PASSWORD",), ("VERIFY_EMAIL",), Purpose.LINK,
         "UPDATE_PASSWORD"),
        (False, (), ("VERIFY_EMAIL", "CONFIGURE_TOTP"), Purpose.SIGN_IN,
         "CONFIGURE_TOTP"),
        (False, (), (), Purpose.SIGN_IN, None),
        (False, (), ("VERIFY_EMAIL",), Purpose.LINK, None),
    ],
)  # fmt: skip
def test_a_code_comes_first_then_duties_then_what_was_asked_for(
    needs_code: bool,
    actions: tuple[str, ...],
    duties: tuple[str, ...],
    purpose: Purpose,
    step: str | None,
) -> None:
    pending = Pending(
        secret_hash="x", user_id="u", purpose=purpose, actions=actions,
        needs_second_factor=needs_code, client_id="", redirect_uri="",
    )  # fmt: skip
    assert pending.next_step(_user(*duties)) == step


async def test_a_link_dies_with_its_address_even_while_it_is_shown(
    world: Any, browser: Browser, service: Any, letters: Callable[[], list[Any]]
) -> None:
    user_id = await service.id_of("operator")
    await service("PUT", f"/users/{user_id}/execute-actions-email", ["UPDATE_PASSWORD"])
    (letter,) = letters()
    link = next(one for one in letter.get_content().split() if "action-token" in one)
    page = await browser.http.get(link)
    # However it came to change: nobody made the link void.
    async with world.provider.store.writing() as db:
        await db.execute(
            update(users).where(users.c.id == user_id).values(email="new@example.com")
        )
    assert (await browser.submit(page)).status_code == 400
