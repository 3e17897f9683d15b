"""The authorization endpoint and its sign-in form (OpenID Connect Core §3.1.2).

The form's address repeats the application's request, which is checked again when it
comes back; so nothing is stored for people who only look, and every tab stands alone.
"""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from signin.endpoints.authorization_answer import answer_with_code, answer_with_problem
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
from signin.endpoints.steps import begin_steps
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.pending_sign_ins import Purpose
from signin.redirects import origin_of
from signin.required_actions import in_order
from signin.sessions import Session
from signin.users import user_by_id


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
            return await _go_on(call, asked, address, wanted, session)
    except RedirectedProblem as problem:
        return answer_with_problem(call, address, problem)
    if "none" in wanted.prompts:
        nobody = RedirectedProblem("login_required", "nobody is signed in")
        return answer_with_problem(call, address, nobody)
    return ask_to_sign_in(call, _door(call, asked, address), username=wanted.login_hint)


async def authenticate(request: Request) -> Response:
    """Take the sign-in form; the application's request stands in the form's address."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    address = return_address(call, asked)
    try:
        wanted = authorization_request(asked, address.uri)
    except RedirectedProblem as problem:
        return answer_with_problem(call, address, problem)
    result = await take_sign_in(call, _door(call, asked, address))
    if not isinstance(result, SignedIn):
        return result
    response = await answer_with_code(call, address, wanted, result.session)
    call.set_session(response, result.session, result.secret)
    return response


async def _go_on(
    call: Call,
    asked: Parameters,
    address: ReturnAddress,
    wanted: AuthorizationRequest,
    session: Session,
) -> Response:
    """Answer for somebody who is signed in, after what they have to do first."""
    async with call.provider.store.reading() as db:
        user = await user_by_id(db, call.realm.name, session.user_id)
    actions = in_order([wanted.action or ""])
    if user is None or not (actions or user.required_actions):
        return await answer_with_code(call, address, wanted, session)
    if "none" in wanted.prompts:
        raise RedirectedProblem("interaction_required", "something is to be done first")
    return await begin_steps(
        call,
        asked,
        user,
        Purpose.IN_SESSION,
        actions=actions,
        # An application may ask for an action only soon after a whole sign-in.
        needs_second_factor=False,
    )


def _door(call: Call, asked: Parameters, address: ReturnAddress) -> LoginDoor:
    other = {**asked, "ui_locales": call.words.other_language}
    return LoginDoor(
        action=f"{call.path}/login-actions/authenticate?{urlencode(asked)}",
        other_language_address=f"{call.path}/protocol/openid-connect/auth?{urlencode(other)}",
        form_origin=origin_of(address.uri),
        asked=asked,
    )
