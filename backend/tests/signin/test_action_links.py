"""Links in mails: sent, shown, used once, and only for what they were made for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from signin import session_alive
from signin.endpoints import forgotten
from signin.second_factors import add_factor, new_secret
from signin.tables import action_tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from email.message import EmailMessage

    from httpx2 import Response

    from .conftest import Browser, Login, Service, World

    Letters = Callable[[], list[EmailMessage]]

PASSWORD = "four calm indigo gyroscopes"
NEW = "seven quiet orbits at noon"
FORGOTTEN = "/realms/giroscope/login-actions/reset-credentials"


def link_in(letter: EmailMessage) -> str:
    return next(part for part in letter.get_content().split() if "action-token" in part)


async def sent(service: Service, *actions: str, **query: Any) -> Response:
    user_id = await service.id_of("operator")
    return await service(
        "PUT", f"/users/{user_id}/execute-actions-email", list(actions), **query
    )


async def forget(browser: Browser, username: str, **query: str) -> Response:
    page = await browser.http.get(FORGOTTEN, params=query)
    return await browser.submit(page, username=username)


async def test_mailed_link_leads_to_a_new_password(
    service: Service, browser: Browser, world: World, login: Login, letters: Letters
) -> None:
    tokens = await browser.tokens()
    answer = await sent(
        service,
        "UPDATE_PASSWORD",
        client_id="giroscope-console",
        redirect_uri="http://localhost:8087/",
    )
    assert answer.status_code == 204
    letter = letters()[0]
    assert letter["To"] == "operator@example.com"
    assert "your account needs you" in letter["Subject"]

    browser.http.cookies.clear()
    shown = await browser.http.get(link_in(letter))
    assert "Choose a new password" in shown.text
    page = await browser.follow(await browser.submit(shown))
    fields = {"password-new": NEW, "password-confirm": NEW}
    done = await browser.follow(await browser.submit(page, fields))

    assert "All done" in done.text
    assert 'href="http://localhost:8087/"' in done.text
    # A link is no sign-in.
    assert "SIGNIN_SESSION_giroscope" not in browser.http.cookies
    store = world.provider.store
    assert not await session_alive(store, "giroscope", tokens["session_state"])
    assert (await browser.sign_in(login, password=NEW)).status_code == 303


async def test_link_is_shown_any_number_of_times_and_used_once(
    service: Service, browser: Browser, letters: Letters
) -> None:
    await sent(service, "UPDATE_PASSWORD")
    link = link_in(letters()[0])
    pages = [await browser.http.get(link) for _ in range(3)]
    assert [page.status_code for page in pages] == [200, 200, 200]

    answers = await asyncio.gather(*(browser.submit(page) for page in pages))

    assert sorted(answer.status_code for answer in answers) == [303, 400, 400]
    dead = await browser.http.get(link)
    assert dead.status_code == 400
    assert "does not work any more" in dead.text


@pytest.mark.parametrize(
    "change",
    [
        {"enabled": False},
        {"email": "new@example.com"},
    ],
)
async def test_link_dies_when_the_person_changes(
    service: Service, browser: Browser, letters: Letters, change: dict[str, Any]
) -> None:
    await sent(service, "UPDATE_PASSWORD")
    page = await browser.http.get(link_in(letters()[0]))
    user_id = await service.id_of("operator")
    await service("PUT", f"/users/{user_id}", change)

    assert (await browser.submit(page)).status_code == 400
    assert (await browser.http.get(link_in(letters()[0]))).status_code == 400


async def test_link_dies_in_time(
    service: Service, browser: Browser, world: World, letters: Letters
) -> None:
    await sent(service, "UPDATE_PASSWORD", lifespan=600)
    link = link_in(letters()[0])

    world.clock.advance(599)
    page = await browser.http.get(link)
    assert page.status_code == 200
    world.clock.advance(1)
    assert (await browser.submit(page)).status_code == 400


@pytest.mark.parametrize("key", ["", "x", "x" * 4_000, "é", "../.."])
async def test_forged_links_are_dead(browser: Browser, key: str) -> None:
    address = "/realms/giroscope/login-actions/action-token"

    answer = await browser.http.get(address, params={"key": key})

    assert answer.status_code == 400


async def test_link_of_one_realm_is_nothing_in_another(
    service: Service, browser: Browser, letters: Letters
) -> None:
    await sent(service, "UPDATE_PASSWORD")
    link = link_in(letters()[0]).replace("/giroscope/", "/acme/")

    assert (await browser.http.get(link)).status_code == 400


async def test_form_of_another_browser_is_not_taken(
    service: Service, browser: Browser, world: World, letters: Letters
) -> None:
    await sent(service, "UPDATE_PASSWORD")
    page = await browser.http.get(link_in(letters()[0]))
    other = world.browser()
    async with other.http:
        answer = await other.submit(page)

    assert answer.status_code == 400
    assert (await browser.submit(page)).status_code == 303


async def test_only_the_hash_of_a_link_is_stored(
    service: Service, world: World, letters: Letters
) -> None:
    await sent(service, "UPDATE_PASSWORD")
    key = link_in(letters()[0]).rpartition("key=")[2]

    async with world.provider.store.reading() as db:
        row = (await db.execute(action_tokens.select())).one()
    assert key not in str(row)


async def test_link_gets_nobody_past_the_second_factor(
    service: Service, browser: Browser, world: World, letters: Letters
) -> None:
    async with world.provider.store.writing() as db:
        await add_factor(
            db,
            world.provider.keyring,
            await service.id_of("operator"),
            new_secret(),
            label="App",
            step=0,
            now=0,
        )
    await sent(service, "UPDATE_PASSWORD")

    shown = await browser.http.get(link_in(letters()[0]))
    page = await browser.follow(await browser.submit(shown))

    assert "One more step" in page.text
    fields = {"password-new": NEW, "password-confirm": NEW, "step": "UPDATE_PASSWORD"}
    assert "One more step" in (await browser.submit(page, fields)).text


async def test_letter_is_in_the_persons_language(
    service: Service, letters: Letters
) -> None:
    user_id = await service.id_of("operator")
    body = (await service("GET", f"/users/{user_id}")).json()
    await service("PUT", f"/users/{user_id}", body | {"attributes": {"locale": ["da"]}})

    await sent(service, "UPDATE_PASSWORD", "CONFIGURE_TOTP")

    letter = letters()[0]
    assert letter["Subject"] == "Giroscope: din konto har brug for dig"
    assert "Vælg en ny adgangskode" in letter.get_content()
    assert "Sæt en godkendelsesapp op" in letter.get_content()


@pytest.mark.parametrize(
    ("actions", "query", "message"),
    [
        (["DELETE_ACCOUNT"], {}, "Provided invalid required actions"),
        ([], {}, "Provided invalid required actions"),
        ([1], {}, "Provided invalid required actions"),
        (
            ["UPDATE_PASSWORD"],
            {"redirect_uri": "http://localhost:8087/"},
            "Client id missing",
        ),
        (["UPDATE_PASSWORD"], {"client_id": "other"}, "Client doesn't exist"),
        (
            ["UPDATE_PASSWORD"],
            {"client_id": "giroscope-console", "redirect_uri": "https://evil.example/"},
            "Invalid redirect uri.",
        ),
        (["UPDATE_PASSWORD"], {"lifespan": "0"}, "Invalid lifespan"),
    ],
)
async def test_impossible_mails_are_refused(
    service: Service,
    letters: Letters,
    actions: list[Any],
    query: dict[str, str],
    message: str,
) -> None:
    answer = await sent(service, *actions, **query)

    assert (answer.status_code, answer.json()) == (400, {"errorMessage": message})
    assert letters() == []


async def test_person_without_address_or_disabled_gets_no_mail(
    service: Service,
) -> None:
    user_id = await service.id_of("operator")
    await service("PUT", f"/users/{user_id}", {"enabled": False})
    disabled = await sent(service, "UPDATE_PASSWORD")
    await service("PUT", f"/users/{user_id}", {"email": ""})
    missing = await sent(service, "UPDATE_PASSWORD")

    assert disabled.json() == {"errorMessage": "User is disabled"}
    assert missing.json() == {"errorMessage": "User email missing"}


async def test_verification_is_sent_on_request(
    service: Service, browser: Browser, letters: Letters
) -> None:
    user_id = await service.id_of("operator")

    answer = await service("PUT", f"/users/{user_id}/send-verify-email")

    assert answer.status_code == 204
    page = await browser.http.get(link_in(letters()[0]))
    assert "All done" in (await browser.submit(page)).text
    person = (await service("GET", f"/users/{user_id}")).json()
    assert person["emailVerified"] is True
    claims = await browser.claims((await browser.tokens())["access_token"])
    assert claims["email_verified"] is True


async def test_forgotten_password_is_answered_alike_for_everybody(
    browser: Browser, world: World, letters: Letters
) -> None:
    answers = [
        await forget(browser, name)
        for name in ("operator", "nobody", "operator@example.com", "x" * 300)
    ]
    await world.provider.background.finish()

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert [letter["To"] for letter in letters()] == ["operator@example.com"] * 2


async def test_request_looks_up_nobody_before_it_answers(
    browser: Browser, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    def note(work: Any) -> None:
        begun.append(work)
        work.close()

    monkeypatch.setattr(type(world.provider.background), "start", lambda _, w: note(w))
    monkeypatch.setattr(forgotten, "user_by_name", None)

    for name in ("operator", "nobody"):
        assert (await forget(browser, name)).status_code == 200
    assert len(begun) == 2


@pytest.mark.parametrize("username", ["operator", "nobody"])
async def test_mailboxes_are_not_flooded(
    browser: Browser, world: World, letters: Letters, username: str
) -> None:
    answers = [await forget(browser, username) for _ in range(4)]
    await world.provider.background.finish()

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert "retry-after" in answers[-1].headers
    assert len(letters()) == (3 if username == "operator" else 0)


async def test_forgotten_password_leads_back_to_the_application(
    browser: Browser, world: World, login: Login, letters: Letters
) -> None:
    page = await browser.ask(login)
    assert "Forgotten your password?" in page.text

    await forget(browser, "operator", **login.parameters())
    await world.provider.background.finish()
    shown = await browser.http.get(link_in(letters()[0]))
    page = await browser.follow(await browser.submit(shown))
    fields = {"password-new": NEW, "password-confirm": NEW}
    done = await browser.follow(await browser.submit(page, fields))

    assert 'href="http://localhost:8087/"' in done.text


async def test_forgotten_password_leads_nowhere_else(
    browser: Browser, login: Login
) -> None:
    evil = login.parameters(redirect_uri="https://evil.example/")

    assert (await browser.http.get(FORGOTTEN, params=evil)).status_code == 400


async def test_form_without_its_token_sends_nothing(
    browser: Browser, world: World, letters: Letters
) -> None:
    answer = await browser.http.post(
        FORGOTTEN, data={"username": "operator", "csrf": "0" * 64}
    )
    await world.provider.background.finish()

    assert answer.status_code == 400
    assert letters() == []


async def test_disabled_person_gets_no_link(
    service: Service, browser: Browser, world: World, letters: Letters
) -> None:
    user_id = await service.id_of("operator")
    await service("PUT", f"/users/{user_id}", {"enabled": False})

    assert (await forget(browser, "operator")).status_code == 200
    await world.provider.background.finish()
    assert letters() == []


async def test_new_password_makes_older_links_worthless(
    service: Service, browser: Browser, letters: Letters
) -> None:
    for _ in range(2):
        await sent(service, "UPDATE_PASSWORD")
    first, second = (link_in(letter) for letter in letters())
    page = await browser.follow(await browser.submit(await browser.http.get(second)))
    fields = {"password-new": NEW, "password-confirm": NEW}
    await browser.submit(page, fields)

    assert (await browser.http.get(first)).status_code == 400
