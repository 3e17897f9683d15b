"""How many messages count, by level, however many there are.

A message counts until somebody resolves it for everybody, or the reader acknowledges
it for themselves. That one file went in well does not count: files are told of by their
batch, and ask for nobody.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.tables import (
    MessageRead,
    MessageResolution,
    SystemMessage,
)
from giroscope.kernel.access import Actor

_STEP = 1_000
"""Older messages than that are counted anew once in so many, and when told to."""
UNCOUNTED = "import.done"
"""The code of what says of one file that it is imported, and of nothing else."""
_LEVELS = ("ERROR", "WARNING", "INFO", "SUCCESS", "DEBUG")


@dataclass(frozen=True, slots=True)
class Counted:
    """The messages up to one of them, by level."""

    to: int
    levels: Mapping[str, int]


NONE = Counted(0, {})


@dataclass(frozen=True, slots=True)
class Summary:
    """What counts for one reader."""

    levels: Mapping[str, int]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.levels.values())

    @property
    def maximum(self) -> str | None:
        """ERROR if any, else WARNING, else INFO, else DEBUG; None of none."""
        found = next((one for one in _LEVELS if self.levels.get(one)), None)
        return "DEBUG" if found == "SUCCESS" else found

    def without(self, handled: Mapping[str, int]) -> "Summary":
        """The same for a reader who has taken note of some."""
        return Summary({one: n - handled.get(one, 0) for one, n in self.levels.items()})


async def _by_level(session: AsyncSession, *which: ColumnElement[bool]) -> Counter[str]:
    levels = select(SystemMessage.level, func.count()).group_by(SystemMessage.level)
    found: Counter[str] = Counter()
    # An index counts all by level, and another those of a code; none does both.
    for query, sign in (
        (levels.where(*which), 1),
        (levels.where(*which, SystemMessage.code == UNCOUNTED), -1),
    ):
        for level, number in await session.execute(query):
            found[level] += sign * number
    return found


async def counted(session: AsyncSession, newest: int, before: Counted) -> Counted:
    """Those that are no news any more; counted before, unless many came since."""
    to = (newest - _STEP) // _STEP * _STEP
    if to <= 0:
        return NONE
    if to == before.to:
        return before
    return Counted(to, await _by_level(session, SystemMessage.id <= to))


async def summary(session: AsyncSession, known: Counted) -> Summary:
    """All messages but the resolved ones."""
    levels = Counter(known.levels)
    levels += await _by_level(session, SystemMessage.id > known.to)
    resolved = select(MessageResolution.message_id)
    levels.subtract(await _by_level(session, SystemMessage.id.in_(resolved)))
    return Summary({one: max(0, levels[one]) for one in _LEVELS if levels[one] > 0})


async def noted(session: AsyncSession, actor: Actor) -> dict[str, int]:
    """What this person has acknowledged of the messages that nobody has resolved."""
    marks = select(MessageRead.message_id).where(
        MessageRead.user_id == actor.id, MessageRead.acknowledged.is_not(None)
    )
    resolved = select(MessageResolution.message_id)
    return await _by_level(
        session, SystemMessage.id.in_(marks), SystemMessage.id.not_in(resolved)
    )
