"""A forgotten password: the same answer at the same cost, whoever asks for whom.

The answer is made without looking whether anybody has the name. That is done
afterwards, beside the answers, and so is the mail.
"""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from signin.endpoints.authorization_request import return_address
from signin.endpoints.call import Call, call_of
from signin.endpoints.letters_out import send_new_password
from signin.endpoints.problems import PageProblem
from signin.pages.steps import StepForm, forgotten_page, link_sent_page
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.throttle import (
    address_throttle,
    count_failure,
    mail_throttle,
    seconds_to_wait,
)
from signin.users import user_by_name

_PURPOSE = "forgotten"
_LONGEST_NAME = 320


async def forgotten(request: Request) -> Response:
    """Ask for a name, and send a link if it is somebody's."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    if not call.provider.mailer.can_send:
        raise PageProblem(404, lambda words: words.unknown_page)
    # Checked now, so that the link in the mail leads nowhere else.
    redirect_uri = return_address(call, asked).uri if "client_id" in asked else ""
    if request.method == "GET":
        return _show(call, asked)
    form = await form_parameters(request)
    username = form.get("username", "")
    if not call.is_genuine(form, _PURPOSE):
        return _show(call, asked, username, problem=call.words.form_expired, status=400)
    wait = await _count(call, username)
    if wait:
        problem = call.words.wait_for_mail.format(seconds=wait)
        response = _show(call, asked, username, problem=problem, status=429)
        response.headers["Retry-After"] = str(wait)
        return response
    call.provider.background.start(
        _send(call, username, asked.get("client_id", ""), redirect_uri)
    )
    minutes = call.realm.lifetimes.own_link // 60
    return call.show(
        link_sent_page(call.words, minutes=minutes, back=_back(call, asked))
    )


async def _count(call: Call, username: str) -> int:
    counted = (
        mail_throttle(call.realm.name, username),
        address_throttle(call.realm.name, call.origin.address),
    )
    async with call.provider.store.writing() as db:
        wait = await seconds_to_wait(db, counted, now=call.now)
        if not wait:
            await count_failure(db, counted, now=call.now)
    return wait


async def _send(call: Call, username: str, client_id: str, redirect_uri: str) -> None:
    async with call.provider.store.reading() as db:
        user = None
        if len(username) <= _LONGEST_NAME:
            user = await user_by_name(db, call.realm.name, username)
    if user is not None and user.enabled and user.email:
        await send_new_password(
            call, user, client_id=client_id, redirect_uri=redirect_uri
        )


def _show(
    call: Call,
    asked: Parameters,
    username: str = "",
    *,
    problem: str | None = None,
    status: int = 200,
) -> Response:
    secret = call.form_secret()
    other = Parameters({**asked, "ui_locales": call.words.other_language})
    form = StepForm(
        action=_address(call, asked),
        hidden_fields={"csrf": call.form_token(secret, _PURPOSE)},
        problem=problem,
        other_language_address=_address(call, other),
    )
    page = forgotten_page(form, call.words, username=username, back=_back(call, asked))
    return call.show(page, form_secret=secret, status=status)


def _address(call: Call, asked: Parameters) -> str:
    return f"{call.path}/login-actions/reset-credentials?{urlencode(asked)}"


def _back(call: Call, asked: Parameters) -> str:
    if "client_id" in asked:
        return f"{call.path}/protocol/openid-connect/auth?{urlencode(asked)}"
    kept = {name: asked[name] for name in asked if name != "account"}
    return f"{call.path}/account?{urlencode(kept)}"
