"""Letting payments go that rules hold back, as an act in the graph."""

import strawberry

from giroscope.features.journals.rules import against_lifting, lift_holds
from giroscope.kernel.graph import Info, Outcome, Problem, Success, mutation
from giroscope.kernel.live_sessions import LiveSessions


@strawberry.type
class RuleHoldMutation:
    """What people do about payments that rules hold back."""

    @mutation(
        "payments.lift",
        "Lets a journal's payments go that rules hold back; approvals stay needed.",
    )
    async def lift_rule_holds(
        self, info: Info, correlation_id: strawberry.ID, reason: str
    ) -> Outcome:
        """Let go."""
        context = info.context
        await context.borrow(LiveSessions).ensure_live(context.actor)
        async with context.writing() as session:
            await lift_holds(
                session, context.actor, str(correlation_id), reason, context.clock()
            )
        return Success(id=correlation_id)


async def lift_obstacle(info: Info, correlation_id: str) -> Problem | None:
    """Why the caller cannot let the journal's payments go, or None."""
    context = info.context
    async with context.reading() as session:
        found = await against_lifting(session, context.actor, correlation_id)
    return None if found is None else Problem(code=found.code, message=found.message)
