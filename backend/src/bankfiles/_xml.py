"""How this package parses XML: one set of safe options, one set of refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lxml import etree

from bankfiles.errors import BankFileError, HostileXml, MalformedXml

SAFE: dict[str, Any] = {
    "encoding": "utf-8",
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
    "strip_cdata": True,
    "collect_ids": False,
}
_HOSTILE_WORDS = ("depth", "huge", "too long", "too many", "limit", "entit")
# What the parser calls an ampersand that begins nothing: a slip, and a common one.
_LONE_AMPERSAND = "entityref"


def tree_parser() -> etree.XMLParser:
    """A parser for fragments; it may be used again and again."""
    return etree.XMLParser(**SAFE)


def pull_parser(tags: Sequence[str]) -> etree.XMLPullParser:
    """A parser that is fed and reports starts and ends of the tags."""
    return etree.XMLPullParser(events=("start", "end"), tag=tags, **SAFE)


def refusal(error: etree.XMLSyntaxError, base: int = 1) -> BankFileError:
    """The parser's complaint as ours; `base` is the line its text began on."""
    words = (error.msg or "not well-formed").rsplit(", line", 1)[0]
    line = base + (error.lineno or 1) - 1
    told = words.lower().replace(_LONE_AMPERSAND, "")
    if any(word in told for word in _HOSTILE_WORDS):
        return HostileXml(
            f"The XML goes beyond what is safe to read: {words}.", line=line
        )
    return MalformedXml(f"The file is not well-formed XML: {words}.", line=line)
