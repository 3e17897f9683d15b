"""The list in the graph: everybody sees it, account management changes it."""

from datetime import datetime

import strawberry
from sqlalchemy import select

from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.window import actions
from giroscope.features.erp.window.origin_cache import ListedOrigins
from giroscope.features.erp.window.tables import ErpWindowOrigin
from giroscope.kernel.graph import Info, Outcome, Success, mutation, query


@strawberry.type(name="ErpWindowOrigin")
class OriginNode:
    """An accounting system whose pages may open and frame the window."""

    origin: str = strawberry.field(description="Such as `https://erp.example.com`.")
    added: datetime
    added_by: str


@strawberry.type
class ErpWindowQuery:
    """Questions about the window."""

    @query(
        "erp.read",
        "The origins whose pages may open or frame `/journal-validation`, and are"
        " told what came of a check.",
    )
    async def erp_window_origins(self, info: Info) -> list[OriginNode]:
        """By name."""
        async with info.context.reading() as session:
            rows = await session.execute(
                select(ErpWindowOrigin).order_by(ErpWindowOrigin.origin)
            )
            return [
                OriginNode(
                    origin=one.origin, added=one.added, added_by=one.added_by_name
                )
                for one in rows.scalars()
            ]


@strawberry.type
class ErpWindowMutation:
    """What account management does with the list."""

    @mutation("erp.window", "Lets pages of an origin open and frame the window.")
    async def allow_erp_window(self, info: Info, origin: str) -> Outcome:
        """Allow."""
        context = info.context
        allows_local = context.borrow(Erp).operating.allows_local_pages
        async with context.writing() as session:
            await actions.allow(
                session, context.actor, origin, context.clock(),
                allows_local=allows_local,
            )  # fmt: skip
        context.borrow(ListedOrigins).forget(context.actor.realm)
        return Success()

    @mutation("erp.window", "Takes an origin off the list.")
    async def forbid_erp_window(self, info: Info, origin: str) -> Outcome:
        """Forbid."""
        context = info.context
        async with context.writing() as session:
            await actions.forbid(session, context.actor, origin, context.clock())
        context.borrow(ListedOrigins).forget(context.actor.realm)
        return Success()
