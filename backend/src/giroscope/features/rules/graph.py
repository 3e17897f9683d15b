"""Rules in the graph: asking for them and changing them."""

from collections.abc import Awaitable, Callable
from datetime import datetime

import strawberry

from giroscope.features.rules import (
    activate,
    draft,
    label_actions,
    order,
    queries,
    transfer_file,
)
from giroscope.features.rules.explain import Tried, tried
from giroscope.features.rules.inputs import RuleInput
from giroscope.features.rules.model import Field, Subject
from giroscope.features.rules.nodes import (
    RuleFieldFacts,
    RuleLabelNode,
    RuleNode,
    RuleReference,
)
from giroscope.features.rules.parse import body_of
from giroscope.features.rules.references import names
from giroscope.features.rules.sources import Ruling
from giroscope.features.rules.tables import Rule, RuleState
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    numbers,
    query,
)
from giroscope.kernel.live_sessions import LiveSessions
from giroscope.kernel.paging import PageRequest

_Change = Callable[[WriteSession, Actor, int, int, datetime], Awaitable[object]]
"""What is done to a rule as somebody saw it: by its id and its revision."""


@strawberry.type(description="Whether a condition holds for a record.")
class RuleAnswer:
    """Whether a condition holds for a record."""

    block: int
    condition: int
    holds: bool
    field: Field
    said: str | None = strawberry.field(
        description="What the record says there; null where it says nothing."
    )


@strawberry.type(description="Whether a rule fits a record, and why or why not.")
class RuleTrial:
    """Whether a rule fits a record."""

    fits: bool
    answers: list[RuleAnswer]


@strawberry.type
class RuleQuery:
    """Questions about rules."""

    @list_query("rules.read")
    async def rules(
        self,
        info: Info,
        request: PageRequest,
        states: list[RuleState] | None = None,
        subject: Subject | None = None,
        text: str | None = None,
    ) -> Connection[RuleNode]:
        """Rules in their order, by part of their name; archived ones if asked for."""
        rows = queries.rules(states, subject, text)
        return await listed(info, rows, queries.ORDER, request, RuleNode.of)

    @query("rules.read")
    async def rule(self, info: Info, id: strawberry.ID) -> RuleNode | None:
        """One rule."""
        async with info.context.reading() as session:
            found = await session.get(Rule, number(id))
        return RuleNode.of(found) if found else None

    @query("rules.read", "What rules about such records can ask.")
    async def rule_fields(self, subject: Subject) -> list[RuleFieldFacts]:
        """Every field of such records, in the order in which it is offered."""
        return RuleFieldFacts.of_subject(subject)

    @query("journals.read", "What conditions name by id, and what people call it.")
    async def rule_references(self, info: Info) -> list[RuleReference]:
        """Accounts, connections and methods of the ERP."""
        async with info.context.reading() as session:
            found = await names(session)
        return [
            RuleReference(field=field, id=strawberry.ID(key), name=name)
            for field, own in found.items()
            for key, name in own.items()
        ]

    @query("statements.read", "The labels that records can bear, by name.")
    async def rule_labels(self, info: Info) -> list[RuleLabelNode]:
        """Every label."""
        async with info.context.reading() as session:
            rows = await label_actions.labels(session)
        return [
            RuleLabelNode(id=strawberry.ID(str(row.id)), name=row.name) for row in rows
        ]

    @query("rules.read", "Tries a rule, as it is or is to be, on one record.")
    async def rule_trial(
        self, info: Info, subject: Subject, rule: RuleInput, record_id: strawberry.ID
    ) -> RuleTrial:
        """Whether it fits, and which conditions hold."""
        body = body_of(subject, rule.body())
        source = info.context.borrow(Ruling).sources[subject]
        record = number(record_id, "recordId")
        async with info.context.reading() as session:
            found: Tried = await session.run_sync(
                lambda own: tried(own.connection(), source, body, record)
            )
        fields = [[c.field for c in block.conditions] for block in body.blocks]
        return RuleTrial(
            fits=found.fits,
            answers=[
                RuleAnswer(
                    block=block,
                    condition=place,
                    holds=holds,
                    field=fields[block][place],
                    said=found.said[fields[block][place]] or None,
                )
                for block, answers in enumerate(found.blocks)
                for place, holds in enumerate(answers)
            ],
        )

    @query("rules.read", "Rules as a file for another tenant.")
    async def rule_file(
        self, info: Info, ids: list[strawberry.ID] | None = None
    ) -> str:
        """These rules, or all that are not archived."""
        async with info.context.reading() as session:
            return await transfer_file.carried(session, numbers(ids, "ids"))


