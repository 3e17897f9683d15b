"""What a statement says that is read, yet cannot be right: for every format alike.

Currencies, entry statuses, dates, lengths of amounts and hidden characters are looked
at here; each wrong currency and status is told once for each statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeAlias

from bankfiles._currencies import KNOWN
from bankfiles._findings import found
from bankfiles._paths import Paths, Rows, Sum
from bankfiles._text import day
from bankfiles.limits import AMOUNT_DIGITS, AMOUNT_FRACTION_DIGITS, SUM_DIGITS
from bankfiles.parts import Finding

Note: TypeAlias = Callable[[Finding], None]

NAMED = KNOWN | {None}
STATUSES = frozenset({None, "BOOK", "PDNG", "INFO", "FUTR"})
_EARLIEST, _LATEST = date(1950, 1, 1), date(2100, 12, 31)
SHORT = 15
# Signs without width, and those that turn the direction of what follows.
_HIDDEN = re.compile(
    "[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
_LEADS = (b"\xe2", b"\xef", b"\xe1", b"\xd8")
_MOST_REMEMBERED = 1_000


@lru_cache(maxsize=4096)
def plausible_day(text: str | None) -> date | None:
    """The date written in a text, or None where it is none or of no such year."""
    said = day(text)
    return said if said is not None and _EARLIEST <= said <= _LATEST else None


def fits(amount: Decimal) -> bool:
    """Whether an amount has no more digits than ISO 20022 allows.

    One of two decimals and at most `SHORT` signs has, which is seen at once. Zeros
    before the first other digit and after the last one of the fraction do not count.
    """
    if not amount.is_finite():
        return False
    whole, fraction = _digits(amount)
    return fraction <= AMOUNT_FRACTION_DIGITS and whole + fraction <= AMOUNT_DIGITS


def fits_as_sum(amount: Decimal) -> bool:
    """Whether amounts that are added up can be stored exactly."""
    return _digits(amount)[0] <= SUM_DIGITS - AMOUNT_FRACTION_DIGITS


def _digits(amount: Decimal) -> tuple[int, int]:
    """How many digits an amount has before and after the point."""
    _, digits, exponent = amount.as_tuple()
    if not isinstance(exponent, int) or not amount:
        return 0, 0
    end = len(digits)
    while exponent < 0 and digits[end - 1] == 0:
        end -= 1
        exponent += 1
    return max(0, end + exponent), max(0, -exponent)


def too_long(amount: Decimal) -> str:
    """Why such an amount is left out."""
    return f"the amount {amount} has more digits than can be stored exactly"


def may_hide(data: bytes) -> bool:
    """Whether bytes of UTF-8 may hold hidden characters, as signs or by number."""
    if b"&#" in data or data.endswith(b"&"):
        return True
    return not data.isascii() and any(lead in data for lead in _LEADS)


def is_wide(text: str) -> bool:
    """Whether a text has signs beyond Latin-1, where all hidden ones are; quick."""
    if text.isascii():
        return False
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return True
    return False


def hidden_in(text: str) -> str | None:
    """The first hidden character of a text."""
    match = _HIDDEN.search(text) if is_wide(text) else None
    return match[0] if match else None


class Doubts:
    """Notes what is doubtful in one statement."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._told: set[tuple[str, str | None]] = set()

    def currency(
        self, code: str | None, what: str, line: int | None, path: str
    ) -> str | None:
        """The currency in capitals; what is doubtful about it is noted."""
        if code in KNOWN:
            return code
        if code is None:
            self._once(
                "currency_missing", None, f"{what} names no currency.", line, path
            )
            return None
        upper = code.upper()
        if upper != code:
            words = f"{what} names the currency {code!r}; it is taken as {upper}."
            self._once("currency_lower_case", code, words, line, path)
        if upper not in KNOWN:
            words = f"{what} names {code!r}, which is no currency of ISO 4217."
            self._once("currency_unknown", upper, words, line, path)
        return upper

    def status(
        self, status: str | None, what: str, line: int | None, path: str
    ) -> None:
        """Note an entry status that is none."""
        if status not in STATUSES:
            words = f"{what} has the unknown status {status!r}; it is not booked."
            self._once("status_unknown", status, words, line, path)

    def day(
        self, text: str | None, what: str, line: int | None, path: str
    ) -> date | None:
        """The date of a text; one that cannot be is noted and left empty."""
        said = plausible_day(text)
        if said is None and text is not None:
            if day(text) is None:
                words = f"{what}: {text!r} is no date."
                self._note(found("date_unreadable", words, line, path))
            else:
                words = f"{what}: {text!r} cannot be meant; the date is left empty."
                self._note(found("date_implausible", words, line, path))
        return said

    def texts(
        self,
        row: Iterable[Any],
        names: Mapping[int, str],
        what: str,
        line: int | None,
        place: str,
    ) -> None:
        """Note the first text of a row that has hidden characters."""
        for slot, value in enumerate(row):
            texts = value if isinstance(value, list) else (value,)
            for text in texts:
                sign = hidden_in(text) if isinstance(text, str) else None
                if sign is not None:
                    name = f"{place}/{names[slot]}" if slot in names else place
                    self._note(hidden_characters(sign, what, line, name))
                    return

    def _once(
        self, code: str, value: str | None, words: str, line: int | None, path: str
    ) -> None:
        if (code, value) in self._told:
            return
        if len(self._told) < _MOST_REMEMBERED:
            self._told.add((code, value))
        self._note(found(code, words, line, path))


def hidden_characters(sign: str, what: str, line: int | None, path: str) -> Finding:
    """The finding of one that was found."""
    return found(
        "hidden_characters",
        f"{what} has characters that cannot be seen, first U+{ord(sign):04X}: the text "
        "may look like another.",
        line,
        path,
    )


def names_of(paths: Paths) -> dict[int, str]:
    """The path of each text of a row, by its slot."""
    names: dict[int, str] = {}
    for path, leaf in paths.items():
        if not isinstance(leaf, Rows | Sum):
            names.setdefault(leaf if isinstance(leaf, int) else leaf.slot, path)
    return names
