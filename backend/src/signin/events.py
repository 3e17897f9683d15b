"""What happened at sign-in, for people who look into it later: a table and the log.

No event carries a password, a token, a code, or a name that nobody has, since people
type passwords into the name field.
"""

from __future__ import annotations

from enum import StrEnum

import structlog
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.tables import events

_log = structlog.get_logger("signin")


class EventKind(StrEnum):
    """What can happen."""

    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGNED_OUT = "signed_out"
    SESSION_ENDED = "session_ended"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - an event, not a password
    PASSWORD_CHANGE_FAILED = "password_change_failed"  # noqa: S105 - an event, not a password
    CODE_REPLAYED = "code_replayed"
    REFRESH_TOKEN_REUSED = "refresh_token_reused"  # noqa: S105 - an event, not a token
    REALM_CREATED = "realm_created"
    USER_CREATED = "user_created"


_ALARMING = frozenset({EventKind.CODE_REPLAYED, EventKind.REFRESH_TOKEN_REUSED})


async def record(
    db: AsyncConnection,
    kind: EventKind,
    *,
    realm: str,
    now: int,
    user_id: str | None = None,
    sid: str | None = None,
    address: str = "",
    detail: str = "",
) -> None:
    """Write an event in the transaction it belongs to, and log it."""
    await db.execute(
        insert(events).values(
            at=now,
            realm=realm,
            kind=kind.value,
            user_id=user_id,
            sid=sid,
            address=address,
            detail=detail,
        )
    )
    write = _log.warning if kind in _ALARMING else _log.info
    said = {"user_id": user_id, "sid": sid, "address": address, "detail": detail}
    write(
        kind.value,
        realm=realm,
        **{name: value for name, value in said.items() if value},
    )
