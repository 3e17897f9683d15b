"""What is written obeys the official schema and reads back as what was meant."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bankfiles
from bankfiles import Address, FileHeader, Finding, Payment, PaymentBatch, PaymentType
from bankfiles.writing import (
    Debit,
    Initiator,
    Order,
    Receiver,
    Sender,
    Transfer,
    Unwritable,
    Version,
    write_pain001,
)

PAYER = Sender(
    "Havnens Handel ApS",
    "DK4079980001200345",
    currency="DKK",
    bic="KYSTDKSIXXX",
    address=Address("Kajgade", "4", "9000", "Aalborg", "DK"),
)
SUPPLIER = Receiver(
    "Fjordblik & Sønner <A/S>",
    "DE89370400440532013000",
    bic="COBADEFFXXX",
    address=Address("Hafenstraße", "12b", "20457", "Hamburg", "DE"),
)
WAYS = {
    "sepa": (
        PaymentType("NORM", "SEPA", None, "SUPP"), "SLEV",
        Transfer("E2E-1", Decimal("1250.50"), "EUR", SUPPLIER, "I-1",
                 ("Invoice 4711",)),
    ),
    "cross-border": (
        PaymentType("HIGH", "URGP", None, None), "SHAR",
        Transfer("E2E-2", Decimal(99), "USD", replace(SUPPLIER, address=Address(
            "Elm St", None, "10001", "New York", "US", ("Floor 3",))),
            reference="RF18539007547034"),
    ),
    "domestic": (
        PaymentType(None, "NURG", "ONCL", None), "SHAR",
        Transfer("E2E-3", Decimal("0.01"), "DKK",
                 Receiver("Ø. Æbelø", "04000440116243", "BBAN"),
                 lines=("Faktura 1", "Faktura 2")),
    ),
    "instant": (
        PaymentType(None, None, "INST", None), "SHAR",
        Transfer("E2E-4", Decimal("499999.99"), "DKK",
                 Receiver("Hansen", "DK1930003330157765")),
    ),
    **{
        f"slip {card}": (
            PaymentType(None, "NURG", None, None), "SHAR",
            Transfer(f"E2E-{card}", Decimal("812.00"), "DKK",
                     Receiver("Elværket", creditor, "OCR"),
                     reference=f"{card}/{digits}", lines=lines),
        )
        for card, creditor, digits, lines in (
            ("01", "1234567", "", ("Kontingent 2026",)),
            ("04", "1234567", "0000000000000000", ()),
            ("71", "80012345", "000000000000018", ()),
            ("73", "80012345", "", ("Faktura 9",)),
            ("75", "80012345", "0000000000000026", ()),
        )
    },
}  # fmt: skip


def order(*names: str, version: Version = Version.V09) -> Order:
    debits = tuple(
        Debit(f"B-{number}", date(2026, 11, 23), PAYER, (transfer,), how, bearer,
              batch_booking=number % 2 == 0)
        for number, (how, bearer, transfer) in enumerate(map(WAYS.__getitem__, names))
    )  # fmt: skip
    created = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    who = Initiator("Havnens Handel ApS", "FI48210975", "CUST")
    return Order("MSG-1", created, who, debits, version)


def written(wanted: Order) -> bytes:
    return b"".join(write_pain001(wanted))


def payments(content: bytes) -> list[bankfiles.Value]:
    return [
        value
        for value in bankfiles.read(io.BytesIO(content))
        if isinstance(value, Payment | PaymentBatch | Finding)
    ]


@pytest.mark.parametrize("version", Version)
@pytest.mark.parametrize("name", WAYS)
def test_each_way_to_pay_is_valid_and_reads_back_as_written(
    name: str, version: Version
) -> None:
    content = written(order(name, version=version))
    how, bearer, transfer = WAYS[name]
    assert bankfiles.validate_schema(io.BytesIO(content)) == []
    batch, payment = payments(content)
    assert isinstance(batch, PaymentBatch)
    assert isinstance(payment, Payment)
    assert (batch.execution_date, batch.type, batch.charge_bearer) == (
        date(2026, 11, 23), how, bearer,
    )  # fmt: skip
    assert batch.debtor.account == PAYER.account
    assert batch.debtor_address == PAYER.address
    assert (payment.amount, payment.currency) == (transfer.amount, transfer.currency)
    assert payment.end_to_end_id == transfer.end_to_end_id
    assert payment.creditor.name == transfer.receiver.name
    assert payment.creditor.account == transfer.receiver.account
    assert payment.creditor_named.account == transfer.receiver.scheme
    assert (payment.creditor_named.bic or "") == transfer.receiver.bic
    assert payment.creditor_address == transfer.receiver.address
    assert payment.unstructured == transfer.lines
    assert (payment.reference or "") == transfer.reference


def test_the_header_says_who_how_many_and_how_much() -> None:
    content = written(order(*WAYS))
    header = next(iter(bankfiles.read(io.BytesIO(content))))
    assert isinstance(header, FileHeader)
    assert (header.message_id, header.created) == ("MSG-1", "2026-11-21T09:30:00+00:00")
    assert (header.initiator_id, header.initiator_scheme) == ("FI48210975", "CUST")
    total = sum(transfer.amount for _, _, transfer in WAYS.values())
    assert header.stated_count == str(len(WAYS))
    assert header.stated_sum == f"{total:f}"
    assert not [value for value in payments(content) if isinstance(value, Finding)]


def test_the_same_order_gives_the_same_bytes() -> None:
    assert written(order(*WAYS)) == written(order(*WAYS))


def test_a_bank_without_bic_is_told_as_not_provided() -> None:
    wanted = order("domestic")
    (debit,) = wanted.debits
    payer = replace(PAYER, bic="")
    content = written(replace(wanted, debits=(replace(debit, sender=payer),)))
    assert bankfiles.validate_schema(io.BytesIO(content)) == []
    assert b"<Id>NOTPROVIDED</Id>" in content


def test_a_long_file_comes_in_blocks() -> None:
    wanted = order("sepa")
    (debit,) = wanted.debits
    many = tuple(
        replace(debit.transfers[0], end_to_end_id=f"E-{n}") for n in range(1_201)
    )
    blocks = list(
        write_pain001(replace(wanted, debits=(replace(debit, transfers=many),)))
    )
    assert len(blocks) == 4
    assert bankfiles.validate_schema(io.BytesIO(b"".join(blocks))) == []


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"end_to_end_id": "E" * 36}, "PmtInf/CdtTrfTxInf/PmtId/EndToEndId"),
        ({"end_to_end_id": " "}, "PmtInf/CdtTrfTxInf/PmtId/EndToEndId"),
        ({"lines": ("bell \x07",)}, "PmtInf/CdtTrfTxInf/RmtInf/Ustrd"),
        ({"lines": ("two\nlines",)}, "PmtInf/CdtTrfTxInf/RmtInf/Ustrd"),
        ({"amount": Decimal("1.000001")}, "PmtInf/CdtTrfTxInf/Amt/InstdAmt"),
        ({"amount": Decimal(-1)}, "PmtInf/CdtTrfTxInf/Amt/InstdAmt"),
        ({"amount": Decimal("NaN")}, "PmtInf/CdtTrfTxInf/Amt/InstdAmt"),
        ({"currency": "kr."}, "PmtInf/CdtTrfTxInf/Amt/InstdAmt/@Ccy"),
    ],
)
def test_what_no_file_may_carry_is_refused_with_its_place(
    change: dict[str, object], path: str
) -> None:
    wanted = order("sepa")
    (debit,) = wanted.debits
    transfer = replace(debit.transfers[0], **change)  # type: ignore[arg-type]
    with pytest.raises(Unwritable) as refused:
        written(replace(wanted, debits=(replace(debit, transfers=(transfer,)),)))
    assert refused.value.path == path


@pytest.mark.parametrize("debits", [(), (Debit("B", date(2026, 1, 1), PAYER, ()),)])
def test_a_file_without_a_payment_is_refused(debits: tuple[Debit, ...]) -> None:
    with pytest.raises(Unwritable):
        written(replace(order("sepa"), debits=debits))


def test_a_time_without_a_zone_is_refused() -> None:
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 - that is the point
    with pytest.raises(Unwritable):
        written(replace(order("sepa"), created=naive))


_AMOUNTS = st.decimals(
    Decimal("0.01"), Decimal("9999999999999.99"), allow_nan=False, places=2
)
_TEXTS = st.text(
    st.characters(min_codepoint=0x20, blacklist_categories=("Cs", "Cc")),
    min_size=1,
    max_size=70,
).filter(
    lambda text: text == text.strip() and "\ufffe" not in text and "\uffff" not in text
)


@settings(max_examples=40)
@given(_AMOUNTS, _TEXTS, _TEXTS)
def test_any_amount_and_text_come_back_as_they_were(
    amount: Decimal, name: str, line: str
) -> None:
    wanted = order("domestic")
    (debit,) = wanted.debits
    (transfer,) = debit.transfers
    changed = replace(
        transfer,
        amount=amount,
        lines=(line,),
        receiver=replace(transfer.receiver, name=name),
    )
    content = written(replace(wanted, debits=(replace(debit, transfers=(changed,)),)))
    _, payment = payments(content)
    assert isinstance(payment, Payment)
    assert (payment.amount, payment.creditor.name, payment.unstructured) == (
        amount, name, (line,),
    )  # fmt: skip
