"""Asks a person's device to sign a decision about payments, in the graph."""

import strawberry

from giroscope.features.passkeys.graph import PasskeyRequest, PasskeyRequestOutcome
from giroscope.features.payments.approvals import errors, policy, queries, step_up
from giroscope.features.payments.approvals.step_up import Decision, Document
from giroscope.kernel.graph import Info, mutation
from giroscope.kernel.live_sessions import LiveSessions
from giroscope.settings import Settings

strawberry.enum(
    Decision, name="PasskeyDecision", description="What a device signs for."
)


@strawberry.type
class BindingMutation:
    """Begins a decision that a passkey signs."""

    @mutation(
        "payments.approve",
        "What a browser needs to have the caller's passkey sign that the document of"
        " this hash is approved, or sent.",
    )
    async def begin_passkey_decision(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        sha256: str,
        decision: Decision,
    ) -> PasskeyRequestOutcome:
        """Begin; `approveJournal` and `signJournal` take what the device answers."""
        context = info.context
        actor, now, settings = context.actor, context.clock(), context.borrow(Settings)
        await context.borrow(LiveSessions).ensure_live(actor)
        journal = str(correlation_id)
        async with context.writing() as session:
            found = (await queries.of_journals(session, [journal])).get(journal)
            if found is None:
                raise errors.NoCase
            policy.ensure_hash(sha256, found.row.sha256)
            document = Document(journal, found.row.document_id, found.row.sha256)
            options = await session.run_sync(
                lambda own: step_up.begin(
                    own.connection(), settings, actor, document, decision, now
                )
            )
        return PasskeyRequest(options=options)
