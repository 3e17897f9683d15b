"""Realms and their first people: created once, found again at every later start."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.events import EventKind, record
from signin.passwords import random_password
from signin.provider import Provider
from signin.realm_settings import lifetimes_of
from signin.roles import ROLES
from signin.settings import Lifetimes
from signin.tables import realms
from signin.users import NewUser, add_user

FIRST_USERS = (
    NewUser(
        username="admin",
        given_name="Agnes",
        family_name="Admin",
        email="admin@example.com",
        roles=ROLES,
    ),
    NewUser(
        username="operator",
        given_name="Oskar",
        family_name="Operator",
        email="operator@example.com",
        roles=("giroscope-upload",),
    ),
    NewUser(
        username="approver",
        given_name="Astrid",
        family_name="Approver",
        email="approver@example.com",
        roles=("giroscope-payment-approver",),
    ),
    NewUser(
        username="manager",
        given_name="Mona",
        family_name="Manager",
        email="manager@example.com",
        roles=("giroscope-account-management",),
    ),
    NewUser(
        username="viewer",
        given_name="Viggo",
        family_name="Viewer",
        email="viewer@example.com",
    ),
)

# A realm is the first label of a host name (RFC 1123).
_REALM_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


class InvalidRealmName(ValueError):
    """A realm's name must be a host label: a-z, 0-9 and inner hyphens."""

    def __init__(self, name: str) -> None:
        """Name the offender."""
        super().__init__(f"not a realm name: {name!r}")


@dataclass(frozen=True, slots=True)
class EnsuredRealm:
    """What `ensure_realm` did; the password is told here once and nowhere else."""

    realm: str
    created: tuple[str, ...]
    password: str | None = field(repr=False)
    is_password_generated: bool


@dataclass(frozen=True, slots=True)
class Realm:
    """A realm people can sign in to."""

    name: str
    display_name: str
    enabled: bool
    lifetimes: Lifetimes
    settings: Mapping[str, Any]
    template_version: int
    created_at: int


def is_realm_name(name: str) -> bool:
    """Tell whether a name can be a realm's."""
    return _REALM_NAME.fullmatch(name) is not None


async def ensure_realm(
    provider: Provider,
    realm: str,
    *,
    display_name: str | None = None,
    first_users: Sequence[NewUser] = FIRST_USERS,
) -> EnsuredRealm:
    """Create a realm with a key and its first people, unless it is there.

    An existing realm is left alone, so that nobody who was removed comes back at a
    restart. The first people share the password of the settings, or one generated here
    and returned. Raises `InvalidRealmName`.
    """
    if not is_realm_name(realm):
        raise InvalidRealmName(realm)
    if await realm_by_name(provider, realm) is not None:
        return _unchanged(realm)
    password = provider.settings.first_password or random_password()
    hashes = [await provider.passwords.hash(password) for _ in first_users]
    async with provider.store.writing() as db:
        # Another process may have been quicker.
        if (
            await db.scalar(select(realms.c.name).where(realms.c.name == realm))
            is not None
        ):
            return _unchanged(realm)
        await _create_realm(provider, db, realm, display_name or realm.capitalize())
        for user, password_hash in zip(first_users, hashes, strict=True):
            await _create_user(provider, db, realm, user, password_hash)
    return EnsuredRealm(
        realm=realm,
        created=tuple(user.username for user in first_users),
        password=password,
        is_password_generated=not provider.settings.first_password,
    )


async def realm_by_name(provider: Provider, name: str) -> Realm | None:
    """Find a realm."""
    if not is_realm_name(name):
        return None
    async with provider.store.reading() as db:
        row = (
            await db.execute(select(realms).where(realms.c.name == name))
        ).one_or_none()
    if row is None:
        return None
    settings = json.loads(row.settings)
    return Realm(
        name=row.name,
        display_name=row.display_name,
        enabled=row.enabled,
        lifetimes=lifetimes_of(provider.settings.lifetimes, settings),
        settings=settings,
        template_version=row.template_version,
        created_at=row.created_at,
    )


async def list_realms(provider: Provider) -> tuple[str, ...]:
    """Name all realms there are."""
    async with provider.store.reading() as db:
        return tuple(await db.scalars(select(realms.c.name).order_by(realms.c.name)))


def _unchanged(realm: str) -> EnsuredRealm:
    return EnsuredRealm(
        realm=realm, created=(), password=None, is_password_generated=False
    )


async def _create_realm(
    provider: Provider, db: AsyncConnection, realm: str, display_name: str
) -> None:
    now = provider.store.now()
    await db.execute(
        insert(realms).values(name=realm, display_name=display_name, created_at=now)
    )
    await provider.keyring.create(db, realm)
    await record(db, EventKind.REALM_CREATED, realm=realm, now=now)


async def _create_user(
    provider: Provider,
    db: AsyncConnection,
    realm: str,
    user: NewUser,
    password_hash: str,
) -> None:
    now = provider.store.now()
    user_id = await add_user(db, realm, user, password_hash=password_hash, now=now)
    await record(db, EventKind.USER_CREATED, realm=realm, now=now, user_id=user_id)
