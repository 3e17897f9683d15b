"""Telling the product that a session has ended (OIDC Back-Channel Logout 1.0).

What has to be told is written in the transaction that ends the session, and told
afterwards: nobody's sign-out waits for it, and a restart forgets nothing.
"""

from __future__ import annotations

import asyncio
import ssl
import uuid
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx2
import structlog
from sqlalchemy import Row, delete, select, update
from sqlalchemy.exc import SQLAlchemyError

from signin.events import EventKind, record
from signin.provider import Provider
from signin.tables import logout_notices

_log = structlog.get_logger("signin")

_EVENT = "http://schemas.openid.net/event/backchannel-logout"
_TOKEN_SECONDS = 120
_TIMEOUT_SECONDS = 5
_LOOK_SECONDS = 15
_AT_ONCE = 20

# Waits between tries; after the last one the product is left to find out by itself,
# which it does when it asks whether the session lives.
_WAITS = (2, 10, 60, 300, 1_800)


async def tell_of_logouts(provider: Provider) -> None:
    """Tell what is due, again and again, until cancelled."""
    if provider.settings.backchannel_logout_url is None:
        return
    written = provider.store.written
    async with new_client() as client:
        while True:
            written.clear()
            try:
                await tell_what_is_due(provider, client)
            except SQLAlchemyError:
                _log.exception("logout_notices_unreadable")
            with suppress(TimeoutError):
                await asyncio.wait_for(written.wait(), _LOOK_SECONDS)


async def tell_what_is_due(provider: Provider, client: httpx2.AsyncClient) -> None:
    """Try each notice that is due once."""
    query = select(logout_notices).where(
        logout_notices.c.due_at <= provider.store.now()
    )
    async with provider.store.reading() as db:
        due = await db.execute(query.order_by(logout_notices.c.due_at).limit(_AT_ONCE))
        notices = due.all()
    for notice in notices:
        is_told = await _tell(provider, client, notice)
        await _note(provider, notice, is_told=is_told)


def new_client() -> httpx2.AsyncClient:
    """Make the client that speaks to the product; it follows no redirect."""
    return httpx2.AsyncClient(
        timeout=_TIMEOUT_SECONDS, follow_redirects=False, verify=_believed()
    )


@cache
def _believed() -> ssl.SSLContext:
    # To read the system's authorities takes longer than most calls.
    return httpx2.create_ssl_context()


async def _tell(
    provider: Provider, client: httpx2.AsyncClient, notice: Row[Any]
) -> bool:
    settings = provider.settings
    url = (settings.backchannel_logout_url or "").replace("{realm}", notice.realm)
    issuer = f"{(settings.public_url or '').rstrip('/')}/realms/{notice.realm}"
    now = provider.store.now()
    claims = {
        "iss": issuer,
        "aud": settings.client_id,
        "iat": now,
        "exp": now + _TOKEN_SECONDS,
        "jti": str(uuid.uuid4()),
        "typ": "Logout",
        "sub": notice.user_id,
        "sid": notice.sid,
        "events": {_EVENT: {}},
    }
    token = await provider.tokens.logout_token(claims, notice.realm)
    try:
        address, headers = _reachable(url)
        answer = await client.post(
            address, data={"logout_token": token}, headers=headers
        )
    except httpx2.HTTPError:
        return False
    return answer.is_success


def _reachable(url: str) -> tuple[str, dict[str, str]]:
    """Where to connect, and the name to say there.

    `*.localhost` means this machine (RFC 6761, 6.3), which not every resolver knows.
    """
    parts = urlsplit(url)
    if not (parts.hostname or "").endswith(".localhost"):
        return url, {}
    port = f":{parts.port}" if parts.port else ""
    here = parts._replace(netloc=f"127.0.0.1{port}")
    return here.geturl(), {"host": parts.netloc}


async def _note(provider: Provider, notice: Row[Any], *, is_told: bool) -> None:
    mine = logout_notices.c.sid == notice.sid
    async with provider.store.writing() as db:
        if not is_told and notice.tries < len(_WAITS):
            due_at = provider.store.now() + _WAITS[notice.tries]
            later = update(logout_notices).where(mine)
            await db.execute(later.values(tries=notice.tries + 1, due_at=due_at))
            return
        await db.execute(delete(logout_notices).where(mine))
        if not is_told:
            await record(
                db,
                EventKind.LOGOUT_NOTICE_FAILED,
                realm=notice.realm,
                now=provider.store.now(),
                client_id=provider.settings.client_id,
                user_id=notice.user_id,
                sid=notice.sid,
            )
