"""Where the texts of an entry go in its row, learned from one marked entry.

A shape's first entry is parsed with marks in place of its texts; a plan is read
off the row that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple

from bankfiles._paths import Row

# From the private use area; a shape that has it itself is not learned.
MARK = "\ue000"

Pick = Callable[[list[Any]], tuple[Any, ...]]


class RowPlan(NamedTuple):
    """Where the texts of a row come from."""

    pick: Pick
    indexes: tuple[int, ...]
    """Of each slot: where its value stands among texts and constants."""
    lists: tuple[tuple[int, tuple[int, ...]], ...]
    rows: tuple[tuple[int, tuple[RowPlan, ...]], ...]

    def build(self, texts: list[Any]) -> Row:
        """The row."""
        row = list(self.pick(texts))
        for slot, indexes in self.lists:
            row[slot] = [texts[index] for index in indexes]
        for slot, plans in self.rows:
            row[slot] = [plan.build(texts) for plan in plans]
        return row


class Mixed(Exception):
    """A text of which only a part was taken for one, as with a `>` in it."""


class Constants:
    """Values that are the same in every entry of a shape, after its texts."""

    def __init__(self, texts: int) -> None:
        self._texts = texts
        self.values: list[Any] = []

    @property
    def blank(self) -> frozenset[int]:
        """Where nothing stands."""
        return frozenset(
            self._texts + at for at, value in enumerate(self.values) if value is None
        )

    def index(self, value: Any) -> int:
        """Where a value of the marked row stands among texts and constants."""
        if isinstance(value, str) and MARK in value:
            if not value[1:].isdecimal():
                raise Mixed(value)
            return int(value[1:])
        self.values.append(value)
        return self._texts + len(self.values) - 1


def row_plan(row: Row, constants: Constants) -> RowPlan:
    """The plan of a marked row.

    Raises:
        Mixed: A text of the row is not one of the entry.
    """
    indexes: list[int] = []
    lists: list[tuple[int, tuple[int, ...]]] = []
    rows: list[tuple[int, tuple[RowPlan, ...]]] = []
    for slot, value in enumerate(row):
        if isinstance(value, list):
            indexes.append(constants.index(None))
            if isinstance(value[0], list):
                inner = tuple(row_plan(each, constants) for each in value)
                rows.append((slot, inner))
            else:
                lists.append((slot, tuple(constants.index(each) for each in value)))
        else:
            indexes.append(constants.index(value))
    return RowPlan(itemgetter(*indexes), tuple(indexes), tuple(lists), tuple(rows))
