"""Texts of bank files as dates, amounts and flags. Unreadable gives None.

The same dates and currencies come back a million times in a file, so dates
are remembered. Sums use a context of their own: the default one rounds at 28
digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Context, Decimal
from functools import lru_cache

EXACT = Context(prec=120)
ZERO = Decimal(0)

_AMOUNT = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")
_MT_AMOUNT = re.compile(r"[0-9]{1,40}(?:[,.][0-9]{0,30})?")
_DATE = re.compile(
    r"(\d{4}-\d{2}-\d{2})"
    r"(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d*)?)?)?"
    r"(?:Z|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
_FLAGS = {"true": True, "1": True, "false": False, "0": False}
_CURRENCY = re.compile(r"[A-Z]{3}")


def decimal(text: str | None) -> Decimal | None:
    """An XML decimal exactly as written, or None where it is none."""
    if text is None or _AMOUNT.fullmatch(text) is None:
        return None
    return Decimal(text)


def comma_decimal(text: str) -> Decimal | None:
    """A SWIFT amount (`12,34`, also `12,`), or None where it is none."""
    if _MT_AMOUNT.fullmatch(text) is None:
        return None
    return Decimal(text.replace(",", "."))


@lru_cache(maxsize=4096)
def day(text: str | None) -> date | None:
    """The calendar date written in a date or date-time, never shifted."""
    if text is None:
        return None
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    try:
        return date.fromisoformat(match[1])
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def short_day(text: str) -> date | None:
    """A SWIFT date YYMMDD; years 80 to 99 are of the last century."""
    if len(text) != 6 or not (text.isascii() and text.isdigit()):
        return None
    year = int(text[:2])
    try:
        return date(
            (1900 if year >= 80 else 2000) + year, int(text[2:4]), int(text[4:])
        )
    except ValueError:
        return None


def flag(text: str | None) -> bool | None:
    """An XML boolean, also where a bank wrote it in capitals."""
    if text is None:
        return None
    return _FLAGS.get(text.lower())


def whole(text: str | None) -> int | None:
    """A non-negative whole number of at most 15 digits."""
    if text is None or len(text) > 15 or not (text.isascii() and text.isdigit()):
        return None
    return int(text)


def is_currency(text: str | None) -> bool:
    """Whether the text has the shape of an ISO 4217 code."""
    return text is not None and _CURRENCY.fullmatch(text) is not None


add: Callable[[Decimal, Decimal], Decimal] = EXACT.add
"""The exact sum."""
