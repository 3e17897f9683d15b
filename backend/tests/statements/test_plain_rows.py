"""Entries that come plain make the very rows that all others make."""

import io
from collections.abc import Callable, Iterable

import pytest

from bankfiles import (
    BankFileError,
    Entry,
    PlainEntry,
    StatementHeader,
    Value,
    read,
    read_plainly,
)
from giroscope.features.statements.rows import Row, RowMaker, fold_words
from giroscope.kernel.columns import AmountOutOfRange, TextTooLong
from tests.bankfiles import corpus, made

OFTEN = 40
WHOLE = (
    "<NtryRef>7</NtryRef><AcctSvcrRef>B1</AcctSvcrRef><RvslInd>false</RvslInd>"
    "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly>"
    "</Domn></BkTxCd><NtryDtls>{}</NtryDtls><AddtlNtryInf>Overførsel</AddtlNtryInf>"
)
TOLD = (
    "<Refs><MsgId>M</MsgId><InstrId>I</InstrId><EndToEndId>E/1</EndToEndId>"
    "<TxId>T</TxId><PmtInfId>P</PmtInfId><AcctSvcrRef>D</AcctSvcrRef></Refs>"
    "<CdtDbtInd>CRDT</CdtDbtInd>"
    "<RltdPties><Dbtr><Nm>Smørrebrød &amp; Søn</Nm></Dbtr><DbtrAcct><Id><IBAN>"
    "DK1</IBAN></Id></DbtrAcct><Cdtr><Nm>Os</Nm></Cdtr><CdtrAcct><Id><IBAN>"
    f"{made.ACCOUNT}</IBAN></Id></CdtrAcct></RltdPties>"
    "<RltdAgts><DbtrAgt><FinInstnId><BICFI>TESTDKKK</BICFI></FinInstnId></DbtrAgt>"
    "</RltdAgts><Purp><Cd>SUPP</Cd></Purp><RmtInf><Ustrd> Faktura 1 </Ustrd><Strd>"
    "<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>71/1</Ref>"
    "</CdtrRefInf></Strd></RmtInf>"
)
EXCHANGE = (
    '<AmtDtls><InstdAmt><Amt Ccy="EUR">20.00</Amt></InstdAmt><CntrValAmt><CcyXchg>'
    "<SrcCcy>EUR</SrcCcy><TrgtCcy>DKK</TrgtCcy><XchgRate>0.5</XchgRate></CcyXchg>"
    "</CntrValAmt></AmtDtls>"
)
NAMELESS = "<RltdPties><Dbtr><Nm>{}</Nm></Dbtr><Cdtr><Nm>B</Nm></Cdtr></RltdPties>"


def one(inside: str, amount: str = "10.00") -> str:
    """One detail of an entry."""
    return f"<NtryDtls>{made.detail(inside, amount=amount)}</NtryDtls>"


def told(inside: str, amount: str = "10.00") -> str:
    """An entry of ten crowns with one detail."""
    return made.entry(inside=one(inside, amount))


# What is told, and whether it is plain.
ENTRIES: dict[str, tuple[str, bool]] = {
    "bare": (made.entry(), True),
    "whole": (made.entry(inside=WHOLE.format(made.detail(TOLD))), True),
    "whole, paid out": (
        made.entry(direction="DBIT", inside=one(NAMELESS.format("A"))), True,
    ),
    "whole, of another direction": (
        made.entry(direction="DBIT", inside=WHOLE.format(made.detail(TOLD))), False,
    ),
    "pending": (made.entry(status="<Sts>PDNG</Sts>"), True),
    "status of the bank's own": (made.entry(status="<Sts>XTRA</Sts>"), True),
    "without status": (made.entry(status=""), True),
    "without currency": (made.entry(currency=""), True),
    "without dates": (made.entry().replace("<BookgDt><Dt>2026-03-02</Dt></BookgDt>",
                                           ""), True),
    "five digits": (made.entry("0.00001"), True),
    "no reference": (
        told("<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>"), True,
    ),
    "detail's reference": (told("<Refs><AcctSvcrRef>D</AcctSvcrRef></Refs>"), True),
    "detail's code": (told("<BkTxCd><Prtry><Cd>N</Cd></Prtry></BkTxCd>"), True),
    "detail of no amount": (
        made.entry(inside="<NtryDtls><TxDtls><Purp><Cd>X</Cd></Purp></TxDtls>"
                          "</NtryDtls>"), True,
    ),
    "amount booked": (
        made.entry(inside="<NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy='DKK'>10.00"
                   "</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>"), True,
    ),
    "exchange": (told(EXCHANGE), True),
    "exchange, amount not told": (
        made.entry(inside=f"<NtryDtls><TxDtls>{EXCHANGE}</TxDtls></NtryDtls>"), True,
    ),
    "reversal": (made.entry(inside="<RvslInd>true</RvslInd>"), False),
    "negative": (made.entry("-10.00"), False),
    "amount unreadable": (made.entry("ten"), False),
    "date unreadable": (made.entry(day="2026-02-30"), False),
    "part of the amount": (told("", "4.00"), False),
    "two lines": (
        told("<RmtInf><Ustrd>a</Ustrd><Ustrd>b</Ustrd></RmtInf>"), False,
    ),
    "mandate": (told("<Refs><MndtId>M</MndtId></Refs>"), False),
    "charges": (
        made.entry(inside='<Chrgs><Rcrd><Amt Ccy="DKK">1</Amt></Rcrd></Chrgs>'), False,
    ),
    "batch": (
        made.entry(inside="<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>"
                   f"{made.detail(amount='4.00')}{made.detail(amount='6.00')}"
                   "</NtryDtls>"), False,
    ),
}  # fmt: skip


