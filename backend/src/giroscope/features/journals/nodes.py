"""A journal as the graph shows it: its documents, what happened, what can be done."""

from asyncio import gather
from datetime import date, datetime

import strawberry
from sqlalchemy import select

from giroscope.features.banks.graph import AccountNode, account_node
from giroscope.features.documents.graph import (
    DocumentNode,
    Source,
    document_node,
)
from giroscope.features.journals import policy, queries
from giroscope.features.journals.progress_graph import (
    CommentNode,
    CutOffClock,
    NextStep,
    Settlement,
    StatusAnswer,
    answers_of,
    comments_of,
    settlement_of,
    step_of,
)
from giroscope.features.journals.rules_graph import lift_obstacle
from giroscope.features.journals.tables import Journal, JournalEvent
from giroscope.features.logs.nodes import count_of_journal
from giroscope.features.messages import graph as messages
from giroscope.features.payments import graph as payments
from giroscope.features.payments.approvals.graph import (
    ApprovalNode,
    HeldBack,
    approval_of,
    held_back_of,
)
from giroscope.features.payments.checks.graph import (
    PaymentValidation,
    check_of,
    validation_of,
)
from giroscope.features.payments.deadline import deadline_of
from giroscope.features.payments.recalls.graph import (
    Recallable,
    RecallNode,
    recallable_of,
    recalls_of,
)
from giroscope.features.payments.sending.graph import SendingNode, sending_of
from giroscope.features.payments.totals import unpaid_of
from giroscope.features.rules.effects_graph import RuleHoldNode, holds_of
from giroscope.features.statements import graph as statements
from giroscope.features.uploads import Upload
from giroscope.features.uploads import queries as upload_queries
from giroscope.features.uploads.graph import Finding
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Connection,
    CurrencyTotal,
    Info,
    NamedValue,
    Problem,
    list_field,
    loader,
)
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.text import LocalizedText

strawberry.enum(policy.JournalState, name="JournalState")


@strawberry.type
class JournalCounts:
    """How many payments stand where."""

    payments: int
    accepted: int
    rejected: int
    pending: int
    booked: int
    returned: int


@strawberry.type
class TimelineEvent:
    """One thing that happened to a journal."""

    row: strawberry.Private[JournalEvent]
    at: datetime
    code: str
    message: str
    said: LocalizedText = strawberry.field(description="The message in each language.")
    level: messages.MessageLevel
    actor: str | None
    values: list[NamedValue]

    @classmethod
    def of(cls, row: JournalEvent) -> "TimelineEvent":
        """From its row."""
        return cls(
            row=row,
            at=row.at,
            code=row.code,
            message=str(row.message),
            said=LocalizedText.of(row.message),
            level=messages.MessageLevel(row.level),
            actor=row.actor,
            values=NamedValue.of(row.message.plain_values()),
        )

    @strawberry.field
    async def document(self, info: Info) -> DocumentNode | None:
        """The document it is about."""
        if self.row.document_id is None:
            return None
        return await document_node(info, self.row.document_id)


