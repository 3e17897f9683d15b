"""Ends what was begun in a person's name, wherever somebody is to be kept out.

A half-finished sign-in or a mailed link is no session, but becomes one or changes a
password; so neither may outlive a new password, a sign-out or a lost telephone.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from signin.action_links import void_links
from signin.pending_sign_ins import end_pending_of
from signin.sessions import EndReason, end_sessions_of


async def end_begun(
    db: AsyncConnection, user_id: str, *, now: int, but: str = ""
) -> None:
    """End all of a person's half-finished sign-ins, but one, and their links."""
    await end_pending_of(db, user_id, but=but)
    await void_links(db, user_id, now=now)


async def end_everything_of(
    db: AsyncConnection,
    user_id: str,
    reason: EndReason,
    *,
    now: int,
    keep: str | None = None,
    but: str = "",
) -> None:
    """End a person's sessions but the one to keep, and what was begun but one."""
    await end_sessions_of(db, user_id, reason, now=now, keep=keep)
    await end_begun(db, user_id, now=now, but=but)
