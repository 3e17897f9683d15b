"""The account page: a person's profile, password and sessions; JSON for keycloak-js."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from signin.endpoints.bearer import account_profile
from signin.endpoints.call import Call, call_of
from signin.endpoints.credentials import Refused, check_credentials
from signin.endpoints.login_form import (
    LoginDoor,
    SignedIn,
    ask_to_sign_in,
    take_sign_in,
)
from signin.endpoints.logout import end_current_session
from signin.endpoints.problems import NO_STORE, wants_json
from signin.events import EventKind, record
from signin.pages.account import AccountView, account_page
from signin.pages.messages import signed_out_page
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.passwords import MAX_LENGTH, MIN_LENGTH, PasswordFlaw, flaw_of
from signin.sessions import (
    EndReason,
    Session,
    end_session,
    end_sessions_of,
    sessions_of,
    touch_session,
)
from signin.users import User, set_password_hash, user_by_id
from signin.words import Words

_SID = re.compile(r"[0-9a-f-]{36}")
_KEPT_FIELDS = ("referrer_uri", "ui_locales")
_DONE_PASSWORD, _DONE_SESSION = "password", "session"


async def account(request: Request) -> Response:
    """Show the account page, ask to sign in first, or answer a script with JSON."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    if wants_json(request):
        return await account_profile(call)
    found = await _signed_in(call)
    if found is None:
        return ask_to_sign_in(call, _door(call, asked))
    async with call.provider.store.writing() as db:
        await touch_session(db, found[1].sid, call.realm.lifetimes, now=call.now)
    good_news = {
        _DONE_PASSWORD: call.words.password_changed,
        _DONE_SESSION: call.words.session_ended,
    }.get(asked.get("done", ""))
    return await _show(call, asked, *found, good_news=good_news)


async def sign_in(request: Request) -> Response:
    """Take the sign-in form that stands where the account page would."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    result = await take_sign_in(call, _door(call, asked))
    if not isinstance(result, SignedIn):
        return result
    response = _to_account(call, asked)
    call.set_session(response, result.secret)
    return response


async def change_password(request: Request) -> Response:
    """Give the person a new password and end their other sessions."""
    asked, call, form, found = await _posted(request)
    if found is None:
        return _to_account(call, asked)
    user, session = found
    problem = await _problem_of_change(call, form, user)
    if problem is not None:
        return await _show(call, asked, user, session, problem=problem)
    password_hash = await call.provider.passwords.hash(form["new-password"])
    async with call.provider.store.writing() as db:
        await set_password_hash(db, user.id, password_hash, changed_at=call.now)
        await end_sessions_of(
            db, user.id, EndReason.PASSWORD_CHANGED, keep=session.sid, now=call.now
        )
        await record(
            db,
            EventKind.PASSWORD_CHANGED,
            realm=call.realm.name,
            now=call.now,
            user_id=user.id,
            sid=session.sid,
            address=call.origin.address,
        )
    return _to_account(call, asked, done=_DONE_PASSWORD)


async def end_one_session(request: Request) -> Response:
    """End another of the person's sessions; one of somebody else's stays."""
    asked, call, _, found = await _posted(request)
    sid = request.path_params["sid"]
    if found is None or not _SID.fullmatch(sid):
        return _to_account(call, asked)
    user, _ = found
    async with call.provider.store.writing() as db:
        own = {
            one.sid
            for one in await sessions_of(db, call.realm.name, user.id, now=call.now)
        }
        if sid in own and await end_session(
            db, sid, EndReason.ENDED_BY_USER, now=call.now
        ):
            await record(
                db,
                EventKind.SESSION_ENDED,
                realm=call.realm.name,
                now=call.now,
                user_id=user.id,
                sid=sid,
                address=call.origin.address,
            )
    return _to_account(call, asked, done=_DONE_SESSION)


async def sign_out(request: Request) -> Response:
    """End the session in use."""
    asked, call, _, found = await _posted(request)
    if found is None:
        return _to_account(call, asked)
    async with call.provider.store.writing() as db:
        await end_current_session(call, db, found[1])
    response = call.show(signed_out_page(call.words))
    call.clear_session(response)
    return response


async def _posted(
    request: Request,
) -> tuple[Parameters, Call, Parameters, tuple[User, Session] | None]:
    """Read a form of the account page; no person when it is not genuine."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    form = await form_parameters(request)
    found = await _signed_in(call)
    if found is not None and not call.is_genuine(form, _purpose(found[1])):
        found = None
    return asked, call, form, found