@strawberry.type(name="Journal")
class JournalNode:
    """Payment, status and statement document under one correlation id."""

    row: strawberry.Private[Journal]
    correlation_id: strawberry.ID
    state: policy.JournalState
    needs_attention: bool
    created: datetime
    updated: datetime
    source: Source
    message_id: str | None
    execution_date: date | None
    totals: list[CurrencyTotal]
    counts: JournalCounts

    @classmethod
    def of(cls, row: Journal) -> "JournalNode":
        """From its row."""
        return cls(
            row=row,
            correlation_id=strawberry.ID(row.correlation_id),
            state=policy.JournalState(row.state),
            needs_attention=row.needs_attention,
            created=row.created,
            updated=row.updated,
            source=Source(row.source),
            message_id=row.message_id,
            execution_date=row.execution_date,
            totals=CurrencyTotal.of(row.totals),
            counts=JournalCounts(
                payments=row.payments,
                accepted=row.accepted,
                rejected=row.rejected,
                pending=row.pending,
                booked=row.booked,
                returned=row.returned,
            ),
        )

    @strawberry.field
    async def account(self, info: Info) -> AccountNode | None:
        """The account paid from, or of the statement."""
        if self.row.account_id is None:
            return None
        return await account_node(info, self.row.account_id)

    @strawberry.field
    async def paid_from(self, info: Info) -> str | None:
        """The account paid from as the payment file names it, where none is known."""
        if self.row.account_id is not None or not self.row.payments:
            return None
        held = loader(info, "journal paid from", queries.paid_from)
        found: str | None = await held.load(self.row.correlation_id)
        return found

    @strawberry.field
    async def unpaid(self, info: Info) -> list[CurrencyTotal]:
        """What of its payments was refused, returned or is overdue, by currency."""
        held = loader(info, "journal unpaid", unpaid_of)
        return payments.sums_of(await held.load(self.row.correlation_id) or [])

    @strawberry.field
    async def further_accounts(self, info: Info) -> int:
        """How many more accounts its statements are of, and its totals count."""
        held = loader(info, "journal accounts", queries.accounts_told_of)
        return max((await held.load(self.row.correlation_id) or 0) - 1, 0)

    async def _documents(self, info: Info) -> list[tuple[int, str]]:
        held = loader(info, "journal documents", queries.documents)
        return await held.load(self.row.id) or []

    async def _latest(self, info: Info, kind: str) -> DocumentNode | None:
        ids = [row_id for row_id, of in await self._documents(info) if of == kind]
        return await document_node(info, ids[-1]) if ids else None

    @strawberry.field
    async def payment_document(self, info: Info) -> DocumentNode | None:
        """The payment file."""
        return await self._latest(info, "PAYMENT")

    @strawberry.field
    async def status_document(self, info: Info) -> DocumentNode | None:
        """The latest status report on it."""
        return await self._latest(info, "STATUS")

    @strawberry.field
    async def statement_document(self, info: Info) -> DocumentNode | None:
        """The latest statement that books it."""
        return await self._latest(info, "STATEMENT")

    @strawberry.field
    async def documents(self, info: Info) -> list[DocumentNode]:
        """Every document of the journal, oldest first."""
        held = await self._documents(info)
        return await gather(*(document_node(info, row_id) for row_id, _ in held))

    @list_field
    async def payments(
        self,
        info: Info,
        request: PageRequest,
    ) -> Connection[payments.PaymentNode]:
        """Its payments, in the order of the file."""
        return await payments.of_journal(info, self.row.correlation_id, request)

    @strawberry.field
    async def statements(self, info: Info) -> list[statements.StatementNode]:
        """The statements of its statement documents."""
        held = await self._documents(info)
        ids = [row_id for row_id, kind in held if kind == "STATEMENT"]
        return await statements.of_documents(info, ids) if ids else []

    @strawberry.field
    async def next_step(self, info: Info) -> NextStep:
        """What it waits for or what is wrong with it, and what can be done."""
        return await step_of(info, self.row.correlation_id)

    @strawberry.field
    async def answers(self, info: Info) -> list[StatusAnswer]:
        """What its status documents say, in the order they came."""
        return await answers_of(info, self.row.correlation_id)

    @strawberry.field
    async def comments(self, info: Info) -> list[CommentNode]:
        """What people wrote on it, oldest first."""
        return await comments_of(info, self.row.correlation_id)

    @strawberry.field
    async def timeline(self, info: Info) -> list[TimelineEvent]:
        """What happened to it, oldest first."""
        held = loader(info, "timeline", queries.timelines)
        found = await held.load(self.row.correlation_id) or []
        return [TimelineEvent.of(row) for row in found]

    @strawberry.field
    async def approval(self, info: Info) -> ApprovalNode | None:
        """How far its payment document is on its way to the bank."""
        return await approval_of(info, self.row.correlation_id)

    @strawberry.field
    async def sending(self, info: Info) -> SendingNode | None:
        """How far its signed document is on its way to the bank."""
        return await sending_of(info, self.row.correlation_id)

    @strawberry.field
    async def recalls(self, info: Info) -> list[RecallNode]:
        """The requests to have payments of it back, oldest first."""
        return await recalls_of(info, self.row.correlation_id)

    @strawberry.field
    async def recallable(self, info: Info) -> Recallable:
        """Whether payments of it can be asked back, and by which bank."""
        return await recallable_of(info, self.row.correlation_id)

    @strawberry.field
    async def cut_off(self, info: Info) -> CutOffClock | None:
        """Until when it has to be signed to be carried out on its day.

        None once it has left, and where no cut-off is known.
        """
        if self.state not in policy.BEFORE_LEAVING:
            return None
        ids = [row_id for row_id, of in await self._documents(info) if of == "PAYMENT"]
        check = await check_of(info, ids[-1]) if ids else None
        if check is None:
            return None
        batches = check.report.get("totals", {}).get("batches", [])
        found = deadline_of(batches, info.context.clock())
        return CutOffClock.of(found) if found else None

    @strawberry.field
    async def settlement(self, info: Info) -> Settlement | None:
        """Who settled otherwise just what is wrong with it, and why."""
        return await settlement_of(info, self.row.correlation_id)

    @strawberry.field
    async def held_back(self, info: Info) -> HeldBack | None:
        """Why its payment document is not put up for approval."""
        return await held_back_of(info, self.row.correlation_id)

    @strawberry.field
    async def holds(self, info: Info) -> list[RuleHoldNode]:
        """The payments of it that rules hold back, until a person lets them go."""
        return await holds_of(info, self.row.correlation_id)

    @strawberry.field
    async def lift_obstacle(self, info: Info) -> Problem | None:
        """Why the caller cannot let go what rules hold back; null where they can."""
        return await lift_obstacle(info, self.row.correlation_id)

    @strawberry.field
    async def log_count(self, info: Info) -> int | None:
        """Entries of the communication log; null for who may not read it."""
        return await count_of_journal(info, self.row.correlation_id)

    @strawberry.field
    async def messages(self, info: Info) -> list[messages.MessageNode]:
        """The messages about it, newest first."""
        return await messages.of_journal(info, self.row.correlation_id)

    @strawberry.field
    async def validation(self, info: Info) -> PaymentValidation | None:
        """What the check of its payment document found."""
        held = await self._documents(info)
        ids = [row_id for row_id, kind in held if kind == "PAYMENT"]
        return await validation_of(info, ids[-1]) if ids else None

    @strawberry.field
    async def findings(self, info: Info) -> list[Finding]:
        """What was found in its documents when they were imported."""
        ids = [row_id for row_id, _ in await self._documents(info)]
        found = await loader(info, "document findings", _findings).load_many(ids)
        return [finding for findings in found for finding in findings or ()]


async def _findings(
    session: ReadSession, document_ids: list[int]
) -> dict[int, list[Finding]]:
    """The findings of each document, from the imports that were no repeats."""
    uploads = await session.execute(
        select(Upload.id, Upload.document_id).where(
            Upload.document_id.in_(document_ids), Upload.duplicate_of.is_(None)
        )
    )
    document_of = {row.id: row.document_id for row in uploads}
    rows = await upload_queries.findings(session, list(document_of))
    found: dict[int, list[Finding]] = {}
    for upload_id, of_upload in rows.items():
        kept = found.setdefault(document_of[upload_id], [])
        kept.extend(Finding.of(row) for row in of_upload)
    return found
