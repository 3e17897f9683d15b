"""MT940 and MT942 as banks write them, where they leave the book."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bankfiles import (
    Entry,
    FileHeader,
    Limits,
    TooLarge,
    UnsupportedFormat,
    Value,
    detect,
    inspect,
    read,
    statement_digests,
)
from bankfiles._mt_read import read_mt

HEAD = (":20:REF1", ":25:DE89370400440532013000", ":28C:1/1", ":60F:C240101EUR100,00")
NEXT = (":20:NEXT", ":25:1", ":60F:C240102EUR110,", ":62F:C240102EUR110,")
TEN, ONE, NINE = (f":61:2401020102C{each},00NTRFNONREF" for each in (10, 1, 9))
CLOSING = ":62F:C240102EUR110,00"
PADDING = " " * 65


def written(*lines: str, end: str = "\r\n") -> bytes:
    return end.join([*lines, ""]).encode()


def in_pieces(data: bytes, size: int) -> Iterator[bytes]:
    """The data as it comes through a slow line; what tells its kind comes first."""
    yield data[:64]
    for begin in range(64, len(data), size):
        yield data[begin : begin + size]


def picture_of(data: bytes) -> dict[str, Any]:
    """What `inspect` shows, once the file is read alike in pieces of any size."""
    picture = inspect(io.BytesIO(data), "a.sta")
    whole = read_values([data], picture["format"])
    for size in (1, 7, 37):
        assert read_values(in_pieces(data, size), picture["format"]) == whole
    return picture


def read_values(blocks: Any, kind: str) -> list[Value]:
    return list(read_mt(blocks, FileHeader(kind), Limits()))


def entries_of(data: bytes) -> list[Entry]:
    return [each for each in read(io.BytesIO(data)) if isinstance(each, Entry)]


def codes_of(picture: dict[str, Any]) -> set[str]:
    return {each["code"] for each in picture["findings"]}


@pytest.mark.parametrize(
    "second",
    [
        (":20:NEXT", ":21:", *NEXT[1:]),
        (":20:NEXT", ":13C:x", *NEXT[1:]),
        (":20:NEXT", "", *NEXT[1:]),
        (":20:NEXT", "", "", ":21:", *NEXT[1:]),
        (":20:NEXT", *[PADDING] * 150, *NEXT[1:]),
    ],
    ids=["an empty field", "an unknown field", "a blank line", "more", "very many"],
)
@pytest.mark.parametrize("text", [(), (":86:info",), (":86:info", "and more")])
def test_a_statement_behind_a_closing_text_is_one(
    text: tuple[str, ...], second: tuple[str, ...]
) -> None:
    picture = picture_of(written(*HEAD, TEN, ":86:x", CLOSING, *text, *second))
    first, other = picture["statements"]
    assert (first["entries"], first["balanced"]) == (1, True)
    assert (other["id"], other["account"]["other"]) == ("NEXT", "1")
    assert "statement_unfinished" not in codes_of(picture)


@pytest.mark.parametrize("end", ["\r\n\r\n", "\r\r\n", "\n\n"])
def test_a_double_spaced_file_loses_nothing(end: str) -> None:
    message = (*HEAD, TEN, ":86:x", "y", CLOSING, ":86:info")
    picture = picture_of(written(*message, *message, *message, end=end))
    statements = picture["statements"]
    assert [each["entries"] for each in statements] == [1, 1, 1]
    assert [each["balanced"] for each in statements] == [True, True, True]
    assert {each["sequence"] for each in statements} == {"1/1"}


@pytest.mark.parametrize(
    "lines",
    [
        (NINE, ":86:x", "-", PADDING, ONE, ":86:y"),
        (NINE, ":86:x", PADDING, "-", "- ", PADDING, "", ONE, ":86:y"),
        (NINE, ":86:x", "-", "and on", "}", "and on", ONE, ":86:y", "-"),
        (NINE, "-", ":86:x", ONE, "-", "and on"),
        (NINE, ":86:x", "-årsafgift", ONE, "-å 1"),
        (NINE, ":86:x", "-", "MUENCHEN", ONE, ":86:y"),
    ],
)
def test_a_hyphen_in_a_text_is_no_end(lines: tuple[str, ...]) -> None:
    picture = picture_of(written(*HEAD, *lines, CLOSING, "-"))
    (statement,) = picture["statements"]
    assert (statement["entries"], statement["balanced"]) == (2, True)
    assert picture["findings"] == []


@pytest.mark.parametrize(
    "between",
    [
        ("-",),
        ("-", "", "-"),
        ("-", PADDING),
        ("-}{5:{CHK:0}}", "{1:F01TESTDKKKAXXX0000000000}{2:I942TESTXXXXXXXXN}{4:"),
        ("-", "ABNANL2A", "942", "ABNANL2A"),
        ("-", "0000 01INGBNL2AXXXX00001", "942 01"),
        ("-", ":942:"),
    ],
)
def test_an_end_mark_ends_a_message_without_closing_balance(
    between: tuple[str, ...],
) -> None:
    message = (":25:1", ":28C:1", ":34F:EUR0,", TEN, ":86:x")
    picture = picture_of(written(":20:M1", *message, *between, ":20:M3", *message))
    assert [each["entries"] for each in picture["statements"]] == [1, 1]


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("C240102EUR1100,00", "1100.00"),
        ("C240102EUR1 100,00", "1100.00"),
        ("C240102EUR1'100,00", "1100.00"),
        ("C240102EUR1.100,00", "1100.00"),
        ("C240102EUR12.001.100,", "12001100"),
        ("C240102 EUR ,50  ", "0.50"),
        ("D240102EUR,0", "0.0"),
        ("C240102INR11 27421,94", ""),
        ("C240102EUR1.100.00", ""),
        ("C240102EUR1,100,00", ""),
        ("C240102EUR100,00x", ""),
        ("C240102EUR" + " " * 60_000 + "x", ""),
    ],
)
def test_a_balance_is_whole_or_unreadable(said: str, amount: str) -> None:
    picture = inspect(io.BytesIO(written(*HEAD, f":62F:{said}", "-")), "a.sta")
    closing = picture["statements"][0]["closing"]
    if amount == "":
        assert closing is None
        assert "balance_unreadable" in codes_of(picture)
    else:
        assert closing["amount"] == amount


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("C1.010,00NTRFX", "1010.00"),
        ("C1'000,00NTRFX", "1000.00"),
        ("C1 000,00 NTRFX", "1000.00"),
        ("C,50NTRFX", "0.50"),
        ("C1.010NTRFX", "1.010"),
        ("C10,00 12345", "10.00"),
        ("C11 27421,94NTRFX", None),
        ("C1 000NTRFX", None),
        ("C1.010.00NTRFX", None),
        ("C1,010,00NTRFX", None),
    ],
)
def test_an_entry_has_its_whole_amount_or_is_left_out(
    said: str, amount: str | None
) -> None:
    data = written(*HEAD, f":61:2401020102{said}", CLOSING, "-")
    assert [str(each.amount) for each in entries_of(data)] == [amount][: bool(amount)]
    codes = codes_of(picture_of(data))
    assert ("line_unreadable" in codes) is (amount is None)


def test_a_balance_without_currency_is_in_that_of_the_opening() -> None:
    opening, closing = ":60F:C020315DEM0,00", ":62M:C020315105000,00"
    second = (*HEAD[:3], ":60M:C020315105000,00", ":62F:unreadable", "-")
    picture = picture_of(
        written(*HEAD[:3], opening, ":61:020315C105000,NTRFX", closing, "-", *second)
    )
    first, second_page = picture["statements"]
    assert first["closing"]["amount"] == "105000.00"
    assert (first["balanced"], first["currency"]) == (True, "DEM")
    assert (second_page["opening"]["code"], second_page["closing"]) == ("ITBD", None)
    assert "balance_currency_missing" in codes_of(picture)


def test_a_field_of_the_bank_may_have_many_lines() -> None:
    picture = picture_of(written(*HEAD, ":NS:22A", "23B", "24C", ":62F:C240102EUR100,"))
    assert picture["findings"] == []


SECOND = (":25:DE02120300000000202051", ":28C:1/1", ":60F:C240101EUR5,00", ONE)


@pytest.mark.parametrize("reference", [(":20:REF1",), ()])
@pytest.mark.parametrize("text", [(), (":86:info",)])
def test_every_statement_of_a_message_is_one(
    reference: tuple[str, ...], text: tuple[str, ...]
) -> None:
    first = (*reference, *HEAD[1:], TEN, CLOSING, *text)
    data = written(*first, *SECOND, ":62F:C240102EUR6,00", "-")
    one, other = picture_of(data)["statements"]
    assert [each["account"]["iban"] for each in (one, other)] == [
        "DE89370400440532013000",
        "DE02120300000000202051",
    ]
    assert (one["entries"], one["balanced"]) == (1, True)
    assert (other["entries"], other["balanced"]) == (1, True)
    assert other["id"] == one["id"] == ("REF1" if reference else None)


def test_an_interim_balance_begins_no_statement() -> None:
    pages = (":62M:C240102EUR110,00", ":60M:C240102EUR110,00", ONE)
    picture = picture_of(written(*HEAD, TEN, *pages, ":62F:C240102EUR111,00"))
    (statement,) = picture["statements"]
    assert (statement["entries"], statement["balanced"]) == (2, True)


BLOCK = "{1:F01TESTDKKKAXXX0000000000}{2:I940TESTXXXXXXXXN}{4:"


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ((BLOCK, *HEAD, TEN, CLOSING), {"end_mark_missing"}),
        ((BLOCK, *HEAD, TEN, f"{CLOSING}-}}"), set()),
        ((BLOCK, *HEAD, TEN, f"{CLOSING}-}}{{5:{{CHK:0}}}} "), set()),
        ((BLOCK, *HEAD, TEN, CLOSING, " -}"), set()),
        ((BLOCK, *HEAD, TEN, CLOSING, ":86:info-}"), {"statement_text"}),
        (
            (BLOCK, *HEAD, TEN, f"{CLOSING}-}}", BLOCK, *HEAD, TEN, f"{CLOSING}-}}"),
            set(),
        ),
        ((BLOCK, *HEAD, TEN), {"statement_unfinished"}),
        ((BLOCK, *HEAD, TEN, "-}"), {"statement_unfinished"}),
    ],
)
def test_an_end_mark_may_be_missing_or_hidden(
    lines: tuple[str, ...], codes: set[str]
) -> None:
    picture = picture_of(written(*lines))
    assert codes_of(picture) == codes
    balanced = {each["balanced"] for each in picture["statements"]}
    assert balanced == ({None} if codes == {"statement_unfinished"} else {True})


THOUSAND = ":61:2401020102C1.010,00NTRFX"
REPORT = (":20:M1", ":25:1", ":28C:1", ":34F:EUR0,", TEN, "-")


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ((*HEAD, TEN, CLOSING, "-", *REPORT), set()),
        ((*REPORT, *HEAD, TEN, CLOSING, "-"), set()),
        ((*HEAD, ":34F:EUR0,", TEN, ":90C:1EUR10,00", "-"), set()),
        ((*REPORT[:4], THOUSAND, ":90C:1EUR1.010,00", "-"), set()),
        ((*REPORT[:4], THOUSAND, ":90C:1EUR1 011,", "-"), {"sum_differs"}),
        ((BLOCK.replace("940", "942"), *HEAD, TEN, "-}"), set()),
        ((*REPORT, *HEAD, TEN, "-"), {"statement_unfinished"}),
        ((*HEAD, ":13D:2401021730+0100", TEN, "-"), {"statement_unfinished"}),
    ],
)
def test_each_message_has_the_balances_of_its_kind(
    lines: tuple[str, ...], codes: set[str]
) -> None:
    assert codes_of(picture_of(written(*lines))) == codes


@pytest.mark.parametrize("lead", ["@@", ""])
def test_the_old_line_end_is_one(lead: str) -> None:
    lines = (*HEAD, ":61:2401020102CR10,00NMSCNONREF", ":86:177?00A@B", "?20C")
    data = lead.encode() + written(*lines, CLOSING, "-", end="@@")
    picture = picture_of(data)
    (statement,) = picture["statements"]
    assert (picture["format"], picture["findings"]) == ("mt940", [])
    assert (statement["entries"], statement["balanced"]) == (1, True)
    (entry,) = entries_of(data)
    assert entry.details[0].additional_information == "A@B"
    with pytest.raises(TooLarge):
        list(read(io.BytesIO(data + b"x" * 200 * 1024)))
    assert len(entries_of(data * 2000)) == 2000


@pytest.mark.parametrize(
    ("line", "kind", "reference", "amount"),
    [
        (":61:240102D10,00NOV NONREF", "NOV", "NONREF", "10.00"),
        (":61:240102D10,00NONREF", None, "NONREF", "10.00"),
        (":61:240102D10,00MCI0NONREF//1", "MCI0", "NONREF", "10.00"),
        (":61:240102D10,00EREF1", None, "EREF1", "10.00"),
        (":61: 240102D10,00NTRFX", "NTRF", "X", "10.00"),
        (":61:2401020102DR\r\n10,00NTRFX", "NTRF", "X", "10.00"),
        (":61:2401020102drNTRFX\r\n10,00", None, None, None),
        (":61:2401020102d10,00NTRFX", "NTRF", "X", "10.00"),
        (":61:2401020102ed10,00NTRFX", "NTRF", "X", "10.00"),
        ("\t:61:240102D10,00NTRFX", "NTRF", "X", "10.00"),
    ],
)
def test_a_statement_line_off_the_book_is_read(
    line: str, kind: str | None, reference: str | None, amount: str | None
) -> None:
    data = written(*HEAD, line, ":86:x", CLOSING, "-")
    codes = codes_of(picture_of(data))
    if amount is None:
        assert "line_unreadable" in codes
        return
    (entry,) = entries_of(data)
    assert (entry.bank_transaction_code, entry.reference) == (kind, reference)
    assert (str(entry.amount), entry.direction) == (amount, "DBIT")
    assert entry.additional_information is None
    assert ("reference_missing" in codes) is (kind is None)


def indented(line: str) -> str:
    return f" \t{line}" if line[:1] in ":-" else line


@pytest.mark.parametrize(
    "shape",
    [
        indented,
        lambda line: line.replace(":86:", ":86: ").replace("2:C", "2:c"),
        lambda line: line.replace(":60F:", ":60f:").replace(":62F:", ":62f:"),
        lambda line: line.replace(":60F:", ":60:").replace(":62F:", ":62:"),
        lambda line: line.replace(":60F:", ":60F: ").replace(":62F:", ":62F: "),
        lambda line: line.replace(":61:", ":61: "),
        lambda line: line.replace("-", "-XXX"),
        lambda line: "ä1:F01åä2:I940åä4:\r\n:20:REF1" if line == HEAD[0] else line,
        lambda line: line.replace("-", "-å"),
        lambda line: (
            f"{line.replace(':25:', ':25P:')}\r\nCOBADEFFXXX"
            if ":25:" in line
            else line
        ),
        lambda line: line.replace("-", "-\r\n" + "\0" * 100_000),
    ],
)
def test_a_statement_off_the_book_is_read(shape: Callable[[str], str]) -> None:
    lines = map(
        shape, (*HEAD, TEN, ":86:x", ONE, ":86:y", ":62F:C240102EUR111,00", "-")
    )
    picture = inspect(io.BytesIO(written(*lines)), "a.sta")
    assert (picture["format"], picture["findings"]) == ("mt940", [])
    (statement,) = picture["statements"]
    assert (statement["entries"], statement["balanced"]) == (2, True)


def test_a_text_that_is_like_a_field_is_text() -> None:
    texts = (":62:Carl", ":60:C24", " :62F:C240102EUR1,00", ":25: apples", ":20:15 too")
    data = written(*HEAD, TEN, ":86:x", *texts, CLOSING, "-")
    assert codes_of(picture_of(data)) == set()
    assert (entries_of(data)[0].details[0].remittance or "").count("\n") == len(texts)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_statement_in_utf_16_is_read(encoding: str) -> None:
    text = "\ufeff" + written(*HEAD, TEN, ":86:Tømrer €", CLOSING, "-").decode()
    data = text.encode(encoding)
    assert (detect(data).format, detect(data).encoding) == ("mt940", encoding)
    assert inspect(io.BytesIO(data), "a.sta")["statements"][0]["balanced"] is True
    assert entries_of(data)[0].details[0].remittance == "Tømrer €"
    assert len(list(statement_digests(io.BytesIO(data)))) == 1
    assert detect("\ufeffNo bank file".encode(encoding)).format == "unknown"


@pytest.mark.parametrize(
    ("said", "iban", "other", "currency"),
    [
        ("/PL61109010140000071219812874", "PL61109010140000071219812874", None, "EUR"),
        ("COBADEFF/DE89370400440532013000", "DE89370400440532013000", None, "EUR"),
        ("/DE89 3704 0044 0532 0130 00 DKK", "DE89370400440532013000", None, "DKK"),
        ("COBADEFF/DE89370400440532013000DKK", "DE89370400440532013000", None, "DKK"),
        (
            "MU17BOMM0101101030300200000MUR",
            "MU17BOMM0101101030300200000MUR",
            None,
            "EUR",
        ),
        ("DE00370400440532013000DKK", "DE00370400440532013000", None, "DKK"),
        ("12345678/1020304050DKK", None, "12345678/1020304050", "DKK"),
        ("/12345678", None, "12345678", "EUR"),
    ],
)
def test_the_account_is_told_from_what_stands_around_it(
    said: str, iban: str | None, other: str | None, currency: str
) -> None:
    lines = (HEAD[0], f":25:{said}", *HEAD[2:], TEN, CLOSING, "-")
    (statement,) = picture_of(written(*lines))["statements"]
    assert statement["account"] == {"iban": iban, "other": other}
    assert statement["currency"] == currency


SUMS = (":90D:1EUR5,00", ":90C:2EUR15,00")


@pytest.mark.parametrize(
    "lines",
    [
        (BLOCK.replace("940", "941"), *HEAD, *SUMS, CLOSING, "-}"),
        (BLOCK.replace("940", "941"), *HEAD, CLOSING, "-}"),
        (*HEAD, *SUMS, CLOSING, "-"),
        (*HEAD[:3], ":13D:2401021200+0100", HEAD[3], CLOSING, ":64:C240102EUR9,00"),
    ],
)
def test_a_message_of_balances_alone_is_an_interim_report(
    lines: tuple[str, ...],
) -> None:
    picture = picture_of(written(*lines))
    (statement,) = picture["statements"]
    assert (picture["format"], picture["version"]) == ("mt942", "MT941")
    assert (statement["balanced"], picture["findings"]) == (None, [])
    assert statement["closing"]["amount"] == "110.00"


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (
            (BLOCK, *HEAD, *SUMS, CLOSING, "-}"),
            {"does_not_balance", "count_differs", "sum_differs"},
        ),
        ((*HEAD, CLOSING, "-"), {"does_not_balance"}),
        ((*HEAD, ":13D:2401021200+0100", ":62F:C240102EUR100,00", "-"), set()),
        ((*HEAD, ":90C:0EUR0,00", ":62F:C240102EUR100,00", "-"), set()),
        ((*HEAD, TEN, ":90C:1EUR10,00", CLOSING, "-"), set()),
    ],
)
def test_a_statement_without_entries_is_one(
    lines: tuple[str, ...], codes: set[str]
) -> None:
    picture = picture_of(written(*lines))
    assert (picture["format"], codes_of(picture)) == ("mt940", codes)


def test_an_advice_of_a_single_entry_is_named() -> None:
    advice = (
        ":20:REF1",
        ":21:X",
        ":25:1",
        ":32A:240102EUR10,00",
        ":52A:TESTDKKK",
        "-}",
    )
    data = written("{1:F01TESTDKKKAXXX0000000000}{2:O9100900}{4:", *advice)
    assert detect(data).format == "unknown"
    with pytest.raises(UnsupportedFormat, match="MT900 or MT910"):
        list(read(io.BytesIO(data)))
    assert detect(written(*advice, *HEAD)).format == "mt940"


@pytest.mark.parametrize(
    "line",
    [
        ":60F:C240101EUR" + "1 " * 30_000,
        ":61:2401020102C" + "1 000 " * 10_000,
        ":61:2401020102C1" + " " * 60_000 + "x",
        ":61:2401020102C10,00NTRFX\r\n:86:" + "+20" * 20_000 + "+45",
        ":61:2401020102C10,00NTRFX\r\n:86:" + "/EREF" * 12_000,
        ":61:2401020102C10,00NTRFX\r\n:86:" + "REK: " * 12_000,
        ":61:2401020102C10,00NTRFX\r\n:86:x" + "\r\nREK: " * 1_900,
        ":62F:C240102EUR" + "x-}{5:" * 10_000,
        ":62F:C240102EUR110,00" + "x-} " * 15_000,
        "-" + " " * 60_000 + "x",
        "ä1:" + "ä" * 60_000,
    ],
)
def test_no_expression_of_mt940_takes_its_time(line: str) -> None:
    data = written(*HEAD, line, "-", *HEAD)
    began = time.process_time()
    inspect(io.BytesIO(data), "a.sta")
    assert time.process_time() - began < 1


CUT = "statement_unfinished"


@pytest.mark.parametrize(
    ("end", "is_cut"),
    [
        ((":62F:C240102EUR110,00",), False),
        ((":62F:C240102EUR110,0",), False),
        ((":62F:C240102EUR110,",), False),
        ((":62F:C240102EUR110",), False),
        ((":62F:C240102EUR11",), True),
        ((":62F:C240102EUR1",), True),
        ((":62F:C240102EUR110,5",), True),
        ((":62F:C240102EUR110,55",), False),
        ((":62M:C240102EUR11",), True),
        ((CLOSING, ":64:C240102EUR99,00"), False),
        ((CLOSING, ":64:C240102EUR99,0"), True),
        ((CLOSING, ":64:C240102EUR9"), True),
        ((CLOSING, ":65:C240103EUR9,"), True),
    ],
)
def test_a_file_cut_within_its_last_balance_is_in_error(
    end: tuple[str, ...], is_cut: bool
) -> None:
    data = written(*HEAD, TEN, *end)
    assert (CUT in codes_of(picture_of(data.rstrip()))) is is_cut
    assert CUT not in codes_of(picture_of(data))
    assert CUT not in codes_of(picture_of(data.rstrip() + b"-}"))


def test_a_file_cut_within_a_block_is_in_error() -> None:
    data = written(BLOCK, *HEAD, TEN, ":62F:C240102EUR11").rstrip()
    assert codes_of(picture_of(data)) >= {CUT, "end_mark_missing"}


@pytest.mark.parametrize(
    ("end", "is_cut"),
    [
        (":61:2401020102C10,00NTRFX", False),
        (":61:2401020102C10,00NTR", True),
        (":61:2401020102C10,0", True),
        (":61:2401020102C10", True),
        (":61:2401020102C1", True),
        (":90C:0EUR0,00", False),
        (":90C:1EUR1", True),
        (":90C:1EU", True),
        (":90C:1", True),
    ],
)
def test_a_report_cut_within_its_last_amount_is_in_error(
    end: str, is_cut: bool
) -> None:
    data = written(*REPORT[:4], end).rstrip()
    assert (CUT in codes_of(picture_of(data))) is is_cut
    assert CUT not in codes_of(picture_of(data + b"\r\n"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_equal_lines_of_a_statement_are_entries_of_their_own(end: str) -> None:
    line = (":61:2401020102C5,00NTRFREF//B1", ":86:Subscription")
    data = written(*HEAD, *line, *line, CLOSING, "-", end=end)
    first, second = entries_of(data)
    assert (first.position, second.position) == (1, 2)
    assert first.amount == second.amount
    assert [each["balanced"] for each in picture_of(data)["statements"]] == [True]
