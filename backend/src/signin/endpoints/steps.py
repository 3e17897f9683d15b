"""What stands between a right password and a session: a code, and required actions.

The same steps serve a sign-in, an application that asks for one (`kc_action`), and a
mailed link; only the end differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from signin.endpoints import step_forms
from signin.endpoints.authorization_answer import answer_with_code, answer_with_problem
from signin.endpoints.authorization_request import (
    RedirectedProblem,
    authorization_request,
    return_address,
)
from signin.endpoints.call import Call, call_of
from signin.endpoints.credentials import begin_session
from signin.endpoints.problems import NO_STORE, PageProblem
from signin.endpoints.step_forms import Again, Cancelled, Done, Show, Step
from signin.pages.steps import StepForm, link_done_page
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.pending_sign_ins import (
    Pending,
    Purpose,
    begin_pending,
    end_pending,
    note_action,
    pending_of,
)
from signin.redirects import origin_of
from signin.required_actions import in_order
from signin.second_factors import users_with_factor
from signin.sessions import Session
from signin.users import User, user_by_id

PATH = "login-actions/required-action"


@dataclass(frozen=True, slots=True)
class Finished:
    """All is done; whose session it is, and the secret of a new one."""

    user: User
    session: Session
    secret: str | None
    action_status: str = "success"


async def steps_before_session(
    call: Call, asked: Parameters, user: User
) -> Response | None:
    """Send a person to what is missing before a session; None when nothing is."""
    actions = in_order([asked.get("kc_action", "")])
    async with call.provider.store.reading() as db:
        needs_code = bool(await users_with_factor(db, [user.id]))
    if not needs_code and not user.required_actions and not actions:
        return None
    return await begin_steps(
        call,
        asked,
        user,
        Purpose.SIGN_IN,
        actions=actions,
        needs_second_factor=needs_code,
    )


async def begin_steps(
    call: Call,
    asked: Parameters,
    user: User,
    purpose: Purpose,
    *,
    actions: tuple[str, ...],
    needs_second_factor: bool,
    client_id: str = "",
    redirect_uri: str = "",
) -> Response:
    """Remember what is to be done, and send the browser to the first step."""
    async with call.provider.store.writing() as db:
        secret = await begin_pending(
            db,
            user,
            purpose,
            actions=actions,
            needs_second_factor=needs_second_factor,
            now=call.now,
            client_id=client_id,
            redirect_uri=redirect_uri,
        )
    response = _to_steps(call, asked)
    call.set_pending(response, secret)
    return response


async def required_action(request: Request) -> Response:
    """Show the step that is due, or take its form."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    form_origin = None
    if "client_id" in asked:
        address = return_address(call, asked)
        form_origin = origin_of(address.uri)
        try:
            authorization_request(asked, address.uri)
        except RedirectedProblem as problem:
            return answer_with_problem(call, address, problem)
    found = await _begun(call)
    if found is None:
        return _start_again(call, asked)
    pending, user = found
    step = pending.next_step(user)
    if step is None:
        return await _finish(call, asked, pending, user)
    form = (
        await form_parameters(request) if request.method == "POST" else Parameters({})
    )
    current = Step(
        call=call,
        user=user,
        pending=pending,
        name=step,
        address=_address(call, asked),
        sent=form,
    )
    is_sent = form.get("step") == step and call.is_genuine(form, _purpose(pending))
    outcome = (
        await step_forms.take(current) if is_sent else await step_forms.show(current)
    )
    match outcome:
        case Show():
            return _show(call, asked, current, outcome, form_origin)
        case Again(page):
            return call.show(page)
        case Cancelled():
            return await _cancel(call, asked, current)
        case Done():
            return _to_steps(call, asked)


