"""Signing out at the application's request (OpenID Connect RP-Initiated Logout 1.0).

With a genuine ID token the session ends at once; without one the person is asked, since
any page can send a browser here.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from signin.endpoints.call import Call, call_of
from signin.endpoints.problems import NO_STORE, PageProblem
from signin.events import EventKind, record
from signin.pages.messages import sign_out_page, signed_out_page
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.redirects import origin_of
from signin.sessions import EndReason, Session, end_session, session_by_sid
from signin.tokens import Claims

_PURPOSE = "logout"
_KEPT_FIELDS = ("client_id", "post_logout_redirect_uri", "state", "ui_locales")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A checked request to sign out."""

    fields: Parameters
    hint: Claims | None
    destination: str | None
    is_confirmed: bool


async def logout(request: Request) -> Response:
    """End the session and send the browser back, or ask first."""
    is_form = request.method == "POST"
    fields = await form_parameters(request) if is_form else query_parameters(request)
    call = await call_of(request, fields)
    asked = _Asked(
        fields=fields,
        hint=await _hint(call, fields),
        destination=_destination(call, fields),
        is_confirmed=is_form and call.is_genuine(fields, _PURPOSE),
    )
    async with call.provider.store.writing() as db:
        current = await call.session(db)
        if _needs_question(asked, current):
            return _ask(call, asked)
        await _end(call, db, asked, current)
    response = _farewell(call, asked)
    call.clear_session(response)
    return response


async def end_current_session(
    call: Call, db: AsyncConnection, session: Session
) -> None:
    """End a session because its owner wants it, and note that."""
    if await end_session(db, session.sid, EndReason.SIGNED_OUT, now=call.now):
        await record(
            db,
            EventKind.SIGNED_OUT,
            realm=call.realm.name,
            now=call.now,
            user_id=session.user_id,
            sid=session.sid,
            address=call.origin.address,
        )


async def _hint(call: Call, fields: Parameters) -> Claims | None:
    hint = fields.get("id_token_hint")
    if hint is None:
        return None
    return await call.provider.tokens.read_id_token_hint(
        call.realm.name, call.issuer, hint
    )


def _destination(call: Call, fields: Parameters) -> str | None:
    if fields.get("client_id", call.provider.settings.client_id) != (
        call.provider.settings.client_id
    ):
        raise PageProblem(400, lambda words: words.unknown_client)
    uri = fields.get("post_logout_redirect_uri")
    if uri is None:
        return None
    if not call.provider.redirects.allow(uri, call.realm.name):
        raise PageProblem(400, lambda words: words.unknown_redirect)
    state = fields.get("state")
    if state is None:
        return uri
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode({'state': state})}"


def _needs_question(asked: _Asked, current: Session | None) -> bool:
    """A hint speaks for its own person only; nobody signed in needs no question."""
    if asked.is_confirmed or current is None:
        return False
    return asked.hint is None or asked.hint.get("sub") != current.user_id


async def _end(
    call: Call, db: AsyncConnection, asked: _Asked, current: Session | None
) -> None:
    if asked.hint is not None:
        named = await session_by_sid(
            db, call.realm.name, asked.hint["sid"], now=call.now
        )
        if named is not None:
            await end_current_session(call, db, named)
    if current is not None:
        await end_current_session(call, db, current)


def _ask(call: Call, asked: _Asked) -> Response:
    secret = call.form_secret()
    fields = {name: asked.fields[name] for name in _KEPT_FIELDS if name in asked.fields}
    page = sign_out_page(
        call.words,
        branding=call.provider.settings.branding,
        action=f"{call.path}/protocol/openid-connect/logout",
        fields={**fields, "csrf": call.form_token(secret, _PURPOSE)},
        stay=asked.destination or f"{call.path}/account",
        form_origin=origin_of(asked.destination) if asked.destination else None,
    )
    return call.show(page, form_secret=secret)


def _farewell(call: Call, asked: _Asked) -> Response:
    if asked.destination is None:
        return call.show(signed_out_page(call.words))
    status = 303 if call.request.method == "POST" else 302
    return RedirectResponse(asked.destination, status, NO_STORE)
