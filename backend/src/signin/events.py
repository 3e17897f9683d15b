"""What happened at sign-in, for people who look into it later: a table and the log.

No event carries a password, a token, a code, or a name that nobody has, since people
type passwords into the name field.
"""

from __future__ import annotations

from enum import StrEnum

import structlog
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.tables import admin_events, events

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
    REALM_CHANGED = "realm_changed"
    KEYS_ROTATED = "keys_rotated"
    USER_CREATED = "user_created"
    SERVICE_SIGNED_IN = "service_signed_in"
    SERVICE_REFUSED = "service_refused"
    SECOND_FACTOR_FAILED = "second_factor_failed"
    SECOND_FACTOR_ADDED = "second_factor_added"
    SECOND_FACTOR_REMOVED = "second_factor_removed"
    RECOVERY_CODE_USED = "recovery_code_used"
    RECOVERY_CODES_MADE = "recovery_codes_made"
    EMAIL_VERIFIED = "email_verified"
    RESET_ASKED = "reset_asked"
    ACTIONS_SENT = "actions_sent"
    VERIFICATION_SENT = "verification_sent"
    ACTIONS_BEGUN = "actions_begun"
    ACTION_LINK_REFUSED = "action_link_refused"
    MAIL_FAILED = "mail_failed"
    LOGOUT_NOTICE_FAILED = "logout_notice_failed"


_ALARMING = frozenset({EventKind.CODE_REPLAYED, EventKind.REFRESH_TOKEN_REUSED})


async def record(
    db: AsyncConnection,
    kind: EventKind,
    *,
    realm: str,
    now: int,
    client_id: str = "",
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
            client_id=client_id,
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


async def record_admin(
    db: AsyncConnection,
    realm: str,
    *,
    operation: str,
    resource_type: str,
    resource_path: str,
    client_id: str,
    address: str,
    now: int,
) -> None:
    """Write what a service changed, in the transaction of the change, and log it."""
    said = {
        "realm": realm,
        "operation": operation,
        "resource_type": resource_type,
        "resource_path": resource_path,
        "client_id": client_id,
        "address": address,
    }
    await db.execute(insert(admin_events).values(at=now, **said))
    _log.info("administered", **said)
