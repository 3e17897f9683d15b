"""Writes a bank statement into Tryton as a draft: its entries, and what they prove.

A statement is found again by its name, which ends with our id, and one that somebody
imported by hand by its day and balances; neither is written twice. Entries whose
payment is known get Tryton's own line for it; the accountant validates the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erplink.errors import Invalid
from erplink.tryton.client import Record, Speaking
from erplink.tryton.records import PAYMENT
from erplink.values import StatementLine, StatementLines, Written

STATEMENT = "account.statement"
ORIGIN = "account.statement.origin"
_OPERATION = "push_statement_lines"
_CLEARING = "account_payment_clearing"


def push_statement_lines(
    speaking: Speaking, lines: StatementLines, modules: frozenset[str]
) -> Written:
    """Write a statement's lines; see `Connector.push_statement_lines`."""
    if not lines.account.statement_journal.isdecimal():
        raise Invalid("erp_link.tryton_no_journal", lines.account.name)
    journal = int(lines.account.statement_journal)
    statement = _standing(speaking, lines, journal)
    was_there = statement is not None
    if statement is None:
        statement = speaking.create(
            STATEMENT,
            _values(speaking, lines, journal),
            ("state",),
            operation=_OPERATION,
        )
    if statement["state"] == "draft":
        _match(speaking, lines, statement["id"], has_clearing=_CLEARING in modules)
    return Written(str(statement["id"]), was_there=was_there)


def _name(lines: StatementLines) -> str:
    return f"{lines.number} · {lines.our_id}" if lines.number else lines.our_id


def _standing(speaking: Speaking, lines: StatementLines, journal: int) -> Record | None:
    alike = [
        ["date", "=", lines.day],
        ["start_balance", "=", lines.opening],
        ["end_balance", "=", lines.closing],
        ["state", "!=", "cancelled"],
    ]
    domain = [["journal", "=", journal], ["OR", ["name", "=", _name(lines)], alike]]
    found = speaking.search(
        STATEMENT, domain, ("name", "state", "origins"), operation=_OPERATION
    )
    for one in found:
        if one["name"] == _name(lines) or len(one["origins"]) == len(lines.lines):
            return one
    return None


def _values(speaking: Speaking, lines: StatementLines, journal: int) -> Record:
    return {
        "name": _name(lines),
        "company": speaking.access.company,
        "journal": journal,
        "date": lines.day,
        # Which of these is checked is up to the journal.
        "start_balance": lines.opening,
        "end_balance": lines.closing,
        "total_amount": sum(
            (one.amount for one in lines.lines), start=lines.opening * 0
        ),
        "number_of_lines": len(lines.lines),
        "origins": [["create", [_origin(one) for one in lines.lines]]],
    }


def number_of(line: StatementLine) -> str:
    """What an entry is known by in Tryton."""
    return line.bank_reference or line.our_id


def _origin(line: StatementLine) -> Record:
    return {
        "number": number_of(line),
        "date": line.booked,
        "amount": line.amount,
        "description": " ".join(
            part for part in (line.counterparty, line.text) if part
        ),
    }


def _match(
    speaking: Speaking, lines: StatementLines, statement: int, *, has_clearing: bool
) -> None:
    proving = [one for one in lines.lines if one.payment.isdecimal()]
    if not proving:
        return
    domain = [["statement", "=", statement]]
    fields = ("amount", "date", "number", "lines")
    origins = list(speaking.every(ORIGIN, domain, fields, operation=_OPERATION))
    if [one["amount"] for one in origins] != [one.amount for one in lines.lines]:
        # Somebody has worked on it, and knows better.
        return
    payments = _payments(speaking, proving, has_clearing=has_clearing)
    for line, origin in zip(lines.lines, origins, strict=True):
        payment = payments.get(int(line.payment)) if line.payment.isdecimal() else None
        account = None if payment is None else _account(payment)
        if payment is None or account is None or origin["lines"]:
            continue
        values = {
            "statement": statement,
            "date": origin["date"],
            "number": origin["number"],
            "amount": origin["amount"],
            "party": payment["party"]["id"],
            "account": account,
            "related_to": f"{PAYMENT},{line.payment}",
        }
        _try_line(speaking, origin["id"], values)


def _payments(
    speaking: Speaking, proving: Sequence[StatementLine], *, has_clearing: bool
) -> Any:
    fields = ["party.id", "line.account"]
    if has_clearing:
        fields.append("journal.clearing_account")
    ids = [int(one.payment) for one in proving]
    return speaking.with_ids(PAYMENT, ids, fields, operation=_OPERATION)


def _account(payment: Record) -> int | None:
    """Where the money lay meanwhile, else what was owed."""
    clearing = (payment.get("journal") or {}).get("clearing_account")
    owed = (payment.get("line") or {}).get("account")
    found = clearing or owed
    return found if isinstance(found, int) else None


def _try_line(speaking: Speaking, origin: int, values: Record) -> None:
    try:
        speaking.change(
            ORIGIN, origin, {"lines": [["create", [values]]]}, operation=_OPERATION
        )
    except Invalid:
        # Such as a payment that another statement has proven: the entry is there,
        # and what it means is left to the accountant.
        return
