"""Requests about the ERP in the graph: what waits, who can confirm it, deciding."""

from datetime import datetime

import strawberry

from giroscope.features.erp import requests
from giroscope.features.erp.configuration import activate
from giroscope.features.erp.mapping import acts
from giroscope.features.erp.mapping.tables import ErpMapping
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpRequest, RequestKind, RequestState
from giroscope.features.users import People
from giroscope.features.users.managers import managers_at
from giroscope.kernel.errors import Forbidden
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query
from giroscope.kernel.live_sessions import LiveSessions

strawberry.enum(
    RequestKind, name="ErpRequestKind",
    description="ACTIVATION: the draft. DEBTOR_ACCOUNT: a mapping that pays from"
    " another account.",
)  # fmt: skip


@strawberry.type(description="Why the caller does not decide a request.")
class ErpRequestObstacle:
    """Why the caller does not decide a request."""

    code: str
    message: str


@strawberry.type(
    name="ErpRequest",
    description="A change of where payments come from that waits for another account"
    " manager.",
)
class ErpRequestNode:
    """A change that waits for another account manager."""

    row: strawberry.Private[ErpRequest]
    id: strawberry.ID
    kind: RequestKind
    changes: list[str] = strawberry.field(
        description="What needs two: BOOKS ADDRESS FOLDER CREDENTIALS DEBTOR_ACCOUNT."
    )
    created: datetime
    expires: datetime
    requested_by: str
    is_own: bool
    method: str | None = strawberry.field(description="Of the mapping, its native id.")
    debtor_account: str | None = strawberry.field(
        description="From which the mapping is to pay; empty as the ERP has chosen."
    )

    @classmethod
    def of(cls, row: ErpRequest, caller: str) -> "ErpRequestNode":
        """From its row."""
        rule = row.rule or {}
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            kind=RequestKind(row.kind),
            changes=list(row.changes),
            created=row.created,
            expires=row.expires,
            requested_by=row.requested_by_name,
            is_own=row.requested_by == caller,
            method=rule.get("method"),
            debtor_account=rule.get("debtor_account"),
        )

    @strawberry.field
    async def debtor_account_now(self, info: Info) -> str | None:
        """From which the mapping pays until then; null for a new one."""
        if self.row.mapping_id is None:
            return None
        async with info.context.reading() as session:
            mapping = await session.get(ErpMapping, self.row.mapping_id)
        return mapping.debtor_account if mapping else None

    @strawberry.field
    async def can_confirm(self, info: Info) -> list[str]:
        """The account managers who are independent of whoever asked, by name."""
        # A copy that nobody has looked at yet knows nobody.
        await info.context.borrow(People).ensure_fresh(info.context.actor.realm)
        async with info.context.reading() as session:
            return await requests.confirmers(session, self.row)

    @strawberry.field
    async def obstacle(self, info: Info) -> ErpRequestObstacle | None:
        """Why the caller does not decide it; null where they may."""
        actor = info.context.actor
        if not actor.may("erp.activate"):
            refusal = Forbidden()
            return ErpRequestObstacle(code=refusal.code, message=refusal.message)
        async with info.context.reading() as session:
            found = await requests.against_deciding(session, actor, self.row)
        if found is None:
            return None
        return ErpRequestObstacle(code=found.code, message=found().message)


@strawberry.type
class ErpRequestQuery:
    """Questions about requests."""

    @query("erp.read", "What waits for a second account manager, the oldest first.")
    async def erp_requests(self, info: Info) -> list[ErpRequestNode]:
        """What waits for a second account manager."""
        context = info.context
        async with context.reading() as session:
            rows = await requests.waiting(session, context.clock())
        return [ErpRequestNode.of(row, context.actor.id) for row in rows]


@strawberry.type
class ErpRequestMutation:
    """What people do with requests."""

    @mutation("erp.activate", "Does what another account manager asked for.")
    async def confirm_erp_request(self, info: Info, id: strawberry.ID) -> Outcome:
        """Confirm."""
        context = info.context
        actor, now = context.actor, context.clock()
        await context.borrow(LiveSessions).ensure_live(actor)
        managers = await managers_at(context.borrow(People), actor)
        async with context.writing() as session:
            request = await requests.taken_up(session, actor, number(id), managers, now)
            if request.kind == RequestKind.ACTIVATION:
                erp = context.borrow(Erp)
                await activate.confirm(session, actor, erp, request, now)
            else:
                requests.decide(request, RequestState.CONFIRMED, actor, now)
                await session.flush()
                await session.run_sync(
                    lambda own: acts.confirm(own.connection(), actor, request, now)
                )
        return Success(id=id)

    @mutation("erp.activate", "Refuses what another account manager asked for.")
    async def reject_erp_request(self, info: Info, id: strawberry.ID) -> Outcome:
        """Reject."""
        context = info.context
        managers = await managers_at(context.borrow(People), context.actor)
        async with context.writing() as session:
            await requests.reject(
                session, context.actor, number(id), managers, context.clock()
            )
        return Success(id=id)

    @mutation("erp.change", "Asks for it no longer; by whoever asked.")
    async def withdraw_erp_request(self, info: Info, id: strawberry.ID) -> Outcome:
        """Withdraw."""
        context = info.context
        async with context.writing() as session:
            await requests.withdraw(session, context.actor, number(id), context.clock())
        return Success(id=id)
