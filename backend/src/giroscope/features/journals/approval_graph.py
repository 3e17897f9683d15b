"""The acts of approvers in the graph: on one journal, and on many at once."""

from collections.abc import Awaitable, Callable

import strawberry

from giroscope.features.journals import approve, queries
from giroscope.features.journals.approve import Desk
from giroscope.features.journals.tables import Journal
from giroscope.features.payments.approvals import Asked, DeviceAnswer
from giroscope.kernel.graph import Info, Outcome, Success, mutation
from giroscope.kernel.selection import (
    MOST_IDS,
    BulkOutcome,
    Selection,
    TooManyRows,
    in_turn,
    portion_of,
)
from giroscope.settings import Settings

_Act = Callable[[Asked], Awaitable[None]]


@strawberry.input(description="A journal, and its payment document as it was seen.")
class SeenDocument:
    """A journal, and its payment document as it was seen."""

    correlation_id: strawberry.ID
    sha256: str


@strawberry.type
class ApprovingMutation:
    """What approvers do."""

    @mutation("payments.approve", "Approves the document of this hash.")
    async def approve_journal(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        sha256: str,
        reason: str | None = None,
        passkey: str | None = strawberry.UNSET,
    ) -> Outcome:
        """Approve; `passkey` is what the caller's device answered, as JSON."""
        desk, actor = Desk.of(info.context), info.context.actor
        device = _device(info, passkey)
        asked = Asked(str(correlation_id), sha256, reason, device=device)
        await approve.approve(desk, actor, asked, await desk.approvers(actor))
        return _done(info, correlation_id)

    @mutation("payments.approve", "Refuses the document of this hash, with a reason.")
    async def reject_journal(
        self, info: Info, correlation_id: strawberry.ID, sha256: str, reason: str
    ) -> Outcome:
        """Reject."""
        desk, actor = Desk.of(info.context), info.context.actor
        asked = Asked(str(correlation_id), sha256, reason)
        await approve.reject(desk, actor, asked, await desk.approvers(actor))
        return _done(info, correlation_id)

    @mutation("payments.approve", "Takes one's own approval or rejection back.")
    async def undo_approval(self, info: Info, correlation_id: strawberry.ID) -> Outcome:
        """Undo."""
        context = info.context
        await approve.undo(Desk.of(context), context.actor, str(correlation_id))
        return _done(info, correlation_id)

    @mutation("payments.reopen", "Puts a document up again that waited too long.")
    async def reopen_approval(
        self, info: Info, correlation_id: strawberry.ID
    ) -> Outcome:
        """Reopen; approvers may, and whoever handed the document in."""
        context = info.context
        await approve.reopen(Desk.of(context), context.actor, str(correlation_id))
        return _done(info, correlation_id)

    @mutation(
        "payments.sign",
        "Lets the document of this hash leave, once all approvals are there. A second"
        " call gives the first release's id.",
    )
    async def sign_journal(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        sha256: str,
        passkey: str | None = strawberry.UNSET,
    ) -> Outcome:
        """Sign; `passkey` is what the caller's device answered, as JSON."""
        context = info.context
        device = _device(info, passkey)
        asked = Asked(str(correlation_id), sha256, device=device)
        release = await approve.sign(Desk.of(context), context.actor, asked)
        context.has_changed = True
        return Success(id=strawberry.ID(str(release.id)))

    @mutation("payments.approve", "Approves these documents, each by itself.")
    async def approve_journals(
        self,
        info: Info,
        documents: list[SeenDocument],
        reason: str | None = None,
        after: str | None = None,
    ) -> BulkOutcome:
        """Approve many."""
        desk, actor = Desk.of(info.context), info.context.actor
        approvers = await desk.approvers(actor)

        async def act(asked: Asked) -> None:
            await approve.approve(desk, actor, asked, approvers)

        return await _each(info, documents, reason, after, act)

    @mutation("payments.approve", "Refuses these documents, each by itself.")
    async def reject_journals(
        self,
        info: Info,
        documents: list[SeenDocument],
        reason: str,
        after: str | None = None,
    ) -> BulkOutcome:
        """Reject many."""
        desk, actor = Desk.of(info.context), info.context.actor
        approvers = await desk.approvers(actor)

        async def act(asked: Asked) -> None:
            await approve.reject(desk, actor, asked, approvers)

        return await _each(info, documents, reason, after, act)

    @mutation("payments.policies", "Puts rules in force that another manager proposed.")
    async def confirm_approval_policies(self, info: Info, version: int) -> Outcome:
        """Confirm; what waits has to meet them too."""
        context = info.context
        await approve.confirm_policies(Desk.of(context), context.actor, version)
        context.has_changed = True
        return Success()


async def _each(
    info: Info,
    documents: list[SeenDocument],
    reason: str | None,
    after: str | None,
    act: _Act,
) -> BulkOutcome:
    seen = {str(one.correlation_id): one.sha256 for one in documents}
    if len(seen) > MOST_IDS:
        raise TooManyRows(f"At most {MOST_IDS} at once", path="documents")
    chosen = Selection(list(seen), None, None, after)
    async with info.context.reading() as session:
        portion = await portion_of(session, chosen, Journal.correlation_id, Journal.id)
        labels = await queries.labels(session, portion.ids)

    async def one(correlation_id: str) -> None:
        sha256 = seen[correlation_id]
        await act(Asked(correlation_id, sha256, reason, is_one_of_many=True))

    done = await in_turn(portion, labels, one)
    info.context.has_changed = True
    return done


def _device(info: Info, answer: str | None) -> DeviceAnswer | None:
    return DeviceAnswer(answer, info.context.borrow(Settings)) if answer else None


def _done(info: Info, correlation_id: strawberry.ID) -> Success:
    info.context.has_changed = True
    return Success(id=correlation_id)
