"""What tells the statements of one account apart: numbers, pages, stated period."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, BinaryIO

import pytest

from bankfiles import StatementHeader, read, read_plainly
from bankfiles._read import read_strictly
from tests.bankfiles import made

Way = Callable[[BinaryIO], Iterator[Any]]


def headers(data: bytes, way: Way = read) -> list[StatementHeader]:
    values = way(io.BytesIO(data))
    return [value for value in values if isinstance(value, StatementHeader)]


def numbered(inside: str, entries: int = 3) -> str:
    account = made.statement([made.entry() for _ in range(entries)])
    return account.replace("<Id>S1</Id>", f"<Id>S1</Id>{inside}")


def paged(page: str, last: str, name: str = "MsgPgntn") -> str:
    return f"<{name}><PgNb>{page}</PgNb><LastPgInd>{last}</LastPgInd></{name}>"


def in_message(data: bytes, pagination: str) -> bytes:
    return data.replace(
        b"</CreDtTm></GrpHdr>", f"</CreDtTm>{pagination}</GrpHdr>".encode()
    )


@pytest.mark.parametrize("way", [read, read_plainly, read_strictly])
@pytest.mark.parametrize(
    ("inside", "sequence", "electronic", "legal"),
    [
        ("", None, None, None),
        ("<ElctrncSeqNb>7</ElctrncSeqNb>", "7", "7", None),
        ("<LglSeqNb>12</LglSeqNb>", "12", None, "12"),
        ("<ElctrncSeqNb>7</ElctrncSeqNb><LglSeqNb>12</LglSeqNb>", "7", "7", "12"),
    ],
)
def test_both_sequence_numbers_are_told(
    way: Way,
    inside: str,
    sequence: str | None,
    electronic: str | None,
    legal: str | None,
) -> None:
    (header,) = headers(made.camt(numbered(inside)), way)
    told = (header.sequence, header.electronic_sequence, header.legal_sequence)
    assert told == (sequence, electronic, legal)


@pytest.mark.parametrize("way", [read, read_plainly, read_strictly])
def test_the_page_of_the_message_is_that_of_its_statements(way: Way) -> None:
    data = in_message(made.camt(numbered(""), numbered("")), paged("2", "false"))
    pages = [(each.page, each.is_last_page) for each in headers(data, way)]
    assert pages == [(2, False), (2, False)]


@pytest.mark.parametrize("way", [read, read_plainly, read_strictly])
def test_the_page_of_the_statement_counts_before_that_of_the_message(way: Way) -> None:
    own = numbered(paged("3", "true", "StmtPgntn"))
    data = in_message(made.camt(own, numbered("")), paged("1", "false"))
    pages = [(each.page, each.is_last_page) for each in headers(data, way)]
    assert pages == [(3, True), (1, False)]


@pytest.mark.parametrize(
    ("sequence", "page"),
    [("00012/001", 1), ("12/2", 2), ("12", None), ("12/x", None), ("", None)],
)
def test_the_page_of_mt940_stands_behind_the_slash(
    sequence: str, page: int | None
) -> None:
    data = made.mt940(":61:260302C1,00NTRFX", ":62F:C260302EUR101,00")
    (header,) = headers(data.replace(b":28C:1/1", f":28C:{sequence}".encode()))
    told = (header.sequence, header.page, header.is_last_page)
    assert told == (sequence or None, page, None)


@pytest.mark.parametrize("way", [read, read_plainly, read_strictly])
def test_a_period_is_told_only_where_the_file_states_it(way: Way) -> None:
    stated = (
        "<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm>"
        "<ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>"
    )
    with_period, without = headers(made.camt(numbered(stated), numbered("")), way)
    period = (with_period.from_date, with_period.to_date)
    assert period == (date(2026, 3, 1), date(2026, 3, 31))
    assert (without.from_date, without.to_date) == (None, None)
