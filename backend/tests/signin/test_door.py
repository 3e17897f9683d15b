"""What the starter uses: settings, realms, the store, passwords, sealing."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.exceptions import InvalidTag
from sqlalchemy import create_engine, inspect, select, update
from starlette.requests import ClientDisconnect
from structlog.testing import capture_logs

import signin
from signin import (
    DatabaseIsNewer,
    InvalidRealmName,
    NewUser,
    SigninSettings,
    ensure_realm,
    is_loopback,
    open_provider,
    open_store,
)
from signin.passwords import MIN_LENGTH, PasswordFlaw, flaw_of, random_password
from signin.secret_values import seal, unseal
from signin.store import CURRENT_VERSION
from signin.tables import metadata, schema_version, signing_keys, users

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from .conftest import Browser, Login, World

KEY = b"k" * 32


def settings_in(path: Path, **changes: Any) -> SigninSettings:
    return SigninSettings(
        database_url=f"sqlite+aiosqlite:///{path / 'signin.db'}",
        encryption_key=KEY,
        hash_cost=signin.HashCost(time_cost=1, memory_kib=64),
        **changes,
    )


def test_door_lends_what_it_says() -> None:
    assert all(hasattr(signin, name) for name in signin.__all__)
    assert sorted(signin.__all__, key=str.lower) == sorted(
        set(signin.__all__), key=str.lower
    )


async def test_realm_is_created_once_with_a_password_told_once(tmp_path: Path) -> None:
    async with open_provider(settings_in(tmp_path)) as provider:
        first = await ensure_realm(provider, "giroscope")
        second = await ensure_realm(provider, "giroscope")

    assert first.created == (
        "admin", "operator", "approver", "manager", "viewer",
    )  # fmt: skip
    assert first.is_password_generated
    assert re.fullmatch(r"[a-z2-9]{5}(-[a-z2-9]{5}){3}", first.password)
    assert first.password not in repr(first)
    assert (second.created, second.password) == ((), None)


async def test_removed_person_does_not_come_back(tmp_path: Path) -> None:
    async with open_provider(settings_in(tmp_path)) as provider:
        await ensure_realm(provider, "giroscope")
        async with provider.store.writing() as db:
            await db.execute(users.delete().where(users.c.username == "viewer"))
    async with open_provider(settings_in(tmp_path)) as provider:
        await ensure_realm(provider, "giroscope")
        async with provider.store.reading() as db:
            names = set(await db.scalars(select(users.c.username)))

    assert names == {"admin", "operator", "approver", "manager"}


async def test_own_people_and_password(tmp_path: Path) -> None:
    person = NewUser(
        username="Åse", given_name="Åse", family_name="", email="a@example.com"
    )
    async with open_provider(settings_in(tmp_path, first_password="given")) as provider:
        made = await ensure_realm(provider, "acme", first_users=[person])

    assert (made.created, made.password, made.is_password_generated) == (
        ("Åse",),
        "given",
        False,
    )


@pytest.mark.parametrize(
    "name", ["", "Acme", "a.b", "-a", "a-", "a" * 64, "å", "a/b", "a b"]
)
async def test_realm_name_must_be_a_host_label(tmp_path: Path, name: str) -> None:
    async with open_provider(settings_in(tmp_path)) as provider:
        with pytest.raises(InvalidRealmName):
            await ensure_realm(provider, name)


async def test_passwords_are_hashed_and_never_logged(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with open_provider(
            settings_in(tmp_path, first_password="given phrase")
        ) as provider:
            await ensure_realm(provider, "giroscope")
            async with provider.store.reading() as db:
                hashes = set(await db.scalars(select(users.c.password_hash)))

    assert len(hashes) == 5
    assert all(stored.startswith("$argon2id$") for stored in hashes)
    assert logs
    assert "given phrase" not in str(logs)


async def test_private_keys_are_sealed(tmp_path: Path) -> None:
    async with open_provider(settings_in(tmp_path)) as provider:
        await ensure_realm(provider, "giroscope")
        async with provider.store.reading() as db:
            row = (await db.execute(select(signing_keys))).one()

    assert b'"d"' not in row.sealed_private
    assert "d" not in json.loads(row.public_jwk)
    with pytest.raises(InvalidTag):
        unseal(KEY, row.sealed_private, purpose="signin signing key acme " + row.kid)


def test_sealing_is_bound_to_key_and_purpose() -> None:
    sealed = seal(KEY, b"content", purpose="one")

    assert unseal(KEY, sealed, purpose="one") == b"content"
    for key, purpose in ((KEY, "two"), (b"x" * 32, "one")):
        with pytest.raises(InvalidTag):
            unseal(key, sealed, purpose=purpose)
    assert sealed != seal(KEY, b"content", purpose="one")


async def test_cost_of_a_hash_rises_with_the_settings(
    start: Callable[..., World], login: Login
) -> None:
    world = start(hash_cost=signin.HashCost(time_cost=2, memory_kib=64))
    async with world.app.router.lifespan_context(world.app):
        browser = world.browser()
        async with browser.http:
            assert (await browser.sign_in(login)).status_code == 303
        async with world.provider.store.reading() as db:
            stored = await db.scalar(
                select(users.c.password_hash).where(
                    users.c.username == "operator", users.c.realm == "giroscope"
                )
            )
    assert ",t=2," in stored


async def test_store_opens_again_and_refuses_a_later_one(tmp_path: Path) -> None:
    url = settings_in(tmp_path).database_url
    async with open_store(url) as store, store.writing() as db:
        await db.execute(update(schema_version).values(version=99))

    with pytest.raises(DatabaseIsNewer):
        async with open_store(url):
            pytest.fail("a later database was opened")


async def test_tables_on_disk_are_the_tables_in_code(tmp_path: Path) -> None:
    async with open_store(settings_in(tmp_path).database_url):
        pass
    engine = create_engine(f"sqlite:///{tmp_path / 'signin.db'}")
    found = inspect(engine)
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in found.get_columns(table.name)}
        assert columns == {column.name for column in table.columns}
    engine.dispose()


async def test_failed_write_leaves_nothing(tmp_path: Path) -> None:
    async with open_store(settings_in(tmp_path).database_url) as store:

        async def fail_half_way() -> None:
            async with store.writing() as db:
                await db.execute(update(schema_version).values(version=7))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail_half_way()
        async with store.reading() as db:
            assert await db.scalar(select(schema_version.c.version)) == CURRENT_VERSION


def test_encryption_key_must_fit() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SigninSettings(database_url="sqlite+aiosqlite://", encryption_key=b"short")


def test_secrets_do_not_show_in_settings() -> None:
    shown = repr(
        SigninSettings(
            database_url="x", encryption_key=KEY, first_password="given phrase"
        )
    )
    assert "given phrase" not in shown
    assert "kkkk" not in shown


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        ("localhost", True),
        ("acme.localhost", True),
        ("LOCALHOST.", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("[::1]", True),
        ("0.0.0.0", False),  # noqa: S104 - asked about, not bound to
        ("192.168.1.5", False),
        ("localhost.evil.example", False),
        ("evil-localhost", False),
        ("", False),
    ],
)
def test_loopback_is_recognised(host: str, answer: bool) -> None:
    assert is_loopback(host) is answer


@pytest.mark.parametrize(
    ("password", "flaw"),
    [
        ("elleve tegn", PasswordFlaw.TOO_SHORT),
        ("tolv tegn er", None),
        ("x" * 257, PasswordFlaw.TOO_LONG),
        ("abababababababab", PasswordFlaw.TOO_COMMON),
        ("123456789012345", PasswordFlaw.TOO_COMMON),
        ("zyxwvutsrqponm", PasswordFlaw.TOO_COMMON),
        ("Password-12345678", PasswordFlaw.TOO_COMMON),
        ("correct horse battery staple", PasswordFlaw.TOO_COMMON),
        ("jeg er oskar 1990", PasswordFlaw.CONTAINS_NAME),
        ("et blåt hav i storm", None),
        pytest.param(random_password(), None, id="one made here"),
    ],
)
def test_passwords_are_judged(password: str, flaw: PasswordFlaw | None) -> None:
    assert len(password) >= MIN_LENGTH or flaw is PasswordFlaw.TOO_SHORT
    assert flaw_of(password, username="oskar", branding="Giroscope") is flaw


async def test_a_caller_who_hangs_up_is_no_fault(browser: Browser) -> None:
    async def leaving() -> AsyncIterator[bytes]:
        yield b"code="
        raise ClientDisconnect

    kind = {"content-type": "application/x-www-form-urlencoded"}
    with capture_logs() as logs:
        answer = await browser.http.post(
            browser.protocol("token"), content=leaving(), headers=kind
        )
    assert answer.status_code == 400
    assert not [line for line in logs if line["log_level"] == "error"]
