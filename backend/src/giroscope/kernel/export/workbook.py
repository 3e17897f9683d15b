"""Lists as Excel workbooks, streamed: rows leave as they come, and none is kept.

XlsxWriter makes every part of the file but the rows, from an empty workbook of the
same form; the rows are written here as it writes them, which a test compares. So
neither memory nor disk grows with the list, and the first bytes leave at once.
"""

import io
import re
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from typing import IO, cast

from xlsxwriter import Workbook  # type: ignore[import-untyped]

from giroscope.kernel.archive import Sink
from giroscope.kernel.export.cells import Cell, Row

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MOST_ROWS = 1_048_575
"""Of one sheet, below its heading; further rows go to further sheets."""
# What holds a sheet must stay below 2 GiB, or Excel would not open it.
_MOST_BYTES = 1 << 30
_BUFFERED = 64 * 1024
_ROWS_AT_ONCE = 100
"""Compressed together: few, since nobody else is served meanwhile."""
_MOST_TEXT = 32_767
"""Signs that a cell can hold."""
_EXACT_DIGITS = 15
"""Excel keeps so many digits of a number; one of more is written as text."""
_WIDTH = 18
_FIRST_DAY = date(1900, 3, 1)
"""Before it, Excel counts a day that never was."""
_EPOCH = date(1899, 12, 30)

_TABLE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_SPECIAL = re.compile("[&<>]")
_DIMENSION = re.compile("<dimension [^>]*>")
_ROWS = re.compile("<sheetData>.*</sheetData>", re.DOTALL)
_ESCAPED = re.compile(r"(_x[0-9a-fA-F]{4}_)")
# No XML can hold the last two; neither are they signs of any text.
_CONTROL = re.compile("([\x00-\x08\x0b-\x1f\ufffe\uffff])")
_HALF = re.compile("[\ud800-\udfff]")
_EDGES = (" ", "\t", "\n")
_HEADING, _AMOUNT, _DATE, _INSTANT = 1, 2, 3, 4


async def xlsx_chunks(
    title: str,
    columns: Sequence[str],
    rows: AsyncIterator[Row],
    *,
    most_rows: int = _MOST_ROWS,
) -> AsyncIterator[bytes]:
    """A workbook, as it comes; so many rows stand on a sheet."""
    book = _Book(title, columns, most_rows)
    async for row in rows:
        book.add(row)
        if book.sink.size > _BUFFERED:
            yield book.sink.taken()
    book.close()
    yield book.sink.taken()


class _Book:
    """A workbook on its way out; a sheet that is full is followed by another."""

    def __init__(self, title: str, columns: Sequence[str], most_rows: int) -> None:
        self.sink = Sink()
        self._most_rows = most_rows
        self._title = title
        self._columns = columns
        self._archive = zipfile.ZipFile(
            cast("IO[bytes]", self.sink), "w", zipfile.ZIP_DEFLATED, compresslevel=4
        )
        self._sheets = 0
        self._begin()

    def add(self, row: Row) -> None:
        """The next row."""
        if self._place > self._most_rows or self._written > _MOST_BYTES:
            self._end()
            self._begin()
        self._place += 1
        self._waiting.append(_row(self._place, row))
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self._flush()

    def close(self) -> None:
        """There are no more rows."""
        self._end()
        for name, content in _parts(self._title, self._columns, self._sheets).items():
            if not name.startswith("xl/worksheets/"):
                self._archive.writestr(name, content)
        self._archive.close()

    def _begin(self) -> None:
        self._sheets += 1
        name = f"xl/worksheets/sheet{self._sheets}.xml"
        frame = _parts(self._title, self._columns, self._sheets)[name].decode()
        head, self._tail = _ROWS.split(_DIMENSION.sub("", frame))
        self._sheet = self._archive.open(name, "w")
        self._written = 0
        self._place = 1
        heading = _row(1, self._columns, is_heading=True)
        self._waiting = [f"{head}<sheetData>", heading]

    def _flush(self) -> None:
        self._written += self._sheet.write("".join(self._waiting).encode())
        self._waiting.clear()

    def _end(self) -> None:
        self._waiting.append(f"</sheetData>{self._tail}")
        self._flush()
        self._sheet.close()


