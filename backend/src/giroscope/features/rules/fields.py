"""Which fields records have, of which kind they are, and how a kind is compared."""

from collections.abc import Mapping
from enum import StrEnum

from giroscope.features.rules.model import ActionKind, Field, Operator, Subject


class FieldKind(StrEnum):
    """What the values of a field are."""

    TEXT = "TEXT"
    AMOUNT = "AMOUNT"
    DATE = "DATE"
    CHOICE = "CHOICE"
    """One of few, by a code that never changes."""
    REFERENCE = "REFERENCE"
    """Something else of the realm, by its id."""


_BOTH = frozenset(Subject)
_BOOKED = frozenset({Subject.TRANSACTION})
_PAID = frozenset({Subject.PAYMENT})

KINDS: Mapping[Field, FieldKind] = {
    Field.ACCOUNT: FieldKind.REFERENCE,
    Field.CONNECTION: FieldKind.REFERENCE,
    Field.DIRECTION: FieldKind.CHOICE,
    Field.AMOUNT: FieldKind.AMOUNT,
    Field.CURRENCY: FieldKind.CHOICE,
    Field.TEXT: FieldKind.TEXT,
    Field.COUNTERPARTY_NAME: FieldKind.TEXT,
    Field.COUNTERPARTY_ACCOUNT: FieldKind.TEXT,
    Field.COUNTERPARTY_COUNTRY: FieldKind.CHOICE,
    Field.BANK_TRANSACTION_CODE: FieldKind.TEXT,
    Field.REFERENCE: FieldKind.TEXT,
    Field.END_TO_END_ID: FieldKind.TEXT,
    Field.DATE: FieldKind.DATE,
    Field.VALUE_DATE: FieldKind.DATE,
    Field.WEEKDAY: FieldKind.CHOICE,
    Field.REVERSAL: FieldKind.CHOICE,
    Field.PAYMENT_TYPE: FieldKind.CHOICE,
    Field.ERP_METHOD: FieldKind.REFERENCE,
}

_ONLY: Mapping[Field, frozenset[Subject]] = {
    Field.DIRECTION: _BOOKED,
    Field.BANK_TRANSACTION_CODE: _BOOKED,
    Field.VALUE_DATE: _BOOKED,
    Field.REVERSAL: _BOOKED,
    Field.PAYMENT_TYPE: _PAID,
    Field.ERP_METHOD: _PAID,
}

OPERATORS: Mapping[FieldKind, tuple[Operator, ...]] = {
    FieldKind.TEXT: (
        Operator.CONTAINS, Operator.EQUALS, Operator.STARTS_WITH, Operator.ONE_OF,
        Operator.EMPTY,
    ),
    FieldKind.AMOUNT: (
        Operator.AT_LEAST, Operator.AT_MOST, Operator.BETWEEN, Operator.EQUALS,
    ),
    FieldKind.DATE: (
        Operator.AT_LEAST, Operator.AT_MOST, Operator.BETWEEN, Operator.EQUALS,
        Operator.EMPTY,
    ),
    FieldKind.CHOICE: (Operator.ONE_OF, Operator.EMPTY),
    FieldKind.REFERENCE: (Operator.ONE_OF, Operator.EMPTY),
}  # fmt: skip

CHOICES: Mapping[Field, frozenset[str]] = {
    Field.DIRECTION: frozenset({"CREDIT", "DEBIT"}),
    Field.WEEKDAY: frozenset("1234567"),
    Field.REVERSAL: frozenset({"YES"}),
    Field.PAYMENT_TYPE: frozenset(
        {"DOMESTIC", "SEPA", "CROSS_BORDER"},
    ),
}
"""The codes of fields that have few; the others are codes of ISO lists."""

ACTIONS: Mapping[Subject, tuple[ActionKind, ...]] = {
    Subject.TRANSACTION: (ActionKind.POSTING, ActionKind.LABEL, ActionKind.NOTIFY),
    Subject.PAYMENT: (
        ActionKind.HOLD, ActionKind.APPROVAL, ActionKind.LABEL, ActionKind.NOTIFY,
    ),
}  # fmt: skip


def has(subject: Subject, field: Field) -> bool:
    """Whether such records have this field."""
    return subject in _ONLY.get(field, _BOTH)


def fields_of(subject: Subject) -> list[Field]:
    """What can be asked of such records, in the order in which it is offered."""
    return [field for field in Field if has(subject, field)]
