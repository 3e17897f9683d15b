"""Learns the shapes of entries, so that most need no tree of their own.

A file repeats a few shapes thousands of times: the same tags around other
texts. The first entry of a shape is parsed with marks in place of its texts;
where the marks end up in the row is then known for every entry of that shape.
Whatever does not fit exactly (a blank text, a line break inside a text, a tag
that is not alike) is left to the tree.

Soundness: the gate proves the bytes well-formed (or has proved those that showed
the shape, see `_proof`), and the cutter that they hold no comment, CDATA or
instruction, so `<` begins a tag and nothing else. A `>` inside an attribute makes
the marked entry malformed, so it is never learned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lxml.etree import _Element

from bankfiles import _camt_paths as paths
from bankfiles._doubts import hidden_in
from bankfiles._often import Often
from bankfiles._paths import Row, Table, fill
from bankfiles._plain import PlainPlan, plain_plan
from bankfiles._row_plan import MARK, Constants, Mixed, RowPlan, row_plan

_TEXTS = re.compile(r">([^<\n][^<]*)</")
_REFERENCE = re.compile(r"&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SEPARATOR = "\0"
_MOST_SHAPES = 1024
_LONGEST = 16 * 1024
_PATIENCE = 500

Parse = Callable[[str], tuple[_Element, Table] | None]


class Plan(NamedTuple):
    """How entries of one shape become rows."""

    constants: list[Any]
    newlines: int
    line: int | None
    """Where an entry of the shape begins, counted from its text."""
    row: RowPlan
    plain: PlainPlan | None
    """What `plain_entry` takes, where the shape is plain."""


class Shaped(NamedTuple):
    """An entry of a known shape."""

    shape: str
    plan: Plan
    texts: list[Any]

    def row(self) -> Row:
        """Its row."""
        return self.plan.row.build(self.texts)


class Plain(NamedTuple):
    """What an entry of a plain shape says, in the order of `plain_entry`."""

    plan: Plan
    said: tuple[Any, ...]
    texts: list[Any]
    """All its texts and constants, where the shape has an exchange."""


class Shapes:
    """The shapes one file has shown so far."""

    def __init__(self, parse: Parse) -> None:
        self._parse = parse
        self._plans: dict[str, Plan | None] = {}
        self._often = Often()
        self._hits = self._misses = 0

    @property
    def worthwhile(self) -> bool:
        """Whether enough entries were alike to go on looking."""
        return self._misses < self._hits + _PATIENCE

    def find(self, entry: str) -> Shaped | None:
        """The texts of an entry without its end tag, and what its shape is.

        None means that the entry must be parsed.
        """
        if len(entry) > _LONGEST:
            return None
        pieces = _TEXTS.split(entry)
        shape = _SEPARATOR.join(pieces[::2])
        try:
            plan = self._plans[shape]
        except KeyError:
            plan = self._learn(shape)
        if plan is None or entry.count("\n") != plan.newlines:
            self._misses += 1
            return None
        texts = _texts(entry, pieces[1::2])
        if texts is None:
            self._misses += 1
            return None
        self._hits += 1
        return Shaped(shape, plan, texts + plan.constants)

    def find_plain(self, entry: str) -> Plain | None:
        """What an entry without its end tag says, if its shape is met often.

        None means that it must be found.
        """
        said = self._often.find(entry)
        if said is None:
            return None
        plan, texts = self._plans[said.shape], _texts(entry, said.texts)
        if plan is None or texts is None or entry.count("\n") != plan.newlines:
            return None
        self._hits += 1
        texts += said.constants
        return Plain(plan, said.pick(texts), texts)

    def plain(self, shaped: Shaped) -> Plain | None:
        """What an entry that was found says, if its shape is plain."""
        shape, plan, texts = shaped
        if plan.plain is None:
            return None
        if self._often.meet(shape):
            parts = shape.split(_SEPARATOR)
            # An exchange is looked for among all texts.
            asked = range(len(parts) - 1) if plan.plain.exchange else ()
            wanted = plan.plain.indexes
            self._often.learn(shape, parts, wanted, plan.constants, also=asked)
        return Plain(plan, plan.plain.pick(texts), texts)

    def _learn(self, shape: str) -> Plan | None:
        if len(self._plans) >= _MOST_SHAPES:
            return None
        plan = None
        if MARK not in shape:
            plan = self._planned(shape)
        self._plans[shape] = plan
        return plan

    def _planned(self, shape: str) -> Plan | None:
        parts = shape.split(_SEPARATOR)
        marked = [f"{part}>{MARK}{index}</" for index, part in enumerate(parts[:-1])]
        parsed = self._parse("".join(marked) + parts[-1])
        if parsed is None:
            return None
        element, table = parsed
        row: Row = [None] * paths.ENTRY_SIZE
        fill(element, table, row)
        constants = Constants(len(parts) - 1)
        try:
            planned = row_plan(row, constants)
        except Mixed:
            return None
        line: Any = element.sourceline
        plain = plain_plan(planned, constants.blank)
        return Plan(constants.values, shape.count("\n"), line, planned, plain)


def _texts(entry: str, pieces: Sequence[str]) -> list[Any] | None:
    """The texts as they are meant, or None where one is blank.

    The first text that is not blank counts: then the tree must tell. It must where a
    number means a hidden character, too.
    """
    if "&" in entry:
        pieces = [_unescaped(text) if "&" in text else text for text in pieces]
        if "&#" in entry and hidden_in("".join(pieces)):
            return None
    texts = list(map(str.strip, pieces))
    return None if "" in texts else texts


def _unescaped(text: str) -> str:
    return _REFERENCE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1]))
    return chr(int(match[2], 16)) if match[2] else _NAMED[match[3]]