def _parts(title: str, columns: Sequence[str], sheets: int) -> dict[str, bytes]:
    """The files of an empty workbook with so many sheets."""
    made = io.BytesIO()
    book = Workbook(made, {"in_memory": True})
    # In the order of the numbers that cells name them by.
    formats = [
        book.add_format(style)
        for style in (
            {"bold": True},
            {"num_format": "#,##0.00###"},
            {"num_format": "yyyy-mm-dd"},
            {"num_format": "yyyy-mm-dd hh:mm:ss"},
        )
    ]
    for number in range(1, sheets + 1):
        sheet = book.add_worksheet(title if number == 1 else f"{title} {number}")
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, max(len(columns) - 1, 0), _WIDTH)
        # Styles are kept only of cells that there are; these rows are cut away.
        for place, style in enumerate(formats):
            sheet.write_blank(0, place, None, style)
    book.close()
    with zipfile.ZipFile(made) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _row(place: int, row: Row, *, is_heading: bool = False) -> str:
    cells = [
        _cell(f"{_letters(column)}{place}", value, is_heading=is_heading)
        for column, value in enumerate(row)
        if value is not None
    ]
    return f'<row r="{place}">{"".join(cells)}</row>'


@cache
def _letters(column: int) -> str:
    """The column as spreadsheets name it: A to Z, AA and so on."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _cell(place: str, value: Cell, *, is_heading: bool) -> str:
    """A cell of the value's own type; text is never looked at for what it might be."""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | Decimal):
        digits = _number(value)
        if digits is None:
            return _text(
                place, f"{value:f}" if isinstance(value, Decimal) else str(value)
            )
        style = f' s="{_AMOUNT}"' if isinstance(value, Decimal) else ""
        return f'<c r="{place}"{style}><v>{digits}</v></c>'
    if isinstance(value, date):
        return _day(place, value)
    return _text(place, str(value), f' s="{_HEADING}"' if is_heading else "")


def _number(value: Decimal | int) -> str | None:
    """The number, if Excel keeps all its digits."""
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    digits = text.lstrip("-0.").replace(".", "")
    return text if len(digits) <= _EXACT_DIGITS else None


def _day(place: str, value: date) -> str:
    """A date, or an instant in UTC, which no cell can say of itself."""
    if isinstance(value, datetime):
        at = value.astimezone(UTC)
        seconds = at.hour * 3600 + at.minute * 60 + at.second
        day, part, style = at.date(), seconds / 86_400, _INSTANT
    else:
        day, part, style = value, 0.0, _DATE
    if day < _FIRST_DAY:
        return _text(place, value.isoformat())
    number = (day - _EPOCH).days + part
    return f'<c r="{place}" s="{style}"><v>{number:.16G}</v></c>'


def _text(place: str, text: str, style: str = "") -> str:
    if len(text) > _MOST_TEXT:
        text = f"{text[: _MOST_TEXT - 1]}…"
    text = _escaped(text)
    has_edges = text.startswith(_EDGES) or text.endswith(_EDGES)
    keeps = ' xml:space="preserve"' if has_edges else ""
    inside = f"<is><t{keeps}>{text}</t></is>"
    return f'<c r="{place}"{style} t="inlineStr">{inside}</c>'


def _escaped(text: str) -> str:
    """The text as the form wants it, where signs that XML has not are spelled out."""
    if text.isalnum():
        return text
    text = _ESCAPED.sub(r"_x005F\1", text)
    text = _CONTROL.sub(lambda found: f"_x{ord(found[1]):04X}_", text)
    text = _HALF.sub("\ufffd", text)
    return text.translate(_TABLE) if _SPECIAL.search(text) else text
