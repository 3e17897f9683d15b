"""The bank's books: every movement of money has two sides that add up to nothing.

Accounts of customers are named by IBAN; `clearing:EUR` is the rest of the world and
`exchange:EUR` the bank's own position. The table itself refuses to pay an order twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from banksim.bank.money import exchanged
from banksim.store import Row, Store

PAYMENT, CREDIT, OPENING = "PAYMENT", "CREDIT", "OPENING"


class Unbalanced(Exception):
    """The sides of a posting do not add up: a fault of the program."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a posting: what an account gets, or gives where negative."""

    account: str
    currency: str
    amount: int


@dataclass(frozen=True, slots=True)
class Posting:
    """A movement of money, to be booked."""

    kind: str
    day: date
    legs: Sequence[Leg]
    order_id: int | None = None
    end_to_end_id: str | None = None
    counterparty: str | None = None
    counterparty_account: str | None = None
    remittance: str | None = None
    reference: str | None = None


class Ledger:
    """Books postings and tells balances."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def book(self, posting: Posting, now: datetime) -> str:
        """Book it, and tell the bank's reference.

        Raises:
            Unbalanced: Its sides do not add up in each currency.
        """
        _ensure_balanced(posting.legs)
        number = self._store.one("SELECT COALESCE(MAX(id), 0) + 1 n FROM postings")["n"]
        reference = f"{posting.day:%y%m%d}{number:010d}"
        made = self._store.run(
            "INSERT INTO postings (kind, booking_day, made, bank_reference, order_id,"
            " end_to_end_id, counterparty, counterparty_account, remittance, reference)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            posting.kind,
            posting.day.isoformat(),
            now.isoformat(),
            reference,
            posting.order_id,
            posting.end_to_end_id,
            posting.counterparty,
            posting.counterparty_account,
            posting.remittance,
            posting.reference,
        )
        self._store.run_many(
            "INSERT INTO legs (posting, account, currency, amount) VALUES (?, ?, ?, ?)",
            ((made, leg.account, leg.currency, leg.amount) for leg in posting.legs),
        )
        return reference

    def balance(self, account: str, *, before: date | None = None) -> int:
        """What is on an account, or was when a day began."""
        if before is None:
            query = "SELECT COALESCE(SUM(amount), 0) n FROM legs WHERE account = ?"
            return int(self._store.one(query, account)["n"])
        found = self._store.one(
            "SELECT COALESCE(SUM(l.amount), 0) n FROM legs l"
            " JOIN postings p ON p.id = l.posting"
            " WHERE l.account = ? AND p.booking_day < ?",
            account,
            before.isoformat(),
        )
        return int(found["n"])

    def totals(self) -> dict[str, int]:
        """The sum of all sides per currency: nothing, or the books are wrong."""
        rows = self._store.rows(
            "SELECT currency, SUM(amount) total FROM legs GROUP BY currency"
        )
        return {row["currency"]: row["total"] for row in rows}

    def entries(
        self, account: str, first: date, last: date, *, after_leg: int = 0
    ) -> list[Row]:
        """What was booked on an account in these days, in order, with its origin."""
        return self._store.rows(
            "SELECT l.id leg, l.amount, l.currency, p.booking_day, p.bank_reference,"
            " p.kind, p.end_to_end_id, p.counterparty, p.counterparty_account,"
            " p.remittance, p.reference, o.instruction_id, o.creditor_scheme,"
            " o.amount ordered, o.currency ordered_currency, b.id batch,"
            " b.payment_info_id, b.is_batch_booked, b.debtor, b.debtor_account,"
            " u.message_id"
            " FROM legs l JOIN postings p ON p.id = l.posting"
            " LEFT JOIN orders o ON o.id = p.order_id"
            " LEFT JOIN batches b ON b.id = o.batch"
            " LEFT JOIN uploads u ON u.id = b.upload"
            " WHERE l.account = ? AND p.booking_day BETWEEN ? AND ? AND l.id > ?"
            " AND p.kind != 'OPENING' ORDER BY l.id",
            account,
            first.isoformat(),
            last.isoformat(),
            after_leg,
        )


def transfer(
    source: str, source_currency: str, target: str, target_currency: str,
    amount: int, currency: str,
) -> list[Leg]:  # fmt: skip
    """The sides of paying an amount from one account into another.

    Where a currency changes, the bank buys the one and sells the other.
    """
    given = exchanged(amount, currency, source_currency)
    got = exchanged(amount, currency, target_currency)
    legs = [
        Leg(source, source_currency, -given),
        Leg(target, target_currency, got),
    ]
    if source_currency != target_currency:
        legs.append(Leg(f"exchange:{source_currency}", source_currency, given))
        legs.append(Leg(f"exchange:{target_currency}", target_currency, -got))
    return legs


def clearing(currency: str) -> str:
    """The account that stands for all other banks."""
    return f"clearing:{currency}"


def _ensure_balanced(legs: Sequence[Leg]) -> None:
    totals: dict[str, int] = {}
    for leg in legs:
        totals[leg.currency] = totals.get(leg.currency, 0) + leg.amount
    if any(totals.values()):
        raise Unbalanced(f"{totals}")
