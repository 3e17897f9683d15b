"""Payments in the graph."""

from dataclasses import replace
from datetime import date
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import ColumnElement, Select, false, or_, select

from giroscope.features.banks.graph import Counterparty
from giroscope.features.payments import policy
from giroscope.features.payments.checks.graph import PaymentFlagNode, flags_of
from giroscope.features.payments.reasons import (
    REMEDIES,
    Remedy,
    meaning_of,
    remedy_of,
)
from giroscope.features.payments.recalls.graph import PaymentRecall, recall_of_payment
from giroscope.features.payments.stages import STAGES, Doubt
from giroscope.features.payments.tables import Payment, PaymentBatch, StatusReport
from giroscope.features.rules import Label, Subject, held, labels, marked
from giroscope.features.rules.effects_graph import (
    RuleHoldNode,
    RuleMark,
    holds_on,
    label_nodes,
)
from giroscope.features.rules.nodes import RuleLabelNode
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Connection,
    Info,
    Money,
    list_query,
    listed,
    loader,
    number,
    numbers,
    query,
)
from giroscope.kernel.nested import Below, listed_below
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.sorting import SortDirection

strawberry.enum(policy.PaymentState, name="PaymentState")
strawberry.enum(Doubt, name="StatusDoubt")
strawberry.enum(Remedy, name="Remedy")
_ORDER = Order("position", Payment.position, Payment.id, is_descending=False)
_LATEST = Order("id", Payment.id, Payment.id)
_AMOUNT = Order("amount", Payment.amount, Payment.id)
_OF_JOURNAL = Below("payments", Payment, Payment.correlation_id, _ORDER)


@strawberry.type
class StatusReason:
    """Why a bank gave a status: its code and words, and what to do about it."""

    code: str | None
    text: str | None
    meaning: str | None
    remedy: Remedy | None
    advice: str | None = strawberry.field(description="The remedy in words.")

    @classmethod
    def of(cls, said: dict[str, str | None]) -> "StatusReason":
        """From what the bank said."""
        code = said.get("code")
        remedy = remedy_of(code)
        return cls(
            code=code,
            text=said.get("text"),
            meaning=meaning_of(code),
            remedy=remedy,
            advice=REMEDIES[remedy] if remedy else None,
        )


@strawberry.type(name="Payment")
class PaymentNode:
    """One credit transfer of a payment file."""

    row: strawberry.Private[Payment]
    id: strawberry.ID
    correlation_id: strawberry.ID
    position: int
    creditor: Counterparty
    amount: Money
    end_to_end_id: str | None
    remittance: str | None
    reference: str | None
    execution_date: date | None
    state: policy.PaymentState
    status_code: str | None
    status_meaning: str | None
    doubt: Doubt | None = strawberry.field(
        description="Why a person should look at what the bank said."
    )
    transaction_id: strawberry.ID | None
    return_id: strawberry.ID | None = strawberry.field(
        description="The entry that gives the money back."
    )

    @classmethod
    def of(cls, row: Payment) -> "PaymentNode":
        """From its row."""
        booked, returned = row.transaction_id, row.return_id
        stage = STAGES.get(row.status or "")
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            correlation_id=strawberry.ID(row.correlation_id),
            position=row.position,
            creditor=Counterparty(
                name=row.creditor_name,
                account=row.creditor_account,
                agent=row.creditor_agent,
            ),
            amount=Money(amount=row.amount, currency=row.currency),
            end_to_end_id=row.end_to_end_id,
            remittance=row.remittance,
            reference=row.reference,
            execution_date=row.execution_date,
            state=policy.payment_state(
                row.status,
                is_booked=booked is not None,
                is_returned=returned is not None,
            ),
            status_code=row.status,
            status_meaning=stage.meaning if stage else None,
            doubt=Doubt(row.doubt) if row.doubt else None,
            transaction_id=strawberry.ID(str(booked)) if booked else None,
            return_id=strawberry.ID(str(returned)) if returned else None,
        )

    @strawberry.field
    async def batch_id(self, info: Info) -> str | None:
        """The payment information id of its batch."""
        batch = await loader(info, "payment batch", batches_by_id).load(
            self.row.batch_id
        )
        return batch.bank_id if batch else None

    @strawberry.field
    async def debtor_account(self, info: Info) -> str | None:
        """The account it is paid from."""
        batch = await loader(info, "payment batch", batches_by_id).load(
            self.row.batch_id
        )
        return batch.debtor_account if batch else None

    @strawberry.field
    def address_form(self) -> str | None:
        """How the creditor's address stands: structured, hybrid or unstructured."""
        return self.row.address_form

    @strawberry.field
    async def flags(self, info: Info) -> list[PaymentFlagNode]:
        """What an approver should know: duplicates, new accounts, addresses."""
        return await flags_of(info, self.row.id)

    @strawberry.field
    async def labels(self, info: Info) -> list[RuleLabelNode]:
        """The labels that rules have put on it."""
        return label_nodes(
            await loader(info, "payment labels", labels_by_id).load(self.row.id)
        )

    @strawberry.field
    async def marks(self, info: Info) -> list[RuleMark]:
        """The same labels, each with the rule that put it there."""
        found = await loader(info, "payment labels", labels_by_id).load(self.row.id)
        return [RuleMark.of(one) for one in found or ()]

    @strawberry.field
    async def holds(self, info: Info) -> list[RuleHoldNode]:
        """What holds it back, until a person lets it go."""
        return await holds_on(info, self.row.id)

    @strawberry.field
    async def recall(self, info: Info) -> PaymentRecall | None:
        """How its newest request for recall stands."""
        row = self.row
        return await recall_of_payment(info, row.correlation_id, row.position)

    @strawberry.field
    async def reasons(self, info: Info) -> list[StatusReason]:
        """Why the bank gave its status."""
        if self.row.status_report_id is None:
            return []
        report = await loader(info, "status report", reports_by_id).load(
            self.row.status_report_id
        )
        return [StatusReason.of(said) for said in (report.reasons if report else [])]


