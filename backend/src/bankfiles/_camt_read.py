"""Reads a camt message as a stream of values.

Entries go the fast way, from text to text (see `_walk`); everything else, and every
entry that is unclear there, goes through one strict pull parser.

The strict parser always sees the frame (head, statement tags, foot), and of entries
only those that it must tell. Both ways end in the same `Statement`, so they give the
same values.

The gate sees every byte before the cutter does; in the plain way it sees them after,
and is spared what `Proof` proves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from enum import Enum
from itertools import islice
from typing import cast

from lxml import etree
from lxml.etree import _Element

from bankfiles import _camt_paths as paths
from bankfiles._camt import STATEMENTS, Statement, file_header, tables
from bankfiles._cut import Cutter, Kind, Piece
from bankfiles._detect import body_kind
from bankfiles._doubts import hidden_in, is_wide, may_hide
from bankfiles._findings import found
from bankfiles._gate import Gate
from bankfiles._paths import Row, fill, line_of
from bankfiles._proof import Proof
from bankfiles._pull import namespace_of
from bankfiles._walk import Walk, is_whole
from bankfiles._xml import pull_parser, refusal
from bankfiles.errors import TooLarge
from bankfiles.limits import Limits
from bankfiles.values import Entry, FileHeader, PlainEntry, Value

_FRAME = tuple(f"{{*}}{name}" for name in (*STATEMENTS, "GrpHdr", "Ntry", "TxDtls"))


class Way(Enum):
    """How a message is read."""

    FAST = "fast"
    STRICT = "strict"
    """Every byte goes through the strict parser."""
    PLAIN = "plain"
    """The fast way, and entries of plain shapes come as `PlainEntry`."""


def read_camt(
    blocks: Iterable[bytes], header: FileHeader, limits: Limits, way: Way = Way.FAST
) -> Iterator[Value | PlainEntry]:
    """The values of a camt message given as blocks of UTF-8.

    Every way gives the same, which the tests hold over the whole corpus.
    """
    gate, cutter, is_plain = Gate(limits), Cutter(limits), way is Way.PLAIN
    reader = CamtReader(header, limits, Proof(gate if is_plain else None))
    reader.is_plain, cutter.is_raw = is_plain, way is Way.STRICT
    for block in blocks:
        if not is_plain:
            gate.feed(block)
        for piece in cutter.feed(block):
            yield from reader.take(piece)
    for piece in cutter.close():
        yield from reader.take(piece)
    gate.close()
    yield from reader.close()


class CamtReader:
    """Turns pieces of a message into values."""

    def __init__(self, header: FileHeader, limits: Limits, proof: Proof) -> None:
        self._header, self._limits, self._proof = header, limits, proof
        self.is_plain = False
        self._headed = False
        self._frame = pull_parser(_FRAME)
        self._named = tables("")
        self._end_tag = "</Ntry>"
        self._walk = Walk("", {})
        self._statement: Statement | None = None
        self._element: _Element | None = None
        # Bytes given to the strict parser since it last reported anything.
        self._unread = 0
        # Whether it was given any that may hold hidden characters.
        self._may_hide = False
        # Whether the strict parser stands between children of the statement.
        self._is_between = False
        self._taken: _Element | None = None
        self._details: list[Row] = []
        self._positions = 0
        self._digest = ""
        # The line the next piece begins on, and how many lines of the file
        # the strict parser has not been shown.
        self._line, self._hidden = 1, 0

    def take(self, piece: Piece) -> Iterator[Value | PlainEntry]:
        """The values that are complete with this piece."""
        if piece.kind is Kind.ENTRIES and self._is_between:
            yield from self._take_entries(piece.data)
            return
        if piece.kind is Kind.CLOSE:
            self._digest = piece.digest
        self._proof.show(piece.data)
        yield from self._feed(piece.data)

    def close(self) -> Iterator[Value]:
        """What can be said once the whole file was seen."""
        try:
            self._frame.close()
        except etree.XMLSyntaxError as error:
            raise refusal(error) from error
        if not self._headed:
            yield from self._head(None)
        if not self._positions:
            yield found(
                "nothing_inside",
                "The message holds no statement, report or notification.",
            )

    def _take_entries(self, data: bytes) -> Iterator[Value | PlainEntry]:
        """Take whole children of a statement: entries by their runs, else strictly."""
        statement, end_tag, proof = self._statement, self._end_tag, self._proof
        assert statement is not None  # noqa: S101 - entries come inside one
        yield from self._flush(statement)
        text = _text_of(data)
        if text is None:
            proof.show(data)
            yield from self._feed(data)
            return
        is_sparing, at, size = proof.spares(data, text), 0, len(end_tag)
        # Numbers of signs are minded where texts get their meaning.
        may_hide_some = is_wide(text)
        while (end := text.find(end_tag, at)) >= 0:
            entry, at = text[at:end], end + size
            lines = entry.count("\n")
            is_open = is_sparing and proof.awaits(entry, end_tag)
            if statement.header is None:
                entry = yield from self._take_head(statement, entry, is_open=is_open)
                lines = entry.count("\n")
            walked = self._walk.read(entry)
            if walked is not None:
                if is_open:
                    self._prove(entry, lines)
                hides = may_hide_some and hidden_in(entry) is not None
                statement.is_clear = not hides and "&#" not in entry
                yield from self._take_row(statement, *walked)
                self._line += lines
                self._hidden += lines
                continue
            yield from self._give(entry + end_tag, is_open=is_open)
            if not self._is_between:
                # What was taken for the end of an entry is inside of another.
                break
            yield from self._flush(statement)
        statement.is_clear = False
        yield from self._give(text[at:], is_open=is_sparing)

    def _take_head(
        self, statement: Statement, text: str, *, is_open: bool
    ) -> Generator[Value, None, str]:
        """Give what stands before the first entry to the strict parser; what is left.

        Nothing of it where the entry may be inside of something else.
        """
        at = text.find(self._end_tag.replace("</", "<")[:-1])
        if at <= 0 or not is_whole(text[:at]):
            return text
        yield from self._give(text[:at], is_open=is_open)
        yield from self._flush(statement)
        self._is_between = True
        return text[at:]

    def _give(self, text: str, *, is_open: bool) -> Iterator[Value]:
        """Give the strict parser a text, and the gate where it has not seen it."""
        data = text.encode()
        if is_open:
            self._proof.show(data)
        yield from self._feed(data)

    def _prove(self, entry: str, lines: int) -> None:
        self._proof.is_new = self._proof.is_new or self._walk.is_new
        self._walk.is_new = False
        self._proof.prove(entry, self._end_tag, lines)

    def _take_row(
        self, statement: Statement, row: Row, line: int
    ) -> Iterator[Value | PlainEntry]:
        if statement.header is None:
            yield from statement.begin()
        value: Entry | PlainEntry | None = None
        if self.is_plain and statement.is_clear:
            value = statement.plain_entry(row, line + self._line - 1)
        if value is None:
            value = statement.entry(row, line, self._line)
        if value is not None:
            yield value
        if statement.found:
            yield from statement.findings()

    def _ensure_bounded(self, statement: Statement) -> None:
        if len(statement.row[23] or ()) > self._limits.balances:
            raise TooLarge("A statement has too many balances.", line=self._line)

    def _feed(self, data: bytes) -> Iterator[Value]:
        if not data:
            return
        self._unread += len(data)
        self._may_hide = self._may_hide or may_hide(data)
        if self._unread > self._limits.element_bytes:
            raise TooLarge(
                f"{self._limits.element_bytes} bytes hold no whole entry.",
                line=self._line,
            )
        try:
            self._frame.feed(data)
            events = list(self._frame.read_events())
        except etree.XMLSyntaxError as error:
            raise refusal(error, self._hidden + 1) from error
        for event, element in events:
            self._unread, self._is_between = 0, False
            yield from self._on(event, cast("_Element", element))
        self._line += data.count(b"\n")

    def _on(self, event: str, element: _Element) -> Iterator[Value]:
        name = etree.QName(element).localname
        if name == "GrpHdr":
            if event == "end" and not self._headed:
                yield from self._head(element)
        elif name in STATEMENTS:
            if event == "start" and self._statement is None:
                yield from self._open(element, name)
            elif event == "end" and element is self._element:
                yield from self._shut(element)
        elif self._statement is not None:
            parent = element.getparent()
            if name == "TxDtls":
                if event == "end":
                    self._take_detail(element)
            elif parent is self._element:
                yield from self._take_strictly(event, element)

    def _head(self, element: _Element | None) -> Iterator[Value]:
        self._headed = True
        namespace = "" if element is None else namespace_of(element)
        for value in file_header(element, namespace, self._header):
            if isinstance(value, FileHeader):
                self._header = value
            yield value
        if element is not None:
            element.clear()

    def _open(self, element: _Element, name: str) -> Iterator[Value]:
        parent = element.getparent()
        if parent is None or body_kind(etree.QName(parent).localname) is None:
            return
        if not self._headed:
            yield from self._head(None)
        self._positions += 1
        self._element = element
        namespace = namespace_of(element)
        self._named = tables(namespace)
        if (namespace, element.nsmap) != (self._walk.namespace, self._walk.names):
            # Other namespaces may give the same tags another meaning.
            self._walk = Walk(namespace, element.nsmap)
        self._end_tag = f"</{element.prefix}:Ntry>" if element.prefix else "</Ntry>"
        self._statement = Statement(self._positions, self._line_of(element), name)
        self._statement.message = self._header
        self._details, self._is_between = [], True

    def _shut(self, element: _Element) -> Iterator[Value]:
        statement = self._statement
        assert statement is not None  # noqa: S101 - set together with _element
        yield from self._flush(statement)
        yield from statement.end(self._digest)
        self._statement = self._element = None
        element.clear()
        previous = element.getprevious()
        if previous is not None:
            _remove(previous)

    def _flush(
        self, statement: Statement, *, before: _Element | None = None
    ) -> Iterator[Value]:
        """Take the children that the strict parser has completed."""
        element = self._element
        assert element is not None  # noqa: S101 - there is a statement
        for child in list(element):
            if child is before:
                break
            if child is not self._taken:
                yield from statement.take(child, self._named, self._hidden + 1)
            element.remove(child)
        self._ensure_bounded(statement)
        self._taken = None

    def _take_strictly(self, event: str, element: _Element) -> Iterator[Value]:
        statement = self._statement
        assert statement is not None  # noqa: S101 - the caller looked
        if event == "start":
            yield from self._flush(statement, before=element)
            return
        row: Row = [None] * paths.ENTRY_SIZE
        fill(element, tables(namespace_of(element)).entry, row)
        row[21] = self._details or None
        self._details = []
        statement.is_clear = not self._may_hide
        yield from statement.take_entry(row, line_of(element), self._hidden + 1)
        statement.is_clear = False
        self._is_between = True
        # The parser still hangs white space on it, so it is removed later.
        element.clear()
        self._taken = element

    def _take_detail(self, element: _Element) -> None:
        """Reduce a detail to its texts at once: an entry may hold 100,000."""
        names = [etree.QName(e).localname for e in islice(element.iterancestors(), 2)]
        if "Ntry" not in (names[0], names[-1] if names[0] == "NtryDtls" else None):
            return
        row: Row = [None] * paths.DETAIL_SIZE
        row[0] = line_of(element)
        fill(element, tables(namespace_of(element)).detail, row)
        self._details.append(row)
        if len(self._details) > self._limits.details:
            raise TooLarge(
                f"An entry has more than {self._limits.details} details.",
                line=self._line,
            )
        element.clear()
        previous = element.getprevious()
        if previous is not None and previous.tag == element.tag:
            _remove(previous)

    def _line_of(self, element: _Element) -> int | None:
        line = line_of(element)
        return line + self._hidden if line else None


def _text_of(data: bytes) -> str | None:
    """Whole entries as text, where lines end in line feeds only."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
        if b"\r" in data:
            return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        # The gate refuses it.
        return None


def _remove(element: _Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
