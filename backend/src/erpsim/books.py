"""The ledger: every posting has sides that add up to nothing in each currency.

What is debit is positive. A bank account's balance here is what statements say it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from simulating.store import Row, Store

SALES = "1010"
EXPENSES, FEES = "3010", "3920"
RECEIVABLES = "5600"
UNASSIGNED, EXCHANGE = "5990", "5995"
PAYABLES, OPENING = "6810", "6990"
NAMES = {
    SALES: "Sales",
    EXPENSES: "Purchases",
    FEES: "Bank charges and differences",
    RECEIVABLES: "Customers",
    UNASSIGNED: "Bank entries not yet assigned",
    EXCHANGE: "Currency exchange",
    PAYABLES: "Suppliers",
    OPENING: "Opening balances",
}


class Unbalanced(Exception):
    """The sides of a posting do not add up: a fault of the program."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a posting."""

    account: str
    currency: str
    amount: int


class Books:
    """Books postings and tells balances."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def book(
        self,
        company: str,
        kind: str,
        day: date,
        text: str,
        legs: Sequence[Leg],
        now: datetime,
    ) -> None:
        """Book it.

        Raises:
            Unbalanced: Its sides do not add up in each currency.
        """
        totals: dict[str, int] = {}
        for leg in legs:
            totals[leg.currency] = totals.get(leg.currency, 0) + leg.amount
        if any(totals.values()):
            raise Unbalanced(f"{totals}")
        made = self._store.run(
            "INSERT INTO postings (company, kind, day, text, at)"
            " VALUES (?, ?, ?, ?, ?)",
            company,
            kind,
            day.isoformat(),
            text,
            now.isoformat(),
        )
        self._store.run_many(
            "INSERT INTO legs (posting, company, account, currency, amount)"
            " VALUES (?, ?, ?, ?, ?)",
            ((made, company, one.account, one.currency, one.amount) for one in legs),
        )

    def balance(self, company: str, account: str, currency: str) -> int:
        """What stands on an account."""
        found = self._store.one(
            "SELECT COALESCE(SUM(amount), 0) n FROM legs"
            " WHERE company = ? AND account = ? AND currency = ?",
            company,
            account,
            currency,
        )
        return int(found["n"])

    def balances(self, company: str) -> list[Row]:
        """Every account with its balance in each currency."""
        return self._store.rows(
            "SELECT account, currency, SUM(amount) balance FROM legs"
            " WHERE company = ? GROUP BY account, currency ORDER BY account, currency",
            company,
        )

    def totals(self) -> dict[str, int]:
        """The sum of all sides per currency: nothing, or the books are wrong."""
        rows = self._store.rows(
            "SELECT currency, SUM(amount) total FROM legs GROUP BY currency"
        )
        return {row["currency"]: row["total"] for row in rows}
