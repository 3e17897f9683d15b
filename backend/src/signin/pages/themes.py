"""The looks a page can have: light or dark, or one of the console's themes.

The console's themes are a table of colours and one radius, written from the console's
own palettes; each gets a style sheet of its own, so that a page loads one and no
more than it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import orjson

_assets = files("signin").joinpath("assets")
_BASE = b"\n".join(
    _assets.joinpath(name).read_bytes() for name in ("base.css", "parts.css")
)
TABLE: Mapping[str, Mapping[str, str]] = orjson.loads(
    _assets.joinpath("themes.json").read_bytes()
)
"""What each of the console's themes gives the pages, by name."""
_BRIGHTNESS = frozenset({"light", "dark"})
_PLAIN = "signin"


def is_theme(name: str) -> bool:
    """Whether this is a look that pages have."""
    return name in _BRIGHTNESS or name in TABLE


def scheme_of(theme: str) -> str:
    """Light or dark, or nothing where the browser decides."""
    return TABLE[theme]["scheme"] if theme in TABLE else theme


def sheet_of(theme: str) -> str:
    """The file of this look's style sheet."""
    return f"{theme if theme in TABLE else _PLAIN}.css"


def style_sheets() -> dict[str, bytes]:
    """Every style sheet by its file."""
    themed = {sheet_of(name): _BASE + _root(name) for name in TABLE}
    return {sheet_of(""): _BASE, **themed}


def _root(theme: str) -> bytes:
    tokens = {name: it for name, it in TABLE[theme].items() if name != "scheme"}
    declared = "".join(f"--{name}:{value};" for name, value in tokens.items())
    return f"\n:root{{color-scheme:{scheme_of(theme)};{declared}}}\n".encode()
