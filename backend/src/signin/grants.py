"""Authorization codes and refresh tokens: each is good once.

Consumption is one conditional update. Outcomes are returned, never raised, because the
revocation that a replay causes has to be committed although the request is refused.
"""

from __future__ import annotations

import base64
import hashlib
import uuid
from dataclasses import dataclass

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.secret_values import fingerprint, is_same, random_secret
from signin.sessions import EndReason, end_session
from signin.tables import codes, families, refresh_tokens, sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRequest:
    """What an authorization code is bound to."""

    client_id: str
    redirect_uri: str
    challenge: str
    nonce: str | None
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The right to receive tokens, once: whose session, which family, which scope."""

    sid: str
    family_id: str
    scope: str
    nonce: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A code or refresh token came a second time; what it had given is revoked now."""

    sid: str


async def issue_code(
    db: AsyncConnection, sid: str, request: CodeRequest, *, expires_at: int
) -> str:
    """Make a code for a session; only its hash is stored."""
    code = random_secret()
    await db.execute(
        insert(codes).values(
            code_hash=fingerprint(code),
            sid=sid,
            family_id=str(uuid.uuid4()),
            client_id=request.client_id,
            redirect_uri=request.redirect_uri,
            challenge=request.challenge,
            nonce=request.nonce,
            scope=request.scope,
            expires_at=expires_at,
        )
    )
    return code


async def redeem_code(
    db: AsyncConnection,
    realm: str,
    code: str,
    *,
    client_id: str,
    redirect_uri: str,
    verifier: str,
    now: int,
) -> Grant | Replay | None:
    """Consume a code and begin its family; None when it does not fit (RFC 7636 §4.6).

    A code that does not fit is consumed all the same, so that nobody can try again.
    """
    of_realm = select(sessions.c.sid).where(sessions.c.realm == realm)
    mine = (codes.c.code_hash == fingerprint(code)) & codes.c.sid.in_(of_realm)
    consumed = await db.execute(
        update(codes)
        .where(mine, codes.c.used_at.is_(None), codes.c.expires_at > now)
        .values(used_at=now)
        .returning(codes)
    )
    row = consumed.one_or_none()
    if row is None:
        return await _replay_of_code(db, mine, now)
    same_place = (row.client_id, row.redirect_uri) == (client_id, redirect_uri)
    if not same_place or not is_same(row.challenge, challenge_of(verifier)):
        return None
    await db.execute(
        insert(families).values(
            id=row.family_id,
            sid=row.sid,
            client_id=client_id,
            scope=row.scope,
            started_at=now,
        )
    )
    return Grant(sid=row.sid, family_id=row.family_id, scope=row.scope, nonce=row.nonce)


async def store_refresh_token(
    db: AsyncConnection, family_id: str, token: str, *, expires_at: int
) -> None:
    """Remember the hash of a family's next refresh token."""
    await db.execute(
        insert(refresh_tokens).values(
            token_hash=fingerprint(token), family_id=family_id, expires_at=expires_at
        )
    )


async def redeem_refresh_token(
    db: AsyncConnection, realm: str, token: str, *, now: int
) -> Grant | Replay | None:
    """Consume a refresh token; a second use ends its family and its session.

    The session goes too because whoever holds a stolen token also holds an access
    token, and the session's end is what the API can see at once.
    """
    mine = refresh_tokens.c.token_hash == fingerprint(token)
    family = (
        select(families.c.id, families.c.sid, families.c.scope, families.c.ended_at)
        .join(refresh_tokens, refresh_tokens.c.family_id == families.c.id)
        .join(sessions, sessions.c.sid == families.c.sid)
        .where(mine, sessions.c.realm == realm)
    )
    row = (await db.execute(family)).one_or_none()
    if row is None:
        return None
    consumed = await db.execute(
        update(refresh_tokens)
        .where(mine, refresh_tokens.c.used_at.is_(None))
        .values(used_at=now)
        .returning(refresh_tokens.c.expires_at)
    )
    expires_at = consumed.scalar_one_or_none()
    if expires_at is None:
        await _end_family(db, row.id, now)
        await end_session(db, row.sid, EndReason.REFRESH_TOKEN_REUSED, now=now)
        return Replay(row.sid)
    if expires_at <= now or row.ended_at is not None:
        return None
    return Grant(sid=row.sid, family_id=row.id, scope=row.scope)


def challenge_of(verifier: str) -> str:
    """Compute the S256 challenge of a verifier (RFC 7636 §4.2)."""
    digest = hashlib.sha256(verifier.encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


async def _replay_of_code(
    db: AsyncConnection, mine: ColumnElement[bool], now: int
) -> Replay | None:
    used = select(codes.c.sid, codes.c.family_id).where(
        mine, codes.c.used_at.is_not(None)
    )
    row = (await db.execute(used)).one_or_none()
    if row is None:
        return None
    await _end_family(db, row.family_id, now)
    await end_session(db, row.sid, EndReason.CODE_REUSED, now=now)
    return Replay(row.sid)


async def _end_family(db: AsyncConnection, family_id: str, now: int) -> None:
    await db.execute(
        update(families)
        .where(families.c.id == family_id, families.c.ended_at.is_(None))
        .values(ended_at=now)
    )
