"""Reads a camt message as a stream of values.

Pieces of whole entries go the fast way; everything else, and every unusual
shape, goes through one strict pull parser.

The strict parser always sees the frame (head, statement tags, foot). Entries
reach it only where the cutter promises nothing; otherwise they are parsed as
small trees beside it, which is half the work. Both ways end in the same
`Statement`, so they give the same values.

The gate sees every byte before the cutter does; in the plain way it sees them after,
and is spared what `Proof` proves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from enum import Enum
from itertools import islice
from typing import cast
from xml.sax.saxutils import quoteattr

from lxml import etree
from lxml.etree import _Element

from bankfiles import _camt_paths as paths
from bankfiles._camt import STATEMENTS, Statement, Tables, file_header, tables
from bankfiles._cut import Cutter, Kind, Piece
from bankfiles._detect import body_kind
from bankfiles._doubts import hidden_in, is_wide, may_hide
from bankfiles._findings import found
from bankfiles._gate import Gate
from bankfiles._paths import Row, Table, fill, line_of
from bankfiles._proof import Proof
from bankfiles._pull import namespace_of
from bankfiles._shapes import Shapes
from bankfiles._xml import pull_parser, refusal, tree_parser
from bankfiles.errors import HostileXml, TooLarge
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
    reader.is_plain, cutter.careful = is_plain, way is Way.STRICT
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
        self._fragments = tree_parser()
        self._plain = tables("")
        self._named = self._plain
        self._wrap = b"<r>"
        self._end_tag = "</Ntry>"
        self._shapes = Shapes(self._shaped)
        self._statement: Statement | None = None
        self._element: _Element | None = None
        # Bytes given to the strict parser since it last reported anything.
        self._unread = 0
        # Whether it was given any that may hold hidden characters.
        self._may_hide = False
        # Whether the strict parser is inside an entry.
        self._entry_open = False
        self._taken: _Element | None = None
        self._details: list[Row] = []
        self._positions = 0
        self._digest = ""
        # The line the next piece begins on, and how many lines of the file
        # the strict parser has not been shown.
        self._line, self._hidden = 1, 0

    def take(self, piece: Piece) -> Iterator[Value | PlainEntry]:
        """The values that are complete with this piece."""
        lines = piece.data.count(b"\n")
        clear = self._statement is not None and not self._entry_open
        if piece.kind is Kind.ENTRIES and clear:
            if self._shapes.worthwhile:
                rest = yield from self._take_shapes(piece.data)
            else:
                rest = piece.data
                self._proof.show(rest)
            if not rest:
                return
            lines = rest.count(b"\n")
            root, known = self._tree(rest)
            if root is not None:
                statement = self._statement
                assert statement is not None  # noqa: S101 - the piece is clear
                statement.is_clear = not may_hide(rest)
                yield from self._take_tree(root, known)
                statement.is_clear = False
                self._line += lines
                self._hidden += lines
                return
            yield from self._feed(rest)
            self._line += lines
            return
        elif piece.kind is Kind.CLOSE:
            self._digest = piece.digest
        self._proof.show(piece.data)
        yield from self._feed(piece.data)
        self._line += lines

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

    def _take_shapes(self, data: bytes) -> Generator[Value | PlainEntry, None, bytes]:
        """Take entries of known shapes; return what is left for the tree."""
        statement, end_tag, proof = self._statement, self._end_tag, self._proof
        assert statement is not None  # noqa: S101 - entries come inside one
        yield from self._flush(statement)
        fed, text = _text_of(data)
        if text is None:
            proof.show(data)
            return fed
        is_sparing, at, size = proof.spares(fed, text), 0, len(end_tag)
        # Numbers of signs are minded where the shapes put texts in their place.
        may_hide_some, statement.is_clear = is_wide(text), True
        while (end := text.find(end_tag, at)) >= 0:
            entry = text[at:end]
            if may_hide_some:
                statement.is_clear = hidden_in(entry) is None
            is_open = is_sparing and proof.awaits(entry, end_tag)
            # Before the first entry stand other children, which need a tree.
            is_clear = statement.header is not None
            told = self._by_shape(statement, entry, is_open) if is_clear else None
            if told is not None:
                lines, value = told
                if value is not None:
                    yield value
                if statement.found:
                    yield from statement.findings()
            else:
                lines, whole = entry.count("\n"), (entry + end_tag).encode()
                if is_open:
                    proof.show(whole)
                root, tables_used = self._tree(whole)
                if root is None:
                    break
                statement.is_clear = False
                yield from self._take_tree(root, tables_used)
                statement.is_clear = True
            self._line += lines
            self._hidden += lines
            at = end + size
        statement.is_clear = False
        rest = text[at:].encode()
        if is_sparing:
            proof.show(rest[len(whole) :] if end >= 0 else rest)
        return rest

    def _by_shape(
        self, statement: Statement, entry: str, is_open: bool
    ) -> tuple[int, Entry | PlainEntry | None] | None:
        """The lines and the value of an entry of a known shape, else None.

        `is_open` tells that its shape is yet to prove it.
        """
        is_plain = self.is_plain and statement.is_clear
        if is_plain and (plain := self._shapes.find_plain(entry)) is not None:
            value = statement.plain_entry(plain, self._line)
            if value is not None:
                lines = plain.plan.newlines
                if is_open:
                    self._proof.prove(entry, self._end_tag, lines)
                return lines, value
        shaped = self._shapes.find(entry)
        if shaped is None:
            return None
        plan = shaped.plan
        lines = plan.newlines
        if is_open:
            self._proof.prove(entry, self._end_tag, lines)
        if is_plain and (again := self._shapes.plain(shaped)) is not None:
            value = statement.plain_entry(again, self._line)
            if value is not None:
                return lines, value
        return lines, statement.entry(shaped.row(), plan.line, self._line)

    def _shaped(self, entry: str) -> tuple[_Element, Table] | None:
        """Parse an entry that shows a shape; None if it is not just one."""
        self._proof.is_new = True
        root, known = self._tree((entry + self._end_tag).encode())
        if root is None or len(root) != 1 or root[0].tag != known.entry_tag:
            return None
        return root[0], known.entry

    def _take_tree(self, root: _Element, known: Tables) -> Iterator[Value]:
        statement, base = self._statement, self._line
        assert statement is not None  # noqa: S101 - entries come inside one
        yield from self._flush(statement)
        for child in root:
            yield from statement.take(child, known, base)
        self._ensure_bounded(statement)

    def _ensure_bounded(self, statement: Statement) -> None:
        if len(statement.row[23] or ()) > self._limits.balances:
            raise TooLarge("A statement has too many balances.", line=self._line)

    def _tree(self, data: bytes) -> tuple[_Element | None, Tables]:
        """The fragment as a tree, or None where only the strict way will do."""
        if self._named is self._plain or b"xmlns" not in data:
            try:
                return etree.XML(b"<r>" + data + b"</r>", self._fragments), self._plain
            except etree.XMLSyntaxError as error:
                self._refuse_hostile(error)
        try:
            wrapped = self._wrap + data + b"</r>"
            return etree.XML(wrapped, self._fragments), self._named
        except etree.XMLSyntaxError as error:
            self._refuse_hostile(error)
        return None, self._named

    def _refuse_hostile(self, error: etree.XMLSyntaxError) -> None:
        refused = refusal(error, self._line)
        if isinstance(refused, HostileXml):
            raise refused from error

    def _feed(self, data: bytes) -> Iterator[Value]:
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
            self._unread = 0
            yield from self._on(event, cast("_Element", element))

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
        names = "".join(
            f" xmlns{':' + prefix if prefix else ''}={quoteattr(uri)}"
            for prefix, uri in element.nsmap.items()
        )
        wrap = f"<r{names}>".encode()
        if wrap != self._wrap:
            # Other namespaces may give the same tags another meaning.
            self._wrap, self._shapes = wrap, Shapes(self._shaped)
        self._end_tag = f"</{element.prefix}:Ntry>" if element.prefix else "</Ntry>"
        self._statement = Statement(self._positions, self._line_of(element), name)
        self._statement.message = self._header
        if element.prefix or not namespace:
            # Tags of fragments carry the same names as those of the frame.
            self._plain = self._named
        self._details = []

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
        self._entry_open = event == "start"
        if self._entry_open:
            yield from self._flush(statement, before=element)
            return
        row: Row = [None] * paths.ENTRY_SIZE
        fill(element, tables(namespace_of(element)).entry, row)
        row[21] = self._details or None
        self._details = []
        statement.is_clear = not self._may_hide
        yield from statement.take_entry(row, line_of(element), self._hidden + 1)
        statement.is_clear = False
        # The parser still hangs white space on it, so it is removed later.
        element.clear()
        self._taken = element

    def _take_detail(self, element: _Element) -> None:
        """Reduce a detail to its texts at once: an entry may hold 100,000."""
        above = islice(element.iterancestors(), 2)
        if not any(etree.QName(each).localname == "Ntry" for each in above):
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


def _text_of(data: bytes) -> tuple[bytes, str | None]:
    """Whole entries with line feeds only, and as text where they are fit for shapes."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
        if b"\r" in data:
            return data, None
    try:
        return data, data.decode()
    except UnicodeDecodeError:
        # The gate refuses it.
        return data, None


def _remove(element: _Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
