"""Keyset pages: a cursor names the last row seen, never a number of rows.

Order is always one sort column and then the id, both in the same direction,
so that an index on the two answers any page directly.
"""

import base64
import binascii
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial
from typing import Any, Generic, NamedTuple, Never, TypeVar, TypeVarTuple

import orjson
from sqlalchemy import ColumnElement, Select, Tuple, bindparam, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from giroscope.kernel.columns import Amount, SortedAmount, to_units
from giroscope.kernel.errors import InvalidInput

T = TypeVar("T")
Row = TypeVarTuple("Row")

DEFAULT_SIZE = 50
MAX_SIZE = 500
MAX_SKIP = 1_000_000
"""Further than this no list is leapt: a filter finds the place sooner."""

Column = InstrumentedAttribute[Any] | ColumnElement[Any]


class BadCursor(InvalidInput):
    """The page address is damaged; start from the first page."""

    code = "bad_cursor"


class Count(NamedTuple):
    """How many rows match; not exact where counting them all would be slow."""

    total: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Which page is asked for, after Relay's connection arguments.

    `skip` leaps over rows next to the cursor, or to the list's end without one:
    whoever pulls a scroll bar far away has no cursor there yet. Pages that follow
    each other are asked for by cursor alone.
    """

    first: int | None = None
    after: str | None = None
    last: int | None = None
    before: str | None = None
    skip: int | None = None

    @property
    def is_backward(self) -> bool:
        """Whether the page ends at a cursor instead of beginning there."""
        return self.last is not None or (self.before is not None and self.first is None)

    @property
    def size(self) -> int:
        """Rows on the page.

        Raises:
            InvalidInput: Fewer than none, or more than a page may hold.
        """
        asked = self.last if self.is_backward else self.first
        size = DEFAULT_SIZE if asked is None else asked
        if not 0 <= size <= MAX_SIZE:
            raise InvalidInput(f"A page holds 0 to {MAX_SIZE} rows", path="first")
        return size

    @property
    def leap(self) -> int:
        """Rows passed over before the page begins.

        Raises:
            InvalidInput: Fewer than none, or further than may be leapt.
        """
        leap = self.skip or 0
        if not 0 <= leap <= MAX_SKIP:
            raise InvalidInput(f"0 to {MAX_SKIP} rows can be skipped", path="skip")
        return leap


@dataclass(slots=True)
class Page(Generic[T]):
    """Rows of one page, each with its cursor."""

    rows: list[T]
    cursors: list[str]
    has_next: bool
    has_previous: bool
    count: Callable[[], Awaitable[Count]]


@dataclass(frozen=True, slots=True)
class Order:
    """Sort by a column, then by id, both in one direction."""

    name: str
    column: Column
    row_id: Column
    is_descending: bool = True

    def apply(self, query: Select[*Row], request: PageRequest) -> Select[*Row]:
        """The query for one row more than the page, in reading order or reversed."""
        cursor = request.before if request.is_backward else request.after
        if cursor is not None:
            place, end = self._places(*self._decode(cursor))
            query = query.where(place < end if self._falls(request) else place > end)
        query = query.order_by(*self.sorting(request)).limit(request.size + 1)
        return query.offset(request.leap) if request.leap else query

    def upto(
        self, query: Select[*Row], request: PageRequest, last: Sequence[Any]
    ) -> Select[*Row]:
        """The same query, ended at a place: a value of the column, and an id."""
        place, end = self._places(*last)
        return query.where(place >= end if self._falls(request) else place <= end)

    def sorting(self, request: PageRequest) -> list[ColumnElement[Any]]:
        """What to sort by: reading order, or reversed for a page before a cursor."""
        columns = (self.column, self.row_id)
        return [c.desc() if self._falls(request) else c.asc() for c in columns]

    def _falls(self, request: PageRequest) -> bool:
        """Whether rows come greatest first: a page before a cursor is read back."""
        return self.is_descending != request.is_backward

    def page(
        self,
        rows: list[T],
        request: PageRequest,
        key: Callable[[T], tuple[Any, int]],
        count: Callable[[], Awaitable[Count]],
        count_all: Callable[[], Awaitable[int]] | None = None,
    ) -> Page[T]:
        """The page from the rows the query gave.

        Where it shows the end of the list, how many there are is exact: told by the
        page itself if it begins at a known place, else by `count_all`.
        """
        has_more = len(rows) > request.size
        rows = rows[: request.size]
        cursor = request.before if request.is_backward else request.after
        is_inside = cursor is not None or request.leap > 0
        if request.is_backward:
            rows.reverse()
        has_next = is_inside if request.is_backward else has_more
        if cursor is None and not has_more and (rows or not request.leap):
            count = partial(_counted, request.leap + len(rows))
        elif count_all is not None and not has_next:
            count = partial(_exact, count_all)
        return Page(
            rows,
            [self._encode(*key(row)) for row in rows],
            has_next=has_next,
            has_previous=has_more if request.is_backward else is_inside,
            count=count,
        )

    def place(self, row: Any) -> tuple[Any, int]:
        """Where a mapped row stands in this order."""
        return getattr(row, self.column.key or ""), row.id

    def _places(self, value: Any, row_id: int) -> tuple[Tuple, Tuple]:
        """A row's place, and the place of that value and id, to be compared."""
        there = (
            bindparam(None, value, type_=self.column.type),
            bindparam(None, row_id, type_=self.row_id.type),
        )
        return tuple_(self.column, self.row_id), tuple_(*there)

    def _encode(self, value: Any, row_id: int) -> str:
        if isinstance(value, Decimal):
            value = str(value)
        text = orjson.dumps([self.name, value, row_id])
        return base64.urlsafe_b64encode(text).decode().rstrip("=")

    def _decode(self, cursor: str) -> tuple[Any, int]:
        try:
            padded = cursor + "=" * (-len(cursor) % 4)
            name, value, row_id = orjson.loads(base64.urlsafe_b64decode(padded))
            if name != self.name or not _is_row_id(row_id):
                raise BadCursor
            return self._typed(value), row_id
        except (binascii.Error, ValueError, TypeError, ArithmeticError) as error:
            raise BadCursor from error

    def _typed(self, value: Any) -> Any:
        """The value as the column's Python type; anything else is damage."""
        if value is None:
            return None
        if isinstance(self.column.type, Amount | SortedAmount):
            amount = Decimal(value)
            to_units(amount)
            return amount
        kind = self.column.type.python_type
        if kind is datetime:
            return datetime.fromisoformat(value).astimezone(UTC)
        if kind is date:
            return date.fromisoformat(value)
        if kind is int:
            return value if _is_row_id(value) else _damaged()
        return value if isinstance(value, str) and "\0" not in value else _damaged()


async def _counted(total: int) -> Count:
    return Count(total, is_exact=True)


async def _exact(count_all: Callable[[], Awaitable[int]]) -> Count:
    return Count(await count_all(), is_exact=True)


def _damaged() -> Never:
    raise BadCursor


def _is_row_id(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def row_id(text: str) -> int | None:
    """The number an id is written as, or None where it is no id at all."""
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else None
