"""The interface that clients are written against: JSON under `/api/v1`.

Every answer is an object. Amounts are text in plain digits, days YYYY-MM-DD. What is
written carries an id of the client's, and is there once however often it is sent.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from erpsim import slips
from erpsim.claims import STATES, Noted, Told, Wanted
from erpsim.house import Erp
from erpsim.keys import Key
from erpsim.open_items import OPEN, Settlement
from erpsim.refusals import NotUnderstood
from erpsim.statements import Line, Statement
from simulating.amounts import BadAmount, from_text, to_text
from simulating.store import Row

PRODUCT, RELEASE = "Simulated ERP", "2026.11"
MOST_AT_ONCE = 500
_LONGEST_ID, _LONGEST_TEXT = 128, 500
_OK, _CREATED = 200, 201
Answer = tuple[int, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Ask:
    """What a client asks for."""

    key: Key
    company: str
    names: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Any]


Handler = Callable[[Erp, Ask], Answer]


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing clients may ask for."""

    name: str
    method: str
    path: str
    right: str
    handler: Handler


def about(erp: Erp, ask: Ask) -> Answer:
    """What the ERP is, what time it is there, and what the key may do."""
    return _OK, {
        "product": PRODUCT,
        "version": RELEASE,
        "time": erp.now().isoformat(timespec="seconds"),
        "rights": list(ask.key.rights),
        "keyExpires": ask.key.expires.isoformat(),
        "callsLeft": erp.keys.calls_left(),
    }


def companies(erp: Erp, ask: Ask) -> Answer:
    """Every set of books."""
    rows = erp.store.rows("SELECT * FROM companies ORDER BY id")
    shown = [_company(row) for row in rows if ask.key.opens(row["id"])]
    return _OK, {"companies": shown}


def methods(erp: Erp, ask: Ask) -> Answer:
    """The payment methods of a company."""
    rows = erp.store.rows(
        "SELECT * FROM methods WHERE company = ? ORDER BY rowid", ask.company
    )
    shown = [
        {
            "id": row["id"],
            "code": row["code"],
            "name": row["name"],
            "currency": row["currency"],
            "isOutbound": bool(row["is_outbound"]),
            "isActive": bool(row["is_active"]),
            "bankAccount": row["bank_account"],
        }
        for row in rows
    ]
    return _OK, {"company": ask.company, "paymentMethods": shown}


def accounts(erp: Erp, ask: Ask) -> Answer:
    """The bank accounts of a company."""
    rows = erp.store.rows(
        "SELECT * FROM bank_accounts WHERE company = ? ORDER BY ledger", ask.company
    )
    shown = [
        {
            "id": row["id"],
            "name": row["name"],
            "currency": row["currency"],
            "iban": row["iban"],
            "bic": row["bic"],
            "statementJournal": f"BANK-{row['ledger']}",
            "isBlocked": bool(row["is_blocked"]),
        }
        for row in rows
    ]
    return _OK, {"company": ask.company, "bankAccounts": shown}


def payments(erp: Erp, ask: Ask) -> Answer:
    """A page of open payments in the order of their ids, or those that are named."""
    if named := ask.query.get("ids"):
        ids = [_whole(one, "ids") for one in named.split(",")]
        if len(ids) > MOST_AT_ONCE:
            raise NotUnderstood(f"ids are {MOST_AT_ONCE} at most", "ids")
        rows = erp.payables.named(ask.company, ids)
        shown = [payment_shown(row) for row in rows]
        return _OK, {"company": ask.company, "payments": shown, "next": None}
    page, following = _page(
        ask, lambda after, limit: erp.payables.page(ask.company, after, limit)
    )
    return _OK, {
        "company": ask.company,
        "payments": [payment_shown(row) for row in page],
        "next": following,
    }


def open_items(erp: Erp, ask: Ask) -> Answer:
    """A page of open items in the order of their ids, or of what changed since."""
    # Told before the rows are read: what changes meanwhile is met again.
    mark = erp.items.mark(ask.company)
    since = ask.query.get("since")

    def rows(after: int, limit: int) -> list[Row]:
        if since is None:
            return erp.items.page(ask.company, after, limit)
        return erp.items.changed(ask.company, _whole(since, "since"), after, limit)

    page, following = _page(ask, rows)
    return _OK, {
        "company": ask.company,
        "openItems": [item_shown(row) for row in page],
        "next": following,
        "mark": str(mark),
    }


