"""What a room lends of a list so that all of it can be taken out as a file.

The rows come by the list's own query and order, page after page in one snapshot:
there is no second language of filters, and no second way to the rows.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Select

from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database, ReadSession
from giroscope.kernel.export.cells import Cell, Row
from giroscope.kernel.paging import MAX_SIZE, Count, Order, PageRequest
from localization import Message, render

T = TypeVar("T")

Reader = Callable[[ReadSession], AsyncIterator[Sequence[Any]]]
"""Gives a list's lines in portions, all as they are at one moment."""
Words = Mapping[str, tuple[str, str]]
"""What codes are called, in English and in Danish: as the list says it on screen."""
Dress = Callable[[ReadSession, list[Any]], Awaitable[Sequence[Any]]]
"""Makes lines of rows, with what stands beside them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what it is asked for by, its heading, and its cell of a line."""

    key: str
    english: str
    danish: str
    read: Callable[[Any], Cell | tuple[str, ...]]
    """Gives the value; several codes where `words` says what each is called."""
    is_told: bool = False
    """Whether the value is a message, a text in both languages, or none."""
    beside: str | None = None
    """A column without which this one means nothing, as an amount its currency."""
    words: Words | None = None
    """What its codes are called; one that is not among them stays as it is."""

    def heading(self, language: str) -> str:
        """The heading in the language."""
        return self.danish if language == "da" else self.english

    def reader(self, language: str) -> Callable[[Any], Cell]:
        """Gives the cell of a line, in the language."""
        read: Callable[[Any], Any] = self.read
        is_danish = language == "da"
        if self.is_told:
            return lambda line: _told(read(line), language)
        if self.words is None:
            return read
        called = {code: pair[is_danish] for code, pair in self.words.items()}

        def said(line: Any) -> Cell:
            value = read(line)
            if isinstance(value, tuple):
                return ", ".join([called.get(one) or str(one) for one in value])
            word: Cell = called.get(value, value)
            return word

        return said


def _told(value: Any, language: str) -> Cell:
    if isinstance(value, Message):
        return render(value, language)
    told: Cell = value and value[language == "da"]
    return told


@dataclass(frozen=True, slots=True)
class Asked:
    """Who takes a list out, when, and what of it."""

    actor: Actor
    now: datetime
    filter: Any = None
    """As the list's own filter argument, or None."""
    order: Any = None
    """As the list's own order argument, or None."""
    lent: Mapping[type, Any] = field(default_factory=dict)

    def borrow(self, kind: type[T]) -> T:
        """What a room keeps under this class."""
        found: T = self.lent[kind]
        return found


@dataclass(frozen=True, slots=True)
class Export:
    """A list that can be had as a file. Its name is that of its field in the graph."""

    title: tuple[str, str]
    """In English and in Danish."""
    columns: Sequence[Column]
    reader: Callable[[Asked], Reader]
    """Refuses a filter that is none before anything is written."""
    refresh: Callable[[Asked], Awaitable[None]] | None = None
    """What the list does before it is read."""


async def rows_of(
    database: Database, realm: str, reader: Reader, cells: Sequence[Callable[..., Cell]]
) -> AsyncIterator[Row]:
    """The lines of a list as rows of cells, all as they are at one moment."""
    async with database.still(realm) as session:
        async for portion in reader(session):
            for line in portion:
                yield [cell(line) for cell in cells]


async def as_they_are(_session: ReadSession, rows: list[Any]) -> Sequence[Any]:
    """The rows are the lines."""
    return rows


def in_portions(query: Select[Any], order: Order, dress: Dress = as_they_are) -> Reader:
    """The lines of a list of mapped rows: its pages, one after the other."""

    async def fetch(session: ReadSession, request: PageRequest) -> list[Any]:
        found = await session.execute(order.apply(query, request))
        return list(found.scalars())

    return page_by_page(fetch, order, dress)


def page_by_page(
    fetch: Callable[[ReadSession, PageRequest], Awaitable[list[Any]]],
    order: Order,
    dress: Dress = as_they_are,
    place: Callable[[Any], tuple[Any, int]] | None = None,
) -> Reader:
    """The lines of a list whose pages are fetched in a way of its own."""

    async def read(session: ReadSession) -> AsyncIterator[Sequence[Any]]:
        request = PageRequest(first=MAX_SIZE)
        while True:
            rows = await fetch(session, request)
            page = order.page(rows, request, place or order.place, _uncounted)
            yield await dress(session, page.rows)
            # What was written is let go, so that memory does not grow with the list.
            session.expunge_all()
            if not page.has_next:
                return
            request = PageRequest(first=MAX_SIZE, after=page.cursors[-1])

    return read


async def _uncounted() -> Count:
    return Count(0, is_exact=False)
