"""Sign-in sessions: one per browser, ended by people, by time or by theft.

The cookie's secret and the `sid` in tokens are two different values, so a token shows
nothing that could be put into a cookie.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.secret_values import fingerprint, random_secret
from signin.settings import Lifetimes
from signin.store import Store
from signin.tables import (
    action_tokens,
    admin_events,
    codes,
    events,
    logout_notices,
    pending_sign_ins,
    sessions,
    users,
)

# Ended sessions are kept this long after their last possible use, for people asking
# "was that me?".
_KEPT_SECONDS = 86_400
_EVENTS_KEPT_SECONDS = 400 * 86_400


class EndReason(StrEnum):
    """Why a session is over before its time."""

    SIGNED_OUT = "signed_out"
    REPLACED = "replaced"
    ENDED_BY_USER = "ended_by_user"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a reason, not a password
    CODE_REUSED = "code_reused"
    REFRESH_TOKEN_REUSED = "refresh_token_reused"  # noqa: S105 - a reason, not a token
    ENDED_BY_ADMINISTRATOR = "ended_by_administrator"
    DISABLED = "disabled"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request came from, as far as the server can tell."""

    address: str
    user_agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A person signed in with one browser."""

    sid: str
    realm: str
    user_id: str
    started_at: int
    used_at: int
    absolute_until: int
    address: str
    user_agent: str


async def start_session(
    db: AsyncConnection,
    realm: str,
    user_id: str,
    origin: Origin,
    lifetimes: Lifetimes,
    *,
    now: int,
) -> tuple[Session, str]:
    """Begin a session; returns it with the cookie secret, which is stored nowhere."""
    await _purge(db, now)
    session = Session(
        sid=str(uuid.uuid4()),
        realm=realm,
        user_id=user_id,
        started_at=now,
        used_at=now,
        absolute_until=now + lifetimes.session,
        address=origin.address,
        user_agent=origin.user_agent,
    )
    cookie = random_secret()
    await db.execute(
        insert(sessions).values(
            sid=session.sid,
            realm=realm,
            user_id=user_id,
            cookie_hash=fingerprint(cookie),
            started_at=now,
            used_at=now,
            idle_until=now + lifetimes.idle,
            absolute_until=session.absolute_until,
            address=origin.address,
            user_agent=origin.user_agent,
        )
    )
    return session, cookie


async def session_by_cookie(
    db: AsyncConnection, realm: str, cookie: str | None, *, now: int
) -> Session | None:
    """Find the living session a browser holds the secret of."""
    if not cookie:
        return None
    return await _living(db, realm, sessions.c.cookie_hash == fingerprint(cookie), now)


async def session_by_sid(
    db: AsyncConnection, realm: str, sid: str, *, now: int
) -> Session | None:
    """Find the living session that a token names."""
    return await _living(db, realm, sessions.c.sid == sid, now)


async def session_alive(store: Store, realm: str, sid: str) -> bool:
    """Tell whether a token's session lives: not ended or expired, user enabled."""
    async with store.reading() as db:
        return await session_by_sid(db, realm, sid, now=store.now()) is not None


async def sessions_of(
    db: AsyncConnection, realm: str, user_id: str, *, now: int
) -> list[Session]:
    """List a person's living sessions, the latest used first."""
    query = (
        select(sessions)
        .where(_is_living(realm, now), sessions.c.user_id == user_id)
        .order_by(sessions.c.used_at.desc(), sessions.c.sid)
    )
    return [_session(row) for row in await db.execute(query)]


async def touch_session(
    db: AsyncConnection, sid: str, lifetimes: Lifetimes, *, now: int
) -> None:
    """Note that a session was used, which postpones its idle end."""
    await db.execute(
        update(sessions)
        .where(sessions.c.sid == sid)
        .values(used_at=now, idle_until=now + lifetimes.idle)
    )


async def end_session(
    db: AsyncConnection, sid: str, reason: EndReason, *, now: int
) -> bool:
    """End a session with all its token families; tell whether it was open."""
    return bool(await _end(db, sessions.c.sid == sid, reason, now=now))


async def end_sessions_of(
    db: AsyncConnection,
    user_id: str,
    reason: EndReason,
    *,
    now: int,
    keep: str | None = None,
) -> None:
    """End all of a person's sessions, but the one to keep."""
    theirs = sessions.c.user_id == user_id
    await _end(
        db,
        theirs if keep is None else theirs & (sessions.c.sid != keep),
        reason,
        now=now,
    )


async def end_sessions_of_realm(
    db: AsyncConnection, realm: str, reason: EndReason, *, now: int
) -> None:
    """End every session of a realm."""
    await _end(db, sessions.c.realm == realm, reason, now=now)


async def _end(
    db: AsyncConnection, which: ColumnElement[bool], reason: EndReason, *, now: int
) -> int:
    """End open sessions; what has to be told to the application is noted with it."""
    ended = await db.execute(
        update(sessions)
        .where(which, sessions.c.ended_at.is_(None))
        .values(ended_at=now, end_reason=reason.value)
        .returning(sessions.c.sid, sessions.c.realm, sessions.c.user_id)
    )
    notices = [
        {
            "sid": row.sid,
            "realm": row.realm,
            "user_id": row.user_id,
            "ended_at": now,
            "due_at": now,
            "tries": 0,
        }
        for row in ended
    ]
    if notices:
        await db.execute(insert(logout_notices), notices)
    return len(notices)


async def _living(
    db: AsyncConnection, realm: str, condition: ColumnElement[bool], now: int
) -> Session | None:
    query = (
        select(sessions)
        .join(users, users.c.id == sessions.c.user_id)
        .where(_is_living(realm, now), users.c.enabled, condition)
    )
    row = (await db.execute(query)).one_or_none()
    return None if row is None else _session(row)


def _is_living(realm: str, now: int) -> ColumnElement[bool]:
    return (
        (sessions.c.realm == realm)
        & sessions.c.ended_at.is_(None)
        & (sessions.c.idle_until > now)
        & (sessions.c.absolute_until > now)
    )


def _session(row: Row[tuple[object, ...]]) -> Session:
    return Session(
        sid=row.sid,
        realm=row.realm,
        user_id=row.user_id,
        started_at=row.started_at,
        used_at=row.used_at,
        absolute_until=row.absolute_until,
        address=row.address,
        user_agent=row.user_agent,
    )


async def _purge(db: AsyncConnection, now: int) -> None:
    """Drop what can no longer be used; a session takes its codes and tokens with it."""
    await db.execute(
        delete(sessions).where(sessions.c.absolute_until < now - _KEPT_SECONDS)
    )
    await db.execute(delete(codes).where(codes.c.expires_at < now - _KEPT_SECONDS))
    for passing in (action_tokens, pending_sign_ins):
        await db.execute(
            delete(passing).where(passing.c.expires_at < now - _KEPT_SECONDS)
        )
    await db.execute(
        delete(logout_notices).where(logout_notices.c.ended_at < now - _KEPT_SECONDS)
    )
    for kept in (events, admin_events):
        await db.execute(delete(kept).where(kept.c.at < now - _EVENTS_KEPT_SECONDS))
