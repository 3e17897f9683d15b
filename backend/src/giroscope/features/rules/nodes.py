"""Rules and their versions, as the graph shows them."""

from datetime import datetime, timedelta
from typing import Any

import strawberry

from giroscope.features.rules import activate, queries
from giroscope.features.rules.fields import KINDS, OPERATORS, FieldKind, fields_of
from giroscope.features.rules.model import (
    Action,
    ActionKind,
    Block,
    Body,
    Condition,
    Field,
    Match,
    NotifiedRole,
    Operator,
    Subject,
)
from giroscope.features.rules.parse import stored
from giroscope.features.rules.tables import (
    Rule,
    RuleState,
    RuleVersion,
    RunKind,
)
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, Problem, loader

for kind, name in (
    (Subject, "RuleSubject"),
    (Match, "RuleMatch"),
    (Field, "RuleField"),
    (FieldKind, "RuleFieldKind"),
    (Operator, "RuleOperator"),
    (ActionKind, "RuleActionKind"),
    (NotifiedRole, "RuleNotifiedRole"),
    (RuleState, "RuleState"),
    (RunKind, "RuleRunKind"),
):
    strawberry.enum(kind, name=name)

LATELY = timedelta(days=30)


@strawberry.type(description="One question about one field of a record.")
class RuleCondition:
    """A condition."""

    field: Field
    operator: Operator
    values: list[str]
    currency: str | None
    negated: bool

    @classmethod
    def of(cls, one: Condition) -> "RuleCondition":
        """From the rule."""
        return cls(
            field=one.field,
            operator=one.operator,
            values=list(one.values),
            currency=one.currency or None,
            negated=one.is_negated,
        )


@strawberry.type(description="Conditions that hold together, or of which one does.")
class RuleBlock:
    """A block."""

    match: Match
    conditions: list[RuleCondition]

    @classmethod
    def of(cls, one: Block) -> "RuleBlock":
        """From the rule."""
        conditions = [RuleCondition.of(each) for each in one.conditions]
        return cls(match=one.match, conditions=conditions)


@strawberry.type(description="A condition, and the block that it stands in.")
class RulePart(RuleCondition):
    """A condition, and the block that it stands in."""

    block: int
    match: Match = strawberry.field(description="How its block joins its conditions.")

    @classmethod
    def within(cls, block: Block, place: int) -> "list[RulePart]":
        """The conditions of a block."""
        return [
            cls(
                field=one.field,
                operator=one.operator,
                values=list(one.values),
                currency=one.currency or None,
                negated=one.is_negated,
                block=place,
                match=block.match,
            )
            for one in block.conditions
        ]


@strawberry.type(description="One thing that follows; its kind says what it has.")
class RuleAction:
    """An action."""

    kind: ActionKind
    account: str | None
    text: str | None
    label_id: strawberry.ID | None
    approvals: int | None
    role: NotifiedRole | None

    @classmethod
    def of(cls, one: Action) -> "RuleAction":
        """From the rule."""
        return cls(
            kind=one.kind,
            account=one.account or None,
            text=one.text or None,
            label_id=strawberry.ID(str(one.label_id)) if one.label_id else None,
            approvals=one.approvals,
            role=one.role,
        )


@strawberry.type(name="RuleVersion", description="What a rule says, said or is to say.")
class RuleVersionNode:
    """A version of a rule; its draft has no number."""

    id: strawberry.ID
    number: int | None
    name: str
    match: Match
    blocks: list[RuleBlock]
    parts: list[RulePart] = strawberry.field(
        description="The same as `blocks`, as one list; for lists of many rules."
    )
    actions: list[RuleAction]
    note: str | None
    restored_from: int | None
    created: datetime
    created_by: str
    began: datetime | None
    confirmed_by: str | None
    needs_second_person: bool

    @classmethod
    def of(cls, row: RuleVersion) -> "RuleVersionNode":
        """From its row."""
        body: Body = stored(row.body)
        return cls(
            id=strawberry.ID(str(row.id)),
            number=row.number,
            name=row.name,
            match=body.match,
            blocks=[RuleBlock.of(one) for one in body.blocks],
            parts=[
                part
                for place, block in enumerate(body.blocks)
                for part in RulePart.within(block, place)
            ],
            actions=[RuleAction.of(one) for one in body.actions],
            note=row.note,
            restored_from=row.restored_from,
            created=row.created,
            created_by=row.created_by_name,
            began=row.began,
            confirmed_by=row.confirmed_by_name,
            needs_second_person=body.needs_second_person,
        )


@strawberry.type(description="A change of a rule that waits for a second person.")
class RuleRequest:
    """What somebody asked for."""

    state: RuleState
    asked: datetime
    asked_by: str
    is_own: bool
    obstacle: Problem | None = strawberry.field(
        description="Why the caller cannot confirm it; null where they can."
    )


@strawberry.type(description="Another rule that fitted the same records.")
class RuleOverlap:
    """Another rule that fitted the same records."""

    rule_id: strawberry.ID
    name: str
    count: int


