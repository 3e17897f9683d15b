"""Payments in the graph."""

from datetime import date

import strawberry
from sqlalchemy import bindparam, func, select, text

from giroscope.features.banks import Account, account_names
from giroscope.features.banks.graph import AccountNode, Counterparty
from giroscope.features.documents.graph import DocumentNode, document_node
from giroscope.features.payments import policy, totals
from giroscope.features.payments.checks.graph import PaymentFlagNode, flags_of
from giroscope.features.payments.corrections.graph import (
    PaymentLink,
    replaced_by,
    replaces,
)
from giroscope.features.payments.filter import (
    BY_POSITION,
    PaymentFilter,
    PaymentOrder,
    order_of,
)
from giroscope.features.payments.payees.queries import ids_of
from giroscope.features.payments.progress import (
    PaymentOutcome,
    PaymentProgress,
    outcome_of,
    shown,
)
from giroscope.features.payments.reasons import (
    REMEDIES,
    Remedy,
    meaning_of,
    remedy_of,
)
from giroscope.features.payments.recalls.graph import PaymentRecall, recall_of_payment
from giroscope.features.payments.stages import STAGES, Doubt
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.payments.why import Question, Said, reasons
from giroscope.features.rules import Label, Subject, labels
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
    CurrencyTotal,
    Info,
    Money,
    list_query,
    listed,
    loader,
    number,
    query,
)
from giroscope.kernel.nested import Below, listed_below
from giroscope.kernel.paging import PageRequest

strawberry.enum(Doubt, name="StatusDoubt")
strawberry.enum(Remedy, name="Remedy")
_OF_JOURNAL = Below("payments", Payment, Payment.correlation_id, BY_POSITION)


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
    state: policy.PaymentState = strawberry.field(
        description="What the bank said of it alone; `progress` tells how far it is."
    )
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

    async def _batch(self, info: Info) -> PaymentBatch | None:
        batches = loader(info, "payment batch", batches_by_id)
        batch: PaymentBatch | None = await batches.load(self.row.batch_id)
        return batch

    @strawberry.field
    async def progress(self, info: Info) -> PaymentProgress:
        """How far it is, as its journal, this list and every export show it."""
        batch = await self._batch(info)
        return shown(self.row.progress, batch.progress if batch else "")

    @strawberry.field
    async def outcome(self, info: Info) -> PaymentOutcome:
        """What became of it."""
        batch = await self._batch(info)
        return outcome_of(shown(self.row.progress, batch.progress if batch else ""))

    @strawberry.field
    async def batch_id(self, info: Info) -> str | None:
        """The payment information id of its batch."""
        batch = await self._batch(info)
        return batch.bank_id if batch else None

    @strawberry.field
    async def debtor_account(self, info: Info) -> str | None:
        """The account it is paid from."""
        batch = await self._batch(info)
        return batch.debtor_account if batch else None

    @strawberry.field
    async def account(self, info: Info) -> AccountNode | None:
        """The account it is paid from, where statements or people have told of it."""
        batch = await self._batch(info)
        if batch is None or batch.debtor_account is None:
            return None
        called = loader(info, "account called", accounts_by_name)
        node: AccountNode | None = await called.load(own_name(batch.debtor_account))
        return node

    @strawberry.field
    async def bank(self, info: Info) -> str | None:
        """The bank it is paid by: as the file names it."""
        batch = await self._batch(info)
        return batch.debtor_agent if batch else None

    @strawberry.field
    async def document(self, info: Info) -> DocumentNode | None:
        """The payment file it came in."""
        return await document_node(info, self.row.document_id)

    @strawberry.field
    async def payee_id(self, info: Info) -> strawberry.ID | None:
        """The payee it pays; none until payees are derived from its file."""
        found = loader(info, "payee ids", ids_of)
        payee = await found.load(self.row.payee) if self.row.payee else None
        return strawberry.ID(str(payee)) if payee else None

    @strawberry.field
    async def booked_on(self, info: Info) -> date | None:
        """The day of the entry that books it."""
        entry = self.row.transaction_id
        return (
            await loader(info, "entry day", entry_days).load(entry) if entry else None
        )

    @strawberry.field
    async def returned_on(self, info: Info) -> date | None:
        """The day of the entry that gives the money back."""
        entry = self.row.return_id
        return (
            await loader(info, "entry day", entry_days).load(entry) if entry else None
        )

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
    async def replaced_by(self, info: Info) -> PaymentLink | None:
        """The payment that pays it again, once it was corrected."""
        return await replaced_by(info, (self.row.correlation_id, self.row.position))

    @strawberry.field
    async def replaces(self, info: Info) -> PaymentLink | None:
        """The refused or returned payment that it pays again."""
        return await replaces(info, (self.row.correlation_id, self.row.position))

    @strawberry.field
    async def reasons(self, info: Info) -> list[StatusReason]:
        """Why the bank gave its status, or gave the money back."""
        question = Question.of(self.row)
        said = await loader(info, "payment reasons", _reasons).load(question)
        return [StatusReason.of(one) for one in said or ()]


