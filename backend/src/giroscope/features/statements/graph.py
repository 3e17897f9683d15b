"""Statements and transactions in the graph."""

from asyncio import gather
from datetime import date
from decimal import Decimal
from enum import Enum
from itertools import chain
from typing import Any

import orjson
import strawberry

from giroscope.features.banks.graph import AccountNode, Counterparty, account_node
from giroscope.features.documents.graph import DocumentNode, document_node
from giroscope.features.statements import queries, search
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.graph import (
    Connection,
    DateRange,
    DecimalRange,
    Info,
    Money,
    listed,
    loader,
    number,
    numbers,
    query,
)
from giroscope.kernel.nested import Below, listed_below, rows_below
from giroscope.kernel.paging import Count, Order, PageRequest


@strawberry.enum
class Direction(Enum):
    """Which way an amount moved the balance."""

    CREDIT = "CREDIT"
    DEBIT = "DEBIT"


@strawberry.enum
class TransactionState(Enum):
    """Whether the bank has booked an entry."""

    BOOKED = "BOOKED"
    PENDING = "PENDING"
    INFORMATION = "INFORMATION"


_STATES = list(TransactionState)
_STATEMENTS_SHOWN = 200
_DETAILS = Below("details", Transaction, Transaction.parent_id, queries.DETAIL_ORDER)
_OF_DOCUMENT = Below(
    "statements of a document",
    Statement,
    Statement.document_id,
    Order("id", Statement.id, Statement.id, is_descending=False),
)


@strawberry.enum
class ReconciliationState(Enum):
    """Whether a transaction is tied to a payment of ours."""

    OPEN = "OPEN"
    MATCHED = "MATCHED"


@strawberry.enum
class SortDirection(Enum):
    """Smallest or greatest first."""

    ASC = "ASC"
    DESC = "DESC"


@strawberry.enum
class TransactionOrderField(Enum):
    """What transactions can be sorted by."""

    BOOKING_DATE = "BOOKING_DATE"
    VALUE_DATE = "VALUE_DATE"
    AMOUNT = "AMOUNT"


@strawberry.input
class TransactionOrder:
    """How the list is sorted."""

    field: TransactionOrderField
    direction: SortDirection


@strawberry.input
class TransactionFilter:
    """What the list of transactions is narrowed to."""

    account_ids: list[strawberry.ID] | None = None
    statement_id: strawberry.ID | None = None
    booking_date: DateRange | None = None
    value_date: DateRange | None = None
    amount: DecimalRange | None = None
    direction: Direction | None = None
    text: str | None = None
    state: TransactionState | None = None
    reversal: bool | None = None
    currency: str | None = None

    def wanted(self) -> search.Filter:
        """As the search takes it."""
        return search.Filter(
            account_ids=numbers(self.account_ids, "filter.accountIds"),
            statement_id=number(self.statement_id) if self.statement_id else None,
            booked=_bounds(self.booking_date),
            valued=_bounds(self.value_date),
            size=_bounds(self.amount),
            is_credit=self.direction and self.direction is Direction.CREDIT,
            text=self.text,
            state=_STATES.index(self.state) if self.state else None,
            reversal=self.reversal,
            currency=self.currency,
        )


def _bounds(limits: DateRange | DecimalRange | None) -> tuple[Any, Any]:
    return (None, None) if limits is None else (limits.from_, limits.to)


@strawberry.input
class StatementFilter:
    """What the list of statements is narrowed to."""

    account_ids: list[strawberry.ID] | None = None
    period: DateRange | None = None


@strawberry.type(name="Statement")
class StatementNode:
    """A statement, report or notification on one account."""

    row: strawberry.Private[Statement]
    id: strawberry.ID
    format: str
    bank_id: str | None
    sequence: str | None
    currency: str | None
    from_date: date | None
    to_date: date | None
    created: str | None
    opening: Decimal | None
    opening_date: date | None
    closing: Decimal | None
    closing_date: date | None
    incoming: Decimal
    outgoing: Decimal
    entries: int
    details: int
    balanced: bool | None = strawberry.field(
        description="Opening + in - out = closing; null where a balance is missing."
    )
    correlation_id: strawberry.ID

    @classmethod
    def of(cls, row: Statement) -> "StatementNode":
        """From its row."""
        same = {
            name: getattr(row, name)
            for name in (
                "format", "bank_id", "sequence", "currency", "from_date", "to_date",
                "created", "opening", "opening_date", "closing", "closing_date",
                "incoming", "outgoing", "entries", "details", "balanced",
            )
        }  # fmt: skip
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            correlation_id=strawberry.ID(row.correlation_id),
            **same,
        )

    @strawberry.field
    async def account(self, info: Info) -> AccountNode:
        """The account it is on."""
        return await account_node(info, self.row.account_id)

    @strawberry.field
    async def document(self, info: Info) -> DocumentNode:
        """The file it came in."""
        return await document_node(info, self.row.document_id)

    @strawberry.field
    async def previous_closing(self, info: Info) -> Decimal | None:
        """Closing balance of the statement before; null where there is none."""
        before = await loader(info, "previous", queries.previous).load(self.row.id)
        return before.closing if before else None

    @strawberry.field
    async def follows_previous(self, info: Info) -> bool | None:
        """Whether it opens with the balance the one before closed with."""
        before = await loader(info, "previous", queries.previous).load(self.row.id)
        if before is None or self.row.opening is None:
            return None
        return bool(before.closing == self.row.opening)


