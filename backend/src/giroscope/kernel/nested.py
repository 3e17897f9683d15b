"""Lists below the rows of a list: all parents' pages in one statement.

A page of fifty journals that shows each one's first payments asks twice, not
fifty times.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Connection, Info, loader, page_of
from giroscope.kernel.paging import Column, Count, Order, Page, PageRequest


@dataclass(frozen=True, slots=True)
class Below:
    """The mapped rows below each parent: which column names it, and their order."""

    name: str
    entity: Any
    parent: Column
    order: Order

    async def first(
        self, session: ReadSession, parents: list[Any], request: PageRequest
    ) -> dict[Any, list[Any]]:
        """The first rows of each parent, one more than the page holds."""
        if len(parents) == 1:
            # Of one parent, an index gives the first rows without seeing the rest.
            query = select(self.entity).where(self.parent == parents[0])
            rows = await session.execute(self.order.apply(query, request))
            return {parents[0]: list(rows.scalars())}
        numbered = (
            select(
                self.order.row_id.label("id"),
                self.parent.label("parent"),
                func.row_number()
                .over(partition_by=self.parent, order_by=self.order.sorting(request))
                .label("place"),
            )
            .where(self.parent.in_(parents))
            .subquery()
        )
        found: dict[Any, list[Any]] = {}
        for row, parent in await session.execute(
            select(self.entity, numbered.c.parent)
            .join(numbered, numbered.c.id == self.order.row_id)
            .where(numbered.c.place <= request.size + 1)
            .order_by(numbered.c.place)
        ):
            found.setdefault(parent, []).append(row)
        return found

    async def counts(self, session: ReadSession, parents: list[Any]) -> dict[Any, int]:
        """How many rows each parent has."""
        query = select(self.parent, func.count()).where(self.parent.in_(parents))
        rows = await session.execute(query.group_by(self.parent))
        return {parent: int(count) for parent, count in rows}


async def rows_below(
    info: Info, below: Below, parent: Any, request: PageRequest
) -> list[Any]:
    """A parent's first rows, asked for together with its neighbours'.

    Raises:
        InvalidInput: The page is larger than a page may be.
    """
    _ = request.size

    async def fetch(session: ReadSession, parents: list[Any]) -> dict[Any, list[Any]]:
        return await below.first(session, parents, request)

    return list(await loader(info, (below.name, request), fetch).load(parent) or [])


async def listed_below(
    info: Info,
    below: Below,
    parent: Any,
    request: PageRequest,
    node: Callable[[Any], Any],
) -> Connection[Any]:
    """A page of the list below a parent."""
    page = await page_below(info, below, parent, request)
    return Connection[Any].of(page, node)


async def page_below(
    info: Info, below: Below, parent: Any, request: PageRequest
) -> Page[Any]:
    """The same, before its rows are made into nodes."""
    if request.after is not None or request.before is not None or request.leap:
        # A cursor stands in one parent's list, and so does a leap.
        rows = select(below.entity).where(below.parent == parent)
        return await page_of(info, rows, below.order, request)

    async def count() -> Count:
        total = await loader(info, (below.name, "count"), below.counts).load(parent)
        return Count(total or 0, is_exact=True)

    found = await rows_below(info, below, parent, request)
    return below.order.page(found, request, below.order.place, count)
