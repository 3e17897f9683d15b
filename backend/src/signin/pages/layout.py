"""The frame every page stands in, its headers, style sheet and icon."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup
from starlette.responses import HTMLResponse

from signin.pages.themes import is_theme, scheme_of, sheet_of, style_sheets
from signin.words import Words

THEME_COOKIE = "SIGNIN_THEME"

STYLE_SHEETS = style_sheets()
ICON = files("signin").joinpath("assets", "icon.svg").read_bytes()

# The address changes with the content, so browsers may keep it for good.
ASSET_VERSION = hashlib.sha256(b"".join(STYLE_SHEETS.values()) + ICON).hexdigest()[:12]

# The console's mark: a ring, its axis, and the rotor in the theme's hue.
_MARK = Markup(
    '<svg class="mark" viewBox="0 0 32 32" fill="none" stroke="currentColor"'
    ' stroke-width="2.4" stroke-linecap="round" aria-hidden="true" focusable="false">'
    '<path d="M21.4 6.7 23.2 3.5M10.6 25.3 8.8 28.5"/>'
    '<path d="M19.2 10.5 12.8 21.5" stroke-width="1.6"/>'
    '<ellipse class="rotor" cx="16" cy="16" rx="7.4" ry="2.9"'
    ' transform="rotate(30 16 16)" stroke="none"/><circle cx="16" cy="16" r="10.8"/>'
    "</svg>"
)

_DOCUMENT = Markup(
    """<!doctype html>
<html lang="{language}"{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="{scheme}">
<meta name="robots" content="noindex">
<title>{title} · {branding}</title>
<link rel="stylesheet" href="/resources/{version}/{sheet}">
<link rel="icon" type="image/svg+xml" href="/resources/{version}/icon.svg">
</head>
<body>
<main class="{width}">
<header class="brand">{mark}<span class="word">{branding}</span></header>
{content}
</main>
{footer}
</body>
</html>
"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a page says and where its forms may lead."""

    title: str
    content: Markup
    is_wide: bool = False
    # The same page in the other language, for pages that are asked for and not posted.
    other_language_address: str | None = None
    # Browsers apply `form-action` to the redirect after the form too, so a form that
    # ends at the console must name its origin.
    form_origin: str | None = None


def render(
    page: Page, words: Words, branding: str, *, status: int = 200, theme: str = ""
) -> HTMLResponse:
    """Make the response for a page; without a theme the browser chooses it."""
    scheme = scheme_of(theme)
    html = _DOCUMENT.format(
        language=words.language,
        theme=Markup(' data-theme="{}"').format(scheme) if scheme else Markup(""),
        scheme=scheme or "light dark",
        sheet=sheet_of(theme),
        title=page.title,
        branding=branding,
        version=ASSET_VERSION,
        width="wide" if page.is_wide else "narrow",
        mark=_MARK,
        content=page.content,
        footer=_footer(page, words),
    )
    return HTMLResponse(html, status, _headers(page.form_origin))


def theme_of(asked: Mapping[str, str], cookies: Mapping[str, str]) -> str:
    """Tell which theme was asked for, now or earlier; none leaves it to the browser."""
    wanted = asked.get("kc_theme") or cookies.get(THEME_COOKIE, "")
    return wanted if is_theme(wanted) else ""


def alert(text: str) -> Markup:
    """A message that screen readers speak at once."""
    return Markup('<p class="alert" role="alert">{}</p>').format(text)


def notice(text: str) -> Markup:
    """Good news."""
    return Markup('<p class="notice" role="status">{}</p>').format(text)


def hidden(name: str, value: str) -> Markup:
    """A field that people do not see."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)


def _footer(page: Page, words: Words) -> Markup:
    if page.other_language_address is None:
        return Markup("")
    return Markup(
        '<footer><a href="{}" hreflang="{}" lang="{}">{}</a></footer>'
    ).format(
        page.other_language_address,
        words.other_language,
        words.other_language,
        words.other_language_name,
    )


def _headers(form_origin: str | None) -> dict[str, str]:
    form_action = "'self'" if form_origin is None else f"'self' {form_origin}"
    policy = (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        f"form-action {form_action}",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
        "Vary": "Accept-Language, Cookie",
    }