@strawberry.type(name="Rule")
class RuleNode:
    """A rule."""

    row: strawberry.Private[Rule]
    id: strawberry.ID
    key: str
    subject: Subject
    name: str
    state: RuleState
    revision: int
    owner: str
    created: datetime
    changed: datetime

    @classmethod
    def of(cls, row: Rule) -> "RuleNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            key=row.key,
            subject=Subject(row.subject),
            name=row.name,
            state=RuleState(row.state),
            revision=row.revision,
            owner=row.owner_name,
            created=row.created,
            changed=row.changed,
        )

    @strawberry.field
    def place(self) -> int:
        """Its place in the order, from 1."""
        return self.row.rank

    @strawberry.field
    async def versions(self, info: Info) -> list[RuleVersionNode]:
        """Its draft first, then every version, the latest first."""
        return [RuleVersionNode.of(one) for one in await self._versions(info)]

    @strawberry.field
    async def draft(self, info: Info) -> RuleVersionNode | None:
        """What it is to say, where somebody is changing it."""
        return self._draft_of(await self._versions(info))

    @strawberry.field
    async def current(self, info: Info) -> RuleVersionNode | None:
        """What it says, or said last; none where it never was in force."""
        return self._current_of(await self._versions(info))

    @strawberry.field
    async def said(self, info: Info) -> RuleVersionNode | None:
        """What it says, or said last; of one never in force what it is to say."""
        own = await self._versions(info)
        return self._current_of(own) or self._draft_of(own)

    @strawberry.field
    async def hits(self, info: Info) -> int:
        """How many records it fitted in the last thirty days."""
        return (await self._hits(info)).lately

    @strawberry.field
    async def last_hit(self, info: Info) -> datetime | None:
        """When it fitted a record last."""
        return (await self._hits(info)).last

    @strawberry.field
    async def overlaps(self, info: Info) -> list[RuleOverlap]:
        """Rules that fitted the same records in the last back-test, most first."""
        held = loader(info, "rule overlaps", _overlaps)
        found: dict[int, list[RuleOverlap]] = await held.load(self.row.subject) or {}
        return found.get(self.row.id, [])

    @strawberry.field
    async def request(self, info: Info) -> RuleRequest | None:
        """What of it waits for a second person."""
        row, actor = self.row, info.context.actor
        if row.asked_state is None or row.asked is None:
            return None
        async with info.context.reading() as session:
            found = await activate.against_deciding(session, actor, row)
        return RuleRequest(
            state=RuleState(row.asked_state),
            asked=row.asked,
            asked_by=row.asked_by_name or "",
            is_own=row.asked_by == actor.id,
            obstacle=(
                None
                if found is None
                else Problem(code=found.code, message=found.message)
            ),
        )

    def _current_of(self, own: list[RuleVersion]) -> RuleVersionNode | None:
        wanted = self.row.version_id
        return next((RuleVersionNode.of(one) for one in own if one.id == wanted), None)

    def _draft_of(self, own: list[RuleVersion]) -> RuleVersionNode | None:
        return next((RuleVersionNode.of(o) for o in own if o.number is None), None)

    async def _versions(self, info: Info) -> list[RuleVersion]:
        held = loader(info, "rule versions", queries.versions)
        return await held.load(self.row.id) or []

    async def _hits(self, info: Info) -> queries.Hits:
        since = info.context.clock() - LATELY

        async def fetch(session: ReadSession, ids: list[int]) -> dict[int, Any]:
            return await queries.hits(session, ids, since)

        found = await loader(info, "rule hits", fetch).load(self.row.id)
        return found or queries.Hits(0, None)


async def _overlaps(
    session: ReadSession, _subjects: list[str]
) -> dict[str, dict[int, list[RuleOverlap]]]:
    """Of each rule the others that fitted the same, by the last back-test."""
    found: dict[str, dict[int, list[RuleOverlap]]] = {}
    for subject, run in (await queries.last_backtest(session)).items():
        result = run.result or {"rules": [], "overlaps": []}
        names = {one["id"]: one["name"] for one in result["rules"]}
        own = found.setdefault(subject, {})
        for pair in result["overlaps"]:
            both = (pair["first"], pair["second"])
            for one, other in (both, both[::-1]):
                overlap = RuleOverlap(
                    rule_id=strawberry.ID(str(other)),
                    name=names[other],
                    count=pair["count"],
                )
                own.setdefault(one, []).append(overlap)
    return found


@strawberry.type(description="A field that a rule can ask about.")
class RuleFieldFacts:
    """A field that a rule can ask about."""

    field: Field
    kind: FieldKind
    operators: list[Operator]

    @classmethod
    def of_subject(cls, subject: Subject) -> "list[RuleFieldFacts]":
        """Every field of such records."""
        return [
            cls(field=one, kind=KINDS[one], operators=list(OPERATORS[KINDS[one]]))
            for one in fields_of(subject)
        ]


@strawberry.type(description="Something that a rule names by its id.")
class RuleReference:
    """Something that a rule names by its id."""

    field: Field
    id: strawberry.ID
    name: str


@strawberry.type(name="RuleLabel", description="A label that rules put on records.")
class RuleLabelNode:
    """A label that rules put on records."""

    id: strawberry.ID
    name: str
