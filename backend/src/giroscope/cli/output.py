"""How commands show data and write files: JSON for programs, columns for people."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from giroscope.kernel.errors import Conflict, InvalidInput


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


def ensure_meant(name: str, question: str, without_terminal: str) -> None:
    """Ask for the name again; without a terminal to ask at, refuse.

    Raises:
        InvalidInput: It was not said again.
    """
    if not sys.stdin.isatty():
        raise InvalidInput(without_terminal)
    sys.stderr.write(question)
    sys.stderr.flush()
    if sys.stdin.readline().strip() != name:
        raise InvalidInput("Nothing was changed")


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Write a private file under a draft's name; it gets its own when it is whole.

    Raises:
        Conflict: There is a file of that name, or it cannot be written.
    """
    if target.exists():
        raise Conflict(f"{target} is there already")
    draft = target.with_name(f"{target.name}.part")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            yield file
        draft.rename(target)
    except OSError as error:
        raise Conflict(f"{target}: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)
