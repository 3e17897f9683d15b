"""The page for people: it works without JavaScript, by forms of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from banksim.console import api, sections
from banksim.console.words import Say
from banksim.house import Bank
from simulating.languages import language_of
from simulating.page import looks, page

_SEE_OTHER = 303
_LANGUAGE = "simulated_bank_language"
_SAID = {
    "stages": "Everything received is accepted.",
    "settlement": "Everything due today is paid.",
    "next-day": "The day is closed; statements are laid out.",
    "letter": "A new letter with a new code is on its way.",
    "state": "The agreement's state is changed.",
    "files": "Every file counts as not yet fetched.",
    "credit": "It is paid in, and a notification laid out.",
    "fault": "The fault is set.",
    "removed": "Removed.",
}


def routes(bank: Bank) -> list[Route]:
    """The page, its looks, and what its forms do."""

    async def show(request: Request) -> Response:
        said = _SAID.get(request.query_params.get("said", ""), "")
        return await run_in_threadpool(_page, bank, request, said)

    return [
        *looks(),
        Route("/", show),
        Route("/do/{what}", _doing(bank), methods=["POST"]),
    ]


def _page(bank: Bank, request: Request, said: str) -> Response:
    bank.catch_up()
    say = Say(language_of(request, _LANGUAGE))
    shown = page(
        say("Simulated bank"),
        sections.heading(bank, say),
        sections.all_of(bank, say),
        say(said) if said else "",
        say.page,
    )
    if "lang" in request.query_params:
        # What a form does leads back to the page, which goes on in that language.
        shown.set_cookie(_LANGUAGE, say.language, httponly=True, samesite="strict")
    return shown


def _doing(bank: Bank) -> Callable[[Request], Awaitable[Response]]:
    async def do(request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        what = request.path_params["what"]
        try:
            said, place = await run_in_threadpool(_done, bank, what, form)
        except (api.NotUnderstood, api.NoSuchThing) as error:
            return Response(str(error), 400, media_type="text/plain")
        return RedirectResponse(f"/?said={said}#{place}", _SEE_OTHER)

    return do


def _done(bank: Bank, what: str, form: dict[str, str]) -> tuple[str, str]:
    """Do what a form asks; tells what to say, and where on the page to go on.

    Raises:
        NotUnderstood, NoSuchThing: It cannot be done.
    """
    bank.catch_up()
    if what == "clock":
        api.advance(bank, {}, {"to": form.get("to")})
        return form.get("to", ""), "day"
    if what == "letter":
        api.order_letter(bank, form, {})
        return "letter", "agreements"
    if what == "state":
        api.set_state(bank, form, form)
        return "state", "agreements"
    if what == "files":
        api.lay_back(bank, form, {"state": "NEW"})
        return "files", "agreements"
    if what == "credit":
        api.pay_in(bank, {"iban": form.get("iban", "")}, form)
        return "credit", "accounts"
    if what == "fault":
        api.set_fault(bank, {}, _fault(form))
        return "fault", "faults"
    if what == "remove":
        api.remove_fault(bank, form, {})
        return "removed", "faults"
    raise api.NoSuchThing("There is no such form")


def _fault(form: dict[str, str]) -> dict[str, object]:
    """The fault that was filled in; a parameter is `name=value`, commas between."""
    pairs = [part.split("=", 1) for part in form.get("parameters", "").split(",")]
    if any(len(pair) != 2 for pair in pairs if pair != [""]):
        raise api.NotUnderstood("Parameters are name=value, with commas between")
    times = form.get("times", "")
    if times and not times.isdigit():
        raise api.NotUnderstood("Times is a number")
    return {
        "kind": form.get("kind"),
        "agreement": form.get("agreement") or None,
        "operation": form.get("operation") or None,
        "times": int(times) if times else None,
        "parameters": {
            pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2
        },
    }
