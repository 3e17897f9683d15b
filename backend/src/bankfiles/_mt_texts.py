"""Texts of MT940 fields as accounts, amounts and dates. Unreadable gives None."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from bankfiles._text import comma_decimal, whole

# Thousands set apart are plain only where decimals follow: 1.010 may be either.
_GROUPED = re.compile(r"\d{1,3}(?:([.' ])\d{3})(?:\1\d{3})*,\d*")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}")
_ACCOUNT = re.compile(r"(?P<number>.*?)\s*(?P<currency>(?<=[\d\s])[A-Z]{3})?")


def account_of(text: str) -> tuple[str | None, str, str | None]:
    """IBAN, number and currency of what `:25:` says."""
    # An IBAN that is right may end in letters that are no currency; a slash may
    # stand before it, or a BIC with one.
    last = _behind_slash(text)
    if is_iban(last):
        return last, last, None
    text = text.removeprefix("/")
    match = _ACCOUNT.fullmatch(text)
    number, currency = (match["number"], match["currency"]) if match else (text, None)
    plain, last = number.replace(" ", ""), _behind_slash(number)
    if is_iban(last):
        return last, last, currency
    return (plain if _IBAN.fullmatch(plain) else None), number, currency


def is_iban(text: str) -> bool:
    """Whether the text is an IBAN whose check digits are right."""
    if _IBAN.fullmatch(text) is None:
        return False
    turned = text[4:] + text[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def _behind_slash(text: str) -> str:
    return text.rpartition("/")[2].replace(" ", "")


def whole_amount(text: str) -> Decimal | None:
    """The whole amount, or None: a part of it is never taken for it."""
    if _GROUPED.fullmatch(text) is not None:
        text = re.sub("[.' ]", "", text)
    return comma_decimal(f"0{text}" if text[:1] == "," else text)


def entry_date(text: str | None, valued: date | None) -> date | None:
    """The entry date MMDD in the year that brings it nearest to the value date."""
    if text is None or not text.strip() or valued is None:
        return None
    month, day = whole(text[:2]) or 0, whole(text[2:]) or 0
    candidates = []
    for year in (valued.year - 1, valued.year, valued.year + 1):
        try:
            candidates.append(date(year, month, day))
        except ValueError:
            continue
    return min(candidates, key=lambda each: abs(each - valued), default=None)


def text_of(lines: Iterable[str]) -> str | None:
    """The lines that say something, or None where none does."""
    return "\n".join(each.strip() for each in lines if each.strip()) or None
