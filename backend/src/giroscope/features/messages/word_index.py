"""Finds messages by their words among millions, whether many hold them or few."""

from sqlalchemy import ColumnElement, and_, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.word_index import WordIndex, cut, prepare

WORDS = WordIndex(SystemMessage.id, SystemMessage.words, "system_message_words")
MOST = 10_000
"""So many messages are gathered by an index; more are met soon enough by a walk."""
_NEWEST = 1_000
_COMMON = 20
"""Words that so many of the newest hold fill any page that walks back from them."""


def holding(asked: str) -> list[ColumnElement[bool]]:
    """What a message must be to hold every word of a question."""
    return [WORDS.holds(word) for word in cut(asked)]


async def few_holding(
    session: AsyncSession, asked: str
) -> list[ColumnElement[bool]] | None:
    """The same, told by the ids of those that do; None where they are many."""
    words = cut(asked)
    if not words:
        return None
    newest = (
        select(SystemMessage.words)
        .order_by(SystemMessage.id.desc())
        .limit(_NEWEST)
        .subquery()
    )
    held = and_(*(newest.c.words.contains(f" {one}", autoescape=True) for one in words))
    common = await session.execute(select(func.count()).select_from(newest).where(held))
    if common.scalar_one() >= _COMMON:
        return None
    await prepare(session)
    found = await session.execute(WORDS.ids(session, words).limit(MOST + 1))
    ids = found.scalars().all()
    if len(ids) > MOST:
        return None
    # Written out: ten thousand bound values cost more than the look-ups do.
    listed = ",".join(map(str, ids)) or "0"
    return [and_(text(f"system_messages.id IN ({listed})"))]
