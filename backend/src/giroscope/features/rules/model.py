"""What a rule says: conditions in blocks over one kind of record, and what follows.

Values only, and frozen; `reading` makes them from what people and files say, and
`matching` asks records of them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Subject(StrEnum):
    """Which records a rule looks at."""

    TRANSACTION = "TRANSACTION"
    PAYMENT = "PAYMENT"


class Match(StrEnum):
    """Whether all parts have to hold, or one is enough."""

    ALL = "ALL"
    ANY = "ANY"


class Field(StrEnum):
    """What of a record a condition can ask about."""

    ACCOUNT = "ACCOUNT"
    """The own account, by its id: it may be renamed."""
    CONNECTION = "CONNECTION"
    """The bank connection that serves the own account, by its id."""
    DIRECTION = "DIRECTION"
    AMOUNT = "AMOUNT"
    CURRENCY = "CURRENCY"
    TEXT = "TEXT"
    COUNTERPARTY_NAME = "COUNTERPARTY_NAME"
    COUNTERPARTY_ACCOUNT = "COUNTERPARTY_ACCOUNT"
    COUNTERPARTY_COUNTRY = "COUNTERPARTY_COUNTRY"
    BANK_TRANSACTION_CODE = "BANK_TRANSACTION_CODE"
    REFERENCE = "REFERENCE"
    END_TO_END_ID = "END_TO_END_ID"
    DATE = "DATE"
    """When it was booked, or is to be executed."""
    VALUE_DATE = "VALUE_DATE"
    WEEKDAY = "WEEKDAY"
    REVERSAL = "REVERSAL"
    PAYMENT_TYPE = "PAYMENT_TYPE"
    ERP_METHOD = "ERP_METHOD"
    """The payment method of the ERP that the payment came with, by its id."""


class Operator(StrEnum):
    """How a field is compared; which ones there are depends on the field."""

    EQUALS = "EQUALS"
    CONTAINS = "CONTAINS"
    STARTS_WITH = "STARTS_WITH"
    ONE_OF = "ONE_OF"
    AT_LEAST = "AT_LEAST"
    AT_MOST = "AT_MOST"
    BETWEEN = "BETWEEN"
    EMPTY = "EMPTY"


class ActionKind(StrEnum):
    """What a rule can do."""

    POSTING = "POSTING"
    LABEL = "LABEL"
    HOLD = "HOLD"
    APPROVAL = "APPROVAL"
    NOTIFY = "NOTIFY"


class NotifiedRole(StrEnum):
    """For whom a notice is meant; everybody can read it."""

    UPLOAD = "UPLOAD"
    PAYMENT_APPROVER = "PAYMENT_APPROVER"
    ACCOUNT_MANAGEMENT = "ACCOUNT_MANAGEMENT"
    DEBUG = "DEBUG"


@dataclass(frozen=True, slots=True)
class Condition:
    """One question about one field."""

    field: Field
    operator: Operator
    values: tuple[str, ...] = ()
    """As they are compared: folded texts, ids, exact amounts, ISO dates."""
    currency: str = ""
    """Of an amount; amounts are compared in their own currency only."""
    is_negated: bool = False

    def as_data(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "field": self.field.value,
            "operator": self.operator.value,
            "values": list(self.values),
            "currency": self.currency,
            "negated": self.is_negated,
        }


@dataclass(frozen=True, slots=True)
class Block:
    """Conditions that hold together, or of which one is enough."""

    match: Match
    conditions: tuple[Condition, ...]

    def as_data(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "match": self.match.value,
            "conditions": [one.as_data() for one in self.conditions],
        }


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that follows; which values it has depends on its kind."""

    kind: ActionKind
    account: str = ""
    text: str = ""
    label_id: int | None = None
    approvals: int | None = None
    role: NotifiedRole | None = None

    def as_data(self) -> dict[str, Any]:
        """As it is stored, without what its kind does not have."""
        told: dict[str, Any] = {
            "account": self.account,
            "text": self.text,
            "labelId": self.label_id,
            "approvals": self.approvals,
            "role": None if self.role is None else self.role.value,
        }
        own = {name: value for name, value in told.items() if value not in {None, ""}}
        return {"kind": self.kind.value, **own}


@dataclass(frozen=True, slots=True)
class Body:
    """What one version of a rule says."""

    match: Match
    blocks: tuple[Block, ...]
    actions: tuple[Action, ...]

    def as_data(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "match": self.match.value,
            "blocks": [one.as_data() for one in self.blocks],
            "actions": [one.as_data() for one in self.actions],
        }

    def action(self, kind: ActionKind) -> Action | None:
        """The action of a kind, of which a rule has at most one."""
        return next((one for one in self.actions if one.kind is kind), None)

    @property
    def labels(self) -> tuple[int, ...]:
        """The labels it gives, by id."""
        return tuple(one.label_id for one in self.actions if one.label_id is not None)

    @property
    def needs_second_person(self) -> bool:
        """Whether it decides what is posted, or lets or stops money leaving."""
        return any(one.kind in _DECIDING for one in self.actions)


_DECIDING = frozenset({ActionKind.POSTING, ActionKind.HOLD, ActionKind.APPROVAL})
