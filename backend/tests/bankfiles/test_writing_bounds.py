"""The greatest amounts and texts are written, anything greater is refused."""

from __future__ import annotations

import io
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

import bankfiles
from bankfiles.writing import Order, Receiver, Transfer, Unwritable
from tests.bankfiles.test_writing import order, written


def with_transfers(*changes: dict[str, Any]) -> Order:
    """An order of one debit with a payment for each change."""
    wanted = order("sepa")
    (debit,) = wanted.debits
    base: Transfer = debit.transfers[0]
    transfers = tuple(replace(base, **change) for change in changes)
    return replace(wanted, debits=(replace(debit, transfers=transfers),))


@pytest.mark.parametrize(
    ("amount", "is_written"),
    [
        ("0.00001", True), ("0.000001", False), ("9" * 18, True), ("9" * 19, False),
        ("9" * 13 + "." + "9" * 5, True), ("9" * 14 + "." + "9" * 5, False),
        ("1E+5", True), ("1E+18", False), ("0", True), ("-0.01", False),
        ("Infinity", False),
    ],
)  # fmt: skip
def test_an_amount_has_eighteen_digits_five_of_them_after_the_point(
    amount: str, *, is_written: bool
) -> None:
    wanted = with_transfers({"amount": Decimal(amount)})
    if is_written:
        assert bankfiles.validate_schema(io.BytesIO(written(wanted))) == []
    else:
        with pytest.raises(Unwritable):
            written(wanted)


@pytest.mark.parametrize(
    ("name", "longest"), [("end_to_end_id", 35), ("instruction_id", 35)]
)
def test_a_text_may_be_as_long_as_the_schema_says(name: str, longest: int) -> None:
    content = written(with_transfers({name: "x" * longest}))
    assert b">" + b"x" * longest + b"<" in content
    assert bankfiles.validate_schema(io.BytesIO(content)) == []
    with pytest.raises(Unwritable, match=f"{longest + 1} signs, at most {longest}"):
        written(with_transfers({name: "x" * (longest + 1)}))


def test_every_batch_and_the_file_state_what_they_hold() -> None:
    amounts = ("1.50", "20.25", "300")
    wanted = with_transfers(*({"amount": Decimal(amount)} for amount in amounts))
    (debit,) = wanted.debits
    two = replace(wanted, debits=(debit, replace(debit, id="B-2")))
    values = list(bankfiles.read(io.BytesIO(written(two))))
    header = values[0]
    assert isinstance(header, bankfiles.FileHeader)
    assert (header.stated_count, header.stated_sum) == ("6", "643.50")
    batches = [v for v in values if isinstance(v, bankfiles.PaymentBatch)]
    assert [(one.stated_count, one.stated_sum) for one in batches] == [
        ("3", "321.75")
    ] * 2
    assert not [v for v in values if isinstance(v, bankfiles.Finding)]


@pytest.mark.parametrize(
    ("wish", "tag"),
    [
        (True, b"<BtchBookg>true</BtchBookg>"),
        (False, b"<BtchBookg>false</BtchBookg>"),
        (None, b""),
    ],
)
def test_a_batch_is_booked_as_asked(wish: bool | None, tag: bytes) -> None:
    wanted = order("sepa")
    (debit,) = wanted.debits
    content = written(replace(wanted, debits=(replace(debit, batch_booking=wish),)))
    assert tag in content
    assert content.count(b"BtchBookg") == 2 * bool(tag)


@pytest.mark.parametrize(
    ("scheme", "inside"),
    [
        ("IBAN", b"<Id><IBAN>123</IBAN></Id>"),
        ("BBAN", b"<Id>123</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm>"),
        ("OCR", b"<Id>123</Id><SchmeNm><Prtry>OCR</Prtry></SchmeNm>"),
    ],
)
def test_accounts_are_named_by_code_and_slips_by_the_banks_own_word(
    scheme: str, inside: bytes
) -> None:
    receiver = Receiver("They", "123", scheme)
    content = written(with_transfers({"receiver": receiver}))
    assert inside in b"".join(line.strip() for line in content.splitlines())


@pytest.mark.parametrize("currency", ["", "EUR"])
def test_the_currency_of_the_paying_account_is_written(currency: str) -> None:
    wanted = order("sepa")
    (debit,) = wanted.debits
    sender = replace(debit.sender, currency=currency)
    content = written(replace(wanted, debits=(replace(debit, sender=sender),)))
    assert content.count(b"<Ccy>EUR</Ccy>") == bool(currency)
    assert content.count(b"<Ccy>") == bool(currency)
