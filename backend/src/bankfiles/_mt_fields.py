"""The fields of MT940 and MT942 files, whatever wraps them.

Banks send these with SWIFT blocks or without, with any line end, with control
bytes between messages and text before the first field; and a wrapped text may
happen to begin like a field. A line counts as a field only if its tag is one
of these formats and its content can be that field's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from bankfiles.errors import TooLarge
from bankfiles.limits import Limits

_LINE_END = re.compile(rb"\r\n|\n|\r")
# The line end of Bildschirmtext, which some German banks have kept.
_OLD_LINE_END = re.compile(rb"@@|\r\n|\n|\r")
_CONTROL = bytes(each for each in range(32) if each not in b"\t\n\r") + b"\x7f"
# Braces are also written as the letters that have their places in 7 bits.
_BLOCK = re.compile(
    r"^(?:-?[}å]?\s*)?(?:[{ä][1235]:[^{}äå]*(?:[{ä][^{}äå]*[}å][^{}äå]*)*[}å])*[{ä]4:"
)
_FIELD = re.compile(r":(\d{2}[A-Za-z]?|NS):(.*)", re.DOTALL)
_BRACES = "-}å{ä \t"
_BLOCK_END = re.compile(r"-(?:XXX)?\s*(?:\}.*|å\s*|åä5:.*)?|\}\s*")
_GLUED_END = re.compile(r"(?<=[^\s-])-\}(?:\{5:.*)?$")
_BALANCE = re.compile(r"[CDcd]")
_ENTRY = re.compile(r"\d{6}")
# Tags of balances without the letter that tells first from interim.
_BARE = {"60": "60F", "62": "62F"}
_BARE_BALANCE = re.compile(r"[CDcd][RrCcDd]?\s?\d{6}")
_BLANK = " \t\ufeff"

KNOWN = frozenset(
    {"20", "21", "25", "25P", "28", "28C", "60F", "60M", "61", "86", "62F", "62M"}
    | {"64", "65", "34F", "13", "13D", "90C", "90D", "NS"}
)
_HEAD = frozenset({"20", "25", "25P", "28", "28C", "60F", "60M"})
_FOOT = frozenset({"62F", "62M", "64", "65", "90C", "90D"})
_TEXTS = frozenset({"61", "86"})
_AFTER_BEGIN = re.compile(r":(?:21|25P?|28C?|60[FM]?|13D?|34F):(?:\S|\s*$)")
_GOES_ON = re.compile(r":(?:61|86|62[FM]?|64|65|90[CD]):")
# What stands before a message: its first field, a SWIFT block, or a line of a
# transport header such as ABNANL2A, 940 or 0000 01INGBNL2AXXXX00001.
_BEGINS = re.compile(
    r"\{|ä[1-4]:|:(?:20|21|25P?|28C?|60[FM]?|13D?|34F):|:?94\d:?\s*$|0000 |"
    r"[A-Z]{6}(?=[A-Z]?\d)[A-Z0-9]{2}(?:[A-Z0-9]{3,4})?\s*$"
)
_IDLE = " \t-}å\ufeff"
_MOST_IDLE = 100


class Line(NamedTuple):
    """One line of the file; control bytes are gone."""

    number: int
    text: str
    has_end: bool = True
    """False for the last line of a file that ends without a line end."""


class Field(NamedTuple):
    """One field with its lines.

    Tag `-` is the end of a message, `{` the beginning of one, `?` text
    outside every field.
    """

    tag: str
    lines: tuple[str, ...]
    line: int
    is_last: bool = False
    """Whether the file ends in it, without so much as a line end."""


def lines_of(blocks: Iterable[bytes], limits: Limits) -> Iterator[Line]:
    """The lines of a file in UTF-8 or, line by line, Windows-1252."""
    blocks = iter(blocks)
    head = next(blocks, b"")
    is_old = head.lstrip().startswith(b"@@:") or b"@@:25:" in head
    line_end = _OLD_LINE_END if is_old else _LINE_END
    halves = (b"\r", b"@") if is_old else b"\r"
    rest, number = b"", 1
    for block in chain((head,), blocks):
        # What stands at the end may be half of a line end.
        rest += block.rstrip(b"\0")
        held = rest[-1:] if rest.endswith(halves) else b""
        *whole, last = line_end.split(rest[: len(rest) - len(held)])
        rest = last + held
        if len(rest) > limits.line_bytes:
            raise TooLarge(
                f"A line is longer than {limits.line_bytes} bytes.", line=number
            )
        for line in whole:
            yield Line(number, _decoded(line))
            number += 1
    *whole, last = line_end.split(rest)
    for line in whole:
        yield Line(number, _decoded(line))
        number += 1
    yield Line(number, _decoded(last), has_end=not last.strip())


def _decoded(line: bytes) -> str:
    line = line.translate(None, _CONTROL)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        # Every byte means something in this mixture: what Windows-1252
        # leaves open is taken from Latin-1.
        return (
            line.decode("cp1252", "ignore")
            if _is_cp1252(line)
            else line.decode("latin-1")
        )


def _is_cp1252(line: bytes) -> bool:
    return not line.translate(
        None, bytes(set(range(256)) - set(b"\x81\x8d\x8f\x90\x9d"))
    )


def fields_of(lines: Iterable[Line], limits: Limits) -> Iterator[Field]:
    """The fields in order, with everything between them."""
    gathering = _Gathering(limits)
    has_end = True
    for line, following in _with_next(lines):
        number, text, has_end = line
        block = _BLOCK.match(text) if text[:1] in _BRACES else None
        if block is not None:
            yield from gathering.end()
            yield Field("{", (text[: block.end()],), number)
            text = text[block.end() :]
        glued = _glued_end(text, following) if "-}" in text else None
        if glued is not None:
            text = text[: glued.start()]
        found = _field(text, gathering, following)
        if found is not None:
            yield from gathering.end()
            gathering.begin(*found, number)
            if found[0] == "-":
                yield from gathering.end()
        elif gathering.tag:
            gathering.add(text)
        elif text.strip("\ufeff \t"):
            yield Field("?", (text,), number)
        if glued is not None:
            yield from gathering.end()
            gathering.begin("-", "", number)
            yield from gathering.end()
    yield from gathering.end(is_last=not has_end)


class _Gathering:
    """The field whose lines are coming in."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.tag = ""
        self.closed = False
        """Whether the message has come to its last balances or sums."""
        self.is_shifted = False
        """Whether the field has blanks before its tag."""
        self._lines: list[str] = []
        self._line = 0

    def begin(self, tag: str, first: str, line: int) -> None:
        self.tag, self._lines, self._line = tag, [first], line
        if tag in _FOOT:
            self.closed = True
        elif tag == "-" or tag in _HEAD:
            self.closed = False

    def add(self, text: str) -> None:
        self._lines.append(text)
        if len(self._lines) > self._limits.field_lines:
            raise TooLarge(
                f"A field has more than {self._limits.field_lines} lines.",
                line=self._line,
            )

    def end(self, *, is_last: bool = False) -> Iterator[Field]:
        if self.tag:
            yield Field(self.tag, tuple(self._lines), self._line, is_last)
        self.tag = ""


