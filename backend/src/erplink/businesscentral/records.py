"""Makes values of Business Central's records.

A payment line says neither in which currency it is nor where the money goes: the one
is its invoice's, the other stands on the vendor's bank account.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
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

NOTHING = "00000000-0000-0000-0000-000000000000"
_LINE = "A payment line"
_OURS = frozenset({"@odata.etag", "comment", "lastModifiedDateTime"})
"""What changes when we write, and what only our writing changes."""
_NO_DAY = "0001-01-01"
"""How Business Central writes a day that is not given."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a page of payment lines refers to, by id or number."""

    invoices: Mapping[str, Fields]
    vendors: Mapping[str, Fields]
    accounts: Mapping[str, Sequence[Fields]]
    paying_account: str
    currency: str
    """The company's own."""


def company_of(one: Fields, information: Fields) -> Company:
    """One company, with what it says of itself."""
    return Company(
        native_id=one.given("id"),
        name=one.perhaps("displayName") or one.given("name"),
        currency=information.given("currencyCode"),
        country=information.perhaps("country"),
        registration=information.perhaps("taxRegistrationNumber"),
    )


def method_of(one: Fields) -> PaymentMethod:
    """A payment method; what it is for, Business Central does not say."""
    return PaymentMethod(
        native_id=one.given("id"),
        code=one.given("code"),
        name=one.perhaps("displayName"),
    )


def account_of(one: Fields, currency: str) -> ErpAccount:
    """A bank account; its currency is the company's where it says none."""
    return ErpAccount(
        native_id=one.given("id"),
        name=one.perhaps("displayName"),
        currency=one.perhaps("currencyCode") or currency,
        iban=one.perhaps("iban").replace(" ", ""),
        number=one.perhaps("bankAccountNumber"),
        statement_journal=one.given("number"),
        is_blocked=one.flag("blocked"),
    )


def posting_range_of(one: Fields) -> Period:
    """The days that the ledger's set-up allows posting on."""

    def end(name: str) -> date | None:
        return None if one.perhaps(name) in {"", _NO_DAY} else one.day(name)

    return Period("", end("allowPostingFrom"), end("allowPostingTo"), is_open=True)


def fingerprint(record: Mapping[str, Any]) -> str:
    """Of what a payment line says, whatever we have noted on it."""
    return _json.fingerprint({k: v for k, v in record.items() if k not in _OURS})


def payment_of(record: Any, around: Around) -> OpenPayment:
    """A payment that is to be made.

    Raises:
        BadField: It lacks something that a payment needs.
    """
    one = Fields(record, _LINE)
    amount = one.amount("amount")
    if amount <= 0:
        raise BadField("amount", f"{_LINE} pays nothing.", Doubt.NOT_POSITIVE)
    invoice = around.invoices.get(one.given("appliesToInvoiceId"))
    if invoice is None:
        raise BadField(
            "appliesToInvoiceNumber",
            f"{_LINE} is applied to no posted invoice, so its currency is not known.",
            Doubt.NO_INVOICE,
        )
    vendor = around.vendors.get(one.given("vendorId"))
    if vendor is None:
        message = f"{_LINE} is for a vendor that is not there."
        raise BadField("vendorId", message, Doubt.NO_SUPPLIER)
    currency = invoice.perhaps("currencyCode") or around.currency
    own_number = invoice.perhaps("vendorInvoiceNumber")
    return OpenPayment(
        native_id=one.given("id"),
        number=one.perhaps("documentNumber") or str(one.whole("lineNumber")),
        amount=amount,
        currency=currency,
        due=one.day("postingDate"),
        method=_known(vendor.perhaps("paymentMethodId")),
        creditor=_creditor_of(vendor, _account(vendor, around, currency)),
        reference=own_number or one.perhaps("externalDocumentNumber"),
        reference_kind=ReferenceKind.FREE,
        raw_sha256=fingerprint(one.record),
        account=around.paying_account,
        invoices=(own_number or invoice.given("number"),),
    )


def names_of(record: Any) -> tuple[str, str]:
    """The id and number of a payment line, as far as it has them."""
    if not isinstance(record, Mapping):
        return "", ""
    return str(record.get("id", "")), str(record.get("documentNumber", ""))


def _account(vendor: Fields, around: Around, currency: str) -> Fields | None:
    """The vendor's account for a currency, or its only one.

    Raises:
        BadField: There are several that it could be.
    """
    found = list(around.accounts.get(vendor.given("number"), ()))
    fitting = [one for one in found if one.perhaps("Currency_Code") == currency]
    choice = fitting or found
    if len(choice) > 1:
        number = vendor.given("number")
        raise BadField(
            "vendorNumber",
            f"Vendor {number} has several bank accounts in {currency}.",
            Doubt.SEVERAL_ACCOUNTS,
        )
    return choice[0] if choice else None


def _creditor_of(vendor: Fields, account: Fields | None) -> Creditor:
    street = [vendor.perhaps(name) for name in ("addressLine1", "addressLine2")]
    branch = account.perhaps("Bank_Branch_No") if account else ""
    number = account.perhaps("Bank_Account_No") if account else ""
    return Creditor(
        native_id=vendor.given("id"),
        name=vendor.given("displayName"),
        country=vendor.perhaps("country"),
        street=", ".join(filter(None, street)),
        postcode=vendor.perhaps("postalCode"),
        town=vendor.perhaps("city"),
        iban=account.perhaps("IBAN").replace(" ", "") if account else "",
        number=f"{branch}{number}" if number else "",
        bic=account.perhaps("SWIFT_Code") if account else "",
    )


def _known(guid: str) -> str:
    return "" if guid == NOTHING else guid
