"""Guessing gets slower, for names that exist or not, and never stops for good."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from signin.devices import device_of, with_device
from signin.throttle import PER_ACCOUNT, PER_ADDRESS, PER_NAME, address_throttle

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from .conftest import Browser, Login, Service, World


async def fail(
    browser: Browser, login: Login, username: str = "operator", times: int = 1
) -> Response:
    for _ in range(times):
        answer = await browser.sign_in(login, username, "wrong")
    return answer


def close(browser: Browser) -> None:
    """Forget what a browser forgets when it is closed: the session, not the mark."""
    for cookie in [*browser.http.cookies.jar]:
        if cookie.name.startswith("SIGNIN_SESSION"):
            browser.http.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)


@pytest.mark.parametrize("username", ["operator", "nobody"])
async def test_sixth_failure_makes_the_next_wait(
    browser: Browser, login: Login, username: str
) -> None:
    assert (await fail(browser, login, username, times=6)).status_code == 200

    answer = await fail(browser, login, username)

    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "5"
    assert "Try again in 5 seconds" in answer.text


async def test_right_password_made_too_early_is_refused(
    browser: Browser, world: World, login: Login
) -> None:
    await fail(browser, login, times=6)

    assert (await browser.sign_in(login)).status_code == 429
    world.clock.advance(5)
    assert (await browser.sign_in(login)).status_code == 303


async def test_success_starts_the_count_anew(
    browser: Browser, login: Login, world: World
) -> None:
    await fail(browser, login, times=5)
    assert (await browser.sign_in(login)).status_code == 303
    other = world.browser()
    async with other.http:
        assert (await fail(other, login, times=5)).status_code == 200
        assert (await other.sign_in(login)).status_code == 303


async def test_wait_doubles_up_to_five_minutes(
    browser: Browser, world: World, login: Login
) -> None:
    await fail(browser, login, times=6)
    waits = []
    for _ in range(8):
        answer = await fail(browser, login)
        waits.append(int(answer.headers["retry-after"]))
        world.clock.advance(waits[-1])
        assert (await fail(browser, login)).status_code == 200

    assert waits == [5, 10, 20, 40, 80, 160, 300, 300]


async def test_quiet_hour_forgets_failures(
    browser: Browser, world: World, login: Login
) -> None:
    await fail(browser, login, times=5)
    world.clock.advance(3_600)

    assert (await fail(browser, login, times=5)).status_code == 200


async def test_other_people_are_not_held_up(browser: Browser, login: Login) -> None:
    await fail(browser, login, times=7)

    assert (await browser.sign_in(login, "viewer")).status_code == 303


async def test_address_trying_many_names_is_held_up(
    world: World, browser: Browser, login: Login
) -> None:
    for number in range(31):
        await fail(browser, login, f"guess-{number}")

    assert (await browser.sign_in(login, "viewer")).status_code == 429
    elsewhere = world.browser("203.0.113.9")
    async with elsewhere.http:
        assert (await elsewhere.sign_in(login, "viewer")).status_code == 303


async def test_guesses_at_a_name_make_nobody_wait_elsewhere(
    world: World, login: Login
) -> None:
    """Whoever knows an approver's name keeps them out of nothing."""
    stranger, approver = world.browser("203.0.113.9"), world.browser("198.51.100.7")
    async with stranger.http, approver.http:
        assert (await fail(stranger, login, "approver", 11)).status_code == 429
        assert (await approver.sign_in(login, "approver")).status_code == 303