def _with_next(lines: Iterable[Line]) -> Iterator[tuple[Line, str]]:
    """Each line with the text of the next one that says something.

    Empty lines and further end marks say nothing; so do very many of them.
    """
    waiting: list[Line] = []
    for line in lines:
        if waiting and (line.text.strip(_IDLE) or len(waiting) > _MOST_IDLE):
            following = line.text.lstrip()
            for each in waiting:
                yield each, following
            waiting = []
        waiting.append(line)
    for each in waiting:
        yield each, ""


def _field(text: str, inside: _Gathering, following: str) -> tuple[str, str] | None:
    """Tag and content if the line begins a field or ends a message."""
    shifted = text.lstrip(_BLANK)
    if shifted[:1] != ":":
        ends = _BLOCK_END.fullmatch(shifted) and _ends(shifted, inside, following)
        return ("-", "") if ends else None
    match = _FIELD.match(shifted)
    if match is None:
        return None
    tag, content = match[1].upper(), match[2]
    if tag not in KNOWN and tag not in _BARE:
        return None
    is_shifted = shifted != text
    if inside.tag == "86":
        # Where fields are indented, those behind a text are too.
        if is_shifted and not inside.is_shifted:
            return None
        if not _plausible(tag, content.strip(), following, closed=inside.closed):
            return None
    inside.is_shifted = is_shifted
    return _BARE.get(tag, tag), content


def _glued_end(text: str, following: str) -> re.Match[str] | None:
    """The end mark of a SWIFT block, where it stands at the end of the last line."""
    if following and not _BEGINS.match(following):
        return None
    return _GLUED_END.search(text.rstrip())


def _ends(text: str, inside: _Gathering, following: str) -> bool:
    """Whether this is an end mark, and not a text that is but a hyphen."""
    if inside.tag not in _TEXTS or text.startswith(("-}", "-å")):
        return True
    if _GOES_ON.match(following):
        return False
    return inside.closed or not following or _BEGINS.match(following) is not None


def _plausible(tag: str, content: str, following: str, *, closed: bool) -> bool:
    """Whether this is a field, and not a wrapped text that begins like one."""
    if tag == "20":
        return closed or _AFTER_BEGIN.match(following) is not None
    if tag == "61":
        return _ENTRY.match(content) is not None
    if tag in _BARE:
        return _BARE_BALANCE.match(content) is not None
    if tag[0] == "6":
        return _BALANCE.match(content) is not None
    # The others stand before the entries; inside a text they are text, unless
    # the statement is over and the next one begins.
    if tag in _HEAD:
        return closed
    return tag not in {"21", "13", "13D", "34F"}
