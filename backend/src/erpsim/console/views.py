"""What the ERP shows of itself, as plain values: for the page and for the control."""

from __future__ import annotations

from typing import Any

from erpsim.books import NAMES
from erpsim.faults import Fault
from erpsim.house import Erp
from erpsim.interface import item_shown, payment_shown
from erpsim.payables import ENDED_UNPAID
from simulating.amounts import signed, to_text
from simulating.store import Row

Shown = dict[str, Any]


def companies(erp: Erp) -> list[Shown]:
    """Every set of books."""
    rows = erp.store.rows("SELECT id, name, closed_until FROM companies ORDER BY id")
    return [
        {"id": r["id"], "name": r["name"], "closedUntil": r["closed_until"]}
        for r in rows
    ]


def suppliers(erp: Erp, company: str) -> list[Shown]:
    """The suppliers of a company with how each is paid."""
    rows = erp.store.rows(
        "SELECT s.*, m.code FROM suppliers s JOIN methods m ON m.id = s.method"
        " WHERE s.company = ? ORDER BY s.id",
        company,
    )
    return [
        {
            "id": row["id"],
            "name": row["name"],
            "method": row["code"],
            "currency": row["currency"],
            "account": _account(row),
        }
        for row in rows
    ]


def invoices(erp: Erp, company: str, limit: int = 1000) -> list[Shown]:
    """The latest invoices, the newest first."""
    rows = erp.store.rows(
        "SELECT i.*, s.name FROM invoices i JOIN suppliers s ON s.id = i.supplier"
        " WHERE i.company = ? ORDER BY i.id DESC LIMIT ?",
        company,
        limit,
    )
    return [
        {
            "id": row["id"],
            "supplier": row["name"],
            "number": row["number"],
            "amount": to_text(row["amount"], row["currency"]),
            "currency": row["currency"],
            "issued": row["issued"],
            "due": row["due"],
            "reference": row["reference"],
            "state": row["state"],
        }
        for row in rows
    ]


def payments(erp: Erp, company: str, limit: int, only: str = "") -> list[Shown]:
    """The latest payments with everything that became of them, the newest first.

    With `only`, the payment of that id alone.
    """
    if only:
        wanted = [int(only)] if only.isascii() and only.isdigit() else []
        rows = erp.payables.named(company, wanted)
    else:
        rows = erp.payables.latest(company, limit)
    history = erp.payables.history([row["id"] for row in rows])
    remade = {
        row["invoice"]: row["last"]
        for row in erp.store.rows(
            "SELECT invoice, MAX(id) last FROM payments WHERE company = ?"
            " AND invoice IS NOT NULL GROUP BY invoice",
            company,
        )
    }
    return [
        {
            **payment_shown(row),
            "claim": row["claim"],
            "history": [_event(one) for one in history[row["id"]]],
            "canBeMadeAgain": row["state"] in ENDED_UNPAID
            and row["invoice"] is not None
            and remade[row["invoice"]] == row["id"],
        }
        for row in rows
    ]


def items(erp: Erp, company: str, limit: int = 1000) -> list[Shown]:
    """The latest open items and those that are settled, the newest first."""
    return [item_shown(row) for row in erp.items.latest(company, limit)]


def lines(erp: Erp, company: str, limit: int, only: str = "") -> list[Shown]:
    """The latest statement lines, the newest first; of one statement with `only`."""
    rows = erp.store.rows(
        "SELECT l.*, t.number statement_number, a.name account, a.currency,"
        " p.number payment_number FROM statement_lines l"
        " JOIN statements t ON t.id = l.statement"
        " JOIN bank_accounts a ON a.id = t.bank_account"
        " LEFT JOIN payments p ON p.id = l.payment"
        " WHERE t.company = ? AND (? = '' OR CAST(t.id AS TEXT) = ?)"
        " ORDER BY l.id DESC LIMIT ?",
        company,
        only,
        only,
        limit,
    )
    return [
        {
            "clientId": row["client_id"],
            "account": row["account"],
            "statement": row["statement_number"],
            "booked": row["booked"],
            "amount": signed(row["amount"], row["currency"]),
            "currency": row["currency"],
            "text": row["text"],
            "counterparty": row["counterparty"],
            "bankReference": row["bank_reference"],
            "payment": row["payment_number"],
        }
        for row in rows
    ]


def ledger(erp: Erp, company: str) -> Shown:
    """Balances of a company's accounts; the sums of all books, which are nothing."""
    rows = erp.store.rows("SELECT ledger, name FROM bank_accounts")
    names = {**NAMES, **{row["ledger"]: row["name"] for row in rows}}
    own = erp.store.rows(
        "SELECT ledger, name FROM bank_accounts WHERE company = ?", company
    )
    names.update({row["ledger"]: row["name"] for row in own})
    return {
        "accounts": [
            {
                "account": row["account"],
                "name": names.get(row["account"], ""),
                "currency": row["currency"],
                "balance": signed(row["balance"], row["currency"]),
            }
            for row in erp.books.balances(company)
        ],
        "totals": {
            currency: signed(total, currency)
            for currency, total in erp.books.totals().items()
        },
    }


def bank_accounts(erp: Erp, company: str) -> list[Shown]:
    """The bank accounts of a company with what the ledger says is on them."""
    rows = erp.store.rows(
        "SELECT a.*, (SELECT MAX(day) FROM statements t WHERE t.bank_account = a.id)"
        " latest FROM bank_accounts a WHERE a.company = ? ORDER BY a.ledger",
        company,
    )
    return [
        {
            "id": row["id"],
            "ledger": row["ledger"],
            "name": row["name"],
            "iban": row["iban"],
            "currency": row["currency"],
            "balance": signed(
                erp.books.balance(company, row["ledger"], row["currency"]),
                row["currency"],
            ),
            "latest": row["latest"],
            "isBlocked": bool(row["is_blocked"]),
        }
        for row in rows
    ]


def key(erp: Erp) -> Shown:
    """The key to the interface."""
    one = erp.keys.key()
    return {
        "key": one.secret,
        "rights": list(one.rights),
        "expires": one.expires.isoformat(),
        "callsLeft": erp.keys.calls_left(),
    }


def fault(one: Fault) -> Shown:
    """A fault that is set."""
    return {
        "id": one.id,
        "kind": one.kind.value,
        "operation": one.operation,
        "times": one.times,
        "taken": one.taken,
        "left": None if one.times is None else one.times - one.taken,
        "parameters": dict(one.parameters),
    }


def requests(erp: Erp, limit: int) -> list[Shown]:
    """The latest requests and what came of them."""
    rows = erp.store.rows("SELECT * FROM requests ORDER BY id DESC LIMIT ?", limit)
    return [
        {name: row[name] for name in ("at", "operation", "outcome")} for row in rows
    ]


def _event(row: Row) -> Shown:
    return {
        "at": row["at"],
        "state": row["state"],
        "day": row["day"],
        "clientId": row["client_id"],
        "reasonCode": row["reason_code"],
        "reason": row["reason"],
        "bankReference": row["bank_reference"],
    }


def _account(row: Row) -> str:
    if row["giro_creditor"]:
        return f"+{row['slip_type']} {row['giro_creditor']}"
    number = row["account_number"]
    return row["iban"] or (f"{number[:4]} {number[4:]}" if number else "")