@strawberry.type
class StatementRef:
    """The statement a transaction stands on."""

    id: strawberry.ID
    sequence: str | None
    bank_id: str | None


@strawberry.type
class Reconciliation:
    """The payment of ours that a transaction books."""

    state: ReconciliationState
    payment_id: strawberry.ID | None = None
    correlation_id: strawberry.ID | None = None


@strawberry.type
class Exchange:
    """A currency exchange; the rate is per `unit` of the unit currency."""

    source: str | None
    target: str | None
    rate: Decimal | None
    unit: Decimal | None


@strawberry.type
class ChargeLine:
    """A charge the bank states."""

    amount: Decimal
    currency: str | None
    direction: Direction | None
    included: bool | None
    kind: str | None


@strawberry.type(name="Transaction")
class TransactionNode:
    """An entry on an account, or one detail of a batch entry."""

    row: strawberry.Private[Transaction]
    extra: strawberry.Private[dict[str, Any]]
    id: strawberry.ID
    booking_date: date | None
    value_date: date | None
    amount: Money
    direction: Direction
    counterparty: Counterparty
    remittance: str | None
    reference: str | None
    end_to_end_id: str | None
    bank_reference: str | None
    bank_transaction_code: str | None
    additional_information: str | None
    state: TransactionState
    reversal: bool
    batch: bool
    batch_count: int | None = strawberry.field(
        description="How many transactions the bank says the batch stands for."
    )
    detail_count: int
    details_add_up: bool | None = strawberry.field(
        description="Whether the details' amounts are the entry's; null if unknown."
    )
    parent_id: strawberry.ID | None
    running_balance: Decimal | None

    @classmethod
    def of(cls, row: Transaction) -> "TransactionNode":
        """From its row."""
        same = {
            name: getattr(row, name)
            for name in (
                "booking_date", "value_date", "remittance", "reference",
                "end_to_end_id", "bank_reference", "bank_transaction_code",
                "additional_information", "reversal", "detail_count",
                "details_add_up",
            )
        }  # fmt: skip
        extra = orjson.loads(row.extra) if row.extra else {}
        batch_count = extra.get("batch_count")
        return cls(
            row=row,
            extra=extra,
            id=strawberry.ID(str(row.id)),
            amount=Money(amount=row.size, currency=row.currency),
            direction=Direction.DEBIT if row.amount < 0 else Direction.CREDIT,
            counterparty=Counterparty(
                name=row.counterparty_name,
                account=row.counterparty_account,
                agent=row.counterparty_agent,
            ),
            state=_STATES[row.state],
            batch=row.detail_count > 1 or (batch_count or 0) > 1,
            batch_count=batch_count,
            parent_id=strawberry.ID(str(row.parent_id)) if row.parent_id else None,
            running_balance=row.balance,
            **same,
        )

    @strawberry.field
    async def account(self, info: Info) -> AccountNode:
        """The account it moved."""
        return await account_node(info, self.row.account_id)

    @strawberry.field
    async def statement(self, info: Info) -> StatementRef:
        """The statement it stands on."""
        row = await loader(info, "statement", queries.statements_by_id).load(
            self.row.confirmed_by or self.row.statement_id
        )
        return StatementRef(
            id=strawberry.ID(str(row.id)), sequence=row.sequence, bank_id=row.bank_id
        )

    @strawberry.field
    async def details(
        self, info: Info, first: int | None = None, after: str | None = None
    ) -> "Connection[TransactionNode]":
        """The details of a batch entry, in the order of the file."""
        return await listed_below(
            info,
            _DETAILS,
            self.row.id,
            PageRequest(first, after),
            TransactionNode.of,
        )

    @strawberry.field
    async def reconciliation(self, info: Info) -> Reconciliation:
        """The payment of ours that it books."""
        booked = await loader(info, "booked", queries.payments_booked_by).load(
            self.row.id
        )
        if booked is None:
            return Reconciliation(state=ReconciliationState.OPEN)
        payment_id, correlation_id = booked
        return Reconciliation(
            state=ReconciliationState.MATCHED,
            payment_id=strawberry.ID(str(payment_id)),
            correlation_id=strawberry.ID(correlation_id),
        )

    @strawberry.field
    def instructed(self) -> Money | None:
        """The amount as the payer instructed it, where the bank tells."""
        stated = self.extra.get("instructed")
        if stated is None:
            return None
        return Money(amount=Decimal(stated["amount"]), currency=stated["currency"])

    @strawberry.field
    def exchange(self) -> Exchange | None:
        """The currency exchange, where there was one."""
        stated = self.extra.get("exchange")
        if stated is None:
            return None
        return Exchange(
            source=stated["source"],
            target=stated["target"],
            rate=_decimal(stated["rate"]),
            unit=_decimal(stated["unit"]),
        )

    @strawberry.field
    def charges(self) -> list[ChargeLine]:
        """The charges the bank states."""
        directions = {"CRDT": Direction.CREDIT, "DBIT": Direction.DEBIT}
        return [
            ChargeLine(
                amount=Decimal(charge["amount"]),
                currency=charge["currency"],
                direction=directions.get(charge["direction"]),
                included=charge["included"],
                kind=charge["kind"],
            )
            for charge in self.extra.get("charges", [])
        ]


