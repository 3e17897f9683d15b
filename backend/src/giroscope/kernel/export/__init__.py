"""Whole lists as files: streamed in portions, and safe to open in a spreadsheet."""

from giroscope.kernel.export.cells import (
    DIALECTS,
    EXCEL_DA,
    EXCEL_EN,
    PLAIN,
    Cell,
    Dialect,
    Row,
    csv_cell,
)
from giroscope.kernel.export.download import Takeable, Taking
from giroscope.kernel.export.lists import (
    Asked,
    Column,
    Export,
    Reader,
    in_portions,
    page_by_page,
    rows_of,
)
from giroscope.kernel.export.separated_values import csv_chunks
from giroscope.kernel.export.workbook import xlsx_chunks

__all__ = [
    "DIALECTS",
    "EXCEL_DA",
    "EXCEL_EN",
    "PLAIN",
    "Asked",
    "Cell",
    "Column",
    "Dialect",
    "Export",
    "Reader",
    "Row",
    "Takeable",
    "Taking",
    "csv_cell",
    "csv_chunks",
    "in_portions",
    "page_by_page",
    "rows_of",
    "xlsx_chunks",
]
