"""The way to the books of one company in a Tryton server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from erplink.errors import ContractChanged, NotAllowed, NotThere
from erplink.tryton.claim import claim
from erplink.tryton.client import Record, Speaking
from erplink.tryton.open_items import open_items
from erplink.tryton.records import METHODS, open_payments, payment_of
from erplink.tryton.rights import rights
from erplink.tryton.settlements import release, settle
from erplink.tryton.statements import push_statement_lines
from erplink.tryton.statuses import push_status
from erplink.values import (
    Claimed,
    Company,
    Contact,
    ErpAccount,
    OpenItemPage,
    OpenPayment,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Seen,
    Settlement,
    StatementLines,
    StatusUpdate,
    Unreadable,
    Written,
)

OLDEST = (8, 0)
"""The first series with the REST interface."""
MODULES = frozenset(
    {"account_invoice", "account_payment", "account_payment_sepa", "account_statement"}
)
_EVERY = ["active", "in", [True, False]]


class TrytonConnector:
    """One company in one Tryton; see `erplink.connectors.Connector`."""

    def __init__(self, speaking: Speaking) -> None:
        self._speaking = speaking

    def test_connection(self) -> Contact:
        """Look at the version, both ways to sign in, the company and the modules."""
        answer = self._speaking.version()
        version = answer.data.get("result") if isinstance(answer.data, dict) else None
        if not isinstance(version, str):
            raise ContractChanged("erp_link.tryton_none")
        if _series(version) < OLDEST:
            raise ContractChanged("erp_link.tryton_old", version=version)
        self._ensure_company("test_connection")
        self._speaking.signed_in()
        missing = MODULES - self._modules
        return Contact(
            product="Tryton",
            version=version,
            clock=answer.clock,
            missing=tuple(sorted(missing)),
        )

    def list_companies(self) -> Sequence[Company]:
        """The companies the user may work for."""
        operation = "list_companies"
        permitted = self._permitted_companies(operation)
        found = self._speaking.every(
            "company.company",
            [["id", "in", permitted]],
            (
                "party.name",
                "currency.code",
                "party.identifiers.code",
                "party.addresses.country.code",
            ),
            operation=operation,
        )
        return [_company(one) for one in found]

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        """The company's payment journals that a bank carries out."""
        operation = "list_payment_methods"
        self._ensure_company(operation)
        found = self._speaking.every(
            "account.payment.journal",
            [self._of_company, ["process_method", "in", METHODS], _EVERY],
            (
                "name",
                "process_method",
                "currency.code",
                "active",
                "sepa_bank_account_number.account",
            ),
            operation=operation,
        )
        return [_method(one) for one in found]

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        """The accounts the company's own party holds."""
        operation = "list_bank_accounts"
        self._ensure_company(operation)
        company = self._speaking.read(
            "company.company",
            self._speaking.access.company,
            ("party", "currency.code"),
            operation=operation,
        )
        journals = self._speaking.every(
            "account.statement.journal",
            [self._of_company],
            ("bank_account", "currency.code"),
            operation=operation,
        )
        of_account = {one["bank_account"]: one for one in journals}
        accounts = self._speaking.every(
            "bank.account",
            [["owners.id", "=", company["party"]], _EVERY],
            (
                "numbers.number",
                "numbers.type",
                "bank.bic",
                "bank.party.name",
                "currency.code",
                "active",
            ),
            operation=operation,
        )
        currency = str(company["currency"]["code"])
        return [_account(one, of_account.get(one["id"]), currency) for one in accounts]

    def list_periods(self, since: date) -> Sequence[Period]:
        """The periods that moves are booked in; adjustments have their own."""
        operation = "list_periods"
        self._ensure_company(operation)
        found = self._speaking.every(
            "account.period",
            [self._of_company, ["type", "=", "standard"], ["end_date", ">=", since]],
            ("name", "start_date", "end_date", "state"),
            operation=operation,
        )
        return sorted(map(_period, found), key=lambda one: one.first or since)

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        """Approved payments to suppliers, in the order of their ids."""
        self._ensure_company("fetch_payments")
        reads = open_payments(self._speaking, int(cursor or 0), limit)
        found = [payment_of(read) for read in reads]
        return PaymentPage(
            items=tuple(one for one in found if isinstance(one, OpenPayment)),
            cursor=reads[-1].native_id if len(reads) == limit else None,
            unreadable=tuple(one for one in found if isinstance(one, Unreadable)),
        )

    def claim(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        """Take payments; see `erplink.tryton.claim`."""
        self._ensure_company("claim")
        return claim(self._speaking, payments, our_id)

    def push_status(self, update: StatusUpdate) -> Written:
        """Tell what became of a payment; see `erplink.tryton.statuses`."""
        return push_status(self._speaking, update)

    def push_statement_lines(self, lines: StatementLines) -> Written:
        """Write a statement; see `erplink.tryton.statements`."""
        self._ensure_company("push_statement_lines")
        return push_statement_lines(self._speaking, lines, self._modules)

    def fetch_open_items(
        self, cursor: str | None, limit: int, since: str | None
    ) -> OpenItemPage:
        """Open receivables and payables; Tryton does not tell what changed."""
        del since
        self._ensure_company("fetch_open_items")
        return open_items(self._speaking, int(cursor or 0), limit)

    def settle(self, settlement: Settlement) -> Written:
        """Assign an entry to open items; see `erplink.tryton.settlements`."""
        self._ensure_company("settle")
        return settle(self._speaking, settlement)

    def release(self, settlement: Settlement) -> Written:
        """Take that back; see `erplink.tryton.settlements`."""
        self._ensure_company("settle")
        return release(self._speaking, settlement)

    def rights(self) -> Sequence[Right]:
        """What the user may do; see `erplink.tryton.rights`."""
        return rights(self._speaking)

    @property
    def _of_company(self) -> Sequence[Any]:
        return ["company", "=", self._speaking.access.company]

    @cached_property
    def _modules(self) -> frozenset[str]:
        found = self._speaking.every(
            "ir.module",
            [["state", "=", "activated"]],
            ("name",),
            operation="test_connection",
        )
        return frozenset(str(one["name"]) for one in found)

    def _permitted_companies(self, operation: str) -> Sequence[int]:
        """Asked for, since Tryton hides other companies' records without a word."""
        preferences = self._speaking.ask(
            "res.user", "get_preferences", {"context_only": True}, operation=operation
        )
        if not isinstance(preferences, Mapping):
            raise ContractChanged("erp_link.tryton_otherwise")
        if preferences.get("company_filter") == "one":
            return [one for one in [preferences.get("company")] if isinstance(one, int)]
        return [
            one for one in preferences.get("companies") or () if isinstance(one, int)
        ]

    @cached_property
    def _is_company_permitted(self) -> bool:
        return self._speaking.access.company in self._permitted_companies("company")

    def _ensure_company(self, operation: str) -> None:
        if self._is_company_permitted:
            return
        company = self._speaking.access.company
        found = self._speaking.with_ids(
            "company.company", [company], ("party.name",), operation=operation
        )
        if not found:
            raise NotThere("erp_link.tryton_no_company", str(company))
        raise NotAllowed(
            "erp_link.tryton_company_denied",
            str(found[company]["party"]["name"]),
        )


def _series(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _company(record: Record) -> Company:
    party = record["party"]
    countries = [
        address["country"]["code"]
        for address in party.get("addresses") or ()
        if address.get("country")
    ]
    codes = [one["code"] for one in party.get("identifiers") or () if one.get("code")]
    return Company(
        native_id=str(record["id"]),
        name=str(party["name"]),
        currency=str(record["currency"]["code"]),
        country=next(iter(countries), ""),
        registration=next(iter(codes), ""),
    )


def _method(record: Record) -> PaymentMethod:
    number = record.get("sepa_bank_account_number") or {}
    account = number.get("account")
    return PaymentMethod(
        native_id=str(record["id"]),
        # Journals have no code, and most share their process method.
        code=str(record["name"]),
        name=str(record["name"]),
        currency=str(record["currency"]["code"]),
        is_active=bool(record["active"]),
        bank_account="" if account is None else str(account),
    )


def _period(record: Record) -> Period:
    return Period(
        name=str(record["name"]),
        first=record["start_date"],
        last=record["end_date"],
        is_open=record["state"] == "open",
    )


def _account(record: Record, journal: Record | None, currency: str) -> ErpAccount:
    numbers = {one["type"]: str(one["number"]) for one in record.get("numbers") or ()}
    bank = record.get("bank") or {}
    own = record.get("currency") or (journal or {}).get("currency") or {}
    iban = numbers.get("iban", "").replace(" ", "")
    return ErpAccount(
        native_id=str(record["id"]),
        name=f"{(bank.get('party') or {}).get('name') or ''} {iban[-4:]}".strip(),
        currency=str(own.get("code") or currency),
        iban=iban,
        number=numbers.get("other", ""),
        bic=str(bank.get("bic") or ""),
        statement_journal="" if journal is None else str(journal["id"]),
        is_blocked=not record["active"],
    )
