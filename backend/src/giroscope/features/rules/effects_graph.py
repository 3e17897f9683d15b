"""What rules did to a record, as the graph shows it beside the record."""

from datetime import datetime

import strawberry

from giroscope.features.rules import effects
from giroscope.features.rules.nodes import RuleLabelNode
from giroscope.kernel.graph import Info, loader


@strawberry.type(description="The account and text that a rule proposes.")
class ProposedPosting:
    """The account and text that a rule proposes."""

    account: str
    text: str | None
    rule: str
    version: int

    @classmethod
    def of(cls, found: effects.Posting | None) -> "ProposedPosting | None":
        """From what a rule has done."""
        if found is None:
            return None
        return cls(
            account=found.account,
            text=found.text or None,
            rule=found.rule,
            version=found.version,
        )


@strawberry.type(name="RuleHold", description="A payment that a rule holds back.")
class RuleHoldNode:
    """A payment that a rule holds back."""

    payment_id: strawberry.ID
    rule: str
    since: datetime


def label_nodes(found: list[effects.Label] | None) -> list[RuleLabelNode]:
    """Labels that a record bears."""
    return [
        RuleLabelNode(id=strawberry.ID(str(one.id)), name=one.name)
        for one in found or ()
    ]


async def holds_of(info: Info, correlation_id: str) -> list[RuleHoldNode]:
    """The payments of a journal that rules hold back."""
    held = loader(info, "rule holds", effects.holds_of)
    found: list[effects.Hold] = await held.load(correlation_id) or []
    return [
        RuleHoldNode(
            payment_id=strawberry.ID(str(one.payment_id)),
            rule=one.rule,
            since=one.since,
        )
        for one in found
    ]
