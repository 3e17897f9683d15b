"""Lists as Excel workbooks: what the library itself would have written, streamed."""

import io
import re
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from xlsxwriter import Workbook

from giroscope.kernel.export import Cell, Row, xlsx_chunks

HEADINGS = ["Text", "Amount & more", "Number"]
INSTANT = datetime(2026, 11, 2, 13, 5, 1, 999, timezone(timedelta(hours=1)))
TEXTS = [
    '=HYPERLINK("http://x")', "+45 12", "-1", "@SUM(A1)", " edges ", "two\nlines",
    "\r", "<b>&amp;</b>", 'a "quote"', "_x0041_", "bell\x07", "Søren 😀", "1.50", "",
]  # fmt: skip


async def _book(
    title: str, headings: Sequence[str], rows: list[Row], **bounds: int
) -> zipfile.ZipFile:
    async def given() -> AsyncIterator[Row]:
        for row in rows:
            yield row

    chunks = [chunk async for chunk in xlsx_chunks(title, headings, given(), **bounds)]
    return zipfile.ZipFile(io.BytesIO(b"".join(chunks)))


def _by_the_library(title: str, headings: Sequence[str], rows: list[Row]) -> Any:
    """The same list as XlsxWriter writes it, row by row."""
    made = io.BytesIO()
    book = Workbook(made, {"constant_memory": True})
    bold = book.add_format({"bold": True})
    amount = book.add_format({"num_format": "#,##0.00###"})
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    instant = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    sheet = book.add_worksheet(title)
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, len(headings) - 1, 18)
    for column, heading in enumerate(headings):
        sheet.write_string(0, column, heading, bold)
    for place, row in enumerate(rows, 1):
        for column, value in enumerate(row):
            match value:
                case bool():
                    sheet.write_boolean(place, column, value)
                case int():
                    sheet.write_number(place, column, value)
                case Decimal():
                    sheet.write_number(place, column, float(value), amount)
                case datetime():
                    naive = value.astimezone(UTC).replace(tzinfo=None, microsecond=0)
                    sheet.write_datetime(place, column, naive, instant)
                case date():
                    sheet.write_datetime(place, column, value, day)
                case str():
                    sheet.write_string(place, column, value)
    book.close()
    return zipfile.ZipFile(made)


def _sheet(book: zipfile.ZipFile, number: int = 1) -> str:
    text = book.read(f"xl/worksheets/sheet{number}.xml").decode()
    return re.sub("<dimension [^>]*>", "", text)


async def test_every_part_is_as_the_library_writes_it() -> None:
    rows: list[Row] = [
        ("plain", Decimal("1234.56"), 7),
        ("negative", Decimal("-0.05"), -7),
        (None, Decimal("1E+3"), 0),
        (True, date(2026, 11, 2), INSTANT),
        (False, date(1900, 3, 1), Decimal("1234567890.12345")),
        *((text, None, 1) for text in TEXTS if text),
    ]
    ours = await _book("Journals", HEADINGS, rows)
    theirs = _by_the_library("Journals", HEADINGS, rows)
    assert ours.testzip() is None
    assert sorted(ours.namelist()) == sorted(theirs.namelist())
    assert _sheet(ours) == _sheet(theirs)
    for name in set(ours.namelist()) - {
        "xl/worksheets/sheet1.xml",
        "docProps/core.xml",
    }:
        assert ours.read(name) == theirs.read(name), name


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (Decimal("1234567890123.45"), "<v>1234567890123.45</v>"),
        (Decimal("10.00"), "<v>10</v>"),
        (Decimal("-1234567890123.45678"), "<t>-1234567890123.45678</t>"),
        (123456789012345, "<v>123456789012345</v>"),
        (1234567890123456, "<t>1234567890123456</t>"),
        (date(1899, 12, 31), "<t>1899-12-31</t>"),
    ],
)
async def test_what_excel_would_round_or_misread_is_text(
    value: Cell, cell: str
) -> None:
    assert cell in _sheet(await _book("Sheet", ["A"], [(value,)]))


async def test_no_text_is_longer_than_a_cell_or_half_a_sign() -> None:
    book = await _book("Sheet", ["A"], [("x" * 40_000,), ("a\ud800b\ufffe",)])
    text = _sheet(book)
    assert f"{'x' * 32_766}…</t>" in text
    assert "a\ufffdb_xFFFE_" in text


async def test_a_full_sheet_is_followed_by_another() -> None:
    rows: list[Row] = [(number,) for number in range(7)]
    book = await _book("Konti", ["Nr."], rows, most_rows=3)
    assert book.testzip() is None
    for number, first, count in ((1, 0, 3), (2, 3, 3), (3, 6, 1)):
        text = _sheet(book, number)
        assert text.count("<row ") == count + 1
        assert f'<c r="A2"><v>{first}</v></c>' in text
        assert "Nr." in text
    names = re.findall('<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
    assert names == ["Konti", "Konti 2", "Konti 3"]


async def test_a_workbook_leaves_piece_by_piece() -> None:
    async def endless() -> AsyncIterator[Row]:
        number = 0
        while True:
            number += 1
            yield (number, f"row {number * 7919}")

    pieces = xlsx_chunks("Sheet", ["A", "B"], endless())
    assert [len(await anext(pieces)) < 1 << 20 for _ in range(3)] == [True] * 3
    await pieces.aclose()
