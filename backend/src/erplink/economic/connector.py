"""Works with the books of one agreement in e-conomic.

Payments are supplier invoices that are booked and open. A statement becomes one
voucher in a journal, for a person to book: what settles an invoice as a supplier
payment, the rest as finance entries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NoReturn

from erplink._fields import BadField, Fields, values_of
from erplink._probe_rights import tried
from erplink.economic import records
from erplink.economic.client import LARGEST_PAGE, Speaking
from erplink.errors import (
    NotConfigured,
    NotThere,
    PeriodClosed,
)
from erplink.values import (
    Claimed,
    Company,
    Contact,
    ErpAccount,
    OpenPayment,
    Operation,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Seen,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Written,
)

_INVOICES = "entryType$eq:supplierInvoice"
_LONGEST_TEXT = 250


class Economic:
    """A way to one agreement's books."""

    def __init__(self, speaking: Speaking, settings: Mapping[str, str]) -> None:
        self._speaking = speaking
        self._settings = settings
        self._suppliers: dict[str, Fields] = {}

    def test_connection(self) -> Contact:
        """Ask for the agreement itself."""
        myself, answer = self._speaking.one("self", "test_connection")
        self._ensure_ours(myself)
        return Contact("e-conomic", "", answer.clock)

    def list_companies(self) -> Sequence[Company]:
        """The one company the grant is for, whichever was asked for."""
        myself, _ = self._speaking.one("self", Operation.LIST_COMPANIES)
        return [records.company_of(myself)]

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        """Every payment type."""
        operation = Operation.LIST_PAYMENT_METHODS
        rows = self._speaking.every("payment-types", operation, "A payment type")
        return [records.method_of(one) for one in rows]

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        """The company's own account; e-conomic knows of one."""
        operation = Operation.LIST_BANK_ACCOUNTS
        return [records.account_of(self._ours(operation), self._journal(operation))]

    def list_periods(self, since: date) -> Sequence[Period]:
        """Accounting years; months that are barred within one are not among them."""
        operation = Operation.LIST_PERIODS
        self._ours(operation)
        years = [records.year_of(one) for one in self._years(operation)]
        return [one for one in years if one.last is None or one.last >= since]

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        """A page of entries, of which those that are open; it may be empty."""
        operation = Operation.FETCH_PAYMENTS
        if cursor is None:
            self._ours(operation)
        years = self._open_years(operation)
        year, number, size = self._place(cursor, years, limit)
        if not year:
            return PaymentPage((), None)
        rows, has_more = self._speaking.page(
            f"accounting-years/{year}/entries", operation, number, size, _INVOICES
        )
        items, unreadable = values_of(
            self._left(rows),
            lambda record: self._payment(year, record, operation),
            partial(records.names_of, year),
        )
        later = [one for one in years if one > year]
        following = None
        if has_more:
            following = f"{year}:{number + 1}:{size}"
        elif later:
            following = f"{later[0]}:0:{size}"
        return PaymentPage(items, following, unreadable)

    def claim(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        """Refused: e-conomic has no place for a claim."""
        del payments, our_id
        _not_offered()

    def push_status(self, update: StatusUpdate) -> Written:
        """Refused: e-conomic has no place for what became of a payment."""
        del update
        _not_offered()

    def push_statement_lines(self, lines: StatementLines) -> Written:
        """Write a statement as one voucher, once, whole or not at all.

        Raises:
            PeriodClosed: The accounting year is closed, or there is none.
        """
        operation = Operation.PUSH_STATEMENT_LINES
        self._ours(operation)
        mark = _mark(lines.our_id)
        if not lines.lines:
            # A day without a movement leaves nothing to book.
            return Written(mark)
        year = self._year_of(lines.day, operation)
        if there := self._found(mark, year, lines, operation):
            return Written(there, was_there=True)
        entries: dict[str, list[Any]] = {}
        for one in lines.lines:
            kind, entry = self._entry(one, lines, mark, operation)
            entries.setdefault(kind, []).append(entry)
        journal = self._settings["journal"]
        body = {
            "accountingYear": {"year": year},
            "journal": {"journalNumber": int(journal)},
            "entries": entries,
        }
        path = f"journals/{journal}/vouchers"
        made = self._speaking.add(path, operation, body, lines.our_id)
        return Written(f"{year}-{made.whole('voucherNumber')}")

    def rights(self) -> Sequence[Right]:
        """What may be read, by reading one record each."""
        journal = self._settings["journal"]
        names = ("payment-types", "suppliers", "accounting-years")
        paths = [(name, name) for name in names]
        paths.append(("journals", f"journals/{journal}/entries"))
        reads = [
            (name, partial(self._speaking.page, path, "rights", 0, 1))
            for name, path in paths
        ]
        return tried(reads, ("journals",))

    def _ours(self, operation: str) -> Fields:
        myself, _ = self._speaking.one("self", operation)
        self._ensure_ours(myself)
        return myself

    def _ensure_ours(self, myself: Fields) -> None:
        number = myself.given("agreementNumber")
        if number != self._settings["company"]:
            raise NotThere("erp_link.other_agreement", number)

    def _journal(self, operation: str) -> Fields:
        journal, _ = self._speaking.one(
            f"journals/{self._settings['journal']}", operation
        )
        return journal

    def _years(self, operation: str) -> Sequence[Fields]:
        years = self._speaking.every("accounting-years", operation, "A year")
        return sorted(years, key=lambda one: one.given("year"))

    def _open_years(self, operation: str) -> Sequence[str]:
        """Years that may hold an open invoice: closed ones too, but not for ever."""
        return [one.given("year") for one in self._years(operation)][-3:]

    def _year_of(self, day: date, operation: str) -> str:
        for one in map(records.year_of, self._years(operation)):
            if one.has(day):
                if not one.is_open:
                    raise PeriodClosed("erp_link.year_closed", str(day))
                return one.name
        raise PeriodClosed("erp_link.no_year", str(day))

    @staticmethod
    def _place(
        cursor: str | None, years: Sequence[str], limit: int
    ) -> tuple[str, int, int]:
        """The year, page and size to go on with; no year where there is none."""
        if cursor is None:
            return (years[0] if years else ""), 0, max(1, min(limit, LARGEST_PAGE))
        year, number, size = cursor.split(":")
        return year, int(number), int(size)

    @staticmethod
    def _left(rows: Sequence[Any]) -> Sequence[Any]:
        """Entries with something left to be paid, and those that cannot be read."""
        found = []
        for one in rows:
            try:
                if records.is_open(one):
                    found.append(one)
            except BadField:
                found.append(one)
        return found

    def _payment(self, year: str, record: Any, operation: str) -> OpenPayment:
        number = records.ensure_supplier(record)
        if number not in self._suppliers:
            supplier, _ = self._speaking.one(f"suppliers/{number}", operation)
            self._suppliers[number] = supplier
        return records.payment_of(year, record, self._suppliers[number])

    def _found(
        self, mark: str, year: str, lines: StatementLines, operation: str
    ) -> str:
        """The voucher that holds a statement, in the journal or booked already."""
        journal = self._settings["journal"]
        days = sorted(one.booked.isoformat() for one in lines.lines)
        places = (
            (f"journals/{journal}/entries", ""),
            (
                f"accounting-years/{year}/entries",
                f"date$gte:{days[0]}$and:date$lte:{days[-1]}",
            ),
        )
        for path, question in places:
            for one in self._speaking.every(path, operation, "An entry", question):
                if one.perhaps("text").endswith(mark):
                    return f"{year}-{_voucher(one)}"
        return ""

    def _entry(
        self, one: StatementLine, lines: StatementLines, mark: str, operation: str
    ) -> tuple[str, Mapping[str, Any]]:
        account = {"accountNumber": int(lines.account.native_id)}
        text = one.text or one.counterparty or one.bank_reference
        values = {
            "text": f"{text[: _LONGEST_TEXT - len(mark)]}{mark}",
            "date": one.booked.isoformat(),
            "currency": {"code": lines.currency},
        }
        if not one.payment:
            against = {"accountNumber": int(self._settings["balancing_account"])}
            return "financeVouchers", {
                **values,
                "account": account,
                "contraAccount": against,
                "amount": one.amount,
            }
        supplier, invoice = self._settled(one.payment, operation)
        return "supplierPayments", {
            **values,
            "supplier": {"supplierNumber": int(supplier)},
            "supplierInvoiceNumber": invoice,
            "contraAccount": account,
            "amount": -one.amount,
        }

    def _settled(self, payment: str, operation: str) -> tuple[str, str]:
        """The supplier and invoice number of the entry that a payment is."""
        year, _, number = payment.rpartition("-")
        question = f"entryNumber$eq:{number}"
        path = f"accounting-years/{year}/entries"
        rows, _ = self._speaking.page(path, operation, 0, 1, question)
        if not rows:
            raise NotThere("erp_link.invoice_gone", payment)
        entry = Fields(rows[0], "A booked entry")
        return records.ensure_supplier(rows[0]), entry.perhaps("supplierInvoiceNumber")


def _voucher(entry: Fields) -> str:
    """The number of an entry's voucher, which a draft has within another record."""
    if "voucherNumber" in entry.record:
        return entry.given("voucherNumber")
    return entry.inner("voucher").given("voucherNumber")


def _mark(our_id: str) -> str:
    return f" #{hashlib.sha256(our_id.encode()).hexdigest()[:16]}"


def _not_offered() -> NoReturn:
    raise NotConfigured("erp_link.not_offered")
