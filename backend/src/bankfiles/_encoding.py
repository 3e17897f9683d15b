"""Which encoding a file is in, and its bytes as UTF-8.

Everything behind this module sees UTF-8 without byte-order mark and without
regard to the XML declaration. Only encodings that banks use are taken: a
parser told UTF-7 could be made to see tags that no gate has seen.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from bankfiles.errors import WrongEncoding

SAFE = frozenset(
    {"utf-8", "ascii", "utf-16", "utf-16-le", "utf-16-be"}
    | {f"iso8859-{part}" for part in range(1, 17) if part != 12}
    | {f"cp125{page}" for page in range(9)}
    | {"cp437", "cp850", "cp858"}
)
# What Windows calls its own, which here is the western one.
_WINDOWS = {"ansi": "cp1252"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"^\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']\s*([A-Za-z][A-Za-z0-9._:-]*)\s*[\"']"
)


_LATE_DECLARATION = re.compile(rb"\s+<\?xml\s[^>]*\?>")


class Encoding(NamedTuple):
    """What a file is written in."""

    name: str
    mark: bytes = b""
    declared: str | None = None

    @property
    def is_as_declared(self) -> bool:
        """Whether the bytes are in what the file says, if it says anything."""
        if self.declared is None:
            return True
        declared = _codec(self.declared)
        return declared != "" and self.name.startswith(_read_as(declared))


def sniff(head: bytes) -> Encoding:
    """The encoding of an XML file from its first bytes."""
    for mark, name in _MARKS:
        if head.startswith(mark):
            plain = head[len(mark) :].decode(name, "ignore").encode()
            return Encoding(name, mark, _declared(plain))
    if head[:4] == b"<\0?\0" or head[:2] == b"<\0":
        return Encoding("utf-16-le", declared=_declared(head.replace(b"\0", b"")))
    if head[:4] == b"\0<\0?" or head[:2] == b"\0<":
        return Encoding("utf-16-be", declared=_declared(head.replace(b"\0", b"")))
    declared = _declared(head)
    if declared is None:
        return Encoding("utf-8")
    return Encoding(_known(declared), declared=declared)


def _declared(head: bytes) -> str | None:
    match = _DECLARED.match(head[:1024])
    return match[1].decode("ascii") if match else None


def _known(declared: str) -> str:
    name = _codec(declared)
    if name not in SAFE:
        raise WrongEncoding(
            f"The encoding {declared!r} is not one that is read.", line=1
        )
    # Bytes that show a declaration are not UTF-16: a text was saved that says so.
    return "utf-8" if name.startswith("utf-16") else _read_as(name)


def _codec(declared: str) -> str:
    """The name by which Python knows it; empty where it does not."""
    try:
        return codecs.lookup(_WINDOWS.get(declared.lower(), declared)).name
    except LookupError:
        return ""


def _read_as(name: str) -> str:
    return "utf-8" if name == "ascii" else name


class Decoder:
    """Turns the bytes of any taken encoding into UTF-8, piece by piece."""

    def __init__(self, encoding: Encoding) -> None:
        self._skip = len(encoding.mark)
        self._began = False
        self._decoder = None
        self._name = encoding.name
        self._lines = 1
        if encoding.name != "utf-8":
            self._decoder = codecs.getincrementaldecoder(encoding.name)("strict")
        # A file that declares one byte a sign may be UTF-8 all the same.
        self._tries_utf8 = not encoding.name.startswith("utf-")
        self._utf8 = codecs.getincrementaldecoder("utf-8")("strict")
        self.is_utf8 = False
        """Whether its bytes were UTF-8 although it declares another encoding."""

    def feed(self, data: bytes, *, final: bool = False) -> bytes:
        """The same text in UTF-8; bytes that are none raise `WrongEncoding`."""
        text = self._decoded(data, final=final)
        if text and not self._began:
            self._began = True
            text = _without_late_declaration(text)
        return text

    def _decoded(self, data: bytes, *, final: bool) -> bytes:
        if self._skip:
            data, self._skip = data[self._skip :], max(0, self._skip - len(data))
        if self._decoder is None:
            return data
        if self._tries_utf8:
            return self._as_utf8(data, final=final)
        try:
            text = self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            raise WrongEncoding(
                f"The file is not in {self._name}: {error.reason}.", line=self._lines
            ) from error
        self._lines += text.count("\n")
        return text.encode("utf-8", "surrogatepass")

    def _as_utf8(self, data: bytes, *, final: bool) -> bytes:
        """The bytes as UTF-8 while they are that, and as declared from then on.

        Hardly any text in another encoding, with signs beyond ASCII, is UTF-8 too.
        """
        held = self._utf8.getstate()[0]
        try:
            text = self._utf8.decode(data, final)
        except UnicodeDecodeError:
            self._tries_utf8 = False
            return self._decoded(held + data, final=final)
        self._lines += text.count("\n")
        self.is_utf8 = self.is_utf8 or not text.isascii()
        return text.encode()


def _without_late_declaration(text: bytes) -> bytes:
    """The text with blanks for a declaration that does not stand first.

    No parser takes that, and nobody needs it any more; lines and places stay.
    """
    late = _LATE_DECLARATION.match(text)
    if late is None:
        return text
    blank = re.sub(rb"[^\s]", b" ", late[0])
    return blank + text[late.end() :]
