"""Who closes a month in the graph: one person, or two."""

from datetime import datetime

import strawberry

from giroscope.features.months import change_rule
from giroscope.features.months.queries import needs_second, rule_in
from giroscope.features.months.tables import MonthRule
from giroscope.features.payments.approvals.tables import VersionState
from giroscope.features.users import People
from giroscope.features.users.managers import managers_at
from giroscope.kernel.errors import AppError
from giroscope.kernel.graph import Info, Outcome, Problem, Success, mutation, query
from giroscope.kernel.live_sessions import LiveSessions


def problem_of(against: type[AppError] | None) -> Problem | None:
    """Why something cannot be done by the caller, or None."""
    return (
        None
        if against is None
        else Problem(code=against.code, message=against().message)
    )


@strawberry.type(name="MonthRule")
class MonthRuleNode:
    """Whether two persons close a month, as an account manager proposes it."""

    row: strawberry.Private[MonthRule]
    version: int
    needs_second: bool
    proposed: datetime
    proposed_by: str
    is_own: bool = strawberry.field(description="Whether the caller proposed it.")

    @classmethod
    def of(cls, row: MonthRule, caller: str) -> "MonthRuleNode":
        """From its row."""
        return cls(
            row=row,
            version=row.id,
            needs_second=row.needs_second,
            proposed=row.proposed,
            proposed_by=row.proposed_by_name,
            is_own=row.proposed_by == caller,
        )

    @strawberry.field
    async def obstacle(self, info: Info) -> Problem | None:
        """Why the caller cannot confirm or reject it; null where they can."""
        async with info.context.reading() as session:
            return problem_of(
                await change_rule.against_deciding(
                    session, info.context.actor, self.row
                )
            )


@strawberry.type
class MonthClosingRule:
    """Who closes a month here."""

    needs_second: bool = strawberry.field(
        description="Whether one person proposes it and another closes it."
    )
    proposed: MonthRuleNode | None = strawberry.field(
        description="A change that waits for a second account manager."
    )


@strawberry.type
class MonthRuleQuery:
    """Who closes months."""

    @query("statements.read", "Whether one person closes a month here, or two.")
    async def account_month_rule(self, info: Info) -> MonthClosingRule:
        """Who closes a month."""
        caller = info.context.actor.id
        async with info.context.reading() as session:
            is_needed = await session.run_sync(needs_second)
            row = await session.run_sync(
                lambda own: rule_in(own, VersionState.PROPOSED)
            )
        return MonthClosingRule(
            needs_second=is_needed,
            proposed=None if row is None else MonthRuleNode.of(row, caller),
        )


@strawberry.type
class MonthRuleMutation:
    """Changing who closes months, which takes two account managers."""

    @mutation(
        "statements.closers",
        "Proposes who closes a month: one person, or one who proposes and another.",
    )
    async def propose_month_rule(self, info: Info, needs_second: bool) -> Outcome:
        """Propose."""
        context = info.context
        async with context.writing() as session:
            version = await change_rule.propose(
                session, context.actor, is_second_needed=needs_second,
                now=context.clock(),
            )  # fmt: skip
        return Success(id=strawberry.ID(str(version)))

    @mutation(
        "statements.closers", "Puts in force what another account manager proposed."
    )
    async def confirm_month_rule(self, info: Info, version: int) -> Outcome:
        """Confirm."""
        context, actor = info.context, info.context.actor
        actor.ensure("statements.closers")
        await context.borrow(LiveSessions).ensure_live(actor)
        managers = await managers_at(context.borrow(People), actor)
        async with context.writing() as session:
            await change_rule.confirm(
                session, actor, version, context.clock(), managers=managers
            )
        return Success()

    @mutation("statements.closers", "Refuses what another account manager proposed.")
    async def reject_month_rule(self, info: Info, version: int) -> Outcome:
        """Reject."""
        context = info.context
        async with context.writing() as session:
            await change_rule.reject(session, context.actor, version, context.clock())
        return Success()

    @mutation("statements.closers", "Asks no longer for one's own proposal.")
    async def withdraw_month_rule(self, info: Info, version: int) -> Outcome:
        """Withdraw."""
        context = info.context
        async with context.writing() as session:
            await change_rule.withdraw(session, context.actor, version, context.clock())
        return Success()
