"""Sums of payments by currency: of a list as it is narrowed, and of each tab."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.payments.filter import PaymentFilter
from giroscope.features.payments.progress import (
    PaymentOutcome,
    PaymentProgress,
    outcome_of,
)
from giroscope.features.payments.tables import Payment, PaymentSum
from giroscope.kernel.columns import total


@dataclass(frozen=True, slots=True)
class CurrencySum:
    """Payments of one currency; currencies are never added together."""

    currency: str
    amount: Decimal
    count: int


@dataclass(slots=True)
class Tab:
    """A part of the list by what became of payments."""

    name: str
    sums: list[CurrencySum] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many payments stand under it."""
        return sum(each.count for each in self.sums)


async def totals(session: AsyncSession, narrowed: PaymentFilter) -> list[CurrencySum]:
    """The sums of what matches, whole and exact however long the list is."""
    if narrowed.is_summed():
        kept = await _kept(session)
        return _together(row for row in kept if _fits(row.progress, narrowed))
    rows = await session.execute(
        select(
            Payment.currency, Payment.progress, total(Payment.amount).label("amount"),
            func.count().label("count"),
        )
        .where(*narrowed.conditions())
        .group_by(Payment.currency, Payment.progress)
    )  # fmt: skip
    return _together(rows)


async def tabs(session: AsyncSession) -> list[Tab]:
    """The tabs of the list with their sums, in the order in which they stand."""
    kept = await _kept(session)
    outcomes = (PaymentOutcome.UNPAID, PaymentOutcome.IN_FLIGHT, PaymentOutcome.PAID)
    return [
        Tab("ALL", _together(kept)),
        *(
            Tab(
                outcome.value,
                _together(
                    row
                    for row in kept
                    if outcome_of(PaymentProgress(row.progress)) is outcome
                ),
            )
            for outcome in outcomes
        ),
        Tab(
            PaymentProgress.RETURNED.value,
            _together(
                row for row in kept if row.progress == PaymentProgress.RETURNED.value
            ),
        ),
    ]


async def unpaid_of(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, list[CurrencySum]]:
    """What was not paid of each journal, by currency."""
    unpaid = [
        one.value for one in PaymentProgress if outcome_of(one) is PaymentOutcome.UNPAID
    ]
    rows = await session.execute(
        select(
            PaymentSum.correlation_id, PaymentSum.currency, PaymentSum.amount,
            PaymentSum.count, PaymentSum.progress,
        ).where(
            PaymentSum.correlation_id.in_(correlation_ids),
            PaymentSum.progress.in_(unpaid),
        )
    )  # fmt: skip
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.correlation_id, []).append(row)
    return {key: _together(sums) for key, sums in found.items()}


async def _kept(session: AsyncSession) -> list[Any]:
    rows = await session.execute(
        select(
            PaymentSum.progress, PaymentSum.currency,
            total(PaymentSum.amount).label("amount"),
            func.sum(PaymentSum.count).label("count"),
        ).group_by(PaymentSum.progress, PaymentSum.currency)
    )  # fmt: skip
    return list(rows)


def _fits(progress: str, narrowed: PaymentFilter) -> bool:
    one = PaymentProgress(progress)
    if narrowed.progress is not None and one not in narrowed.progress:
        return False
    return narrowed.outcome is None or outcome_of(one) is narrowed.outcome


def _together(rows: Iterable[Any]) -> list[CurrencySum]:
    """Sums and counts. What another payment stands for adds nothing beside others."""
    every = list(rows)
    is_of_replaced = all(row.progress == PaymentProgress.REPLACED for row in every)
    found: dict[str, tuple[Decimal, int]] = {}
    for row in every:
        amount, count = found.get(row.currency, (Decimal(0), 0))
        is_summed = is_of_replaced or row.progress != PaymentProgress.REPLACED
        added = row.amount if is_summed else Decimal(0)
        found[row.currency] = amount + added, count + int(row.count)
    return [CurrencySum(key, *found[key]) for key in sorted(found)]
