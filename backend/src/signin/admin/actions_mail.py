"""Asking people by mail to do something, through the Admin API."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from signin.admin.call import MANAGE_USERS, AdminCall, admin_call, done
from signin.admin.problems import refused
from signin.endpoints.letters_out import send_actions
from signin.mail import MailNotSent
from signin.required_actions import REQUIRED_ACTIONS, VERIFY_EMAIL, in_order
from signin.users import User

_LIFESPAN = re.compile(r"[1-9][0-9]{0,7}")
_LONGEST = 30 * 86_400


async def execute_actions(request: Request) -> Response:
    """Answer `PUT users/{id}/execute-actions-email`."""
    asked = await admin_call(request, MANAGE_USERS)
    actions = await asked.json(list)
    return await _send(asked, actions, "execute-actions-email")


async def verify_email(request: Request) -> Response:
    """Answer `PUT users/{id}/send-verify-email`."""
    asked = await admin_call(request, MANAGE_USERS)
    return await _send(asked, [VERIFY_EMAIL], "send-verify-email")


async def _send(asked: AdminCall, actions: list[object], what: str) -> Response:
    async with asked.provider.store.reading() as db:
        user = await asked.user(db)
    redirect_uri = _checked(asked, user)
    if not actions or not all(action in REQUIRED_ACTIONS for action in actions):
        raise refused(400, "Provided invalid required actions")
    try:
        await send_actions(
            asked.call,
            user,
            in_order(str(action) for action in actions),
            lifespan=_lifespan(asked),
            client_id=asked.query.get("client_id", ""),
            redirect_uri=redirect_uri,
        )
    except MailNotSent as problem:
        message = f"Failed to send execute actions email: {problem}"
        raise refused(500, message) from problem
    async with asked.provider.store.writing() as db:
        await asked.note(db, "ACTION", "USER", f"users/{user.id}/{what}")
    return done()


def _checked(asked: AdminCall, user: User) -> str:
    """Check where the person shall end up; raises `AdminProblem`."""
    if not user.email:
        raise refused(400, "User email missing")
    if not user.enabled:
        raise refused(400, "User is disabled")
    client_id = asked.query.get("client_id")
    redirect_uri = asked.query.get("redirect_uri", "")
    if redirect_uri and client_id is None:
        raise refused(400, "Client id missing")
    if client_id not in {None, asked.provider.settings.client_id}:
        raise refused(400, "Client doesn't exist")
    if redirect_uri and not asked.provider.redirects.allow(redirect_uri, asked.realm):
        raise refused(400, "Invalid redirect uri.")
    return redirect_uri


def _lifespan(asked: AdminCall) -> int:
    text = asked.query.get("lifespan")
    if text is None:
        return asked.call.realm.lifetimes.admin_link
    if not _LIFESPAN.fullmatch(text):
        raise refused(400, "Invalid lifespan")
    return min(int(text), _LONGEST)
