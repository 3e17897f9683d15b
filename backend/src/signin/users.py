"""The people of a realm, as rows: found, added, given a new password."""

from __future__ import annotations

import unicodedata
import uuid
from dataclasses import dataclass

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.tables import user_roles, users


@dataclass(frozen=True, slots=True, kw_only=True)
class NewUser:
    """A person to be added."""

    username: str
    given_name: str
    family_name: str
    email: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person of a realm and what they may do."""

    id: str
    realm: str
    username: str
    given_name: str
    family_name: str
    email: str
    password_hash: str
    enabled: bool
    roles: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name shown to people."""
        return f"{self.given_name} {self.family_name}".strip() or self.username


def canonical_username(typed: str) -> str:
    """One spelling per name: case and composed letters make no second account."""
    return unicodedata.normalize("NFKC", typed).strip().casefold()


async def user_by_name(db: AsyncConnection, realm: str, typed: str) -> User | None:
    """Find a person by the name they sign in with."""
    name = canonical_username(typed)
    return await _one(db, (users.c.realm == realm) & (users.c.username == name))


async def user_by_id(db: AsyncConnection, realm: str, user_id: str) -> User | None:
    """Find a person of this realm by their stable id."""
    return await _one(db, (users.c.realm == realm) & (users.c.id == user_id))


async def add_user(
    db: AsyncConnection, realm: str, user: NewUser, *, password_hash: str, now: int
) -> str:
    """Add a person and return their id; the name must be free."""
    user_id = str(uuid.uuid4())
    await db.execute(
        insert(users).values(
            id=user_id,
            realm=realm,
            username=canonical_username(user.username),
            given_name=user.given_name,
            family_name=user.family_name,
            email=user.email,
            password_hash=password_hash,
            enabled=True,
            created_at=now,
            password_changed_at=now,
        )
    )
    if user.roles:
        await db.execute(
            insert(user_roles),
            [{"user_id": user_id, "role": role} for role in user.roles],
        )
    return user_id


async def set_password_hash(
    db: AsyncConnection, user_id: str, password_hash: str, *, changed_at: int | None
) -> None:
    """Store a new hash; `changed_at` is None when the password stays the same."""
    values: dict[str, str | int] = {"password_hash": password_hash}
    if changed_at is not None:
        values["password_changed_at"] = changed_at
    await db.execute(update(users).where(users.c.id == user_id).values(**values))


async def _one(db: AsyncConnection, condition: ColumnElement[bool]) -> User | None:
    row = (await db.execute(select(users).where(condition))).one_or_none()
    if row is None:
        return None
    roles = await db.scalars(
        select(user_roles.c.role)
        .where(user_roles.c.user_id == row.id)
        .order_by(user_roles.c.role)
    )
    return User(
        id=row.id,
        realm=row.realm,
        username=row.username,
        given_name=row.given_name,
        family_name=row.family_name,
        email=row.email,
        password_hash=row.password_hash,
        enabled=row.enabled,
        roles=tuple(roles),
    )
