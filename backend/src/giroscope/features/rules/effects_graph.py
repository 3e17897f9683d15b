"""What rules did to a record, as the graph shows it beside the record."""

from datetime import datetime

import strawberry

from giroscope.features.rules import effects, queries
from giroscope.features.rules.nodes import RuleLabelNode, RuleVersionNode
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


@strawberry.type(description="A label on a record, and which rule put it there.")
class RuleMark:
    """A label on a record, and which rule put it there."""

    label_id: strawberry.ID
    label: str
    rule: str
    version: int
    since: datetime

    @classmethod
    def of(cls, one: effects.Label) -> "RuleMark":
        """From what a rule has done."""
        return cls(
            label_id=strawberry.ID(str(one.id)),
            label=one.name,
            rule=one.rule,
            version=one.version,
            since=one.since,
        )


@strawberry.type(name="RuleHold", description="A payment that a rule holds back.")
class RuleHoldNode:
    """A payment that a rule holds back."""

    rule_id: strawberry.Private[int]
    payment_id: strawberry.ID
    rule: str
    version: int
    since: datetime

    @classmethod
    def of(cls, one: effects.Hold) -> "RuleHoldNode":
        """From what a rule has done."""
        return cls(
            rule_id=one.rule_id,
            payment_id=strawberry.ID(str(one.payment_id)),
            rule=one.rule,
            version=one.version,
            since=one.since,
        )

    @strawberry.field
    async def said(self, info: Info) -> RuleVersionNode | None:
        """What the rule said when it held the payment back."""
        own = await loader(info, "rule versions", queries.versions).load(self.rule_id)
        said = [one for one in own or () if one.number == self.version]
        return RuleVersionNode.of(said[0]) if said else None


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
    return [RuleHoldNode.of(one) for one in found]


async def holds_on(info: Info, payment_id: int) -> list[RuleHoldNode]:
    """What holds a payment back."""
    held = loader(info, "payment holds", effects.holds_on)
    found: list[effects.Hold] = await held.load(payment_id) or []
    return [RuleHoldNode.of(one) for one in found]
