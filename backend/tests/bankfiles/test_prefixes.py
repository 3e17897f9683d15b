"""A namespace prefix that nothing declares is told with its line and element."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import pytest

from bankfiles import (
    MalformedXml,
    inspect,
    read,
    read_plainly,
    validate_schema,
)
from bankfiles._read import read_strictly
from tests.bankfiles import made
from tests.bankfiles.test_payment_schema import payment_file

Way = Callable[[BinaryIO], Iterable[Any]]
MANY = [made.entry(f"{each}.00") for each in range(1, 3000)]
STATEMENT = made.camt(made.statement(MANY, head=made.balance("OPBD", "1.00")))

FEW = made.camt(made.statement(MANY[:1000], head=made.balance("OPBD", "1.00")))


def unbound(data: bytes, name: str, *, last: bool = False) -> bytes:
    """The data with a prefix on one element of the name, declared nowhere."""
    start, end = f"<{name}".encode(), f"</{name}>".encode()
    at = data.rfind(start) if last else data.index(start)
    until = data.index(end, at)
    inside = data[at + 1 : until]
    return data[:at] + b"<x:" + inside + b"</x:" + end[2:] + data[until + len(end) :]


def refusal(data: bytes, way: Way) -> MalformedXml:
    with pytest.raises(MalformedXml) as caught:
        list(way(io.BytesIO(data)))
    return caught.value


@pytest.mark.parametrize("way", [read, read_plainly, read_strictly])
@pytest.mark.parametrize(
    ("name", "last", "line"),
    [
        ("Document", False, 2),
        ("BkToCstmrStmt", False, 2),
        ("GrpHdr", False, 3),
        ("Acct", False, 4),
        ("Bal", False, 5),
        ("Ntry", False, 6),
        ("Ntry", True, 3004),
        ("Sts", True, 3004),
    ],
)
def test_an_element_of_a_statement_has_line_and_name(
    way: Way, name: str, last: bool, line: int
) -> None:
    error = refusal(unbound(STATEMENT, name, last=last), way)
    assert (error.line, error.path) == (line, f"x:{name}")
    assert f"<x:{name}>" in error.message


@pytest.mark.parametrize("way", [read, validate_schema])
@pytest.mark.parametrize("name", ["Document", "GrpHdr", "PmtInf", "CdtTrfTxInf", "Amt"])
def test_an_element_of_a_payment_file_has_line_and_name(way: Way, name: str) -> None:
    error = refusal(unbound(payment_file(), name), way)
    assert (error.line, error.path) == (1, f"x:{name}")


def test_an_attribute_has_the_name_of_its_element() -> None:
    error = refusal(STATEMENT.replace(b"Ccy=", b"x:Ccy=", 1), read)
    assert (error.line, error.path) == (5, "Amt")


class Slow(io.BytesIO):
    """A stream that gives its head, and then a few bytes at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(97 if self.tell() else size)


def test_the_name_is_whole_where_two_blocks_meet() -> None:
    data = unbound(FEW, "Sts", last=True)
    for start in range(97):
        padded = b"<!--" + b" " * start + b"-->"
        moved = data.replace(b"<Document", padded + b"<Document", 1)
        with pytest.raises(MalformedXml) as caught:
            list(read_strictly(Slow(moved)))
        assert (caught.value.line, caught.value.path) == (1005, "x:Sts")


def test_inspect_tells_it_as_a_finding() -> None:
    picture = inspect(io.BytesIO(unbound(STATEMENT, "GrpHdr")), "a.xml")
    (finding,) = picture["findings"]
    told = (finding["code"], finding["line"], finding["path"])
    assert told == ("malformed_xml", 3, "x:GrpHdr")


def test_a_prefix_of_an_outer_element_is_declared() -> None:
    data = STATEMENT.replace(b"<Stmt>", b'<Stmt xmlns:x="urn:x">')
    values = list(read_plainly(io.BytesIO(data.replace(b"<Sts>", b"<Sts x:a='1'>"))))
    assert len(values) > len(MANY)
