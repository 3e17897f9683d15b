"""The fast way gives what the strict way gives, whatever the file looks like."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankfiles import (
    BankFileError,
    Entry,
    Limits,
    StatementEnd,
    TooLarge,
    Value,
    _source,
    read,
    statement_digests,
)
from bankfiles._read import read_strictly
from tests.bankfiles import corpus, made

DETAILS = (
    "<NtryDtls>"
    + made.detail(
        "<RmtInf><Ustrd> a &amp; b &#x41;&#66; </Ustrd><Ustrd>c</Ustrd></RmtInf>"
    )
    + made.detail(
        "<RltdPties><Dbtr><Nm>Tømrer &lt;Øst&gt;</Nm></Dbtr></RltdPties>", amount="3.00"
    )
    + "</NtryDtls>"
)
PLAIN = made.camt(
    made.statement(
        [
            made.entry(inside=DETAILS),
            made.entry("2.50", direction="DBIT"),
            *[made.entry(f"{each}.00", inside=DETAILS) for each in range(1, 60)],
        ],
        head=made.balance("OPBD", "100.00"),
        foot=made.balance("CLBD", "1877.50"),
    ),
    made.statement(head=made.balance("CLBD", "5.00")),
    made.statement([made.entry("7.00", status="")]),
)


def prefixed(data: bytes) -> bytes:
    text = re.sub(r"<(/?)(?=\w)", r"<\1c:", data.decode())
    return text.replace("xmlns=", "xmlns:c=").encode()


def swap(old: str, new: str, count: int = -1) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(old.encode(), new.encode(), count)


def written_in(encoding: str) -> Callable[[bytes], bytes]:
    return lambda data: data.decode().replace("UTF-8", encoding).encode(encoding)


SHAPES: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda data: data,
    "prefixed": prefixed,
    "byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "utf-16 little": lambda data: b"\xff\xfe" + data.decode().encode("utf-16-le"),
    "utf-16 big": lambda data: b"\xfe\xff" + data.decode().encode("utf-16-be"),
    "latin-1": written_in("ISO-8859-1"),
    "windows-1252": written_in("windows-1252"),
    "carriage returns": swap("\n", "\r\n"),
    "only carriage returns": swap("\n", "\r"),
    "indented": swap("><", ">\n\t<"),
    "one line": swap("\n", ""),
    "comment before": swap("<Document", "<!-- <Stmt> -->\n<Document"),
    "comment in an entry": swap("<Sts>", "<!-- </Ntry></Stmt> --><Sts>"),
    "comment between": swap("<Stmt>", "<!-- </Stmt> <Stmt> --><Stmt>"),
    "cdata": swap("<Ustrd>c", "<Ustrd><![CDATA[</Ntry></Stmt>]]>"),
    "instruction": swap("<Sts>", "<?x </Stmt> ?><Sts>"),
    "namespace on children": swap("<Ntry>", f'<Ntry xmlns="{made.NAMESPACE}">'),
    "no namespace on entries": swap("<Ntry>", '<Ntry xmlns="">'),
    "another version on children": swap(
        "><Id>", f'><Id xmlns="{made.NAMESPACE[:-2]}99">'
    ),
    "utf-16 in name only": swap("UTF-8", "UTF-16"),
    "padded": lambda data: data + b"\x1a" + bytes(5000),
    "foreign namespace": swap("<Sts>", '<x:Sts xmlns:x="urn:x">PDNG</x:Sts><Sts>'),
    "blanks in end tags": lambda data: swap("</Stmt>", "</Stmt\n>")(
        swap("</Ntry>", "</Ntry >")(data)
    ),
    "attributes with greater-than": swap("<Sts>", '<Sts a="1>2" b="3>4">'),
    "entry inside an entry": swap(
        "<Sts>", '<Splm><Ntry><Amt Ccy="EUR">1</Amt></Ntry></Splm><Sts>', 3
    ),
    "line breaks in texts": swap("<Ustrd>c<", "<Ustrd>\nc\nd\n<"),
    "blank texts": swap("<Ustrd>c<", "<Ustrd> <"),
    "empty elements": swap("<Ustrd>c</Ustrd>", "<Ustrd></Ustrd><Ustrd/>"),
    "private use mark": swap("DKK", "\ue0000", 4),
    "envelope": lambda data: (
        swap("<Document", '<E xmlns="urn:e"><H><Stmt>no</Stmt></H><Document')(data)
        + b"</E>"
    ),
}


def both(data: bytes, limits: Limits | None = None) -> tuple[list[Value], list[Value]]:
    known = limits or Limits()
    return (
        list(read(io.BytesIO(data), limits=known)),
        list(read_strictly(io.BytesIO(data), limits=known)),
    )


@pytest.fixture(params=[37, 1000, 128 * 1024], ids=["37", "1000", "128 KiB"])
def block_bytes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Blocks that cut the file in other places."""
    size: int = request.param
    head = 4096

    def blocks(source: _source.Source) -> object:
        first = True
        while block := source._stream.read(head if first else size):
            first = False
            yield block

    monkeypatch.setattr(_source.Source, "blocks", blocks)
    return size


