"""What Tryton's records and values mean, without a server."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from erplink import (
    ContractChanged,
    Doubt,
    ErpUser,
    OpenPayment,
    ReferenceKind,
    Unreadable,
)
from erplink._json import parsed, written
from erplink.errors import Conflict, Invalid, NotAllowed, PeriodClosed
from erplink.tryton.answers import refused_call
from erplink.tryton.records import Read, payment_of
from erplink.tryton.typed import revived, typed

RECORD: dict[str, Any] = {
    "id": 12,
    "number": "P12",
    "reference": None,
    "reference_type": None,
    "amount": Decimal("10.50"),
    "currency": {"id": 1, "code": "DKK"},
    "date": date(2026, 11, 23),
    "kind": "payable",
    "process_method": "manual",
    "journal": {"id": 3, "sepa_bank_account_number": None},
    "sepa_end_to_end_id": "12",
    "sepa_payable_bank_account_number": None,
    "line": {"id": 9, "reconciliation": None, "move_origin": "account.invoice,4"},
    "party": {
        "id": 7,
        "name": "Nordisk Papir A/S",
        "addresses": [],
        "bank_accounts": [
            {"numbers": [{"type": "other", "number": "1551-12 34"}], "bank": None},
            {
                "numbers": [{"type": "iban", "number": "DK64 2999 0005 5500 01"}],
                "bank": {"bic": "NDEADKSIXXX"},
            },
        ],
    },
    "state": "approved",
    "_timestamp": "1.5",
    "group": None,
}
INVOICE: dict[str, Any] = {
    "id": 4,
    "number": "17",
    "reference": "2026-1",
    "supplier_payment_reference": None,
    "supplier_payment_reference_type": None,
    "payment_means": [],
}


def read(
    account: dict[str, Any] | None = None,
    invoice: dict[str, Any] | None = INVOICE,
    **other: Any,
) -> Read:
    return Read({**RECORD, **other}, invoice, account)


def payment(found: Read) -> OpenPayment:
    made = payment_of(found)
    assert isinstance(made, OpenPayment)
    return made


@pytest.mark.parametrize(
    ("field", "value", "doubt"),
    [
        ("amount", None, Doubt.MISSING),
        ("amount", Decimal(0), Doubt.NOT_POSITIVE),
        ("amount", Decimal(-1), Doubt.NOT_POSITIVE),
        ("amount", Decimal("Infinity"), Doubt.MISSING),
        ("amount", 10.5, Doubt.MISSING),
        ("currency", None, Doubt.MISSING),
        ("currency", {"code": "KRONE"}, Doubt.MISSING),
        ("date", None, Doubt.MISSING),
        ("date", "2026-11-23", Doubt.MISSING),
        ("line", {"reconciliation": 5, "move_origin": None}, Doubt.SETTLED),
    ],
)
def test_what_cannot_be_paid_is_told_with_its_field(
    field: str, value: object, doubt: Doubt
) -> None:
    told = payment_of(read(**{field: value}))
    assert isinstance(told, Unreadable)
    assert (told.native_id, told.number, told.field) == ("12", "P12", field)
    assert told.doubt is doubt


def test_an_iban_comes_before_another_number_as_for_tryton() -> None:
    creditor = payment(read()).creditor
    assert (creditor.iban, creditor.number) == ("DK6429990005550001", "")
    assert creditor.bic == "NDEADKSIXXX"


def test_the_account_that_the_invoice_names_is_paid() -> None:
    named = {"numbers": [{"type": "other", "number": "9570 99"}], "bank": None}
    creditor = payment(read(named)).creditor
    assert (creditor.iban, creditor.number) == ("", "957099")


def test_the_account_chosen_on_the_payment_is_paid() -> None:
    chosen = {"number": "DE89 3704 0044 0532 0130 00", "account": {"bank": None}}
    creditor = payment(read(sepa_payable_bank_account_number=chosen)).creditor
    assert (creditor.iban, creditor.bic) == ("DE89370400440532013000", "")


def test_a_creditor_without_anything_is_told_as_such() -> None:
    creditor = payment(read(party={"id": 7, "name": "Skov"})).creditor
    assert (creditor.iban, creditor.number, creditor.town) == ("", "", "")


@pytest.mark.parametrize(
    ("text", "slip_type", "reference", "creditor"),
    [
        ("+71<123456789012347+88888888<", "71", "123456789012347", "88888888"),
        ("71 < 123456789012347 + 88888888 <", "71", "123456789012347", "88888888"),
        ("+04<1234567890123452+1234567<", "04", "1234567890123452", "1234567"),
        ("+73<+88888888<", "73", "", "88888888"),
        ("+01<+1234567<", "01", "", "1234567"),
    ],
)
def test_giro_lines(text: str, slip_type: str, reference: str, creditor: str) -> None:
    found = payment(read(invoice={**INVOICE, "supplier_payment_reference": text}))
    assert (found.slip_type, found.reference) == (slip_type, reference)
    assert found.creditor.giro_creditor == creditor
    kind = ReferenceKind.OCR if reference else ReferenceKind.FREE
    assert found.reference_kind is kind


@pytest.mark.parametrize(
    "text", ["+72<1+2345678<", "71", "faktura +71<12", "+71<1+23<"]
)
def test_what_only_looks_like_a_giro_line_is_a_text(text: str) -> None:
    found = payment(read(reference=text))
    assert (found.slip_type, found.reference) == ("", text)
    assert found.reference_kind is ReferenceKind.FREE


def test_references_in_their_order() -> None:
    named = {**INVOICE, "supplier_payment_reference": "K-1"}
    assert payment(read(reference="own", invoice=named)).reference == "own"
    assert payment(read(invoice=named)).reference == "K-1"
    assert payment(read()).reference == "2026-1"
    assert payment(read(invoice={**INVOICE, "reference": None})).reference == "17"
    assert payment(read(invoice=None)).reference == ""
    rf = {
        "supplier_payment_reference": "RF18 5390 0754 7034",
        "supplier_payment_reference_type": "creditor_reference",
    }
    found = payment(read(invoice={**INVOICE, **rf}))
    assert (found.reference, found.reference_kind) == (
        "RF18539007547034",
        ReferenceKind.RF,
    )


def test_a_fingerprint_sees_what_is_paid_and_not_how_far_it_is() -> None:
    first = read().raw_sha256
    assert read(state="processing", _timestamp="2", group={"id": 1}).raw_sha256 == first
    assert read(amount=Decimal("10.51")).raw_sha256 != first
    assert read(date=date(2026, 11, 24)).raw_sha256 != first
    assert read(invoice={**INVOICE, "reference": "x"}).raw_sha256 != first
    assert read({"numbers": []}).raw_sha256 != first


def test_values_go_and_come_back() -> None:
    values = {"a": Decimal("1.10"), "b": [date(2026, 1, 2)], "c": b"<x/>", "d": "t"}
    sent = typed(values)
    assert sent["a"] == {"__class__": "Decimal", "decimal": "1.10"}
    assert parsed(written(sent), revived) == values
    moment = b'{"__class__":"datetime","year":2026,"month":1,"day":2,"hour":3,'
    moment += b'"minute":4,"second":5,"microsecond":6}'
    assert parsed(moment, revived) == datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    "body",
    [
        b'{"__class__": "Decimal"}',
        b'{"__class__": "Decimal", "decimal": "ten"}',
        b'{"__class__": "date", "year": 2026, "month": 13, "day": 1}',
        b'{"__class__": "bytes", "base64": 7}',
    ],
)
def test_a_value_that_is_none_is_a_changed_contract(body: bytes) -> None:
    with pytest.raises(ContractChanged):
        parsed(body, revived)


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (["ConcurrencyException", "Records were modified"], Conflict, ""),
        (["UserError", ["No.", "", None]], Invalid, "No."),
        (["UserWarning", ["key1", "It is paid.", ""]], Invalid, "It is paid."),
        (["UserError", ["You are not allowed to access x", ""]], NotAllowed, "You"),
        (
            ["UserError", ['To continue, you must reopen the period "12"', ""]],
            PeriodClosed,
            "To",
        ),
        (["'account.nothing'", "Traceback"], ContractChanged, "'account.nothing'"),
        ("odd", ContractChanged, "odd"),
    ],
)
def test_refused_calls(error: object, kind: type, said: str) -> None:
    found = refused_call(error)
    assert type(found) is kind
    assert found.detail.startswith(said)


def test_who_entered_and_approved_a_payment_is_told_and_makes_it_no_other() -> None:
    record = RECORD | {
        "create_uid": {"id": 5, "name": "Rosa Holm", "login": "rosa", "email": None},
        "approved_by": {"id": 2, "party": {"id": 9, "name": "Bo Lind"}},
    }
    named, nobody = (
        payment_of(Read(record, INVOICE, None)),
        payment_of(Read(RECORD, INVOICE, None)),
    )
    assert isinstance(named, OpenPayment)
    assert isinstance(nobody, OpenPayment)
    assert (named.author, named.approver) == (
        ErpUser("Rosa Holm", "rosa"), ErpUser("Bo Lind"),
    )  # fmt: skip
    assert (nobody.author, nobody.approver) == (None, None)
    assert named.raw_sha256 == nobody.raw_sha256
