"""Whether a payment file obeys the official schema of its version.

The schemas come with the `sepaxml` package. They decide what may go to a
bank, never what can be read from one, so this reports and refuses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import chain, islice, pairwise
from typing import Any, BinaryIO

from lxml import etree
from lxml.etree import _Element

from bankfiles._detect import body_kind, detect
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
_STEP = re.compile(r"(?:(?P<prefix>[^:\[]+):)?(?P<name>[^:\[]+)(?:\[(?P<place>\d+)\])?")


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
        root = _message_of(element)
        if self._schema.validate(root):
            return
        errors: Any = self._schema.error_log  # iterable, which the stubs do not know
        for error in errors:
            if len(self._found) >= MOST_FINDINGS:
                return
            at = _element_at(root, error.path)
            if at is not None and unfinished is not None and unfinished.holds(at):
                continue
            path = None if at is None else _path(at, root, self._dropped)
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


def _element_at(root: _Element, path: str | None) -> _Element | None:
    """The element at a path as the validator writes it, also that of an attribute.

    No XPath: its prefixes are those of the file, each of which may mean several
    namespaces.
    """
    steps = [step for step in (path or "").split("/") if step and step[0] != "@"]
    here: _Element | None = None
    for step in steps:
        match = _STEP.fullmatch(step)
        if match is None:
            return None
        candidates = [root] if here is None else here.iterchildren("*")
        named = (each for each in candidates if _is_named(each, match))
        here = next(islice(named, int(match["place"] or 1) - 1, None), None)
        if here is None:
            return None
    return here


def _is_named(element: _Element, step: re.Match[str]) -> bool:
    name: str = step["name"]
    return name == "*" or (element.prefix, _local(element)) == (step["prefix"], name)


def _path(
    element: _Element, root: _Element, dropped: Mapping[_Element, int]
) -> str | None:
    """The names of the elements below the body of the message, with their numbers."""
    steps = [element, *element.iterancestors()]
    steps = steps[: max(steps.index(root) - 1, 0)]
    return "/".join(_step(each, dropped) for each in reversed(steps)) or None


def _message_of(element: _Element) -> _Element:
    """The message around an element, whatever envelope it came in."""
    around = [element, *element.iterancestors()]
    for body, message in pairwise(around):
        if body_kind(_local(body)) is not None:
            return message
    return around[-1]


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
