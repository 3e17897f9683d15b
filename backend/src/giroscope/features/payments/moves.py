"""Tells endpoints which payments of a journal came further, and how far.

Payments that went the same way are one event, with a list of them where they are few:
a file of many thousands is told by a handful of rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from giroscope.features.payments.progress import OF_FILE, PaymentProgress, shown
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.webhooks import EventType, emit, is_wanted

MOST_LISTED = 50

Moves = Sequence[dict[str, Any]]
"""What is told of each, see `docs/webhooks.md`."""


@dataclass(slots=True)
class _Move:
    """Payments that went the same way."""

    count: int = 0
    sums: dict[str, Decimal] = field(default_factory=dict)
    listed: list[dict[str, Any]] = field(default_factory=list)


def moves_of(
    connection: Connection,
    correlation_id: str,
    groups: Sequence[tuple[Any, Sequence[ColumnElement[bool]], PaymentProgress]],
) -> Moves:
    """What is to be told once a journal's payments are as far as these groups say.

    Asked before that is written; nothing where nobody would be told.
    """
    if not is_wanted(connection, EventType.PAYMENT_STATE_CHANGED):
        return ()
    of_file = _of_file(connection, correlation_id)
    moves: dict[tuple[str, str], _Move] = {}
    for row, same, progress in groups:
        was = shown(row.progress, of_file)
        if was is progress:
            continue
        move = moves.setdefault((was.value, progress.value), _Move())
        move.count += row.count
        move.sums[row.currency] = move.sums.get(row.currency, Decimal(0)) + row.amount
        # What happens to a whole file is told of it alone.
        if progress not in OF_FILE and move.count <= MOST_LISTED:
            move.listed += _listed(connection, row, same)
    return [
        {
            "correlationId": correlation_id,
            "before": before,
            "after": after,
            "count": move.count,
            "totals": [
                {"amount": amount, "currency": currency}
                for currency, amount in sorted(move.sums.items())
            ],
            "payments": move.listed if len(move.listed) == move.count else None,
        }
        for (before, after), move in moves.items()
    ]


def tell_moves(connection: Connection, correlation_id: str, moves: Moves) -> None:
    """Tell them, after what the journal itself has to tell."""
    for move in moves:
        emit(
            connection, EventType.PAYMENT_STATE_CHANGED, move.copy,
            correlation_id=correlation_id,
        )  # fmt: skip


def _of_file(connection: Connection, correlation_id: str) -> str:
    """How far the journal's file was until now."""
    found = connection.execute(
        select(PaymentBatch.progress)
        .where(PaymentBatch.correlation_id == correlation_id)
        .order_by(PaymentBatch.id)
        .limit(1)
    )
    return found.scalar() or ""


def _listed(
    connection: Connection, row: Any, same: Sequence[ColumnElement[bool]]
) -> list[dict[str, Any]]:
    found = connection.execute(
        select(
            Payment.id, Payment.position, Payment.end_to_end_id, Payment.amount,
            Payment.currency, Payment.execution_date,
        )
        .where(
            *same,
            Payment.progress == row.progress,
            Payment.outcome == row.outcome,
            Payment.currency == row.currency,
        )
        .order_by(Payment.position)
    )  # fmt: skip
    return [
        {
            "paymentId": str(one.id),
            "position": one.position,
            "endToEndId": one.end_to_end_id,
            "amount": one.amount,
            "currency": one.currency,
            "executionDate": one.execution_date,
        }
        for one in found
    ]
