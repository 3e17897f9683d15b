"""What people sign in with, through the Admin API: passwords and second factors."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from signin.admin import representations
from signin.admin.call import (
    MANAGE_USERS,
    VIEW_USERS,
    AdminCall,
    admin_call,
    answer,
    done,
)
from signin.admin.problems import fault, not_found, refused
from signin.begun import end_begun, end_everything_of
from signin.events import EventKind, record
from signin.passwords import MAX_LENGTH, MIN_LENGTH, PasswordFlaw, flaw_of
from signin.required_actions import UPDATE_PASSWORD
from signin.second_factors import remove_factor
from signin.sessions import EndReason
from signin.users import require_actions, set_password_hash

_FLAWS = {
    PasswordFlaw.TOO_SHORT: (
        "invalidPasswordMinLengthMessage",
        f"Invalid password: minimum length {MIN_LENGTH}.",
    ),
    PasswordFlaw.TOO_LONG: (
        "invalidPasswordMaxLengthMessage",
        f"Invalid password: maximum length {MAX_LENGTH}.",
    ),
    PasswordFlaw.TOO_COMMON: (
        "invalidPasswordBlacklistedMessage",
        "Invalid password: password is blacklisted.",
    ),
    PasswordFlaw.CONTAINS_NAME: (
        "invalidPasswordNotContainsUsernameMessage",
        "Invalid password: Can not contain the username.",
    ),
}


async def reset_password(request: Request) -> Response:
    """Answer `PUT users/{id}/reset-password`; all the person had begun ends with it."""
    asked = await admin_call(request, MANAGE_USERS)
    body = await asked.json(dict)
    password = body.get("value")
    if not isinstance(password, str):
        raise fault(400, "No password provided")
    if not password.strip():
        raise fault(400, "Empty password not allowed")
    async with asked.provider.store.reading() as db:
        username = (await asked.user(db)).username
    refuse_weak(asked, password, username)
    password_hash = await asked.provider.passwords.hash(password)
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        await set_password_hash(db, user.id, password_hash, changed_at=asked.now)
        if body.get("temporary") is True:
            await require_actions(db, user, add=[UPDATE_PASSWORD])
        else:
            await require_actions(db, user, done=UPDATE_PASSWORD)
        reason = EndReason.PASSWORD_CHANGED
        await end_everything_of(db, user.id, reason, now=asked.now)
        await asked.note(db, "ACTION", "USER", f"users/{user.id}/reset-password")
    return done()


async def list_credentials(request: Request) -> Response:
    """Answer `GET users/{id}/credentials`."""
    asked = await admin_call(request, VIEW_USERS)
    async with asked.provider.store.reading() as db:
        return answer(await representations.credentials(db, await asked.user(db)))


async def remove_credential(request: Request) -> Response:
    """Answer `DELETE users/{id}/credentials/{credential}`."""
    asked = await admin_call(request, MANAGE_USERS)
    credential_id = request.path_params["credential_id"]
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        if user.password_hash and credential_id == representations.password_id(user):
            await set_password_hash(db, user.id, None, changed_at=asked.now)
        elif await remove_factor(db, user.id, credential_id):
            await record(
                db,
                EventKind.SECOND_FACTOR_REMOVED,
                realm=asked.realm,
                now=asked.now,
                client_id=asked.client_id,
                user_id=user.id,
                address=asked.call.origin.address,
            )
        else:
            raise not_found("Credential not found")
        # Whoever had used it on the way in shall not arrive.
        await end_begun(db, user.id, now=asked.now)
        path = f"users/{user.id}/credentials/{credential_id}"
        await asked.note(db, "ACTION", "USER", path)
    return done()


def new_password(body: dict[str, Any]) -> tuple[str | None, bool]:
    """Read the password of a new person, and whether it is for the first sign-in."""
    given = body.get("credentials")
    if given is None or given == []:
        return None, False
    first = given[0] if isinstance(given, list) and len(given) == 1 else None
    if not isinstance(first, dict) or first.get("type", "password") != "password":
        raise refused(400, "Could not create user")
    password = first.get("value")
    if not isinstance(password, str) or not password:
        raise refused(400, "Could not create user")
    return password, first.get("temporary") is True


def refuse_weak(asked: AdminCall, password: str, username: str) -> None:
    """Pass silently, or refuse by the rules that hold for people too."""
    branding = asked.provider.settings.branding
    flaw = flaw_of(password, username=username, branding=branding)
    if flaw is not None:
        raise fault(400, *_FLAWS[flaw])
