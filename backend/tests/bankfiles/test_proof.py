"""What is wrong is refused alike, whether the gate sees it or a shape must tell."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankfiles import (
    BankFileError,
    Entry,
    PlainEntry,
    Value,
    WrongEncoding,
    _gate,
    read,
    read_plainly,
)
from bankfiles.limits import Limits
from tests.bankfiles import made

OFTEN = 40
NAME = "Tømrer &amp; Søn"
DETAIL = made.detail(f"<RltdPties><Dbtr><Nm>{NAME}</Nm></Dbtr></RltdPties>")
ENTRY = made.entry(inside=f"<NtryDtls>{DETAIL}</NtryDtls>")
PLAIN = made.camt(
    made.statement(
        [made.entry("1.00"), *[ENTRY] * OFTEN, made.entry("2.00"), *[ENTRY] * OFTEN],
        head=made.balance("OPBD", "1.00"),
    ),
    made.statement([ENTRY]),
)
WRONG = [
    b"<", b"&", b"]]>", b"\x00", b"\x01", b"\x0b", b"\x1f", b"\xff", b"\xc3",
    b"\xef\xbf\xbf", b"\xef\xbf\xbe", b"\xed\xa0\x80", b"&#0;", b"&#1;", b"&#xffff;",
    b"&x;", b"&amp", b"&</Stmt>", b"</Ntry>", b"</Stmt>", b"<Ntry>", b"<![CDATA[",
    b"<!DOCTYPE a>", b"<x>", b"</x>", b"<x", b"<?", b"<!--",
]  # fmt: skip
RIGHT = [
    b">", b";", b"'", b'"', b"\x7f", b"\xc2\x85", b"\xf0\x9f\x98\x80", b"&lt;",
    b"&amp;", b"&#65;", b"\n", b"\t", b"<x/>", b"<!-- -->", b"<?x?>",
]  # fmt: skip

Read = Callable[..., Iterable[Value | PlainEntry]]
Outcome = tuple[type[BankFileError], str, int | None] | tuple[list[Value], int]


def outcome(values: Read, data: bytes) -> Outcome:
    """How the file is refused, else what it says beside entries, and their number."""
    others: list[Value] = []
    entries = 0
    try:
        for value in values(io.BytesIO(data)):
            if isinstance(value, Entry | PlainEntry):
                entries += 1
            else:
                others.append(value)
    except BankFileError as error:
        return type(error), str(error), error.finding.line
    return others, entries


def put(into: bytes, bit: bytes, number: int) -> bytes:
    """The bit in the middle of the name in one of the entries."""
    pieces = into.split(NAME.encode())
    first, second = NAME.encode()[:4], NAME.encode()[4:]
    before, after = pieces[: number + 1], pieces[number + 1 :]
    name = NAME.encode()
    return name.join(before) + first + bit + second + name.join(after)


@pytest.mark.parametrize("number", [0, OFTEN - 1, 2 * OFTEN - 1])
@pytest.mark.parametrize("bit", WRONG)
def test_a_fault_is_told_alike_wherever_its_entry_stands(
    bit: bytes, number: int
) -> None:
    data = put(PLAIN, bit, number)
    refused = outcome(read, data)
    assert isinstance(refused[0], type)
    assert outcome(read_plainly, data) == refused


@pytest.mark.parametrize("bit", RIGHT)
def test_what_is_odd_but_right_is_read_alike(bit: bytes) -> None:
    data = put(PLAIN, bit, 2 * OFTEN - 1)
    told = outcome(read, data)
    assert told[1] == 2 * OFTEN + 3
    assert outcome(read_plainly, data) == told


MUTATION = st.tuples(
    st.integers(0, len(PLAIN) - 1),
    st.integers(0, 3),
    st.sampled_from([b"", *WRONG, *RIGHT]),
)


@settings(max_examples=150)
@given(st.lists(MUTATION, min_size=1, max_size=2), st.sampled_from([b"\n", b"\r\n"]))
def test_any_change_is_told_alike(
    changes: list[tuple[int, int, bytes]], end: bytes
) -> None:
    data = PLAIN
    for at, gone, bit in changes:
        data = data[:at] + bit + data[at + gone :]
    data = data.replace(b"\n", end)
    assert outcome(read_plainly, data) == outcome(read, data)


@pytest.mark.parametrize("size", [2, 7, 500])
def test_a_file_that_is_cut_off_is_refused_alike(size: int) -> None:
    data = PLAIN[:-size]
    refused = outcome(read, data)
    assert isinstance(refused[0], type)
    assert outcome(read_plainly, data) == refused


def test_the_gate_is_spared_entries_of_shapes_it_has_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[bytes] = []
    monkeypatch.setattr(_gate.Gate, "feed", lambda _, data: seen.append(data))
    monkeypatch.setattr(_gate.Gate, "close", lambda _: None)
    told = outcome(read_plainly, PLAIN)
    assert told[1] == 2 * OFTEN + 3
    shown = b"".join(seen)
    # Only the first, and the first that has a name.
    assert shown.count(b"<Ntry>") == 2
    # Errors are on the right lines, and nothing else is left out.
    assert shown.count(b"\n") == PLAIN.count(b"\n")
    assert shown.count(b"<Stmt>") == shown.count(b"</Stmt>") == 2


def test_a_sign_that_is_cut_in_two_is_still_called_by_its_name() -> None:
    gate = _gate.Gate(Limits())
    gate.feed(b"<a>\xc3")
    with pytest.raises(WrongEncoding):
        gate.feed(b"</a>")
