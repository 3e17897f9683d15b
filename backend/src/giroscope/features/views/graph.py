"""Saved views in the graph."""

from datetime import datetime

import strawberry
from graphql import get_named_type

from giroscope.features.views import actions, policy, queries, row_order
from giroscope.features.views.tables import SavedView
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query


@strawberry.type(
    name="SavedView",
    description="A view of a list. `state` is a JSON object, written as text, in the"
    " form that `version` names.",
)
class SavedViewNode:
    """A view of a list."""

    id: strawberry.ID
    list: str
    name: str
    shared: bool
    is_own: bool
    is_default: bool = strawberry.field(
        description="Whether the caller begins the list with it."
    )
    changeable: bool = strawberry.field(
        description="Whether the caller may change, rename or delete it."
    )
    owner: str
    state: str
    version: int
    created: datetime
    updated: datetime

    @classmethod
    def of(cls, row: SavedView, info: Info, default_id: int | None) -> "SavedViewNode":
        """From its row, for the person who asks."""
        actor = info.context.actor
        return cls(
            id=strawberry.ID(str(row.id)),
            list=row.list,
            name=row.name,
            shared=row.shared,
            is_own=row.owner == actor.id,
            is_default=row.id == default_id,
            changeable=policy.may_change(row, actor),
            owner=row.owner_name,
            state=row.state,
            version=row.version,
            created=row.created,
            updated=row.updated,
        )


@strawberry.input(description="With an id, the view is written over.")
class SavedViewInput:
    """A view as it is to be saved."""

    list: str
    name: str
    state: str
    version: int
    shared: bool = False
    id: strawberry.ID | None = None


@strawberry.type
class ViewQuery:
    """Questions about saved views."""

    @query("views.read", "The caller's own views of a list and the shared ones.")
    async def saved_views(self, info: Info, list: str) -> list[SavedViewNode]:
        """Views of a list, by name."""
        actor = info.context.actor
        name = _ensured(info, list)
        async with info.context.reading() as session:
            rows = await queries.visible(session, actor, name)
            default_id = await queries.default_id(session, actor, name)
        return [SavedViewNode.of(row, info, default_id) for row in rows]

    @query("views.read", "Ids of a list in the order the caller gave them, if any.")
    async def arrangement(self, info: Info, list: str) -> list[strawberry.ID]:
        """The caller's own order."""
        name = _ensured(info, list)
        async with info.context.reading() as session:
            ids = await row_order.arranged(session, info.context.actor, name)
        return [strawberry.ID(one) for one in ids]


@strawberry.type
class ViewMutation:
    """What people do with views."""

    @mutation("views.save", "Saves a new view, or writes over one.")
    async def save_view(self, info: Info, view: SavedViewInput) -> Outcome:
        """Save."""
        context = info.context
        wanted = actions.Wanted(
            _ensured(info, view.list), view.name, view.state, view.version, view.shared
        )
        over = None if view.id is None else number(view.id)
        async with context.writing() as session:
            done = await actions.save(
                session, context.actor, wanted, context.clock(), over
            )
        return Success(id=strawberry.ID(str(done)))

    @mutation("views.save")
    async def rename_view(self, info: Info, id: strawberry.ID, name: str) -> Outcome:
        """Give a view another name."""
        context = info.context
        async with context.writing() as session:
            await actions.rename(
                session, context.actor, number(id), name, context.clock()
            )
        return Success(id=id)

    @mutation("views.save")
    async def delete_view(self, info: Info, id: strawberry.ID) -> Outcome:
        """Delete a view."""
        async with info.context.writing() as session:
            await actions.remove(session, info.context.actor, number(id))
        return Success(id=id)

    @mutation("views.save", "The caller begins the list with it; without an id, none.")
    async def set_default_view(
        self,
        info: Info,
        list: str,
        id: strawberry.ID | None = None,
    ) -> Outcome:
        """Begin a list with a view."""
        name, wanted = _ensured(info, list), None if id is None else number(id)
        async with info.context.writing() as session:
            await actions.begin_with(session, info.context.actor, name, wanted)
        return Success(id=id)

    @mutation("views.save", "Keeps the caller's order of a list; without ids, none.")
    async def arrange(
        self,
        info: Info,
        list: str,
        ids: list[strawberry.ID],
    ) -> Outcome:
        """Arrange a list."""
        name = _ensured(info, list)
        async with info.context.writing() as session:
            await row_order.arrange(session, info.context.actor, name, ids)
        return Success()


def _ensured(info: Info, name: str) -> str:
    """The name of a list: one of the questions of the graph that come in pages."""
    graph = info.schema._schema  # noqa: SLF001 - Strawberry lends it in no other way
    asked = graph.query_type.fields if graph.query_type else {}
    pages = [
        one
        for one, field in asked.items()
        if get_named_type(field.type).name.endswith("Connection")
    ]
    return policy.ensure_list(name, pages)
