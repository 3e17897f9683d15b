"""Files on their way to banks, in the graph."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import Select, select

from banklink import FileKind
from giroscope.features.banks import BankConnection
from giroscope.features.payments.sending import policy
from giroscope.features.payments.sending.tables import (
    IS_PAYMENT,
    AttemptState,
    Proof,
    SendAttempt,
    Sending,
    SendState,
)
from giroscope.features.users.hands import hands_of
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import AppError
from giroscope.kernel.graph import (
    Connection,
    Info,
    list_query,
    listed,
    loader,
    number,
)
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.text import LocalizedText

strawberry.enum(SendState, name="SendState")
strawberry.enum(AttemptState, name="SendAttemptState")
strawberry.enum(
    Proof, name="SendProof",
    description="ANSWER: the bank answered the call. STATUS: a status report speaks of"
    " the file. ENTRY: a payment of it is booked. DECISION: somebody decided so.",
)  # fmt: skip


@strawberry.enum(description="What a file on its way is to the bank.")
class SendingKind(Enum):
    """What a file on its way is to the bank."""

    PAYMENTS = FileKind.PAYMENT.value
    RECALL = FileKind.CANCELLATION.value


_ORDER = Order("asked", Sending.asked, Sending.id, is_descending=True)


@strawberry.type(description="One attempt to send a file.")
class SendAttemptNode:
    """One attempt to send a file."""

    number: int
    state: AttemptState
    request_id: str = strawberry.field(description="By which the bank may know it.")
    left: datetime | None
    ended: datetime | None
    bank_code: str | None
    bank_text: str | None
    bank_reference: str | None
    failure: str | None

    @strawberry.field
    def said(self) -> LocalizedText | None:
        """The failure, in words."""
        return LocalizedText.of_text(self.failure)

    @strawberry.field
    def bank_said(self) -> LocalizedText | None:
        """The bank's text, in words where it is ours, as a folder's."""
        return LocalizedText.of_text(self.bank_text)

    @classmethod
    def of(cls, row: SendAttempt) -> "SendAttemptNode":
        """From its row."""
        return cls(
            number=row.number,
            state=AttemptState(row.state),
            request_id=row.request_id,
            left=row.left,
            ended=row.ended,
            bank_code=row.bank_code,
            bank_text=row.bank_text,
            bank_reference=row.bank_reference,
            failure=row.failure,
        )


@strawberry.type(description="Why the caller may not do one of the things.")
class SendObstacle:
    """Why the caller may not do one of the things."""

    act: str = strawberry.field(description="CANCEL DECIDE SEND_AGAIN")
    code: str
    message: str


@strawberry.type(name="Sending", description="A signed file on its way to its bank.")
class SendingNode:
    """A signed file on its way to its bank."""

    row: strawberry.Private[Sending]
    id: strawberry.ID
    correlation_id: strawberry.ID
    message_id: str | None
    kind: SendingKind
    state: SendState
    since: datetime
    asked: datetime
    tries: int
    next_try: datetime | None
    held: str | None = strawberry.field(
        description="paused not_reached not_ready not_released"
    )
    held_text: str | None
    sent: datetime | None
    proof: Proof | None
    bank_code: str | None
    bank_text: str | None
    decided: datetime | None
    decided_by: str | None
    reason: str | None

    @classmethod
    def of(cls, row: Sending) -> "SendingNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            correlation_id=strawberry.ID(row.correlation_id),
            message_id=row.message_id,
            kind=SendingKind(row.kind),
            state=SendState(row.state),
            since=row.since,
            asked=row.asked,
            tries=row.tries,
            next_try=row.next_try,
            held=row.held,
            held_text=row.held_text,
            sent=row.sent,
            proof=Proof(row.proof) if row.proof else None,
            bank_code=row.bank_code,
            bank_text=row.bank_text,
            decided=row.decided,
            decided_by=row.decided_by_name,
            reason=row.reason,
        )

    @strawberry.field
    def held_said(self) -> LocalizedText | None:
        """What holds it, in words."""
        return LocalizedText.of_text(self.held_text)

    @strawberry.field
    def bank_said(self) -> LocalizedText | None:
        """The bank's text, in words where it is ours, as a folder's."""
        return LocalizedText.of_text(self.bank_text)

    @strawberry.field
    async def bank(self, info: Info) -> str:
        """The connection it leaves by."""
        names = loader(info, "sending banks", _banks)
        return await names.load(self.row.connection_id) or ""

    @strawberry.field
    def bank_id(self) -> strawberry.ID:
        """The connection's id."""
        return strawberry.ID(str(self.row.connection_id))

    @strawberry.field
    async def attempts(self, info: Info) -> list[SendAttemptNode]:
        """Each attempt."""
        found = await loader(info, "send attempts", _attempts).load(self.row.id)
        return [SendAttemptNode.of(row) for row in found or []]

    @strawberry.field
    async def obstacles(self, info: Info) -> list[SendObstacle]:
        """What the caller may not do about it, and why."""
        actor = info.context.actor
        state, by = SendState(self.row.state), self.row.decided_by
        hands = loader(info, "hands", hands_of)
        decider = frozenset() if by is None else await hands.load(by)
        own = await hands.load(actor.id)
        asked: dict[str, tuple[str, Callable[[], None]]] = {
            "CANCEL": ("payments.resolve", lambda: policy.ensure_cancellable(state)),
            "DECIDE": ("payments.resolve", lambda: policy.ensure_undecided(state)),
            "SEND_AGAIN": (
                "payments.sign",
                lambda: policy.ensure_resendable(state, decider, own),
            ),
        }
        found = []
        for act, (verb, ensure) in asked.items():
            try:
                if not actor.may(verb):
                    found.append(SendObstacle(act=act, code="forbidden", message=""))
                    continue
                ensure()
            except AppError as refusal:
                found.append(
                    SendObstacle(act=act, code=refusal.code, message=refusal.message)
                )
        return found


