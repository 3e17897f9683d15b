"""What the list of payments is narrowed to and sorted by, on screen and as a file."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select

from giroscope.features.banks import account_names
from giroscope.features.payments import policy
from giroscope.features.payments.payees.tables import Payee
from giroscope.features.payments.progress import (
    OF_FILE,
    PaymentOutcome,
    PaymentProgress,
    outcome_of,
)
from giroscope.features.payments.stages import STAGES
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.rules import Subject, held, marked
from giroscope.kernel.graph import DateRange, DecimalRange, number, numbers
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection

strawberry.enum(policy.PaymentState, name="PaymentState")
strawberry.enum(
    PaymentProgress,
    name="PaymentProgress",
    description="How far a payment is: what its file waits for, what the bank said of"
    " it, or what a statement shows.",
)
strawberry.enum(
    PaymentOutcome,
    name="PaymentOutcome",
    description="What became of a payment. Unpaid are those that were refused,"
    " returned, or are overdue; stopped those that people or checks stopped.",
)

BY_POSITION = Order("position", Payment.position, Payment.id, is_descending=False)
_LATEST = Order("id", Payment.id, Payment.id)


@strawberry.input
class PaymentFilter:
    """What the list of payments is narrowed to."""

    correlation_id: strawberry.ID | None = None
    states: list[policy.PaymentState] | None = strawberry.field(
        default=None, description="By what the bank said alone; see `progress`."
    )
    progress: list[PaymentProgress] | None = None
    outcome: PaymentOutcome | None = None
    account_ids: list[strawberry.ID] | None = strawberry.field(
        default=None, description="Paid from one of these accounts."
    )
    execution_date: DateRange | None = None
    amount: DecimalRange | None = None
    currency: str | None = None
    text: str | None = None
    label_ids: list[strawberry.ID] | None = strawberry.field(
        default=None, description="Those that bear one of these labels."
    )
    is_held: bool | None = strawberry.field(
        default=None, description="Whether a rule holds them back."
    )
    payee_id: strawberry.ID | None = strawberry.field(
        default=None, description="To this payee alone."
    )

    def rows(self) -> Select[Any]:
        """As a select."""
        return select(Payment).where(*self.conditions())

    def conditions(self) -> list[ColumnElement[bool]]:
        """As conditions on payments."""
        found = [*self._ranges(), *self._named()]
        if self.correlation_id is not None:
            found.append(Payment.correlation_id == self.correlation_id)
        if self.states is not None:
            found.append(in_states(self.states))
        if self.progress is not None:
            found.append(in_progress(self.progress))
        outcomes = self.outcomes()
        if outcomes is not None and len(outcomes) == 1:
            found.append(Payment.outcome == outcomes[0].value)
        elif outcomes is not None:
            found.append(Payment.outcome.in_([one.value for one in outcomes]))
        return found

    def outcomes(self) -> Sequence[PaymentOutcome] | None:
        """The only ones that can match, so that their index is read; None are all."""
        of_progress = (
            None
            if self.progress is None
            else sorted({outcome_of(one) for one in self.progress})
        )
        if self.outcome is None:
            return of_progress
        if of_progress is None:
            return [self.outcome]
        return [one for one in of_progress if one is self.outcome]

    def is_summed(self) -> bool:
        """Whether it narrows by how far payments are alone: those sums are kept."""
        others = replace(self, progress=None, outcome=None)
        return others == PaymentFilter()

    def _ranges(self) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = []
        for column, limits in (
            (Payment.execution_day, self.execution_date),
            (Payment.amount, self.amount),
        ):
            if limits is not None and limits.from_ is not None:
                found.append(column >= limits.from_)
            if limits is not None and limits.to is not None:
                found.append(column <= limits.to)
        if self.currency:
            found.append(Payment.currency == self.currency)
        return found

    def _named(self) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = []
        account_ids = numbers(self.account_ids, "filter.accountIds")
        if account_ids is not None:
            found.append(Payment.batch_id.in_(_paid_from(account_ids)))
        label_ids = numbers(self.label_ids, "filter.labelIds")
        if label_ids is not None:
            found.append(Payment.id.in_(marked(Subject.PAYMENT, label_ids)))
        if self.payee_id is not None:
            payee = select(Payee.identity).where(
                Payee.id == number(self.payee_id, "filter.payeeId")
            )
            found.append(Payment.payee == payee.scalar_subquery())
        if self.is_held is not None:
            found.append(Payment.id.in_(held()).is_(self.is_held))
        if self.text:
            found.append(_says(self.text))
        return found


@strawberry.enum
class PaymentOrderField(Enum):
    """What payments can be sorted by."""

    POSITION = "POSITION"
    AMOUNT = "AMOUNT"
    EXECUTION_DATE = "EXECUTION_DATE"


_COLUMNS = {
    PaymentOrderField.AMOUNT: Order("amount", Payment.amount, Payment.id),
    PaymentOrderField.EXECUTION_DATE: Order("day", Payment.execution_day, Payment.id),
}


@strawberry.input
class PaymentOrder:
    """How the list is sorted; by position means in the order of the files."""

    field: PaymentOrderField
    direction: SortDirection


def order_of(narrowed: PaymentFilter, asked: PaymentOrder | None) -> Order:
    """As the query takes it: one journal's in the order of its file, else latest."""
    usual = BY_POSITION if narrowed.correlation_id else _LATEST
    if asked is None:
        return usual
    falls = asked.direction is SortDirection.DESC
    return replace(_COLUMNS.get(asked.field, usual), is_descending=falls)


