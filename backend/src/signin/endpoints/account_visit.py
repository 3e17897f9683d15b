"""Somebody at their account page: who they are, the page itself, the way back to it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from signin.endpoints.call import Call, call_of
from signin.endpoints.credentials import Refused, check_credentials
from signin.endpoints.problems import NO_STORE
from signin.events import EventKind
from signin.pages.account import AccountView, account_page
from signin.parameters import Parameters, form_parameters, query_parameters
from signin.second_factors import factors_of, recovery_codes_left
from signin.sessions import Session, sessions_of
from signin.users import User, user_by_id

_KEPT_FIELDS = ("referrer_uri", "ui_locales")


@dataclass(frozen=True, slots=True)
class Visit:
    """A person, signed in, at their own account."""

    call: Call
    asked: Parameters
    form: Parameters
    user: User
    session: Session

    @property
    def purpose(self) -> str:
        """Bind the account page's forms to the session, not only to the browser."""
        return f"account {self.session.sid}"


async def visit_of(call: Call, asked: Parameters) -> Visit | None:
    """Find who is signed in with this browser."""
    async with call.provider.store.reading() as db:
        session = await call.session(db)
        user = (
            await user_by_id(db, call.realm.name, session.user_id) if session else None
        )
    if session is None or user is None:
        return None
    return Visit(call, asked, Parameters({}), user, session)


async def posted_visit(request: Request) -> Visit | Response:
    """Read a form of the account page; back to the page when it is not genuine."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    form = await form_parameters(request)
    found = await visit_of(call, asked)
    if found is None or not call.is_genuine(form, found.purpose):
        return to_account(call, asked)
    return Visit(call, asked, form, found.user, found.session)


async def problem_of_password_given(visit: Visit) -> str | None:
    """Say why the password that was typed does not prove who is there, if so."""
    call = visit.call
    checked = await check_credentials(
        call,
        visit.user.username,
        visit.form.get("current-password", ""),
        failure=EventKind.PASSWORD_CHANGE_FAILED,
    )
    if not isinstance(checked, Refused):
        return None
    if checked.seconds_to_wait:
        return call.words.too_many_attempts.format(seconds=checked.seconds_to_wait)
    return call.words.password_wrong


async def show_account(
    visit: Visit, *, problem: str | None = None, good_news: str | None = None
) -> Response:
    """Show the page."""
    call, asked, user = visit.call, visit.asked, visit.user
    async with call.provider.store.reading() as db:
        sessions = await sessions_of(db, call.realm.name, user.id, now=call.now)
        factors = await factors_of(db, user.id)
        codes_left = await recovery_codes_left(db, user.id)
    secret = call.form_secret()
    back = asked.get("referrer_uri", "")
    view = AccountView(
        user=user,
        realm=call.realm.display_name,
        base=f"{call.path}/account",
        query=account_query(asked),
        csrf=call.form_token(secret, visit.purpose),
        current=visit.session,
        sessions=sessions,
        factors=factors,
        codes_left=codes_left,
        back=back if call.provider.redirects.allow(back, call.realm.name) else None,
        other_language_address=in_other_language(call, asked),
        problem=problem,
        good_news=good_news,
    )
    page = account_page(view, call.words, call.provider.settings.branding)
    return call.show(page, form_secret=secret)


def in_other_language(call: Call, asked: Parameters, tail: str = "") -> str:
    """The address of the same page in the other language."""
    other = Parameters({**asked, "ui_locales": call.words.other_language})
    return f"{call.path}/account{tail}{account_query(other)}"


def account_query(asked: Parameters, **more: str) -> str:
    """What goes along from page to page: the way back and the language."""
    kept = kept_fields(asked) | more
    return f"?{urlencode(kept)}" if kept else ""


def kept_fields(asked: Parameters) -> dict[str, str]:
    """The parameters that go along."""
    return {name: asked[name] for name in _KEPT_FIELDS if name in asked}


def to_account(call: Call, asked: Parameters, **more: str) -> Response:
    """Send the browser to the page."""
    address = f"{call.path}/account{account_query(asked, **more)}"
    return RedirectResponse(address, 303, NO_STORE)