async def _reasons(
    session: ReadSession, asked: list[Question]
) -> dict[Question, list[Said]]:
    return await reasons(session, asked)


def own_name(number: str) -> str:
    """An account's number as accounts are called by it."""
    return number.replace(" ", "").upper()


async def accounts_by_name(
    session: ReadSession, names: list[str]
) -> dict[str, AccountNode]:
    """The account that each of these names means; the first where several do."""
    named = account_names()
    first = func.min(named.c.account_id).label("account_id")
    meant = (
        select(named.c.name, first)
        .where(named.c.name.in_(names))
        .group_by(named.c.name)
        .subquery()
    )
    rows = await session.execute(
        select(meant.c.name, Account).join(Account, Account.id == meant.c.account_id)
    )
    return {name: AccountNode.of(account) for name, account in rows}


async def entry_days(session: ReadSession, ids: list[int]) -> dict[int, date]:
    """The days of entries; their table lies in the room beside, and is only named."""
    rows = await session.execute(
        text("SELECT id, day FROM transactions WHERE id IN :ids")
        .bindparams(bindparam("ids", expanding=True))
        .columns(id=Payment.id.type, day=Payment.execution_day.type),
        {"ids": ids},
    )
    return {row.id: row.day for row in rows}


async def labels_by_id(session: ReadSession, ids: list[int]) -> dict[int, list[Label]]:
    """The labels of each of these payments."""
    return await labels(session, Subject.PAYMENT, ids)


async def batches_by_id(
    session: ReadSession, ids: list[int]
) -> dict[int, PaymentBatch]:
    """Batches by id."""
    rows = await session.execute(select(PaymentBatch).where(PaymentBatch.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


@strawberry.type
class PaymentTab:
    """A tab of the list of payments: how many stand under it, and how much money."""

    name: str
    count: int
    sums: list[CurrencyTotal]


async def of_journal(
    info: Info, correlation_id: str, request: PageRequest
) -> Connection[PaymentNode]:
    """The payments of one journal, in the order of the file."""
    return await listed_below(
        info, _OF_JOURNAL, correlation_id, request, PaymentNode.of
    )


def sums_of(found: list[totals.CurrencySum]) -> list[CurrencyTotal]:
    """As the graph gives them."""
    return [
        CurrencyTotal(currency=one.currency, amount=one.amount, count=one.count)
        for one in found
    ]


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

    @query("payments.read", "The sums of what matches, by currency; never added up.")
    async def payment_totals(
        self, info: Info, filter: PaymentFilter | None = None
    ) -> list[CurrencyTotal]:
        """The sums of what matches."""
        async with info.context.reading() as session:
            found = await totals.totals(session, filter or PaymentFilter())
        return sums_of(found)

    @query(
        "payments.read",
        "Counts and sums of the tabs: ALL, UNPAID, IN_FLIGHT, PAID, RETURNED.",
    )
    async def payment_tabs(self, info: Info) -> list[PaymentTab]:
        """Counts and sums of the tabs."""
        async with info.context.reading() as session:
            found = await totals.tabs(session)
        return [
            PaymentTab(name=tab.name, count=tab.count, sums=sums_of(tab.sums))
            for tab in found
        ]

    @query("payments.read")
    async def payment(self, info: Info, id: strawberry.ID) -> PaymentNode | None:
        """One payment."""
        async with info.context.reading() as session:
            found = await session.get(Payment, number(id))
        return PaymentNode.of(found) if found else None
