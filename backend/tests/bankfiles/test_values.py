"""What the readers take from transactions, payments and dialects."""

from __future__ import annotations

import io
import re
from datetime import date
from decimal import Decimal

import pytest

from bankfiles import (
    Charge,
    Detail,
    Detected,
    Direction,
    Entry,
    Exchange,
    FileHeader,
    Finding,
    Money,
    Party,
    StatementHeader,
    Value,
    detect,
    inspect,
    read,
)
from tests.bankfiles import made

OURS = f"<Id><IBAN>{made.ACCOUNT}</IBAN></Id>"
THEIRS = "<Id><IBAN>DE89370400440532013000</IBAN></Id>"


def first_entry(data: bytes) -> Entry:
    return next(each for each in read(io.BytesIO(data)) if isinstance(each, Entry))


def first_detail(inside: str, **how: str) -> Detail:
    wrapped = f"<NtryDtls>{made.detail(inside)}</NtryDtls>"
    return first_entry(
        made.camt(made.statement([made.entry(inside=wrapped, **how)]))
    ).details[0]


def parties(debtor: str = "", creditor: str = "") -> str:
    return f"<RltdPties>{debtor}{creditor}</RltdPties>"


def party(role: str, name: str, account: str = "") -> str:
    number = f"<{role}Acct>{account}</{role}Acct>" if account else ""
    return f"<{role}><Nm>{name}</Nm></{role}>{number}"


@pytest.mark.parametrize(
    ("direction", "reversal", "inside", "name"),
    [
        ("CRDT", "false", parties(party("Dbtr", "They"), party("Cdtr", "We")), "They"),
        ("DBIT", "false", parties(party("Dbtr", "We"), party("Cdtr", "They")), "They"),
        ("CRDT", "true", parties(party("Dbtr", "We"), party("Cdtr", "They")), "They"),
        ("DBIT", "true", parties(party("Dbtr", "They"), party("Cdtr", "We")), "They"),
        (
            "CRDT",
            "false",
            parties(party("Dbtr", "We", OURS), party("Cdtr", "They", THEIRS)),
            "They",
        ),
        (
            "DBIT",
            "false",
            parties(party("Dbtr", "They", THEIRS), party("Cdtr", "We", OURS)),
            "They",
        ),
        ("CRDT", "false", parties(creditor=party("Cdtr", "They", THEIRS)), "They"),
        ("CRDT", "false", parties(creditor=party("Cdtr", "We")), None),
        ("DBIT", "false", parties(debtor=party("Dbtr", "We", OURS)), None),
    ],
)
def test_the_counterparty_is_who_does_not_own_the_account(
    direction: str, reversal: str, inside: str, name: str | None
) -> None:
    status = f"<RvslInd>{reversal}</RvslInd><Sts>BOOK</Sts>"
    found = first_detail(inside, direction=direction, status=status).counterparty
    assert (found.name if found else None) == name


def test_new_versions_wrap_the_party_and_old_ones_do_not() -> None:
    new = parties("<Dbtr><Pty><Nm>They</Nm></Pty></Dbtr>")
    bank = parties("<Dbtr><Agt><FinInstnId><Nm>A Bank</Nm></FinInstnId></Agt></Dbtr>")
    assert first_detail(new).counterparty == Party("They")
    assert first_detail(bank).counterparty == Party("A Bank")


@pytest.mark.parametrize(
    ("rate", "unit"), [("7.46", Decimal(1)), ("746.05", Decimal(100)), ("3", None)]
)
def test_a_rate_per_hundred_is_told_by_the_amounts(
    rate: str, unit: Decimal | None
) -> None:
    inside = (
        '<AmtDtls><InstdAmt><Amt Ccy="EUR">100.00</Amt></InstdAmt><TxAmt>'
        '<Amt Ccy="DKK">746.05</Amt><CcyXchg><SrcCcy>EUR</SrcCcy><TrgtCcy>DKK</TrgtCcy>'
        f"<XchgRate>{rate}</XchgRate></CcyXchg></TxAmt></AmtDtls>"
    )
    entry = made.entry(
        "746.05", inside=f"<NtryDtls><TxDtls>{inside}</TxDtls></NtryDtls>"
    )
    detail = first_entry(made.camt(made.statement([entry]))).details[0]
    assert detail.amount == Decimal("746.05")
    assert detail.instructed == Money(Decimal("100.00"), "EUR")
    assert detail.exchange == Exchange("EUR", "DKK", Decimal(rate), unit)


