"""What an application gets back: a code, or the reason why there is none."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from signin.endpoints.authorization_request import (
    AuthorizationRequest,
    RedirectedProblem,
    ReturnAddress,
)
from signin.endpoints.call import Call
from signin.endpoints.problems import NO_STORE
from signin.grants import issue_code
from signin.sessions import Session, touch_session


async def answer_with_code(
    call: Call,
    address: ReturnAddress,
    wanted: AuthorizationRequest,
    session: Session,
    *,
    action_status: str = "error",
) -> Response:
    """Send the browser back with a code, and with what became of a `kc_action`."""
    lifetimes = call.realm.lifetimes
    now = call.now
    async with call.provider.store.writing() as db:
        await touch_session(db, session.sid, lifetimes, now=now)
        code = await issue_code(
            db, session.sid, wanted.code, expires_at=now + lifetimes.code
        )
    answer = {"session_state": session.sid, "iss": call.issuer, "code": code}
    if wanted.action is not None:
        answer |= {"kc_action": wanted.action, "kc_action_status": action_status}
    return _redirect(call, address.with_answer(answer))


def answer_with_problem(
    call: Call, address: ReturnAddress, problem: RedirectedProblem
) -> Response:
    """Send the browser back with an error."""
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