async def _attempts(
    session: ReadSession, ids: list[int]
) -> dict[int, list[SendAttempt]]:
    rows = await session.execute(
        select(SendAttempt)
        .where(SendAttempt.sending_id.in_(ids))
        .order_by(SendAttempt.number)
    )
    found: dict[int, list[SendAttempt]] = {}
    for row in rows.scalars():
        found.setdefault(row.sending_id, []).append(row)
    return found


async def _by_journal(session: ReadSession, ids: list[str]) -> dict[str, Sending]:
    rows = await session.execute(
        select(Sending)
        .where(Sending.correlation_id.in_(ids), IS_PAYMENT)
        .order_by(Sending.id)
    )
    return {row.correlation_id: row for row in rows.scalars()}


async def _banks(session: ReadSession, ids: list[int]) -> dict[int, str]:
    rows = await session.execute(
        select(BankConnection.id, BankConnection.name).where(BankConnection.id.in_(ids))
    )
    return {row.id: row.name for row in rows}


async def _by_id(session: ReadSession, ids: list[int]) -> dict[int, Sending]:
    rows = await session.execute(select(Sending).where(Sending.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


async def sending_by_id(info: Info, sending_id: int | None) -> SendingNode | None:
    """One file on its way."""
    if sending_id is None:
        return None
    row = await loader(info, "sending by id", _by_id).load(sending_id)
    return None if row is None else SendingNode.of(row)


async def sending_of(info: Info, correlation_id: str) -> SendingNode | None:
    """The journal's newest payment file on its way, loaded with its neighbours'."""
    row = await loader(info, "sending", _by_journal).load(correlation_id)
    return None if row is None else SendingNode.of(row)


@strawberry.input(description="Which files on their way.")
class SendingFilter:
    """Which files on their way."""

    states: list[SendState] | None = None
    bank: strawberry.ID | None = None
    text: str | None = strawberry.field(
        default=None, description="In the message id or the journal's."
    )

    def rows(self) -> Select[Any]:
        """As a select."""
        rows = select(Sending)
        if self.states is not None:
            rows = rows.where(Sending.state.in_([one.value for one in self.states]))
        if self.bank is not None:
            rows = rows.where(Sending.connection_id == number(self.bank, "filter.bank"))
        if self.text:
            rows = rows.where(
                Sending.message_id.icontains(self.text, autoescape=True)
                | Sending.correlation_id.icontains(self.text, autoescape=True)
            )
        return rows


@strawberry.type
class SendingQuery:
    """Questions about files on their way."""

    @list_query("payments.read")
    async def sendings(
        self,
        info: Info,
        request: PageRequest,
        filter: SendingFilter | None = None,
    ) -> Connection[SendingNode]:
        """Signed files, the newest first: what waits, what is in doubt, what went."""
        rows = (filter or SendingFilter()).rows()
        return await listed(info, rows, _ORDER, request, SendingNode.of)
