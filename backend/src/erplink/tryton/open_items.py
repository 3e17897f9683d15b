"""What is owed in Tryton: posted lines of receivable and payable accounts.

A line counts with what no payment of Tryton is under way for, and where its invoice
was paid in part, with no more than is left of that. A credit note is an item of the
other side. Payments that wait for their invoice are no items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from erplink.tryton.client import Record, Speaking
from erplink.tryton.records import compact, id_text, inside, referred, text_of
from erplink.values import OpenItem, OpenItemPage, Side

LINE = "account.move.line"
INVOICE = "account.invoice"
_OPERATION = "fetch_open_items"
_TYPE = "account.type"
_FIELDS = (
    "debit",
    "payment_amount",
    "amount_currency.code",
    "account.type.receivable",
    "maturity_date",
    "date",
    "party.name",
    "party.bank_accounts.numbers.number",
    "move.number",
    "move_origin",
)
_INVOICE_FIELDS = (
    "number",
    "reference",
    "amount_to_pay",
    "supplier_payment_reference",
    "customer_payment_reference",
)


def open_items(speaking: Speaking, after: int, limit: int) -> OpenItemPage:
    """Open items in the order of their ids; see `OpenItems.fetch_open_items`."""
    records = speaking.search(
        LINE,
        [
            ["company", "=", speaking.access.company],
            ["move_state", "=", "posted"],
            ["reconciliation", "=", None],
            ["party", "!=", None],
            [
                "OR",
                [f"{_TYPE}.receivable", "=", True],
                [f"{_TYPE}.payable", "=", True],
            ],
            ["id", ">", after],
        ],
        _FIELDS,
        operation=_OPERATION,
        limit=limit,
    )
    invoices = _invoices(speaking, records)
    return OpenItemPage(
        tuple(_items(records, invoices)),
        str(records[-1]["id"]) if len(records) == limit else None,
    )


def _invoices(speaking: Speaking, records: Sequence[Record]) -> Mapping[int, Record]:
    ids = [referred(one["move_origin"], INVOICE) for one in records]
    wanted = [one for one in ids if one is not None]
    return speaking.with_ids(INVOICE, wanted, _INVOICE_FIELDS, operation=_OPERATION)


def _items(
    records: Sequence[Record], invoices: Mapping[int, Record]
) -> Iterator[OpenItem]:
    for one in records:
        origin = referred(one["move_origin"], INVOICE)
        invoice = invoices.get(origin, {}) if origin is not None else {}
        amount = one["payment_amount"]
        if invoice:
            amount = min(amount, abs(invoice["amount_to_pay"]))
        elif _is_customer(one) != (one["debit"] > 0):
            continue
        day = one["date"]
        if amount > 0 and isinstance(day, date):
            yield _item(one, invoice, amount, day)


def _item(record: Record, invoice: Record, amount: Decimal, day: date) -> OpenItem:
    number = text_of(invoice, "number") or str(inside(record, "move", "number") or "")
    side = Side.RECEIVABLE if record["debit"] > 0 else Side.PAYABLE
    whose = "customer" if _is_customer(record) else "supplier"
    references = (
        text_of(invoice, "reference"),
        compact(text_of(invoice, f"{whose}_payment_reference")),
    )
    return OpenItem(
        native_id=str(record["id"]),
        side=side,
        number=number or str(record["id"]),
        amount=amount,
        currency=str(inside(record, "amount_currency", "code")),
        day=day,
        due=record.get("maturity_date"),
        party_id=id_text(record["party"]),
        party=text_of(record["party"], "name"),
        accounts=tuple(_accounts(record["party"])),
        references=tuple(one for one in references if one and one != number),
    )


def _is_customer(record: Record) -> bool:
    return bool(inside(record, "account", "type", "receivable"))


def _accounts(party: Record) -> Iterator[str]:
    for account in party.get("bank_accounts") or ():
        for number in account.get("numbers") or ():
            yield compact(text_of(number, "number"))
