"""What a payment of Tryton is to us: which fields are read, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from erplink import _json
from erplink.tryton.client import Record, Speaking
from erplink.values import (
    Creditor,
    Doubt,
    ErpUser,
    OpenPayment,
    ReferenceKind,
    Unreadable,
)

PAYMENT = "account.payment"
METHODS = ("manual", "sepa")
"""How the payment journals process that are for banks; the others pay elsewhere."""

_STATE = (
    "state",
    "_timestamp",
    "group.number",
    "group.create_uid",
    "group.create_date",
    "create_uid.name",
    "create_uid.login",
    "create_uid.email",
    "approved_by.party.name",
)
_ACCOUNT = (
    "numbers.number",
    "numbers.type",
    "bank.bic",
    "currency.code",
)
_ADDRESS = ("street", "street_name", "building_number", "postal_code", "city")
_FIELDS = (
    "number",
    "reference",
    "reference_type",
    "amount",
    "currency.code",
    "date",
    "kind",
    "process_method",
    "journal.sepa_bank_account_number.account",
    "sepa_end_to_end_id",
    "sepa_payable_bank_account_number.number",
    "sepa_payable_bank_account_number.account.bank.bic",
    "line.reconciliation",
    "line.move_origin",
    "party.name",
    "party.addresses.country.code",
    *(f"party.addresses.{field}" for field in _ADDRESS),
    *(f"party.bank_accounts.{field}" for field in _ACCOUNT),
)
_INVOICE_FIELDS = (
    "number",
    "reference",
    "supplier_payment_reference",
    "supplier_payment_reference_type",
    "payment_means.instrument",
)
_SLIP = re.compile(r"\+?(01|04|15|71|73|75)\s*<\s*(\d{0,19})\s*\+\s*(\d{7,8})\s*<?")


@dataclass(frozen=True, slots=True)
class Read:
    """A payment as it was read, with what belongs to it."""

    record: Record
    invoice: Record | None
    account: Record | None
    """The account that the invoice names, where it names one."""

    @property
    def native_id(self) -> str:
        """Its id, as text."""
        return str(self.record["id"])

    @property
    def raw_sha256(self) -> str:
        """Of all that decides what is paid; not of how far it has come, or by whom."""
        state = {field.partition(".")[0] for field in _STATE}
        kept = {key: one for key, one in self.record.items() if key not in state}
        return _json.fingerprint([kept, self.invoice, self.account])


class _Flaw(Exception):
    """A field that is missing or cannot be right."""

    def __init__(self, field: str, doubt: Doubt) -> None:
        super().__init__(f"{field}: {doubt}")
        self.field = field
        self.doubt = doubt


def open_payments(speaking: Speaking, after: int, limit: int) -> Sequence[Read]:
    """Approved payments that nobody has taken, in the order of their ids."""
    domain = [
        ["company", "=", speaking.access.company],
        ["kind", "=", "payable"],
        ["state", "=", "approved"],
        ["journal.process_method", "in", METHODS],
        ["id", ">", after],
    ]
    records = speaking.search(
        PAYMENT, domain, (*_STATE, *_FIELDS), operation="fetch_payments", limit=limit
    )
    return _joined(speaking, records, "fetch_payments")


def payments_with(
    speaking: Speaking, ids: Sequence[int], operation: str
) -> Mapping[int, Read]:
    """Those of the payments that are there, whatever became of them."""
    fields = (*_STATE, *_FIELDS)
    records = speaking.with_ids(PAYMENT, ids, fields, operation=operation)
    return {
        one.record["id"]: one
        for one in _joined(speaking, [*records.values()], operation)
    }


def _joined(
    speaking: Speaking, records: Sequence[Record], operation: str
) -> Sequence[Read]:
    of_invoice = {
        one["id"]: referred(_origin(one), "account.invoice") for one in records
    }
    invoices = speaking.with_ids(
        "account.invoice",
        [number for number in of_invoice.values() if number is not None],
        _INVOICE_FIELDS,
        operation=operation,
    )
    of_account = {number: _named_account(one) for number, one in invoices.items()}
    accounts = speaking.with_ids(
        "bank.account",
        [number for number in of_account.values() if number is not None],
        _ACCOUNT,
        operation=operation,
    )
    joined = []
    for record in records:
        number = of_invoice[record["id"]]
        invoice = None if number is None else invoices.get(number)
        named = None if number is None else of_account.get(number)
        account = None if named is None else accounts.get(named)
        joined.append(Read(record, invoice, account))
    return joined


def payment_of(read: Read) -> OpenPayment | Unreadable:
    """What is to be paid, or why that cannot be said."""
    try:
        return _payment(read)
    except _Flaw as flaw:
        number = str(read.record.get("number") or read.native_id)
        return Unreadable(read.native_id, number, flaw.field, flaw.doubt)


def _payment(read: Read) -> OpenPayment:
    record, invoice = read.record, read.invoice or {}
    if (record.get("line") or {}).get("reconciliation"):
        raise _Flaw("line", Doubt.SETTLED)
    reference, kind, slip_type, giro_creditor = _reference(record, invoice)
    paid_from = inside(record, "journal", "sepa_bank_account_number", "account")
    return OpenPayment(
        native_id=read.native_id,
        number=text_of(record, "number") or read.native_id,
        amount=_amount(record),
        currency=_currency(record),
        due=_day(record),
        method=id_text(record.get("journal")),
        creditor=_creditor(read, giro_creditor),
        reference=reference,
        reference_kind=kind,
        raw_sha256=read.raw_sha256,
        account=id_text(paid_from),
        end_to_end_id=text_of(record, "sepa_end_to_end_id"),
        invoices=_invoices(invoice),
        slip_type=slip_type,
        author=_user(record.get("create_uid")),
        approver=_user(inside(record, "approved_by", "party")),
    )


def _user(found: Any) -> ErpUser | None:
    """Somebody as Tryton names them; a user may have a login and no name."""
    if not isinstance(found, Mapping):
        return None
    name, login, email = (text_of(found, key) for key in ("name", "login", "email"))
    called = name or login or email
    return ErpUser(called, login, email) if called else None


def _amount(record: Record) -> Decimal:
    amount = record.get("amount")
    if not isinstance(amount, Decimal) or not amount.is_finite():
        raise _Flaw("amount", Doubt.MISSING)
    if amount <= 0:
        raise _Flaw("amount", Doubt.NOT_POSITIVE)
    return amount


def _currency(record: Record) -> str:
    code = inside(record, "currency", "code")
    if not isinstance(code, str) or len(code) != 3:  # ISO 4217
        raise _Flaw("currency", Doubt.MISSING)
    return code


def _day(record: Record) -> date:
    day = record.get("date")
    if not isinstance(day, date):
        raise _Flaw("date", Doubt.MISSING)
    return day


def _creditor(read: Read, giro_creditor: str) -> Creditor:
    party = read.record.get("party") or {}
    address: Record = next(iter(party.get("addresses") or ()), {})
    number, is_iban, bic = _paid_to(read)
    street = (
        text_of(address, "street_name") or text_of(address, "street").split("\n")[0]
    )
    return Creditor(
        native_id=id_text(party),
        name=text_of(party, "name"),
        country=str(inside(address, "country", "code") or ""),
        street=street,
        building=text_of(address, "building_number"),
        postcode=text_of(address, "postal_code"),
        town=text_of(address, "city"),
        iban=number if is_iban else "",
        number="" if is_iban else number,
        bic=bic,
        giro_creditor=giro_creditor,
    )


def _paid_to(read: Read) -> tuple[str, bool, str]:
    """The account to pay to, by Tryton's own order: chosen, the invoice's, the party's.

    IBANs come first among several numbers, as they do for Tryton.
    """
    chosen = read.record.get("sepa_payable_bank_account_number")
    if chosen:
        bic = inside(chosen, "account", "bank", "bic")
        return compact(text_of(chosen, "number")), True, str(bic or "")
    party = read.record.get("party") or {}
    accounts = [read.account] if read.account else party.get("bank_accounts") or []
    for is_iban in (True, False):
        for account in accounts:
            for number in account.get("numbers") or ():
                if (number.get("type") == "iban") is is_iban:
                    bic = str(inside(account, "bank", "bic") or "")
                    return compact(text_of(number, "number")), is_iban, bic
    return "", False, ""


def _reference(record: Record, invoice: Record) -> tuple[str, ReferenceKind, str, str]:
    """What the creditor is told: reference, its kind, slip type and giro creditor."""
    own, of_supplier = text_of(record, "reference"), "supplier_payment_reference"
    text = own or text_of(invoice, of_supplier)
    kind = record.get("reference_type") if own else invoice.get(f"{of_supplier}_type")
    if slip := _SLIP.fullmatch(text.strip()):
        slip_type, ocr, creditor = slip.groups()
        if not ocr:
            return "", ReferenceKind.FREE, slip_type, creditor
        return ocr, ReferenceKind.OCR, slip_type, creditor
    if kind == "creditor_reference":
        return compact(text), ReferenceKind.RF, "", ""
    return text or " ".join(_invoices(invoice)), ReferenceKind.FREE, "", ""


def _invoices(invoice: Record) -> tuple[str, ...]:
    """The supplier's own number of the invoice, else ours."""
    number = text_of(invoice, "reference") or text_of(invoice, "number")
    return (number,) if number else ()


def _origin(record: Record) -> Any:
    return (record.get("line") or {}).get("move_origin")


def _named_account(invoice: Record) -> int | None:
    for mean in invoice.get("payment_means") or ():
        number = referred(mean.get("instrument"), "bank.account")
        if number is not None:
            return number
    return None


def referred(reference: Any, model: str) -> int | None:
    """The id of a record of this model that a reference leads to."""
    name, _, number = str(reference or "").partition(",")
    return int(number) if name == model and number.isdecimal() else None


def inside(record: Any, *path: str) -> Any:
    """What lies so far within a record; None where something on the way is missing."""
    for name in path:
        record = record.get(name) if isinstance(record, Mapping) else None
    return record


def id_text(record: Any) -> str:
    """The id of a record, or of one that is told by its id alone, as text."""
    found = record.get("id") if isinstance(record, Mapping) else record
    return "" if found is None else str(found)


def text_of(record: Record, name: str) -> str:
    """A text without spaces around it; empty where there is none."""
    return str(record.get(name) or "").strip()


def compact(number: str) -> str:
    """A number without what is there to be read."""
    return re.sub(r"[\s.-]", "", number)
