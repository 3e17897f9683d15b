"""Runs of rules over the past in the graph: asked for, followed, cancelled."""

import strawberry

from giroscope.features.rules import queries, run_requests
from giroscope.features.rules.model import Subject
from giroscope.features.rules.run_nodes import RuleRunNode
from giroscope.features.rules.tables import RuleRun, RunKind
from giroscope.kernel.graph import (
    Connection,
    DateRange,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest


@strawberry.type
class RuleRunQuery:
    """Questions about runs over the past."""

    @list_query("rules.read")
    async def rule_runs(
        self,
        info: Info,
        request: PageRequest,
        rule_id: strawberry.ID | None = None,
        kind: RunKind | None = None,
    ) -> Connection[RuleRunNode]:
        """Runs over the past, the latest first; of one rule, those about it alone."""
        rows = queries.runs(
            None if rule_id is None else number(rule_id, "ruleId"), kind
        )
        return await listed(info, rows, queries.RUN_ORDER, request, RuleRunNode.of)

    @query("rules.read")
    async def rule_run(self, info: Info, id: strawberry.ID) -> RuleRunNode | None:
        """One run over the past."""
        async with info.context.reading() as session:
            asked = queries.runs(None).where(RuleRun.id == number(id))
            row = (await session.execute(asked)).scalar_one_or_none()
        return RuleRunNode.of(row) if row else None


@strawberry.type
class RuleRunMutation:
    """What people have run."""

    @mutation("rules.change", "Tries all rules on the past; changes nothing.")
    async def backtest_rules(
        self, info: Info, subject: Subject, days: DateRange | None = None
    ) -> Outcome:
        """Back-test."""
        context = info.context
        async with context.writing() as session:
            begun = await run_requests.backtest(
                session, context.actor, subject, _days(days), context.clock()
            )
        return await _begun(info, begun)

    @mutation("rules.change", "Finds out what applying a rule to the past would do.")
    async def preview_rule(
        self,
        info: Info,
        id: strawberry.ID,
        days: DateRange | None = None,
    ) -> Outcome:
        """Preview."""
        context = info.context
        async with context.writing() as session:
            begun = await run_requests.preview(
                session, context.actor, number(id), _days(days), context.clock()
            )
        return await _begun(info, begun)

    @mutation("rules.change", "Lets a rule do to the past what its preview showed.")
    async def apply_rule(self, info: Info, preview: strawberry.ID) -> Outcome:
        """Apply."""
        context = info.context
        async with context.writing() as session:
            begun = await run_requests.apply(
                session, context.actor, number(preview, "preview"), context.clock()
            )
        return await _begun(info, begun)

    @mutation("rules.change", "Stops a run; what it has applied stays.")
    async def cancel_rule_run(self, info: Info, id: strawberry.ID) -> Outcome:
        """Cancel."""
        context = info.context
        async with context.writing() as session:
            await run_requests.cancel(session, context.actor, number(id))
        return Success(id=id)


def _days(asked: DateRange | None) -> run_requests.Days:
    return (None, None) if asked is None else (asked.from_, asked.to)


async def _begun(info: Info, begun: run_requests.Begun) -> Success:
    await info.context.start_job(begun.job_id)
    return Success(id=strawberry.ID(str(begun.run_id)))
