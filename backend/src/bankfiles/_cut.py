"""Cuts the bytes of a camt message into statements without parsing them.

The cutter finds where statements begin and end, gives their content in pieces
of whole entries where the shape allows it, and hashes it on the way. It
proves nothing: the gate beside it does, and the readers behind it parse every
byte. White space does not count in the digest, so a bank's new indentation
makes no new statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from bankfiles.errors import TooLarge
from bankfiles.limits import Limits

_BLANKS = b" \t\r\n"
_OPEN = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(<[!?])"
    rb"|(<(?:[\w.-]+:)?(?:Stmt|Rpt|Ntfctn)(?=[\s/>]))"
    rb"|(<(?:[\w.-]+:)?BkToCstmr)",
    re.DOTALL,
)
_OPEN_TAG = re.compile(
    rb"<((?:[\w.-]+:)?)(\w+)(?:\s[^<>\"']*(?:\"[^\"]*\"[^<>\"']*|'[^']*'[^<>\"']*)*)?>"
)
# `</Stmt` with more white space than this before `>` is nobody's.
_LONGEST_END_TAG = 4096
_LONGEST_MARK = len(b"<![CDATA[")


class Kind(Enum):
    """What a piece of the file is."""

    OUTSIDE = "outside"
    """Head, foot, or what stands between statements."""
    OPEN = "open"
    """The start tag of a statement."""
    ENTRIES = "entries"
    """Whole children of the statement, without comments or CDATA."""
    RAW = "raw"
    """Any bytes of the statement; the cutter gives no promise on them."""
    CLOSE = "close"
    """The end tag of a statement, with the digest of its content."""


class Piece(NamedTuple):
    """Some bytes of the file, in order; together they are the file."""

    kind: Kind
    data: bytes
    digest: str = ""


class Cutter:
    """Takes blocks of UTF-8 and gives pieces."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buffer = b""
        self._inside = self._large = False
        self._outside_bytes = 0
        # An envelope before the message may have elements of the same names.
        self._in_body = False
        self.is_raw = False
        """Whether all of a statement is raw."""
        # Whether a comment or the like stands in the coming entry.
        self._careful = False
        self._close = re.compile(b"")
        self._close_start = self._entry_end = b""
        self._hash = sha256()

    def feed(self, block: bytes) -> Iterator[Piece]:
        """The pieces that are complete with this block."""
        self._buffer += block
        more = True
        while more:
            size = len(self._buffer)
            yield from self._within() if self._inside else self._outside()
            more = 0 < len(self._buffer) < size

    def close(self) -> Iterator[Piece]:
        """What is left at the end of the file."""
        if self._buffer:
            kind = Kind.RAW if self._inside else Kind.OUTSIDE
            yield Piece(kind, self._buffer)
            self._buffer = b""

    def _outside(self) -> Iterator[Piece]:
        buffer = self._buffer
        # What may be the beginning of a tag waits for the next block.
        safe = buffer.rfind(b"<")
        if b">" in buffer[safe:]:
            safe = len(buffer)
        for match in _OPEN.finditer(buffer):
            if match[3]:
                self._in_body = True
            elif match[1] or (match[2] and self._in_body):
                tag = _OPEN_TAG.match(buffer, match.start()) if match[2] else None
                if tag is not None:
                    yield from self._begin(tag)
                    return
                safe = match.start()
                break
        if safe < 0:
            safe = len(buffer)
        self._outside_bytes += safe
        if self._outside_bytes + len(buffer) - safe > self._limits.head_bytes:
            raise TooLarge(
                f"No statement begins within {self._limits.head_bytes} bytes."
            )
        if safe:
            self._buffer = buffer[safe:]
            yield Piece(Kind.OUTSIDE, buffer[:safe])

    def _begin(self, tag: re.Match[bytes]) -> Iterator[Piece]:
        buffer, start, end = self._buffer, tag.start(), tag.end()
        self._outside_bytes = 0
        if start:
            yield Piece(Kind.OUTSIDE, buffer[:start])
        self._buffer = buffer[end:]
        # A report and a statement of the same content are not the same.
        self._hash = sha256(tag[2])
        yield Piece(Kind.OPEN, buffer[start:end])
        if tag[0].endswith(b"/>"):
            yield Piece(Kind.CLOSE, b"", self._hash.hexdigest())
            return
        name = tag[1] + tag[2]
        self._inside = True
        self._close_start = b"</" + name
        self._close = re.compile(b"</" + re.escape(name) + rb"\s*>")
        self._entry_end = b"</" + tag[1] + b"Ntry>"

    def _within(self) -> Iterator[Piece]:
        buffer = self._buffer
        if self.is_raw or self._careful:
            yield from self._within_carefully()
            return
        if self._large:
            yield from self._within_large()
            return
        # What stands before the first comment or the like has none.
        clear = len(buffer) if not _has_mark(buffer) else _first_mark(buffer)
        match = self._find_close(buffer, 0, clear)
        if match is not None:
            yield from self._end(Kind.ENTRIES, match.start(), match.end())
            return
        cut = buffer.rfind(self._entry_end, 0, clear)
        if cut >= 0:
            yield self._piece(Kind.ENTRIES, cut + len(self._entry_end))
        elif clear < len(buffer):
            self._careful = True
            yield from self._within_carefully()
        elif len(buffer) > self._limits.entry_bytes:
            self._large = True
            yield from self._within_large()

    def _within_large(self) -> Iterator[Piece]:
        """Give a very large entry bit by bit until it ends, or the statement does."""
        if _has_mark(self._buffer):
            self._large, self._careful = False, True
            yield from self._within_carefully()
            return
        cut = self._buffer.find(self._entry_end)
        end = len(self._buffer) if cut < 0 else cut
        if (match := self._find_close(self._buffer, 0, end)) is not None:
            yield from self._end(Kind.RAW, match.start(), match.end())
        elif cut >= 0:
            self._large = False
            yield self._piece(Kind.RAW, cut + len(self._entry_end))
        elif (safe := self._buffer.rfind(b"<")) > 0:
            yield self._piece(Kind.RAW, safe)
        elif len(self._buffer) > _LONGEST_END_TAG:
            yield self._piece(Kind.RAW, len(self._buffer))

    def _within_carefully(self) -> Iterator[Piece]:
        """Find the end of the entry or statement, minding comments and the like.

        All is raw until then; where the whole statement is, entries do not matter.
        """
        buffer, at, size = self._buffer, 0, len(self._buffer)
        while True:
            mark = _first_mark(buffer, at) if _has_mark(buffer) else size
            match = self._find_close(buffer, at, mark)
            entry = -1 if self.is_raw else buffer.find(self._entry_end, at, mark)
            if entry >= 0 and (match is None or entry < match.start()):
                self._careful = False
                yield self._piece(Kind.RAW, entry + len(self._entry_end))
                return
            if match is not None:
                yield from self._end(Kind.RAW, match.start(), match.end())
                return
            if mark == size:
                break
            terminator = _terminator(buffer[mark : mark + _LONGEST_MARK])
            after = buffer.find(terminator, mark + 2) if terminator else -1
            if after < 0:
                # Its end is not here yet; what stands before it may go.
                if size - mark > self._limits.entry_bytes:
                    raise TooLarge(
                        f"A comment is longer than {self._limits.entry_bytes} bytes."
                    )
                if mark:
                    yield self._piece(Kind.RAW, mark)
                return
            at = after + len(terminator)
        # What may be the beginning of an end tag waits for the next block.
        safe = buffer.rfind(b"<", at)
        if safe < 0 or size - safe > _LONGEST_END_TAG:
            safe = size
        if safe:
            yield self._piece(Kind.RAW, safe)

    def _find_close(self, buffer: bytes, at: int, end: int) -> re.Match[bytes] | None:
        # A plain search first: it is many times faster than an expression.
        while (at := buffer.find(self._close_start, at, end)) >= 0:
            match = self._close.match(buffer, at)
            if match is not None:
                return match
            at += 2
        return None

    def _piece(self, kind: Kind, end: int) -> Piece:
        data, self._buffer = self._buffer[:end], self._buffer[end:]
        self._hash.update(data.translate(None, _BLANKS))
        return Piece(kind, data)

    def _end(self, kind: Kind, start: int, end: int) -> Iterator[Piece]:
        size = end - start
        if start:
            yield self._piece(kind, start)
        tag, self._buffer = self._buffer[:size], self._buffer[size:]
        self._inside = self._careful = self._large = False
        yield Piece(Kind.CLOSE, tag, self._hash.hexdigest())


def digests(blocks: Iterable[bytes], limits: Limits) -> Iterator[str]:
    """The digest of every statement in blocks of UTF-8."""
    cutter = Cutter(limits)
    for block in blocks:
        for piece in cutter.feed(block):
            if piece.kind is Kind.CLOSE:
                yield piece.digest


def _has_mark(buffer: bytes) -> bool:
    # One byte is found many times faster than two, and these two are rare.
    return (b"!" in buffer and b"<!" in buffer) or (b"?" in buffer and b"<?" in buffer)


def _first_mark(buffer: bytes, start: int = 0) -> int:
    """Where the first comment, CDATA or instruction begins; the end if none does."""
    found = (buffer.find(b"<!", start), buffer.find(b"<?", start), len(buffer))
    return min(at for at in found if at >= 0)


def _terminator(mark: bytes) -> bytes:
    """What ends it; empty while too little is here to tell."""
    if mark.startswith(b"<!--"):
        return b"-->"
    if mark.startswith(b"<![CDATA["):
        return b"]]>"
    if mark.startswith(b"<?"):
        return b"?>"
    return b"" if len(mark) < _LONGEST_MARK else b">"
