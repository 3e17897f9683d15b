"""What people do, through the Admin API: sessions, failures, events."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from signin.admin import representations
from signin.admin.call import (
    MANAGE_USERS,
    VIEW_EVENTS,
    VIEW_USERS,
    admin_call,
    answer,
    done,
)
from signin.admin.event_search import (
    admin_events_found,
    events_found,
    last_failure_of,
)
from signin.admin.problems import not_found
from signin.events import EventKind, record
from signin.sessions import EndReason, end_session, session_by_sid, sessions_of
from signin.throttle import (
    factor_throttle,
    failures_of,
    failures_of_name,
    forget_failures,
    forget_name,
)


async def list_sessions(request: Request) -> Response:
    """Answer `GET users/{id}/sessions`."""
    asked = await admin_call(request, VIEW_USERS)
    client_id = asked.provider.settings.client_id
    async with asked.provider.store.reading() as db:
        user = await asked.user(db)
        found = await sessions_of(db, asked.realm, user.id, now=asked.now)
    return answer([representations.session(one, user, client_id) for one in found])


async def end_one(request: Request) -> Response:
    """Answer `DELETE sessions/{sid}`."""
    asked = await admin_call(request, MANAGE_USERS)
    sid = request.path_params["sid"]
    async with asked.provider.store.writing() as db:
        session = await session_by_sid(db, asked.realm, sid, now=asked.now)
        if session is None:
            # The third s is Keycloak's.
            raise not_found("Sesssion not found")
        await end_session(db, sid, EndReason.ENDED_BY_ADMINISTRATOR, now=asked.now)
        await record(
            db,
            EventKind.SESSION_ENDED,
            realm=asked.realm,
            now=asked.now,
            client_id=asked.client_id,
            user_id=session.user_id,
            sid=sid,
            address=asked.call.origin.address,
        )
        await asked.note(db, "DELETE", "USER_SESSION", f"sessions/{sid}")
    return done()


async def failures(request: Request) -> Response:
    """Answer `GET attack-detection/brute-force/users/{id}`."""
    asked = await admin_call(request, VIEW_USERS)
    async with asked.provider.store.reading() as db:
        user = await asked.user(db)
        count, until = await failures_of_name(
            db, asked.realm, user.username, now=asked.now
        )
        wrong_codes, _ = await failures_of(
            db, factor_throttle(asked.realm, user.id), now=asked.now
        )
        last = await last_failure_of(db, user.id) if count else None
    return answer(
        {
            "disabled": until > asked.now,
            "numFailures": count,
            "numTemporaryLockouts": 0,
            "numSecondaryAuthFailures": wrong_codes,
            "lastFailure": last.at * 1000 if last else 0,
            "lastIPFailure": last.address if last else "n/a",
            "failedLoginNotBefore": until,
        }
    )


async def forget(request: Request) -> Response:
    """Answer `DELETE attack-detection/brute-force/users/{id}`."""
    asked = await admin_call(request, MANAGE_USERS)
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        await forget_name(db, asked.realm, user.username)
        await forget_failures(db, factor_throttle(asked.realm, user.id))
        path = f"attack-detection/brute-force/users/{user.id}"
        await asked.note(db, "DELETE", "USER_LOGIN_FAILURE", path)
    return done()


async def list_events(request: Request) -> Response:
    """Answer `GET events`, the latest first."""
    asked = await admin_call(request, VIEW_EVENTS)
    return answer(await events_found(asked))


async def list_admin_events(request: Request) -> Response:
    """Answer `GET admin-events`, the latest first."""
    asked = await admin_call(request, VIEW_EVENTS)
    return answer(await admin_events_found(asked))
