"""What the list of journals is narrowed to and sorted by, in the graph."""

from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import Any

import strawberry

from giroscope.features.documents.graph import Source
from giroscope.features.journals import policy, queries
from giroscope.features.payments.approvals.queries import mine
from giroscope.kernel.access import Actor
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import DateRange, DecimalRange, numbers
from giroscope.kernel.paging import Order
from giroscope.kernel.selection import MOST_IDS, TooManyRows
from giroscope.kernel.sorting import SortDirection


@strawberry.input
class JournalFilter:
    """What the list of journals is narrowed to."""

    states: list[policy.JournalState] | None = None
    account_ids: list[strawberry.ID] | None = None
    created: DateRange | None = None
    execution_date: DateRange | None = None
    amount: DecimalRange | None = None
    currency: str | None = None
    source: Source | None = None
    has_status: bool | None = None
    has_statement: bool | None = None
    text: str | None = None
    attention: bool | None = None
    correlation_ids: list[strawberry.ID] | None = None
    awaiting_my_approval: bool | None = strawberry.field(
        default=None, description="Those alone that the caller can approve now."
    )

    def _named(self) -> list[str] | None:
        ids = self.correlation_ids
        if ids is not None and len(ids) > MOST_IDS:
            raise TooManyRows(
                f"At most {MOST_IDS} can be named at once", path="filter.correlationIds"
            )
        return None if ids is None else [str(one) for one in ids]

    def wanted(self) -> queries.Wanted:
        """As the query takes it."""
        states = self.states
        return queries.Wanted(
            states=None if states is None else [state.value for state in states],
            account_ids=numbers(self.account_ids, "filter.accountIds"),
            created=_bounds(self.created),
            execution=_bounds(self.execution_date),
            amount=_bounds(self.amount),
            currency=self.currency,
            source=self.source.value if self.source else None,
            has_status=self.has_status,
            has_statement=self.has_statement,
            text=self.text,
            attention=self.attention,
            only=self._named(),
        )


async def wanted_by(
    session: ReadSession, actor: Actor, now: datetime, narrowed: JournalFilter | None
) -> queries.Wanted:
    """As the query takes it, with what depends on who asks."""
    wanted = (narrowed or JournalFilter()).wanted()
    if narrowed is None or not narrowed.awaiting_my_approval:
        return wanted
    awaited = await mine(session, actor, now)
    if wanted.only is not None:
        awaited = sorted(set(awaited) & set(wanted.only))
    return replace(wanted, only=awaited)


def _bounds(limits: DateRange | DecimalRange | None) -> tuple[Any, Any]:
    return (None, None) if limits is None else (limits.from_, limits.to)


@strawberry.enum
class JournalOrderField(Enum):
    """What journals can be sorted by."""

    CREATED = "CREATED"
    UPDATED = "UPDATED"
    EXECUTION_DATE = "EXECUTION_DATE"
    AMOUNT = "AMOUNT"
    STATE = "STATE"


@strawberry.input
class JournalOrder:
    """How the list is sorted."""

    field: JournalOrderField
    direction: SortDirection

    @classmethod
    def of(cls, asked: "JournalOrder | None") -> Order:
        """As the query takes it; latest first unless told otherwise."""
        return queries.order_by(
            asked.field.value if asked else "CREATED",
            is_descending=not asked or asked.direction is SortDirection.DESC,
        )
