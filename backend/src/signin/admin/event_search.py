"""Events in Keycloak's words: found by kind, person, client and time."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Column, ColumnElement, Row, Select, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.admin.call import AdminCall
from signin.admin.problems import fault
from signin.events import EventKind
from signin.roles import stable_id
from signin.tables import admin_events, events

# Keycloak's type of each event, and the error it gives where there is one.
_TYPES: dict[EventKind, tuple[str, str | None]] = {
    EventKind.SIGNED_IN: ("LOGIN", None),
    EventKind.SIGN_IN_FAILED: ("LOGIN_ERROR", "invalid_user_credentials"),
    EventKind.SECOND_FACTOR_FAILED: ("LOGIN_ERROR", "invalid_user_credentials"),
    EventKind.SIGNED_OUT: ("LOGOUT", None),
    EventKind.SESSION_ENDED: ("LOGOUT", None),
    EventKind.PASSWORD_CHANGED: ("UPDATE_PASSWORD", None),
    EventKind.PASSWORD_CHANGE_FAILED: (
        "UPDATE_PASSWORD_ERROR", "invalid_user_credentials"
    ),
    EventKind.CODE_REPLAYED: ("CODE_TO_TOKEN_ERROR", "invalid_code"),
    EventKind.REFRESH_TOKEN_REUSED: ("REFRESH_TOKEN_ERROR", "invalid_token"),
    EventKind.SERVICE_SIGNED_IN: ("CLIENT_LOGIN", None),
    EventKind.SERVICE_REFUSED: ("CLIENT_LOGIN_ERROR", "invalid_client_credentials"),
    EventKind.SECOND_FACTOR_ADDED: ("UPDATE_TOTP", None),
    EventKind.SECOND_FACTOR_REMOVED: ("REMOVE_TOTP", None),
    EventKind.RECOVERY_CODES_MADE: ("UPDATE_CREDENTIAL", None),
    EventKind.EMAIL_VERIFIED: ("VERIFY_EMAIL", None),
    EventKind.RESET_ASKED: ("SEND_RESET_PASSWORD", None),
    EventKind.VERIFICATION_SENT: ("SEND_VERIFY_EMAIL", None),
    EventKind.ACTIONS_BEGUN: ("EXECUTE_ACTIONS", None),
    EventKind.ACTION_LINK_REFUSED: ("EXECUTE_ACTION_TOKEN_ERROR", "expired_code"),
}  # fmt: skip

_NO_DATE = (
    "Invalid value for '{name}', expected format is yyyy-MM-dd or an Epoch timestamp"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MILLISECONDS = re.compile(r"[0-9]{10,14}")


async def events_found(asked: AdminCall) -> list[dict[str, Any]]:
    """List what people did."""
    kinds = _kinds(asked.query.getlist("type"))
    condition = (events.c.realm == asked.realm) & events.c.kind.in_(kinds)
    for parameter, column in (
        ("user", events.c.user_id),
        ("client", events.c.client_id),
        ("ipAddress", events.c.address),
    ):
        if parameter in asked.query:
            condition &= column == asked.query[parameter]
    rows = await _page(asked, events, condition)
    return [_event(row) for row in rows]


async def admin_events_found(asked: AdminCall) -> list[dict[str, Any]]:
    """List what was done to people."""
    condition: ColumnElement[bool] = admin_events.c.realm == asked.realm
    for parameter, column in (
        ("operationTypes", admin_events.c.operation),
        ("resourceTypes", admin_events.c.resource_type),
    ):
        if parameter in asked.query:
            condition &= column.in_(asked.query.getlist(parameter))
    for parameter, column in (
        ("authIpAddress", admin_events.c.address),
        ("resourcePath", admin_events.c.resource_path),
    ):
        if parameter in asked.query:
            condition &= _matches(column, asked.query[parameter])
    rows = await _page(asked, admin_events, condition)
    return [_admin_event(row) for row in rows]


async def last_failure_of(db: AsyncConnection, user_id: str) -> Row[Any] | None:
    """Find a person's last failed attempt to sign in."""
    failed = (EventKind.SIGN_IN_FAILED.value, EventKind.SECOND_FACTOR_FAILED.value)
    query = (
        select(events)
        .where(events.c.user_id == user_id, events.c.kind.in_(failed))
        .order_by(events.c.at.desc(), events.c.id.desc())
        .limit(1)
    )
    return (await db.execute(query)).one_or_none()


async def _page(
    asked: AdminCall, table: Table, condition: ColumnElement[bool]
) -> list[Row[Any]]:
    since, until = _instant(asked, "dateFrom"), _instant(asked, "dateTo", is_end=True)
    if since is not None:
        condition &= table.c.at >= since
    if until is not None:
        condition &= table.c.at < until
    first, most = asked.page()
    query: Select[Any] = select(table).where(condition)
    if asked.query.get("direction") == "asc":
        query = query.order_by(table.c.at, table.c.id)
    else:
        query = query.order_by(table.c.at.desc(), table.c.id.desc())
    async with asked.provider.store.reading() as db:
        return list((await db.execute(query.offset(first).limit(most))).all())


def _kinds(types: list[str]) -> list[str]:
    return [
        kind.value for kind, (name, _) in _TYPES.items() if not types or name in types
    ]


def _matches(column: Column[str], pattern: str) -> ColumnElement[bool]:
    """Match a path, in which `*` stands for anything."""
    if "*" not in pattern:
        return column == pattern
    escaped = pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return column.like(escaped.replace("*", "%"), escape="\\")


def _instant(asked: AdminCall, name: str, *, is_end: bool = False) -> int | None:
    """Read a day or an instant in milliseconds; the last day is meant whole."""
    text = asked.query.get(name)
    if text is None:
        return None
    if _MILLISECONDS.fullmatch(text):
        return int(text) // 1000 + is_end
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError as problem:
        raise fault(400, _NO_DATE.format(name=name)) from problem
    if not _DAY.fullmatch(text):
        raise fault(400, _NO_DATE.format(name=name))
    return int((day + timedelta(days=is_end)).timestamp())


def _event(row: Row[Any]) -> dict[str, Any]:
    name, error = _TYPES[EventKind(row.kind)]
    written = {
        "id": str(uuid.UUID(int=row.id)),
        "time": row.at * 1000,
        "type": name,
        "realmId": stable_id(row.realm, "realm", row.realm),
        "clientId": row.client_id,
        "userId": row.user_id,
        "sessionId": row.sid,
        "ipAddress": row.address,
        "error": error,
        "details": {"reason": row.detail} if row.detail else None,
    }
    return {key: value for key, value in written.items() if value}


def _admin_event(row: Row[Any]) -> dict[str, Any]:
    realm_id = stable_id(row.realm, "realm", row.realm)
    return {
        "id": str(uuid.UUID(int=row.id)),
        "time": row.at * 1000,
        "realmId": realm_id,
        "authDetails": {
            "realmId": realm_id,
            # Ids, where the events of people have the client's name.
            "clientId": stable_id(row.realm, "client", row.client_id),
            "userId": stable_id(row.realm, "service account", row.client_id),
            "ipAddress": row.address,
        },
        "operationType": row.operation,
        "resourceType": row.resource_type,
        "resourcePath": row.resource_path,
    }