def settle(erp: Erp, ask: Ask) -> Answer:
    """Assign a line of a statement to open items."""
    wanted = ask.body.get("items")
    if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_AT_ONCE:
        raise NotUnderstood(f"items is a list of 1 to {MOST_AT_ONCE}", "items")
    if not all(isinstance(one, dict) for one in wanted):
        raise NotUnderstood("An item is an object with its id and amount", "items")
    told_of = Settlement(
        _client_id(ask.body, "id"),
        _client_id(ask.body, "line"),
        [(_whole(_text(one, "id"), "id"), _text(one, "amount")) for one in wanted],
    )
    return _written(ask, erp.items.settle(ask.company, told_of, erp.now()))


def release(erp: Erp, ask: Ask) -> Answer:
    """Take a settlement back."""
    client_id = _client_id(ask.body, "id")
    return _written(ask, erp.items.release(ask.company, client_id, erp.now()))


def _page(
    ask: Ask, rows: Callable[[int, int], list[Row]]
) -> tuple[list[Row], str | None]:
    """The rows of the page that is asked for, and where the next one begins."""
    limit = _whole(ask.query.get("limit", "100"), "limit")
    if not 1 <= limit <= MOST_AT_ONCE:
        raise NotUnderstood(f"limit is a number from 1 to {MOST_AT_ONCE}", "limit")
    found = rows(_after(ask.query.get("cursor", ""), ask.company), limit + 1)
    page = found[:limit]
    more = len(found) > limit
    return page, _cursor(page[-1]["id"], ask.company) if more else None


def claim(erp: Erp, ask: Ask) -> Answer:
    """Take payments for a claim of the client's."""
    wanted = ask.body.get("payments")
    if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_AT_ONCE:
        raise NotUnderstood(f"payments is a list of 1 to {MOST_AT_ONCE}", "payments")
    ones = []
    for one in wanted:
        if not isinstance(one, dict):
            raise NotUnderstood("A payment is an object with its id", "payments")
        version = one.get("version")
        if version is not None and not isinstance(version, int):
            raise NotUnderstood("A version is a number", "payments")
        ones.append(Wanted(_whole(_text(one, "id"), "id"), version))
    results = erp.following.claim(
        ask.company, _client_id(ask.body, "claim"), ones, erp.now()
    )
    shown = [
        {"id": str(payment), "state": state, "message": message}
        for payment, state, message in results
    ]
    return _OK, {"company": ask.company, "results": shown}


def told(erp: Erp, ask: Ask) -> Answer:
    """Note what became of a payment."""
    body = ask.body
    state = _text(body, "state")
    if state not in STATES:
        raise NotUnderstood(f"state is one of {', '.join(STATES)}", "state")
    update = Told(
        _client_id(body, "id"),
        state,
        _day(body, "day"),
        _text(body, "reasonCode", ""),
        _text(body, "reason", ""),
        _text(body, "bankReference", ""),
    )
    payment = _whole(ask.names["payment"], "payment")
    return _written(ask, erp.following.tell(ask.company, payment, update, erp.now()))


def statement(erp: Erp, ask: Ask) -> Answer:
    """Take a bank statement."""
    body = ask.body
    currency = _text(body, "currency")
    lines = body.get("lines")
    if not isinstance(lines, list) or not all(isinstance(one, dict) for one in lines):
        raise NotUnderstood("lines is a list of objects", "lines")
    taken = Statement(
        client_id=_client_id(body, "id"),
        sha256=hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest(),
        account=_text(body, "account"),
        currency=currency,
        number=_text(body, "number"),
        day=_day(body, "day"),
        opening=_minor(body, "opening", currency),
        closing=_minor(body, "closing", currency),
        lines=[_line(one, currency) for one in lines],
    )
    return _written(ask, erp.statements.take(ask.company, taken, erp.now()))


_IN = "/companies/{company}/"
OPERATIONS = (
    Operation("about", "GET", "/about", "", about),
    Operation("companies", "GET", "/companies", "companies.read", companies),
    Operation(
        "methods", "GET", _IN + "payment-methods", "methods.read", methods
    ),
    Operation("accounts", "GET", _IN + "bank-accounts", "accounts.read", accounts),
    Operation("payments", "GET", _IN + "payments", "payments.read", payments),
    Operation("claim", "POST", _IN + "claims", "payments.claim", claim),
    Operation(
        "status", "POST", _IN + "payments/{payment}/statuses", "payments.status", told
    ),
    Operation("statement", "POST", _IN + "statements", "statements.write", statement),
    Operation("items", "GET", _IN + "open-items", "items.read", open_items),
    Operation("settle", "POST", _IN + "settlements", "items.settle", settle),
    Operation("release", "POST", _IN + "releases", "items.settle", release),
)  # fmt: skip
WRITES = frozenset({"claim", "status", "statement", "settle", "release"})


