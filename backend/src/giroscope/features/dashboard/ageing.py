"""Payments that have left and that no statement settles yet, by age and currency.

A payment ages from the day it was to be carried out. It stays until a statement books
it, or until its journal is reconciled where bookings are there and nothing proves them.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import and_, case, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.journals.policy import JournalState
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import STAGES, Payment, PaymentState
from giroscope.kernel.columns import total

YOUNGEST_DAYS = (0, 3, 8, 31)
"""The age with which each band begins; the last one has no end."""

OPEN_STATES = (
    JournalState.SENT,
    JournalState.UNKNOWN,
    JournalState.ACCEPTED,
    JournalState.PARTIALLY_ACCEPTED,
    JournalState.EXECUTED,
    JournalState.BOOKED,
)
"""Journals whose money is on its way or gone, and that are not reconciled."""

_ENDED = [
    code
    for code, stage in STAGES.items()
    if stage.state in {PaymentState.REJECTED, PaymentState.CANCELLED}
]


@dataclass(frozen=True, slots=True)
class Sum:
    """Payments of one currency."""

    currency: str
    amount: Decimal
    count: int


@dataclass(slots=True)
class Band:
    """The payments of one age, by the days on which they were to be carried out."""

    first: date | None
    """None for the oldest, which begin with the first there is."""
    last: date
    sums: list[Sum] = field(default_factory=list)


def bands(today: date) -> list[Band]:
    """The bands of this day without payments, youngest first."""
    return list(_bands(today))


def _bands(today: date) -> Iterator[Band]:
    for place, youngest in enumerate(YOUNGEST_DAYS, start=1):
        is_last = place == len(YOUNGEST_DAYS)
        oldest = None if is_last else timedelta(days=YOUNGEST_DAYS[place] - 1)
        yield Band(
            first=None if oldest is None else today - oldest,
            last=today - timedelta(days=youngest),
        )


async def unreconciled(
    session: AsyncSession, today: date, accounts: Collection[int] | None = None
) -> list[Band]:
    """What is open in each band, youngest first, by currency; never added up.

    Of these accounts alone, where any are named.
    """
    found = bands(today)
    band = case(
        *(
            (Journal.execution_date >= each.first, place)
            for place, each in enumerate(found)
            if each.first is not None
        ),
        else_=len(found) - 1,
    ).label("band")
    is_asked = true() if accounts is None else Journal.account_id.in_(accounts)
    rows = await session.execute(
        select(band, Payment.currency, total(Payment.amount), func.count())
        .join(Payment, Payment.correlation_id == Journal.correlation_id)
        .where(
            Journal.state.in_([state.value for state in OPEN_STATES]),
            Journal.execution_date <= today,
            is_asked,
            or_(
                and_(
                    Payment.transaction_id.is_(None),
                    or_(Payment.status.is_(None), Payment.status.not_in(_ENDED)),
                ),
                and_(
                    Payment.transaction_id.is_not(None),
                    Journal.state == JournalState.BOOKED.value,
                ),
            ),
        )
        .group_by(band, Payment.currency)
        .order_by(band, Payment.currency)
    )
    for place, currency, amount, count in rows:
        found[place].sums.append(Sum(currency, amount, count))
    return found
