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
from operator import itemgetter
from typing import Any, NamedTuple

from lxml.etree import _Element

from bankfiles import _camt_paths as paths
from bankfiles._paths import Row, Table, fill

_TEXTS = re.compile(r">([^<\n][^<]*)</")
_REFERENCE = re.compile(r"&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# From the private use area; a shape that has it itself is not learned.
_MARK = "\ue000"
_SEPARATOR = "\0"
_MOST_SHAPES = 1024
_LONGEST = 16 * 1024
_PATIENCE = 500

Parse = Callable[[str], tuple[_Element, Table] | None]


class _RowPlan(NamedTuple):
    """Where the texts of a row come from."""

    pick: Callable[[list[Any]], tuple[Any, ...]]
    lists: tuple[tuple[int, tuple[int, ...]], ...]
    rows: tuple[tuple[int, tuple[_RowPlan, ...]], ...]

    def build(self, texts: list[Any]) -> Row:
        """The row."""
        row = list(self.pick(texts))
        for slot, indexes in self.lists:
            row[slot] = [texts[index] for index in indexes]
        for slot, plans in self.rows:
            row[slot] = [plan.build(texts) for plan in plans]
        return row


class _Plan(NamedTuple):
    """How entries of one shape become rows."""

    constants: list[Any]
    newlines: int
    line: int | None
    row: _RowPlan


class Shapes:
    """The shapes one file has shown so far."""

    def __init__(self, parse: Parse) -> None:
        self._parse = parse
        self._plans: dict[str, _Plan | None] = {}
        self._hits = self._misses = 0

    @property
    def worthwhile(self) -> bool:
        """Whether enough entries were alike to go on looking."""
        return self._misses < self._hits + _PATIENCE

    def row(self, entry: str) -> tuple[Row, int | None, int] | None:
        """The row of an entry without its end tag, its line, and how many it has.

        The line counts from the beginning of the text. None means that the
        entry must be parsed.
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
        return plan.row.build(texts + plan.constants), plan.line, plan.newlines

    def _learn(self, shape: str) -> _Plan | None:
        if len(self._plans) >= _MOST_SHAPES:
            return None
        plan = None
        if _MARK not in shape:
            plan = self._planned(shape)
        self._plans[shape] = plan
        return plan

    def _planned(self, shape: str) -> _Plan | None:
        parts = shape.split(_SEPARATOR)
        marked = [f"{part}>{_MARK}{index}</" for index, part in enumerate(parts[:-1])]
        parsed = self._parse("".join(marked) + parts[-1])
        if parsed is None:
            return None
        element, table = parsed
        row: Row = [None] * paths.ENTRY_SIZE
        fill(element, table, row)
        constants = _Constants(len(parts) - 1)
        try:
            planned = _row_plan(row, constants)
        except _Mixed:
            return None
        line: Any = element.sourceline
        return _Plan(constants.values, shape.count("\n"), line, planned)


class _Mixed(Exception):
    """A text of which only a part was taken for one, as with a `>` in it."""


class _Constants:
    """Values that are the same in every entry of a shape, after its texts."""

    def __init__(self, texts: int) -> None:
        self._texts = texts
        self.values: list[Any] = []

    def index(self, value: Any) -> int:
        """Where a value of the marked row stands among texts and constants."""
        if isinstance(value, str) and _MARK in value:
            if not value[1:].isdecimal():
                raise _Mixed(value)
            return int(value[1:])
        self.values.append(value)
        return self._texts + len(self.values) - 1


def _row_plan(row: Row, constants: _Constants) -> _RowPlan:
    indexes: list[int] = []
    lists: list[tuple[int, tuple[int, ...]]] = []
    rows: list[tuple[int, tuple[_RowPlan, ...]]] = []
    for slot, value in enumerate(row):
        if isinstance(value, list):
            indexes.append(constants.index(None))
            if isinstance(value[0], list):
                inner = tuple(_row_plan(each, constants) for each in value)
                rows.append((slot, inner))
            else:
                lists.append((slot, tuple(constants.index(each) for each in value)))
        else:
            indexes.append(constants.index(value))
    return _RowPlan(itemgetter(*indexes), tuple(lists), tuple(rows))


def _unescaped(text: str) -> str:
    return _REFERENCE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1]))
    return chr(int(match[2], 16)) if match[2] else _NAMED[match[3]]