def test_charges_stand_in_records_or_by_themselves() -> None:
    records = (
        '<Chrgs><TtlChrgsAndTaxAmt Ccy="DKK">3.00</TtlChrgsAndTaxAmt><Rcrd>'
        '<Amt Ccy="DKK">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>'
        "<ChrgInclInd>true</ChrgInclInd><Tp><Prtry><Id>31</Id></Prtry></Tp></Rcrd>"
        '<Rcrd><Amt Ccy="DKK">2.00</Amt></Rcrd></Chrgs>'
    )
    alone = '<Chrgs><Amt Ccy="EUR">5.00</Amt><Tp><Cd>COMM</Cd></Tp></Chrgs>'
    assert first_detail(records).charges == (
        Charge(Decimal("1.00"), "DKK", Direction.DEBIT, included=True, kind="31"),
        Charge(Decimal("2.00"), "DKK", None, included=None),
    )
    assert first_detail(alone).charges == (
        Charge(Decimal("5.00"), "EUR", None, included=None, kind="COMM"),
    )


def test_the_calendar_date_is_the_banks_own() -> None:
    late = made.entry().replace(
        "<BookgDt><Dt>2026-03-02</Dt>",
        "<BookgDt><DtTm>2026-03-01T23:30:00-08:00</DtTm>",
    )
    entry = first_entry(made.camt(made.statement([late])))
    assert entry.booking_date == date(2026, 3, 1)
    assert entry.value_date == date(2026, 3, 2)


def test_lines_are_those_of_the_file() -> None:
    data = made.camt(made.statement([made.entry(), made.entry("x"), made.entry()]))
    values = list(read(io.BytesIO(data)))
    lines = data.decode().split("\n")
    assert [
        lines[each.line - 1][:6]
        for each in values
        if isinstance(each, Entry) and each.line
    ] == [
        "<Ntry>",
        "<Ntry>",
    ]
    refused = next(each for each in values if isinstance(each, Finding))
    assert refused.line is not None
    assert ">x<" in lines[refused.line - 1]
    assert refused.path == "Stmt[1]/Ntry[2]/Amt"


def only_detail(*lines: str) -> Detail:
    closing = ":62F:C260302EUR110,00"
    data = made.mt940(":61:2603020302C10,00NTRFREF1//B1", *lines, closing)
    return first_entry(data).details[0]


def test_numbered_parts_of_field_86() -> None:
    detail = only_detail(
        ":86:166?00GUTSCHRIFT?109310?20EREF+E-1 MREF+M-1?21SVWZ+Rechnung 1",
        "2 und mehr?30TESTDEFF?31DE89370400440532013000?32Tømrer?33 Nord?34888",
    )
    assert detail.end_to_end_id == "E-1"
    assert detail.mandate_id == "M-1"
    assert detail.remittance == "Rechnung 12 und mehr"
    assert detail.counterparty == Party(
        "Tømrer Nord", "DE89370400440532013000", "TESTDEFF"
    )
    assert detail.bank_transaction_code == "166"
    assert detail.additional_information == "GUTSCHRIFT"


def test_named_parts_of_field_86() -> None:
    detail = only_detail(
        ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAM",
        "E/They/REMI/Invoice 12/EREF/E-1",
    )
    assert detail.counterparty == Party("They", "NL91ABNA0417164300", "ABNANL2A")
    assert detail.remittance == "Invoice 12"
    assert detail.end_to_end_id == "E-1"
    assert detail.additional_information == "SEPA OVERBOEKING"


def test_plain_lines_of_field_86_stay_lines() -> None:
    assert only_detail(":86:First line", " second / line ").remittance == (
        "First line\nsecond / line"
    )