def payment_shown(row: Row) -> dict[str, Any]:
    """A payment as clients see it."""
    kind = "FREE"
    if row["slip_type"] in slips.LENGTHS:
        kind = "OCR"
    elif row["reference"].startswith("RF"):
        kind = "RF"
    names = ("name", "country", "street", "building", "postcode", "town", "iban", "bic")
    return {
        "id": str(row["id"]),
        "number": row["number"],
        "version": row["version"],
        "state": row["state"],
        "amount": to_text(row["amount"], row["currency"]),
        "currency": row["currency"],
        "dueDate": row["due"],
        "method": row["method"],
        "bankAccount": row["bank_account"],
        "reference": row["reference"],
        "referenceKind": kind,
        "slipType": row["slip_type"],
        "invoices": [row["invoice_number"]] if row["invoice_number"] else [],
        "creditor": {
            "id": row["supplier"],
            **{n: row["supplier_name" if n == "name" else n] for n in names},
            "accountNumber": row["account_number"],
            "giroCreditor": row["giro_creditor"],
        },
    }


def item_shown(row: Row) -> dict[str, Any]:
    """An item as clients see it."""
    return {
        "id": str(row["id"]),
        "side": row["side"],
        "state": row["state"],
        "number": row["number"],
        "reference": row["reference"],
        "amount": to_text(
            row["open" if row["state"] == OPEN else "amount"], row["currency"]
        ),
        "currency": row["currency"],
        "issued": row["issued"],
        "dueDate": row["due"],
        "party": {
            "id": row["party"], "name": row["party_name"],
            "accounts": [row["party_account"]] if row["party_account"] else [],
        },
    }  # fmt: skip


def _company(row: Row) -> dict[str, Any]:
    names = ("id", "name", "registration", "currency", "country")
    return {**{name: row[name] for name in names}, "closedUntil": row["closed_until"]}


def _written(ask: Ask, noted: Noted) -> Answer:
    shown = {"company": ask.company, "id": str(noted.id), "wasThere": noted.was_there}
    return _OK if noted.was_there else _CREATED, shown


def _line(one: Mapping[str, Any], currency: str) -> Line:
    payment = _text(one, "payment", "")
    return Line(
        _client_id(one, "id"),
        _day(one, "booked"),
        _day(one, "valueDay"),
        _minor(one, "amount", currency),
        _text(one, "text", ""),
        _text(one, "bankReference", ""),
        _text(one, "counterparty", ""),
        _text(one, "counterpartyAccount", ""),
        _whole(payment, "payment") if payment else None,
    )


def _cursor(last: int, company: str) -> str:
    return base64.urlsafe_b64encode(f"{company}:{last}".encode()).decode()


def _after(cursor: str, company: str) -> int:
    if not cursor:
        return 0
    try:
        told = base64.urlsafe_b64decode(cursor.encode()).decode()
        whose, last = told.split(":")
        after = int(last)
    except (ValueError, binascii.Error) as error:
        raise NotUnderstood("The cursor is none", "cursor") from error
    if whose != company:
        raise NotUnderstood("The cursor is another company's", "cursor")
    return after


def _text(body: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = body.get(name, default)
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise NotUnderstood(f"{name} is text", name)
    return value


def _client_id(body: Mapping[str, Any], name: str) -> str:
    value = _text(body, name)
    if not 0 < len(value) <= _LONGEST_ID:
        raise NotUnderstood(f"{name} has 1 to {_LONGEST_ID} signs", name)
    return value


def _day(body: Mapping[str, Any], name: str) -> date:
    try:
        return date.fromisoformat(_text(body, name))
    except ValueError as error:
        raise NotUnderstood(f"{name} is a day", name) from error


def _minor(body: Mapping[str, Any], name: str, currency: str) -> int:
    try:
        return from_text(_text(body, name), currency)
    except BadAmount as error:
        raise NotUnderstood(str(error), name) from error


def _whole(text: str, name: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise NotUnderstood(f"{name} is a number", name)
    return int(text)