@strawberry.type
class RuleMutation:
    """What people do with rules."""

    @mutation("rules.change", "Makes a rule, as a draft, the last in the order.")
    async def create_rule(
        self, info: Info, subject: Subject, rule: RuleInput
    ) -> Outcome:
        """Create."""
        context = info.context
        async with context.writing() as session:
            made = await draft.create(
                session, context.actor, subject, rule.wish(), context.clock()
            )
        return _done(made.id)

    @mutation("rules.change", "Changes the rule's draft, or begins one.")
    async def save_rule_draft(
        self,
        info: Info,
        id: strawberry.ID,
        rule: RuleInput,
        revision: int,
    ) -> Outcome:
        """Save."""
        context = info.context
        async with context.writing() as session:
            await draft.save(
                session, context.actor, number(id), rule.wish(), revision,
                context.clock(),
            )  # fmt: skip
        return Success(id=id)

    @mutation("rules.change", "Throws the draft away, and a rule that has no more.")
    async def discard_rule_draft(
        self,
        info: Info,
        id: strawberry.ID,
        revision: int,
    ) -> Outcome:
        """Discard."""
        return await _changed(info, id, revision, draft.discard)

    @mutation("rules.change", "Begins a draft that says what a version said.")
    async def restore_rule_version(
        self,
        info: Info,
        id: strawberry.ID,
        version: int,
        revision: int,
    ) -> Outcome:
        """Restore."""
        context = info.context
        async with context.writing() as session:
            await draft.restore(
                session, context.actor, number(id), version, revision, context.clock()
            )
        return Success(id=id)

    @mutation(
        "rules.change",
        "Brings a rule into a state, with its draft; what decides about money waits"
        " for a second person, and `message` says `waits`.",
    )
    async def put_rule(
        self,
        info: Info,
        id: strawberry.ID,
        state: RuleState,
        revision: int,
    ) -> Outcome:
        """Put in force, or take out."""
        context = info.context
        async with context.writing() as session:
            rule = await activate.ask(
                session, context.actor, number(id), state, revision, context.clock()
            )
        return Success(id=id, message="waits" if rule.asked_state else None)

    @mutation("rules.change", "Does what another person asked for.")
    async def confirm_rule(
        self,
        info: Info,
        id: strawberry.ID,
        revision: int,
    ) -> Outcome:
        """Confirm."""
        await info.context.borrow(LiveSessions).ensure_live(info.context.actor)
        return await _changed(info, id, revision, activate.confirm)

    @mutation("rules.change", "Refuses what another asked for, or asks no longer.")
    async def decline_rule(
        self,
        info: Info,
        id: strawberry.ID,
        revision: int,
    ) -> Outcome:
        """Decline."""
        return await _changed(info, id, revision, activate.decline)

    @mutation(
        "rules.change", "Puts a rule before or after another, at a place, or last."
    )
    async def move_rule(
        self,
        info: Info,
        id: strawberry.ID,
        before: strawberry.ID | None = None,
        after: strawberry.ID | None = None,
        place: int | None = None,
    ) -> Outcome:
        """Move."""
        context = info.context
        target = order.Target(
            None if before is None else number(before, "before"),
            None if after is None else number(after, "after"),
            place,
        )
        async with context.writing() as session:
            await order.move(
                session, context.actor, number(id), target, context.clock()
            )
        return Success(id=id)

    @mutation("rules.change", "Makes drafts of a file; in force is nothing by it.")
    async def import_rules(self, info: Info, document: str) -> Outcome:
        """Import."""
        context = info.context
        async with context.writing() as session:
            brought = await transfer_file.take_in(
                session, context.actor, document, context.clock()
            )
        return Success(message=f"{brought.new} {brought.changed} {brought.same}")

    @mutation("rules.change", "Makes a label, or finds the one of that name.")
    async def make_rule_label(self, info: Info, name: str) -> Outcome:
        """Make."""
        context = info.context
        async with context.writing() as session:
            made = await label_actions.make(
                session, context.actor, name, context.clock()
            )
        return _done(made)

    @mutation("rules.change", "Calls a label otherwise, wherever it stands.")
    async def rename_rule_label(
        self,
        info: Info,
        id: strawberry.ID,
        name: str,
    ) -> Outcome:
        """Rename."""
        context = info.context
        async with context.writing() as session:
            await label_actions.rename(
                session, context.actor, number(id), name, context.clock()
            )
        return Success(id=id)

    @mutation("rules.change", "Takes a label off everything that bears it.")
    async def remove_rule_label(self, info: Info, id: strawberry.ID) -> Outcome:
        """Remove."""
        context = info.context
        async with context.writing() as session:
            await label_actions.remove(
                session, context.actor, number(id), context.clock()
            )
        return Success(id=id)


async def _changed(
    info: Info, rule_id: strawberry.ID, revision: int, change: _Change
) -> Success:
    context = info.context
    async with context.writing() as session:
        await change(session, context.actor, number(rule_id), revision, context.clock())
    return Success(id=rule_id)


def _done(row_id: int) -> Success:
    return Success(id=strawberry.ID(str(row_id)))
