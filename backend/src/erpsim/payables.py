"""Supplier invoices and the payments made of them.

An invoice that is approved becomes a payment to be made. It is open until somebody
claims it; from then on its state is what the claimer tells of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from erpsim import slips
from erpsim.books import EXPENSES, PAYABLES, Books, Leg
from erpsim.periods import ensure_open
from erpsim.refusals import NoSuchThing, NotPossible, NotUnderstood, Unfit
from simulating.amounts import BadAmount, from_text
from simulating.store import Row, Store

RECEIVED, APPROVED = "RECEIVED", "APPROVED"
OPEN, CLAIMED = "OPEN", "CLAIMED"
ENDED_UNPAID = ("REJECTED", "CANCELLED", "RETURNED")
_PAYMENTS = (
    "SELECT p.*, i.number invoice_number, s.name supplier_name, s.street, s.building,"
    " s.postcode, s.town, s.country, s.iban, s.account_number, s.bic, s.giro_creditor,"
    " s.slip_type FROM payments p JOIN suppliers s ON s.id = p.supplier"
    " LEFT JOIN invoices i ON i.id = p.invoice WHERE p.company = ?"
)
_NAMED = " AND p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id"
_BULK = "INSERT INTO payments (company, supplier, number, amount, currency, due,\
 method, bank_account, reference, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'OPEN')"


@dataclass(frozen=True, slots=True)
class Bill:
    """A supplier's invoice as somebody enters it."""

    supplier: str
    number: str
    amount: str
    due: date
    issued: date
    reference: str = ""