@pytest.mark.parametrize(
    ("text", "direction", "reversal", "booked"),
    [
        ("2601021231C1,00NTRFX", Direction.CREDIT, False, date(2025, 12, 31)),
        ("2512310102D1,00NTRFX", Direction.DEBIT, False, date(2026, 1, 2)),
        ("260102CR1,00NTRFX", Direction.CREDIT, False, None),
        ("260102RC1,NTRFX", Direction.DEBIT, True, None),
        ("260102RDR1,00NTRFX", Direction.CREDIT, True, None),
        ("260102    D1,00NTRFX", Direction.DEBIT, False, None),
    ],
)
def test_statement_lines_of_mt940(
    text: str, direction: Direction, *, reversal: bool, booked: date | None
) -> None:
    entry = first_entry(made.mt940(f":61:{text}", ":62F:C260302EUR1,00"))
    assert (entry.amount, entry.currency) == (1, "EUR")
    assert (entry.direction, entry.reversal) == (direction, reversal)
    assert entry.booking_date == booked
    assert entry.reference == "X"


def test_a_letter_in_windows_1252_is_read_beside_utf_8() -> None:
    data = made.mt940(":61:260302C1,00NTRFX", ":86:pl", ":62F:C260302EUR1,00")
    latin = first_entry(data.replace(b":pl", b":\xf8l \x80"))
    plain = first_entry(data.replace(b":pl", ":øl €".encode()))
    assert latin.details[0].remittance == plain.details[0].remittance == "øl €"


@pytest.mark.parametrize("version", [f"{each:02}" for each in range(1, 15)])
@pytest.mark.parametrize(
    ("message", "body"),
    [
        ("camt.052", "BkToCstmrAcctRpt"),
        ("camt.053", "BkToCstmrStmt"),
        ("camt.054", "BkToCstmrDbtCdtNtfctn"),
        ("pain.001", "CstmrCdtTrfInitn"),
        ("pain.002", "CstmrPmtStsRpt"),
    ],
)
def test_every_version_is_known_by_its_namespace(
    message: str, body: str, version: str
) -> None:
    full = f"{message}.001.{version}"
    head = f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{full}"><{body}>'
    assert detect(head.encode()) == Detected(message, full, "utf-8")
    national = f'<Document xmlns="http://example.org/de/{full}.ch.02.xsd"><{body}>'
    assert detect(national.encode()).version == f"{full}.ch.02"


def test_the_name_of_a_file_tells_nothing() -> None:
    data = made.camt(made.statement())
    assert detect(data, "statement.mt940") == detect(data, "x.xml") == detect(data)


def test_a_stream_is_read_from_where_it_stands_and_need_not_seek() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self, data: bytes) -> None:
            super().__init__()
            self.inner = io.BytesIO(data)

        def read(self, size: int = -1) -> bytes:
            return self.inner.read(size)

    data = made.camt(made.statement([made.entry()]))
    told: list[int] = []
    whole = list(read(Pipe(data), progress=told.append))  # type: ignore[arg-type]
    later = io.BytesIO(b"junk" + data)
    later.seek(4)
    assert list(read(later)) == whole
    assert told[-1] == len(data)
    assert isinstance(whole[0], FileHeader)
    assert isinstance(whole[1], StatementHeader)


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1"])
def test_blanks_before_the_declaration_move_the_lines_and_nothing_else(
    encoding: str,
) -> None:
    prolog = f'<?xml version="1.0" encoding="{encoding}"?>\n'
    text = made.camt(made.statement([made.entry(inside="<Nm>é</Nm>")]), prolog=prolog)
    data = text.decode().encode(encoding)
    usual, late = (list(read(io.BytesIO(blank + data))) for blank in (b"", b"\r\n "))
    assert [_unplaced(value) for value in late] == [_unplaced(one) for one in usual]
    (before,), (after,) = (
        [value.line for value in values if isinstance(value, Entry)]
        for values in (usual, late)
    )
    assert (before, after) == (before, (before or 0) + 1)


def _unplaced(value: Value) -> str:
    return re.sub(r"\bline=\d+", "", repr(value))


def test_inspect_says_what_the_contract_says() -> None:
    one = made.statement([made.entry()], head=made.balance("CLBD", "10.00"))
    picture = inspect(io.BytesIO(made.camt(one)), "a.xml")
    assert list(picture) == [
        "file",
        "sha256",
        "size",
        "format",
        "version",
        "messageId",
        "created",
        "statements",
        "findings",
    ]
    assert picture["statements"][0]["credits"] == "10.00"
    assert picture["findings"] == []
