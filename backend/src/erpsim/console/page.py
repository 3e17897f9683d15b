"""The page for people: it works without JavaScript, by forms of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from erpsim import demo
from erpsim.console import control, sections, views
from erpsim.console.words import Words
from erpsim.house import Erp
from erpsim.refusals import NoSuchThing, NotUnderstood, Refused
from simulating.page import looks, page

_SEE_OTHER = 303
_PLACES = {
    "entered": "invoices",
    "approved": "payments",
    "again": "payments",
    "many": "payments",
    "block": "accounts",
    "item": "items",
    "key": "key",
    "period": "key",
    "fault": "faults",
    "removed": "faults",
}
"""What was said, and where on the page to go on."""


def routes(erp: Erp) -> list[Route]:
    """The page, its looks, and what its forms do."""

    async def show(request: Request) -> Response:
        return await run_in_threadpool(_page, erp, request, "")

    return [*looks(), Route("/", show), _doing(erp)]


def _doing(erp: Erp) -> Route:
    async def do(request: Request) -> Response:
        pairs = parse_qsl((await request.body()).decode("utf-8", "replace"))
        what = request.path_params["what"]
        try:
            said = await run_in_threadpool(_done, erp, what, pairs)
        except Refused as refused:
            shown = await run_in_threadpool(_page, erp, request, refused.message)
            shown.status_code = refused.status
            return shown
        form = dict(pairs)
        kept = [(name, form.get(name, "")) for name in ("company", "lang")]
        query = urlencode([("said", said), *kept])
        return RedirectResponse(f"/?{query}#{_PLACES[said]}", _SEE_OTHER)

    handler: Callable[[Request], Awaitable[Response]] = do
    return Route("/do/{what}", handler, methods=["POST"])


def _page(erp: Erp, request: Request, refused: str) -> Response:
    query = request.query_params
    words = Words(query.get("lang") or _preferred(request))
    company = query.get("company", demo.TRADE)
    if company not in {one["id"] for one in views.companies(erp)}:
        company = demo.TRADE
    said = refused or words.said(query.get("said", ""))
    view = sections.View(
        erp, company, words, query.get("payment", ""), query.get("statement", "")
    )
    return page(
        words["title"],
        sections.heading(view),
        sections.all_of(view),
        said,
        words.page,
        is_refused=bool(refused),
    )


def _preferred(request: Request) -> str:
    return request.headers.get("accept-language", "")[:2].lower()


def _done(erp: Erp, what: str, pairs: list[tuple[str, str]]) -> str:
    """Do what a form asks; tells what to say.

    Raises:
        Refused: It cannot be done.
    """
    form = dict(pairs)
    if what == "enter":
        control.done(erp, control.enter, form, dict(form))
        return "approved" if form.get("approve") else "entered"
    if what == "many":
        count = form.get("count", "")
        number = int(count) if count.isascii() and count.isdigit() else 0
        control.done(erp, control.make_many, form, {"count": number})
        return "many"
    if what == "key":
        rights = [value for name, value in pairs if name == "right"]
        control.done(erp, control.set_key, form, {**form, "rights": rights})
        return "key"
    if what == "renew":
        control.done(erp, control.set_key, form, {"renew": True})
        return "key"
    if what == "fault":
        control.done(erp, control.set_fault, form, _fault(form))
        return "fault"
    if what not in _SIMPLE:
        raise NoSuchThing("There is no such form")
    handler, said = _SIMPLE[what]
    control.done(erp, handler, form, dict(form))
    return said


_SIMPLE: dict[str, tuple[control.Handler, str]] = {
    "approve": (control.approve, "approved"),
    "again": (control.pay_again, "again"),
    "period": (control.close_period, "period"),
    "block": (control.block, "block"),
    "item": (control.enter_item, "item"),
    "remove": (control.remove_fault, "removed"),
}


def _fault(form: dict[str, str]) -> dict[str, object]:
    """The fault that was filled in; a parameter is `name=value`, commas between."""
    pairs = [one.split("=", 1) for one in form.get("parameters", "").split(",")]
    if any(len(pair) != 2 for pair in pairs if pair != [""]):
        raise NotUnderstood("Parameters are name=value, with commas between")
    times = form.get("times", "")
    if times and not times.isdigit():
        raise NotUnderstood("Times is a number")
    return {
        "kind": form.get("kind"),
        "operation": form.get("operation") or None,
        "times": int(times) if times else None,
        "parameters": {
            pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2
        },
    }
