"""The authorization endpoint and its sign-in form (OpenID Connect Core §3.1.2).

The form's address repeats the application's request, which is checked again when it
comes back; so nothing is stored for people who only look, and every tab stands alone.
"""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from signin.endpoints.authorization_request import (
    AuthorizationRequest,
    RedirectedProblem,
    ReturnAddress,
    authorization_request,
    return_address,
)
from signin.endpoints.call import Call, call_of
from signin.endpoints.login_form import (
    LoginDoor,
    SignedIn,
    ask_to_sign_in,
    take_sign_in,
)
from signin.endpoints.problems import NO_STORE
from signin.grants import issue_code
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.redirects import origin_of
from signin.sessions import Session, touch_session


async def authorize(request: Request) -> Response:
    """Send the browser back with a code, or show the sign-in page first."""
    is_form = request.method == "POST"
    asked = await form_parameters(request) if is_form else query_parameters(request)
    call = await call_of(request, asked)
    address = return_address(call, asked)
    try:
        wanted = authorization_request(asked, address.uri)
        async with call.provider.store.reading() as db:
            session = await call.session(db)
        if session is not None and wanted.is_satisfied_by(session.started_at, call.now):
            return await _answer_with_code(call, address, wanted, session)
    except RedirectedProblem as problem:
        return _answer_with_problem(call, address, problem)
    if "none" in wanted.prompts:
        nobody = RedirectedProblem("login_required", "nobody is signed in")
        return _answer_with_problem(call, address, nobody)
    return ask_to_sign_in(call, _door(call, asked, address), username=wanted.login_hint)


async def authenticate(request: Request) -> Response:
    """Take the sign-in form; the application's request stands in the form's address."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    address = return_address(call, asked)
    try:
        wanted = authorization_request(asked, address.uri)
    except RedirectedProblem as problem:
        return _answer_with_problem(call, address, problem)
    result = await take_sign_in(call, _door(call, asked, address))
    if not isinstance(result, SignedIn):
        return result
    response = await _answer_with_code(call, address, wanted, result.session)
    call.set_session(response, result.secret)
    return response


def _door(call: Call, asked: Parameters, address: ReturnAddress) -> LoginDoor:
    other = {**asked, "ui_locales": call.words.other_language}
    return LoginDoor(
        action=f"{call.path}/login-actions/authenticate?{urlencode(asked)}",
        other_language_address=f"{call.path}/protocol/openid-connect/auth?{urlencode(other)}",
        form_origin=origin_of(address.uri),
    )


async def _answer_with_code(
    call: Call, address: ReturnAddress, wanted: AuthorizationRequest, session: Session
) -> Response:
    lifetimes = call.realm.lifetimes
    now = call.now
    async with call.provider.store.writing() as db:
        await touch_session(db, session.sid, lifetimes, now=now)
        code = await issue_code(
            db, session.sid, wanted.code, expires_at=now + lifetimes.code
        )
    answer = {"session_state": session.sid, "iss": call.issuer, "code": code}
    return _redirect(call, address.with_answer(answer))


def _answer_with_problem(
    call: Call, address: ReturnAddress, problem: RedirectedProblem
) -> Response:
    answer = {
        "error": problem.error,
        "error_description": problem.description,
        "iss": call.issuer,
    }
    return _redirect(call, address.with_answer(answer))


def _redirect(call: Call, address: str) -> Response:
    # 303 makes a browser that posted the form fetch the console instead of posting to
    # it.
    status = 303 if call.request.method == "POST" else 302
    return RedirectResponse(address, status, NO_STORE)
