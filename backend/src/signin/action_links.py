"""Links in mails that let a person do certain things once, within a time.

Only the hash of a link's key is stored; it is bound to the person, the things to do
and the address it was sent to.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.required_actions import in_order
from signin.secret_values import fingerprint, random_secret
from signin.tables import action_tokens
from signin.users import User


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLink:
    """What a link allows."""

    user_id: str
    email: str
    actions: tuple[str, ...]
    client_id: str
    redirect_uri: str


async def make_link(
    db: AsyncConnection,
    user: User,
    actions: Collection[str],
    *,
    expires_at: int,
    client_id: str = "",
    redirect_uri: str = "",
) -> str:
    """Make a link's key; it is told here and nowhere else."""
    key = random_secret()
    await db.execute(
        insert(action_tokens).values(
            token_hash=fingerprint(key),
            realm=user.realm,
            user_id=user.id,
            email=user.email,
            actions=json.dumps(in_order(actions)),
            client_id=client_id,
            redirect_uri=redirect_uri,
            expires_at=expires_at,
        )
    )
    return key


async def link_of(
    db: AsyncConnection, realm: str, key: str, *, now: int
) -> ActionLink | None:
    """Read what a link allows without using it up; None when it no longer works."""
    query = select(action_tokens).where(_is_good(realm, key, now))
    row = (await db.execute(query)).one_or_none()
    return None if row is None else _link(row)


async def use_link(
    db: AsyncConnection, realm: str, key: str, *, now: int
) -> ActionLink | None:
    """Use a link up, by one conditional update; None when it no longer works."""
    used = await db.execute(
        update(action_tokens)
        .where(_is_good(realm, key, now))
        .values(used_at=now)
        .returning(action_tokens)
    )
    row = used.one_or_none()
    return None if row is None else _link(row)


async def has_open_link(
    db: AsyncConnection, user: User, action: str, *, now: int
) -> bool:
    """Tell whether a link for one thing is on its way to the person's address."""
    query = select(action_tokens.c.token_hash).where(
        action_tokens.c.user_id == user.id,
        action_tokens.c.email == user.email,
        action_tokens.c.actions == json.dumps([action]),
        action_tokens.c.used_at.is_(None),
        action_tokens.c.expires_at > now,
    )
    return await db.scalar(query.limit(1)) is not None


async def void_links(db: AsyncConnection, user_id: str, *, now: int) -> None:
    """Make all of a person's links worthless."""
    await db.execute(
        update(action_tokens)
        .where(action_tokens.c.user_id == user_id, action_tokens.c.used_at.is_(None))
        .values(used_at=now)
    )


def _is_good(realm: str, key: str, now: int) -> ColumnElement[bool]:
    return (
        (action_tokens.c.token_hash == fingerprint(key))
        & (action_tokens.c.realm == realm)
        & action_tokens.c.used_at.is_(None)
        & (action_tokens.c.expires_at > now)
    )


def _link(row: Row[Any]) -> ActionLink:
    return ActionLink(
        user_id=row.user_id,
        email=row.email,
        actions=tuple(json.loads(row.actions)),
        client_id=row.client_id,
        redirect_uri=row.redirect_uri,
    )
