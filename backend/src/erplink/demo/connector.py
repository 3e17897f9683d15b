"""Works with the books of one company in the ERP of a laptop.

Its interface takes an id of ours with everything that is written, and writes it
once; so nothing has to be looked for before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

from erplink import _json
from erplink._answers import Answer, judged
from erplink._fields import Fields, values_of
from erplink._http import Line
from erplink._requests import Query, as_json
from erplink.demo import records
from erplink.errors import ContractChanged, ErpError, Invalid, PeriodClosed
from erplink.values import (
    Claimed,
    ClaimState,
    Company,
    Contact,
    ErpAccount,
    OpenItemPage,
    Operation,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Seen,
    Settlement,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Way,
    Written,
)

_BASE = "api/v1/"
_MOST_AT_ONCE = 500
_LONGEST = 500
_RIGHTS = {
    "companies.read": Way.READ,
    "methods.read": Way.READ,
    "accounts.read": Way.READ,
    "payments.read": Way.READ,
    "payments.claim": Way.CHANGE,
    "payments.status": Way.CHANGE,
    "statements.write": Way.CREATE,
    "items.read": Way.READ,
    "items.settle": Way.CHANGE,
}
"""What a key may have, and what it is for."""


class DemoConnector:
    """A way to one company's books."""

    def __init__(self, line: Line, company: str) -> None:
        self._line = line
        self._company = company

    def test_connection(self) -> Contact:
        """Ask what it is, and what the key may still do."""
        about = self._about("test_connection")
        return Contact(
            product=about.given("product"),
            version=about.given("version"),
            clock=about.moment("time"),
            secret_expires=about.day("keyExpires"),
            calls_left=about.whole("callsLeft"),
        )

    def list_companies(self) -> Sequence[Company]:
        """Every company of the ERP."""
        rows = self._companies(Operation.LIST_COMPANIES)
        return [records.company_of(one) for one in rows]

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        """Every payment method of the company."""
        answer = self._got("payment-methods", Operation.LIST_PAYMENT_METHODS)
        return [
            records.method_of(one)
            for one in answer.each("paymentMethods", "A payment method")
        ]

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        """The company's own bank accounts."""
        answer = self._got("bank-accounts", Operation.LIST_BANK_ACCOUNTS)
        rows = answer.each("bankAccounts", "A bank account")
        return [records.account_of(one) for one in rows]

    def list_periods(self, since: date) -> Sequence[Period]:
        """The days that are closed, and all that follow them."""
        for one in self._companies(Operation.LIST_PERIODS):
            if one.given("id") == self._company:
                return records.periods_of(one, since)
        return ()

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        """A page of open payments, in the order of their ids."""
        query = [("limit", str(min(limit, _MOST_AT_ONCE)))]
        if cursor is not None:
            query.append(("cursor", cursor))
        answer = self._got("payments", Operation.FETCH_PAYMENTS, query)
        rows = answer.rows("payments")
        items, unreadable = values_of(rows, records.payment_of, records.names_of)
        return PaymentPage(items, answer.perhaps("next") or None, unreadable)

    def claim(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        """Take payments that are still as they were read."""
        found: list[Claimed] = []
        for part in _parts(payments, _MOST_AT_ONCE):
            found.extend(self._claim_part(part, our_id))
        return found

    def _claim_part(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        answer = self._got("payments", Operation.CLAIM, [("ids", ",".join(payments))])
        now = {one.given("id"): one for one in answer.each("payments", "A payment")}
        wanted: list[dict[str, Any]] = []
        changed = set()
        for native_id, seen in payments.items():
            one = now.get(native_id)
            if one is None or one.given("state") != "OPEN":
                # The ERP knows whose it is.
                wanted.append({"id": native_id})
            elif _json.fingerprint(one.record) == seen:
                wanted.append({"id": native_id, "version": one.whole("version")})
            else:
                changed.add(native_id)
        results = self._claimed(wanted, our_id) if wanted else {}
        return [
            Claimed(native_id, ClaimState.CHANGED)
            if native_id in changed
            else _result(results, native_id)
            for native_id in payments
        ]

    def _claimed(
        self, wanted: Sequence[Mapping[str, Any]], our_id: str
    ) -> Mapping[str, Claimed]:
        body = {"claim": our_id, "payments": wanted}
        answer = self._written("claims", body, Operation.CLAIM)
        return {
            one.given("id"): Claimed(
                one.given("id"), _state(one.given("state")), one.text("message")
            )
            for one in answer.each("results", "A claim")
        }

    def push_status(self, update: StatusUpdate) -> Written:
        """Tell what became of a payment, once."""
        body = {
            "id": update.our_id,
            "state": update.state.upper(),
            "day": update.on.isoformat(),
            "reasonCode": update.reason_code,
            "reason": update.reason[:_LONGEST],
            "bankReference": update.bank_reference,
        }
        path = f"payments/{update.native_id}/statuses"
        return _written(self._written(path, body, Operation.PUSH_STATUS))

    def push_statement_lines(self, lines: StatementLines) -> Written:
        """Write a statement, once, whole or not at all."""
        body = {
            "id": lines.our_id,
            "account": lines.account.native_id,
            "currency": lines.currency,
            "number": lines.number,
            "day": lines.day.isoformat(),
            "opening": format(lines.opening, "f"),
            "closing": format(lines.closing, "f"),
            "lines": [_line(one) for one in lines.lines],
        }
        answer = self._written("statements", body, Operation.PUSH_STATEMENT_LINES)
        return _written(answer)

    def fetch_open_items(
        self, cursor: str | None, limit: int, since: str | None
    ) -> OpenItemPage:
        """A page of open items, or of those that were changed since a mark."""
        query = [("limit", str(min(limit, _MOST_AT_ONCE)))]
        query += [("cursor", cursor)] if cursor is not None else []
        query += [("since", since)] if since is not None else []
        answer = self._got("open-items", Operation.FETCH_OPEN_ITEMS, query)
        rows = answer.rows("openItems")
        closed = {
            one.given("id"): None
            for one in answer.each("openItems", "An open item")
            if one.given("state") != "OPEN"
        }
        still = [one for one in rows if str(one["id"]) not in closed]
        items, unreadable = values_of(still, records.item_of, records.names_of)
        return OpenItemPage(
            items, answer.perhaps("next") or None, tuple(closed),
            answer.given("mark"), unreadable,
        )  # fmt: skip

    def settle(self, settlement: Settlement) -> Written:
        """Assign a line of a statement to open items, once."""
        body = {
            "id": settlement.our_id,
            "line": settlement.line.our_id,
            "items": [
                {"id": native_id, "amount": format(amount, "f")}
                for native_id, amount in settlement.items
            ],
        }
        return _written(self._written("settlements", body, Operation.SETTLE))

    def release(self, settlement: Settlement) -> Written:
        """Take a settlement back, once."""
        body = {"id": settlement.our_id}
        return _written(self._written("releases", body, Operation.SETTLE))

    def rights(self) -> Sequence[Right]:
        """What the key may do, as the ERP tells."""
        has = self._about("rights").texts("rights")
        return [Right(name, way, may=name in has) for name, way in _RIGHTS.items()]

    def _companies(self, operation: Operation) -> Iterator[Fields]:
        answer = self._line.get(_BASE + "companies", operation=operation)
        return Fields(answer.data, "The answer").each("companies", "A company")

    def _about(self, operation: str) -> Fields:
        answer = self._line.get(_BASE + "about", operation=operation)
        return Fields(answer.data, "The answer")

    def _got(self, path: str, operation: Operation, query: Query = ()) -> Fields:
        where = f"{_BASE}companies/{self._company}/{path}"
        return self._ours(self._line.get(where, operation=operation, query=query))

    def _written(
        self, path: str, body: Mapping[str, Any], operation: Operation
    ) -> Fields:
        where = f"{_BASE}companies/{self._company}/{path}"
        return self._ours(
            self._line.write("POST", where, as_json(body), operation=operation)
        )

    def _ours(self, answer: Answer) -> Fields:
        found = Fields(answer.data, "The answer")
        company = found.given("company")
        if company != self._company:
            raise ContractChanged("erp_link.other_company", company)
        return found


def judged_here(answer: Answer) -> ErpError | None:
    """What an answer says went wrong, by its status and the code beside it."""
    error = judged(answer)
    if isinstance(error, Invalid) and b'"period_closed"' in answer.body:
        return PeriodClosed("erp_link.books_closed", error.detail)
    return error


def _parts(payments: Seen, size: int) -> Iterator[Seen]:
    rest = iter(payments.items())
    while part := dict(islice(rest, size)):
        yield part


def _result(results: Mapping[str, Claimed], native_id: str) -> Claimed:
    if native_id not in results:
        raise ContractChanged("erp_link.left_out", native_id)
    return results[native_id]


def _state(text: str) -> ClaimState:
    try:
        return ClaimState(text.lower())
    except ValueError as error:
        raise ContractChanged("erp_link.unknown_state") from error


def _written(answer: Fields) -> Written:
    return Written(answer.given("id"), was_there=answer.flag("wasThere"))


def _line(one: StatementLine) -> dict[str, str]:
    return {
        "id": one.our_id,
        "booked": one.booked.isoformat(),
        "valueDay": one.value_day.isoformat(),
        "amount": format(one.amount, "f"),
        "text": one.text[:_LONGEST],
        "bankReference": one.bank_reference,
        "counterparty": one.counterparty,
        "counterpartyAccount": one.counterparty_account,
        "payment": one.payment,
    }
