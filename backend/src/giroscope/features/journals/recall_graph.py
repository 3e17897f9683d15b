"""Payments asked back and journals settled otherwise, as acts in the graph."""

import strawberry
from sqlalchemy import select

from giroscope.features.journals import recall, settle
from giroscope.features.journals.approve import Desk
from giroscope.features.journals.errors import NotToSettle
from giroscope.features.journals.next_step import Act
from giroscope.features.journals.situations import next_steps
from giroscope.features.payments.filter import PaymentFilter
from giroscope.features.payments.recalls import RecallReason, Wish
from giroscope.features.payments.tables import Payment
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number
from giroscope.kernel.selection import Selection, SelectionChanged, TooManyRows

MOST_NAMED = 10_000


@strawberry.input(description="Which payments of a journal: by id, or all that match.")
class RecallSelection:
    """Which payments of a journal."""

    ids: list[strawberry.ID] | None = None
    matching: PaymentFilter | None = None
    expected_count: int | None = None
    after: strawberry.Private[None] = None


@strawberry.type
class RecallMutation:
    """Asking payments back."""

    @mutation(
        "payments.recall",
        "Asks the bank for payments back that have left; without a selection for all"
        " that can be had. Nothing leaves before somebody else confirms it.",
    )
    async def ask_recall(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        reason: RecallReason,
        note: str,
        selection: RecallSelection | None = None,
    ) -> Outcome:
        """Ask."""
        key = str(correlation_id)
        positions = None if selection is None else await _chosen(info, key, selection)
        wish = Wish(key, reason, note, positions)
        made = await recall.ask(Desk.of(info.context), info.context.actor, wish)
        info.context.has_changed = True
        return Success(id=strawberry.ID(str(made)))

    @mutation("payments.sign", "Lets a request for recall leave that another made.")
    async def confirm_recall(self, info: Info, id: strawberry.ID) -> Outcome:
        """Confirm."""
        desk, actor = Desk.of(info.context), info.context.actor
        await recall.confirm(desk, actor, number(id))
        return _done(info, id)

    @mutation("payments.sign", "Decides that a request for recall does not leave.")
    async def decline_recall(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Decline."""
        desk, actor = Desk.of(info.context), info.context.actor
        await recall.decline(desk, actor, number(id), reason)
        return _done(info, id)

    @mutation("payments.recall", "Takes one's own request back while it waits.")
    async def withdraw_recall(self, info: Info, id: strawberry.ID) -> Outcome:
        """Withdraw."""
        desk, actor = Desk.of(info.context), info.context.actor
        await recall.withdraw(desk, actor, number(id))
        return _done(info, id)

    @mutation(
        "journals.settle",
        "Takes a journal out of what needs attention, with the reason; what goes wrong"
        " later brings it back.",
    )
    async def settle_journal(
        self, info: Info, correlation_id: strawberry.ID, reason: str
    ) -> Outcome:
        """Settle otherwise."""
        context, key = info.context, str(correlation_id)
        async with context.writing() as session:
            found = (await next_steps(session, [key])).get(key)
            if found is not None and Act.SETTLE not in found.acts:
                raise NotToSettle
            await settle.settle(session, context.actor, key, reason, context.clock())
        return _done(info, correlation_id)

    @mutation("journals.settle", "Takes up again what was settled otherwise.")
    async def unsettle_journal(
        self, info: Info, correlation_id: strawberry.ID
    ) -> Outcome:
        """Undo."""
        context = info.context
        async with context.writing() as session:
            await settle.take_up_again(
                session, context.actor, str(correlation_id), context.clock()
            )
        return _done(info, correlation_id)


async def _chosen(info: Info, correlation_id: str, asked: RecallSelection) -> set[int]:
    """The places of the chosen payments in their file."""
    rows = None if asked.matching is None else asked.matching.rows()
    chosen = Selection.of(asked, rows)
    query = select(Payment.position).where(Payment.correlation_id == correlation_id)
    if chosen.rows is not None:
        query = query.where(Payment.id.in_(chosen.rows.with_only_columns(Payment.id)))
    else:
        ids = [number(one, "selection") for one in asked.ids or ()]
        query = query.where(Payment.id.in_(ids))
    async with info.context.reading() as session:
        found = set((await session.execute(query.limit(MOST_NAMED + 1))).scalars())
    if len(found) > MOST_NAMED:
        raise TooManyRows(f"At most {MOST_NAMED} at once", path="selection")
    if chosen.expected is not None and len(found) != chosen.expected:
        raise SelectionChanged
    return found


def _done(info: Info, of: strawberry.ID) -> Success:
    info.context.has_changed = True
    return Success(id=of)