async def test_guesses_from_many_places_wait_for_one_another(
    world: World, login: Login
) -> None:
    for number in range(PER_NAME.free // 5 + 1):
        guesser = world.browser(f"203.0.113.{number}")
        async with guesser.http:
            answer = await fail(guesser, login, times=5)
    assert answer.status_code == 429
    fresh = world.browser("198.51.100.7")
    async with fresh.http:
        assert (await fail(fresh, login)).status_code == 429


async def test_a_known_browser_gets_its_turn_whoever_guesses(
    world: World, browser: Browser, login: Login
) -> None:
    """From the same office, at the same name, and from everywhere."""
    assert (await browser.sign_in(login)).status_code == 303
    close(browser)
    colleague = world.browser()
    async with colleague.http:
        for number in range(31):
            await fail(colleague, login, f"guess-{number}")
        assert (await fail(colleague, login)).status_code == 429
    for number in range(PER_NAME.free // 5 + 1):
        guesser = world.browser(f"203.0.113.{number}")
        async with guesser.http:
            await fail(guesser, login, times=5)

    assert (await browser.sign_in(login)).status_code == 303
    close(browser)
    # It is known for who has used it, and for nobody else.
    assert (await fail(browser, login, "viewer")).status_code == 429


async def test_a_known_browser_waits_for_its_own_failures(
    world: World, browser: Browser, login: Login
) -> None:
    assert (await browser.sign_in(login)).status_code == 303
    close(browser)
    assert (await fail(browser, login, times=6)).status_code == 200
    assert (await browser.sign_in(login)).status_code == 429
    elsewhere = world.browser("198.51.100.7")
    async with elsewhere.http:
        assert (await elsewhere.sign_in(login)).status_code == 303
    world.clock.advance(5)
    assert (await browser.sign_in(login)).status_code == 303


def test_a_mark_is_of_one_person_in_one_tenant_and_cannot_be_made_up() -> None:
    key = b"k" * 32
    cookie = with_device(key, "giroscope", "u1", None)
    mark = device_of(key, "giroscope", "u1", cookie)
    assert mark == cookie
    for made_up in (None, "", "~", ".", "a.b~c.d", f"x{cookie}", cookie[:-1]):
        assert device_of(key, "giroscope", "u1", made_up) is None
    assert device_of(key, "acme", "u1", cookie) is None
    assert device_of(key, "giroscope", "u2", cookie) is None
    assert device_of(b"x" * 32, "giroscope", "u1", cookie) is None
    assert with_device(key, "giroscope", "u1", cookie) == cookie

    for number in range(2, 5):
        cookie = with_device(key, "giroscope", f"u{number}", cookie)
    assert device_of(key, "giroscope", "u1", cookie) == mark
    cookie = with_device(key, "giroscope", "u5", cookie)
    assert device_of(key, "giroscope", "u1", cookie) is None, "four people share one"
    assert len(cookie) < 600


async def test_burst_of_guesses_barely_overruns_the_limit(
    browser: Browser, world: World, login: Login
) -> None:
    page = await browser.ask(login)
    answers = await asyncio.gather(
        *(
            browser.submit(page, username="operator", password=f"guess {n}")
            for n in range(40)
        )
    )

    looked_at = [answer for answer in answers if answer.status_code == 200]
    free = PER_ACCOUNT.free + 1
    assert free <= len(looked_at) <= free + world.settings.hash_cost.threads


async def test_realms_count_separately(
    browser: Browser, login: Login, another_login: Callable[..., Login]
) -> None:
    await fail(browser, login, times=7)

    assert (await browser.sign_in(another_login(realm="acme"))).status_code == 303


async def test_name_without_account_or_password_costs_a_hash_too(
    browser: Browser,
    world: World,
    login: Login,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await service("POST", "/users", {"username": "passwordless", "enabled": True})
    hashes = []
    hasher = world.provider.passwords
    verify = hasher._matches
    monkeypatch.setattr(
        hasher,
        "_matches",
        lambda stored, text: hashes.append(stored) or verify(stored, text),
    )
    await fail(browser, login, "operator")
    await fail(browser, login, "nobody")
    await fail(browser, login, "passwordless")

    assert len(hashes) == 3
    assert len({tuple(stored.split("$")[:4]) for stored in hashes}) == 1


async def test_mail_address_is_no_second_set_of_guesses(
    browser: Browser, login: Login, service: Service
) -> None:
    await fail(browser, login, times=6)

    # Its wait is not told either, or it would tell whose address this is.
    answer = await browser.sign_in(login, "operator@example.com")
    assert answer.status_code == 200
    assert "not right" in answer.text
    user_id = await service.id_of("operator")
    address = f"/attack-detection/brute-force/users/{user_id}"
    assert (await service("GET", address)).json()["numFailures"] == 7


async def test_success_by_mail_address_starts_both_counts_anew(
    browser: Browser, world: World, login: Login
) -> None:
    await fail(browser, login, times=3)
    await fail(browser, login, "operator@example.com", times=2)
    assert (await browser.sign_in(login, "operator@example.com")).status_code == 303
    other = world.browser()
    async with other.http:
        assert (await fail(other, login, times=6)).status_code == 200


def test_subscriber_with_ipv6_has_one_count() -> None:
    one = address_throttle("giroscope", "2001:db8:1:2::1")
    assert one == address_throttle("giroscope", "2001:db8:1:2:ffff::9")
    assert one != address_throttle("giroscope", "2001:db8:1:3::1")
    assert address_throttle("giroscope", "unknown") != one


def test_wait_never_overflows() -> None:
    assert PER_ACCOUNT.wait_after(10_000) == PER_ACCOUNT.longest_wait
    assert PER_ADDRESS.wait_after(PER_ADDRESS.free) == 0


async def test_failures_say_when_the_next_attempt_may_come(
    browser: Browser, world: World, login: Login
) -> None:
    await fail(browser, login, times=8)

    failures = [
        event for event in await world.events() if event.kind == "sign_in_failed"
    ]
    assert [event.detail for event in failures] == [""] * 5 + ["next attempt in 5 s"]
