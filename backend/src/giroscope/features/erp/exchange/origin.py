"""A journal as its ERP sees it: whose payments, how far it was told, what it lacks."""

from datetime import date, datetime

import strawberry

from giroscope.features.erp.exchange import queries
from giroscope.features.erp.exchange.nodes import WriteNode
from giroscope.kernel.graph import Info, query


@strawberry.type(description="Where a journal comes from, and what the ERP knows.")
class ErpJournal:
    """Where a journal comes from, and what the ERP knows."""

    journal: strawberry.Private[str]
    erp: str
    company: str = strawberry.field(description="Whose books they are, by name.")
    is_in_use: bool = strawberry.field(
        description="Whether the tenant still pays from these books."
    )
    order: str = strawberry.field(description="The name of its claim in the ERP.")
    payments: int
    account: str
    day: date
    fetched: datetime
    claimed: datetime | None
    told: int = strawberry.field(description="Payments of which the ERP was told.")
    waiting: int = strawberry.field(
        description="Payments of which something is still to be written."
    )
    failed: int = strawberry.field(description="Writes that wait for a person.")

    @strawberry.field
    async def failures(self, info: Info) -> list[WriteNode]:
        """Writes that wait for a person, 20 at most."""
        async with info.context.reading() as session:
            rows = await queries.failures_of_journal(session, self.journal)
        return [WriteNode.of(row) for row in rows]

    @strawberry.field
    async def statements(self, info: Info) -> list["ErpProvingStatement"]:
        """Writes of the statements that prove its payments, 20 at most."""
        async with info.context.reading() as session:
            rows = await queries.statements_of_journal(session, self.journal)
        return [
            ErpProvingStatement(write=WriteNode.of(row), proven=count)
            for row, count in rows
        ]


@strawberry.type(description="A statement that proves payments of a journal.")
class ErpProvingStatement:
    """A statement that proves payments of a journal."""

    write: WriteNode
    proven: int = strawberry.field(
        description="Payments of the journal that lines of it name."
    )


@strawberry.type
class ErpJournalQuery:
    """Questions about one journal of an ERP."""

    @query("erp.read", "Null where the journal does not come from an ERP.")
    async def erp_journal(
        self, info: Info, correlation_id: strawberry.ID
    ) -> ErpJournal | None:
        """Where a journal comes from."""
        async with info.context.reading() as session:
            row = await queries.figures_of_journal(session, correlation_id)
            if row is None:
                return None
            failed = await queries.failed_of_journal(session, correlation_id)
        return ErpJournal(
            journal=str(correlation_id),
            erp=row.erp,
            company=row.company,
            is_in_use=row.is_in_use,
            order=row.our_id,
            payments=row.payments,
            account=row.debtor_account,
            day=row.day,
            fetched=row.fetched,
            claimed=row.claimed,
            told=row.told,
            waiting=int(row.waiting or 0),
            failed=failed,
        )