def _show(
    call: Call, asked: Parameters, step: Step, outcome: Show, form_origin: str | None
) -> Response:
    secret = call.form_secret()
    other = Parameters({**asked, "ui_locales": call.words.other_language})
    form = StepForm(
        action=_address(call, asked),
        hidden_fields={
            "csrf": call.form_token(secret, _purpose(step.pending)),
            "step": step.name,
            **outcome.hidden_fields,
        },
        problem=outcome.problem,
        good_news=outcome.good_news,
        may_cancel=step.may_cancel,
        other_language_address=_address(call, other),
        form_origin=form_origin,
    )
    response = call.show(outcome.page(form), form_secret=secret, status=outcome.status)
    if outcome.wait:
        response.headers["Retry-After"] = str(outcome.wait)
    return response


async def _begun(call: Call) -> tuple[Pending, User] | None:
    async with call.provider.store.reading() as db:
        pending = await pending_of(
            db, call.realm.name, call.pending_cookie, now=call.now
        )
        user = (
            await user_by_id(db, call.realm.name, pending.user_id) if pending else None
        )
        here = await call.session(db)
    if pending is None or user is None or not user.enabled:
        return None
    if pending.purpose is Purpose.IN_SESSION and (
        here is None or here.user_id != user.id
    ):
        # Steps within a session end with it: they change the account.
        return None
    return pending, user


async def _cancel(call: Call, asked: Parameters, step: Step) -> Response:
    async with call.provider.store.writing() as db:
        await note_action(db, step.pending, step.name)
    found = await _begun(call)
    if found is None:
        return _start_again(call, asked)
    return await _finish(call, asked, *found, action_status="cancelled")


async def _finish(
    call: Call,
    asked: Parameters,
    pending: Pending,
    user: User,
    *,
    action_status: str = "success",
) -> Response:
    async with call.provider.store.writing() as db:
        is_mine = await end_pending(db, pending)
        here = await call.session(db)
    if not is_mine:
        return _start_again(call, asked)
    if pending.purpose is Purpose.LINK:
        branding = call.provider.settings.branding
        response = call.show(
            link_done_page(call.words, branding, onward=pending.redirect_uri)
        )
        call.clear_pending(response)
        return response
    is_here = here is not None and here.user_id == user.id
    if pending.purpose is Purpose.IN_SESSION and is_here and here is not None:
        session, secret = here, None
    elif pending.purpose is Purpose.IN_SESSION:
        # The session ended meanwhile; a step is no sign-in.
        return _start_again(call, asked)
    else:
        session, secret = await begin_session(call, user)
    response = await _onward(
        call, asked, Finished(user, session, secret, action_status)
    )
    call.clear_pending(response)
    if secret is not None:
        call.set_session(response, session, secret)
    return response


async def _onward(call: Call, asked: Parameters, finished: Finished) -> Response:
    if "client_id" not in asked:
        return RedirectResponse(_account(call, asked), 303, NO_STORE)
    address = return_address(call, asked)
    return await answer_with_code(
        call,
        address,
        authorization_request(asked, address.uri),
        finished.session,
        action_status=finished.action_status,
    )


def _start_again(call: Call, asked: Parameters) -> Response:
    """Nothing has been begun, or it took too long: back to where it begins."""
    if "client_id" in asked:
        address = f"{call.path}/protocol/openid-connect/auth?{urlencode(asked)}"
        response: Response = RedirectResponse(address, 303, NO_STORE)
    elif "account" in asked:
        response = RedirectResponse(_account(call, asked), 303, NO_STORE)
    else:
        raise PageProblem(400, lambda words: words.link_dead)
    call.clear_pending(response)
    return response


def _account(call: Call, asked: Parameters) -> str:
    kept = {name: asked[name] for name in asked if name != "account"}
    query = f"?{urlencode(kept)}" if kept else ""
    return f"{call.path}/account{query}"


def _to_steps(call: Call, asked: Parameters) -> Response:
    return RedirectResponse(_address(call, asked), 303, NO_STORE)


def _address(call: Call, asked: Parameters) -> str:
    query = f"?{urlencode(asked)}" if asked else ""
    return f"{call.path}/{PATH}{query}"


def _purpose(pending: Pending) -> str:
    return f"step {pending.secret_hash}"
