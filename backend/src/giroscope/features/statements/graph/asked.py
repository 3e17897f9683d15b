"""What lists of statements and transactions can be narrowed to and sorted by."""

from dataclasses import replace
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.statements import queries, search
from giroscope.features.statements.narrowing import Filter
from giroscope.features.statements.tables import Status
from giroscope.kernel.graph import DateRange, DecimalRange, number, numbers
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection


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


@strawberry.enum
class ReconciliationState(Enum):
    """Whether a transaction is matched: with a payment of ours, or by a person."""

    OPEN = "OPEN"
    MATCHED = "MATCHED"


STATES = list(TransactionState)
"""In the order of the numbers they are stored as."""


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

    @classmethod
    def of(
        cls, asked: "TransactionOrder | None", *, is_replaced: bool = False
    ) -> Order:
        """As the search takes it; latest booked first unless told otherwise."""
        field = asked.field if asked else TransactionOrderField.BOOKING_DATE
        falls = asked is None or asked.direction is SortDirection.DESC
        return search.order_by(
            field.value, is_descending=falls, is_replaced=is_replaced
        )


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
    label_ids: list[strawberry.ID] | None = None
    reconciliation: ReconciliationState | None = None
    replaced: bool | None = strawberry.field(
        default=None,
        description="True: instead of entries that count, those of earlier versions of"
        " statements that no longer do.",
    )

    def wanted(self) -> Filter:
        """As the search takes it."""
        return Filter(
            account_ids=numbers(self.account_ids, "filter.accountIds"),
            statement_id=number(self.statement_id) if self.statement_id else None,
            booked=_bounds(self.booking_date),
            valued=_bounds(self.value_date),
            size=_bounds(self.amount),
            is_credit=self.direction and self.direction is Direction.CREDIT,
            text=self.text,
            state=STATES.index(self.state) if self.state else None,
            reversal=self.reversal,
            currency=self.currency,
            label_ids=numbers(self.label_ids, "filter.labelIds"),
            is_matched=self.reconciliation
            and self.reconciliation is ReconciliationState.MATCHED,
            is_replaced=self.replaced is True,
        )


strawberry.enum(Status, name="StatementStatus")
_CURRENT = [Status.CURRENT.value, Status.DISPUTED.value, Status.LOADING.value]
_OLD = [Status.REPLACED.value, Status.SAME.value, Status.REPEATED.value]


@strawberry.input
class StatementFilter:
    """What the list of statements is narrowed to."""

    account_ids: list[strawberry.ID] | None = None
    period: DateRange | None = None
    replaced: bool | None = strawberry.field(
        default=None, description="Versions that another replaced or says the same."
    )
    status: Status | None = None
    text: str | None = strawberry.field(
        default=None, description="A part of the bank's id or of the number."
    )

    def rows(self) -> Select[Any]:
        """As the query takes it: what is current, unless told otherwise."""
        accounts = numbers(self.account_ids, "filter.accountIds")
        statuses = _OLD if self.replaced else _CURRENT
        if self.status is not None:
            statuses = [self.status.value]
        return queries.statements(
            accounts, _bounds(self.period), statuses=statuses, text=self.text
        )


@strawberry.input
class StatementOrder:
    """How statements are sorted: as they were imported, or backwards."""

    direction: SortDirection

    @classmethod
    def of(cls, asked: "StatementOrder | None") -> Order:
        """As the query takes it; latest imported first unless told otherwise."""
        falls = asked is None or asked.direction is SortDirection.DESC
        return replace(queries.ORDER, is_descending=falls)


def _bounds(limits: DateRange | DecimalRange | None) -> tuple[Any, Any]:
    return (None, None) if limits is None else (limits.from_, limits.to)
