"""Draws entries at random and tells what share of them a condition fits."""

from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, func, select, text, true
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements.narrowing import Condition, is_entry
from giroscope.features.statements.tables import Statement, Transaction

_DRAWN = 1_000
_COUNTED = 50_000
_GAPS = 20


class Extent(NamedTuple):
    """How large the table is."""

    entries: int
    """As the statements say; one that two of them tell of counts twice."""
    last: int
    """The greatest id, of entries and details alike."""

    @property
    def is_countable(self) -> bool:
        """Whether looking at every entry takes no longer than a page may.

        Small files leave gaps between their ids, so that the greatest one says
        little of how many there are; it only keeps out what has many details.
        """
        return self.entries <= _COUNTED and self.last <= _GAPS * _COUNTED


class Sample(NamedTuple):
    """How many of the entries drawn each condition fits."""

    entries: int
    looked: int
    fitting: tuple[int, ...]

    def estimates(self) -> list[int]:
        """About how many of all entries each condition fits."""
        return [self.entries * hits // max(self.looked, 1) for hits in self.fitting]


async def extent(session: AsyncSession) -> Extent:
    """How large the table is, told without counting it."""
    entries = select(func.coalesce(func.sum(Statement.entries), 0))
    last = select(func.coalesce(func.max(Transaction.id), 0))
    both = select(entries.scalar_subquery(), last.scalar_subquery())
    found = (await session.execute(both)).one()
    return Extent(int(found[0]), int(found[1]))


async def sample(
    session: AsyncSession, extent: Extent, *conditions: Condition
) -> Sample:
    """Some entries, always the same, and how many of them each condition fits."""
    drawn = _drawn(extent.last, conditions).subquery()
    hits = [
        func.count().filter(drawn.c[f"fits_{place}"])
        for place in range(len(conditions))
    ]
    counts = select(func.count(), *hits).select_from(drawn)
    looked, *fitting = (await session.execute(counts)).one()
    return Sample(extent.entries, looked, tuple(fitting))


def _drawn(last: int, conditions: tuple[Condition, ...]) -> Select[Any]:
    """The entries among some ids, and whether each condition fits them.

    The ids are drawn, not stepped: entries and details often take turns, and
    even steps would meet only one of the two.
    """
    many = min(_DRAWN, last)
    ids = Random(last).sample(range(1, last + 1), many)  # noqa: S311 - no secret
    # Written out: a thousand bound values cost more than the look-ups do.
    listed = text(f"transactions.id IN ({','.join(map(str, ids)) or '0'})")
    fits: list[Any] = [
        and_(true(), condition).label(f"fits_{place}")
        for place, condition in enumerate(conditions)
    ]
    return (
        select(*fits)
        .where(is_entry(), listed)
        .with_hint(Transaction, "NOT INDEXED", "sqlite")
    )
