"""Looks words up: which rows hold words that begin as the words asked for.

A table that is searched keeps one column of folded words. SQLite indexes it by a table
of FTS5, PostgreSQL by a GIN index over the words as they are cut already: to parse them
once more would cost far more. Plain references are left out of both, and looked up in
columns of their own.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    cast,
    func,
    literal_column,
    or_,
    select,
    text,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.kernel.words import as_reference, searchable

MOST = 10_000
"""So many rows are gathered by an index; more are met soon enough by a walk."""
_NEWEST = 1_000
_COMMON = 20
"""Words that so many of the newest hold fill any page that walks back from them."""


class Reference(NamedTuple):
    """A column of references, whose plain ones do not stand among the words."""

    column: Any
    indexed: ColumnElement[bool]
    """Which rows the index of the column holds."""


class WordIndex(NamedTuple):
    """The words of one table."""

    row_id: Any
    words: Any
    """The column of folded words."""
    table: str
    """The table of FTS5 over it, on SQLite."""
    references: tuple[Reference, ...] = ()
    """Where else words may stand: see `among_words`."""

    def holds(self, word: str) -> ColumnElement[bool]:
        """Whether some word of a row, or a reference of it, begins with the word."""
        found: ColumnElement[bool] = self.words.contains(f" {word}", autoescape=True)
        beginning = as_reference(word)
        if beginning is None:
            return found
        refers = (each.column.like(f"{beginning}%") for each in self.references)
        return or_(found, *refers)

    def ids(
        self, session: AsyncSession, words: list[str], *within: ColumnElement[bool]
    ) -> Select[Any]:
        """Ids of the rows in which every word asked for begins some word.

        PostgreSQL's index may hold a part of the rows only; `within` says which. A row
        that repeats a reference among its words may come twice.
        """
        if is_sqlite(session):
            match = " ".join(f'"{word}"*' for word in words)
            row_id: Any = literal_column("rowid").label("id")
            indexed = (
                select(row_id)
                .select_from(text(self.table))
                .where(text(f"{self.table} MATCH :match").bindparams(match=match))
            )
        else:
            match = " & ".join(f"'{word}':*" for word in words)
            vector = func.array_to_tsvector(
                func.string_to_array(func.ltrim(self.words), text("' '"))
            )
            fits = vector.op("@@")(cast(match, TSQUERY))
            indexed = select(self.row_id).where(*within, fits)
        if not self.references:
            return indexed
        referring = self._referring(session, words)
        found = union_all(indexed, *(ids.where(*within) for ids in referring))
        return select(found.subquery().c.id)

    def _referring(
        self, session: AsyncSession, words: list[str]
    ) -> Iterator[Select[Any]]:
        """Ids of the rows that refer by one word and hold the others anywhere."""
        for word in words:
            beginning = as_reference(word)
            if beginning is None:
                continue
            others = [self.holds(other) for other in words if other != word]
            for column, indexed in self.references:
                begins = [column.like(f"{beginning}%")]
                if is_sqlite(session):
                    # Its LIKE takes capitals for small letters, and so no index.
                    begins = [column >= beginning, column < f"{beginning}~"]
                yield select(self.row_id).where(indexed, *begins, *others)


async def few_holding(
    session: AsyncSession, index: WordIndex, asked: str
) -> list[ColumnElement[bool]] | None:
    """What a row must be to hold every word, told by the ids of those that do.

    None where they are many, or no word is asked for: a walk from the newest row on
    then meets enough of them soon.
    """
    words = cut(asked)
    if not words:
        return None
    newest = select(index.words).order_by(index.row_id.desc()).limit(_NEWEST).subquery()
    held = and_(*(newest.c[0].contains(f" {one}", autoescape=True) for one in words))
    common = await session.execute(select(func.count()).select_from(newest).where(held))
    if common.scalar_one() >= _COMMON:
        return None
    await prepare(session)
    found = await session.execute(index.ids(session, words).limit(MOST + 1))
    ids = found.scalars().all()
    if len(ids) > MOST:
        return None
    # Written out: ten thousand bound values cost more than the look-ups do.
    listed = ",".join(map(str, ids)) or "0"
    return [and_(text(f"{index.row_id.table}.{index.row_id.key} IN ({listed})"))]


def cut(asked: str | None) -> list[str]:
    """The words of a question, folded as the rows' words are."""
    return searchable(asked).split() if asked else []


async def prepare(session: AsyncSession) -> None:
    """Let PostgreSQL remember each row that a word is in, for this transaction.

    With the little memory it takes by itself it remembers whole pages of rows,
    and then has to cut the words of every row on them again.
    """
    if not is_sqlite(session):
        await session.execute(select(func.set_config("work_mem", "64MB", text("true"))))


def is_sqlite(session: AsyncSession) -> bool:
    """Whether the realm is a SQLite file."""
    return session.get_bind().dialect.name == "sqlite"
