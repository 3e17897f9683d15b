"""The ERP as a whole: its memory, its books, its key, and what it begins with."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from erpsim import demo, slips
from erpsim.books import Books
from erpsim.claims import Following
from erpsim.faults import Faults
from erpsim.keys import Keys
from erpsim.new_companies import Opening
from erpsim.open_items import NewItem, OpenItems
from erpsim.options import Options
from erpsim.payables import Bill, Payables
from erpsim.statements import Statements
from erpsim.tables import TABLES, VERSION
from simulating.store import Store

_REQUESTS_KEPT = 500
_ISSUED_BEFORE = timedelta(days=10)


class Erp:
    """One ERP in its folder."""

    def __init__(self, folder: Path, options: Options) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.options = options
        self.store = Store(folder / "erp.sqlite3", TABLES, VERSION)
        self.books = Books(self.store)
        self.payables = Payables(self.store, self.books)
        self.following = Following(self.store, self.payables)
        self.statements = Statements(self.store, self.books)
        self.items = OpenItems(self.store, self.books)
        self.faults = Faults(self.store)
        self.opening = Opening(self.store)
        self.keys = Keys(self.store, folder, options.calls_per_minute)
        with self.store.transaction():
            if self.store.value("begun") is None:
                self._begin()
            self.keys.ensure(self.now())

    def now(self) -> datetime:
        """The time on the ERP's clock."""
        return self.options.now()

    def note(self, operation: str, outcome: str) -> None:
        """Write down a request for the page; the oldest are forgotten."""
        with self.store.transaction():
            made = self.store.run(
                "INSERT INTO requests (at, operation, outcome) VALUES (?, ?, ?)",
                self.now().isoformat(),
                operation,
                outcome,
            )
            self.store.run("DELETE FROM requests WHERE id <= ?", made - _REQUESTS_KEPT)

    def close(self) -> None:
        """Close the ERP's file."""
        self.store.close()

    def _begin(self) -> None:
        for company in demo.COMPANIES:
            self.store.run(
                "INSERT INTO companies (id, name, registration, currency, country)"
                " VALUES (?, ?, ?, ?, ?)",
                company.id, company.name, company.registration, company.currency,
                company.country,
            )  # fmt: skip
        for one in demo.ACCOUNTS:
            self.store.run(
                "INSERT INTO bank_accounts (id, company, ledger, name, currency, iban,"
                " bic) VALUES (?, ?, ?, ?, ?, ?, ?)",
                one.id, one.company, one.ledger, one.name, one.currency, one.iban,
                one.bic,
            )  # fmt: skip
        for method in demo.METHODS:
            self.store.run(
                "INSERT INTO methods VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                method.id, method.company, method.code, method.name, method.currency,
                f"{method.company}-{method.ledger}" if method.ledger else None,
                int(method.is_outbound), int(method.is_active),
            )  # fmt: skip
        for who in demo.SUPPLIERS:
            self.store.run(
                "INSERT INTO suppliers VALUES"
                " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                who.id, who.company, who.name, who.street, who.building, who.postcode,
                who.town, who.country, who.iban, who.account_number, who.bic,
                who.giro_creditor, who.slip_type, who.currency, who.method,
            )  # fmt: skip
        if self.options.has_history:
            self._receive_first_invoices()
            self._owe_first_items()
        self.store.keep("begun", self.now().isoformat())

    def _receive_first_invoices(self) -> None:
        today = self.now().date()
        slip_types = {one.id: one.slip_type for one in demo.SUPPLIERS}
        for one in demo.INVOICES:
            digits = int("".join(sign for sign in one.number if sign.isdigit()))
            printed = slips.payment_id(slip_types[one.supplier], digits)
            bill = Bill(
                one.supplier,
                one.number,
                one.amount,
                today + timedelta(days=one.due_in),
                today - _ISSUED_BEFORE,
                printed or one.reference,
            )
            self.payables.approve(self.payables.enter(bill), self.now())

    def _owe_first_items(self) -> None:
        today = self.now().date()
        for one in demo.ITEMS:
            due = today + timedelta(days=one.due_in)
            item = NewItem(
                one.side, one.party, one.name, one.account, one.number, one.reference,
                one.amount, one.currency, due - _ISSUED_BEFORE, due,
            )  # fmt: skip
            self.items.enter(demo.TRADE, item, self.now())
