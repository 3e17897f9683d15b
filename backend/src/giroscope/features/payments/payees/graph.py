"""Payees in the graph."""

from datetime import date, datetime

import strawberry
from sqlalchemy import func, select

from giroscope.features.payments.approvals.tables import Approval, Release
from giroscope.features.payments.checks.catalogue import RULES
from giroscope.features.payments.checks.graph import CheckWords, noted
from giroscope.features.payments.graph import StatusReason
from giroscope.features.payments.payees import queries
from giroscope.features.payments.payees.filter import (
    PayeeAddressState,
    PayeeFilter,
    PayeeOrder,
    address_state,
    order_of,
)
from giroscope.features.payments.payees.policy import NEVER, bank_name, due_of
from giroscope.features.payments.payees.tables import (
    Payee,
    PayeeAddress,
    PayeeSum,
    PayeeTrust,
)
from giroscope.features.payments.progress import PaymentOutcome
from giroscope.kernel.graph import (
    Connection,
    Info,
    Money,
    list_query,
    listed,
    loader,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest


@strawberry.type(name="PayeeSum")
class PayeeSumNode:
    """What payments of one currency have come to, of which the same became."""

    outcome: PaymentOutcome
    amount: Money
    count: int

    @classmethod
    def of(cls, row: PayeeSum) -> "PayeeSumNode":
        """From its row."""
        return cls(
            outcome=PaymentOutcome(row.outcome),
            amount=Money(amount=row.amount, currency=row.currency),
            count=row.count,
        )


@strawberry.type
class PayeeRefusal:
    """A payment that a bank refused or gave back because of the payee's address."""

    correlation_id: strawberry.ID
    execution_date: date
    reason: StatusReason

    @classmethod
    def of(cls, row: PayeeAddress) -> "PayeeRefusal | None":
        """From an address, if there was any."""
        if not (row.refused_day and row.refused_journal and row.refused_reason):
            return None
        return cls(
            correlation_id=strawberry.ID(row.refused_journal),
            execution_date=row.refused_day,
            reason=StatusReason.of(row.refused_reason),
        )


@strawberry.type(name="PayeeAddress")
class PayeeAddressNode:
    """The address as the latest payment by one bank and rail writes it."""

    bank: str = strawberry.field(description="Its name, or its BIC.")
    rail: str = strawberry.field(
        description="The payment type: danish, danishSameDay, danishInstant,"
        " danishSlip, sepa, swedish, norwegian or crossBorder."
    )
    form: str | None
    state: PayeeAddressState
    fault: CheckWords | None = strawberry.field(description="The rule that it breaks.")
    since: date | None = strawberry.field(
        description="From when on the bank wants addresses in fields; null where it"
        " has told no date."
    )
    refused: PayeeRefusal | None = strawberry.field(
        description="The latest refusal because of the address; null once the bank"
        " accepted or booked a payment of this payment type from a later file."
    )
    last_payment: date

    @classmethod
    def of(cls, row: PayeeAddress) -> "PayeeAddressNode":
        """From its row."""
        title = RULES[row.fault].title if row.fault else None
        refused = PayeeRefusal.of(row)
        due = due_of(
            row.since, is_faulty=title is not None, is_refused=refused is not None
        )
        return cls(
            bank=bank_name(row.bank),
            rail=row.rail,
            form=row.form,
            state=address_state(due, has_address=row.form is not None),
            fault=CheckWords(en=title.en, da=title.da) if title else None,
            since=row.since,
            refused=refused,
            last_payment=row.day,
        )


@strawberry.type
class PayeeAccount:
    """An account that a payee is paid on."""

    account: str | None
    agent: str | None
    payments: int
    first_payment: date
    last_payment: date
    is_known: bool = strawberry.field(
        description="Whether a payment to it was released, or a bank says it was paid."
    )


@strawberry.type
class PayeeApproval:
    """That somebody approved the file of a payment to a changed account."""

    by: str
    on_behalf_of: str | None
    at: datetime
    reason: str | None
    is_signature: bool = strawberry.field(
        description="Whether it let the file leave for the bank."
    )

    @classmethod
    def of(cls, row: Approval) -> "PayeeApproval":
        """From an approval."""
        return cls(
            by=row.person_name,
            on_behalf_of=row.for_name,
            at=row.at,
            reason=row.reason,
            is_signature=False,
        )

    @classmethod
    def of_release(cls, row: Release) -> "PayeeApproval":
        """From a signature."""
        return cls(
            by=row.signed_by_name,
            on_behalf_of=None,
            at=row.signed,
            reason=None,
            is_signature=True,
        )


@strawberry.type
class PayeeChange:
    """A payment to an account that the payee was not paid on before."""

    payment_id: strawberry.ID
    correlation_id: strawberry.ID
    execution_date: date
    amount: Money
    account: str | None
    title: CheckWords
    note: CheckWords | None
    approvals: list[PayeeApproval]

    @classmethod
    def of(cls, change: queries.Change) -> "PayeeChange":
        """From what was found."""
        payment, flag = change.payment, change.flag
        title = RULES[flag.code].title
        approvals = [PayeeApproval.of(approval) for approval in change.approvals]
        if change.release is not None:
            approvals.append(PayeeApproval.of_release(change.release))
        return cls(
            payment_id=strawberry.ID(str(payment.id)),
            correlation_id=strawberry.ID(payment.correlation_id),
            execution_date=payment.execution_day,
            amount=Money(amount=payment.amount, currency=payment.currency),
            account=payment.creditor_account,
            title=CheckWords(en=title.en, da=title.da),
            note=noted(flag.note, flag.note_da),
            approvals=approvals,
        )


@strawberry.type
class PayeeName:
    """Another payee, by name."""

    id: strawberry.ID
    name: str | None


@strawberry.type(name="Payee")
class PayeeNode:
    """Somebody who is paid, by the name that payment files write."""

    row: strawberry.Private[Payee]
    id: strawberry.ID
    name: str | None = strawberry.field(
        description="Null where files name nobody: the account tells who it is."
    )
    trust: PayeeTrust
    payments: int
    account_count: int
    first_payment: date
    last_payment: date
    account_changed: date | None = strawberry.field(
        description="The last execution date of a payment to a changed account."
    )
    address: PayeeAddressState
    address_since: date | None = strawberry.field(
        description="From when on banks have told that they refuse the address; null"
        " where none has."
    )

    @classmethod
    def of(cls, row: Payee) -> "PayeeNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            name=row.name,
            trust=PayeeTrust(row.trust),
            payments=row.payments,
            account_count=row.accounts,
            first_payment=row.first_day,
            last_payment=row.last_day,
            account_changed=row.changed_day,
            address=address_state(row.address_due, has_address=row.has_address),
            address_since=row.address_since,
        )

    @strawberry.field
    def account(self) -> str | None:
        """The account, of a payee whom files do not name."""
        return None if self.row.name else self.row.identity.strip()

    @strawberry.field
    async def sums(self, info: Info) -> list[PayeeSumNode]:
        """What payments have come to, by currency and what became of them."""
        rows = await loader(info, "payee sums", queries.sums).load(self.row.id)
        return [PayeeSumNode.of(row) for row in rows or ()]

    @strawberry.field
    async def addresses(self, info: Info) -> list[PayeeAddressNode]:
        """The latest address, by bank and rail."""
        found = loader(info, "payee addresses", queries.addresses)
        return [PayeeAddressNode.of(row) for row in await found.load(self.row.id) or ()]

    @strawberry.field
    async def looks_like(self, info: Info) -> list[PayeeName]:
        """Other payees whose names may be taken for this one."""
        found = loader(info, "payees alike", queries.looking_alike)
        rows = await found.load(self.row.id) or ()
        return [PayeeName(id=strawberry.ID(str(row.id)), name=row.name) for row in rows]

    @strawberry.field
    async def accounts(self, info: Info) -> list[PayeeAccount]:
        """The accounts it is paid on, the latest first; at most 100."""
        async with info.context.reading() as session:
            found = await queries.accounts(session, self.row)
        return [
            PayeeAccount(
                account=row.account,
                agent=row.agent,
                payments=row.payments,
                first_payment=row.first_day,
                last_payment=row.last_day,
                is_known=row.is_known,
            )
            for row in found
        ]

    @strawberry.field
    async def changes(self, info: Info) -> list[PayeeChange]:
        """Payments to changed accounts, the latest first; at most 100."""
        async with info.context.reading() as session:
            found = await queries.changes(session, self.row)
        return [PayeeChange.of(change) for change in found]