def in_states(states: list[policy.PaymentState]) -> ColumnElement[bool]:
    """The states as a condition, from the same table `payment_state` reads."""
    booked = Payment.transaction_id.is_not(None)
    returned = Payment.return_id.is_not(None)
    parts: list[ColumnElement[bool]] = [false()]
    for state in states:
        if state is policy.PaymentState.RETURNED:
            parts.append(returned)
        elif state is policy.PaymentState.BOOKED:
            parts.append(booked & ~returned)
        elif state is policy.PaymentState.RECEIVED:
            parts.append(~booked & Payment.status.is_(None))
        else:
            parts.append(~booked & Payment.status.in_(policy.codes_of(state)))
        if state is policy.PaymentState.PENDING:
            # A code nobody knows waits for a person.
            parts.append(~booked & Payment.status.not_in(STAGES.keys()))
    return or_(*parts)


def in_progress(progress: list[PaymentProgress]) -> ColumnElement[bool]:
    """Payments that are this far: they themselves, or else their file."""
    own = [one.value for one in progress if one not in OF_FILE]
    of_file = [one.value for one in progress if one in OF_FILE]
    if PaymentProgress.RECEIVED in progress:
        # Nothing is kept yet with batches that the previous release brought.
        of_file.append("")
    batches = select(PaymentBatch.id).where(PaymentBatch.progress.in_(of_file))
    waiting = and_(
        Payment.progress == PaymentProgress.RECEIVED.value,
        Payment.batch_id.in_(batches),
    )
    return (
        or_(Payment.progress.in_(own), waiting)
        if of_file
        else (Payment.progress.in_(own))
    )


def _paid_from(account_ids: list[int]) -> Select[Any]:
    """The batches that are paid from these accounts."""
    named = account_names()
    names = select(named.c.name).where(named.c.account_id.in_(account_ids))
    paying = func.upper(func.replace(PaymentBatch.debtor_account, " ", ""))
    return select(PaymentBatch.id).where(paying.in_(names))


def _says(words: str) -> ColumnElement[bool]:
    columns = (
        Payment.creditor_name,
        Payment.creditor_account,
        Payment.end_to_end_id,
        Payment.remittance,
        Payment.reference,
    )
    return or_(*(column.icontains(words, autoescape=True) for column in columns))
