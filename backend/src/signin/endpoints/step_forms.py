"""Each step on its own: what its page shows, and what its form does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from signin.action_links import has_open_link
from signin.endpoints.app_setup import candidate_of, confirm, new_candidate
from signin.endpoints.call import Call
from signin.endpoints.credentials import Refused
from signin.endpoints.letters_out import send_verification
from signin.endpoints.new_password import (
    is_the_old_one,
    problem_of_password,
    store_password,
)
from signin.endpoints.second_factor import check_code, words_of_refusal
from signin.pages.layout import Page
from signin.pages.steps import (
    StepForm,
    app_page,
    password_page,
    recovery_page,
    second_factor_page,
    verify_page,
)
from signin.parameters import Parameters
from signin.pending_sign_ins import (
    SECOND_FACTOR,
    Pending,
    Purpose,
    note_action,
    note_second_factor,
)
from signin.required_actions import CONFIGURE_TOTP, UPDATE_PASSWORD, VERIFY_EMAIL
from signin.throttle import count_failure, mail_throttle, seconds_to_wait
from signin.users import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of one person, and the form that was sent for it."""

    call: Call
    user: User
    pending: Pending
    name: str
    address: str
    sent: Parameters

    @property
    def may_cancel(self) -> bool:
        """What only the application asked for need not be done."""
        return (
            self.name in self.pending.actions
            and self.name not in self.user.required_actions
            and self.pending.purpose is not Purpose.LINK
        )


@dataclass(frozen=True, slots=True)
class Show:
    """The step's page, to be laid around its form."""

    page: Callable[[StepForm], Page]
    problem: str | None = None
    good_news: str | None = None
    hidden_fields: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    wait: int = 0


@dataclass(frozen=True, slots=True)
class Again:
    """A page that stands between this step, which is done, and the next."""

    page: Page


@dataclass(frozen=True, slots=True)
class Done:
    """The step is done."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The person does not want to."""


Outcome = Show | Again | Done | Cancelled


async def show(step: Step) -> Show:
    """Show a step for the first time."""
    if step.name == VERIFY_EMAIL:
        await _send_unless_sent(step)
    return _PAGES[step.name](step)


async def take(step: Step) -> Outcome:
    """Do what the form of a step says."""
    if step.may_cancel and "cancel" in step.sent:
        return Cancelled()
    return await _FORMS[step.name](step)


def _code_page(step: Step, refused: Refused | None = None) -> Show:
    branding = step.call.provider.settings.branding
    page = partial(second_factor_page, words=step.call.words, branding=branding)
    if refused is None:
        return Show(page)
    problem = words_of_refusal(
        step.call, refused, is_recovery="recovery-code" in step.sent
    )
    return _refused(page, problem, refused)


async def _take_code(step: Step) -> Outcome:
    is_recovery = "recovery-code" in step.sent
    code = step.sent.get("recovery-code" if is_recovery else "otp", "")
    refused = await check_code(step.call, step.user, code, is_recovery=is_recovery)
    if refused is not None:
        return _code_page(step, refused)
    async with step.call.provider.store.writing() as db:
        await note_second_factor(db, step.pending)
    return Done()


def _password_page(step: Step, problem: str | None = None) -> Show:
    page = partial(password_page, words=step.call.words, username=step.user.username)
    return Show(page, problem=problem)


async def _take_password(step: Step) -> Outcome:
    call, user, new = step.call, step.user, step.sent.get("password-new", "")
    repeated = step.sent.get("password-confirm", "")
    problem = problem_of_password(call, user, new, repeated)
    if problem is not None:
        return _password_page(step, problem)
    if await is_the_old_one(call, user, new):
        return _password_page(step, call.words.password_same)
    async with call.provider.store.reading() as db:
        session = await call.session(db)
    keep = session.sid if session and session.user_id == user.id else None
    await store_password(call, user, new, keep=keep, pending=step.pending.secret_hash)
    return await _done(step)


def _app_page(step: Step, refused: Refused | None = None) -> Show:
    call, user = step.call, step.user
    candidate = candidate_of(call, user, step.sent) or new_candidate(call, user)
    page = partial(
        app_page,
        words=call.words,
        uri=candidate.uri(call, user),
        secret=candidate.secret,
    )
    fields = {"candidate": candidate.sealed}
    if refused is None:
        return Show(page, hidden_fields=fields)
    shown = _refused(page, words_of_refusal(call, refused), refused)
    return Show(
        page,
        problem=shown.problem,
        hidden_fields=fields,
        status=shown.status,
        wait=shown.wait,
    )


async def _take_app(step: Step) -> Outcome:
    candidate = candidate_of(step.call, step.user, step.sent)
    if candidate is None:
        return _app_page(step)
    codes = await confirm(step.call, step.user, candidate, step.sent)
    if isinstance(codes, Refused):
        return _app_page(step, codes)
    done = await _done(step)
    if not codes:
        return done
    return Again(recovery_page(codes, step.call.words, onward=step.address))


def _mail_page(
    step: Step, *, problem: str | None = None, good_news: str | None = None
) -> Show:
    email = step.user.email if step.call.provider.mailer.can_send else ""
    page = partial(verify_page, words=step.call.words, email=email)
    return Show(page, problem=problem, good_news=good_news)


async def _take_mail(step: Step) -> Outcome:
    if "again" not in step.sent:
        # Had it been confirmed, this step would not be due.
        return _mail_page(step, problem=step.call.words.verify_email_waiting)
    wait = await _send(step)
    if wait:
        text = step.call.words.wait_for_mail.format(seconds=wait)
        return _mail_page(step, problem=text)
    return _mail_page(step, good_news=step.call.words.sent_again)


async def _send_unless_sent(step: Step) -> None:
    async with step.call.provider.store.reading() as db:
        is_sent = await has_open_link(db, step.user, VERIFY_EMAIL, now=step.call.now)
    if not is_sent:
        await _send(step)


async def _send(step: Step) -> int:
    """Send the mail beside the answer, unless there were too many; returns the wait."""
    call, user = step.call, step.user
    if not user.email or not call.provider.mailer.can_send:
        return 0
    counted = (mail_throttle(call.realm.name, user.username),)
    async with call.provider.store.writing() as db:
        wait = await seconds_to_wait(db, counted, now=call.now)
        if wait:
            return wait
        await count_failure(db, counted, now=call.now)
    call.provider.background.start(
        send_verification(call, user, client_id="", redirect_uri="")
    )
    return 0


async def _done(step: Step) -> Done:
    async with step.call.provider.store.writing() as db:
        await note_action(db, step.pending, step.name)
    return Done()


def _refused(page: Callable[[StepForm], Page], problem: str, refused: Refused) -> Show:
    wait = refused.seconds_to_wait
    return Show(page, problem=problem, status=429 if wait else 200, wait=wait)


_PAGES: dict[str, Callable[[Step], Show]] = {
    SECOND_FACTOR: _code_page,
    UPDATE_PASSWORD: _password_page,
    CONFIGURE_TOTP: _app_page,
    VERIFY_EMAIL: _mail_page,
}
_FORMS: dict[str, Callable[[Step], Awaitable[Outcome]]] = {
    SECOND_FACTOR: _take_code,
    UPDATE_PASSWORD: _take_password,
    CONFIGURE_TOTP: _take_app,
    VERIFY_EMAIL: _take_mail,
}