@strawberry.type
class PayeeTabs:
    """How many payees stand under each tab of the list."""

    all: int
    to_correct: int = strawberry.field(
        description="Those whose address a bank refused or refuses, or will."
    )


@strawberry.type
class PayeeQuery:
    """Questions about payees."""

    @list_query("payments.read")
    async def payees(
        self,
        info: Info,
        request: PageRequest,
        filter: PayeeFilter | None = None,
        order_by: PayeeOrder | None = None,
    ) -> Connection[PayeeNode]:
        """Payees, by name."""
        rows = (filter or PayeeFilter()).rows()
        return await listed(info, rows, order_of(order_by), request, PayeeNode.of)

    @query("payments.read", "How many payees stand under each tab of the list.")
    async def payee_tabs(self, info: Info) -> PayeeTabs:
        """How many payees there are, and how many with an address to correct."""
        is_due = Payee.address_due < NEVER
        counted = select(func.count(), func.count().filter(is_due)).select_from(Payee)
        async with info.context.reading() as session:
            total, to_correct = (await session.execute(counted)).one()
        return PayeeTabs(all=total, to_correct=to_correct)

    @query("payments.read")
    async def payee(self, info: Info, id: strawberry.ID) -> PayeeNode | None:
        """One payee."""
        async with info.context.reading() as session:
            found = await session.get(Payee, number(id))
        return PayeeNode.of(found) if found else None
