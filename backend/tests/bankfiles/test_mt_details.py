"""What field :86: says, in the dialects of many banks."""

from __future__ import annotations

import io

import pytest

from bankfiles import Detail, Entry, Party, read
from tests.bankfiles import made

THEIRS = "NL91ABNA0417164300"
ENTRY = ":61:2603020302C10,00NTRFREF1//B1"


def details_of(*lines: str) -> tuple[Detail, ...]:
    data = made.mt940(ENTRY, *lines, ":62F:C260302EUR110,00")
    (entry,) = (each for each in read(io.BytesIO(data)) if isinstance(each, Entry))
    return entry.details


@pytest.mark.parametrize(
    ("lines", "remittance", "name"),
    [
        ((":86:GIRO 1", ":86: SECOND", "THIRD", ":86:"), "GIRO 1\nSECOND\nTHIRD", None),
        ((":86:150", ":86:150~00VE02~20Invoice~32They"), "Invoice", "They"),
        ((":86:166?20Invoice?32They", ":86:and more"), "Invoice\nand more", "They"),
        ((":86:166?20One?32They", ":86:166?20Two?32They"), "One\nTwo", "They"),
        ((":86:166?32They", ":86:166?32Others"), "166?32Others", "They"),
        ((":86:/REMI/Invoice/", ":86:/NAME/They/IBAN/X/"), "Invoice", "They"),
        ((":86:", ":86:x"), "x", None),
    ],
)
def test_all_texts_of_an_entry_are_one_detail(
    lines: tuple[str, ...], remittance: str, name: str | None
) -> None:
    (detail,) = details_of(*lines)
    party = detail.counterparty or Party()
    assert (detail.remittance, party.name, detail.line) == (remittance, name, 6)


def test_blank_texts_are_no_detail() -> None:
    assert details_of(":86:", ":86: ") == ()


@pytest.mark.parametrize(
    ("text", "party", "remittance", "reference"),
    [
        (
            "/EREF/E-1//CNTP/NL91ABNA0417164300/ABNANL2A/They/Delft///REMI/USTD//1101/30590/",
            Party("They", "NL91ABNA0417164300", "ABNANL2A"),
            "1101/30590",
            (None, None),
        ),
        (
            "/EREF/E-1//CNTP//ABNANL2A/They///REMI/STRD/CUR/9001123412341234/",
            Party("They", None, "ABNANL2A"),
            None,
            ("CUR", "9001123412341234"),
        ),
        (
            "/CNTP/NL91ABNA0417164300////EREF/E-1/REMI/STRD/RF18539007547034/",
            Party(None, "NL91ABNA0417164300", None),
            None,
            (None, "RF18539007547034"),
        ),
        (
            "/EREF/E-1/REMI/STRD/ISO/RF18539007547034/",
            None,
            None,
            ("ISO", "RF18539007547034"),
        ),
    ],
)
def test_the_other_side_and_the_reference_of_dutch_banks(
    text: str,
    party: Party | None,
    remittance: str | None,
    reference: tuple[str | None, str | None],
) -> None:
    lines = [text[begin : begin + 65] for begin in range(0, len(text), 65)]
    (detail,) = details_of(":86:" + lines[0], *lines[1:])
    assert detail.end_to_end_id == "E-1"
    assert (detail.counterparty, detail.remittance) == (party, remittance)
    assert (detail.reference_type, detail.reference) == reference


@pytest.mark.parametrize(
    ("lines", "party"),
    [
        ((THEIRS, ":86:/NAME/They/"), Party("They", THEIRS)),
        (("NL91 ABNA 0417 1643 00",), Party(None, THEIRS)),
        ((THEIRS, ":86:/IBAN/X/"), Party(None, "X")),
        ((THEIRS[:-1] + "1", ":86:x"), None),
        (("0000000000", ":86:x"), None),
    ],
)
def test_the_account_of_the_other_side_may_stand_with_the_entry(
    lines: tuple[str, ...], party: Party | None
) -> None:
    (detail,) = details_of(*lines)
    assert detail.counterparty == party


@pytest.mark.parametrize(
    ("lines", "party", "remittance"),
    [
        ((":86:>20Invoice>21 1>31123>32They",), Party("They", "123"), "Invoice 1"),
        (
            (":86:<00TRANSFER<20Invoice", "<31123<32They"),
            Party("They", "123"),
            "Invoice",
        ),
        ((":86:+20Invoice+31123+32They",), Party("They", "123"), "Invoice"),
        (
            (f":86:020~00X~20Invoice~31123~32They~38{THEIRS}",),
            Party("They", THEIRS),
            "Invoice",
        ),
        ((":86:020~20Invoice~31123~38456",), Party(None, "123"), "Invoice"),
        ((":86:+20 call +4512345678",), None, "+20 call +4512345678"),
        ((":86:?20only one",), None, "?20only one"),
        (
            (":86:Invoice 1", "and 2", f"REK: {THEIRS}/NAAM: They and", " others"),
            Party("They and others", THEIRS),
            "Invoice 1\nand 2",
        ),
        ((":86:REK: a bill", "x"), None, "REK: a bill\nx"),
        (
            (":86:/ORDP/530500003804588", "/They", "/00//00", "/Invoice 1"),
            Party("They", "530500003804588"),
            "00//00\nInvoice 1",
        ),
        (
            (":86:/BENM/5305", "/NAME/They/REMI/Invoice"),
            Party("They", None),
            "Invoice",
        ),
    ],
)
def test_other_dialects(
    lines: tuple[str, ...], party: Party | None, remittance: str
) -> None:
    (detail,) = details_of(*lines)
    assert (detail.counterparty, detail.remittance) == (party, remittance)
