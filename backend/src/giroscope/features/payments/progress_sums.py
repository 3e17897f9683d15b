"""Keeps how far payments are, and the sums of each journal by it, for lists."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.payments.moves import Moves, moves_of
from giroscope.features.payments.payees.stale import mark_payees
from giroscope.features.payments.progress import (
    OF_FILE,
    PaymentProgress,
    kept,
    outcome_of,
    progress_of,
)
from giroscope.features.payments.tables import Payment, PaymentBatch, PaymentSum
from giroscope.kernel.columns import total


@dataclass(frozen=True, order=True, slots=True)
class _Sum:
    progress: str
    currency: str
    amount: Decimal
    count: int


def keep_progress(
    connection: Connection,
    correlation_id: str,
    of_file: PaymentProgress,
    *,
    is_overdue: bool,
) -> Moves:
    """Set how far each payment of a journal is, and their sums; tells what moved.

    Payments of which the same is known are set together; those that have not moved are
    not written.
    """
    sums: dict[tuple[str, str], _Sum] = {}
    has_moved = False
    groups = [
        (
            row,
            _same(correlation_id, row),
            progress_of(
                row.status,
                of_file,
                is_booked=row.is_booked,
                is_returned=row.is_returned,
                is_overdue=is_overdue,
                is_replaced=row.is_replaced,
            ),
        )
        for row in _groups(connection, correlation_id)
    ]
    moves = moves_of(connection, correlation_id, groups)
    for row, same, progress in groups:
        if (row.progress, row.outcome) != (kept(progress), outcome_of(progress)):
            _move(connection, same, progress)
            has_moved = True
        key = progress.value, row.currency
        before = sums.get(key, _Sum(*key, Decimal(0), 0))
        sums[key] = _Sum(*key, before.amount + row.amount, before.count + row.count)
    batches = of_file if of_file in OF_FILE else PaymentProgress.RECEIVED
    connection.execute(
        update(PaymentBatch)
        .where(
            PaymentBatch.correlation_id == correlation_id,
            PaymentBatch.progress != batches.value,
        )
        .values(progress=batches.value)
    )
    _keep_sums(connection, correlation_id, set(sums.values()))
    mark_payees(connection, correlation_id, has_moved=has_moved)
    return moves


def forget_sums(connection: Connection, correlation_ids: Collection[str]) -> None:
    """A journal is gone, and its sums with it."""
    connection.execute(
        delete(PaymentSum).where(PaymentSum.correlation_id.in_(correlation_ids))
    )


def _groups(connection: Connection, correlation_id: str) -> Iterable[Any]:
    booked = Payment.transaction_id.is_not(None).label("is_booked")
    returned = Payment.return_id.is_not(None).label("is_returned")
    replaced = PaymentReplacement.id.is_not(None).label("is_replaced")
    known = (
        Payment.status, booked, returned, replaced, Payment.progress, Payment.outcome,
        Payment.currency,
    )  # fmt: skip
    return connection.execute(
        select(*known, total(Payment.amount).label("amount"),
               func.count().label("count"))
        .outerjoin(
            PaymentReplacement,
            and_(
                PaymentReplacement.original_correlation_id == Payment.correlation_id,
                PaymentReplacement.original_position == Payment.position,
                PaymentReplacement.ended_at.is_(None),
            ),
        )
        .where(Payment.correlation_id == correlation_id)
        .group_by(*known)
    ).all()  # fmt: skip


def _same(correlation_id: str, row: Any) -> list[ColumnElement[bool]]:
    """The payments of which the same is known."""
    booked = Payment.transaction_id.is_not(None)
    returned = Payment.return_id.is_not(None)
    replaced = Payment.position.in_(
        select(PaymentReplacement.original_position).where(
            PaymentReplacement.original_correlation_id == correlation_id,
            PaymentReplacement.ended_at.is_(None),
        )
    )
    return [
        Payment.correlation_id == correlation_id,
        Payment.status.is_not_distinct_from(row.status),
        booked if row.is_booked else ~booked,
        returned if row.is_returned else ~returned,
        replaced if row.is_replaced else ~replaced,
    ]


def _move(
    connection: Connection, same: list[ColumnElement[bool]], progress: PaymentProgress
) -> None:
    """Set what is kept of these payments."""
    connection.execute(
        update(Payment)
        .where(
            *same,
            or_(
                Payment.progress != kept(progress).value,
                Payment.outcome != outcome_of(progress).value,
            ),
        )
        .values(progress=kept(progress).value, outcome=outcome_of(progress).value)
    )


def _keep_sums(connection: Connection, correlation_id: str, now: set[_Sum]) -> None:
    of_journal = PaymentSum.correlation_id == correlation_id
    columns = [getattr(PaymentSum, each.name) for each in fields(_Sum)]
    was = {_Sum(*row) for row in connection.execute(select(*columns).where(of_journal))}
    if was == now:
        return
    connection.execute(delete(PaymentSum).where(of_journal))
    if now:
        connection.execute(
            insert(PaymentSum),
            [
                {"correlation_id": correlation_id, **asdict(each)}
                for each in sorted(now)
            ],
        )
