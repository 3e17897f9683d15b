"""What the list of payees is narrowed to and sorted by, on screen and as a file."""

from dataclasses import replace
from datetime import date
from enum import Enum, StrEnum
from typing import Any

import strawberry
from sqlalchemy import ColumnElement, Select, and_, false, or_, select

from giroscope.features.payments.payees.policy import NEVER
from giroscope.features.payments.payees.tables import Payee, PayeeSum, PayeeTrust
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.graph import DateRange
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection

strawberry.enum(
    PayeeTrust,
    name="PayeeTrust",
    description="KNOWN: every account was paid, or a payment to it released."
    " NEW_ACCOUNT: one is known, another is not. NEW: none is known.",
)


@strawberry.enum(
    description="REFUSED: a bank refused a payment because of it, and none of a later"
    " file went through, or refuses the latest address already. UPCOMING: one will,"
    " from a date that is told. READY: no bank does. NONE: payments name none."
)
class PayeeAddressState(StrEnum):
    """Whether banks take a payee's address."""

    REFUSED = "REFUSED"
    UPCOMING = "UPCOMING"
    READY = "READY"
    NONE = "NONE"


def today() -> date:
    """The day at the banks."""
    return day_of(system_clock())


def address_state(due: date, *, has_address: bool) -> PayeeAddressState:
    """How an address stands today that is to be corrected by then, if ever."""
    if due != NEVER:
        is_due = due <= today()
        return PayeeAddressState.REFUSED if is_due else PayeeAddressState.UPCOMING
    return PayeeAddressState.READY if has_address else PayeeAddressState.NONE


@strawberry.input
class PayeeFilter:
    """What the list of payees is narrowed to."""

    text: str | None = None
    trust: list[PayeeTrust] | None = None
    address: list[PayeeAddressState] | None = None
    changed: DateRange | None = strawberry.field(
        default=None, description="By the last payment to a changed account."
    )
    currency: str | None = strawberry.field(
        default=None, description="Those who are paid in it."
    )

    def rows(self) -> Select[Any]:
        """As a select."""
        return select(Payee).where(*self._conditions())

    def _conditions(self) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = []
        if self.text:
            found.append(Payee.identity.icontains(self.text.lower(), autoescape=True))
        if self.trust is not None:
            found.append(Payee.trust.in_([trust.value for trust in self.trust]))
        if self.address is not None:
            found.append(_stands(self.address))
        if self.changed is not None and self.changed.from_ is not None:
            found.append(Payee.changed_day >= self.changed.from_)
        if self.changed is not None and self.changed.to is not None:
            found.append(Payee.changed_day <= self.changed.to)
        if self.currency:
            paid = select(PayeeSum.payee_id).where(PayeeSum.currency == self.currency)
            found.append(Payee.id.in_(paid))
        return found


_TAKEN = {PayeeAddressState.READY, PayeeAddressState.NONE}


def _stands(states: list[PayeeAddressState]) -> ColumnElement[bool]:
    is_fine, is_due = Payee.address_due == NEVER, Payee.address_due < NEVER
    parts = {
        PayeeAddressState.REFUSED: Payee.address_due <= today(),
        PayeeAddressState.UPCOMING: and_(Payee.address_due > today(), is_due),
        PayeeAddressState.READY: and_(is_fine, Payee.has_address),
        PayeeAddressState.NONE: and_(is_fine, ~Payee.has_address),
    }
    if parts.keys() - states == _TAKEN:
        # As one range of the index, which is read in its order.
        return is_due
    return or_(false(), *(parts[state] for state in states))


@strawberry.enum
class PayeeOrderField(Enum):
    """What payees can be sorted by."""

    NAME = "NAME"
    LAST_PAYMENT = "LAST_PAYMENT"
    PAYMENTS = "PAYMENTS"
    ADDRESS = "ADDRESS"


BY_NAME = Order("name", Payee.identity, Payee.id, is_descending=False)
_COLUMNS = {
    PayeeOrderField.NAME: BY_NAME,
    PayeeOrderField.LAST_PAYMENT: Order("last", Payee.last_day, Payee.id),
    PayeeOrderField.PAYMENTS: Order("payments", Payee.payments, Payee.id),
    PayeeOrderField.ADDRESS: Order("address", Payee.address_due, Payee.id),
}


@strawberry.input
class PayeeOrder:
    """How the list is sorted."""

    field: PayeeOrderField
    direction: SortDirection


def order_of(order_by: PayeeOrder | None) -> Order:
    """As the query takes it: by name unless something else is named."""
    if order_by is None:
        return BY_NAME
    falls = order_by.direction is SortDirection.DESC
    return replace(_COLUMNS[order_by.field], is_descending=falls)
