"""Lists as files: exact, in the reader's notation, and harmless in a spreadsheet."""

import csv
import io
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.kernel.database import Database
from giroscope.kernel.export import (
    EXCEL_DA,
    EXCEL_EN,
    PLAIN,
    Cell,
    Dialect,
    Row,
    csv_cell,
    csv_chunks,
    in_portions,
    lists,
)
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import Job

CET = timezone(timedelta(hours=1))


@pytest.mark.parametrize(
    ("value", "plain", "danish"),
    [
        (None, "", ""),
        (True, "true", "ja"),
        (False, "false", "nej"),
        (7, "7", "7"),
        (-7, "-7", "-7"),
        (Decimal("-1234567890123.45678"), "-1234567890123.45678",
         "-1234567890123,45678"),
        (Decimal("1E+3"), "1000", "1000"),
        (date(2026, 11, 2), "2026-11-02", "2026-11-02"),
        (datetime(2026, 11, 2, 13, 5, tzinfo=CET), "2026-11-02 12:05:00.000000",
         "2026-11-02 12:05:00"),
        ("1.5", "1.5", "1.5"),
        ("Søren", "Søren", "Søren"),
    ],
)  # fmt: skip
def test_cell_is_written_exactly(value: Cell, plain: str, danish: str) -> None:
    assert (csv_cell(value, PLAIN), csv_cell(value, EXCEL_DA)) == (plain, danish)


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+45 1234", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "\uff1d1"],
)
def test_text_is_never_a_formula(text: str) -> None:
    assert csv_cell(text, PLAIN) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "plain", "danish"),
    [
        ("x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0", "x;=cmd|' /C calc'!A0"),
        ("x,=1", "x,=1", "x,'=1"),
        ('x; "@SUM(A1)', "x; \"'@SUM(A1)", 'x; "@SUM(A1)'),
        ("x;;\uff1d1", "x;;'\uff1d1", "x;;\uff1d1"),
        ("x\t+1", "x\t'+1", "x\t'+1"),
        ("x\r\n-1", "x\r\n'-1", "x\r\n'-1"),
        ("=1;=2", "'=1;'=2", "'=1;=2"),
        ("1-2 =3", "1-2 =3", "1-2 =3"),
        ("a;b, c", "a;b, c", "a;b, c"),
    ],
)
def test_text_split_by_the_other_notation_is_no_formula(
    text: str, plain: str, danish: str
) -> None:
    assert (csv_cell(text, PLAIN), csv_cell(text, EXCEL_DA)) == (plain, danish)


def test_gaps_without_end_are_looked_at_once() -> None:
    gaps = "\t" * 200_000
    assert csv_cell(f"x{gaps}y", PLAIN) == f"x{gaps}y"


async def _file(rows: list[Row], dialect: Dialect) -> bytes:
    async def given() -> AsyncIterator[Row]:
        for row in rows:
            yield row

    chunks = [chunk async for chunk in csv_chunks(("a", "b"), given(), dialect)]
    return b"".join(chunks)


async def test_separators_quotes_and_line_ends_stay_inside_their_cell() -> None:
    row = ('a;b,"c"', "two\r\nlines")
    for dialect, encoding in ((PLAIN, "utf-8"), (EXCEL_DA, "utf-8-sig")):
        text = (await _file([row], dialect)).decode(encoding)
        read = list(csv.reader(io.StringIO(text, ""), delimiter=dialect.delimiter))
        assert read == [["a", "b"], list(row)]


async def test_excel_is_told_the_encoding_and_programs_are_not_disturbed() -> None:
    assert (await _file([], EXCEL_DA)) == "\ufeffa;b\r\n".encode()
    assert (await _file([], EXCEL_EN)) == "\ufeffa,b\r\n".encode()
    assert (await _file([], PLAIN)) == b"a,b\r\n"


async def test_a_long_file_comes_in_pieces() -> None:
    async def given() -> AsyncIterator[Row]:
        for number in range(50):
            yield (number, "x" * 20)

    pieces = csv_chunks(("a", "b"), given(), buffered=100)
    chunks = [chunk async for chunk in pieces]
    assert len(chunks) > 5
    assert b"".join(chunks).count(b"\r\n") == 51


async def test_rows_are_read_in_portions_of_one_moment(
    database: Database, realm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MAX_SIZE", 3)
    now = datetime(2026, 11, 2, tzinfo=UTC)

    def add(first: int, last: int) -> None:
        values: list[dict[str, Any]] = [
            {"verb": "x", "subject": number, "state": "QUEUED", "created": now}
            for number in range(first, last)
        ]
        with database.job_session(realm) as session:
            session.execute(insert(Job), values)

    add(0, 8)
    order = Order("id", Job.id, Job.id, is_descending=False)
    for count, sizes in ((8, [3, 3, 2]), (6, [3, 3]), (0, [0])):
        read = in_portions(select(Job).where(Job.subject < count), order)
        async with database.still(realm) as session:
            found = [[job.subject for job in some] async for some in read(session)]
        assert [number for some in found for number in some] == list(range(count))
        assert [len(some) for some in found] == sizes
    async with database.still(realm) as session:
        portions = in_portions(select(Job), order)(session)
        first = [job.subject for job in await anext(portions)]
        add(8, 20)
        rest = [job.subject async for some in portions for job in some]
    assert first + rest == list(range(8)), "what came meanwhile is of another moment"
