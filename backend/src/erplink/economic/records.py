"""Makes values of e-conomic's records.

A payment is a supplier's invoice that is booked and not settled. How it is to be paid
stands on its entry, else on the supplier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from erplink import _json
from erplink._fields import BadField, Fields
from erplink.values import (
    Company,
    Creditor,
    Doubt,
    ErpAccount,
    OpenPayment,
    PaymentMethod,
    Period,
    ReferenceKind,
)

_ENTRY = "A booked entry"
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
_COUNTRIES = MappingProxyType(
    {"danmark": "DK", "denmark": "DK", "sverige": "SE", "sweden": "SE",
     "norge": "NO", "norway": "NO", "tyskland": "DE", "germany": "DE"}
)  # fmt: skip
"""e-conomic keeps a country's name as somebody wrote it; others stay unknown."""
_SLIPS = MappingProxyType({1: "71", 2: "73", 5: "04", 17: "75"})
"""Which payment type is which slip."""
_TRANSFER, _IBAN_TRANSFER = 7, 10
_NOT_PAID = 14
"""Entry only: it is booked, and never meant to be paid by the bank."""


@dataclass(frozen=True, slots=True)
class How:
    """How an entry is to be paid."""

    method: str
    reference: str
    kind: ReferenceKind
    slip_type: str = ""
    giro_creditor: str = ""
    number: str = ""
    iban: str = ""
    bic: str = ""


def company_of(myself: Fields) -> Company:
    """The company of the agreement."""
    company = myself.inner("company")
    return Company(
        native_id=myself.given("agreementNumber"),
        name=company.given("name"),
        currency=base_currency(myself),
        country=_country(company.perhaps("country")),
        registration=company.perhaps("companyIdentificationNumber"),
    )


def base_currency(myself: Fields) -> str:
    """The currency the books are kept in."""
    return myself.inner("settings").given("baseCurrency")


def year_of(one: Fields) -> Period:
    """An accounting year."""
    return Period(
        one.given("year"),
        one.day("fromDate"),
        one.day("toDate"),
        is_open=one.record.get("closed") is not True,
    )


def method_of(one: Fields) -> PaymentMethod:
    """A payment type."""
    number = one.whole("paymentTypeNumber")
    return PaymentMethod(
        native_id=str(number),
        code=str(number),
        name=one.given("name"),
        currency="DKK" if number in _SLIPS or number == _TRANSFER else "",
        is_outbound=number != _NOT_PAID,
    )


def account_of(myself: Fields, journal: Fields) -> ErpAccount:
    """The company's account, with the account of the ledger that stands for it."""
    bank = myself.inner("bankInformation")
    contra = journal.inner("settings").inner("contraAccounts")
    ledger = contra.inner("supplierPayments").given("accountNumber")
    return ErpAccount(
        native_id=ledger,
        name=bank.perhaps("bankName"),
        currency=base_currency(myself),
        number=f"{bank.perhaps('bankSortCode')}{bank.perhaps('bankAccountNumber')}",
        statement_journal=journal.given("journalNumber"),
    )


def is_open(entry: Mapping[str, Any]) -> bool:
    """Whether something is left to be paid; a credit note has more than nothing left.

    Raises:
        BadField: It does not say what is left.
    """
    return Fields(entry, _ENTRY).amount("remainder") < 0


def payment_of(year: str, record: Any, supplier: Fields) -> OpenPayment:
    """A payment that is to be made.

    Raises:
        BadField: It lacks something that a payment needs.
    """
    one = Fields(record, _ENTRY)
    how = _how(one, supplier)
    creditor = replace(
        _creditor_of(supplier),
        giro_creditor=how.giro_creditor,
        number=how.number,
        iban=how.iban,
        bic=how.bic,
    )
    number = one.perhaps("supplierInvoiceNumber")
    return OpenPayment(
        native_id=f"{year}-{one.whole('entryNumber')}",
        number=number or one.given("voucherNumber"),
        amount=-one.amount("remainder"),
        currency=one.given("currency"),
        due=one.day("dueDate"),
        method=how.method,
        creditor=creditor,
        reference=how.reference or number,
        reference_kind=how.kind,
        raw_sha256=_json.fingerprint({"entry": one.record, "to": supplier.record}),
        invoices=(number,) if number else (),
        slip_type=how.slip_type,
    )


