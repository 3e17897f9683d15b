"""Possible duplicates and contradicting statements in the graph, and who decides."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import Select, or_, select

from giroscope.features.journals import ledger_decisions
from giroscope.features.statements.booking import Doubt
from giroscope.features.statements.graph.transactions import (
    TransactionNode,
    transaction_nodes,
)
from giroscope.features.statements.relations import Verdict
from giroscope.features.statements.tables import (
    LedgerDecision,
    PossibleDuplicate,
    Transaction,
)
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    numbers,
    page_of,
)
from giroscope.kernel.paging import Order, PageRequest

strawberry.enum(Doubt, name="DoubtReason")
strawberry.enum(Verdict, name="StatementVerdict")
_DUPLICATES = Order("id", PossibleDuplicate.id, PossibleDuplicate.id)
_DECISIONS = Order("decided", LedgerDecision.decided_at, LedgerDecision.id)


@strawberry.type
class PossibleDuplicateNode:
    """Two entries that may be one booking; both are kept until somebody says."""

    id: strawberry.ID
    reason: Doubt
    left: TransactionNode
    right: TransactionNode


@strawberry.type(name="LedgerDecision")
class LedgerDecisionNode:
    """What a person decided about two statements or two entries."""

    id: strawberry.ID
    subject: str = strawberry.field(description="STATEMENT or ENTRY.")
    about: str = strawberry.field(
        description="The two: names of statements, or day and amount of entries."
    )
    verdict: str
    reason: str
    decided_at: datetime
    decided_by: str
    undone_at: datetime | None
    undone_by: str | None

    @classmethod
    def of(cls, row: LedgerDecision) -> "LedgerDecisionNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            subject=row.subject,
            about=row.about,
            verdict=row.verdict,
            reason=row.reason,
            decided_at=row.decided_at,
            decided_by=row.decided_by_name,
            undone_at=row.undone_at,
            undone_by=row.undone_by_name,
        )


@strawberry.input
class PossibleDuplicateFilter:
    """What the list of possible duplicates is narrowed to."""

    account_ids: list[strawberry.ID] | None = None
    transaction_id: strawberry.ID | None = None

    def rows(self) -> Select[Any]:
        """As the query takes it."""
        query = select(PossibleDuplicate)
        accounts = numbers(self.account_ids, "filter.accountIds")
        if accounts is not None:
            query = query.where(PossibleDuplicate.account_id.in_(accounts))
        if self.transaction_id is not None:
            row_id = number(self.transaction_id)
            query = query.where(
                or_(
                    PossibleDuplicate.left_id == row_id,
                    PossibleDuplicate.right_id == row_id,
                )
            )
        return query


@strawberry.type
class LedgerQuery:
    """Questions about what a person is to decide, and what was decided."""

    @list_query("statements.read")
    async def possible_duplicates(
        self,
        info: Info,
        request: PageRequest,
        filter: PossibleDuplicateFilter | None = None,
    ) -> Connection[PossibleDuplicateNode]:
        """Entries that may be one booking, the latest first."""
        rows = (filter or PossibleDuplicateFilter()).rows()
        page = await page_of(info, rows, _DUPLICATES, request)
        nodes = await _pairs(info, page.rows)
        return Connection[PossibleDuplicateNode].holding(page, nodes)

    @list_query("statements.read")
    async def ledger_decisions(
        self, info: Info, request: PageRequest
    ) -> Connection[LedgerDecisionNode]:
        """What was decided, the latest first."""
        rows = select(LedgerDecision)
        return await listed(info, rows, _DECISIONS, request, LedgerDecisionNode.of)


async def _pairs(
    info: Info, rows: Sequence[PossibleDuplicate]
) -> list[PossibleDuplicateNode]:
    ids = {one for row in rows for one in (row.left_id, row.right_id)}
    async with info.context.reading() as session:
        found = await session.execute(
            select(Transaction).where(Transaction.id.in_(ids))
        )
        entries = found.scalars().all()
    nodes = await transaction_nodes(info, entries)
    by_id = {entry.id: node for entry, node in zip(entries, nodes, strict=True)}
    return [
        PossibleDuplicateNode(
            id=strawberry.ID(str(row.id)),
            reason=Doubt(row.reason),
            left=by_id[row.left_id],
            right=by_id[row.right_id],
        )
        for row in rows
        if row.left_id in by_id and row.right_id in by_id
    ]


@strawberry.type
class LedgerMutation:
    """Deciding about statements and entries, and taking it back."""

    @mutation(
        "statements.decide",
        "Says whether two entries are one booking; a job settles the ledger by it.",
    )
    async def decide_entries(
        self,
        info: Info,
        left_id: strawberry.ID,
        right_id: strawberry.ID,
        same: bool,
        reason: str,
    ) -> Outcome:
        """Decide about entries."""
        context = info.context
        async with context.writing() as session:
            job_id = await ledger_decisions.decide_entries(
                session, context.actor, (number(left_id), number(right_id)),
                are_same=same, reason=reason, now=context.clock(),
            )  # fmt: skip
        await context.start_job(job_id)
        return Success(id=strawberry.ID(str(job_id)))

    @mutation(
        "statements.decide",
        "Says which of two statements counts, or that both do; a job settles the ledger"
        " by it.",
    )
    async def decide_statements(
        self,
        info: Info,
        left_id: strawberry.ID,
        right_id: strawberry.ID,
        verdict: Verdict,
        reason: str,
    ) -> Outcome:
        """Decide about statements."""
        context = info.context
        async with context.writing() as session:
            job_id = await ledger_decisions.decide_statements(
                session, context.actor, (number(left_id), number(right_id)), verdict,
                reason, context.clock(),
            )  # fmt: skip
        await context.start_job(job_id)
        return Success(id=strawberry.ID(str(job_id)))

    @mutation("statements.decide", "Takes a decision back; a job settles the ledger.")
    async def undo_ledger_decision(self, info: Info, id: strawberry.ID) -> Outcome:
        """Undo a decision."""
        context = info.context
        async with context.writing() as session:
            job_id = await ledger_decisions.undo_decision(
                session, context.actor, number(id), context.clock()
            )
        await context.start_job(job_id)
        return Success(id=strawberry.ID(str(job_id)))
