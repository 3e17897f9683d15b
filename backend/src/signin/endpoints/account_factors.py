"""Second factors at the account page: set up, removed, recovery codes made anew.

Each asks for the password again, and what takes protection away for a code as well.
"""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from signin.endpoints.account_visit import (
    Visit,
    account_query,
    in_other_language,
    posted_visit,
    problem_of_password_given,
    show_account,
    to_account,
    visit_of,
)
from signin.endpoints.app_setup import Candidate, candidate_of, confirm, new_candidate
from signin.endpoints.call import call_of
from signin.endpoints.credentials import Refused
from signin.endpoints.second_factor import check_code, words_of_refusal
from signin.events import EventKind, record
from signin.pages.steps import StepForm, app_page, current_password_field, recovery_page
from signin.parameters import query_parameters
from signin.second_factors import (
    factors_of,
    make_recovery_codes,
    remove_factor,
)

_TAIL = "/second-factor"


async def set_up(request: Request) -> Response:
    """Show what to take into the app."""
    asked = query_parameters(request)
    call = await call_of(request, asked)
    visit = await visit_of(call, asked)
    if visit is None:
        return to_account(call, asked)
    return _show(visit, new_candidate(call, visit.user))


async def add(request: Request) -> Response:
    """Store an app whose first code is right."""
    visit = await posted_visit(request)
    if isinstance(visit, Response):
        return visit
    call = visit.call
    candidate = candidate_of(call, visit.user, visit.form)
    if candidate is None:
        return _show(visit, new_candidate(call, visit.user))
    problem = await problem_of_password_given(visit)
    if problem is not None:
        return _show(visit, candidate, problem)
    codes = await confirm(call, visit.user, candidate, visit.form)
    if isinstance(codes, Refused):
        return _show(visit, candidate, words_of_refusal(call, codes))
    if not codes:
        return to_account(call, visit.asked, done="factor")
    return _show_codes(visit, codes)


async def remove(request: Request) -> Response:
    """Remove an app, for the password and a code."""
    visit = await posted_visit(request)
    if isinstance(visit, Response):
        return visit
    call, user = visit.call, visit.user
    factor_id = request.path_params["factor_id"]
    async with call.provider.store.reading() as db:
        own = {factor.id for factor in await factors_of(db, user.id)}
    if factor_id not in own:
        return to_account(call, visit.asked)
    problem = await _problem_of_proof(visit)
    if problem is not None:
        return await show_account(visit, problem=problem)
    async with call.provider.store.writing() as db:
        if await remove_factor(db, user.id, factor_id):
            await record(
                db,
                EventKind.SECOND_FACTOR_REMOVED,
                realm=call.realm.name,
                now=call.now,
                client_id=call.provider.settings.client_id,
                user_id=user.id,
                address=call.origin.address,
            )
    return to_account(call, visit.asked, done="factor-removed")


async def renew_codes(request: Request) -> Response:
    """Make new recovery codes, for the password and a code."""
    visit = await posted_visit(request)
    if isinstance(visit, Response):
        return visit
    call, user = visit.call, visit.user
    problem = await _problem_of_proof(visit)
    if problem is not None:
        return await show_account(visit, problem=problem)
    keyring = call.provider.keyring
    async with call.provider.store.writing() as db:
        codes = await make_recovery_codes(db, keyring, user.id, now=call.now)
        await record(
            db,
            EventKind.RECOVERY_CODES_MADE,
            realm=call.realm.name,
            now=call.now,
            client_id=call.provider.settings.client_id,
            user_id=user.id,
            address=call.origin.address,
        )
    return _show_codes(visit, codes)


async def _problem_of_proof(visit: Visit) -> str | None:
    problem = await problem_of_password_given(visit)
    if problem is not None:
        return problem
    refused = await check_code(visit.call, visit.user, visit.form.get("otp", ""))
    return None if refused is None else words_of_refusal(visit.call, refused)


def _show(visit: Visit, candidate: Candidate, problem: str | None = None) -> Response:
    call = visit.call
    secret = call.form_secret()
    form = StepForm(
        action=f"{call.path}/account{_TAIL}{account_query(visit.asked)}",
        hidden_fields={
            "csrf": call.form_token(secret, visit.purpose),
            "candidate": candidate.sealed,
        },
        problem=problem,
        other_language_address=in_other_language(call, visit.asked, _TAIL),
        back=f"{call.path}/account{account_query(visit.asked)}",
    )
    page = partial(
        app_page,
        words=call.words,
        uri=candidate.uri(call, visit.user),
        secret=candidate.secret,
        extra_fields=current_password_field(
            call.words, username=visit.user.username, is_invalid=bool(problem)
        ),
    )
    return call.show(page(form), form_secret=secret)


def _show_codes(visit: Visit, codes: list[str]) -> Response:
    onward = f"{visit.call.path}/account{account_query(visit.asked, done='factor')}"
    return visit.call.show(recovery_page(codes, visit.call.words, onward=onward))