def _how(entry: Fields, supplier: Fields) -> How:
    if entry.record.get("paymentDetails"):
        details = entry.inner("paymentDetails")
        number = details.inner("paymentType").whole("paymentTypeNumber")
        return _detailed(number, details)
    if not supplier.record.get("remittanceAdvice"):
        return _to_account("", supplier.perhaps("bankAccount"))
    advice = supplier.inner("remittanceAdvice")
    if not advice.record.get("paymentType"):
        return _to_account("", supplier.perhaps("bankAccount"))
    number = advice.inner("paymentType").whole("paymentTypeNumber")
    slip = _SLIPS.get(number, "")
    if slip:
        creditor = advice.perhaps("creditorId")
        return How(str(number), "", ReferenceKind.FREE, slip, creditor)
    return _to_account(str(number), supplier.perhaps("bankAccount"))


def _detailed(number: int, details: Fields) -> How:
    method = str(number)
    if number not in _SLIPS:
        name = "ibanSwift" if number == _IBAN_TRANSFER else "accountNo"
        how = _to_account(method, details.perhaps(name))
        return replace(how, reference=details.perhaps("message"))
    slip = _SLIPS[number]
    if slip == "73":
        creditor = details.given("fiSupplierNo")
        message = details.perhaps("message")
        return How(method, message, ReferenceKind.FREE, slip, creditor)
    creditor = details.given("giroAccount" if slip == "04" else "fiSupplierNo")
    if slip == "75":
        # Number and message may stand in one, with a stroke between.
        line = details.given("ocrLineMessage").partition("/")[0]
    else:
        line = details.given("ocrLine")
    return How(method, line, ReferenceKind.OCR, slip, creditor)


def _to_account(method: str, text: str) -> How:
    """To an account that somebody wrote: an IBAN with or without BIC, or domestic."""
    words = re.split(r"[\s,;/]+", text.strip().upper())
    joined = "".join(words)
    iban = bic = ""
    for count in range(len(words), 0, -1):
        # An IBAN may be written in groups, with the BIC after it.
        candidate = "".join(words[:count])
        if _IBAN.fullmatch(candidate) and _is_iban(candidate):
            iban = candidate
            rest = "".join(words[count:])
            bic = rest if _BIC.fullmatch(rest) else ""
            break
    digits = re.sub(r"[-.]", "", joined)
    number = digits if not iban and digits.isdecimal() else ""
    return How(method, "", ReferenceKind.FREE, number=number, iban=iban, bic=bic)


def _is_iban(text: str) -> bool:
    turned = text[4:] + text[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def _creditor_of(one: Fields) -> Creditor:
    return Creditor(
        native_id=one.given("supplierNumber"),
        name=one.given("name"),
        country=_country(one.perhaps("country")),
        street=" ".join(one.perhaps("address").split()),
        postcode=one.perhaps("zip"),
        town=one.perhaps("city"),
    )


def _country(text: str) -> str:
    if len(text) == 2 and text.isalpha():
        return text.upper()
    return _COUNTRIES.get(text.strip().lower(), "")


def names_of(year: str, record: Any) -> tuple[str, str]:
    """The id and number of an entry, as far as it has them."""
    if not isinstance(record, Mapping):
        return "", ""
    number = record.get("supplierInvoiceNumber") or record.get("voucherNumber", "")
    return f"{year}-{record.get('entryNumber', '')}", str(number)


def ensure_supplier(record: Any) -> str:
    """The number of the supplier an entry is of.

    Raises:
        BadField: It says none.
    """
    number = Fields(record, _ENTRY).inner("supplier").given("supplierNumber")
    if not number.isdecimal():
        message = f"{_ENTRY} is of a supplier that is none."
        raise BadField("supplier", message, Doubt.NO_SUPPLIER)
    return number
