"""A simulator's page for people: sections, tables and forms, without JavaScript."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup, escape
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from simulating.style import STYLE

_FORBIDDEN = 403
_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
_PAGE = Markup(
    """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#content">{skip}</a>
<header>
<h1>{title}</h1>
<div>{under}</div>
<nav aria-label="{on_this_page}"><ul>{links}</ul></nav>
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
_SAID = Markup('<p class="said" role="status">{text}</p>')
_REFUSED = Markup('<p class="said refused" role="alert">{text}</p>')
_BUTTON = Markup(
    '<form class="inline" method="post" action="/do/{what}">{hidden}'
    "<button{look}>{text}{about}</button></form>"
)
_HIDDEN = Markup('<input type="hidden" name="{name}" value="{value}">')
_ABOUT = Markup('<span class="unseen">: {about}</span>')
_OPTION = Markup('<option value="{value}"{chosen}>{text}</option>')
_TABLE = Markup(
    '<div class="scroll" role="region" aria-label="{caption}" tabindex="0"><table>'
    "<caption>{caption}</caption><thead><tr>{heads}</tr></thead>"
    "<tbody>{rows}</tbody></table></div>"
)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under its own heading."""

    id: str
    name: str
    body: Markup


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, where its value is, and how it is set."""

    name: str
    key: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PageWords:
    """What every page says of itself."""

    language: str = "en"
    skip: str = "Skip to content"
    on_this_page: str = "On this page"
    nothing: str = "nothing yet"
    action: str = "Action"


WORDS = PageWords()


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


def guards() -> list[Middleware]:
    """What keeps others out: only this machine asks, and no page of another site."""
    return [
        Middleware(TrustedHostMiddleware, allowed_hosts=_HOSTS),
        Middleware(OwnOrigin),
    ]


def looks() -> list[Route]:
    """The page's sheet, and an address that tells that it is alive."""

    async def style(_request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def alive(_request: Request) -> Response:
        return Response("ok", media_type="text/plain")

    return [Route("/healthz", alive), Route("/style.css", style)]


def page(
    title: str,
    under: object,
    sections: Sequence[Section],
    said: str = "",
    words: PageWords = WORDS,
    *,
    is_refused: bool = False,
) -> HTMLResponse:
    """The whole page; nothing on it comes from elsewhere."""
    line = _REFUSED if is_refused else _SAID
    text = _PAGE.format(
        language=words.language,
        title=title,
        skip=words.skip,
        on_this_page=words.on_this_page,
        under=under,
        links=Markup().join(_LINK.format(id=one.id, name=one.name) for one in sections),
        said=line.format(text=said) if said else "",
        sections=Markup("\n").join(
            _SECTION.format(id=one.id, name=one.name, body=one.body) for one in sections
        ),
    )
    return HTMLResponse(
        text,
        headers={
            "Content-Security-Policy": "default-src 'none'; style-src 'self';"
            " img-src data:; form-action 'self'; frame-ancestors 'none'",
            "Cache-Control": "no-store",
        },
    )


def button(
    text: str,
    what: str,
    values: Mapping[str, str],
    *,
    is_quiet: bool = True,
    about: str = "",
) -> Markup:
    """A form of one button; what it is about is said where it cannot be seen."""
    hidden = (_HIDDEN.format(name=name, value=value) for name, value in values.items())
    return _BUTTON.format(
        what=what,
        hidden=Markup().join(hidden),
        look=Markup(' class="quiet"') if is_quiet else "",
        text=text,
        about=_ABOUT.format(about=about) if about else "",
    )


def options(values: Iterable[str] | Mapping[str, str], chosen: str = "") -> Markup:
    """The options of a choice, by their values, with other words where there are."""
    texts = values if isinstance(values, Mapping) else {one: one for one in values}
    return Markup().join(
        _OPTION.format(
            value=value,
            text=text,
            chosen=Markup(" selected") if value == chosen else "",
        )
        for value, text in texts.items()
    )


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Sequence[Mapping[str, Any]],
    words: PageWords = WORDS,
) -> Markup:
    """A table, or a line that says that there is nothing."""
    if not rows:
        return Markup('<p class="soft">{}: {}.</p>').format(caption, words.nothing)
    heads = Markup().join(
        Markup('<th scope="col" class="{}">{}</th>').format(
            one.kind if one.kind == "amount" else "",
            one.name or Markup('<span class="unseen">{}</span>').format(words.action),
        )
        for one in columns
    )
    body = Markup("\n").join(
        Markup("<tr>{}</tr>").format(
            Markup().join(
                Markup('<td class="{}">{}</td>').format(one.kind, _shown(row, one))
                for one in columns
            )
        )
        for row in rows
    )
    return _TABLE.format(caption=caption, heads=heads, rows=body)


def with_code(text: str) -> Markup:
    """A sentence in which names stand between backticks, set as code."""
    parts = text.split("`")
    return Markup().join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def moment(at: str) -> str:
    """A time in UTC as people read it, to the second."""
    return f"{at[:10]} {at[11:19]}"


def _shown(row: Mapping[str, Any], column: Column) -> object:
    """The value of a cell; amounts get a space between thousands."""
    value = row[column.key]
    if value is None:
        return ""
    if column.kind == "amount" and isinstance(value, str):
        return f"{Decimal(value):,}".replace(",", "\N{NO-BREAK SPACE}")
    return value
