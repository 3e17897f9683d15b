"""What people send to change rules, as `reading` takes it."""

from typing import Any

import strawberry

from giroscope.features.rules.draft import Wish
from giroscope.features.rules.model import (
    ActionKind,
    Field,
    Match,
    NotifiedRole,
    Operator,
)
from giroscope.kernel.graph import number


@strawberry.input(description="One question about one field of a record.")
class RuleConditionInput:
    """A condition as it is to be."""

    field: Field
    operator: Operator
    values: list[str] = strawberry.field(default_factory=list)
    currency: str | None = None
    negated: bool = False

    def data(self) -> dict[str, Any]:
        """As it is read."""
        return {
            "field": self.field.value,
            "operator": self.operator.value,
            "values": self.values,
            "currency": self.currency,
            "negated": self.negated,
        }


@strawberry.input(description="Conditions that hold together, or of which one does.")
class RuleBlockInput:
    """A block as it is to be."""

    match: Match
    conditions: list[RuleConditionInput]

    def data(self) -> dict[str, Any]:
        """As it is read."""
        conditions = [one.data() for one in self.conditions]
        return {"match": self.match.value, "conditions": conditions}


@strawberry.input(description="One thing that follows; its kind says what it needs.")
class RuleActionInput:
    """An action as it is to be."""

    kind: ActionKind
    account: str | None = None
    text: str | None = None
    label_id: strawberry.ID | None = None
    approvals: int | None = None
    role: NotifiedRole | None = None

    def data(self) -> dict[str, Any]:
        """As it is read.

        Raises:
            InvalidInput: The label's id is none.
        """
        return {
            "kind": self.kind.value,
            "account": self.account,
            "text": self.text,
            "labelId": None if self.label_id is None else number(self.label_id),
            "approvals": self.approvals,
            "role": None if self.role is None else self.role.value,
        }


@strawberry.input(description="What a rule is to say.")
class RuleInput:
    """What a rule is to say."""

    name: str
    match: Match
    blocks: list[RuleBlockInput]
    actions: list[RuleActionInput]
    note: str | None = None

    def body(self) -> dict[str, Any]:
        """The conditions and actions, as they are read."""
        return {
            "match": self.match.value,
            "blocks": [one.data() for one in self.blocks],
            "actions": [one.data() for one in self.actions],
        }

    def wish(self) -> Wish:
        """As the room takes it."""
        return Wish(self.name, self.body(), self.note)
