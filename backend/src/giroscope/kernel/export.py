"""Whole lists as files: streamed portion by portion, and safe to open in a spreadsheet.

Serves `GET /api/export/{list}?format=csv`. A room lends an `Export` for each of its
lists: the verb it needs, its columns, and its rows.
"""

import csv
import io
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Select
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.paging import Column
from giroscope.kernel.web import Services, refusing

Cell = str | int | Decimal | datetime | date | bool | None
Row = Sequence[Cell]

_PORTION = 1_000
_BUFFERED = 64 * 1024
_BYTE_ORDER_MARK = "\ufeff"
# Spreadsheets run what begins like this; the wide forms are folded into the plain.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_CONTROL = ("\t", "\r", "\n")
# Read in the other notation, a text is split at that one's separator, and at tabs and
# line ends, whatever quotes stand around the whole: a cell begins after each.
_SPLITS = frozenset(";,\t\r\n")
_GAP_BEFORE_FORMULA = re.compile(
    rf"(?<![;,\s\"])[;,\s\"]++(?=[{re.escape(''.join(_FORMULA))}])"
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a file of separated values is written."""

    delimiter: str
    decimal_sign: str
    has_mark: bool
    """Whether it begins with the sign by which Excel knows UTF-8."""


PLAIN = Dialect(",", ".", has_mark=False)
"""RFC 4180, for programs."""
EXCEL_DA = Dialect(";", ",", has_mark=True)
"""What a Danish Excel opens by double-click."""
DIALECTS = {"plain": PLAIN, "excel-da": EXCEL_DA}


@dataclass(frozen=True, slots=True)
class Export:
    """A list that can be had as a file."""

    verb: str
    columns: Sequence[str]
    rows: Callable[[Database, Actor, QueryParams], AsyncIterator[Row]]
    """The rows that the address asks for; a bad filter is refused at once."""
    note: Callable[[WriteSession, Actor, QueryParams], Awaitable[None]] | None = None
    """Writes down that it was taken, before the first row leaves."""


def routes(services: Services, exports: Mapping[str, Export]) -> list[Route]:
    """`GET /api/export/{list}`."""

    @refusing
    async def export(request: Request) -> Response:
        actor = await services.actor(request)
        name = request.path_params["list"]
        wanted = exports.get(name)
        if wanted is None:
            raise NotFound("There is no such list to export")
        actor.ensure(wanted.verb)
        asked = request.query_params
        dialect = _dialect(asked)
        rows = wanted.rows(services.database, actor, asked)
        if wanted.note is not None:
            async with services.database.writing(actor.realm) as session:
                await wanted.note(session, actor, asked)
        file_name = f"{name}-{services.clock():%Y-%m-%d}.csv"
        return StreamingResponse(
            csv_chunks(wanted.columns, rows, dialect),
            media_type="text/csv; charset=utf-8",
            headers={
                "content-disposition": f'attachment; filename="{file_name}"',
                "cache-control": "private, no-store",
                "x-content-type-options": "nosniff",
            },
        )

    return [Route("/api/export/{list}", export)]


def _dialect(asked: QueryParams) -> Dialect:
    if asked.get("format", "csv") != "csv":
        raise InvalidInput("`format` must be csv", path="format")
    dialect = DIALECTS.get(asked.get("dialect", "plain"))
    if dialect is None:
        raise InvalidInput("`dialect` must be plain or excel-da", path="dialect")
    return dialect


async def csv_chunks(
    columns: Sequence[str], rows: AsyncIterator[Row], dialect: Dialect = PLAIN
) -> AsyncIterator[bytes]:
    """A file of separated values, as it comes."""
    buffer = io.StringIO(_BYTE_ORDER_MARK if dialect.has_mark else "")
    buffer.seek(0, io.SEEK_END)
    writer = csv.writer(buffer, delimiter=dialect.delimiter, lineterminator="\r\n")
    writer.writerow(columns)
    async for row in rows:
        writer.writerow([csv_cell(value, dialect) for value in row])
        if buffer.tell() > _BUFFERED:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def csv_cell(value: Cell, dialect: Dialect) -> str:
    """The value as text that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", dialect.decimal_sign)
    if isinstance(value, datetime):
        # UTC in the form that both spreadsheets and programs take for an instant.
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"
    if isinstance(value, date):
        return value.isoformat()
    return _harmless(value, dialect)


def _harmless(text: str, dialect: Dialect) -> str:
    """The text with an apostrophe before every formula a cell could begin with."""
    splits = _SPLITS - {dialect.delimiter}

    def guarded(gap: re.Match[str]) -> str:
        return f"{gap[0]}'" if splits.intersection(gap[0]) else gap[0]

    if text.startswith(_CONTROL) or text.lstrip().startswith(_FORMULA):
        # What follows its first sign is looked at all the same.
        return f"'{text[:1]}{_GAP_BEFORE_FORMULA.sub(guarded, text[1:])}"
    return _GAP_BEFORE_FORMULA.sub(guarded, text)


async def in_portions(
    database: Database, realm: str, query: Select[Any], number: Column
) -> AsyncIterator[Any]:
    """The mapped rows of a query by ascending number, a portion of them at a time.

    Each portion has a session of its own: a slow reader holds nobody up.
    """
    after = None
    while True:
        portion = query if after is None else query.where(number > after)
        async with database.reading(realm) as session:
            found = await session.execute(portion.order_by(number).limit(_PORTION))
            rows = list(found.scalars())
        for row in rows:
            yield row
        if len(rows) < _PORTION:
            return
        after = getattr(rows[-1], number.key or "")
