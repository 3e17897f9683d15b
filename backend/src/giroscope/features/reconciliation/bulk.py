"""What people do with many unmatched entries at once."""

import strawberry
from sqlalchemy import select

from giroscope.features.reconciliation import actions
from giroscope.features.statements import Transaction
from giroscope.kernel.graph import Info, mutation
from giroscope.kernel.paging import row_id
from giroscope.kernel.selection import BulkOutcome, Selection, in_turn, portion_of


@strawberry.input(description="Unmatched entries by their ids.")
class EntrySelection:
    """Which entries are meant."""

    ids: list[strawberry.ID]
    after: str | None = None
    # Only what a person has in view is matched at once.
    matching: strawberry.Private[None] = None
    expected_count: strawberry.Private[None] = None


@strawberry.type
class ReconciliationBulkMutation:
    """What people do with many unmatched entries at once."""

    @mutation(
        "reconciliation.match",
        "Matches each entry with its best candidate where that is worth so much and no"
        " other as much.",
    )
    async def match_best(
        self, info: Info, selection: EntrySelection, score: int
    ) -> BulkOutcome:
        """Accept the best candidates."""
        context = info.context
        async with context.reading() as session:
            key = Transaction.id
            portion = await portion_of(session, Selection.of(selection, None), key, key)
            ids = [found for one in portion.ids if (found := row_id(one)) is not None]
            rows = await session.scalars(select(Transaction).where(key.in_(ids)))
            labels = {str(one.id): actions.about_entry(one) for one in rows}

        async def act(entry_id: str) -> None:
            async with context.writing() as session:
                await actions.match_best(
                    session, context.actor, row_id(entry_id) or 0, score,
                    context.clock(),
                )  # fmt: skip

        return await in_turn(portion, labels, act)