async def _signed_in(call: Call) -> tuple[User, Session] | None:
    async with call.provider.store.reading() as db:
        session = await call.session(db)
        user = (
            await user_by_id(db, call.realm.name, session.user_id) if session else None
        )
    return None if session is None or user is None else (user, session)


async def _show(
    call: Call,
    asked: Parameters,
    user: User,
    session: Session,
    *,
    problem: str | None = None,
    good_news: str | None = None,
) -> Response:
    async with call.provider.store.reading() as db:
        sessions = await sessions_of(db, call.realm.name, user.id, now=call.now)
    secret = call.form_secret()
    back = asked.get("referrer_uri", "")
    view = AccountView(
        user=user,
        realm=call.realm.display_name,
        base=f"{call.path}/account",
        query=_query(asked),
        csrf=call.form_token(secret, _purpose(session)),
        current=session,
        sessions=sessions,
        back=back if call.provider.redirects.allow(back, call.realm.name) else None,
        other_language_address=_in_other_language(call, asked),
        problem=problem,
        good_news=good_news,
    )
    page = account_page(view, call.words, call.provider.settings.branding)
    return call.show(page, form_secret=secret)


async def _problem_of_change(call: Call, form: Parameters, user: User) -> str | None:
    words, new = call.words, form.get("new-password", "")
    if new != form.get("repeat-password", ""):
        return words.password_differs
    flaw = flaw_of(
        new, username=user.username, branding=call.provider.settings.branding
    )
    if flaw is not None:
        return _flaw_in_words(flaw, words, call.provider.settings.branding)
    checked = await check_credentials(
        call,
        user.username,
        form.get("current-password", ""),
        failure=EventKind.PASSWORD_CHANGE_FAILED,
    )
    if not isinstance(checked, Refused):
        return None
    if checked.seconds_to_wait:
        return words.too_many_attempts.format(seconds=checked.seconds_to_wait)
    return words.password_wrong


def _flaw_in_words(flaw: PasswordFlaw, words: Words, branding: str) -> str:
    match flaw:
        case PasswordFlaw.TOO_SHORT:
            return words.password_too_short.format(length=MIN_LENGTH)
        case PasswordFlaw.TOO_LONG:
            return words.password_too_long.format(length=MAX_LENGTH)
        case PasswordFlaw.TOO_COMMON:
            return words.password_common
        case PasswordFlaw.CONTAINS_NAME:
            return words.password_has_name.format(branding=branding)


def _purpose(session: Session) -> str:
    """Bind the account page's forms to the session, not only to the browser."""
    return f"account {session.sid}"


def _door(call: Call, asked: Parameters) -> LoginDoor:
    return LoginDoor(
        action=f"{call.path}/account/sign-in{_query(asked)}",
        other_language_address=_in_other_language(call, asked),
    )


def _in_other_language(call: Call, asked: Parameters) -> str:
    other = Parameters({**asked, "ui_locales": call.words.other_language})
    return f"{call.path}/account{_query(other)}"


def _query(asked: Parameters, **more: str) -> str:
    kept = {name: asked[name] for name in _KEPT_FIELDS if name in asked} | more
    return f"?{urlencode(kept)}" if kept else ""


def _to_account(call: Call, asked: Parameters, **more: str) -> Response:
    return RedirectResponse(
        f"{call.path}/account{_query(asked, **more)}", 303, NO_STORE
    )
