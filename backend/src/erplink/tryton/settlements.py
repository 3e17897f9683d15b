"""Assigns an entry of a statement to open items, on the draft that we wrote.

Each item becomes Tryton's own line of the entry, related to its invoice, so that the
statement settles it when the accountant posts it. What is left over stays with the
entry. Taken back, the lines go again; what is posted is the accountant's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erplink.errors import Conflict, Invalid, NotThere
from erplink.tryton.client import Record, Speaking
from erplink.tryton.open_items import INVOICE, LINE
from erplink.tryton.records import referred
from erplink.tryton.statements import ORIGIN, STATEMENT, number_of
from erplink.values import Settlement, Written

_OPERATION = "settle"
_OF_STATEMENT = "account.statement.line"
_KEY = ("party", "account", "amount", "related_to")


def settle(speaking: Speaking, told: Settlement) -> Written:
    """Assign an entry to items; see `Settling.settle`."""
    statement, origin, wanted = _found(speaking, told)
    standing = _standing(speaking, origin)
    if standing:
        if sorted(map(_key, standing), key=str) == sorted(map(_key, wanted), key=str):
            return Written(str(origin["id"]), was_there=True)
        raise Conflict("erp_link.tryton_assigned")
    _ensure_draft(statement)
    _write(speaking, origin, ["create", wanted])
    return Written(str(origin["id"]))


def release(speaking: Speaking, told: Settlement) -> Written:
    """Take that back; see `Settling.release`."""
    try:
        statement, origin, wanted = _found(speaking, told)
    except NotThere:
        # With its statement the assignment is gone as well.
        return Written("", was_there=True)
    keys = [_key(one) for one in wanted]
    ours = [one["id"] for one in _standing(speaking, origin) if _key(one) in keys]
    if not ours:
        return Written(str(origin["id"]), was_there=True)
    _ensure_draft(statement)
    _write(speaking, origin, ["delete", ours])
    return Written(str(origin["id"]))


def _found(speaking: Speaking, told: Settlement) -> tuple[Record, Record, list[Record]]:
    """The statement, its entry, and the lines that the entry is to have."""
    if not told.statement.isdecimal():
        raise NotThere("erp_link.tryton_no_statement", told.statement)
    statement = speaking.read(
        STATEMENT, int(told.statement), ("state",), operation=_OPERATION
    )
    domain = [
        ["statement", "=", int(told.statement)],
        ["number", "=", number_of(told.line)],
        ["date", "=", told.line.booked],
        ["amount", "=", told.line.amount],
    ]
    origins = speaking.search(
        ORIGIN, domain, ("date", "number", "lines"), operation=_OPERATION
    )
    if len(origins) != 1:
        # Of two that are alike nobody can say which is meant.
        raise Invalid("erp_link.tryton_no_entry", number_of(told.line))
    wanted = _lines(speaking, told, statement["id"], origins[0])
    return statement, origins[0], wanted


def _lines(
    speaking: Speaking, told: Settlement, statement: int, origin: Record
) -> list[Record]:
    ids = [int(one) for one, _ in told.items if one.isdecimal()]
    owed = speaking.with_ids(
        LINE, ids, ("account", "party", "debit", "move_origin"), operation=_OPERATION
    )
    if len(owed) != len(told.items):
        raise NotThere("erp_link.tryton_no_item")
    found: list[Record] = []
    for native_id, amount in told.items:
        one = owed[int(native_id)]
        invoice = referred(one["move_origin"], INVOICE)
        found.append(
            {
                "statement": statement,
                "date": origin["date"],
                "number": origin["number"],
                "amount": amount if one["debit"] > 0 else -amount,
                "party": one["party"],
                "account": one["account"],
                "related_to": None if invoice is None else f"{INVOICE},{invoice}",
            }
        )
    return found


def _standing(speaking: Speaking, origin: Record) -> Sequence[Record]:
    ids = origin["lines"]
    found = speaking.with_ids(_OF_STATEMENT, ids, _KEY, operation=_OPERATION)
    return list(found.values())


def _key(line: Record) -> tuple[Any, ...]:
    return tuple(line[name] or None for name in _KEY)


def _ensure_draft(statement: Record) -> None:
    if statement["state"] != "draft":
        raise Invalid("erp_link.tryton_posted")


def _write(speaking: Speaking, origin: Record, step: Sequence[Any]) -> None:
    speaking.change(ORIGIN, origin["id"], {"lines": [step]}, operation=_OPERATION)
