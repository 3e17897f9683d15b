"""Account numbers: is this one, and whose."""

from __future__ import annotations

import re
from dataclasses import dataclass

from banksim.store import Row, Store

_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}")
_LENGTHS = {
    "DK": 18, "SE": 24, "NO": 15, "FI": 18, "DE": 22, "NL": 18, "FR": 27,
    "GB": 22, "PL": 28, "BE": 16, "ES": 24, "IT": 27, "AT": 20, "IE": 22,
}  # fmt: skip
_BBAN = re.compile(r"\d{4}\d{1,10}")
_CREDITOR_NUMBER = re.compile(r"8\d{7}")
_GIRO = re.compile(r"\d{7,8}")


@dataclass(frozen=True, slots=True)
class Account:
    """A customer's account."""

    iban: str
    agreement: str
    name: str
    currency: str
    bank_code: str
    number: str
    bic: str
    overdraft: int
    statements: int


def is_iban(text: str) -> bool:
    """Whether it is an IBAN by shape, length and check digits."""
    if not _IBAN.fullmatch(text) or len(text) != _LENGTHS.get(text[:2], len(text)):
        return False
    turned = text[4:] + text[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def is_account(scheme: str, text: str) -> bool:
    """Whether an account can be paid to, by the scheme it is given in."""
    if scheme == "IBAN":
        return is_iban(text)
    if scheme == "OCR":
        return bool(_CREDITOR_NUMBER.fullmatch(text) or _GIRO.fullmatch(text))
    if scheme == "BBAN":
        return bool(_BBAN.fullmatch(text))
    return bool(text)


def find(store: Store, scheme: str, text: str) -> Account | None:
    """The account with this number, where it is one of the bank's."""
    if scheme == "IBAN":
        row = store.row("SELECT * FROM accounts WHERE iban = ?", text)
    else:
        row = store.row(
            "SELECT * FROM accounts WHERE bank_code = ? AND number = ?",
            text[:4],
            text[4:].zfill(10),
        )
    return account_of(row) if row else None


def of_agreement(store: Store, agreement: str | None = None) -> list[Account]:
    """The accounts of an agreement, or all."""
    rows = store.rows(
        "SELECT * FROM accounts WHERE ? IS NULL OR agreement = ? ORDER BY rowid",
        agreement,
        agreement,
    )
    return [account_of(row) for row in rows]


def account_of(row: Row) -> Account:
    """The value of a row."""
    return Account(**{name: row[name] for name in Account.__slots__})
