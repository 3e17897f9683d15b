"""What people do with many writes to the ERP at once."""

from collections.abc import Callable

import strawberry
from sqlalchemy import Connection, select

from giroscope.features.erp.exchange import actions
from giroscope.features.erp.exchange.graph import acted
from giroscope.features.erp.exchange.inputs import ErpOutboxFilter
from giroscope.features.erp.exchange.tables import ErpOutboxRow
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import Info, mutation
from giroscope.kernel.paging import row_id
from giroscope.kernel.selection import (
    BulkOutcome,
    BulkResults,
    Selection,
    in_turn,
    portion_of,
)


@strawberry.input(description="Writes by their ids, or all that match a filter.")
class ErpOutboxSelection:
    """Which writes are meant."""

    ids: list[strawberry.ID] | None = None
    matching: ErpOutboxFilter | None = None
    expected_count: int | None = None
    after: str | None = None


@strawberry.type
class ErpExchangeBulkMutation:
    """What people do with many writes at once."""

    @mutation("erp.exchange", "Writes to the ERP again what it did not take.")
    async def retry_erp_records(
        self, info: Info, selection: ErpOutboxSelection
    ) -> BulkOutcome:
        """Retry."""
        actor, now = info.context.actor, info.context.clock()
        return await _each(
            info, selection, lambda own, key: actions.retry(own, actor, key, now)
        )

    @mutation("erp.exchange", "Leaves unwritten for good what the ERP did not take.")
    async def skip_erp_records(
        self, info: Info, selection: ErpOutboxSelection, reason: str
    ) -> BulkOutcome:
        """Skip."""
        actor, now = info.context.actor, info.context.clock()
        return await _each(
            info, selection,
            lambda own, key: actions.skip(own, actor, key, reason, now),
        )  # fmt: skip


async def _each(
    info: Info,
    selection: ErpOutboxSelection,
    act: Callable[[Connection, int], object],
) -> BulkResults:
    """Do it to every write of the selection, one after the other."""
    narrowed = selection.matching
    rows = None if narrowed is None else narrowed.rows()
    chosen = Selection.of(selection, rows)
    async with info.context.reading() as session:
        portion = await portion_of(session, chosen, ErpOutboxRow.id, ErpOutboxRow.id)
        wanted = [found for one in portion.ids if (found := row_id(one)) is not None]
        named = await session.execute(
            select(ErpOutboxRow.id, ErpOutboxRow.label).where(
                ErpOutboxRow.id.in_(wanted)
            )
        )
    labels = {str(key): label for key, label in named}

    async def one(key: str) -> None:
        number = row_id(key)
        if number is None:
            raise NotFound
        await acted(info, lambda own: act(own, number))

    return await in_turn(portion, labels, one)
