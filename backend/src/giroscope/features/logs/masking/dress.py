"""Finds out what a text is dressed as, undresses it, and hides what is inside."""

import base64
import binascii
import hashlib
import html
import re
import zlib
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import structlog

from giroscope.features.logs.masking import forms, objects, tags, trees
from giroscope.features.logs.masking.rules import Choice
from giroscope.features.logs.masking.values import Text

log = structlog.get_logger(__name__)

NOT_SHOWN = "[not shown: it could not be masked]"
_DEEPEST = 6
_LARGEST_INFLATED = 8 << 20
_SHORTEST_BASE64 = 40
_SHORTEST_LINE = 16
"""Base64 is folded into lines; words are shorter."""
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
# Names that messages carry: an id of their own parts, and words of WS-Security.
_NAME = (
    r"[A-Za-z0-9]{1,16}[-_][0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    r"|org/wss/20\d\d/\d\d/oasis-20\d{4}-wss-(?:soap-message-security|saml|wssecurity"
    r"|username|x509|kerberos|rel|swa)-[a-z0-9-]{1,24}"
)
_IS_NAME = re.compile(_NAME)
# In a running text; a digest in hexadecimal is no secret and stays.
_BASE64_RUN = re.compile(
    rf"(?<![\w+/=-])(?![0-9a-fA-F]{{40,128}}(?![\w+/=]))(?!(?:{_NAME})(?![\w+/=-]))"
    r"[A-Za-z0-9+/_-]{40,}(?:(?:\\r|\\n|&#1[03];|\s){1,2}[A-Za-z0-9+/_-]{16,})*"
    r"(?:[\r\n]{1,2}[A-Za-z0-9+/_-]{1,76}(?=={0,2}(?:\Z|[^\w+/=-])))?={0,2}"
)
_DIGEST = re.compile(r"[0-9a-fA-F]{40,128}")
_ESCAPED = re.compile(r"&#x?[0-9A-Fa-f]{2,6};|\\u[0-9A-Fa-f]{4}")
_UNICODE = re.compile(r"\\u([0-9A-Fa-f]{4})")


class Masking:
    """What one message may show, read with one realm's choice."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.text = Text(choice)
        self._depth = 0

    def of(self, body: bytes) -> str:
        """What may be shown of these bytes; never raises."""
        try:
            return self._opened(body)
        except Exception:
            # A message that breaks the mask must not be seen, and must be known of.
            log.exception("logs.not_masked", size=len(body))
            return NOT_SHOWN

    def of_text(self, text: str) -> str:
        """What may be shown of a text, whatever it is dressed as."""
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                return "[not shown: nested too deeply]"
            return self._dressed(text)
        finally:
            self._depth -= 1

    def of_value(self, text: str, *, has_numbers: bool = True) -> str:
        """What may be shown of a value that no field's name hides."""
        stripped = text.strip()
        packed = _packed(stripped)
        if packed is not None:
            return self._of_base64(packed)
        if stripped[:1] in {"<", "{", "["} and len(stripped) > 1:
            return self.of_text(text)
        return self.of_running(text, has_numbers=has_numbers)

    def of_running(self, text: str, *, has_numbers: bool = True) -> str:
        """What may be shown of a running text."""
        text = _BASE64_RUN.sub(lambda run: self._of_base64(run.group()), text)
        return self.text.hidden(text, has_numbers=has_numbers)

    def of_uri(self, uri: str) -> str:
        """An address without what lets somebody in and without accounts."""
        try:
            parts = urlsplit(uri)
            asked = urlunsplit(parts._replace(query="", fragment=""))
        except ValueError:
            return NOT_SHOWN
        shown = self.text.hidden(asked, has_numbers=False)
        if not parts.query:
            return shown
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        return f"{shown}?{forms.written(pairs, self)}"

    def _opened(self, body: bytes) -> str:
        if body.startswith(b"\x1f\x8b"):
            body = _inflated(body)
        text = _decoded(body)
        if text is None:
            return _told(body, "bytes")
        return self.of_text(text)

    def _dressed(self, text: str) -> str:
        stripped = text.strip().removeprefix("\ufeff")
        if stripped.startswith("<"):
            found = trees.masked(stripped, self)
            if found is not None:
                return found
        if stripped[:1] in {"{", "["}:
            found = objects.masked(stripped, self)
            if found is not None:
                return found
        packed = _packed(stripped)
        if packed is not None:
            return self._of_base64(packed)
        if forms.is_form(stripped):
            return forms.masked(stripped, self)
        return tags.masked(_unescaped(text), self)

    def _of_base64(self, packed: str) -> str:
        packed = re.sub(r"\\[rn]|&#1[03];|\s", "", packed)
        plain = packed.translate(_STANDARD).rstrip("=")
        # What was cut off in the middle still says what it is.
        plain = plain[: len(plain) - (len(plain) % 4 == 1)]
        try:
            content = base64.b64decode(plain + "=" * (-len(plain) % 4))
        except binascii.Error:
            return f"[{len(packed)} signs, not shown]"
        told = _told(content, "base64")
        if content.startswith((b"\x1f\x8b", b"\x78\x9c", b"\x78\x01", b"\x78\xda")):
            content = _inflated(content)
        text = _decoded(content)
        if text is None or _is_noise(text):
            return told
        return f"{told}\n{self.of_text(text)}\n[end of base64]"


_STANDARD = str.maketrans("-_", "+/")


def _packed(text: str) -> str | None:
    """The text without its folds, if it is base64 and nothing else."""
    if len(text) < _SHORTEST_BASE64:
        return None
    *lines, _ = pieces = text.split()
    if any(len(line) < _SHORTEST_LINE for line in lines):
        return None
    packed = "".join(pieces)
    if _DIGEST.fullmatch(packed) or _IS_NAME.fullmatch(packed):
        return None
    return packed if _BASE64.fullmatch(packed) else None


def _is_noise(text: str) -> bool:
    """Whether most of it are signs that no language of ours writes so often."""
    return sum(1 for sign in text[:4096] if sign > "~") * 3 > min(len(text), 4096)


def _told(content: bytes, what: str) -> str:
    digest = hashlib.sha256(content).hexdigest()[:12]
    return f"[{what}, {len(content)} bytes, sha256 {digest}…]"


def _inflated(packed: bytes) -> bytes:
    """What was compressed; as it is where that is damaged, its beginning if large."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(
            packed, _LARGEST_INFLATED
        )
    except zlib.error:
        return packed


def _decoded(body: bytes) -> str | None:
    """The bytes as text; None where they are none."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", errors="replace")
    declared = re.search(rb"encoding=[\"']([\w-]{1,20})", body[:200])
    names = ["utf-8", declared.group(1).decode() if declared else "cp1252"]
    for name in names:
        try:
            text = body.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        strange = sum(1 for sign in text[:4096] if sign < " " and sign not in "\t\r\n")
        return text if strange * 50 <= min(len(text), 4096) else None
    # A cut through the middle of a sign, or an encoding that is not said.
    text = body.decode("utf-8", errors="replace")
    return text if text.count("\ufffd") * 50 <= len(text) else None


def _unescaped(text: str) -> str:
    """The text with signs that were written as numbers in their own shape."""
    if not _ESCAPED.search(text):
        return text
    text = _UNICODE.sub(lambda found: chr(int(found.group(1), 16)), text)
    return html.unescape(text)
