"""Companies that come later: books that are opened by whoever tries a product.

They have bank accounts, suppliers and one payment method of their own, and leave
nothing behind when they are given up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from erpsim import demo
from erpsim.refusals import NotPossible, Unfit
from simulating.store import Row, Store

METHOD = "BANK-DK"
_METHOD_NAME = "Bankoverførsel, Danmark"
_CURRENCY, _COUNTRY = "DKK", "DK"
_FIRST_LEDGER, _MOST_ACCOUNTS = 5800, 100
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}", re.ASCII)
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", re.ASCII)
_LONGEST = 140
_FORGET = (
    (
        "DELETE FROM history WHERE payment IN"
        " (SELECT id FROM payments WHERE company = ?)"
    ),
    (
        "DELETE FROM settled_items WHERE item IN"
        " (SELECT id FROM items WHERE company = ?)"
    ),
    "DELETE FROM items WHERE company = ?",
    "DELETE FROM settlements WHERE company = ?",
    (
        "DELETE FROM statement_lines WHERE statement IN"
        " (SELECT id FROM statements WHERE company = ?)"
    ),
    "DELETE FROM statements WHERE company = ?",
    "DELETE FROM legs WHERE company = ?",
    "DELETE FROM postings WHERE company = ?",
    "DELETE FROM payments WHERE company = ?",
    "DELETE FROM invoices WHERE company = ?",
    "DELETE FROM suppliers WHERE company = ?",
    "DELETE FROM methods WHERE company = ?",
    "DELETE FROM bank_accounts WHERE company = ?",
    "DELETE FROM companies WHERE id = ?",
)
_FROM_THE_BEGINNING = frozenset(one.id for one in demo.COMPANIES)


@dataclass(frozen=True, slots=True)
class NewAccount:
    """A bank account of a new company."""

    name: str
    currency: str
    iban: str
    bic: str


@dataclass(frozen=True, slots=True)
class NewSupplier:
    """Whom a new company owes, paid to an IBAN in kroner."""

    id: str
    """Unique within the company."""
    name: str
    street: str
    building: str
    postcode: str
    town: str
    iban: str


@dataclass(frozen=True, slots=True)
class NewBooks:
    """A company as somebody opens its books; the first account pays."""

    id: str
    name: str
    registration: str
    accounts: Sequence[NewAccount]
    suppliers: Sequence[NewSupplier]


class Opening:
    """Opens books, and gives them up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self, books: NewBooks) -> Row:
        """The company of that id; made on first sight.

        Raises:
            Unfit: A value is not one the books take.
            NotPossible: The company is the ERP's from the beginning.
        """
        _ensure_own(books.id)
        if self._company(books.id) is None:
            _ensure_fit(books)
            self._make(books)
        return self._store.one("SELECT * FROM companies WHERE id = ?", books.id)

    def forget(self, company: str) -> bool:
        """Give up everything of a company; tells whether there was one.

        Raises:
            NotPossible: The company is the ERP's from the beginning.
        """
        _ensure_own(company)
        if self._company(company) is None:
            return False
        for statement in _FORGET:
            self._store.run(statement, company)
        return True

    def _company(self, company: str) -> Row | None:
        return self._store.row("SELECT id FROM companies WHERE id = ?", company)

    def _make(self, books: NewBooks) -> None:
        self._store.run(
            "INSERT INTO companies (id, name, registration, currency, country)"
            " VALUES (?, ?, ?, ?, ?)",
            books.id, books.name, books.registration, _CURRENCY, _COUNTRY,
        )  # fmt: skip
        ledgers = [str(_FIRST_LEDGER + at) for at in range(len(books.accounts))]
        self._store.run_many(
            "INSERT INTO bank_accounts (id, company, ledger, name, currency, iban, bic)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (f"{books.id}-{at}", books.id, at, one.name, one.currency, one.iban,
                 one.bic)
                for at, one in zip(ledgers, books.accounts, strict=True)
            ),
        )  # fmt: skip
        method = f"{books.id}-{METHOD}"
        self._store.run(
            "INSERT INTO methods VALUES (?, ?, ?, ?, ?, ?, 1, 1)",
            method, books.id, METHOD, _METHOD_NAME, _CURRENCY,
            f"{books.id}-{ledgers[0]}",
        )  # fmt: skip
        self._store.run_many(
            "INSERT INTO suppliers VALUES"
            " (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', '', '', ?, ?)",
            (
                (f"{books.id}-{one.id}", books.id, one.name, one.street, one.building,
                 one.postcode, one.town, _COUNTRY, one.iban, _CURRENCY, method)
                for one in books.suppliers
            ),
        )  # fmt: skip


def _ensure_own(company: str) -> None:
    if company in _FROM_THE_BEGINNING:
        raise NotPossible("This company is the ERP's from the beginning")


def _ensure_fit(books: NewBooks) -> None:
    if not _ID.fullmatch(books.id):
        raise Unfit("A company's id has up to 40 letters, digits and dashes", "id")
    others: list[NewAccount | NewSupplier] = [*books.accounts, *books.suppliers]
    names = [books.name, *(one.name for one in others)]
    if not all(0 < len(one.strip()) <= _LONGEST for one in names):
        raise Unfit(f"A name has 1 to {_LONGEST} signs", "name")
    if not 0 < len(books.accounts) <= _MOST_ACCOUNTS:
        raise Unfit(f"A company has 1 to {_MOST_ACCOUNTS} bank accounts", "accounts")
    if books.accounts[0].currency != _CURRENCY:
        raise Unfit(f"The first bank account pays, in {_CURRENCY}", "accounts")
    for one in others:
        if not _IBAN.fullmatch(one.iban):
            raise Unfit(f"{one.iban or 'Nothing'} is no IBAN", "iban")
