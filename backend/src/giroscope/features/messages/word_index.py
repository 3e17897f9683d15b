"""Finds messages by their words among millions, whether many hold them or few."""

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel import word_index
from giroscope.kernel.word_index import WordIndex, cut

WORDS = WordIndex(SystemMessage.id, SystemMessage.words, "system_message_words")


def holding(asked: str) -> list[ColumnElement[bool]]:
    """What a message must be to hold every word of a question."""
    return [WORDS.holds(word) for word in cut(asked)]


async def few_holding(
    session: AsyncSession, asked: str
) -> list[ColumnElement[bool]] | None:
    """The same, told by the ids of those that do; None where they are many."""
    return await word_index.few_holding(session, WORDS, asked)
