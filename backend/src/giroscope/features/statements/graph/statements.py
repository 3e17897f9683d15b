"""Statements in the graph."""

from asyncio import gather
from datetime import date
from decimal import Decimal
from itertools import chain

import strawberry

from giroscope.features.banks.graph import AccountNode, account_node
from giroscope.features.documents.graph import DocumentNode, document_node
from giroscope.features.statements import queries
from giroscope.features.statements.chain import Link
from giroscope.features.statements.periods import PeriodSource
from giroscope.features.statements.relations import Reason
from giroscope.features.statements.tables import Kind, ReportEntry, Statement, Status
from giroscope.kernel.graph import Info, loader
from giroscope.kernel.nested import Below, rows_below
from giroscope.kernel.paging import Order, PageRequest

strawberry.enum(Kind, name="ReportKind")
strawberry.enum(Reason, name="StatementReason")
strawberry.enum(Link, name="StatementLink")
strawberry.enum(PeriodSource, name="PeriodSource")
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
    kind: Kind
    status: Status
    reason: Reason | None = strawberry.field(
        description="Why it has its status; null where it stands for itself."
    )
    link: Link | None = strawberry.field(
        description="How it is joined to the booked statement before it."
    )
    period_source: PeriodSource | None = strawberry.field(
        description="What its period was taken from."
    )
    page: int | None

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
            kind=Kind(row.kind),
            status=Status(row.status),
            reason=Reason(row.reason) if row.reason else None,
            link=Link(row.link) if row.link else None,
            period_source=(
                PeriodSource(row.period_source) if row.period_source else None
            ),
            page=row.page,
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
        if before is None or before.is_around or self.row.opening is None:
            return None
        return bool(before.closing == self.row.opening)

    @strawberry.field
    async def versions(self, info: Info) -> list["StatementNode"]:
        """All versions of it, itself included, the oldest first."""
        found = await loader(info, "versions", queries.versions_beside).load(
            self.row.id
        )
        return [StatementNode.of(row) for row in found]

    @strawberry.field
    async def removed_entries(self, info: Info) -> list["RemovedEntry"]:
        """Its entries that the ledger does not show, where it does not count."""
        found = await loader(info, "removed", queries.removed_entries).load(self.row.id)
        return [RemovedEntry.of(row) for row in found or []]


@strawberry.type
class RemovedEntry:
    """An entry of a version that does not count."""

    booking_date: date | None
    value_date: date | None
    amount: Decimal = strawberry.field(description="Signed: a debit is negative.")
    currency: str
    counterparty: str | None
    text: str | None

    @classmethod
    def of(cls, row: ReportEntry) -> "RemovedEntry":
        """From its row."""
        return cls(
            booking_date=row.booking_date,
            value_date=row.value_date,
            amount=row.amount,
            currency=row.currency,
            counterparty=row.counterparty_name,
            text=row.remittance or row.reference or row.additional_information,
        )


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
