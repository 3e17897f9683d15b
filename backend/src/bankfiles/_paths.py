"""Element paths compiled to nested dictionaries, and the walk that fills a row.

A reader lists the paths it wants, each with its place in a row. The walk goes
down only where a wanted path leads, so what nobody wants costs nothing. The
first text of a path wins unless the path collects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from lxml.etree import _Element

Row: TypeAlias = list[Any]
Step: TypeAlias = Callable[[_Element, Row], None]
Table: TypeAlias = "dict[str, int | Step | Table]"
Leaf: TypeAlias = "int | Many | Sum | Inner | Rows"
Paths: TypeAlias = "Mapping[str, Leaf]"
Names: TypeAlias = "dict[str, Leaf | Names]"


class Many:
    """Collects every text of the path in a list."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def compiled(self, _namespace: str) -> Step:
        slot = self.slot

        def step(element: _Element, row: Row) -> None:
            text = element.text
            if text and (text := text.strip()):
                if row[slot] is None:
                    row[slot] = [text]
                else:
                    row[slot].append(text)

        return step


class Sum:
    """An amount: the text goes to the slot, its currency to the next."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def compiled(self, _namespace: str) -> Step:
        slot = self.slot

        def step(element: _Element, row: Row) -> None:
            if row[slot] is None:
                row[slot] = (element.text or "").strip() or None
                row[slot + 1] = element.get("Ccy")

        return step


class Inner:
    """The element's own text, else that of its first child that has one.

    Versions differ in whether `Sts` is a text or holds a code.
    """

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def compiled(self, _namespace: str) -> Step:
        slot = self.slot

        def step(element: _Element, row: Row) -> None:
            if row[slot] is not None:
                return
            text = (element.text or "").strip()
            for child in element:
                text = text or (child.text or "").strip()
            row[slot] = text or None

        return step


class Rows:
    """Collects a row of its own for every element of the path.

    Slot 0 of such a row is the element's line within its tree.
    """

    __slots__ = ("paths", "size", "slot")

    def __init__(self, slot: int, size: int, paths: Paths) -> None:
        self.slot, self.size, self.paths = slot, size, paths

    def compiled(self, namespace: str) -> Step:
        slot, blank = self.slot, [None] * self.size
        table = compile_paths(self.paths, namespace)

        def step(element: _Element, row: Row) -> None:
            inner: Row = blank.copy()
            inner[0] = element.sourceline
            fill(element, table, inner)
            if row[slot] is None:
                row[slot] = [inner]
            else:
                row[slot].append(inner)

        return step


def compile_paths(paths: Paths, namespace: str) -> Table:
    """Turn `{"A/B": slot}` into nested tables keyed by qualified tag."""
    return _compiled(nested(paths), namespace)


def _compiled(names: Names, namespace: str) -> Table:
    table: Table = {}
    for name, leaf in names.items():
        tag = qualified(namespace, name)
        if isinstance(leaf, dict):
            table[tag] = _compiled(leaf, namespace)
        else:
            table[tag] = leaf if isinstance(leaf, int) else leaf.compiled(namespace)
    return table


def nested(paths: Paths) -> Names:
    """Turn `{"A/B": slot}` into `{"A": {"B": slot}}`."""
    root: Names = {}
    for path, leaf in paths.items():
        *ways, last = path.split("/")
        names = root
        for way in ways:
            inner = names.setdefault(way, {})
            # A path that is also the stem of another would hide it.
            assert isinstance(inner, dict), path  # noqa: S101
            names = inner
        names[last] = leaf
    return root


def qualified(namespace: str, name: str) -> str:
    """The tag as lxml writes it."""
    return f"{{{namespace}}}{name}" if namespace else name


def line_of(element: _Element) -> int | None:
    """The line of the element's start tag within its tree."""
    # The stubs leave the type open.
    line: Any = element.sourceline
    return cast("int | None", line)


def fill(element: _Element, table: Table, row: Row) -> None:
    """Put the texts below the element into their places in the row."""
    # A slice costs half of an iterator, and most elements have few children.
    # (The stubs know no slices.)
    for child in cast("list[_Element]", element[:]):  # type: ignore[index]
        step: Any = table.get(child.tag)
        if step is None:
            continue
        # Asking for the class is quicker than isinstance, and this is the
        # innermost loop of all reading.
        kind = step.__class__
        if kind is int:
            text = child.text
            if text and row[step] is None and (text := text.strip()):
                row[step] = text
        elif kind is dict:
            fill(child, step, row)
        else:
            step(child, row)
