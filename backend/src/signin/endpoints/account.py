"""The account page: a person's profile, password and sessions; JSON for keycloak-js."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from signin.endpoints.account_visit import (
    account_query,
    in_other_language,
    kept_fields,
    posted_visit,
    problem_of_password_given,
    show_account,
    to_account,
    visit_of,
)
from signin.endpoints.bearer import account_profile
from signin.endpoints.call import Call, call_of
from signin.endpoints.login_form import (
    LoginDoor,
    SignedIn,
    ask_to_sign_in,
    take_sign_in,
)
from signin.endpoints.logout import end_current_session
from signin.endpoints.new_password import problem_of_password, store_password
from signin.endpoints.problems import wants_json
from signin.events import EventKind, record
from signin.pages.messages import signed_out_page
from signin.parameters import Parameters, query_parameters
from signin.sessions import EndReason, end_session, sessions_of, touch_session

_SID = re.compile(r"[0-9a-f-]{36}")


async def account(request: Request) -> Response:
    """Show the account page, ask to sign in first, or answer a script with JSON."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    if wants_json(request):
        return await account_profile(call)
    visit = await visit_of(call, asked)
    if visit is None:
        return ask_to_sign_in(call, _door(call, asked))
    async with call.provider.store.writing() as db:
        await touch_session(db, visit.session.sid, call.realm.lifetimes, now=call.now)
    good_news = {
        "password": call.words.password_changed,
        "session": call.words.session_ended,
        "factor": call.words.factor_added,
        "factor-removed": call.words.factor_removed,
    }.get(asked.get("done", ""))
    return await show_account(visit, good_news=good_news)


async def sign_in(request: Request) -> Response:
    """Take the sign-in form that stands where the account page would."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    result = await take_sign_in(call, _door(call, asked))
    if not isinstance(result, SignedIn):
        return result
    response = to_account(call, asked)
    call.set_session(response, result.session, result.secret)
    return response


async def change_password(request: Request) -> Response:
    """Give the person a new password and end their other sessions."""
    visit = await posted_visit(request)
    if isinstance(visit, Response):
        return visit
    new, repeated = (
        visit.form.get(name, "") for name in ("new-password", "repeat-password")
    )
    problem = problem_of_password(visit.call, visit.user, new, repeated)
    problem = problem or await problem_of_password_given(visit)
    if problem is not None:
        return await show_account(visit, problem=problem)
    await store_password(visit.call, visit.user, new, keep=visit.session.sid)
    return to_account(visit.call, visit.asked, done="password")


async def end_one_session(request: Request) -> Response:
    """End another of the person's sessions; one of somebody else's stays."""
    visit = await posted_visit(request)
    if isinstance(visit, Response):
        return visit
    call, user, sid = visit.call, visit.user, request.path_params["sid"]
    if not _SID.fullmatch(sid):
        return to_account(call, visit.asked)
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
                client_id=call.provider.settings.client_id,
                user_id=user.id,
                sid=sid,
                address=call.origin.address,
            )
    return to_account(call, visit.asked, done="session")


async def sign_out(request: Request) -> Response:
    """End the session in use."""
    visit = await posted_visit(request)
    if isinstance(visit, Response):
        return visit
    async with visit.call.provider.store.writing() as db:
        await end_current_session(visit.call, db, visit.session)
    response = visit.call.show(signed_out_page(visit.call.words))
    visit.call.clear_session(response)
    return response


def _door(call: Call, asked: Parameters) -> LoginDoor:
    return LoginDoor(
        action=f"{call.path}/account/sign-in{account_query(asked)}",
        other_language_address=in_other_language(call, asked),
        asked=Parameters({**kept_fields(asked), "account": "1"}),
    )
