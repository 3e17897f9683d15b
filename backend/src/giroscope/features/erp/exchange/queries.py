"""Selects over payments of the ERP, what is to be written, and what was found.

Without a connection named, the books in use are meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, and_, case, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.erp.books import books
from giroscope.features.erp.exchange.tables import (
    ErpFinding,
    ErpOrder,
    ErpOutboxRow,
    Operation,
    OutboxState,
)
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.features.erp.tables import BooksState, ErpConnection
from giroscope.features.payments import Payment
from giroscope.features.statements.tables import Transaction
from giroscope.kernel.paging import Order
from giroscope.kernel.words import searchable

Bounds = tuple[Any, Any]
OPEN_ENDED: Bounds = (None, None)
_FEW = 20

PAYMENT_ORDERS = {
    "DUE": Order("due", ErpPayment.due, ErpPayment.id),
    "AMOUNT": Order("amount", ErpPayment.amount, ErpPayment.id),
    "NUMBER": Order("number", ErpPayment.number, ErpPayment.id),
    "STATE": Order("state", ErpPayment.state, ErpPayment.id),
    "FETCHED": Order("fetched", ErpPayment.fetched, ErpPayment.id),
}
OUTBOX_ORDERS = {
    "ASKED": Order("asked", ErpOutboxRow.asked, ErpOutboxRow.id),
    "STATE": Order("state", ErpOutboxRow.state, ErpOutboxRow.id),
}
FINDING_ORDER = Order("seen", ErpFinding.seen, ErpFinding.id)

TABS = {
    "HELD": (ErpPaymentState.HELD,),
    "OPEN": (
        ErpPaymentState.OPEN, ErpPaymentState.CLAIMING, ErpPaymentState.CLAIMED,
    ),
    "UNDER_WAY": (
        ErpPaymentState.IN_JOURNAL, ErpPaymentState.SENT, ErpPaymentState.ACCEPTED,
        ErpPaymentState.EXECUTED,
    ),
    "DONE": (ErpPaymentState.BOOKED,),
    "PROBLEMS": (
        ErpPaymentState.REJECTED, ErpPaymentState.RETURNED, ErpPaymentState.CANCELLED,
    ),
}  # fmt: skip
"""What people look for, by states."""


@dataclass(frozen=True, slots=True)
class WantedPayments:
    """What the list of payments is narrowed to."""

    connection_id: int | None = None
    states: Sequence[str] | None = None
    methods: Sequence[str] | None = None
    reasons: Sequence[str] | None = None
    currency: str | None = None
    journal: str | None = None
    text: str | None = None
    due: Bounds = OPEN_ENDED
    amount: Bounds = OPEN_ENDED
    unwritten: bool | None = None
    """Whether the ERP is still to be told something of it."""

    def rows(self) -> Select[Any]:
        """As a select."""
        found = select(ErpPayment).where(
            ErpPayment.connection_id == books(self.connection_id)
        )
        for column, values in (
            (ErpPayment.state, self.states),
            (ErpPayment.method, self.methods),
            (ErpPayment.reason_code, self.reasons),
        ):
            if values is not None:
                found = found.where(column.in_(values))
        if self.currency is not None:
            found = found.where(ErpPayment.currency == self.currency)
        if self.journal is not None:
            orders = select(ErpOrder.id).where(ErpOrder.correlation_id == self.journal)
            found = found.where(ErpPayment.order_id.in_(orders))
        if self.unwritten is not None:
            waits = unwritten_of(ErpPayment.id)
            found = found.where(waits if self.unwritten else ~waits)
        found = _within(found, ErpPayment.due, self.due)
        found = _within(found, ErpPayment.amount, self.amount)
        return _with_words(found, ErpPayment.words, self.text)


def unwritten_of(payment_id: Any) -> Any:
    """Whether something of the payment is still to be written, or could not be."""
    return exists().where(
        ErpOutboxRow.payment_id == payment_id,
        ErpOutboxRow.state.in_(
            [
                OutboxState.WAITING.value, OutboxState.WRITING.value,
                OutboxState.FAILED.value,
            ]
        ),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class WantedWrites:
    """What the queue is narrowed to."""

    connection_id: int | None = None
    states: Sequence[str] | None = None
    operations: Sequence[str] | None = None
    codes: Sequence[str] | None = None
    journal: str | None = None
    text: str | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        found = select(ErpOutboxRow).where(
            ErpOutboxRow.connection_id == books(self.connection_id)
        )
        for column, values in (
            (ErpOutboxRow.state, self.states),
            (ErpOutboxRow.operation, self.operations),
            (ErpOutboxRow.code, self.codes),
        ):
            if values is not None:
                found = found.where(column.in_(values))
        if self.journal is not None:
            found = found.where(ErpOutboxRow.correlation_id == self.journal)
        for word in (self.text or "").split():
            found = found.where(ErpOutboxRow.label.icontains(word, autoescape=True))
        return found


def findings(connection_id: int | None) -> Select[Any]:
    """What was found in what the ERP offers now."""
    return select(ErpFinding).where(ErpFinding.connection_id == books(connection_id))


def _within(
    rows: Select[Any], column: Any, bounds: tuple[date | Decimal | None, Any]
) -> Select[Any]:
    low, high = bounds
    if low is not None:
        rows = rows.where(column >= low)
    return rows if high is None else rows.where(column <= high)


def _with_words(rows: Select[Any], column: Any, text: str | None) -> Select[Any]:
    for word in searchable(text or "").split():
        rows = rows.where(column.contains(word, autoescape=True))
    return rows


async def tab_counts(session: AsyncSession) -> dict[str, int]:
    """How many payments each tab holds."""
    found = await session.execute(
        select(ErpPayment.state, func.count())
        .where(ErpPayment.connection_id == books(None))
        .group_by(ErpPayment.state)
    )
    counts = {state: int(count) for state, count in found}
    tabs = {
        tab: sum(counts.get(state.value, 0) for state in states)
        for tab, states in TABS.items()
    }
    return {**tabs, "ALL": sum(counts.values())}


async def write_counts(session: AsyncSession) -> tuple[int, int]:
    """How many writes wait, and how many wait for a person."""
    waits = ErpOutboxRow.state.in_(
        [OutboxState.WAITING.value, OutboxState.WRITING.value]
    )
    failed = ErpOutboxRow.state == OutboxState.FAILED.value
    found = await session.execute(
        select(
            func.count().filter(waits), func.count().filter(failed)
        ).where(ErpOutboxRow.connection_id == books(None))
    )  # fmt: skip
    waiting, left = found.one()
    return int(waiting), int(left)


async def payments_by_id(
    session: AsyncSession, ids: list[int]
) -> dict[int, ErpPayment]:
    """Payments by id."""
    rows = await session.execute(select(ErpPayment).where(ErpPayment.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


async def journals_by_order(session: AsyncSession, ids: list[int]) -> dict[int, str]:
    """The journal that each order has become."""
    rows = await session.execute(
        select(ErpOrder.id, ErpOrder.correlation_id).where(ErpOrder.id.in_(ids))
    )
    return {order: journal for order, journal in rows if journal is not None}


async def writes_by_payment(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[ErpOutboxRow]]:
    """What was written of each payment, the newest first."""
    rows = await session.execute(
        select(ErpOutboxRow)
        .where(ErpOutboxRow.payment_id.in_(ids))
        .order_by(ErpOutboxRow.id.desc())
    )
    found: dict[int, list[ErpOutboxRow]] = {}
    for row in rows.scalars():
        found.setdefault(row.payment_id or 0, []).append(row)
    return found


async def figures_of_journal(session: AsyncSession, journal: str) -> Any | None:
    """Where a journal comes from, and how far the ERP has been told of it."""
    rows = await session.execute(
        select(
            ErpOrder.our_id, ErpOrder.debtor_account, ErpOrder.day, ErpOrder.claimed,
            ErpOrder.company, ErpConnection.name.label("erp"),
            (ErpConnection.state == BooksState.ACTIVE.value).label("is_in_use"),
            func.count(ErpPayment.id).label("payments"),
            func.max(ErpPayment.fetched).label("fetched"),
            func.sum(case((unwritten_of(ErpPayment.id), 1), else_=0)).label("waiting"),
            func.count(ErpPayment.told).label("told"),
        )
        .join(ErpPayment, ErpPayment.order_id == ErpOrder.id)
        .join(ErpConnection, ErpConnection.id == ErpOrder.connection_id)
        .where(ErpOrder.correlation_id == journal)
        .group_by(ErpOrder.id, ErpConnection.name, ErpConnection.state)
    )  # fmt: skip
    return rows.one_or_none()


def _failures(journal: str) -> Select[Any]:
    return select(ErpOutboxRow).where(
        ErpOutboxRow.correlation_id == journal,
        ErpOutboxRow.state == OutboxState.FAILED.value,
        # A statement waits for all journals it proves, not for one of them.
        ErpOutboxRow.operation != Operation.STATEMENT.value,
    )


async def failed_of_journal(session: AsyncSession, journal: str) -> int:
    """How many writes of a journal wait for a person."""
    found = await session.execute(
        select(func.count()).select_from(_failures(journal).subquery())
    )
    return int(found.scalar_one())


async def failures_of_journal(
    session: AsyncSession, journal: str
) -> list[ErpOutboxRow]:
    """Some of the writes of a journal that wait for a person, the oldest first."""
    rows = await session.execute(
        _failures(journal).order_by(ErpOutboxRow.id).limit(_FEW)
    )
    return list(rows.scalars())


async def statements_of_journal(
    session: AsyncSession, journal: str
) -> Sequence[tuple[ErpOutboxRow, int]]:
    """Writes of the statements that prove payments of a journal, and how many each."""
    proven = func.count().label("proven")
    counted = (
        _proofs()
        .with_only_columns(ErpOutboxRow.id.label("write"), proven)
        .where(ErpOrder.correlation_id == journal)
        .group_by(ErpOutboxRow.id)
        .subquery()
    )
    rows = await session.execute(
        select(ErpOutboxRow, counted.c.proven)
        .join(counted, counted.c.write == ErpOutboxRow.id)
        .order_by(ErpOutboxRow.id)
        .limit(_FEW)
    )
    return [(row, int(count)) for row, count in rows]


def _proofs() -> Select[Any]:
    """Payments of orders with the entries that prove them, and the statements' writes.

    What came back proves that it was returned, and so counts before the booking.
    """
    entry = func.coalesce(Payment.return_id, Payment.transaction_id)
    found: Any = (
        select(
            ErpPayment.id.label("payment"), Transaction.id.label("transaction"),
            Transaction.day.label("day"), ErpOutboxRow,
        )
        .select_from(ErpPayment)
        .join(ErpOrder, ErpOrder.id == ErpPayment.order_id)
        .join(
            Payment,
            and_(
                Payment.end_to_end_id == ErpPayment.end_to_end_id,
                Payment.correlation_id == ErpOrder.correlation_id,
            ),
        )
        .join(Transaction, Transaction.id == entry)
        .join(
            ErpOutboxRow,
            and_(
                ErpOutboxRow.connection_id == ErpPayment.connection_id,
                ErpOutboxRow.operation == Operation.STATEMENT.value,
                ErpOutboxRow.statement_id
                == Transaction.statement_id,
            ),
        )
    )  # fmt: skip
    return found  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Proof:
    """The entry that proves a payment, and the write of its statement."""

    transaction: int
    day: date
    write: ErpOutboxRow


async def proofs_by_payment(session: AsyncSession, ids: list[int]) -> dict[int, Proof]:
    """What proves each payment in the ERP's own statements."""
    rows = await session.execute(_proofs().where(ErpPayment.id.in_(ids)))
    return {
        row.payment: Proof(row.transaction, row.day, row.ErpOutboxRow) for row in rows
    }


def claim_of(order_id: int) -> Select[Any]:
    """The write by which an order is claimed."""
    return select(ErpOutboxRow).where(
        and_(
            ErpOutboxRow.order_id == order_id,
            ErpOutboxRow.operation == Operation.CLAIM.value,
        )
    )