async def labels_by_id(session: ReadSession, ids: list[int]) -> dict[int, list[Label]]:
    """The labels of each of these payments."""
    return await labels(session, Subject.PAYMENT, ids)


async def batches_by_id(
    session: ReadSession, ids: list[int]
) -> dict[int, PaymentBatch]:
    """Batches by id."""
    rows = await session.execute(select(PaymentBatch).where(PaymentBatch.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


async def reports_by_id(
    session: ReadSession, ids: list[int]
) -> dict[int, StatusReport]:
    """What banks said, by id."""
    rows = await session.execute(select(StatusReport).where(StatusReport.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


@strawberry.input
class PaymentFilter:
    """What the list of payments is narrowed to."""

    correlation_id: strawberry.ID | None = None
    states: list[policy.PaymentState] | None = None
    text: str | None = None
    label_ids: list[strawberry.ID] | None = strawberry.field(
        default=None, description="Those that bear one of these labels."
    )
    is_held: bool | None = strawberry.field(
        default=None, description="Whether a rule holds them back."
    )

    def rows(self) -> Select[Any]:
        """As a select."""
        found = select(Payment)
        if self.correlation_id is not None:
            found = found.where(Payment.correlation_id == self.correlation_id)
        if self.states is not None:
            found = found.where(in_states(self.states))
        label_ids = numbers(self.label_ids, "filter.labelIds")
        if label_ids is not None:
            found = found.where(Payment.id.in_(marked(Subject.PAYMENT, label_ids)))
        if self.is_held is not None:
            found = found.where(Payment.id.in_(held()).is_(self.is_held))
        if self.text:
            found = found.where(
                Payment.creditor_name.icontains(self.text, autoescape=True)
                | Payment.end_to_end_id.icontains(self.text, autoescape=True)
                | Payment.remittance.icontains(self.text, autoescape=True)
            )
        return found


@strawberry.enum
class PaymentOrderField(Enum):
    """What payments can be sorted by."""

    POSITION = "POSITION"
    AMOUNT = "AMOUNT"


@strawberry.input
class PaymentOrder:
    """How the list is sorted; by position means in the order of the files."""

    field: PaymentOrderField
    direction: SortDirection


def order_of(narrowed: PaymentFilter, asked: PaymentOrder | None) -> Order:
    """As the query takes it: one journal's in the order of its file, else latest."""
    usual = _ORDER if narrowed.correlation_id else _LATEST
    if asked is None:
        return usual
    falls = asked.direction is SortDirection.DESC
    is_amount = asked.field is PaymentOrderField.AMOUNT
    return replace(_AMOUNT if is_amount else usual, is_descending=falls)


def in_states(states: list[policy.PaymentState]) -> ColumnElement[bool]:
    """The states as a condition, from the same table `payment_state` reads."""
    booked = Payment.transaction_id.is_not(None)
    returned = Payment.return_id.is_not(None)
    parts: list[ColumnElement[bool]] = [false()]
    for state in states:
        if state is policy.PaymentState.RETURNED:
            parts.append(returned)
        elif state is policy.PaymentState.BOOKED:
            parts.append(booked & ~returned)
        elif state is policy.PaymentState.RECEIVED:
            parts.append(~booked & Payment.status.is_(None))
        else:
            parts.append(~booked & Payment.status.in_(policy.codes_of(state)))
        if state is policy.PaymentState.PENDING:
            # A code nobody knows waits for a person.
            parts.append(~booked & Payment.status.not_in(STAGES.keys()))
    return or_(*parts)


async def of_journal(
    info: Info, correlation_id: str, request: PageRequest
) -> Connection[PaymentNode]:
    """The payments of one journal, in the order of the file."""
    return await listed_below(
        info, _OF_JOURNAL, correlation_id, request, PaymentNode.of
    )


@strawberry.type
class PaymentQuery:
    """Questions about payments."""

    @list_query("payments.read")
    async def payments(
        self,
        info: Info,
        request: PageRequest,
        filter: PaymentFilter | None = None,
        order_by: PaymentOrder | None = None,
    ) -> Connection[PaymentNode]:
        """Payments, in the order of their files."""
        narrowed = filter or PaymentFilter()
        order = order_of(narrowed, order_by)
        return await listed(info, narrowed.rows(), order, request, PaymentNode.of)

    @query("payments.read")
    async def payment(self, info: Info, id: strawberry.ID) -> PaymentNode | None:
        """One payment."""
        async with info.context.reading() as session:
            found = await session.get(Payment, number(id))
        return PaymentNode.of(found) if found else None
