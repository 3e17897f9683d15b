"""What a statement says that cannot be right is told, however the file is read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from bankfiles import (
    Entry,
    Finding,
    PlainEntry,
    StatementEnd,
    StatementHeader,
    inspect,
    limits,
    read,
    read_plainly,
)
from bankfiles._currencies import KNOWN
from bankfiles._doubts import fits, may_hide
from bankfiles._encoding import Decoder, Encoding
from bankfiles._read import read_strictly
from giroscope.kernel import units
from tests.bankfiles import made

OFTEN = 40
"""So many that the shape of an entry is told by one expression."""
COMMON = [made.entry(inside=f"<NtryDtls>{made.detail()}</NtryDtls>")] * OFTEN
BALANCES = made.balance("OPBD", "0.00") + made.balance("CLBD", "0.00")
LIKELY = {"does_not_balance"}


def statement(*entries: str, head: str = BALANCES) -> bytes:
    return made.camt(made.statement([*COMMON, *entries, *COMMON], head=head))


def values_of(data: bytes) -> list[Any]:
    """The values by the fast way, once every way has the same findings."""
    ways = (read, read_strictly, read_plainly)
    fast, strict, plain = (list(way(io.BytesIO(data))) for way in ways)
    assert fast == strict
    assert findings_in(plain) == findings_in(fast)
    both = [each for each in plain if isinstance(each, Entry | PlainEntry)]
    assert len(both) == sum(isinstance(each, Entry) for each in fast)
    return fast


def findings_in(values: Sequence[Any]) -> list[Finding]:
    return [each for each in values if isinstance(each, Finding)]


def doubts(data: bytes) -> list[tuple[str, str, str | None]]:
    """Severity, code and path of the findings that matter here."""
    return [
        (each.severity.value, each.code, each.path)
        for each in findings_in(values_of(data))
        if each.code not in LIKELY
    ]


def entry_of(data: bytes) -> Entry:
    """The one entry between the common ones."""
    entries = [each for each in values_of(data) if isinstance(each, Entry)]
    return entries[OFTEN]


NTRY = f"Stmt[1]/Ntry[{OFTEN + 1}]"


def test_a_common_statement_has_nothing_against_it() -> None:
    assert doubts(statement()) == []


@pytest.mark.parametrize("detail", ["", made.detail()])
def test_an_unknown_status_is_told_once(detail: str) -> None:
    inside = f"<NtryDtls>{detail}</NtryDtls>" if detail else ""
    odd = made.entry(inside=inside, status="<Sts><Cd>BOKD</Cd></Sts>")
    data = statement(*[odd] * OFTEN)
    assert doubts(data) == [("warning", "status_unknown", f"{NTRY}/Sts")]
    assert entry_of(data).status == "BOKD"


@pytest.mark.parametrize(
    "odd",
    [made.entry(status="<Sts>BOKD</Sts>"), made.entry(currency=' Ccy="dkk"')],
    ids=["status", "currency"],
)
def test_an_entry_is_plain_whatever_its_currency_and_status(odd: str) -> None:
    values = list(read_plainly(io.BytesIO(statement(*[odd] * OFTEN))))
    plain = [each for each in values if isinstance(each, PlainEntry)]
    assert len(plain) == 3 * OFTEN
    assert {each.currency for each in plain} == {"DKK"}


@pytest.mark.parametrize("status", ["BOOK", "PDNG", "INFO", "FUTR", ""])
def test_a_status_of_the_list_is_none_to_tell(status: str) -> None:
    said = f"<Sts>{status}</Sts>" if status else ""
    assert doubts(statement(made.entry(status=said))) == []


@pytest.mark.parametrize(
    ("said", "code", "currency"),
    [
        ("dkk", "currency_lower_case", "DKK"),
        ("Dkk", "currency_lower_case", "DKK"),
        ("DKX", "currency_unknown", "DKX"),
        ("DEM", None, "DEM"),
        ("HRK", None, "HRK"),
    ],
)
def test_the_currency_of_an_entry_is_one(
    said: str, code: str | None, currency: str
) -> None:
    odd = made.entry(currency=f' Ccy="{said}"')
    data = statement(*[odd] * OFTEN)
    expected = [("warning", code, f"{NTRY}/Amt")] if code else []
    told = [each for each in doubts(data) if each[1] != "currencies_mixed"]
    assert told == expected
    assert entry_of(data).currency == currency


def test_a_lower_case_unknown_currency_has_both_doubts() -> None:
    codes = [code for _, code, _ in doubts(statement(made.entry(currency=' Ccy="xq"')))]
    assert codes == ["currency_lower_case", "currency_unknown", "currencies_mixed"]


def test_an_entry_without_currency_is_told() -> None:
    data = statement(*[made.entry(currency="")] * 3)
    assert doubts(data) == [("warning", "currency_missing", f"{NTRY}/Amt")]


@pytest.mark.parametrize(
    ("inside", "path"),
    [
        ('<Amt Ccy="dkk">10.00</Amt>', "Amt"),
        (
            '<AmtDtls><InstdAmt><Amt Ccy="eur">1.00</Amt></InstdAmt></AmtDtls>',
            "AmtDtls/InstdAmt/Amt",
        ),
        (
            "<AmtDtls><TxAmt><CcyXchg><SrcCcy>eur</SrcCcy></CcyXchg></TxAmt></AmtDtls>",
            "AmtDtls/TxAmt/CcyXchg/SrcCcy",
        ),
        ('<Chrgs><Rcrd><Amt Ccy="dkk">1.00</Amt></Rcrd></Chrgs>', "Chrgs"),
    ],
)
def test_the_currencies_of_a_transaction_are_in_capitals(
    inside: str, path: str
) -> None:
    odd = made.entry(inside=f"<NtryDtls><TxDtls>{inside}</TxDtls></NtryDtls>")
    data = statement(*[odd] * OFTEN)
    where = f"{NTRY}/NtryDtls/TxDtls[1]/{path}"
    assert doubts(data) == [("warning", "currency_lower_case", where)]
    (detail,) = entry_of(data).details
    assert "dkk" not in str(detail)
    assert "eur" not in str(detail)


def test_charges_of_an_entry_are_in_capitals() -> None:
    charge = '<Chrgs><Rcrd><Amt Ccy="dkk">1.00</Amt></Rcrd></Chrgs>'
    data = statement(made.entry(inside=charge))
    assert doubts(data) == [("warning", "currency_lower_case", f"{NTRY}/Chrgs")]
    assert entry_of(data).charges[0].currency == "DKK"


def test_the_currency_of_the_account_is_in_capitals() -> None:
    data = statement().replace(b"<Ccy>DKK", b"<Ccy>dkk")
    assert doubts(data) == [("warning", "currency_lower_case", "Stmt[1]/Acct/Ccy")]
    (header,) = (v for v in values_of(data) if isinstance(v, StatementHeader))
    assert header.account.currency == "DKK"


@pytest.mark.parametrize(
    "day", ["0001-01-01", "9999-12-31", "1900-01-01", "2999-01-01"]
)
@pytest.mark.parametrize("name", ["BookgDt", "ValDt"])
def test_a_date_of_no_likely_year_is_left_empty(day: str, name: str) -> None:
    odd = made.entry().replace(f"<{name}><Dt>2026-03-02", f"<{name}><Dt>{day}")
    data = statement(*[odd] * 2)
    second = NTRY.replace(str(OFTEN + 1), str(OFTEN + 2))
    assert doubts(data) == [
        ("warning", "date_implausible", f"{NTRY}/{name}"),
        ("warning", "date_implausible", f"{second}/{name}"),
    ]
    entry = entry_of(data)
    said = {"BookgDt": entry.booking_date, "ValDt": entry.value_date}
    assert said.pop(name) is None
    assert list(said.values()) == [date(2026, 3, 2)]
    (end,) = (v for v in values_of(data) if isinstance(v, StatementEnd))
    assert (end.from_date, end.to_date) == (date(2026, 3, 2), date(2026, 3, 2))


def test_a_stated_period_that_is_none_is_told() -> None:
    period = (
        "<FrToDt><FrDtTm>2026-03-01T00:00:00:000</FrDtTm><ToDtTm>9999-12-31</ToDtTm>"
        "</FrToDt>"
    )
    data = statement().replace(b"<Acct>", f"{period}<Acct>".encode())
    assert doubts(data) == [
        ("warning", "date_unreadable", "Stmt[1]/FrToDt"),
        ("warning", "date_implausible", "Stmt[1]/FrToDt"),
    ]


@pytest.mark.parametrize(
    ("amount", "is_kept"),
    [
        ("9999999999999.99999", True),
        ("92233720368547.75807", False),
        ("9999999999999999.99", True),
        ("99999999999999999.99", False),
        ("999999999999999999", True),
        ("999999999999999999.00", True),
        ("1000000000000000000", False),
        ("0.00001", True),
        ("0.000010000", True),
        ("0.000001", False),
        ("0.0000001", False),
        ("00000000000000000001.00", True),
    ],
)
@pytest.mark.parametrize("inside", ["", f"<NtryDtls>{made.detail()}</NtryDtls>"])
def test_an_amount_that_cannot_be_stored_exactly_is_an_error(
    amount: str, inside: str, *, is_kept: bool
) -> None:
    data = statement(made.entry(amount, inside=inside))
    entries = [each for each in values_of(data) if isinstance(each, Entry)]
    assert len(entries) == 2 * OFTEN + is_kept
    found = [] if is_kept else [("error", "amount_out_of_range", f"{NTRY}/Amt")]
    sums = ("error", "amount_out_of_range", "Stmt[1]")
    assert [each for each in doubts(data) if each != sums] == found
    if is_kept:
        assert entries[OFTEN].amount == Decimal(amount)


@pytest.mark.parametrize("amount", ["0.0000001", "1234567890123456789.00"])
def test_a_transaction_of_too_many_digits_is_an_error(amount: str) -> None:
    inside = f"<NtryDtls>{made.detail(amount=amount)}</NtryDtls>"
    data = statement(made.entry(inside=inside))
    where = f"{NTRY}/NtryDtls/TxDtls[1]/Amt"
    assert doubts(data) == [("error", "amount_out_of_range", where)]
    assert entry_of(data).details[0].amount is None


def test_sums_may_have_more_digits_than_amounts() -> None:
    greatest = made.entry("999999999999999999")
    head = made.balance("OPBD", "999999999999999999")
    data = made.camt(made.statement([greatest, greatest], head=head))
    assert doubts(data) == []
    *_, end = (each for each in values_of(data) if isinstance(each, StatementEnd))
    assert end.credits == Decimal(1999999999999999998)


def test_a_sum_of_too_many_digits_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    greatest = made.entry("999999999999999999")
    monkeypatch.setattr("bankfiles._doubts.SUM_DIGITS", 18 + 5)
    credits_alone = made.camt(made.statement([greatest, greatest], head=""))
    assert ("error", "amount_out_of_range", "Stmt[1]") in doubts(credits_alone)
    head = made.balance("OPBD", "999999999999999999")
    moved = made.camt(made.statement([made.entry("1.00")], head=head))
    assert doubts(moved) == [("error", "amount_out_of_range", "Stmt[1]")]


def test_the_bounds_are_those_of_iso_20022_and_of_what_is_stored() -> None:
    assert (limits.AMOUNT_DIGITS, limits.AMOUNT_FRACTION_DIGITS) == (18, 5)
    assert limits.SUM_DIGITS == units.DIGITS
    assert fits(Decimal(-(10**18) + 1))
    assert not fits(Decimal(10**18))
    assert not fits(Decimal("1E+400"))
    assert not fits(Decimal("NaN"))


def balance(inside: str, *, amount: str = '<Amt Ccy="DKK">0.00</Amt>') -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>CLAV</Cd></CdOrPrtry></Tp>{amount}"
        f"<CdtDbtInd>CRDT</CdtDbtInd>{inside}</Bal>"
    )


DATED = "<Dt><Dt>2026-03-02</Dt></Dt>"


@pytest.mark.parametrize(
    ("said", "severity", "code", "place"),
    [
        (balance(""), "warning", "balance_date_missing", "/Dt"),
        (balance("<Dt><Dt>9999-01-01</Dt></Dt>"), "warning", "date_implausible", "/Dt"),
        (balance("<Dt><Dt>soon</Dt></Dt>"), "warning", "date_unreadable", "/Dt"),
        (
            balance(DATED, amount='<Amt Ccy="dkk">0.00</Amt>'),
            "warning", "currency_lower_case", "/Amt",
        ),
        (
            balance(DATED, amount='<Amt Ccy="DKQ">0.00</Amt>'),
            "warning", "currency_unknown", "/Amt",
        ),
        (
            balance(DATED, amount="<Amt>0.00</Amt>"),
            "warning", "currency_missing", "/Amt",
        ),
        (
            balance(DATED, amount='<Amt Ccy="DKK">9999999999999999999.00</Amt>'),
            "error", "amount_out_of_range", "/Amt",
        ),
        (
            balance(DATED).replace("CRDT", "crdt"),
            "warning", "balance_direction_missing", "",
        ),
    ],
)  # fmt: skip
def test_a_balance_says_all_that_it_should(
    said: str, severity: str, code: str, place: str
) -> None:
    found = [
        each
        for each in doubts(statement(head=BALANCES + said))
        if each[1] != "currencies_mixed"
    ]
    assert found == [(severity, code, f"Stmt[1]/Bal[3]{place}")]


def test_a_statement_without_any_balance_is_told_and_a_report_is_not() -> None:
    data = statement(head="")
    assert doubts(data) == [("warning", "balances_missing", "Stmt[1]/Bal")]
    report = data.replace(b"BkToCstmrStmt", b"BkToCstmrAcctRpt")
    assert doubts(report.replace(b"Stmt>", b"Rpt>").replace(b".053", b".052")) == []


SIGNS = ["\u202e", "\u200b", "\u2066", "\ufeff", "\u061c", "\u200f"]
USUAL = "Smørrebrød „Łódź“ 漢字 🙂 \u00ad"


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("form", ["sign", "number", "hexadecimal", "cdata"])
def test_a_hidden_character_is_told_with_its_place(sign: str, form: str) -> None:
    written = {
        "sign": sign,
        "number": f"&#{ord(sign)};",
        "hexadecimal": f"&#x{ord(sign):X};",
        "cdata": f"<![CDATA[{sign}]]>",
    }[form]
    text = f"<RmtInf><Ustrd>Invoice{written}1</Ustrd></RmtInf>"
    inside = f"<NtryDtls>{made.detail(text)}</NtryDtls>"
    quiet = [made.entry(inside=inside.replace(written, "2"))] * OFTEN
    data = statement(*quiet, made.entry(inside=inside), *quiet)
    (finding,) = (
        each for each in findings_in(values_of(data)) if each.code not in LIKELY
    )
    number = 2 * OFTEN + 1
    assert (finding.code, finding.path) == (
        "hidden_characters", f"Stmt[1]/Ntry[{number}]/NtryDtls/TxDtls[1]/RmtInf/Ustrd",
    )  # fmt: skip
    assert f"U+{ord(sign):04X}" in finding.message
    line = data[: data.index(f"Invoice{written}1".encode())].count(b"\n") + 1
    assert finding.line == line


@pytest.mark.parametrize("text", [USUAL, "&#230;&#x201C;", "æøå"])
def test_signs_that_can_be_seen_are_none_to_tell(text: str) -> None:
    inside = f"<AddtlNtryInf>{text}</AddtlNtryInf>"
    assert doubts(statement(*[made.entry(inside=inside)] * OFTEN)) == []


@pytest.mark.parametrize(
    ("name", "place"), [("Id>S1", "Id"), ("Acct><Id", "Acct/Ownr/Nm")]
)
def test_a_hidden_character_of_the_statement_is_told(name: str, place: str) -> None:
    owner = "<Acct><Ownr><Nm>W\u200be</Nm></Ownr><Id"
    said = {"Id>S1": "Id>S\u202e1", "Acct><Id": owner.removeprefix("<")}[name]
    data = statement().replace(name.encode(), said.encode(), 1)
    assert doubts(data) == [("warning", "hidden_characters", f"Stmt[1]/{place}")]


def test_texts_are_looked_at_where_no_shape_comes_back() -> None:
    texts = [*["quiet"] * 4_000, "hidden\u202e", *["quiet"] * 5]
    entries = [
        made.entry(inside=f"<AddtlNtryInf>{text}</AddtlNtryInf><X{number}/>")
        for number, text in enumerate(texts)
    ]
    data = made.camt(made.statement(entries, head=BALANCES))
    assert doubts(data) == [
        ("warning", "hidden_characters", "Stmt[1]/Ntry[4001]/AddtlNtryInf")
    ]


@pytest.mark.parametrize(
    ("data", "is_possible"),
    [
        (b"<Ustrd>Fish &amp; chips</Ustrd>", False),
        ("<Ustrd>Smørrebrød</Ustrd>".encode(), False),
        (b"<Ustrd>&#x202E;</Ustrd>", True),
        (b"<Ustrd>&", True),
        ("<Ustrd>\u202e</Ustrd>".encode()[:-10], True),
    ],
)
def test_bytes_that_may_hide_something_are_known_in_pieces(
    data: bytes, *, is_possible: bool
) -> None:
    assert may_hide(data) is is_possible


def test_a_hidden_character_costs_no_plain_entry_but_its_own() -> None:
    odd = made.entry(inside="<AddtlNtryInf>\u202e</AddtlNtryInf>")
    plain = list(read_plainly(io.BytesIO(statement(odd))))
    assert sum(isinstance(each, PlainEntry) for each in plain) == 2 * OFTEN
    assert sum(isinstance(each, Entry) for each in plain) == 1


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "ISO-8859-15"])
@pytest.mark.parametrize("distance", [0, 3_000])
def test_utf_8_that_declares_one_byte_a_sign_is_read_as_utf_8(
    encoding: str, distance: int
) -> None:
    entries = [made.entry()] * distance
    last = made.entry(inside="<AddtlNtryInf>Smørrebrød</AddtlNtryInf>")
    data = made.camt(made.statement([*entries, last], head=BALANCES))
    said = data.replace(b"UTF-8", encoding.encode())
    values = values_of(said)
    found = [each for each in findings_in(values) if each.code not in LIKELY]
    assert [(each.code, each.line) for each in found] == [("encoding_differs", 1)]
    told = [each.additional_information for each in values if isinstance(each, Entry)]
    assert told[-1] == "Smørrebrød"


def test_one_byte_a_sign_is_read_as_declared_from_where_it_is_no_utf_8() -> None:
    texts = ["Smørrebrød", *[""] * 3_000, "Tømrer"]
    entries = [made.entry(inside=f"<AddtlNtryInf>{t}</AddtlNtryInf>") for t in texts]
    data = made.camt(made.statement(entries, head=BALANCES))
    first, last = "Smørrebrød".encode(), "Tømrer".encode()
    mixed = data.replace(b"UTF-8", b"ISO-8859-1").replace(
        last, "Tømrer".encode("latin-1")
    )
    told = [v.additional_information for v in values_of(mixed) if isinstance(v, Entry)]
    assert (told[0], told[-1]) == ("Smørrebrød", "Tømrer")
    latin = mixed.replace(first, "Smørrebrød".encode("latin-1"))
    values = values_of(latin)
    assert [each for each in findings_in(values) if each.code not in LIKELY] == []
    told = [v.additional_information for v in values if isinstance(v, Entry)]
    assert (told[0], told[-1]) == ("Smørrebrød", "Tømrer")


def test_a_sign_at_the_end_of_a_block_is_kept_where_it_is_no_utf_8() -> None:
    decoder = Decoder(Encoding("iso8859-1"))
    pieces = [decoder.feed(each) for each in (b"a\xc3", b"b\xe6", b"\xc3\xa6")]
    assert b"".join(pieces).decode() == "a\u00c3b\u00e6\u00c3\u00a6"
    assert not decoder.is_utf8


def mt940(*lines: str) -> list[tuple[str, str, str | None]]:
    data = "\r\n".join([":20:S", ":25:1", ":28C:1/1", *lines, "-", ""]).encode()
    picture = inspect(io.BytesIO(data), "a.sta")
    return [(f["severity"], f["code"], f["path"]) for f in picture["findings"]]


OPENING, ENTRY, CLOSING = (
    ":60F:C260301EUR100,00", ":61:2603020302C10,00NTRFREF//B", ":62F:C260302EUR110,00",
)  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((OPENING, ENTRY, CLOSING), []),
        (
            (OPENING.replace("EUR", "eur"), ENTRY, CLOSING),
            [("warning", "currency_lower_case", ":60F:")],
        ),
        (
            (OPENING.replace("EUR", "EUQ"), ENTRY, CLOSING.replace("EUR", "EUQ")),
            [("warning", "currency_unknown", ":60F:")],
        ),
        (
            (OPENING.replace("260301", "260231"), ENTRY, CLOSING),
            [("warning", "date_unreadable", ":60F:")],
        ),
        (
            (OPENING, ENTRY.replace("10,00", "99999999999999999,99"), CLOSING),
            [
                ("error", "amount_out_of_range", ":61:"),
                ("warning", "does_not_balance", "statement[1]"),
            ],
        ),
        (
            (OPENING, ENTRY, ":64:C260302EUR0,0000001", CLOSING),
            [("error", "amount_out_of_range", ":64:")],
        ),
        (
            (OPENING, ENTRY, ":86:Invoice \u202e1", CLOSING),
            [("warning", "hidden_characters", ":86:")],
        ),
        ((ENTRY,), [("error", "statement_unfinished", ":62F:")]),
    ],
)
def test_mt940_is_held_against_the_same_rules(
    lines: tuple[str, ...], found: list[tuple[str, str, str | None]]
) -> None:
    told = [each for each in mt940(*lines) if each[1] != "currency_missing"]
    assert told == found


def test_the_list_of_currencies_has_those_in_use_and_those_before() -> None:
    assert {"DKK", "EUR", "USD", "XAF", "CHW", "BGN", "HRK", "DEM", "XXX"} <= KNOWN
    assert all(len(code) == 3 and code.isupper() and code.isascii() for code in KNOWN)


def test_a_flood_of_odd_currencies_is_remembered_in_part() -> None:
    codes = [f"Q{number:05}" for number in range(2_000)]
    entries = [made.entry(currency=f' Ccy="{code}"') for code in (*codes, codes[-1])]
    data = made.camt(made.statement(entries, head=BALANCES))
    told = [code for _, code, _ in doubts(data)]
    assert told.count("currency_unknown") == 2_001
