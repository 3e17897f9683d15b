"""How commands show data: JSON for programs, aligned columns for people."""

import sys
from collections.abc import Sequence
from typing import Any

import orjson


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    text = orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    sys.stdout.write(text.decode())


def print_lines(lines: Sequence[str]) -> None:
    """Lines of text on standard output."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Rows as lines with aligned columns; those in `right` are right-aligned."""
    if not rows:
        return []
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
