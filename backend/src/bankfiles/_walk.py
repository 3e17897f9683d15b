"""Reads entries without a tree: from text to text, by what stands between two.

An entry is a few dozen texts, and what stands between two of them, a *run* of tags,
comes back in nearly every entry, whatever else the entry holds or leaves out. What a
run does (where it ends, which place of the row the next text has) is worked out once
for each element it can begin in, and looked up from then on.

What a run cannot tell exactly is left to the strict parser: comments, CDATA,
instructions, namespaces declared inside, a text beside elements, a `>` in a text,
references in tags, transactions of another namespace.

Soundness: a run is bound to the elements that are open where it begins, so it is as
well-formed each time as the first time, which the gate has seen (see `_proof`).
Attributes but `Ccy` mean nothing here, so their values do not make another run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from operator import length_hint
from typing import TypeAlias

from bankfiles import _camt_paths as paths
from bankfiles._paths import Inner, Leaf, Many, Names, Row, Rows, Sum, nested

# Few texts begin with a blank, and to look for those takes twice as long. To begin
# again at each `>` of a text would take the square of its length.
_TEXTS = re.compile(r">([^<>\s][^<>]*)</")
_ANY_TEXTS = re.compile(r">(\s*[^<>\s][^<>]*)</")
_TAGS = re.compile(
    r"<(/?)(?:([\w.-]+):)?([\w.-]+)"
    r"""((?:\s+[\w.:-]+\s*=\s*(?:"[^"<>&]*"|'[^'<>&]*'))*)\s*(/?)>"""
)
_TAG = re.compile(rf"\s*{_TAGS.pattern}")
_VALUE = re.compile(r'(?<!\sCcy)(?<!\s)="[^"<>&\n]{1,100}"')
_ATTRIBUTE = re.compile(r"""\s+([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = re.compile(r"&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# A million entries of one bank show some hundred runs.
_MOST_RUNS = 16 * 1024
_LONGEST_RUN = 4 * 1024
_DEEPEST = 64
# The place of the line, which is set when the row is whole.
_UNWANTED = 0

Below: TypeAlias = "Leaf | Names | None"
"""What a path leads to: a place in the row, more names, or nothing wanted."""
Change: TypeAlias = "tuple[int, int, int] | None"
"""A row that begins (its place, its size, its line within the run), or ends."""


class Unclear(Exception):
    """A run that the strict parser must tell."""


Special: TypeAlias = "tuple[list[Change], str | None, bool]"
"""Rows that begin and end before a text, its currency, whether it is one of many."""
Step: TypeAlias = "tuple[int, _Open, Special | None]"
"""The place of the next text, the element that it is in, and what else there is."""


class _Open(dict[str, "Step"]):
    """An open element, with the runs that begin after a text in it."""

    __slots__ = ("above", "below", "depth", "ends", "inner", "name", "walk")

    def __init__(
        self, walk: Walk, name: str, below: Below, above: _Open | None
    ) -> None:
        self.walk, self.name, self.below, self.above = walk, name, below, above
        self.depth: int = 0 if above is None else above.depth + 1
        self.inner: dict[str, _Open] = {}
        self.ends: set[str] = set()

    def __missing__(self, run: str) -> Step:
        known = run
        if '="' in run and "'" not in run:
            known = _VALUE.sub('=""', run)
        step = self.get(known)
        if step is None:
            step = self[known] = self.walk.learn(self, known)
        return step


class Walk:
    """What one namespace's entries have shown so far."""

    def __init__(self, namespace: str, names: Mapping[str | None, str]) -> None:
        self.namespace, self.names = namespace, names
        self._top = _Open(self, "", {"Ntry": nested(paths.ENTRY)}, None)
        self._runs = 0
        self.is_new = False
        """Whether anything was learned since this was last set to False."""

    def read(self, entry: str) -> tuple[Row, int] | None:
        """The row of an entry without its end tag, and the entry's line within it.

        None means that the strict parser must read it.
        """
        for texts in (_TEXTS, _ANY_TEXTS):
            pieces = said = texts.split(entry)
            try:
                if "&" in entry:
                    said = pieces.copy()
                    said[1::2] = [_unescaped(text) for text in pieces[1::2]]
                row = self._row(said, pieces)
            except Unclear:
                continue
            first = pieces[0]
            return row, 1 + first.count("\n", 0, first.find(">"))
        return None

    def _row(self, said: list[str], pieces: list[str]) -> Row:
        whole: Row = [None] * paths.ENTRY_SIZE
        row, rows = whole, _Rows(pieces)
        state, parts = self._top, iter(said)
        for run, text in zip(parts, parts, strict=False):
            slot, state, special = state[run]
            if special is not None:
                changes, currency, is_many = special
                if changes:
                    until = len(pieces) - length_hint(parts) - 2
                    row = rows.changed(row, changes, until)
                if is_many:
                    if row[slot] is None:
                        row[slot] = []
                    row[slot].append(text.strip())
                elif currency is not None and row[slot] is None:
                    row[slot + 1] = currency
            if slot and row[slot] is None:
                row[slot] = text.strip()
        if (last := pieces[-1]) not in state.ends:
            self.learn(state, last, is_last=True)
            state.ends.add(last)
        rows.number()
        return whole

    def learn(self, state: _Open, run: str, *, is_last: bool = False) -> Step:
        """What a run does that begins in an element.

        Raises:
            Unclear: The strict parser must tell.
        """
        if len(run) > _LONGEST_RUN or self._runs > _MOST_RUNS or "xmlns" in run:
            raise Unclear(run)
        source = run.rstrip() if is_last else run + ">"
        shift = 0
        if state is not self._top:
            source, shift = "</" + source, 2
        at, currency, is_opened = 0, None, False
        changes: list[Change] = []
        while at < len(source):
            tag = _TAG.match(source, at)
            # An amount whose text is not there has a currency all the same.
            if tag is None or currency is not None:
                raise Unclear(run)
            at, is_opened = tag.end(), not (tag[1] or tag[5])
            if tag[1]:
                if state.below.__class__ is Rows:
                    changes.append(None)
                state = self._ended(state, tag)
                continue
            opened = self._opened(state, tag)
            below = opened.below
            if isinstance(below, Rows):
                line = source.count("\n", shift, at)
                changes += [(below.slot, below.size, line), None][: 1 + bool(tag[5])]
            elif isinstance(below, Sum) and "Ccy" in tag[4]:
                currency = _currency(tag[4])
            state = opened if is_opened else state
        whole = state.above is self._top and not any(changes)
        if (is_last and not whole) or (currency is not None and not is_opened):
            raise Unclear(run)
        self.is_new = True
        self._runs += 1
        return _step(state, changes, currency, is_opened=is_opened)

    def _ended(self, state: _Open, tag: re.Match[str]) -> _Open:
        above = state.above
        # The end of the entry itself is not in what is read.
        if above is None or above is self._top or _name(tag) != state.name or tag[4]:
            raise Unclear(tag[0])
        return above

    def _opened(self, state: _Open, tag: re.Match[str]) -> _Open:
        whole, prefix = _name(tag), tag[2]
        below: Below = None
        if state is self._top and tag[5]:
            # An empty entry before this one is an entry of its own.
            raise Unclear(whole)
        known = state.inner.get(whole)
        if known is not None:
            return known
        if prefix and prefix not in self.names:
            raise Unclear(whole)
        above = state.below
        if isinstance(above, Rows):
            above = _within(above)
        if isinstance(above, Inner):
            below = above.slot
        elif isinstance(above, dict):
            is_ours = self.names.get(prefix, "") == self.namespace
            below = above.get(tag[3]) if is_ours else None
        is_lost = below is None and (state is self._top or tag[3] == "TxDtls")
        if is_lost or state.depth > _DEEPEST:
            raise Unclear(whole)
        state.inner[whole] = opened = _Open(self, whole, below, state)
        return opened


class _Rows:
    """The rows within the row of one entry, and the lines they begin on."""

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self._outer: list[Row] = []
        self._begun: list[tuple[Row, int, int]] = []

    def changed(self, row: Row, changes: list[Change], until: int) -> Row:
        """The row that goes on where rows began and ended after so many pieces."""
        for change in changes:
            if change is None:
                row = self._outer.pop()
                continue
            place, size, line = change
            inner: Row = [None] * size
            self._begun.append((inner, until, line))
            if row[place] is None:
                row[place] = []
            row[place].append(inner)
            self._outer.append(row)
            row = inner
        return row

    def number(self) -> None:
        """Tell every row its line."""
        lines, counted = 1, 0
        for row, until, line in self._begun:
            lines += "".join(self._pieces[counted:until]).count("\n")
            counted, row[0] = until, lines + line


def is_whole(text: str) -> bool:
    """Whether all elements end that begin in a text without comments and the like."""
    tags = _TAGS.findall(text)
    if len(tags) != text.count("<"):
        return False
    ends = sum(1 for end, *_ in tags if end)
    return len(tags) == 2 * ends + sum(1 for *_, empty in tags if empty)


def _currency(attributes: str) -> str:
    for name, double, single in _ATTRIBUTE.findall(attributes):
        value: str = double or single
        if name == "Ccy" and value in ("", *value.split()):
            return value
    raise Unclear(attributes)


def _name(tag: re.Match[str]) -> str:
    return f"{tag[2]}:{tag[3]}" if tag[2] else tag[3]


def _step(
    state: _Open, changes: list[Change], currency: str | None, *, is_opened: bool
) -> Step:
    """What a run does whose next text stands in an element."""
    below = state.below if is_opened else None
    is_many, slot = isinstance(below, Many), _UNWANTED
    if isinstance(below, int):
        slot = below
    elif isinstance(below, Many | Sum | Inner):
        slot = below.slot
    special = None
    if changes or is_many or currency is not None:
        special = changes, currency, is_many
    return slot, state, special


@cache
def _within(rows: Rows) -> Names:
    return nested(rows.paths)


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    meant = _REFERENCE.sub(_character, text)
    if not meant.strip():
        # The first text that is not blank counts, which this is not.
        raise Unclear(text)
    return meant


def _character(match: re.Match[str]) -> str:
    if match[1]:
        # Python takes no number of thousands of digits, be they zeros.
        return chr(int(match[1].lstrip("0")))
    return chr(int(match[2], 16)) if match[2] else _NAMED[match[3]]