@pytest.mark.usefixtures("block_bytes")
@pytest.mark.parametrize("shape", SHAPES)
def test_both_ways_agree_on_every_shape(shape: str) -> None:
    data = SHAPES[shape](PLAIN)
    fast, strict = both(data)
    assert fast == strict
    assert sum(isinstance(value, Entry) for value in fast) >= 58
    ends = [value.digest for value in fast if isinstance(value, StatementEnd)]
    assert list(statement_digests(io.BytesIO(data))) == ends


@pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)
@pytest.mark.parametrize("name", corpus.names("camt052", "camt053", "camt054", "bad"))
def test_both_ways_agree_on_the_corpus(name: str) -> None:
    data = (corpus.SAMPLES / name).read_bytes()
    try:
        fast, strict = both(data)
    except BankFileError:
        return
    assert fast == strict


@pytest.mark.parametrize("shape", ["plain", "carriage returns", "indented", "latin-1"])
def test_white_space_and_encoding_do_not_make_another_statement(shape: str) -> None:
    assert list(statement_digests(io.BytesIO(SHAPES[shape](PLAIN)))) == list(
        statement_digests(io.BytesIO(PLAIN))
    )


def test_the_file_header_does_not_make_another_statement() -> None:
    resent = PLAIN.replace(b"<MsgId>M1<", b"<MsgId>M2<")
    assert list(statement_digests(io.BytesIO(resent))) == list(
        statement_digests(io.BytesIO(PLAIN))
    )


def test_another_amount_makes_another_statement() -> None:
    changed = PLAIN.replace(b">2.50<", b">2.51<")
    first, *rest = statement_digests(io.BytesIO(PLAIN))
    other, *same = statement_digests(io.BytesIO(changed))
    assert first != other
    assert rest == same


def test_an_entry_with_very_many_details_is_read_whole() -> None:
    inside = f"<NtryDtls>{made.detail(amount='0.01') * 30_000}</NtryDtls>"
    entries = [made.entry(), made.entry("300.00", inside=inside), made.entry()]
    fast, strict = both(made.camt(made.statement(entries)))
    assert fast == strict
    counts = [len(value.details) for value in fast if isinstance(value, Entry)]
    assert counts == [0, 30_000, 0]


def test_an_entry_with_more_details_than_allowed_is_refused() -> None:
    inside = f"<NtryDtls>{made.detail() * 30_000}</NtryDtls>"
    data = made.camt(made.statement([made.entry(inside=inside)]))
    with pytest.raises(TooLarge):
        list(read(io.BytesIO(data), limits=Limits(details=29_999)))


TEXT = st.lists(
    st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_characters="<&")
    | st.sampled_from(["&amp;", "&lt;", "&#10;", "&#xE6;", "\n", " ", ">", "'"]),
    max_size=12,
).map("".join)
AMOUNT = st.decimals(0, 10**12, places=2).map(str) | TEXT


TRANSACTION, END = "<NtryDtls><TxDtls>", "</TxDtls>\n</NtryDtls>"
REST = f"</RmtInf>{END}"


@st.composite
def entries(draw: st.DrawFn) -> str:
    """An entry of one of a few shapes, with any texts."""
    inside = draw(
        st.sampled_from(
            [
                "<AcctSvcrRef>{0}</AcctSvcrRef>",
                f"{TRANSACTION}<RmtInf><Ustrd>{{0}}</Ustrd><Ustrd>{{1}}</Ustrd>{REST}",
                f"{TRANSACTION}<Refs>\n<TxId>{{0}}</TxId>\n<UETR>{{1}}</UETR></Refs>{END}",
                "<BkTxCd><Prtry><Cd>{0}</Cd></Prtry></BkTxCd><RvslInd>{1}</RvslInd>",
            ]
        )
    )
    amount = draw(AMOUNT)
    return made.entry(amount, inside=inside.format(draw(TEXT), draw(TEXT)))


@settings(max_examples=150)
@given(st.lists(entries(), max_size=8))
def test_both_ways_agree_on_any_texts(some: list[str]) -> None:
    fast, strict = both(made.camt(made.statement(some)))
    assert fast == strict


CENTS = st.integers(-(10**9), 10**9)


@settings(max_examples=100)
@given(
    st.lists(st.integers(-(10**9), 10**9), max_size=20), st.integers(-(10**9), 10**9)
)
def test_sums_are_exact_and_balances_are_checked(
    amounts: list[int], opening: int
) -> None:
    def money(cents: int) -> str:
        return f"{abs(cents) // 100}.{abs(cents) % 100:02}"

    def way(cents: int) -> str:
        return "CRDT" if cents >= 0 else "DBIT"

    closing = opening + sum(amounts)
    data = made.camt(
        made.statement(
            [made.entry(money(each), direction=way(each)) for each in amounts],
            head=made.balance("OPBD", money(opening), direction=way(opening))
            + made.balance("CLBD", money(closing), direction=way(closing)),
        )
    )
    end = next(
        value for value in read(io.BytesIO(data)) if isinstance(value, StatementEnd)
    )
    assert end.balanced is True
    assert end.credits - end.debits == Decimal(sum(amounts)) / 100
