"""What the payments of an ERP and the queue to it are narrowed to and sorted by."""

from dataclasses import replace
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.erp.exchange import queries
from giroscope.features.erp.exchange.enums import (
    ErpPaymentState,
    Operation,
    OutboxState,
)
from giroscope.kernel.graph import (
    DateRange,
    DecimalRange,
    number,
)
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection


@strawberry.input
class ErpPaymentFilter:
    """What the list of payments is narrowed to."""

    connection: strawberry.ID | None = None
    states: list[ErpPaymentState] | None = None
    methods: list[str] | None = None
    reason_codes: list[str] | None = None
    currency: str | None = None
    journal: strawberry.ID | None = None
    text: str | None = None
    due: DateRange | None = None
    amount: DecimalRange | None = None
    unwritten: bool | None = strawberry.field(
        default=None, description="Those alone of which the ERP is still to be told."
    )

    def rows(self) -> Select[Any]:
        """As a select."""
        return queries.WantedPayments(
            connection_id=_number(self.connection),
            states=_values(self.states),
            methods=self.methods,
            reasons=self.reason_codes,
            currency=self.currency,
            journal=self.journal,
            text=self.text,
            due=_bounds(self.due),
            amount=_bounds(self.amount),
            unwritten=self.unwritten,
        ).rows()


@strawberry.enum
class ErpPaymentOrderField(Enum):
    """What payments can be sorted by."""

    DUE = "DUE"
    AMOUNT = "AMOUNT"
    NUMBER = "NUMBER"
    STATE = "STATE"
    FETCHED = "FETCHED"


@strawberry.input
class ErpPaymentOrder:
    """How the list is sorted."""

    field: ErpPaymentOrderField
    direction: SortDirection

    @classmethod
    def of(cls, asked: "ErpPaymentOrder | None") -> Order:
        """As the query takes it; what is due first comes first."""
        if asked is None:
            return replace(queries.PAYMENT_ORDERS["DUE"], is_descending=False)
        return _directed(queries.PAYMENT_ORDERS[asked.field.value], asked.direction)


@strawberry.input
class ErpOutboxFilter:
    """What the queue is narrowed to."""

    connection: strawberry.ID | None = None
    states: list[OutboxState] | None = None
    operations: list[Operation] | None = None
    codes: list[str] | None = None
    journal: strawberry.ID | None = None
    text: str | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        return queries.WantedWrites(
            connection_id=_number(self.connection),
            states=_values(self.states),
            operations=_values(self.operations),
            codes=self.codes,
            journal=self.journal,
            text=self.text,
        ).rows()


@strawberry.enum
class ErpOutboxOrderField(Enum):
    """What the queue can be sorted by."""

    ASKED = "ASKED"
    STATE = "STATE"


@strawberry.input
class ErpOutboxOrder:
    """How the queue is sorted."""

    field: ErpOutboxOrderField
    direction: SortDirection

    @classmethod
    def of(cls, asked: "ErpOutboxOrder | None") -> Order:
        """As the query takes it; the newest first."""
        if asked is None:
            return queries.OUTBOX_ORDERS["ASKED"]
        return _directed(queries.OUTBOX_ORDERS[asked.field.value], asked.direction)


def _directed(order: Order, direction: SortDirection) -> Order:
    return replace(order, is_descending=direction is SortDirection.DESC)


def _number(value: strawberry.ID | None) -> int | None:
    return None if value is None else number(value, "filter.connection")


def _values(values: list[Any] | None) -> list[str] | None:
    return None if values is None else [one.value for one in values]


def _bounds(limits: DateRange | DecimalRange | None) -> queries.Bounds:
    return queries.OPEN_ENDED if limits is None else (limits.from_, limits.to)
