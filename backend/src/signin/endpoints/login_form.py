"""The sign-in form: shown, taken back, and refused in equal words."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.responses import Response

from signin.endpoints.call import Call
from signin.endpoints.credentials import Refused, begin_session, check_credentials
from signin.endpoints.steps import steps_before_session
from signin.pages.login import LoginForm, login_page
from signin.parameters import Parameters, form_parameters
from signin.sessions import Session

_PURPOSE = "login"
FORGOTTEN_PATH = "login-actions/reset-credentials"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginDoor:
    """Where a sign-in form is sent, and which origin its answer may lead to."""

    action: str
    other_language_address: str
    # What was asked for, which goes along through all steps of a sign-in.
    asked: Parameters
    form_origin: str | None = None


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session and the secret that the answer has to hand to the browser."""

    session: Session
    secret: str


def ask_to_sign_in(
    call: Call,
    door: LoginDoor,
    *,
    username: str = "",
    problem: str | None = None,
    status: int = 200,
) -> Response:
    """Show the sign-in page."""
    secret = call.form_secret()
    form = LoginForm(
        realm=call.realm.display_name,
        action=door.action,
        csrf=call.form_token(secret, _PURPOSE),
        username=username,
        problem=problem,
        other_language_address=door.other_language_address,
        form_origin=door.form_origin,
        forgotten_address=_forgotten(call, door),
    )
    return call.show(login_page(form, call.words), form_secret=secret, status=status)


async def take_sign_in(call: Call, door: LoginDoor) -> SignedIn | Response:
    """Sign in with the form that was sent, or show it again with the reason."""
    form = await form_parameters(call.request)
    username = form.get("username", "")
    if not call.is_genuine(form, _PURPOSE):
        return ask_to_sign_in(
            call, door, username=username, problem=call.words.form_expired, status=400
        )
    result = await check_credentials(call, username, form.get("password", ""))
    if isinstance(result, Refused):
        return _refuse(call, door, username, result)
    missing = await steps_before_session(call, door.asked, result)
    if missing is not None:
        return missing
    return SignedIn(*await begin_session(call, result))


def _forgotten(call: Call, door: LoginDoor) -> str | None:
    if not call.provider.mailer.can_send:
        return None
    return f"{call.path}/{FORGOTTEN_PATH}?{urlencode(door.asked)}"


def _refuse(call: Call, door: LoginDoor, username: str, refused: Refused) -> Response:
    wait = refused.seconds_to_wait
    if not wait:
        problem = call.words.wrong_credentials
        return ask_to_sign_in(call, door, username=username, problem=problem)
    problem = call.words.too_many_attempts.format(seconds=wait)
    response = ask_to_sign_in(
        call, door, username=username, problem=problem, status=429
    )
    response.headers["Retry-After"] = str(wait)
    return response
