"""Input that must be refused at once, in words, whatever the bytes are."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile
from typing import NamedTuple

import pytest

from bankfiles import (
    BankFileError,
    Finding,
    Limits,
    Severity,
    TooLarge,
    inspect,
    read,
)
from bankfiles._read import read_strictly
from tests.bankfiles import made

GOOD = made.camt(made.statement([made.entry()]))


def zipped() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("statement.xml", b"\0" * 10_000_000)
    return target.getvalue()


def with_doctype(doctype: str, text: str = "") -> bytes:
    prolog = f'<?xml version="1.0"?>\n<!DOCTYPE Document {doctype}>\n'
    extra = f"<AddtlNtryInf>{text}</AddtlNtryInf>"
    return made.camt(made.statement([made.entry(inside=extra)]), prolog=prolog)


LAUGHS = "".join(
    f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10)
)


class Case(NamedTuple):
    """A name, the bytes and the code of the refusal."""

    name: str
    data: bytes
    code: str


CASES = [
    Case("empty", b"", "empty_file"),
    Case("blank", b" \r\n\t\n", "empty_file"),
    Case("only a byte-order mark", b"\xef\xbb\xbf", "empty_file"),
    Case("zip", zipped(), "not_a_bank_file"),
    Case("picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "not_a_bank_file"),
    Case(
        "pdf",
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n",
        "not_a_bank_file",
    ),
    Case("zeros", bytes(100_000), "not_a_bank_file"),
    Case("prose", b"Dear bank,\nplease find nothing enclosed.\n", "not_a_bank_file"),
    Case("web page", b"<!DOCTYPE html><html><body>Hi</body></html>", "not_a_bank_file"),
    Case("other xml", b"<?xml version='1.0'?><a><b/></a>", "not_a_bank_file"),
    Case("ofx", b"OFXHEADER:100\nDATA:OFXSGML\n", "unsupported_format"),
    Case(
        "bgmax", b"01BGMAX               0120040525173035010331P", "unsupported_format"
    ),
    Case("bai2", b"01,0004,12345,060321,0829,001,80,1,2/\n", "unsupported_format"),
    Case(
        "direct debit",
        b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08">'
        b"<CstmrDrctDbtInitn/></Document>",
        "unsupported_format",
    ),
    Case(
        "billion laughs",
        with_doctype(f'[<!ENTITY l0 "ha">{LAUGHS}]', "&l9;"),
        "hostile_xml",
    ),
    Case(
        "external entity",
        with_doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]', "&x;"),
        "hostile_xml",
    ),
    Case(
        "external dtd", with_doctype('SYSTEM "http://127.0.0.1/x.dtd"'), "hostile_xml"
    ),
    Case("undeclared entity", GOOD.replace(b"S1<", b"&S1;<"), "hostile_xml"),
    Case(
        "100,000 deep in an entry",
        made.camt(
            made.statement([made.entry(inside="<a>" * 100_000 + "</a>" * 100_000)])
        ),
        "hostile_xml",
    ),
    Case(
        "100,000 deep before the statements",
        GOOD.replace(b"<GrpHdr>", b"<x>" * 100_000 + b"</x>" * 100_000 + b"<GrpHdr>"),
        "hostile_xml",
    ),
    Case(
        "100,000 deep and never closed",
        GOOD.split(b"<Stmt>")[0] + b"<a>" * 100_000,
        "hostile_xml",
    ),
    Case(
        "a tag of a megabyte",
        GOOD.replace(b"<Ntry>", b'<Ntry x="' + b"y" * 1_000_000 + b'">'),
        "hostile_xml",
    ),
    Case(
        "a hundred thousand attributes",
        GOOD.replace(
            b"<Ntry>",
            b"<Ntry " + b" ".join(b'a%d="1"' % each for each in range(100_000)) + b">",
        ),
        "hostile_xml",
    ),
    Case(
        "a text of eleven megabytes",
        made.camt(
            made.statement(
                [made.entry(inside=f"<AddtlNtryInf>{'x' * 11_000_000}</AddtlNtryInf>")]
            )
        ),
        "too_large",
    ),
    Case("utf-7", GOOD.replace(b"UTF-8", b"UTF-7"), "wrong_encoding"),
    Case("made-up encoding", GOOD.replace(b"UTF-8", b"KLINGON"), "wrong_encoding"),
    Case("latin-1 in fact", GOOD.replace(b"S1<", b"S\xe61<"), "wrong_encoding"),
    Case(
        "odd utf-16",
        b"\xff\xfe" + GOOD.decode().encode("utf-16-le")[:-1],
        "wrong_encoding",
    ),
    Case("nul", GOOD.replace(b"S1<", b"S\x001<"), "malformed_xml"),
    Case("control byte", GOOD.replace(b"S1<", b"S\x011<"), "malformed_xml"),
    Case(
        "duplicate attribute",
        GOOD.replace(b' Ccy="DKK"', b' Ccy="DKK" Ccy="EUR"'),
        "malformed_xml",
    ),
    Case("unbound prefix", GOOD.replace(b"<Ntry>", b"<x:y/><Ntry>"), "malformed_xml"),
    Case("garbage after the root", GOOD + b"garbage", "malformed_xml"),
    Case("second root", GOOD + b"<Document/>", "malformed_xml"),
    Case("crossed tags", GOOD.replace(b"</Ntry>", b"</Stmt>", 1), "malformed_xml"),
    Case("entry never closed", GOOD.replace(b"</Ntry>", b""), "malformed_xml"),
    Case("stray less-than", GOOD.replace(b"S1<", b"S<1<"), "malformed_xml"),
]


def consumed(data: bytes) -> list[object]:
    return list(read(io.BytesIO(data)))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_bad_input_is_refused_with_its_code_and_a_sentence(case: Case) -> None:
    began = time.process_time()
    with pytest.raises(BankFileError) as refusal:
        consumed(case.data)
    assert refusal.value.code == case.code
    assert refusal.value.message.endswith(".")
    assert refusal.value.finding == Finding(
        Severity.ERROR,
        case.code,
        refusal.value.message,
        refusal.value.line,
        refusal.value.path,
    )
    assert time.process_time() - began < 2


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_strict_way_refuses_too(case: Case) -> None:
    with pytest.raises(BankFileError):
        list(read_strictly(io.BytesIO(case.data)))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_inspect_shows_the_refusal_and_does_not_raise(case: Case) -> None:
    picture = inspect(io.BytesIO(case.data), "file")
    assert picture["findings"][-1]["code"] == case.code
    assert picture["size"] == len(case.data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped(), "ZIP"),
        (b"\x1f\x8b\x08\x00", "Unpack"),
        (b"%PDF-1.7\n", "camt.053 or MT940"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
        (b"\n<HTML lang='da'></HTML>", "web page"),
        (made.camt(made.statement()) * 2, "divide it"),
    ],
)
def test_what_is_often_taken_for_a_bank_file_is_named(data: bytes, said: str) -> None:
    with pytest.raises(BankFileError, match=said):
        consumed(data)


def test_a_file_cut_at_any_byte_is_refused() -> None:
    text = made.camt(
        made.statement([made.entry(), made.entry(inside="<!-- x --><Nm>é</Nm>")]),
        made.statement(),
    ).strip()
    for end in range(len(text)):
        with pytest.raises(BankFileError):
            consumed(text[:end])


def test_an_mt940_cut_anywhere_never_passes_as_whole() -> None:
    whole = made.mt940(
        ":61:2603020302C10,00NTRFREF1//B1", ":86:Hello", ":62F:C260302EUR110,00"
    )
    for end in range(len(whole) - len(b",00\r\n-\r\n")):
        try:
            values = consumed(whole[:end])
        except BankFileError:
            continue
        findings = [each for each in values if isinstance(each, Finding)]
        assert any(
            each.severity is Severity.ERROR or each.code == "does_not_balance"
            for each in findings
        ), whole[:end]


class Endless(io.RawIOBase):
    """A stream without end and without a size, counting what it gave."""

    def __init__(self, head: bytes, body: bytes) -> None:
        super().__init__()
        self.head, self.body, self.given = head, body, 0

    def read(self, size: int = -1) -> bytes:
        data, self.head = self.head, b""
        while len(data) < size:
            data += self.body
        self.given += len(data)
        return data


def test_a_claimed_size_over_the_limit_is_refused_before_reading() -> None:
    class Claims(io.BytesIO):
        def seek(self, offset: int, whence: int = 0) -> int:
            return 10_000_000_000 if whence == 2 else super().seek(offset, whence)

        def read(self, size: int | None = -1) -> bytes:
            raise AssertionError(size)

    with pytest.raises(TooLarge):
        list(read(Claims(GOOD)))


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (GOOD.split(b"<GrpHdr>")[0], b"<a>" * 1000),
        (GOOD.split(b"<GrpHdr>")[0], b" " * 1000),
        (GOOD.split(b"<Ntry>")[0], b"<a>" * 1000),
        (GOOD.split(b"<Ntry>")[0] + b"<Ntry><Nm>", b"x" * 1000),
        (GOOD.split(b"<Ntry>")[0] + b"<Ntry x='", b"x" * 1000),
        (GOOD.split(b"<Ntry>")[0] + b"<!--", b"x" * 1000),
        (GOOD.split(b"<Ntry>")[0] + b"<Ntry><NtryDtls>", made.detail().encode()),
        (GOOD.split(b"<Ntry>")[0], made.balance("OPBD", "1.00").encode()),
        (GOOD.split(b"<Ntry>")[0] + b"<Ntry>", b"<x>y</x>" * 100),
        (made.mt940()[:-3], b"x" * 1000),
        (made.mt940()[:-3], b":62F:C260302EUR1,00\r\n"),
        (made.mt940()[:-3] + b":61:260302C1,00NTRFX\r\n", b":86:x\r\n"),
        (made.mt940()[:-3] + b":61:2603020302C10,00NTRFREF1//B1\r\n:86:", b"x\r\n"),
    ],
    ids=[
        "elements before statements",
        "blanks before statements",
        "depth in a statement",
        "one text",
        "one attribute",
        "one comment",
        "details of one entry",
        "balances of a statement",
        "elements of an entry",
        "one line",
        "balances of an MT940",
        "texts of an MT940 entry",
        "lines of one field",
    ],
)
def test_an_endless_stream_is_refused_in_little_memory(
    head: bytes, body: bytes
) -> None:
    stream = Endless(head, body)
    limits = Limits(details=2_000)
    tracemalloc.start()
    with pytest.raises(BankFileError):
        for _ in read(stream, limits=limits):  # type: ignore[arg-type]
            pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert stream.given < 30_000_000
    assert peak < 60_000_000


def test_an_endless_file_stops_at_its_limit() -> None:
    stream = Endless(GOOD.split(b"<Ntry>")[0], made.entry().encode())
    with pytest.raises(TooLarge):
        for _ in read(stream, limits=Limits(file_bytes=1_000_000)):  # type: ignore[arg-type]
            pass


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * 65_000 + b"x",
        b" " * 65_000 + b"x",
        b":20:a\r\n:25:a" + b" " * 60_000 + b"b\r\n:28C:1\r\n:60F:C260101EUR1,00\r\n",
        b"<" + b" " * 65_000 + b"x",
        b"{1:" + b"{" * 60_000,
    ],
    ids=["line ends", "blanks", "account", "blank tag", "braces"],
)
def test_no_expression_takes_its_time(data: bytes) -> None:
    began = time.process_time()
    inspect(io.BytesIO(data), "x")
    assert time.process_time() - began < 1


def test_inspect_lists_a_bounded_number_of_findings() -> None:
    data = made.camt(made.statement([made.entry("x")] * 1_500))
    findings = inspect(io.BytesIO(data), "x")["findings"]
    assert len(findings) == 1_001
    assert findings[-1]["code"] == "findings_left_out"