def _decimal(stated: str | None) -> Decimal | None:
    return None if stated is None else Decimal(stated)


async def of_journal(info: Info, correlation_id: str) -> list[StatementNode]:
    """The statements a journal's own document brought."""
    rows = queries.statements(None, (None, None), correlation_id)
    async with info.context.reading() as session:
        found = await session.execute(rows.order_by(Statement.id).limit(200))
        return [StatementNode.of(row) for row in found.scalars()]


async def of_documents(info: Info, document_ids: list[int]) -> list[StatementNode]:
    """The statements that some documents brought, each document's first."""
    request = PageRequest(first=_STATEMENTS_SHOWN)
    found = await gather(
        *(rows_below(info, _OF_DOCUMENT, one, request) for one in document_ids)
    )
    rows = sorted(chain.from_iterable(found), key=lambda row: int(row.id))
    return [StatementNode.of(row) for row in rows[:_STATEMENTS_SHOWN]]


@strawberry.type
class StatementQuery:
    """Questions about statements and transactions."""

    @query("statements.read")
    async def statements(
        self,
        info: Info,
        first: int | None = None,
        after: str | None = None,
        last: int | None = None,
        before: str | None = None,
        filter: StatementFilter | None = None,  # noqa: A002 - the contract's name
    ) -> Connection[StatementNode]:
        """Statements, latest imported first."""
        wanted = filter or StatementFilter()
        rows = queries.statements(
            numbers(wanted.account_ids, "filter.accountIds"), _bounds(wanted.period)
        )
        request = PageRequest(first, after, last, before)
        return await listed(info, rows, queries.ORDER, request, StatementNode.of)

    @query("statements.read")
    async def statement(self, info: Info, id: strawberry.ID) -> StatementNode | None:  # noqa: A002
        """One statement."""
        found = await loader(info, "statement", queries.statements_by_id).load(
            number(id)
        )
        return StatementNode.of(found) if found else None

    @query("statements.read")
    async def transactions(
        self,
        info: Info,
        first: int | None = None,
        after: str | None = None,
        last: int | None = None,
        before: str | None = None,
        filter: TransactionFilter | None = None,  # noqa: A002 - the contract's name
        order_by: TransactionOrder | None = None,
    ) -> Connection[TransactionNode]:
        """Entries of all statements, latest booked first."""
        context = info.context
        order = search.order_by(
            order_by.field.value if order_by else "BOOKING_DATE",
            is_descending=not order_by or order_by.direction is SortDirection.DESC,
        )
        request = PageRequest(first, after, last, before)
        wanted = (filter or TransactionFilter()).wanted()
        async with context.reading() as session:
            found = await search.find(session, wanted, order, request)

        async def count() -> Count:
            async with context.reading() as session:
                return await search.count(session, found.plan)

        page = order.page(found.rows, request, order.place, count)
        return Connection[TransactionNode].of(page, TransactionNode.of)

    @query("statements.read")
    async def transaction(
        self,
        info: Info,
        id: strawberry.ID,  # noqa: A002 - the contract's name
    ) -> TransactionNode | None:
        """One entry or detail."""
        async with info.context.reading() as session:
            found = await queries.transaction(session, number(id))
        return TransactionNode.of(found) if found else None
