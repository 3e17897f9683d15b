"""The strict parser is given what it alone can tell, and no entry beside it."""

from __future__ import annotations

import io
import random
import re
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankfiles import (
    BankFileError,
    Entry,
    PlainEntry,
    StatementEnd,
    Value,
    _walk,
    read,
    read_plainly,
)
from bankfiles._camt_read import CamtReader
from bankfiles._read import read_strictly
from bankfiles.limits import Limits
from tests.bankfiles import made

MANY = 60
CHARGES = (
    '<Chrgs><Rcrd><Amt Ccy="DKK">1.50</Amt></Rcrd><Rcrd><Amt Ccy="EUR">2</Amt></Rcrd>'
    "</Chrgs>"
)
AMOUNTS = (
    '<AmtDtls><InstdAmt><Amt Ccy="EUR">2</Amt></InstdAmt>\n<TxAmt><Amt>3</Amt>'
    "<CcyXchg><SrcCcy>EUR</SrcCcy><XchgRate>7</XchgRate></CcyXchg></TxAmt></AmtDtls>"
)
BITS = [
    "<NtryRef>7</NtryRef>", "<RvslInd>false</RvslInd>", "<AcctSvcrRef>B</AcctSvcrRef>",
    CHARGES,
    "<BkTxCd><Prtry><Cd>N</Cd></Prtry></BkTxCd>", "<AddtlNtryInf> Post</AddtlNtryInf>",
]  # fmt: skip
PARTS = [
    "<Refs>\n<EndToEndId>E</EndToEndId></Refs>", "<CdtDbtInd>CRDT</CdtDbtInd>",
    AMOUNTS,
    "<RltdPties><Dbtr><Nm>A &amp; B</Nm></Dbtr></RltdPties>",
    "<RmtInf><Ustrd>a</Ustrd>\n<Ustrd>b</Ustrd></RmtInf>", "<Purp><Cd>X</Cd></Purp>",
]  # fmt: skip


def ragged(seed: int, entries: int) -> list[str]:
    """Entries that hold or leave out anything, with any number of transactions."""
    source = random.Random(seed)  # noqa: S311 - made-up entries are no secrets

    def some(bits: list[str]) -> str:
        return "\n".join(bit for bit in bits if source.random() < 0.5)

    def entry() -> str:
        details = "\n".join(
            made.detail(some(PARTS)) for _ in range(source.randrange(5))
        )
        return made.entry(inside=f"{some(BITS)}<NtryDtls>{details}</NtryDtls>")

    return [entry() for _ in range(entries)]


RAGGED = made.camt(
    made.statement(ragged(1, MANY), head=made.balance("OPBD", "1.00")),
    made.statement(ragged(2, MANY), head=made.balance("OPBD", "1.00")),
)


def in_first(old: str, new: str) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(old.encode(), new.encode(), 1)


def with_attributes(data: bytes) -> bytes:
    numbers = iter(range(10**6))
    return re.sub(rb"<Sts>", lambda _: b'<Sts n="%d">' % next(numbers), data)


def prefixed(data: bytes) -> bytes:
    text = re.sub(rb"<(/?)(?=\w)", rb"<\1c:", data)
    return text.replace(b"xmlns=", b"xmlns:c=")


