"""Makes values of what the ERP of a laptop answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from erplink._fields import BadField, Fields
from erplink._json import fingerprint
from erplink.values import (
    Company,
    Creditor,
    Doubt,
    ErpAccount,
    OpenItem,
    OpenPayment,
    PaymentMethod,
    Period,
    ReferenceKind,
    Side,
)

_PAYMENT = "A payment"
_ITEM = "An open item"


def company_of(one: Fields) -> Company:
    """One set of books."""
    return Company(
        native_id=one.given("id"),
        name=one.given("name"),
        currency=one.given("currency"),
        country=one.perhaps("country"),
        registration=one.perhaps("registration"),
    )


def periods_of(one: Fields, since: date) -> Sequence[Period]:
    """What is closed of a company's books, and what is open."""
    if not one.perhaps("closedUntil"):
        return (Period("", None, None, is_open=True),)
    until = one.day("closedUntil")
    following = Period("", until + timedelta(days=1), None, is_open=True)
    closed = Period("", None, until, is_open=False)
    return (following,) if until < since else (closed, following)


def method_of(one: Fields) -> PaymentMethod:
    """A payment method."""
    return PaymentMethod(
        native_id=one.given("id"),
        code=one.given("code"),
        name=one.text("name"),
        currency=one.perhaps("currency"),
        is_outbound=one.flag("isOutbound"),
        is_active=one.flag("isActive"),
        bank_account=one.perhaps("bankAccount"),
    )


def account_of(one: Fields) -> ErpAccount:
    """A bank account."""
    return ErpAccount(
        native_id=one.given("id"),
        name=one.text("name"),
        currency=one.given("currency"),
        iban=one.perhaps("iban"),
        bic=one.perhaps("bic"),
        statement_journal=one.perhaps("statementJournal"),
        is_blocked=one.flag("isBlocked"),
    )


def payment_of(record: Any) -> OpenPayment:
    """A payment that is to be made.

    Raises:
        BadField: One of its fields is not as promised.
    """
    one = Fields(record, _PAYMENT)
    if one.amount("amount") <= 0:
        raise BadField("amount", f"{_PAYMENT} pays nothing.", Doubt.NOT_POSITIVE)
    return OpenPayment(
        native_id=one.given("id"),
        number=one.given("number"),
        amount=one.amount("amount"),
        currency=one.given("currency"),
        due=one.day("dueDate"),
        method=one.perhaps("method"),
        creditor=_creditor_of(one.inner("creditor")),
        reference=one.text("reference"),
        reference_kind=_kind_of(one.given("referenceKind")),
        raw_sha256=fingerprint(one.record),
        account=one.perhaps("bankAccount"),
        invoices=one.texts("invoices"),
        slip_type=one.perhaps("slipType"),
    )


def item_of(record: Any) -> OpenItem:
    """What a customer owes, or is owed to a supplier.

    Raises:
        BadField: One of its fields is not as promised.
    """
    one = Fields(record, _ITEM)
    if one.amount("amount") <= 0:
        raise BadField("amount", f"{_ITEM} owes nothing.", Doubt.NOT_POSITIVE)
    party, reference = one.inner("party"), one.perhaps("reference")
    return OpenItem(
        native_id=one.given("id"),
        side=_side_of(one.given("side")),
        number=one.given("number"),
        amount=one.amount("amount"),
        currency=one.given("currency"),
        day=one.day("issued"),
        due=one.day("dueDate"),
        party_id=party.perhaps("id"),
        party=party.given("name"),
        accounts=party.texts("accounts"),
        references=(reference,) if reference else (),
    )


def names_of(record: Any) -> tuple[str, str]:
    """The id and number of a record, as far as it has them."""
    if not isinstance(record, dict):
        return "", ""
    return str(record.get("id", "")), str(record.get("number", ""))


def _creditor_of(one: Fields) -> Creditor:
    return Creditor(
        native_id=one.given("id"),
        name=one.given("name"),
        country=one.perhaps("country"),
        street=one.perhaps("street"),
        building=one.perhaps("building"),
        postcode=one.perhaps("postcode"),
        town=one.perhaps("town"),
        iban=one.perhaps("iban"),
        number=one.perhaps("accountNumber"),
        bic=one.perhaps("bic"),
        giro_creditor=one.perhaps("giroCreditor"),
    )


def _kind_of(text: str) -> ReferenceKind:
    try:
        return ReferenceKind(text.lower())
    except ValueError as error:
        raise BadField(
            "referenceKind",
            f"{_PAYMENT} has a reference of kind {text}.",
            Doubt.UNKNOWN_REFERENCE,
        ) from error


def _side_of(text: str) -> Side:
    try:
        return Side(text.lower())
    except ValueError as error:
        raise BadField("side", f"{_ITEM} is on side {text}.") from error
