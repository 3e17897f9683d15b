"""Looks words up: which rows hold words that begin as the words asked for."""

from typing import Any

from sqlalchemy import ColumnElement, Select, cast, func, literal_column, select, text
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements import searchable
from giroscope.features.statements.narrowing import is_entry
from giroscope.features.statements.tables import Transaction


def cut(asked: str | None) -> list[str]:
    """The words of a question, folded as the rows' words are."""
    return searchable(asked).split() if asked else []


def holds(word: str, words: Any = Transaction.words) -> ColumnElement[bool]:
    """Whether some word of a row begins with the word."""
    found: ColumnElement[bool] = words.contains(f" {word}", autoescape=True)
    return found


async def prepare(session: AsyncSession) -> None:
    """Let PostgreSQL remember each row that a word is in, for this transaction.

    With the little memory it takes by itself it remembers whole pages of rows,
    and then has to cut the words of every row on them again.
    """
    if not is_sqlite(session):
        await session.execute(select(func.set_config("work_mem", "64MB", text("true"))))


def ids(session: AsyncSession, words: list[str]) -> Select[Any]:
    """Ids of the rows in which every word asked for begins some word."""
    if is_sqlite(session):
        match = " ".join(f'"{word}"*' for word in words)
        return (
            select(literal_column("rowid").label("id"))
            .select_from(text("transaction_words"))
            .where(text("transaction_words MATCH :match").bindparams(match=match))
        )
    match = " & ".join(f"'{word}':*" for word in words)
    # The words are cut already: to parse them once more would cost far more.
    vector = func.array_to_tsvector(
        func.string_to_array(func.ltrim(Transaction.words), text("' '"))
    )
    return select(Transaction.id).where(
        is_entry(), vector.op("@@")(cast(match, TSQUERY))
    )


def is_sqlite(session: AsyncSession) -> bool:
    """Whether the realm is a SQLite file."""
    return session.get_bind().dialect.name == "sqlite"
