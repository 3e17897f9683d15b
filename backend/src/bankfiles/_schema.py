"""Whether a payment file obeys the official schema of its version.

The schemas come with the `sepaxml` package. They decide what may go to a
bank, never what can be read from one, so this reports and refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from typing import Any, BinaryIO

from lxml import etree
from lxml.etree import _Element

from bankfiles._detect import detect
from bankfiles._findings import found
from bankfiles._pull import events
from bankfiles._read import refuse_unreadable, utf8
from bankfiles._source import Source
from bankfiles._xml import tree_parser
from bankfiles.limits import Limits
from bankfiles.parts import Finding

CARRIED = frozenset(f"pain.001.001.{version}" for version in ("03", "09", "10", "11"))
MOST_FINDINGS = 200
_PORTION = 1_000
"""Payments validated at a time; memory holds so many."""
_DEFAULT = Limits()
_NAMES = ("PmtInf", "CdtTrfTxInf")


def validate_schema(stream: BinaryIO, *, limits: Limits = _DEFAULT) -> list[Finding]:
    """What the schema of its version says against a payment file.

    An empty list means valid. A version without a schema here gives one
    finding that says so. At most 200 findings are given. Memory does not grow
    with the file.

    Raises:
        BankFileError: the file cannot be read.
    """
    blocks = Source(stream, limits, None).blocks()
    head = next(blocks, b"")
    kind = detect(head)
    refuse_unreadable(kind, head)
    version = kind.version or ""
    if version not in CARRIED:
        words = f"the version {version}" if version else "a file without version"
        return [
            found(
                "schema_not_carried",
                f"No schema is carried for {words}; it was not validated.",
            )
        ]
    return _Validation(version).run(utf8(chain((head,), blocks), head), limits)


class _Validation:
    """Validates the tree as it grows, and drops the payments that were looked at.

    A message of which payments were left out obeys the schema just as before, as
    long as one stays in each batch: so each portion is validated in its own place.
    The parser is ahead of its events; what it has not finished is looked at later.
    """

    def __init__(self, version: str) -> None:
        self._schema = _schema(version)
        self._found: dict[tuple[str | None, str], Finding] = {}
        self._dropped: dict[_Element, int] = {}

    def run(self, blocks: Iterator[bytes], limits: Limits) -> list[Finding]:
        """Everything against it, up to a number."""
        last: _Element | None = None
        waiting = 0
        for event, _, element in events(blocks, _NAMES, limits):
            last = element
            if event == "start":
                continue
            waiting += 1
            if waiting >= _PORTION:
                self._validate(element, _Unfinished(element))
                self._drop(element)
                waiting = 0
            if len(self._found) >= MOST_FINDINGS:
                return list(self._found.values())
        if last is not None:
            self._validate(last, None)
        return list(self._found.values())

    def _validate(self, element: _Element, unfinished: _Unfinished | None) -> None:
        tree = element.getroottree()
        if self._schema.validate(tree):
            return
        errors: Any = self._schema.error_log  # iterable, which the stubs do not know
        for error in errors:
            if len(self._found) >= MOST_FINDINGS:
                return
            at = _element_at(tree, error.path)
            if at is not None and unfinished is not None and unfinished.holds(at):
                continue
            path = None if at is None else _path(at, self._dropped)
            self._found.setdefault(
                (path, error.message),
                found("schema_violation", _words(error.message), error.line, path),
            )

    def _drop(self, element: _Element) -> None:
        """Forget the payments, and the batches, that stand before the element."""
        for each in (element, *element.iterancestors()):
            name, parent = _local(each), each.getparent()
            if name not in _NAMES or parent is None:
                continue
            while (before := each.getprevious()) is not None:
                if _local(before) != name:
                    break
                parent.remove(before)
                self._dropped.pop(before, None)
                self._dropped[parent] = self._dropped.get(parent, 0) + 1


class _Unfinished:
    """What the parser may still be at: all that is open, and all that follows."""

    def __init__(self, element: _Element) -> None:
        self._open = frozenset(element.iterancestors())
        self._later = frozenset(
            later for each in (element, *self._open) for later in each.itersiblings()
        )

    def holds(self, element: _Element) -> bool:
        """Whether it, or what it stands in, may not be whole yet."""
        return element in self._open or any(
            each in self._later for each in (element, *element.iterancestors())
        )


@lru_cache(maxsize=len(CARRIED))
def _schema(version: str) -> etree.XMLSchema:
    source = files("sepaxml").joinpath("schemas", f"{version}.xsd").read_bytes()
    return etree.XMLSchema(etree.XML(source, tree_parser()))


def _words(message: str) -> str:
    """The message without namespaces, which only hide the names."""
    words = message
    while "{" in words and "}" in words:
        start, end = words.index("{"), words.index("}")
        if end < start:
            break
        words = words[:start] + words[end + 1 :]
    return words


def _element_at(tree: etree._ElementTree, path: str | None) -> _Element | None:
    found_elements = tree.xpath(path) if path else []
    if not isinstance(found_elements, list) or not found_elements:
        return None
    element = found_elements[0]
    return element if isinstance(element, _Element) else None


def _path(element: _Element, dropped: Mapping[_Element, int]) -> str | None:
    """The names of the elements from the message on, with their numbers."""
    steps = [element, *element.iterancestors()][:-2]
    return "/".join(_step(each, dropped) for each in reversed(steps)) or None


def _step(element: _Element, dropped: Mapping[_Element, int]) -> str:
    name = _local(element)
    before = sum(1 for _ in element.itersiblings(str(element.tag), preceding=True))
    parent = element.getparent()
    if parent is not None and name in _NAMES:
        before += dropped.get(parent, 0)
    after = next(element.itersiblings(str(element.tag)), None)
    return f"{name}[{before + 1}]" if before or after is not None else name


def _local(element: _Element) -> str:
    return etree.QName(element).localname
