"""The exchange with the ERP in the graph: payments, the queue, what was found."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import Connection as Sql
from sqlalchemy import select

from giroscope.features.erp.books import FETCH_JOB, LISTS_JOB
from giroscope.features.erp.exchange import actions, queries
from giroscope.features.erp.exchange.inputs import (
    ErpOutboxFilter,
    ErpOutboxOrder,
    ErpPaymentFilter,
    ErpPaymentOrder,
)
from giroscope.features.erp.exchange.nodes import FindingNode, PaymentNode, WriteNode
from giroscope.features.erp.exchange.rounds import last_round
from giroscope.features.erp.exchange.settings_in_use import own_settings
from giroscope.features.erp.exchange.tables import ErpOutboxRow
from giroscope.features.erp.exchange.words import write_remedy
from giroscope.features.erp.nodes import erp_said
from giroscope.features.erp.open_connection import Erp, active_connection_of
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.kernel.text import LocalizedText


@strawberry.type(description="How many payments a tab holds.")
class ErpPaymentTab:
    """How many payments a tab holds."""

    tab: str = strawberry.field(description="HELD OPEN UNDER_WAY DONE PROBLEMS or ALL.")
    count: int
    states: list[ErpPaymentState]


@strawberry.type(description="How a conversation with the ERP failed.")
class ErpFailure:
    """How a conversation with the ERP failed."""

    code: str
    message: str
    said: LocalizedText | None = strawberry.field(description="The message, in words.")
    at: datetime
    remedy: LocalizedText


@strawberry.type(name="ErpRound", description="The last reading of all open payments.")
class ErpRoundNode:
    """The last reading of all open payments."""

    began: datetime
    ended: datetime | None
    is_whole: bool
    pages: int
    read: int
    new: int
    unreadable: int


@strawberry.type(description="How the exchange stands.")
class ErpExchange:
    """How the exchange stands."""

    connection: strawberry.ID
    erp: str
    round: ErpRoundNode | None
    failure: ErpFailure | None
    is_fetching: bool
    job: strawberry.ID | None
    fetch_minutes: int = strawberry.field(
        description="Minutes between two readings; 0 reads only when somebody asks."
    )
    waiting: int = strawberry.field(description="Writes that wait for their turn.")
    failed: int = strawberry.field(description="Writes that wait for a person.")
    tabs: list[ErpPaymentTab]


@strawberry.type
class ErpExchangeQuery:
    """Questions about the exchange."""

    @list_query("erp.read")
    async def erp_payments(
        self,
        info: Info,
        request: PageRequest,
        filter: ErpPaymentFilter | None = None,
        order_by: ErpPaymentOrder | None = None,
    ) -> Connection[PaymentNode]:
        """Payments the ERP wants made, what is due first."""
        rows = (filter or ErpPaymentFilter()).rows()
        order = ErpPaymentOrder.of(order_by)
        return await listed(info, rows, order, request, PaymentNode.of)

    @query("erp.read")
    async def erp_payment(self, info: Info, id: strawberry.ID) -> PaymentNode | None:
        """One payment."""
        async with info.context.reading() as session:
            found = await session.get(ErpPayment, number(id))
        return PaymentNode.of(found) if found else None

    @list_query("erp.read")
    async def erp_outbox(
        self,
        info: Info,
        request: PageRequest,
        filter: ErpOutboxFilter | None = None,
        order_by: ErpOutboxOrder | None = None,
    ) -> Connection[WriteNode]:
        """What is and was to be written to the ERP."""
        rows = (filter or ErpOutboxFilter()).rows()
        order = ErpOutboxOrder.of(order_by)
        return await listed(info, rows, order, request, WriteNode.of)

    @query("erp.read")
    async def erp_write(self, info: Info, id: strawberry.ID) -> WriteNode | None:
        """One write to the ERP."""
        async with info.context.reading() as session:
            found = await session.get(ErpOutboxRow, number(id))
        return WriteNode.of(found) if found else None

    @list_query("erp.read")
    async def erp_findings(
        self, info: Info, request: PageRequest
    ) -> Connection[FindingNode]:
        """What the ERP offers and nobody can use, or should look at."""
        rows, order = queries.findings(None), queries.FINDING_ORDER
        return await listed(info, rows, order, request, FindingNode.of)

    @query("erp.read", "How the exchange stands; null where no ERP is in use.")
    async def erp_exchange(self, info: Info) -> ErpExchange | None:
        """How the exchange stands."""
        erp = info.context.borrow(Erp)
        async with info.context.reading() as session:
            books = await active_connection_of(session)
            if books is None:
                return None
            books_id = books.id
            own, row = await session.run_sync(
                lambda held: (
                    own_settings(erp, held.connection(), books_id),
                    last_round(held.connection(), books_id),
                )
            )
            waiting, failed = await queries.write_counts(session)
            tabs = await queries.tab_counts(session)
            job = await session.scalar(
                select(Job.id)
                .where(
                    Job.verb == FETCH_JOB,
                    Job.subject == books_id,
                    Job.state.in_([state.value for state in UNFINISHED]),
                )
                .limit(1)
            )
        return ErpExchange(
            connection=strawberry.ID(str(books_id)),
            erp=books.name,
            round=_round(row),
            failure=_failure(row),
            is_fetching=job is not None,
            job=None if job is None else strawberry.ID(str(job)),
            fetch_minutes=own.fetch_minutes if own else 0,
            waiting=waiting,
            failed=failed,
            tabs=[_tab(name, count) for name, count in tabs.items()],
        )


@strawberry.type
class ErpExchangeMutation:
    """What people do about the exchange."""

    @mutation("erp.exchange", "Reads the ERP's open payments now; tells the job.")
    async def fetch_erp_payments(self, info: Info) -> Outcome:
        """Fetch."""
        return await _begun(info, FETCH_JOB)

    @mutation("erp.exchange", "Reads the ERP's methods and accounts now.")
    async def refresh_erp_methods(self, info: Info) -> Outcome:
        """Refresh."""
        return await _begun(info, LISTS_JOB)

    @mutation("erp.exchange", "Writes to the ERP again what it did not take.")
    async def retry_erp_record(self, info: Info, id: strawberry.ID) -> Outcome:
        """Retry."""
        actor, now = info.context.actor, info.context.clock()
        job_id = await acted(
            info, lambda own: actions.retry(own, actor, number(id), now)
        )
        await info.context.start_job(job_id)
        return Success(id=id)

    @mutation("erp.exchange", "Leaves unwritten for good what the ERP did not take.")
    async def skip_erp_record(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Skip."""
        actor, now = info.context.actor, info.context.clock()
        await acted(info, lambda own: actions.skip(own, actor, number(id), reason, now))
        return Success(id=id)

    @mutation("erp.exchange", "Pays one that was held for looking like another.")
    async def let_erp_payment_go(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Let go."""
        actor, now = info.context.actor, info.context.clock()
        await acted(
            info, lambda own: actions.let_go(own, actor, number(id), reason, now)
        )
        return Success(id=id)

    @mutation("erp.exchange", "Leaves a held payment to the ERP.")
    async def leave_erp_payment(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Leave."""
        actor, now = info.context.actor, info.context.clock()
        await acted(
            info, lambda own: actions.leave(own, actor, number(id), reason, now)
        )
        return Success(id=id)


async def acted(info: Info, act: Callable[[Sql], Any]) -> Any:
    """Do it in one transaction, committed."""
    async with info.context.writing() as session:
        return await session.run_sync(lambda held: act(held.connection()))


async def _begun(info: Info, verb: str) -> Success:
    actor, now = info.context.actor, info.context.clock()
    job_id = await acted(info, lambda own: actions.begin(own, actor, verb, now))
    await info.context.start_job(job_id)
    return Success(id=strawberry.ID(str(job_id)))


def _round(row: Any | None) -> ErpRoundNode | None:
    if row is None:
        return None
    names = ("began", "ended", "is_whole", "pages", "read", "new", "unreadable")
    return ErpRoundNode(**{name: getattr(row, name) for name in names})


def _failure(row: Any | None) -> ErpFailure | None:
    if row is None or row.failed is None:
        return None
    return ErpFailure(
        code=row.code,
        message=row.message,
        said=erp_said(row.message),
        at=row.failed,
        remedy=LocalizedText.of(write_remedy(row.code)),
    )


def _tab(name: str, count: int) -> ErpPaymentTab:
    states = queries.TABS.get(name, tuple(ErpPaymentState))
    return ErpPaymentTab(tab=name, count=count, states=list(states))
