"""The people of a realm, as rows: found, added, changed, removed."""

from __future__ import annotations

import json
import unicodedata
import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.tables import events, user_roles, users

Attributes = Mapping[str, list[str]]
"""Free fields of a person, each with a list of values, as in Keycloak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewUser:
    """A person to be added."""

    username: str
    given_name: str
    family_name: str
    email: str
    roles: tuple[str, ...] = ()
    enabled: bool = True
    email_verified: bool = False
    required_actions: tuple[str, ...] = ()
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person of a realm and what they may do."""

    id: str
    realm: str
    username: str
    given_name: str
    family_name: str
    email: str
    email_verified: bool
    password_hash: str | None
    enabled: bool
    created_at: int
    password_changed_at: int
    required_actions: tuple[str, ...]
    attributes: Attributes
    roles: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name shown to people."""
        return f"{self.given_name} {self.family_name}".strip() or self.username


def canonical_username(typed: str) -> str:
    """One spelling per name: case and composed letters make no second account."""
    return unicodedata.normalize("NFKC", typed).strip().casefold()


def canonical_email(typed: str) -> str:
    """One spelling per address; mail servers do not tell cases apart in practice."""
    return typed.strip().lower()


async def user_by_name(db: AsyncConnection, realm: str, typed: str) -> User | None:
    """Find a person by the name or mail address they sign in with."""
    name = canonical_username(typed)
    found = await _one(db, (users.c.realm == realm) & (users.c.username == name))
    if found is None and "@" in typed:
        found = await user_by_email(db, realm, typed)
    return found


async def user_by_email(db: AsyncConnection, realm: str, typed: str) -> User | None:
    """Find a person by their mail address."""
    address = canonical_email(typed)
    if not address:
        return None
    return await _one(db, (users.c.realm == realm) & (users.c.email == address))


async def user_by_id(db: AsyncConnection, realm: str, user_id: str) -> User | None:
    """Find a person of this realm by their stable id."""
    return await _one(db, (users.c.realm == realm) & (users.c.id == user_id))


async def users_with_role(
    db: AsyncConnection, realm: str, role: str, *, first: int, most: int
) -> list[User]:
    """List the people who have a role, by name."""
    having = select(user_roles.c.user_id).where(user_roles.c.role == role)
    query = select(users).where(users.c.realm == realm, users.c.id.in_(having))
    rows = await db.execute(query.order_by(users.c.username).offset(first).limit(most))
    return await with_roles(db, rows.all())


async def add_user(
    db: AsyncConnection,
    realm: str,
    user: NewUser,
    *,
    password_hash: str | None,
    now: int,
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
            email=canonical_email(user.email),
            email_verified=user.email_verified,
            password_hash=password_hash,
            enabled=user.enabled,
            created_at=now,
            password_changed_at=now,
            required_actions=json.dumps(sorted(set(user.required_actions))),
            attributes=json.dumps(dict(user.attributes)),
        )
    )
    await add_roles(db, user_id, user.roles)
    return user_id


async def change_user(
    db: AsyncConnection, user_id: str, changes: Mapping[str, Any]
) -> None:
    """Store new values of columns; lists and mappings are stored as JSON."""
    values = {
        name: json.dumps(value) if isinstance(value, list | dict) else value
        for name, value in changes.items()
    }
    if values:
        await db.execute(update(users).where(users.c.id == user_id).values(**values))


async def remove_user(db: AsyncConnection, user_id: str) -> None:
    """Remove a person with everything that is theirs, and what they did here."""
    await db.execute(delete(events).where(events.c.user_id == user_id))
    await db.execute(delete(users).where(users.c.id == user_id))


async def add_roles(db: AsyncConnection, user_id: str, roles: Collection[str]) -> None:
    """Give roles; one that the person has already stays."""
    query = select(user_roles.c.role).where(user_roles.c.user_id == user_id)
    has = set(await db.scalars(query))
    missing = [{"user_id": user_id, "role": role} for role in sorted({*roles} - has)]
    if missing:
        await db.execute(insert(user_roles), missing)


async def remove_roles(
    db: AsyncConnection, user_id: str, roles: Collection[str]
) -> None:
    """Take roles away."""
    await db.execute(
        delete(user_roles).where(
            user_roles.c.user_id == user_id, user_roles.c.role.in_(roles)
        )
    )


async def set_password_hash(
    db: AsyncConnection,
    user_id: str,
    password_hash: str | None,
    *,
    changed_at: int | None,
) -> None:
    """Store a new hash; `changed_at` is None when the password stays the same."""
    changes: dict[str, str | int | None] = {"password_hash": password_hash}
    if changed_at is not None:
        changes["password_changed_at"] = changed_at
    await change_user(db, user_id, changes)


async def require_actions(
    db: AsyncConnection, user: User, *, add: Collection[str] = (), done: str = ""
) -> None:
    """Ask a person to do more at the next sign-in, or note that one thing is done."""
    wanted = sorted({*user.required_actions, *add} - {done})
    await change_user(db, user.id, {"required_actions": wanted})


async def conflict_of(
    db: AsyncConnection, realm: str, *, username: str, email: str, but: str = ""
) -> str | None:
    """Tell which of `username` and `email` somebody else has already."""
    query = select(users.c.username).where(
        users.c.realm == realm,
        users.c.id != but,
        or_(
            users.c.username == canonical_username(username),
            (users.c.email == canonical_email(email)) & (users.c.email != ""),
        ),
    )
    names = set(await db.scalars(query))
    if not names:
        return None
    return "username" if canonical_username(username) in names else "email"


async def with_roles(db: AsyncConnection, rows: Collection[Row[Any]]) -> list[User]:
    """Make people of rows, with the roles of all of them read at once."""
    ids = [row.id for row in rows]
    roles: dict[str, list[str]] = {user_id: [] for user_id in ids}
    query = select(user_roles).where(user_roles.c.user_id.in_(ids))
    for row in await db.execute(query.order_by(user_roles.c.role)):
        roles[row.user_id].append(row.role)
    return [
        User(
            id=row.id,
            realm=row.realm,
            username=row.username,
            given_name=row.given_name,
            family_name=row.family_name,
            email=row.email,
            email_verified=row.email_verified,
            password_hash=row.password_hash,
            enabled=row.enabled,
            created_at=row.created_at,
            password_changed_at=row.password_changed_at,
            required_actions=tuple(json.loads(row.required_actions)),
            attributes=json.loads(row.attributes),
            roles=tuple(roles[row.id]),
        )
        for row in rows
    ]


async def _one(db: AsyncConnection, condition: ColumnElement[bool]) -> User | None:
    rows = (await db.execute(select(users).where(condition))).all()
    found = await with_roles(db, rows)
    return found[0] if found else None
