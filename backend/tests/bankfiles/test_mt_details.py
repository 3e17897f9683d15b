"""What field :86: says, in the dialects of many banks."""

from __future__ import annotations

import io
from collections.abc import Callable

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


COLUMNAR = (
    ":86:SEPA OVERBOEKING                 IBAN: NL91ABNA0417164300        ",
    "BIC: ABNANL2A                    NAAM: Bakkerij De Gouden Aar B.V.",
    "OMSCHRIJVING: FACTUUR 2026-0088  KENMERK: E2E-1",
)
BAKER = Party("Bakkerij De Gouden Aar B.V.", THEIRS, "ABNANL2A")


def single_spaced(lines: tuple[str, ...]) -> tuple[str, ...]:
    return (" ".join(" ".join(lines).split()),)


def one_column_a_line(lines: tuple[str, ...]) -> tuple[str, ...]:
    text = [each.removeprefix(":86:") for each in lines]
    cells = [cell for each in text for cell in (each[:32].rstrip(), each[33:].rstrip())]
    return (f":86:{cells[0]}", *cells[1:])


@pytest.mark.parametrize("form", [tuple, single_spaced, one_column_a_line])
@pytest.mark.parametrize("blank", ["", " "])
def test_parts_in_columns_are_taken_apart(
    form: Callable[[tuple[str, ...]], tuple[str, ...]], blank: str
) -> None:
    first, *rest = form(COLUMNAR)
    (detail,) = details_of(first.replace(":86:", f":86:{blank}"), *rest)
    assert detail.counterparty == BAKER
    assert (detail.remittance, detail.end_to_end_id) == ("FACTUUR 2026-0088", "E2E-1")
    assert detail.additional_information == "SEPA OVERBOEKING"


@pytest.mark.parametrize(
    ("lines", "remittance", "name"),
    [
        (
            ("NAAM: Bakkerij", "OMSCHRIJVING: Betaling van factuur 20260088"),
            "Betaling van factuur 20260088",
            "Bakkerij",
        ),
        (
            ("NAAM: Bakkerij", "OMSCHRIJVING: Betaling van factu", "ur 20260088"),
            "Betaling van factuur 20260088",
            "Bakkerij",
        ),
        (
            ("NAAM: Bakkerij", "OMSCHRIJVING: Betaling van fact", "ur 20260088"),
            "Betaling van fact ur 20260088",
            "Bakkerij",
        ),
        (
            ("NAAM: Stichting De Gouden Arend", "OMSCHRIJVING: zie NAAM: hierboven"),
            "zie NAAM: hierboven",
            "Stichting De Gouden Arend",
        ),
        (
            ("NAAM: Stichting De Gouden Arende", "OMSCHRIJVING: x"),
            "x",
            "Stichting De Gouden Arende",
        ),
    ],
)
def test_a_text_goes_on_from_column_to_column(
    lines: tuple[str, ...], remittance: str, name: str
) -> None:
    (detail,) = details_of(":86:SEPA OVERBOEKING", *lines)
    assert (detail.remittance, detail.counterparty) == (remittance, Party(name))


def test_a_direct_debit_in_columns_tells_mandate_and_creditor() -> None:
    (detail,) = details_of(
        ":86:SEPA INCASSO ALGEMEEN DOORLOPEND INCASSANT: NL00ZZZ000000000000",
        "NAAM: Water                      MACHTIGING: M-1",
        "BETALINGSKENM.: 1234567890123456 IBAN: NL91ABNA0417164300",
    )
    assert detail.counterparty == Party("Water", THEIRS)
    told = (detail.mandate_id, detail.reference, detail.remittance)
    assert told == ("M-1", "1234567890123456", None)
    assert detail.additional_information == (
        "SEPA INCASSO ALGEMEEN DOORLOPEND\nINCASSANT: NL00ZZZ000000000000"
    )


@pytest.mark.parametrize("blank", ["", " ", "  "])
@pytest.mark.parametrize(
    "lines",
    [
        (":86:166?00Credit?20Invoice 1?30ABNANL2A?31NL91ABNA0417164300?32They",),
        (":86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/",
         "They/REMI/Invoice 1/EREF/NOTPROVIDED"),
    ],
)  # fmt: skip
def test_a_blank_before_the_text_changes_nothing(
    lines: tuple[str, ...], blank: str
) -> None:
    first, *rest = lines
    (detail,) = details_of(first.replace(":86:", f":86:{blank}"), *rest)
    assert detail.counterparty == Party("They", THEIRS, "ABNANL2A")
    assert detail.remittance == "Invoice 1"


def test_plain_words_are_no_columns() -> None:
    (detail,) = details_of(":86:SEPA payment", "for invoice 1")
    assert detail.remittance == "SEPA payment\nfor invoice 1"
