"""One way in for every format: look at the head, choose the reader, stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO, cast

from bankfiles._camt029 import read_camt029
from bankfiles._camt_read import Way, read_camt
from bankfiles._cut import digests as camt_digests
from bankfiles._detect import READABLE, Detected, detect
from bankfiles._encoding import Decoder, sniff
from bankfiles._findings import found
from bankfiles._gate import unbound_prefix
from bankfiles._mt_read import read_mt
from bankfiles._pain001 import read_pain001
from bankfiles._pain002 import read_pain002
from bankfiles._source import Source
from bankfiles._unsupported import unsupported
from bankfiles.errors import EmptyFile
from bankfiles.limits import Limits
from bankfiles.parts import Finding
from bankfiles.values import FileHeader, PlainEntry, StatementEnd, Value

_DEFAULT = Limits()

_NEWEST = {
    "camt.052": 14,
    "camt.053": 14,
    "camt.054": 14,
    "pain.001": 13,
    "pain.002": 15,
    "camt.029": 12,
}

# What old machines put behind the last line, to its end or to that of a block.
_PADDING = b"\0\x1a"
_MOST_PADDING = 64 * 1024


def read(
    stream: BinaryIO,
    *,
    limits: Limits = _DEFAULT,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Value]:
    """Read a bank file from where the stream stands, as values in file order.

    The first value is the `FileHeader`. Findings come where they arise.
    `progress` is told the bytes consumed so far. The stream need not be
    seekable and is not closed. Memory does not grow with the file.

    Raises:
        BankFileError: what cannot be read, possibly after many values; the
            caller must not keep what came before.
    """
    # Only the plain way gives plain entries.
    return cast("Iterator[Value]", _read(stream, limits, progress, Way.FAST))


def read_plainly(
    stream: BinaryIO,
    *,
    limits: Limits = _DEFAULT,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Value | PlainEntry]:
    """What `read` gives, but for common entries, which are `PlainEntry` instead.

    For who turns millions of entries into rows: it spares making values and
    taking them apart again. Refuses and finds the same.

    Raises:
        BankFileError: as `read`.
    """
    return _read(stream, limits, progress, Way.PLAIN)


def read_strictly(stream: BinaryIO, *, limits: Limits = _DEFAULT) -> Iterator[Value]:
    """The same values by the reference way: one parser sees every byte."""
    return cast("Iterator[Value]", _read(stream, limits, None, Way.STRICT))


def statement_digests(stream: BinaryIO, *, limits: Limits = _DEFAULT) -> Iterator[str]:
    """The digests of the statements, as `StatementEnd` has them, and no more.

    Costs a fraction of reading and proves nothing but this: a statement whose
    digest is known has the content that was read when it became known. A
    statement that is cut off has none. Payment files have no statements.

    Raises:
        BankFileError: the file is of no readable kind, or over a limit.
    """
    blocks = Source(stream, limits, None).blocks()
    head = next(blocks, b"")
    kind = detect(head)
    refuse_unreadable(kind, head)
    whole = chain((head,), blocks)
    if kind.format.startswith("mt"):
        for value in read_mt(utf8(whole, head), FileHeader(kind.format), limits):
            if isinstance(value, StatementEnd):
                yield value.digest
    elif kind.format.startswith("camt.05"):
        yield from camt_digests(utf8(whole, head), limits)


def _read(
    stream: BinaryIO,
    limits: Limits,
    progress: Callable[[int], None] | None,
    way: Way,
) -> Iterator[Value | PlainEntry]:
    blocks = Source(stream, limits, progress).blocks()
    head = next(blocks, b"")
    kind = detect(head)
    refuse_unreadable(kind, head)
    whole = chain((head,), blocks)
    header = FileHeader(kind.format, kind.version, kind.encoding)
    decoder = Decoder(sniff(head))
    text = _decoded(whole, decoder)
    if kind.format.startswith("mt"):
        yield from read_mt(text, header, limits)
        return
    if kind.format == "pain.001":
        values: Iterator[Value | PlainEntry] = read_pain001(text, header, limits)
    elif kind.format == "pain.002":
        values = read_pain002(text, header, limits)
    elif kind.format == "camt.029":
        values = read_camt029(text, header, limits)
    else:
        values = read_camt(text, header, limits, way)
    yield from _noted(values, kind, head)
    if decoder.is_utf8:
        yield found(
            "encoding_differs",
            f"The file declares {sniff(head).declared}; its bytes are UTF-8, which is "
            "what was read.",
            line=1,
        )


def refuse_unreadable(kind: Detected, head: bytes) -> None:
    """Raise what says why the file has no reader; pass if it has one."""
    if not head.strip(b"\xef\xbb\xbf\xff\xfe \t\r\n"):
        raise EmptyFile("The file is empty.")
    if kind.format in READABLE:
        return
    if kind.format == "unknown" and head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        # What is wrong with the XML is a better reason than an unknown kind.
        unbound = unbound_prefix(Decoder(sniff(head)).feed(head))
        if unbound is not None:
            raise unbound
    raise unsupported(kind, head)


def utf8(blocks: Iterator[bytes], head: bytes) -> Iterator[bytes]:
    """The blocks as UTF-8, whatever the encoding the head declares.

    Raises:
        WrongEncoding: it is refused, or the bytes are not in it.
    """
    return _decoded(blocks, Decoder(sniff(head)))


def _decoded(blocks: Iterator[bytes], decoder: Decoder) -> Iterator[bytes]:
    padding = b""
    for block in blocks:
        text = padding + decoder.feed(block)
        whole = text.rstrip(_PADDING)
        padding = text[len(whole) :]
        if len(padding) > _MOST_PADDING:
            whole, padding = text, b""
        yield whole
    decoder.feed(b"", final=True)


def _noted(
    values: Iterator[Value | PlainEntry], kind: Detected, head: bytes
) -> Iterator[Value | PlainEntry]:
    """The values, with doubts about the file itself after its header."""
    for value in values:
        yield value
        if isinstance(value, FileHeader):
            yield from _doubts(kind, head)
            break
    yield from values


def _doubts(kind: Detected, head: bytes) -> Iterator[Finding]:
    if kind.version is None:
        code = "namespace_unknown" if b"xmlns" in head[:2048] else "namespace_missing"
        yield found(
            code,
            "No ISO 20022 version is declared; the file is read as "
            f"{kind.format} by the names of its elements.",
            line=1,
            path="Document",
        )
    elif (
        kind.version[:8] == kind.format
        and int(kind.version[13:15]) > _NEWEST[kind.format]
    ):
        yield found(
            "version_unknown",
            f"The version {kind.version} is newer than those that are known; what it "
            "adds was not read.",
            line=1,
            path="Document",
        )
    encoding = sniff(head)
    if not encoding.is_as_declared:
        yield found(
            "encoding_differs",
            f"The file declares {encoding.declared}; its bytes say "
            f"{encoding.name}, which is what was read.",
            line=1,
        )
