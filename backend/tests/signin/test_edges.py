"""To the second, to the letter and to the realm: where what is good ends being so."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from signin import ensure_service_client
from signin.action_links import link_of, make_link, use_link
from signin.endpoints.authorization_request import AuthorizationRequest
from signin.grants import (
    CodeRequest,
    Grant,
    Replay,
    challenge_of,
    issue_code,
    redeem_code,
    redeem_refresh_token,
    store_refresh_token,
)
from signin.passwords import PasswordFlaw, flaw_of
from signin.pending_sign_ins import Purpose, begin_pending, end_pending, pending_of
from signin.redirects import RedirectRules
from signin.second_factors import (
    add_factor,
    factors_of,
    make_recovery_codes,
    new_secret,
    recovery_codes_left,
    remove_factor,
    spend_recovery_code,
)
from signin.service_clients import SERVICE_CLIENT, is_secret_of
from signin.sessions import (
    EndReason,
    Origin,
    Session,
    end_session,
    end_sessions_of,
    session_by_cookie,
    session_by_sid,
    sessions_of,
    start_session,
    touch_session,
)
from signin.settings import Lifetimes
from signin.throttle import (
    count_failure,
    failures_of,
    forget_failures,
    place_throttle,
    seconds_to_wait,
)
from signin.tokens import TokenMint, TokenSubject
from signin.users import User, require_actions, user_by_name

World = Any
Browser = Any
NOW = 1_790_000_000
HERE = Origin("127.0.0.1", "a browser")
LIVES = Lifetimes(access=60, idle=600, session=3_600)
CONSOLE = "http://localhost:8087/"
VERIFIER = "v" * 43
ASKED = CodeRequest(
    client_id="giroscope-console", redirect_uri=CONSOLE,
    challenge=challenge_of(VERIFIER), nonce=None, scope="openid",
)  # fmt: skip


async def _user(db: Any, name: str = "operator", realm: str = "giroscope") -> User:
    user = await user_by_name(db, realm, name)
    assert user is not None
    return user


async def _session(
    db: Any, name: str = "operator", realm: str = "giroscope"
) -> tuple[Session, str]:
    user = await _user(db, name, realm)
    return await start_session(db, realm, user.id, HERE, LIVES, now=NOW)


async def _redeem(db: Any, code: str, **changes: Any) -> Any:
    asked = {
        "client_id": "giroscope-console", "redirect_uri": CONSOLE,
        "verifier": VERIFIER, "now": NOW,
    } | changes  # fmt: skip
    return await redeem_code(db, asked.pop("realm", "giroscope"), code, **asked)


@pytest.mark.parametrize(("after", "is_good"), [(0, True), (59, True), (60, False)])
async def test_a_code_counts_until_it_expires(
    world: World, after: int, is_good: bool
) -> None:
    async with world.provider.store.writing() as db:
        session, _ = await _session(db)
        code = await issue_code(db, session.sid, ASKED, expires_at=NOW + 60)
        grant = await _redeem(db, code, now=NOW + after)
    assert isinstance(grant, Grant) is is_good


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "other"}, {"redirect_uri": f"{CONSOLE}x"},
        {"verifier": "w" * 43}, {"realm": "acme"},
    ],
)  # fmt: skip
async def test_a_code_is_for_what_it_was_asked_for(
    world: World, changes: dict[str, str]
) -> None:
    async with world.provider.store.writing() as db:
        session, _ = await _session(db)
        code = await issue_code(db, session.sid, ASKED, expires_at=NOW + 60)
        assert await _redeem(db, code, **changes) is None
        again = await _redeem(db, code)
    # Whoever tried it has spent it, but at another realm's address nobody can.
    assert isinstance(again, Grant) is ("realm" in changes)


@pytest.mark.parametrize(("after", "is_good"), [(0, True), (59, True), (60, False)])
async def test_a_refresh_token_counts_until_it_expires(
    world: World, after: int, is_good: bool
) -> None:
    async with world.provider.store.writing() as db:
        session, _ = await _session(db)
        code = await issue_code(db, session.sid, ASKED, expires_at=NOW + 60)
        grant = await _redeem(db, code)
        await store_refresh_token(db, grant.family_id, "t", expires_at=NOW + 60)
        assert await redeem_refresh_token(db, "acme", "t", now=NOW) is None
        found = await redeem_refresh_token(db, "giroscope", "t", now=NOW + after)
    assert isinstance(found, Grant) is is_good


async def test_what_a_replayed_code_had_given_is_refreshed_no_more(
    world: World,
) -> None:
    async with world.provider.store.writing() as db:
        session, _ = await _session(db)
        code = await issue_code(db, session.sid, ASKED, expires_at=NOW + 60)
        grant = await _redeem(db, code)
        await store_refresh_token(db, grant.family_id, "t", expires_at=NOW + 60)
        assert isinstance(await _redeem(db, code), Replay)
        assert await redeem_refresh_token(db, "giroscope", "t", now=NOW) is None


async def test_a_session_ends_by_idleness_and_at_its_longest(world: World) -> None:
    async with world.provider.store.writing() as db:
        session, cookie = await _session(db)

        async def lives(after: int, realm: str = "giroscope") -> bool:
            now = NOW + after
            by_sid = await session_by_sid(db, realm, session.sid, now=now)
            by_cookie = await session_by_cookie(db, realm, cookie, now=now)
            listed = await sessions_of(db, realm, session.user_id, now=now)
            found = {bool(by_sid), bool(by_cookie), session in listed}
            assert len(found) == 1
            return found.pop()

        assert await lives(599)
        assert not await lives(600)
        assert not await lives(0, "acme")
        # Each use postpones the idle end, and never the last one.
        for after in range(500, 3_600, 500):
            await touch_session(db, session.sid, LIVES, now=NOW + after)
        listed = await session_by_sid(db, "giroscope", session.sid, now=NOW + 3_599)
        assert listed is not None
        assert await session_by_sid(db, "giroscope", session.sid, now=NOW + 3600) is (
            None
        )


async def test_sessions_of_one_person_end_and_no_others(world: World) -> None:
    async with world.provider.store.writing() as db:
        own, kept = (await _session(db))[0], (await _session(db))[0]
        other, _ = await _session(db, "approver")
        await end_sessions_of(
            db, own.user_id, EndReason.ENDED_BY_USER, now=NOW, keep=kept.sid
        )
        living = [
            bool(await session_by_sid(db, "giroscope", one.sid, now=NOW))
            for one in (own, kept, other)
        ]
        assert living == [False, True, True]
        assert await end_session(db, kept.sid, EndReason.SIGNED_OUT, now=NOW)
        assert not await end_session(db, kept.sid, EndReason.SIGNED_OUT, now=NOW)


async def test_a_wait_lasts_to_its_last_second(world: World) -> None:
    throttle = place_throttle("giroscope", "operator", "127.0.0.1")
    async with world.provider.store.writing() as db:
        waits = [await count_failure(db, (throttle,), now=NOW) for _ in range(7)]
        assert waits == [0, 0, 0, 0, 0, 5, 10]
        left = [
            await seconds_to_wait(db, (throttle,), now=NOW + after)
            for after in (0, 9, 10, 11)
        ]
        assert left == [10, 1, 0, 0]
        assert await failures_of(db, throttle, now=NOW + 3_599) == (7, NOW + 10)
        assert await failures_of(db, throttle, now=NOW + 3_600) == (0, 0)
        await forget_failures(db, throttle)
        assert await seconds_to_wait(db, (throttle,), now=NOW) == 0


async def test_second_factors_and_recovery_codes_are_their_persons(
    world: World,
) -> None:
    keyring = world.provider.keyring
    async with world.provider.store.writing() as db:
        one, other = await _user(db), await _user(db, "approver")
        assert await add_factor(
            db, keyring, one.id, new_secret(), label="", step=1, now=NOW
        )
        (factor,) = await factors_of(db, one.id)
        code, *_ = await make_recovery_codes(db, keyring, one.id, now=NOW)
        assert not await remove_factor(db, other.id, factor.id)
        assert len(await factors_of(db, one.id)) == 1
        assert not await spend_recovery_code(db, keyring, other.id, code, now=NOW)
        assert await recovery_codes_left(db, one.id) == 10
        spent = [
            await spend_recovery_code(db, keyring, one.id, code, now=NOW)
            for _ in range(2)
        ]
        assert spent == [True, False]
        assert await remove_factor(db, one.id, factor.id)
        assert await recovery_codes_left(db, one.id) == 0, "the last one takes them"


@pytest.mark.parametrize(
    ("realm", "after", "is_there"),
    [("giroscope", 1_799, True), ("giroscope", 1_800, False), ("acme", 0, False)],
)
async def test_what_was_begun_is_there_for_half_an_hour_in_its_realm(
    world: World, realm: str, after: int, is_there: bool
) -> None:
    async with world.provider.store.writing() as db:
        user = await _user(db)
        secret = await begin_pending(
            db, user, Purpose.SIGN_IN, needs_second_factor=False, now=NOW
        )
        found = await pending_of(db, realm, secret, now=NOW + after)
        assert (found is not None) is is_there
        assert await pending_of(db, realm, "", now=NOW) is None
        if found is not None:
            assert await end_pending(db, found)
            assert not await end_pending(db, found)


@pytest.mark.parametrize(
    ("realm", "after", "is_good"),
    [("giroscope", 59, True), ("giroscope", 60, False), ("acme", 0, False)],
)
async def test_a_link_is_good_in_its_realm_until_it_expires_and_once(
    world: World, realm: str, after: int, is_good: bool
) -> None:
    async with world.provider.store.writing() as db:
        user = await _user(db)
        key = await make_link(db, user, ["UPDATE_PASSWORD"], expires_at=NOW + 60)
        shown = await link_of(db, realm, key, now=NOW + after)
        used = [await use_link(db, realm, key, now=NOW + after) for _ in range(2)]
    assert [one is not None for one in (shown, *used)] == [is_good, is_good, False]


@pytest.mark.parametrize(
    ("prompts", "action", "max_age", "age", "is_enough"),
    [
        ((), None, None, 10**6, True),
        ((), None, 60, 60, True),
        ((), None, 60, 61, False),
        ((), None, 0, 0, True),
        ((), None, 0, 1, False),
        (("login",), None, None, 0, False),
        (("select_account",), None, None, 0, False),
        (("none",), None, None, 0, True),
        ((), "UPDATE_PASSWORD", None, 300, True),
        ((), "UPDATE_PASSWORD", None, 301, False),
        ((), "CONFIGURE_TOTP", None, 301, False),
        ((), "made up", None, 301, True),
    ],
)
def test_an_earlier_sign_in_is_enough_as_long_as_it_is_fresh(
    prompts: tuple[str, ...],
    action: str | None,
    max_age: int | None,
    age: int,
    is_enough: bool,
) -> None:
    asked = AuthorizationRequest(
        code=ASKED, prompts=frozenset(prompts), max_age=max_age, login_hint="",
        action=action,
    )  # fmt: skip
    assert asked.is_satisfied_by(NOW, NOW + age) is is_enough


@pytest.mark.parametrize(
    ("password", "flaw"),
    [
        ("calm indigo", PasswordFlaw.TOO_SHORT),
        ("calm indigoz", None),
        ("q7 " + "xk!v" * 63 + "z", None),
        ("q7 " + "xk!v" * 63 + "zz", PasswordFlaw.TOO_LONG),
        ("my OPERATOR gyro", PasswordFlaw.CONTAINS_NAME),
        ("a Giroscope here", PasswordFlaw.CONTAINS_NAME),
        ("aaaaaaaaaaaaaa", PasswordFlaw.TOO_COMMON),
        ("abcdabcdabcdab", PasswordFlaw.TOO_COMMON),
        ("012345678901", PasswordFlaw.TOO_COMMON),
        ("nmlkjihgfedcba", PasswordFlaw.TOO_COMMON),
        ("password1234", PasswordFlaw.TOO_COMMON),
    ],
)
def test_a_password_is_as_good_as_its_rule(
    password: str, flaw: PasswordFlaw | None
) -> None:
    assert flaw_of(password, username="Operator", branding="Giroscope") is flaw


RULES = RedirectRules(("https://{realm}.example.com/*", "http://localhost:8087/one"))


@pytest.mark.parametrize(
    ("uri", "is_allowed"),
    [
        ("https://acme.example.com/", True),
        ("https://acme.example.com", True),
        ("https://acme.example.com:443/a/b?c=d", True),
        ("http://localhost:8087/one", True),
        ("http://localhost:8087/one/", False),
        ("http://localhost:8087/", False),
        ("https://other.example.com/", False),
        ("http://acme.example.com/", False),
        ("https://acme.example.com:444/", False),
        ("https://acme.example.com.evil.com/", False),
        ("https://acme.example.com@evil.com/", False),
        ("https://acme.example.com/../x", False),
        ("https://acme.example.com/%2e%2e/x", False),
        ("https://acme.example.com/%252e%252e/x", False),
        ("https://acme.example.com/./x", False),
        ("https://acme.example.com/a\\b", False),
        ("https://acme.example.com/#a", False),
        ("https://acme.example.com/\u00e6", False),
        ("https://acme.example.com/" + "x" * 1975, True),
        ("https://acme.example.com/" + "x" * 1976, False),
        ("javascript:alert(1)", False),
        ("//acme.example.com/", False),
        ("", False),
    ],
)
def test_a_browser_is_sent_only_where_the_realm_is_at_home(
    uri: str, is_allowed: bool
) -> None:
    assert RULES.allow(uri, "acme") is is_allowed


async def _minted(world: World, **changes: Any) -> Any:
    """Tokens of a session that a provider of other settings would make."""
    provider = world.provider
    mint = TokenMint(replace(provider.settings, **changes), provider.keyring)
    async with provider.store.writing() as db:
        session, _ = await _session(db)
        user = await _user(db)
    subject = TokenSubject(
        user=user, session=session, issuer="https://id.test/realms/giroscope",
        scope="openid", nonce="n",
    )  # fmt: skip
    return await mint.issue(subject, LIVES, now=NOW)


async def test_a_hint_is_an_id_token_of_this_client_and_realm(world: World) -> None:
    read = world.provider.tokens.read_id_token_hint
    own, other = await _minted(world), await _minted(world, client_id="other")
    issuer = "https://id.test/realms/giroscope"
    assert (await read("giroscope", issuer, own.id_token))["sub"]
    for realm, name, token in (
        ("giroscope", issuer, other.id_token), ("giroscope", issuer, own.access_token),
        ("giroscope", issuer, own.refresh_token),
        ("giroscope", "https://id.test/realms/acme", own.id_token),
        ("acme", issuer, own.id_token), ("giroscope", issuer, own.id_token + "x"),
    ):  # fmt: skip
        assert await read(realm, name, token) is None


@pytest.mark.parametrize(("after", "is_good"), [(0, True), (59, True), (60, False)])
async def test_an_access_token_counts_until_it_expires(
    world: World, after: int, is_good: bool
) -> None:
    tokens, issuer = await _minted(world), "https://id.test/realms/giroscope"
    for read in (
        world.provider.tokens.read_access_token,
        world.provider.tokens.read_bearer_token,
    ):
        now = NOW + after
        found = await read("giroscope", issuer, tokens.access_token, now=now)
        assert (found is not None) is is_good
        for realm, name in (("giroscope", "https://x.test"), ("acme", issuer)):
            assert await read(realm, name, tokens.access_token, now=now) is None
        assert await read("giroscope", issuer, tokens.id_token, now=now) is None


@pytest.mark.parametrize(
    ("used_at", "access", "refresh"), [(0, 60, 600), (3_000, 60, 600), (3_570, 30, 30)]
)
async def test_no_token_lives_longer_than_its_session(
    world: World, used_at: int, access: int, refresh: int
) -> None:
    provider = world.provider
    async with provider.store.writing() as db:
        session, _ = await _session(db)
        user = await _user(db)
    subject = TokenSubject(
        user=user, session=session, issuer="https://id.test", scope="openid"
    )
    made = await provider.tokens.issue(subject, LIVES, now=NOW + used_at)
    assert (made.access_lifetime, made.refresh_lifetime) == (access, refresh)


async def test_the_secret_of_one_realm_is_none_of_another(world: World) -> None:
    secret = "another-secret-of-forty-characters-00000"
    await ensure_service_client(world.provider, "acme", secret)
    async with world.provider.store.reading() as db:
        found = {
            (realm, client): await is_secret_of(db, realm, client, secret)
            for realm in ("acme", "giroscope")
            for client in (SERVICE_CLIENT, "other")
        }
    assert [key for key, is_right in found.items() if is_right] == [
        ("acme", SERVICE_CLIENT)
    ]


def _types(page: Any) -> dict[str, str]:
    """The type of every field of a page that could hold a secret."""
    fields = re.findall(r"<input\b[^>]*>", page.text)
    found = {}
    for one in fields:
        name, kind = (
            re.search(rf'\b{what}="([^"]*)"', one) for what in ("name", "type")
        )
        if name and kind and "password" in name[1]:
            found[name[1]] = kind[1]
    return found


async def test_no_page_shows_a_password_as_it_is_typed(
    browser: Browser, world: World, another_login: Callable[..., Any]
) -> None:
    assert _types(await browser.ask(another_login())) == {"password": "password"}
    door = await browser.http.get(browser.path("account"))
    assert _types(door) == {"password": "password"}
    async with world.provider.store.writing() as db:
        user = await _user(db, "approver")
        await require_actions(db, user, add=["UPDATE_PASSWORD"])
    steps = await browser.follow(await browser.sign_in(another_login(), "approver"))
    assert _types(steps) == {"password-new": "password", "password-confirm": "password"}
    await browser.sign_in(another_login())
    account = await browser.http.get(browser.path("account"))
    assert set(_types(account)) == {
        "current-password",
        "new-password",
        "repeat-password",
    }
    assert set(_types(account).values()) == {"password"}
    factor = await browser.http.get(browser.path("account/second-factor"))
    assert _types(factor) == {"current-password": "password"}
