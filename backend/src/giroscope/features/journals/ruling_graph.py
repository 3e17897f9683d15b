"""Letting payments go that rules hold back, as an act in the graph."""

import strawberry

from giroscope.features.journals.ruling import lift_holds
from giroscope.kernel.graph import Info, Outcome, Success, mutation
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