@pytest.fixture
def given_strictly(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the strict parser was given."""
    given_bytes: list[bytes] = []
    feed = CamtReader._feed

    def noted(reader: CamtReader, data: bytes) -> Iterator[Value]:
        given_bytes.append(data)
        return feed(reader, data)

    monkeypatch.setattr(CamtReader, "_feed", noted)
    return given_bytes


# How many entries at most the strict parser reads, of 120.
ODD: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "ragged": (lambda data: data, 0),
    "comment in the first entry": (in_first("<Sts>", "<!-- </Ntry> --><Sts>"), 1),
    "CDATA in the first entry": (in_first(">BOOK<", "><![CDATA[BOOK]]><"), 1),
    "instruction in the first entry": (in_first("<Sts>", "<?x </Ntry> ?><Sts>"), 1),
    "comment before the first entry": (in_first("<Ntry>", "<!-- --><Ntry>"), 1),
    "namespace in the first entry": (in_first("<Sts>", '<x:X xmlns:x="u"/><Sts>'), 1),
    "attributes that vary": (with_attributes, 0),
    "prefix": (prefixed, 0),
    "carriage returns": (lambda data: data.replace(b"\n", b"\r\n"), 0),
    "blanks before texts": (lambda data: data.replace(b"<Cd>", b"<Cd>\n "), 0),
}


@pytest.mark.parametrize("way", [read, read_plainly])
@pytest.mark.parametrize("odd", ODD)
def test_what_is_odd_costs_no_entry_but_its_own(
    odd: str, way: Callable[..., Iterator[Value | PlainEntry]],
    given_strictly: list[bytes],
) -> None:  # fmt: skip
    change, most = ODD[odd]
    data = change(RAGGED)
    values = [v for v in way(io.BytesIO(data)) if isinstance(v, Entry | PlainEntry)]
    assert len(values) == 2 * MANY
    assert len(re.findall(rb"<(?:c:)?Ntry>", b"".join(given_strictly))) == most


@pytest.mark.parametrize("odd", ODD)
def test_what_is_odd_is_read_as_the_strict_parser_reads_it(odd: str) -> None:
    data = ODD[odd][0](RAGGED)
    assert list(read(io.BytesIO(data))) == list(read_strictly(io.BytesIO(data)))


@pytest.mark.parametrize("mark", ["", "<!-- -->"])
def test_an_entry_inside_of_another_element_is_none(mark: str) -> None:
    inside = f"<Splm>{mark}{made.entry('7.00') * 3}</Splm>"
    entries = [made.entry("1.00"), inside, made.entry("2.00")]
    for some in (entries, entries[1:]):
        data = made.camt(made.statement(some))
        values = list(read(io.BytesIO(data)))
        assert values == list(read_strictly(io.BytesIO(data)))
        amounts = [str(v.amount) for v in values if isinstance(v, Entry)]
        assert "7.00" not in amounts


ELSEWHERE = {
    "a hidden character that nobody wants": "<Splm><X>\u202e</X></Splm>",
    "a transaction that is none": f"<Splm>{made.detail()}</Splm>",
    "an amount without text": '<TxDtls><Amt Ccy="EUR"/></TxDtls>',
    "a transaction of version 01": made.detail(),
}


@pytest.mark.parametrize("what", ELSEWHERE)
def test_what_stands_elsewhere_is_read_as_the_strict_parser_reads_it(what: str) -> None:
    entry = made.entry(inside=f"{ELSEWHERE[what]}<NtryDtls>{made.detail()}</NtryDtls>")
    data = made.camt(made.statement([entry] * 3))
    assert list(read(io.BytesIO(data))) == list(read_strictly(io.BytesIO(data)))


@pytest.mark.parametrize("after", ["<NtryRef>7</NtryRef>", "x"])
def test_an_amount_without_text_lends_its_currency_to_nothing(after: str) -> None:
    inside = f'<NtryDtls><TxDtls><Splm><Amt/></Splm><Amt Ccy="EUR"/>{after}</TxDtls>'
    entry = made.entry(inside=f"{inside}</NtryDtls>")
    if after != "x":
        entry = entry.replace("<Amt", f'<Amt Ccy="EUR"/>{after}<Amt', 1)
    data = made.camt(made.statement([entry] * 3))
    assert list(read(io.BytesIO(data))) == list(read_strictly(io.BytesIO(data)))


@pytest.mark.parametrize(
    "said",
    ['Ccy ="DKK"', 'Ccy= "DKK"', "Ccy='DKK'", 'Ccy="DKK "', '\nCcy="DKK"', 'a="1"'],
)
def test_a_currency_is_read_however_it_is_written(said: str) -> None:
    data = made.camt(made.statement([made.entry(currency=f" {said}")] * 3))
    assert list(read(io.BytesIO(data))) == list(read_strictly(io.BytesIO(data)))


def test_a_name_of_another_namespace_is_another_name() -> None:
    entry = made.entry(inside="<x:NtryRef>7</x:NtryRef><NtryRef>8</NtryRef>")
    data = made.camt(made.statement([entry] * 3))
    data = data.replace(b"<Document", b'<Document xmlns:x="urn:x"')
    values = list(read(io.BytesIO(data)))
    assert values == list(read_strictly(io.BytesIO(data)))
    assert [v.reference for v in values if isinstance(v, Entry)] == ["8"] * 3


def test_values_of_attributes_make_no_runs(
    given_strictly: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_walk, "_MOST_RUNS", 20)
    data = with_attributes(made.camt(made.statement([made.entry()] * MANY)))
    assert len(list(read(io.BytesIO(data)))) > MANY
    assert b"<Ntry>" not in b"".join(given_strictly)


def inside(text: str) -> str:
    return made.entry(inside=text)


TXID = "<Refs><TxId>7</TxId></Refs>"
# Each was once read another way, or took too long.
AWKWARD = {
    "an empty entry": "<Ntry/>" + made.entry(),
    "an empty entry with blanks": "<Ntry>\n</Ntry>" + made.entry(),
    "a transaction of another namespace": inside(
        f"<NtryDtls><q:TxDtls>{TXID}</q:TxDtls></NtryDtls>"
    ),
    "a transaction inside of another namespace": inside(
        f"<q:NtryDtls><TxDtls>{TXID}</TxDtls></q:NtryDtls>"
    ),
    "a transaction elsewhere": inside(f"<X><TxDtls>{TXID}</TxDtls></X>"),
    "a number of many zeros": inside(f"<AddtlNtryInf>&#{'0' * 6000}65;</AddtlNtryInf>"),
    "a currency inside of an attribute": made.entry(
        currency=""" a=' Ccy="SEK"' Ccy="NOK\""""
    ),
    "quotes inside of quotes": made.entry(currency=""" a='x="' Ccy='"'"""),
    "a currency with blanks": made.entry(currency=' Ccy=" NOK"'),
    "an amount without text": inside(
        '<NtryDtls><TxDtls><Amt Ccy="EUR"/><Amt>1</Amt></TxDtls></NtryDtls>'
    ),
    "signs of order": inside(f"<AddtlNtryInf>{'>' * 300_000}<B/></AddtlNtryInf>"),
    "blanks": inside(f"<AddtlNtryInf>{' ' * 300_000}x<B/></AddtlNtryInf>"),
    "blanks in a tag": inside(f"<AddtlNtryInf{' ' * 90_000}>x</AddtlNtryInf>"),
    "blanks before the entries": f"<Splm>{' ' * 300_000}x</Splm>" + made.entry(),
}


