"""Cells of a file that lists are written to, exact and harmless in a spreadsheet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

Cell = str | int | Decimal | datetime | date | bool | None
Row = Sequence[Cell]

# Spreadsheets run what begins like this; the wide forms are folded into the plain.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_CONTROL = ("\t", "\r", "\n")
_RISKY = re.compile(f"[{re.escape(''.join((*_FORMULA, *_CONTROL)))}]")
# Read in the other notation, a text is split at that one's separator, and at tabs and
# line ends, whatever quotes stand around the whole: a cell begins after each.
_SPLITS = frozenset(";,\t\r\n")
_GAP_BEFORE_FORMULA = re.compile(
    rf"(?<![;,\s\"])[;,\s\"]++(?=[{re.escape(''.join(_FORMULA))}])"
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a file of separated values is written."""

    delimiter: str
    decimal_sign: str
    has_mark: bool
    """Whether it begins with the sign by which spreadsheets know UTF-8."""
    yes: str = "true"
    no: str = "false"
    instants: str = "%Y-%m-%d %H:%M:%S.%f"
    """How an instant is written, in UTC."""


PLAIN = Dialect(",", ".", has_mark=False)
"""RFC 4180, for programs."""
_SECONDS = "%Y-%m-%d %H:%M:%S"
EXCEL_EN = Dialect(",", ".", has_mark=True, yes="yes", no="no", instants=_SECONDS)
"""What an English Excel opens by double-click."""
EXCEL_DA = Dialect(";", ",", has_mark=True, yes="ja", no="nej", instants=_SECONDS)
"""What a Danish Excel opens by double-click."""
DIALECTS = {"plain": PLAIN, "excel-da": EXCEL_DA}


def csv_cell(value: Cell, dialect: Dialect) -> str:
    """The value as text that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    # Most cells are texts, and most texts hold no sign that could begin a formula.
    if isinstance(value, str):
        return value if _RISKY.search(value) is None else _harmless(value, dialect)
    if isinstance(value, bool):
        return dialect.yes if value else dialect.no
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", dialect.decimal_sign)
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime(dialect.instants)
    return value.isoformat()


def _harmless(text: str, dialect: Dialect) -> str:
    """The text with an apostrophe before every formula a cell could begin with."""
    splits = _SPLITS - {dialect.delimiter}

    def guarded(gap: re.Match[str]) -> str:
        return f"{gap[0]}'" if splits.intersection(gap[0]) else gap[0]

    if text.startswith(_CONTROL) or text.lstrip().startswith(_FORMULA):
        # What follows its first sign is looked at all the same.
        return f"'{text[:1]}{_GAP_BEFORE_FORMULA.sub(guarded, text[1:])}"
    return _GAP_BEFORE_FORMULA.sub(guarded, text)