class Payables:
    """What is owed to suppliers, and what is done about it."""

    def __init__(self, store: Store, books: Books) -> None:
        self._store = store
        self._books = books

    def enter(self, bill: Bill) -> int:
        """Enter an invoice; nothing is owed before it is approved.

        Raises:
            Refused: A value is not one the books take, or the number was used.
        """
        supplier = self._supplier(bill.supplier)
        try:
            amount = from_text(bill.amount, supplier["currency"])
        except BadAmount as error:
            raise Unfit(str(error), "amount") from error
        if not 0 < amount < 10**14:
            raise Unfit("The amount is more than nothing", "amount")
        number = bill.number.strip()
        if not 0 < len(number) <= 35:
            raise Unfit("An invoice has a number of up to 35 signs", "number")
        reference = bill.reference.strip()
        if not slips.is_payment_id(supplier["slip_type"], reference):
            raise Unfit(
                f"{reference or 'Nothing'} is no payment id of a slip"
                f" {supplier['slip_type']}",
                "reference",
            )
        taken = self._store.row(
            "SELECT id FROM invoices WHERE supplier = ? AND number = ?",
            supplier["id"],
            number,
        )
        if taken is not None:
            raise NotPossible(f"The supplier's invoice {number} is entered already")
        return self._store.run(
            "INSERT INTO invoices (company, supplier, number, amount, currency, issued,"
            " due, reference, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            supplier["company"],
            supplier["id"],
            number,
            amount,
            supplier["currency"],
            bill.issued.isoformat(),
            bill.due.isoformat(),
            reference,
            RECEIVED,
        )

    def approve(self, invoice: int, now: datetime) -> int:
        """Book an invoice and make it a payment; tells the payment.

        Raises:
            NoSuchThing, NotPossible: There is none, or it is approved already.
            PeriodClosed: Its day lies in a closed period.
        """
        row = self._invoice(invoice)
        if row["state"] != RECEIVED:
            raise NotPossible("The invoice is approved already")
        day = date.fromisoformat(row["issued"])
        ensure_open(self._store, row["company"], day)
        owed = Leg(PAYABLES, row["currency"], -row["amount"])
        bought = Leg(EXPENSES, row["currency"], row["amount"])
        text = f"Invoice {row['number']}"
        self._books.book(row["company"], "INVOICE", day, text, [bought, owed], now)
        self._store.run("UPDATE invoices SET state = ? WHERE id = ?", APPROVED, invoice)
        return self._pay(row, now)

    def pay_again(self, payment: int, now: datetime) -> int:
        """Make a new payment of one that came to nothing; tells the new one.

        Raises:
            NoSuchThing, NotPossible: There is none, or it is not over.
        """
        row = self.payment(payment)
        if row["state"] not in ENDED_UNPAID or row["invoice"] is None:
            raise NotPossible("Only a payment that came to nothing is made again")
        later = self._store.row(
            "SELECT id FROM payments WHERE invoice = ? AND id > ?",
            row["invoice"],
            payment,
        )
        if later is not None:
            raise NotPossible("The payment was made again already")
        return self._pay(self._invoice(row["invoice"]), now)

    def _pay(self, invoice: Row, now: datetime) -> int:
        supplier = self._supplier(invoice["supplier"])
        method = self._store.one(
            "SELECT * FROM methods WHERE id = ?", supplier["method"]
        )
        number = self._next_number()
        made = self._store.run(
            "INSERT INTO payments (company, supplier, invoice, number, amount,"
            " currency, due, method, bank_account, reference, state)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            invoice["company"],
            supplier["id"],
            invoice["id"],
            f"BET-{number:06d}",
            invoice["amount"],
            invoice["currency"],
            invoice["due"],
            method["id"],
            method["bank_account"],
            invoice["reference"] or f"Faktura {invoice['number']}",
            OPEN,
        )
        self.note(made, OPEN, now)
        return made

    def make_many(self, company: str, count: int, day: date) -> int:
        """Make so many open payments of small amounts, without invoices."""
        supplier = self._store.row(
            "SELECT s.*, m.bank_account FROM suppliers s JOIN methods m"
            " ON m.id = s.method WHERE s.company = ? AND s.slip_type = ''"
            " AND s.currency = 'DKK' ORDER BY s.id",
            company,
        )
        if supplier is None:
            raise NoSuchThing("There is no such company")
        first = self._next_number()
        self._store.run_many(
            _BULK,
            (
                (
                    company, supplier["id"], f"BET-{number:06d}",
                    10_000 + number % 9_000, "DKK", day.isoformat(),
                    supplier["method"], supplier["bank_account"], f"Post {number}",
                )
                for number in range(first, first + count)
            ),
        )  # fmt: skip
        return count

    def page(self, company: str, after: int, limit: int) -> list[Row]:
        """Open payments in the order of their ids, from one on."""
        return self._store.rows(
            _PAYMENTS + " AND p.state = 'OPEN' AND p.id > ? ORDER BY p.id LIMIT ?",
            company,
            after,
            limit,
        )

    def named(self, company: str, payments: Sequence[int]) -> list[Row]:
        """Those of these payments that the company has, whatever their state."""
        return self._store.rows(
            _PAYMENTS + _NAMED,
            company,
            json.dumps(list(payments)),
        )

    def latest(self, company: str, limit: int) -> list[Row]:
        """The latest payments, whatever their state."""
        return self._store.rows(
            _PAYMENTS + " ORDER BY p.id DESC LIMIT ?", company, limit
        )

    def payment(self, payment: int) -> Row:
        """One payment by itself.

        Raises:
            NoSuchThing: There is no such payment.
        """
        found = self._store.row("SELECT * FROM payments WHERE id = ?", payment)
        if found is None:
            raise NoSuchThing("There is no such payment")
        return found

    def note(self, payment: int, state: str, now: datetime) -> None:
        """Write into a payment's history what happened within the ERP."""
        self._store.run(
            "INSERT INTO history (payment, at, state, reason_code, reason,"
            " bank_reference) VALUES (?, ?, ?, '', '', '')",
            payment,
            now.isoformat(),
            state,
        )

    def history(self, payments: Sequence[int]) -> dict[int, list[Row]]:
        """What happened to each of these payments, the earliest first."""
        found: dict[int, list[Row]] = {one: [] for one in payments}
        for one in payments:
            found[one] = self._store.rows(
                "SELECT * FROM history WHERE payment = ? ORDER BY id", one
            )
        return found

    def _invoice(self, invoice: int) -> Row:
        found = self._store.row("SELECT * FROM invoices WHERE id = ?", invoice)
        if found is None:
            raise NoSuchThing("There is no such invoice")
        return found

    def _supplier(self, supplier: str) -> Row:
        found = self._store.row("SELECT * FROM suppliers WHERE id = ?", supplier)
        if found is None:
            raise NotUnderstood("There is no such supplier", "supplier")
        return found

    def _next_number(self) -> int:
        found = self._store.one("SELECT COALESCE(MAX(id), 0) + 1 n FROM payments")
        return int(found["n"])
