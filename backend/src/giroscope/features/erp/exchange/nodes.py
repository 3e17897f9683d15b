"""Payments of the ERP and what is written to it, as the graph shows them."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import strawberry
from sqlalchemy.ext.asyncio import AsyncSession

from erplink import Record
from giroscope.features.erp.doubts import DUPLICATE, doubt_sentence
from giroscope.features.erp.exchange import queries
from giroscope.features.erp.exchange.assign import LEFT, REFUSED
from giroscope.features.erp.exchange.enums import (
    ErpPaymentState,
    Operation,
    OutboxState,
    ReferenceKind,
)
from giroscope.features.erp.exchange.fetch import FAILED_BEFORE
from giroscope.features.erp.exchange.settings_in_use import InUse, in_use
from giroscope.features.erp.exchange.tables import ErpFinding, ErpOutboxRow
from giroscope.features.erp.exchange.words import write_remedy, write_sentence
from giroscope.features.erp.mapping.words import SENTENCES, remedy, sentence
from giroscope.features.erp.nodes import erp_said
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.kernel.graph import Info, Money, loader
from giroscope.kernel.text import LocalizedText

_DECIDABLE = frozenset({OutboxState.FAILED.value, OutboxState.WAITING.value})
_LETTABLE = frozenset({DUPLICATE, REFUSED, LEFT, FAILED_BEFORE})


@strawberry.type(name="ErpOutboxRow", description="One write to the ERP.")
class WriteNode:
    """One write to the ERP."""

    row: strawberry.Private[ErpOutboxRow]
    id: strawberry.ID
    operation: Operation
    our_id: str
    label: str
    state: OutboxState
    since: datetime
    asked: datetime
    tries: int
    next_try: datetime | None
    code: str | None = strawberry.field(
        description="Why it was not written: an error of the ERP, such as"
        " `period_closed`."
    )
    message: str | None
    said: LocalizedText | None = strawberry.field(description="The message, in words.")
    detail: str | None = strawberry.field(description="What the ERP said itself.")
    detail_said: LocalizedText | None = strawberry.field(
        description="The same, where it was the machine that said it, in words."
    )
    native_id: str | None = strawberry.field(description="What stands in the ERP.")
    was_there: bool = strawberry.field(description="An earlier try had written it.")
    journal: strawberry.ID | None
    payment_id: strawberry.ID | None
    statement_id: strawberry.ID | None
    told: str | None = strawberry.field(description="The state that is told.")
    decided_by: str | None
    reason: str | None
    can_decide: bool = strawberry.field(
        description="Whether it can be tried again or left."
    )

    @classmethod
    def of(cls, row: ErpOutboxRow) -> "WriteNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            operation=Operation(row.operation),
            our_id=row.our_id,
            label=row.label,
            state=OutboxState(row.state),
            since=row.since,
            asked=row.asked,
            tries=row.tries,
            next_try=row.next_try,
            code=row.code,
            message=row.message,
            said=erp_said(row.message),
            detail=row.detail,
            detail_said=erp_said(row.detail),
            native_id=row.native_id,
            was_there=row.was_there,
            journal=_id(row.correlation_id),
            payment_id=_id(row.payment_id),
            statement_id=_id(row.statement_id),
            told=(row.content or {}).get("state"),
            decided_by=row.decided_by_name,
            reason=row.reason,
            can_decide=row.state in _DECIDABLE,
        )

    @strawberry.field
    async def page(self, info: Info) -> str | None:
        """Where the ERP's own screens show what was written."""
        if self.operation is Operation.STATEMENT:
            record, native_id = Record.STATEMENT, self.native_id
        else:
            record, native_id = Record.PAYMENT, self.row.content.get("native_id")
        return await _page(info, self.row.connection_id, record, native_id)

    @strawberry.field
    def sentence(self) -> LocalizedText | None:
        """What stands in the way."""
        return LocalizedText.of(write_sentence(self.code)) if self.code else None

    @strawberry.field
    def remedy(self) -> LocalizedText | None:
        """What to do about it."""
        return LocalizedText.of(write_remedy(self.code)) if self.code else None


@strawberry.type(
    name="ErpProof", description="The entry of a statement that proves a payment."
)
class ProofNode:
    """The entry of a statement that proves a payment."""

    transaction: strawberry.ID
    day: date
    write: WriteNode = strawberry.field(
        description="How far its statement is on the way to the ERP."
    )


@strawberry.type(name="ErpCreditor", description="Who is paid, as the ERP has it.")
class CreditorNode:
    """Who is paid."""

    native_id: str
    name: str
    country: str
    account: str = strawberry.field(
        description="IBAN, domestic number or creditor number."
    )


