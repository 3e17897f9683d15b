"""Questions about statements and transactions."""

from typing import Any

import strawberry

from giroscope.features.statements import counting, queries, search
from giroscope.features.statements.graph.asked import (
    StatementFilter,
    StatementOrder,
    TransactionFilter,
    TransactionOrder,
)
from giroscope.features.statements.graph.statements import StatementNode
from giroscope.features.statements.graph.transactions import (
    REPLACED,
    TransactionNode,
    nodes_in,
)
from giroscope.features.statements.replaced import replaced_entry
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Connection, Info, list_query, listed, number, query
from giroscope.kernel.paging import Count, PageRequest


async def _entry(session: ReadSession, row_id: strawberry.ID) -> Any:
    """A booking, or an entry that is replaced."""
    if row_id.startswith(REPLACED):
        own_id = number(strawberry.ID(row_id.removeprefix(REPLACED)))
        return await replaced_entry(session, own_id)
    return await queries.transaction(session, number(row_id))


@strawberry.type
class StatementQuery:
    """Questions about statements and transactions."""

    @list_query("statements.read")
    async def statements(
        self,
        info: Info,
        request: PageRequest,
        filter: StatementFilter | None = None,
        order_by: StatementOrder | None = None,
    ) -> Connection[StatementNode]:
        """Statements, latest imported first."""
        rows = (filter or StatementFilter()).rows()
        order = StatementOrder.of(order_by)
        return await listed(info, rows, order, request, StatementNode.of)

    @query("statements.read")
    async def statement(self, info: Info, id: strawberry.ID) -> StatementNode | None:
        """One statement."""
        async with info.context.reading() as session:
            found = await queries.statement(session, number(id))
        return StatementNode.of(found) if found else None

    @list_query("statements.read")
    async def transactions(
        self,
        info: Info,
        request: PageRequest,
        filter: TransactionFilter | None = None,
        order_by: TransactionOrder | None = None,
    ) -> Connection[TransactionNode]:
        """Entries of all statements, latest booked first."""
        context = info.context
        wanted = (filter or TransactionFilter()).wanted()
        order = TransactionOrder.of(order_by, is_replaced=wanted.is_replaced)

        async def count() -> Count:
            async with context.reading() as session:
                return await counting.count(session, found.plan)

        async def count_all() -> int:
            async with context.reading() as session:
                return await counting.count_all(session, found.plan)

        async with context.reading() as session:
            found = await search.find(session, wanted, order, request)
            page = order.page(found.rows, request, order.place, count, count_all)
            nodes = await nodes_in(session, page.rows)
        return Connection[TransactionNode].holding(page, nodes)

    @query("statements.read")
    async def transaction(
        self,
        info: Info,
        id: strawberry.ID,
    ) -> TransactionNode | None:
        """One entry or detail."""
        async with info.context.reading() as session:
            found = await _entry(session, id)
            nodes = await nodes_in(session, [found] if found else [])
        return nodes[0] if nodes else None
