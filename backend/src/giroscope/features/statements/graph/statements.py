"""Statements in the graph."""

from asyncio import gather
from datetime import date
from decimal import Decimal
from itertools import chain

import strawberry

from giroscope.features.banks.graph import AccountNode, account_node
from giroscope.features.documents.graph import DocumentNode, document_node
from giroscope.features.statements import queries
from giroscope.features.statements.tables import Statement
from giroscope.kernel.graph import Info, loader
from giroscope.kernel.nested import Below, rows_below
from giroscope.kernel.paging import Order, PageRequest

_SHOWN = 200
_OF_DOCUMENT = Below(
    "statements of a document",
    Statement,
    Statement.document_id,
    Order("id", Statement.id, Statement.id, is_descending=False),
)


@strawberry.type(name="Statement")
class StatementNode:
    """A statement, report or notification on one account."""

    row: strawberry.Private[Statement]
    id: strawberry.ID
    format: str
    bank_id: str | None
    sequence: str | None
    currency: str | None
    from_date: date | None
    to_date: date | None
    created: str | None
    opening: Decimal | None
    opening_date: date | None
    closing: Decimal | None
    closing_date: date | None
    incoming: Decimal
    outgoing: Decimal
    entries: int
    details: int
    balanced: bool | None = strawberry.field(
        description="Opening + in - out = closing; null where a balance is missing."
    )
    correlation_id: strawberry.ID

    @classmethod
    def of(cls, row: Statement) -> "StatementNode":
        """From its row."""
        same = {
            name: getattr(row, name)
            for name in (
                "format", "bank_id", "sequence", "currency", "from_date", "to_date",
                "created", "opening", "opening_date", "closing", "closing_date",
                "incoming", "outgoing", "entries", "details", "balanced",
            )
        }  # fmt: skip
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            correlation_id=strawberry.ID(row.correlation_id),
            **same,
        )

    @strawberry.field
    async def account(self, info: Info) -> AccountNode:
        """The account it is on."""
        return await account_node(info, self.row.account_id)

    @strawberry.field
    async def document(self, info: Info) -> DocumentNode:
        """The file it came in."""
        return await document_node(info, self.row.document_id)

    @strawberry.field
    async def previous_closing(self, info: Info) -> Decimal | None:
        """Closing balance of the statement before; null where there is none."""
        before = await loader(info, "previous", queries.previous).load(self.row.id)
        return before.closing if before else None

    @strawberry.field
    async def follows_previous(self, info: Info) -> bool | None:
        """Whether it opens with the balance the one before closed with."""
        before = await loader(info, "previous", queries.previous).load(self.row.id)
        if before is None or self.row.opening is None:
            return None
        return bool(before.closing == self.row.opening)


async def of_journal(info: Info, correlation_id: str) -> list[StatementNode]:
    """The statements a journal's own document brought."""
    rows = queries.statements(None, (None, None), correlation_id)
    async with info.context.reading() as session:
        found = await session.execute(rows.order_by(Statement.id).limit(_SHOWN))
        return [StatementNode.of(row) for row in found.scalars()]


async def of_documents(info: Info, document_ids: list[int]) -> list[StatementNode]:
    """The statements that some documents brought, each document's first."""
    request = PageRequest(first=_SHOWN)
    found = await gather(
        *(rows_below(info, _OF_DOCUMENT, one, request) for one in document_ids)
    )
    rows = sorted(chain.from_iterable(found), key=lambda row: int(row.id))
    return [StatementNode.of(row) for row in rows[:_SHOWN]]