@strawberry.type(name="ErpPayment", description="A payment the ERP wants made.")
class PaymentNode:
    """A payment the ERP wants made."""

    row: strawberry.Private[ErpPayment]
    id: strawberry.ID
    native_id: str
    attempt: int
    number: str
    amount: Money
    due: date
    method: str = strawberry.field(description="Native id of its payment method.")
    account: str = strawberry.field(description="Native id of the account, if told.")
    creditor: CreditorNode
    reference: str
    reference_kind: ReferenceKind
    invoices: list[str]
    state: ErpPaymentState
    since: datetime
    fetched: datetime
    reason_code: str | None
    reason: str | None = strawberry.field(description="What a person or bank said.")
    reason_said: LocalizedText | None = strawberry.field(
        description="The same, as far as it is a sentence of the product's, in words."
    )
    allowed: str | None = strawberry.field(description="Why somebody let it go.")
    end_to_end_id: str | None
    pays_from: str | None
    mapping_id: strawberry.ID | None
    told: str | None = strawberry.field(
        description="The state that was last put into the queue for the ERP."
    )
    can_let_go: bool = strawberry.field(
        description="Whether somebody's word is what it waits for."
    )
    can_leave: bool

    @classmethod
    def of(cls, row: ErpPayment) -> "PaymentNode":
        """From its row."""
        creditor = row.creditor
        account = creditor["iban"] or creditor["number"] or creditor["giro_creditor"]
        is_held = row.state == ErpPaymentState.HELD
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            native_id=row.native_id,
            attempt=row.attempt,
            number=row.number,
            amount=Money(amount=Decimal(row.amount), currency=row.currency),
            due=row.due,
            method=row.method,
            account=row.account,
            creditor=CreditorNode(
                native_id=row.creditor_id,
                name=row.creditor_name,
                country=creditor["country"],
                account=account,
            ),
            reference=row.reference,
            reference_kind=ReferenceKind[row.reference_kind],
            invoices=list(row.invoices or []),
            state=ErpPaymentState(row.state),
            since=row.since,
            fetched=row.fetched,
            reason_code=row.reason_code,
            reason=row.reason,
            reason_said=erp_said(row.reason),
            allowed=row.allowed,
            end_to_end_id=row.end_to_end_id,
            pays_from=row.pays_from or None,
            mapping_id=_id(row.mapping_id),
            told=row.told,
            can_let_go=is_held and row.reason_code in _LETTABLE,
            can_leave=is_held and row.reason_code != LEFT,
        )

    @strawberry.field
    def sentence(self) -> LocalizedText | None:
        """Why it waits or was not paid."""
        code = self.reason_code
        if code is None or code not in SENTENCES:
            return None
        return LocalizedText.of(sentence(code, self.row.values or {}))

    @strawberry.field
    def remedy(self) -> LocalizedText | None:
        """What to do about it."""
        found = remedy(self.reason_code or "")
        return LocalizedText.of(found) if found else None

    @strawberry.field
    async def journal(self, info: Info) -> strawberry.ID | None:
        """Its journal."""
        if self.row.order_id is None:
            return None
        fetch = queries.journals_by_order
        return _id(await loader(info, "erp journals", fetch).load(self.row.order_id))

    @strawberry.field
    async def page(self, info: Info) -> str | None:
        """Where the ERP's own screens show it."""
        row = self.row
        return await _page(info, row.connection_id, Record.PAYMENT, row.native_id)

    @strawberry.field
    async def proof(self, info: Info) -> ProofNode | None:
        """The entry of a statement for the ERP that proves it."""
        fetch = queries.proofs_by_payment
        found = await loader(info, "erp proofs", fetch).load(self.row.id)
        if found is None:
            return None
        return ProofNode(
            transaction=strawberry.ID(str(found.transaction)),
            day=found.day,
            write=WriteNode.of(found.write),
        )

    @strawberry.field
    async def writes(self, info: Info) -> list[WriteNode]:
        """What is written of it."""
        fetch = queries.writes_by_payment
        found = await loader(info, "erp writes", fetch).load(self.row.id)
        return [WriteNode.of(row) for row in found or []]


@strawberry.type(name="ErpFinding", description="Something the ERP should mend.")
class FindingNode:
    """Something the ERP should mend."""

    id: strawberry.ID
    native_id: str
    number: str
    code: str = strawberry.field(
        description="`unreadable`, `unreadable_item`, `duplicate_number` or"
        " `offered_again`."
    )
    field: str
    sentence: LocalizedText
    seen: datetime

    @classmethod
    def of(cls, row: ErpFinding) -> "FindingNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            native_id=row.native_id,
            number=row.number,
            code=row.code,
            field=row.field,
            sentence=LocalizedText.of(doubt_sentence(row.doubt, row.field, row.values)),
            seen=row.seen,
        )


async def _page(
    info: Info, books: int, record: Record, native_id: str | None
) -> str | None:
    erp = info.context.borrow(Erp)

    async def settings(session: AsyncSession, ids: list[int]) -> dict[int, InUse]:
        def read(held: Any) -> dict[int, InUse]:
            own = held.connection()
            found = {one: in_use(erp, own, one) for one in ids}
            return {one: each for one, each in found.items() if each is not None}

        return await session.run_sync(read)

    if native_id is None:
        return None
    found = await loader(info, "erp settings", settings).load(books)
    return found.page(record, native_id) if found else None


def _id(value: int | str | None) -> strawberry.ID | None:
    return None if value is None else strawberry.ID(str(value))
