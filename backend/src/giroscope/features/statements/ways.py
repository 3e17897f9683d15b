"""Ways to rows: walk an index in its order, or gather a few rows by their ids."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, BigInteger, Select, any_, func, literal, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements.narrowing import Condition, hint, is_entry
from giroscope.features.statements.tables import Transaction
from giroscope.kernel.word_index import is_sqlite

FEW = 5_000
"""Up to here gathering rows by id and sorting them fits a page's time."""


class Plan(NamedTuple):
    """How the rows of a filter are reached."""

    conditions: list[Condition]
    walked_index: str
    only: Select[Any] | None = None
    """The ids of the one filter there is, when an index answers it alone."""
    among: Condition | None = None
    """The few rows to gather, when a filter leaves few."""
    estimate: int | None = None
    """About how many rows match, when that was found on the way."""
    beside: Select[Any] | None = None
    """The rows themselves, where they are none of the ledger's."""

    def walk(self, page: Select[Any]) -> Select[Any]:
        """Follow the order's index and check each row."""
        return hint(page.where(is_entry(), *self.conditions), self.walked_index)

    def gather(self, query: Select[Any]) -> Select[Any]:
        """Look at the few rows that one filter leaves."""
        if self.among is None:
            raise ValueError("there is nothing to gather")
        # NOT INDEXED leaves SQLite the row id only: it must begin at the few ids.
        return query.where(is_entry(), *self.conditions, self.among).with_hint(
            Transaction, "NOT INDEXED", "sqlite"
        )


async def only_walk(session: AsyncSession) -> None:
    """Have PostgreSQL follow indexes in their order, as SQLite is told by hints.

    It takes a page's bounds for a quarter of the table, whose rows it would
    rather read all and sort.
    """
    await _may_sort(session, "off")


async def gathered(session: AsyncSession, plan: Plan, page: Select[Any]) -> list[Any]:
    """The rows of a page among the few there are."""
    await _may_sort(session, "on")
    return await rows(session, plan.gather(page))


async def _may_sort(session: AsyncSession, allowed: str) -> None:
    if not is_sqlite(session):
        setting = func.set_config("enable_sort", allowed, text("true"))
        await session.execute(select(setting))


async def rows(session: AsyncSession, query: Select[Any]) -> list[Any]:
    """The rows of a query."""
    return list(await session.execute(query))


async def size(session: AsyncSession, ids: Select[Any], limit: int) -> int:
    """How many ids there are, counted up to a limit."""
    bounded = ids.limit(limit).subquery()
    found = await session.execute(select(func.count()).select_from(bounded))
    return int(found.scalar_one())


async def among_fewest(
    session: AsyncSession, candidates: Sequence[Select[Any]]
) -> Condition | None:
    """The rows of the filter that leaves fewest; None when all leave many."""
    best, fewest = None, FEW + 1
    for candidate in candidates:
        left = await size(session, candidate, fewest)
        if left < fewest:
            best, fewest = candidate, left
        if fewest == 0:
            break
    return None if best is None else await among(session, best)


async def among(session: AsyncSession, ids: Select[Any]) -> Condition | None:
    """The rows with these ids; None when they are many.

    The ids are kept, not the question: to look words up again would cost as
    much as it did the first time.
    """
    # Whatever a room calls the ids it lends, they are the only column.
    (found_id,) = ids.limit(FEW + 1).subquery().columns
    all_ = select(func.count(), _gathered(session, found_id))
    count, found = (await session.execute(all_)).one()
    return None if count > FEW else _among(session, found or [])


def _gathered(session: AsyncSession, ids: Any) -> Any:
    """All ids as one value, which is quicker than a row for each."""
    return func.json_group_array(ids) if is_sqlite(session) else func.array_agg(ids)


def _among(session: AsyncSession, ids: Any) -> Condition:
    if is_sqlite(session):
        listed = func.json_each(literal(ids)).table_valued("value")
        return Transaction.id.in_(select(listed.c.value))
    return Transaction.id == any_(literal(ids, ARRAY(BigInteger)))
