"""The page for people: it works without JavaScript, by forms of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from banksim.console import api, sections
from banksim.console.style import STYLE
from banksim.house import Bank

_SEE_OTHER, _FORBIDDEN = 303, 403
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
_PAGE = Markup(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated bank</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<h1>Simulated bank</h1>
<p class="day">Booking day {day}</p>
<nav aria-label="On this page"><ul>{links}</ul></nav>
</header>
<main id="content">
{said}
{sections}
</main>
</body>
</html>
"""
)
_LINK = Markup('<li><a href="#{id}">{name}</a></li>')
_SECTION = Markup(
    '<section id="{id}" aria-labelledby="{id}-name">'
    '<h2 id="{id}-name">{name}</h2>{body}</section>'
)
_SAID_LINE = Markup('<p class="said" role="status">{text}</p>')


class OwnOrigin:
    """Refuses changes that a page of another site sends by way of a browser."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "http" and scope["method"] != "GET":
            headers = Request(scope).headers
            origin = headers.get("origin")
            if origin is not None and urlsplit(origin).netloc != headers.get("host"):
                refused = Response("Not from another site", _FORBIDDEN)
                await refused(scope, receive, send)
                return
        await self._app(scope, receive, send)


def routes(bank: Bank) -> list[Route]:
    """The page, its looks, and what its forms do."""

    async def show(request: Request) -> Response:
        said = _SAID.get(request.query_params.get("said", ""), "")
        text = await run_in_threadpool(_page, bank, said)
        return HTMLResponse(
            text,
            headers={
                "Content-Security-Policy": "default-src 'none'; style-src 'self';"
                " img-src data:; form-action 'self'; frame-ancestors 'none'",
                "Cache-Control": "no-store",
            },
        )

    async def style(_request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def alive(_request: Request) -> Response:
        return Response("ok", media_type="text/plain")

    return [
        Route("/healthz", alive),
        Route("/", show),
        Route("/style.css", style),
        Route("/do/{what}", _doing(bank), methods=["POST"]),
    ]


def _page(bank: Bank, said: str) -> str:
    bank.catch_up()
    shown = sections.all_of(bank)
    return _PAGE.format(
        day=bank.today().isoformat(),
        links=Markup().join(_LINK.format(id=one.id, name=one.name) for one in shown),
        said=_SAID_LINE.format(text=said) if said else "",
        sections=Markup("\n").join(
            _SECTION.format(id=one.id, name=one.name, body=one.body) for one in shown
        ),
    )


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
