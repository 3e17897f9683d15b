"""What people do about files on their way, in the graph."""

import strawberry

from giroscope.features.journals import dispatch_events
from giroscope.features.journals.approve import Desk
from giroscope.features.payments.sending.actions import Which
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number


@strawberry.type
class SendingMutation:
    """Stopping, deciding, sending once more.

    Without `sendingId` the journal's newest payment file is meant.
    """

    @mutation("payments.resolve", "Stops a file of which nothing has left.")
    async def cancel_sending(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        reason: str,
        sending_id: strawberry.ID | None = None,
    ) -> Outcome:
        """Cancel."""
        desk, actor = Desk.of(info.context), info.context.actor
        await dispatch_events.cancel(
            desk, actor, _which(correlation_id, sending_id), reason
        )
        return _done(info, correlation_id)

    @mutation(
        "payments.resolve",
        "Writes down whether the bank has a file whose outcome is unknown. If it has"
        " not, somebody else may send it again.",
    )
    async def decide_sending(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        has_arrived: bool,
        reason: str,
        sending_id: strawberry.ID | None = None,
    ) -> Outcome:
        """Decide."""
        desk, actor = Desk.of(info.context), info.context.actor
        which = _which(correlation_id, sending_id)
        await dispatch_events.decide(
            desk, actor, which, reason, has_arrived=has_arrived
        )
        return _done(info, correlation_id)

    @mutation(
        "payments.sign", "Sends a file again that the bank certainly did not take."
    )
    async def send_again(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        sending_id: strawberry.ID | None = None,
    ) -> Outcome:
        """Send again."""
        desk, actor = Desk.of(info.context), info.context.actor
        await dispatch_events.send_again(
            desk, actor, _which(correlation_id, sending_id)
        )
        return _done(info, correlation_id)


def _which(correlation_id: strawberry.ID, sending_id: strawberry.ID | None) -> Which:
    named = None if sending_id is None else number(sending_id, "sendingId")
    return Which(str(correlation_id), named)


def _done(info: Info, correlation_id: strawberry.ID) -> Outcome:
    info.context.has_changed = True
    return Success(id=correlation_id)