def taken(
    read_values: Callable[..., Iterable[Value | PlainEntry]], data: bytes
) -> tuple[list[Row | str], list[Value], int]:
    """The rows of a file, its other values, and how many entries came plain."""
    rows: list[Row] = []
    refused: list[str] = []
    others: list[Value] = []
    plain, maker = 0, RowMaker("", None, 1)
    for value in read_values(io.BytesIO(data)):
        try:
            if isinstance(value, PlainEntry):
                plain += 1
                rows.append(maker.plain_row(value, value.position))
            elif isinstance(value, Entry):
                ids = range(len(value.details))
                rows += maker.rows(value, value.position, ids)
            else:
                others.append(value)
        except (AmountOutOfRange, TextTooLong) as error:
            refused.append(str(error))
        if isinstance(value, StatementHeader):
            maker = RowMaker(value.account.number or "", value.account.currency, 1)
    fold_words(rows)
    return [*rows, *refused], others, plain


@pytest.mark.parametrize("kind", ENTRIES)
def test_a_plain_entry_makes_the_row_of_any_other(kind: str) -> None:
    entry, is_plain = ENTRIES[kind]
    data = made.camt(made.statement([entry] * OFTEN))
    rows, others, plain = taken(read_plainly, data)
    assert (rows, others) == taken(read, data)[:2]
    assert plain == (OFTEN if is_plain else 0)


@pytest.mark.parametrize(
    "name",
    ["A &amp; B &#10;&#x41;", " A", "A\n", "\nA", "A\nB", "A\u00a0", " ", "", "\ue0001",
     "A > B", "<!-- A -->", "<B/>A", "A<B>C</B>"],
)  # fmt: skip
def test_any_text_is_told_alike_where_its_shape_is_met_often(name: str) -> None:
    usual, other = (told(NAMELESS.format(each)) for each in ("Anna", name))
    entries = [*[usual] * OFTEN, other, usual, made.entry("2.00"), other, usual]
    data = made.camt(made.statement(entries))
    rows, others, plain = taken(read_plainly, data)
    assert (rows, others) == taken(read, data)[:2]
    assert plain >= OFTEN


def test_many_shapes_in_turns_are_told_alike() -> None:
    several = [entry for entry, is_plain in ENTRIES.values() if is_plain]
    data = made.camt(made.statement([each for each in several for _ in range(OFTEN)]
                                    + several * OFTEN))  # fmt: skip
    rows, others, plain = taken(read_plainly, data)
    assert (rows, others) == taken(read, data)[:2]
    assert plain == 2 * OFTEN * len(several)


@pytest.mark.parametrize("end", ["\r\n", "\n\t"])
def test_lines_and_blanks_are_told_alike(end: str) -> None:
    entries = [entry for entry, _ in ENTRIES.values()]
    data = made.camt(made.statement(entries * 2)).replace(b"\n", end.encode())
    rows, others, plain = taken(read_plainly, data)
    assert (rows, others) == taken(read, data)[:2]
    assert plain > len(entries) // 2


@pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)
def test_every_file_of_the_corpus_makes_the_same_rows_both_ways() -> None:
    entries = 0
    for name in corpus.names():
        data = (corpus.SAMPLES / name).read_bytes()
        try:
            rows, others, _ = taken(read, data)
        except BankFileError as error:
            with pytest.raises(type(error)):
                taken(read_plainly, data)
            continue
        again, same, plain = taken(read_plainly, data)
        assert (again, same) == (rows, others), name
        entries += plain
    assert entries > 100
