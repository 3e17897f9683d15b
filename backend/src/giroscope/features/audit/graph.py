"""The audit trail in the graph."""

from datetime import datetime

import strawberry
from anyio import CapacityLimiter, to_thread

from giroscope.features.audit import queries, verify
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.names import PERSON, SubjectNames
from giroscope.features.audit.policy import ensure_text, ensure_verbs
from giroscope.features.audit.queries import ChainState, Wanted
from giroscope.features.audit.tables import AuditEvent, AuditOutcome
from giroscope.kernel.access import ActorKind
from giroscope.kernel.graph import (
    Connection,
    DateRange,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    loader,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.sorting import SortDirection

strawberry.enum(ActorKind, name="ActorKind")
strawberry.enum(AuditOutcome, name="AuditOutcome")
strawberry.enum(verify.FaultKind, name="AuditFaultKind")

# Reading a chain to its end keeps a processor busy; one at a time is enough.
_ONE = CapacityLimiter(1)


@strawberry.type
class AuditActor:
    """Who did it."""

    written: strawberry.Private[str]
    id: strawberry.ID
    kind: ActorKind

    @strawberry.field
    async def name(self, info: Info) -> str:
        """The name as it was written down, else the one that belongs to the id."""
        if self.kind is not ActorKind.PERSON:
            return self.written
        return await _name(info, PERSON, self.id, self.written) or self.written


@strawberry.type
class AuditSubject:
    """What it was done to."""

    written: strawberry.Private[str | None]
    kind: str
    id: strawberry.ID

    @strawberry.field
    async def name(self, info: Info) -> str | None:
        """What people know it by; null where nothing but its id is known."""
        return await _name(info, self.kind, self.id, self.written)


async def _name(info: Info, kind: str, id_: str, written: str | None) -> str | None:
    names = info.context.borrow(SubjectNames)
    if not names.is_needed(kind, id_, written):
        return written
    return await loader(info, "audit names", names.names).load((kind, id_)) or written


@strawberry.type(
    name="AuditEvent",
    description="One act. `was` and `now` are JSON objects, written as text.",
)
class AuditEventNode:
    """One act of somebody."""

    id: strawberry.ID
    sequence: int
    instant: datetime
    recorded: datetime
    actor: AuditActor
    address: str | None
    agent: str | None
    trace: str | None
    verb: str
    subject: AuditSubject | None
    was: str | None
    now: str | None
    outcome: AuditOutcome
    previous: str
    hash: str

    @classmethod
    def of(cls, row: AuditEvent) -> "AuditEventNode":
        """From its row."""
        subject = None
        if row.subject_kind is not None:
            subject = AuditSubject(
                written=row.subject_name,
                kind=row.subject_kind,
                id=strawberry.ID(row.subject_id or ""),
            )
        return cls(
            id=strawberry.ID(str(row.id)),
            sequence=row.id,
            instant=row.instant,
            recorded=row.recorded,
            actor=AuditActor(
                written=row.actor_name,
                id=strawberry.ID(row.actor_id),
                kind=ActorKind(row.actor_kind),
            ),
            address=row.address,
            agent=row.agent,
            trace=row.trace,
            verb=row.verb,
            subject=subject,
            was=row.was,
            now=row.now,
            outcome=AuditOutcome(row.outcome),
            previous=row.previous,
            hash=row.hash,
        )


@strawberry.type
class AuditFault:
    """The first place at which the trail is not whole."""

    sequence: int
    what: verify.FaultKind
    message: str


@strawberry.type
class AuditChain:
    """How long the trail is, and what the latest verification found."""

    count: int
    head: str = strawberry.field(
        description="The hash of the last event; noted elsewhere together with"
        " `count`, it proves later that nothing was rolled back."
    )
    verified_at: datetime | None
    verified_count: int | None
    intact: bool | None = strawberry.field(
        description="Null before the first verification."
    )
    anchors: int | None = strawberry.field(
        description="How many anchors kept outside the database the latest"
        " verification was held against."
    )
    first_fault: AuditFault | None

    @classmethod
    def of(cls, state: ChainState) -> "AuditChain":
        """From what the query gives."""
        fault = state.fault
        return cls(
            count=state.count,
            head=state.head,
            verified_at=state.verified,
            verified_count=state.verified_count,
            intact=state.is_intact,
            anchors=state.anchors,
            first_fault=fault
            and AuditFault(
                sequence=fault.sequence, what=fault.what, message=fault.message
            ),
        )


@strawberry.input
class AuditOrder:
    """How events are listed: in the order of the chain, or backwards."""

    direction: SortDirection

    @classmethod
    def of(cls, asked: "AuditOrder | None") -> Order:
        """As the query takes it; newest first unless told otherwise."""
        is_oldest = asked is not None and asked.direction is SortDirection.ASC
        return queries.OLDEST if is_oldest else queries.NEWEST


@strawberry.input(
    description="`actor` is an id or a part of a name; a verb may be a whole room,"
    " such as `uploads`."
)
class AuditFilter:
    """What the list of events is narrowed to."""

    actor: str | None = None
    verbs: list[str] | None = None
    outcomes: list[AuditOutcome] | None = None
    subject_kind: str | None = None
    subject_id: str | None = None
    trace: str | None = None
    instant: DateRange | None = None
    text: str | None = None

    def wanted(self) -> Wanted:
        """As the query takes it."""
        days = self.instant or DateRange()
        outcomes = self.outcomes
        return Wanted(
            actor=ensure_text(self.actor),
            verbs=ensure_verbs(self.verbs),
            outcomes=None if outcomes is None else [one.value for one in outcomes],
            subject_kind=self.subject_kind,
            subject_id=self.subject_id,
            trace=self.trace,
            text=ensure_text(self.text),
            from_=days.from_,
            to=days.to,
        )


@strawberry.type
class AuditQuery:
    """Questions about who did what."""

    @list_query("audit.read")
    async def audit_events(
        self,
        info: Info,
        request: PageRequest,
        filter: AuditFilter | None = None,
        order_by: AuditOrder | None = None,
    ) -> Connection[AuditEventNode]:
        """Who did what, newest first."""
        rows = queries.events((filter or AuditFilter()).wanted())
        order = AuditOrder.of(order_by)
        return await listed(info, rows, order, request, AuditEventNode.of)

    @query("audit.read")
    async def audit_event(
        self,
        info: Info,
        id: strawberry.ID,
    ) -> AuditEventNode | None:
        """One act."""
        async with info.context.reading() as session:
            found = await session.get(AuditEvent, number(id))
        return AuditEventNode.of(found) if found else None

    @query("audit.read")
    async def audit_chain(self, info: Info) -> AuditChain:
        """Whether the trail is whole, as far as it was verified."""
        context = info.context

        def look() -> ChainState:
            with context.database.snapshot(context.actor.realm) as connection:
                return queries.chain_state(connection)

        return AuditChain.of(await to_thread.run_sync(look))


@strawberry.type
class AuditMutation:
    """What people do with the trail."""

    @mutation(
        "audit.verify",
        "Reads the whole trail. `Problem` with `audit.broken` names the first fault.",
    )
    async def verify_audit(self, info: Info) -> Outcome:
        """Verify every event."""
        context = info.context
        verdict = await to_thread.run_sync(
            verify.verify_and_note, context.database, context.actor,
            context.borrow(AnchorStore), limiter=_ONE,
        )  # fmt: skip
        context.has_changed = True
        verdict.ensure_intact()
        return Success(message=str(verdict.end.length))
