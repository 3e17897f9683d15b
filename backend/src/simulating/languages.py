"""The languages of a simulator's page, and which of them somebody wants."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from starlette.requests import Request

from simulating.page import PageWords

ENGLISH, DANISH = "en", "da"
PAGE_WORDS: Mapping[str, PageWords] = MappingProxyType(
    {
        ENGLISH: PageWords(),
        DANISH: PageWords(
            DANISH, "Gå til indholdet", "På denne side", "intet endnu", "Handling"
        ),
    }
)
"""What every page says of itself, by language."""


def language_of(request: Request, cookie: str) -> str:
    """The language that was asked for, was chosen before, or that the browser likes."""
    liked = request.headers.get("accept-language", "")[:2].lower()
    asked = request.query_params.get("lang", "")
    wanted = (asked, request.cookies.get(cookie, ""), liked)
    return next((one for one in wanted if one in PAGE_WORDS), ENGLISH)