@pytest.mark.parametrize("awkward", AWKWARD)
def test_what_is_awkward_is_read_alike_and_at_once(awkward: str) -> None:
    one = AWKWARD[awkward]
    entries = [one, made.entry(), one, one]
    data = made.camt(made.statement(entries)).replace(b"<Stmt>", b'<Stmt xmlns:q="u">')
    strict = list(read_strictly(io.BytesIO(data)))
    began = time.process_time()
    assert list(read(io.BytesIO(data))) == strict
    rows = list(read_plainly(io.BytesIO(data)))
    # The square of its length would take an hour.
    assert time.process_time() - began < 10
    assert len(rows) == len(strict)


def test_a_prefix_means_what_its_own_statement_says() -> None:
    one = made.statement([inside("<q:RvslInd>true</q:RvslInd>")] * 2)
    meant = ["u", made.NAMESPACE, "u"]
    data = made.camt(*(one.replace("<Stmt>", f'<Stmt xmlns:q="{m}">') for m in meant))
    values = list(read(io.BytesIO(data)))
    assert values == list(read_strictly(io.BytesIO(data)))
    reversals = [value.reversal for value in values if isinstance(value, Entry)]
    assert reversals == [False, False, True, True, False, False]


@pytest.mark.parametrize("way", [read, read_plainly])
def test_a_statement_ends_behind_a_large_element_without_entries(
    way: Callable[..., Iterator[Value | PlainEntry]],
) -> None:
    large = f"<Splm>{'<A>1</A>' * 200}</Splm>"
    data = made.camt(made.statement([made.entry()], foot=large), made.statement())
    limits = Limits(entry_bytes=400)

    def ends(values: Iterator[Value | PlainEntry]) -> list[StatementEnd]:
        return [value for value in values if isinstance(value, StatementEnd)]

    # Small blocks, so that what is large does not come whole.
    told = ends(way(Slow(data), limits=limits))
    assert told == ends(read_strictly(io.BytesIO(data)))
    assert all(end.digest for end in told)


class Slow(io.BytesIO):
    """Gives a thousand bytes at a time."""

    def read(self, _size: int | None = -1, /) -> bytes:
        return super().read(1000)


SOME = made.camt(made.statement(ragged(3, 6), head=made.balance("OPBD", "1.00")))
SOME = SOME.replace(b"<Stmt>", b'<Stmt xmlns:q="u">')
BIT = st.sampled_from(
    [b"", b"<!-- -->", b"<![CDATA[x]]>", b"<?x?>", b"</Ntry>", b"<Ntry>", b"<Splm>",
     b"</Splm>", b" ", b"\n", b"&#10;", b"&lt;", b"<X/>", b"x", b"<Amt Ccy='EUR'/>",
     b'<Amt Ccy="EUR"></Amt>', b"<TxDtls/>", b"<TxDtls>", b"</TxDtls>", b' a="1"',
     b"<Ntry/>", b"<q:TxDtls/>", b"<q:Amt>3</q:Amt>", b"<Chrgs/>", b"<Bal/>", b">",
     b"</Stmt><Stmt>", b"<q:X>y</q:X>", b"<NtryDtls/>", b" a='\"' Ccy='X'",
     b' xmlns="u"', "\u202e".encode(), b"<Ustrd>c</Ustrd>", b"<Sts><Cd>PDNG</Cd></Sts>"]
)  # fmt: skip
PLACES = [match.start() for match in re.finditer(rb"<", SOME)]


def outcome(way: Callable[..., Iterator[Value]], data: bytes) -> object:
    """The values of a file, or how it is refused."""
    try:
        return list(way(io.BytesIO(data)))
    except BankFileError as error:
        return type(error)


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(st.sampled_from(PLACES), st.integers(-1, 1), BIT),
        min_size=1, max_size=3,
    )
)  # fmt: skip
def test_any_change_is_read_as_the_strict_parser_reads_it(
    changes: list[tuple[int, int, bytes]],
) -> None:
    data = SOME
    for at, shift, bit in changes:
        data = data[: at + shift] + bit + data[at + shift :]
    assert outcome(read, data) == outcome(read_strictly, data)
