"""Sign-ins that are not complete: the password was right, more is to be done.

The browser holds a secret, the database its hash and what is still missing. Nothing
here is a session: until all is done, no token can be had with it.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.required_actions import in_order
from signin.secret_values import fingerprint, random_secret
from signin.tables import pending_sign_ins
from signin.users import User

# Time to find the telephone and to think of a password.
_SECONDS = 1_800


class Purpose(StrEnum):
    """What happens when all is done."""

    SIGN_IN = "sign-in"
    """A session begins."""
    IN_SESSION = "in-session"
    """The session there is goes on."""
    LINK = "link"
    """Nothing more: the person came from a mail and signs in afterwards."""


SECOND_FACTOR = "SECOND_FACTOR"
"""The step that asks for a code; the others are required actions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """What one browser has still to do."""

    secret_hash: str
    user_id: str
    purpose: Purpose
    # Beyond what the person has to do anyway, and the last to be asked for.
    actions: tuple[str, ...]
    needs_second_factor: bool
    client_id: str
    redirect_uri: str

    def next_step(self, user: User) -> str | None:
        """What comes next; None when all is done."""
        if self.needs_second_factor:
            return SECOND_FACTOR
        due = () if self.purpose is Purpose.LINK else in_order(user.required_actions)
        return next(iter((*due, *self.actions)), None)


async def begin_pending(
    db: AsyncConnection,
    user: User,
    purpose: Purpose,
    *,
    actions: Collection[str] = (),
    needs_second_factor: bool,
    now: int,
    client_id: str = "",
    redirect_uri: str = "",
) -> str:
    """Remember what is still to be done; returns the browser's secret."""
    secret = random_secret()
    await db.execute(
        insert(pending_sign_ins).values(
            secret_hash=fingerprint(secret),
            realm=user.realm,
            user_id=user.id,
            purpose=purpose.value,
            actions=json.dumps(in_order(actions)),
            needs_second_factor=needs_second_factor,
            client_id=client_id,
            redirect_uri=redirect_uri,
            expires_at=now + _SECONDS,
        )
    )
    return secret


async def pending_of(
    db: AsyncConnection, realm: str, secret: str | None, *, now: int
) -> Pending | None:
    """Find what a browser has still to do."""
    if not secret:
        return None
    query = select(pending_sign_ins).where(
        pending_sign_ins.c.secret_hash == fingerprint(secret),
        pending_sign_ins.c.realm == realm,
        pending_sign_ins.c.expires_at > now,
    )
    row = (await db.execute(query)).one_or_none()
    if row is None:
        return None
    return Pending(
        secret_hash=row.secret_hash,
        user_id=row.user_id,
        purpose=Purpose(row.purpose),
        actions=tuple(json.loads(row.actions)),
        needs_second_factor=row.needs_second_factor,
        client_id=row.client_id,
        redirect_uri=row.redirect_uri,
    )


async def note_second_factor(db: AsyncConnection, pending: Pending) -> None:
    """Note that the code was right."""
    await db.execute(
        update(pending_sign_ins)
        .where(_is_it(pending))
        .values(needs_second_factor=False)
    )


async def note_action(db: AsyncConnection, pending: Pending, action: str) -> None:
    """Note that something asked for is done, or not wanted any more."""
    left = [one for one in pending.actions if one != action]
    await db.execute(
        update(pending_sign_ins).where(_is_it(pending)).values(actions=json.dumps(left))
    )


async def end_pending(db: AsyncConnection, pending: Pending) -> bool:
    """Take it away, once: of two that finish together only one is told yes."""
    removed = await db.execute(delete(pending_sign_ins).where(_is_it(pending)))
    return removed.rowcount == 1


async def end_pending_of(db: AsyncConnection, user_id: str, *, but: str = "") -> None:
    """Take away all that other browsers have begun in a person's name."""
    await db.execute(
        delete(pending_sign_ins).where(
            pending_sign_ins.c.user_id == user_id,
            pending_sign_ins.c.secret_hash != but,
        )
    )


def _is_it(pending: Pending) -> ColumnElement[bool]:
    return pending_sign_ins.c.secret_hash == pending.secret_hash
