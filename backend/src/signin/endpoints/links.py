"""Following a link from a mail: what it is for is shown first, then it is used up.

Mail scanners follow links; they do not press buttons.
"""

from __future__ import annotations

from urllib.parse import urlencode

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from signin.action_links import ActionLink, link_of, use_link
from signin.endpoints.call import Call, call_of
from signin.endpoints.problems import PageProblem
from signin.endpoints.steps import begin_steps
from signin.events import EventKind, record
from signin.letters import action_names
from signin.pages.steps import StepForm, link_done_page, link_page
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.pending_sign_ins import Purpose
from signin.required_actions import VERIFY_EMAIL
from signin.second_factors import users_with_factor
from signin.users import User, change_user, require_actions, user_by_id

_PURPOSE = "link"
_PATH = "login-actions/action-token"


async def follow(request: Request) -> Response:
    """Show what a link is for, or begin it; raises `PageProblem` for a dead one."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    if request.method == "GET":
        return await _show(call, asked, asked.get("key", ""))
    form = await form_parameters(request)
    key = form.get("key", "")
    if not call.is_genuine(form, _PURPOSE):
        return await _show(call, asked, key, problem=call.words.form_expired)
    link, user = await _begin(call, key)
    left = tuple(action for action in link.actions if action != VERIFY_EMAIL)
    if not left:
        branding = call.provider.settings.branding
        return call.show(link_done_page(call.words, branding, onward=link.redirect_uri))
    async with call.provider.store.reading() as db:
        has_factor = bool(await users_with_factor(db, [user.id]))
    kept = {name: asked[name] for name in ("ui_locales",) if name in asked}
    return await begin_steps(
        call,
        Parameters(kept),
        user,
        Purpose.LINK,
        actions=left,
        # Whoever reads somebody's mail shall not get past their second factor.
        needs_second_factor=has_factor,
        client_id=link.client_id,
        redirect_uri=link.redirect_uri,
    )


async def _begin(call: Call, key: str) -> tuple[ActionLink, User]:
    """Use a link up; the mail that carried it proves its address."""
    async with call.provider.store.writing() as db:
        link = await use_link(db, call.realm.name, key, now=call.now)
        user = await user_by_id(db, call.realm.name, link.user_id) if link else None
        if link is not None and user is not None and user.enabled:
            await _record(call, db, EventKind.ACTIONS_BEGUN, user)
            if link.email == user.email:
                if not user.email_verified:
                    await change_user(db, user.id, {"email_verified": True})
                    await _record(call, db, EventKind.EMAIL_VERIFIED, user)
                await require_actions(db, user, done=VERIFY_EMAIL)
                return link, user
        await _record(call, db, EventKind.ACTION_LINK_REFUSED, user)
    raise PageProblem(400, lambda words: words.link_dead)


async def _show(
    call: Call, asked: Parameters, key: str, *, problem: str | None = None
) -> Response:
    async with call.provider.store.reading() as db:
        link = await link_of(db, call.realm.name, key, now=call.now)
        user = await user_by_id(db, call.realm.name, link.user_id) if link else None
    if link is None or user is None or not user.enabled or user.email != link.email:
        raise PageProblem(400, lambda words: words.link_dead)
    secret = call.form_secret()
    locale = {name: asked[name] for name in ("ui_locales",) if name in asked}
    other = {"key": key, "ui_locales": call.words.other_language}
    form = StepForm(
        action=f"{call.path}/{_PATH}?{urlencode(locale)}",
        hidden_fields={"csrf": call.form_token(secret, _PURPOSE), "key": key},
        problem=problem,
        other_language_address=f"{call.path}/{_PATH}?{urlencode(other)}",
    )
    page = link_page(
        form,
        call.words,
        username=user.username,
        realm=call.realm.display_name,
        actions=action_names(link.actions, call.words),
    )
    status = 400 if problem else 200
    return call.show(page, form_secret=secret, status=status)


async def _record(
    call: Call, db: AsyncConnection, kind: EventKind, user: User | None
) -> None:
    await record(
        db,
        kind,
        realm=call.realm.name,
        now=call.now,
        client_id=call.provider.settings.client_id,
        user_id=user.id if user else None,
        address=call.origin.address,
    )
