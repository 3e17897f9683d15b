"""Learns the shapes of entries, so that most need no tree of their own.

A file repeats a few shapes thousands of times: the same tags around other
texts. The first entry of a shape is parsed with marks in place of its texts;
where the marks end up in the row is then known for every entry of that shape.
Whatever does not fit exactly (a blank text, a line break inside a text, a tag
that is not alike) is left to the tree.

Soundness: the gate has proved the bytes well-formed, and the cutter that they
hold no comment, CDATA or instruction, so `<` begins a tag and nothing else. A
`>` inside an attribute makes the marked entry malformed, so it is never
learned.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from lxml.etree import _Element

from bankfiles import _camt_paths as paths
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

    plan: Plan
    texts: list[Any]

    def row(self) -> Row:
        """Its row."""
        return self.plan.row.build(self.texts)


class Shapes:
    """The shapes one file has shown so far."""

    def __init__(self, parse: Parse) -> None:
        self._parse = parse
        self._plans: dict[str, Plan | None] = {}
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
        texts: list[Any] = pieces[1::2]
        if "&" in entry:
            texts = [_unescaped(text) if "&" in text else text for text in texts]
        texts = list(map(str.strip, texts))
        if "" in texts:
            # The first text that is not blank counts: the tree will tell.
            self._misses += 1
            return None
        self._hits += 1
        return Shaped(plan, texts + plan.constants)

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


def _unescaped(text: str) -> str:
    return _REFERENCE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1]))
    return chr(int(match[2], 16)) if match[2] else _NAMED[match[3]]
