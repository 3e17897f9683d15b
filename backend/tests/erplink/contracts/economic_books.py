"""e-conomic's REST interface as its documentation describes it.

From the pages on the agreement itself, payment types, suppliers, accounting years,
journals and their vouchers, paging, filtering and idempotency keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.erplink.contracts.strict_server import (
    Asked,
    Broken,
    Offer,
    StrictServer,
    Told,
)

APP, GRANT = "app-made-up", "grant-made-up"
_PAGING = frozenset({"skippages", "pagesize", "filter"})
_TOKENS = frozenset({"x-appsecrettoken", "x-agreementgranttoken"})
_VOUCHER = frozenset({
    "accountingYear", "accountingYear.year", "journal", "journal.journalNumber",
    "entries",
    *(
        f"entries.{kind}{field}"
        for kind, fields in {
            "financeVouchers": ("account", "account.accountNumber"),
            "supplierPayments": (
                "supplier", "supplier.supplierNumber", "supplierInvoiceNumber",
            ),
        }.items()
        for field in ("", *(f".{one}" for one in (
            "text", "date", "amount", "currency", "currency.code", "contraAccount",
            "contraAccount.accountNumber", *fields,
        )))
    ),
})  # fmt: skip


class EconomicBooks:
    """One agreement with its suppliers, years, entries and journal."""

    def __init__(self) -> None:
        self.agreement = 1042
        self.years = [
            {"year": "2025", "fromDate": "2025-01-01", "toDate": "2025-12-31",
             "closed": True},
            {"year": "2026", "fromDate": "2026-01-01", "toDate": "2026-12-31"},
        ]  # fmt: skip
        self.suppliers = {
            "3": _supplier(3, "Tangens Tømmerlager A/S", 7, "5301 0000246817"),
            "4": _supplier(4, "Lagertechnik Küste GmbH", 10, ""),
            "5": _supplier(5, "Foreningen Havnens Dag", 2, ""),
        }
        self.suppliers["5"]["remittanceAdvice"]["creditorId"] = "82640177"
        self.entries = {
            "2025": [_entry(900, 3, "-100.00", None, "2025-77")],
            "2026": [
                _entry(1, 3, "-18462.50", None, "2026-4471"),
                _entry(2, 3, "0", None, "2026-4400"),
                _entry(3, 4, "-4180.35", {
                    "paymentType": {"paymentTypeNumber": 10},
                    "ibanSwift": "DE44 5001 0517 5407 3249 31 INGDDEFFXXX",
                    "message": "RE-20931",
                }, "RE-20931", "EUR"),
                _entry(4, 3, "-9684.20", {
                    "paymentType": {"paymentTypeNumber": 1},
                    "fiSupplierNo": "87406215", "ocrLine": "000000006004181",
                }, "600418"),
                _entry(5, 3, "50.00", None, "K-1"),
                _entry(6, 5, "-1500.00", None, "2026-17"),
                _entry(7, 3, "-12940.00", {
                    "paymentType": {"paymentTypeNumber": 17},
                    "fiSupplierNo": "84907733",
                    "ocrLineMessage": "0000000000908713/Police 90871",
                }, "90871"),
                _entry(8, 3, "-10.00", {
                    "paymentType": {"paymentTypeNumber": 5},
                    "giroAccount": "1234567", "ocrLine": "0000000000000018",
                }, "18"),
            ],
        }  # fmt: skip
        self.drafts: list[dict[str, Any]] = []
        self.vouchers: dict[str, Any] = {}
        self.is_period_closed = False
        self.server = StrictServer(self._offers(), _TOKENS)

    def _offers(self) -> list[Offer]:
        year = r"/accounting-years/(?P<year>\d{4})"
        journal = r"/journals/(?P<journal>\d+)"
        return [
            Offer("GET", "/self", self._self),
            Offer(
                "GET", "/payment-types", self._collection(lambda _: _payment_types()),
                _PAGING,
            ),
            Offer("GET", "/accounting-years", self._collection(lambda _: self.years),
                  _PAGING),
            Offer(
                "GET", f"{year}/entries",
                self._collection(lambda asked: self.entries[asked.parts["year"]]),
                _PAGING,
            ),
            Offer(
                "GET", "/suppliers",
                self._collection(lambda _: list(self.suppliers.values())), _PAGING,
            ),
            Offer("GET", r"/suppliers/(?P<number>\d+)", self._supplier),
            Offer("GET", journal, self._journal),
            Offer(
                "GET", f"{journal}/entries", self._collection(lambda _: self.drafts),
                _PAGING,
            ),
            Offer(
                "POST", f"{journal}/vouchers", self._add, frozenset(),
                frozenset({"idempotency-key"}), _VOUCHER,
            ),
        ]  # fmt: skip

    @staticmethod
    def _refused(asked: Asked) -> Told | None:
        given = (
            asked.headers.get("x-appsecrettoken"),
            asked.headers.get("x-agreementgranttoken"),
        )
        if given == (APP, GRANT):
            return None
        return _error(401, "E00500", "Unauthorized")

    def _self(self, asked: Asked) -> Told:
        return self._refused(asked) or Told({
            "agreementNumber": self.agreement,
            "userName": "API",
            "company": {"name": "Havnens Handel ApS", "country": "Danmark",
                        "companyIdentificationNumber": "28510467"},
            "bankInformation": {"bankName": "Nordea", "bankSortCode": "2999",
                                "bankAccountNumber": "0004281101"},
            "settings": {"baseCurrency": "DKK"},
            "application": {"name": "Giroscope", "requiredRoles": []},
        })  # fmt: skip

    def _collection(
        self, rows: Callable[[Asked], list[dict[str, Any]]]
    ) -> Callable[[Asked], Told]:
        def answer(asked: Asked) -> Told:
            if refused := self._refused(asked):
                return refused
            number = int(asked.query.get("skippages", "0"))
            size = int(asked.query.get("pagesize", "20"))
            if not 1 <= size <= 1000:
                raise Broken("a page has 1 to 1000 records")
            found = _filtered(rows(asked), asked.query.get("filter", ""))
            page = found[number * size : (number + 1) * size]
            pagination: dict[str, Any] = {"skipPages": number, "pageSize": size}
            if len(found) > (number + 1) * size:
                pagination["nextPage"] = "…"
            return Told({"collection": page, "pagination": pagination})

        return answer

    def _supplier(self, asked: Asked) -> Told:
        found = self.suppliers.get(asked.parts["number"])
        return self._refused(asked) or (
            Told(found) if found else _error(404, "E04300", "Not found")
        )

    def _journal(self, asked: Asked) -> Told:
        return self._refused(asked) or Told({
            "journalNumber": int(asked.parts["journal"]), "name": "Bank",
            "settings": {"contraAccounts": {"supplierPayments": {
                "accountNumber": 5820}}},
        })  # fmt: skip

    def _add(self, asked: Asked) -> Told:
        if refused := self._refused(asked):
            return refused
        key = asked.headers.get("idempotency-key", "")
        if not key:
            raise Broken("a write has an Idempotency-Key")
        if key in self.vouchers:
            return Told(self.vouchers[key], 201, {"X-ResultFromCache": "true"})
        if self.is_period_closed:
            return _error(400, "E06010", "The period is barred", "PeriodClosed")
        number = 500 + len(self.vouchers)
        for kind, entries in asked.body["entries"].items():
            for one in entries:
                if one["amount"] == 0 or len(one["text"]) > 250:
                    raise Broken("an entry that is none")
                self.drafts.append(
                    {**one, "entryType": kind, "voucher": {"voucherNumber": number}}
                )
        made = [{"voucherNumber": number, "accountingYear": {"year": "2026"}}]
        self.vouchers[key] = made
        return Told(made, 201)


def _filtered(rows: list[dict[str, Any]], question: str) -> list[dict[str, Any]]:
    for clause in filter(None, question.split("$and:")):
        match = re.fullmatch(r"(\w+)\$(eq|gte|lte):(.+)", clause)
        if match is None or match[1] not in {"entryType", "entryNumber", "date"}:
            raise Broken(f"the filter {clause}")
        name, how, value = match[1], match[2], match[3]
        compare: dict[str, Callable[[str], bool]] = {
            "eq": lambda one, value=value: one == value,
            "gte": lambda one, value=value: one >= value,
            "lte": lambda one, value=value: one <= value,
        }
        rows = [one for one in rows if compare[how](str(one[name]))]
    return rows


def _error(status: int, code: str, message: str, inner: str = "") -> Told:
    told: dict[str, Any] = {
        "message": message, "errorCode": code, "developerHint": "", "logId": "1",
        "httpStatusCode": status,
    }  # fmt: skip
    if inner:
        told["errors"] = {"date": {"errors": [{"errorCode": inner}]}}
    return Told(told, status)


def _payment_types() -> list[dict[str, Any]]:
    names = {
        1: "+71", 2: "+73", 5: "+04", 7: "Bank Transfer", 10: "IBAN", 14: "Entry only",
        17: "+75",
    }  # fmt: skip
    return [{"paymentTypeNumber": n, "name": name} for n, name in names.items()]


def _supplier(number: int, name: str, payment_type: int, account: str) -> Any:
    return {
        "supplierNumber": number, "name": name, "address": "Kajgade 14\nPort B",
        "zip": "8000", "city": "Aarhus C", "country": "Danmark",
        "bankAccount": account,
        "remittanceAdvice": {"paymentType": {"paymentTypeNumber": payment_type}},
    }  # fmt: skip


def _entry(
    number: int, supplier: int, remainder: str, details: Any, invoice: str,
    currency: str = "DKK",
) -> Any:  # fmt: skip
    return {
        "entryNumber": number, "entryType": "supplierInvoice", "voucherNumber": number,
        "account": {"accountNumber": 6810}, "amount": -100, "currency": currency,
        "date": "2026-02-20", "dueDate": "2026-03-04", "remainder": float(remainder),
        "supplier": {"supplierNumber": supplier}, "supplierInvoiceNumber": invoice,
        "text": "", **({"paymentDetails": details} if details else {}),
    }  # fmt: skip
