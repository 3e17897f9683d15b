"""The configuration of the ERP in the graph: asking for it and changing it."""

import strawberry

from giroscope.features.erp.configuration import activate, queries
from giroscope.features.erp.configuration import draft as drafts
from giroscope.features.erp.configuration.differences import differences
from giroscope.features.erp.configuration.draft import Change
from giroscope.features.erp.configuration.nodes import (
    BooksNode,
    ConnectorNode,
    DifferenceNode,
    VersionNode,
)
from giroscope.features.erp.configuration.transfer_file import carried, change_of
from giroscope.features.erp.errors import NoConnector
from giroscope.features.erp.open_connection import Erp, active_connection_of
from giroscope.features.erp.tables import ErpVersion, VersionState
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query


@strawberry.type(name="ErpConfiguration")
class ConfigurationNode:
    """The configuration: what is in use, what is being prepared, what was."""

    active: VersionNode | None
    draft: VersionNode | None
    versions: list[VersionNode]
    books: BooksNode | None


@strawberry.input
class ErpValueInput:
    """A setting's new value; empty goes back to the default."""

    name: str
    value: str


@strawberry.type
class ErpConfigurationQuery:
    """Questions about the configuration."""

    @query("erp.read", "The ERPs that can be connected, and what each needs.")
    async def erp_connectors(self, info: Info) -> list[ConnectorNode]:
        """Every connector there is."""
        makers = info.context.borrow(Erp).makers
        return [ConnectorNode.of(makers[kind].description) for kind in sorted(makers)]

    @query("erp.read")
    async def erp_configuration(self, info: Info) -> ConfigurationNode:
        """What is in use, the draft, and every version."""
        erp = info.context.borrow(Erp)
        async with info.context.reading() as session:
            draft = await queries.current(session, VersionState.DRAFT)
            active = await queries.current(session, VersionState.ACTIVE)
            versions = (await session.execute(queries.versions())).scalars().all()
            books = await active_connection_of(session)
        return ConfigurationNode(
            active=VersionNode.of(active, erp) if active else None,
            draft=VersionNode.of(draft, erp) if draft else None,
            versions=[VersionNode.of(one, erp) for one in versions],
            books=BooksNode.of(books) if books else None,
        )

    @query("erp.read", "What differs between two versions.")
    async def erp_differences(
        self, info: Info, before: strawberry.ID, after: strawberry.ID
    ) -> list[DifferenceNode]:
        """From one version to another, drafts among them."""
        erp = info.context.borrow(Erp)
        async with info.context.reading() as session:
            rows = [
                await _version(session, number(one, path))
                for one, path in ((before, "before"), (after, "after"))
            ]
            if any(row.kind not in erp.makers for row in rows):
                raise NoConnector("The connector of one of them is not installed")
            was, now = [await activate.configured(session, erp, row) for row in rows]
        return [DifferenceNode.of(one) for one in differences(was, now)]

    @query("erp.read", "A version as a file for another tenant, without secrets.")
    async def erp_configuration_file(self, info: Info, id: strawberry.ID) -> str:
        """The file's content."""
        async with info.context.reading() as session:
            row = await _version(session, number(id))
        return carried(info.context.borrow(Erp), row)


@strawberry.type
class ErpConfigurationMutation:
    """What people do with the configuration."""

    @mutation("erp.change", "Changes the draft, or begins one from what is in use.")
    async def save_erp_draft(
        self,
        info: Info,
        kind: str | None = None,
        values: list[ErpValueInput] | None = None,
        secrets: list[ErpValueInput] | None = None,
        note: str | None = None,
        revision: int | None = None,
    ) -> Outcome:
        """Save."""
        context = info.context
        change = Change(
            kind=kind,
            values={one.name: one.value for one in values or ()},
            secrets={one.name: one.value for one in secrets or ()},
            note=note,
        )
        return await _saved(info, change, revision, context.borrow(Erp))

    @mutation("erp.change", "Makes the draft what a file says; secrets stay out.")
    async def import_erp_configuration(
        self, info: Info, document: str, revision: int | None = None
    ) -> Outcome:
        """Import."""
        erp = info.context.borrow(Erp)
        return await _saved(info, change_of(erp, document), revision, erp)

    @mutation("erp.change", "Throws the draft away.")
    async def discard_erp_draft(self, info: Info, revision: int) -> Outcome:
        """Discard."""
        context = info.context
        async with context.writing() as session:
            await drafts.discard(session, context.actor, revision, context.clock())
        return Success()

    @mutation("erp.change", "Begins a draft that is what a version was.")
    async def restore_erp_version(self, info: Info, id: strawberry.ID) -> Outcome:
        """Restore."""
        context = info.context
        async with context.writing() as session:
            made = await drafts.restore(
                session, context.actor, number(id), context.clock()
            )
        return Success(id=strawberry.ID(str(made)))

    @mutation(
        "erp.activate",
        "Puts the draft to use, validated as it is. Null where it says where payments"
        " come from: another account manager confirms it, see `erpRequests`.",
    )
    async def activate_erp_configuration(self, info: Info, revision: int) -> Outcome:
        """Activate."""
        context = info.context
        async with context.writing() as session:
            done = await activate.ask_or_activate(
                session, context.actor, context.borrow(Erp), revision, context.clock()
            )
        return Success(id=strawberry.ID(str(done.number)) if done else None)


async def _saved(info: Info, change: Change, revision: int | None, erp: Erp) -> Outcome:
    context = info.context
    async with context.writing() as session:
        saved = await drafts.save(
            session, context.actor, erp, change, revision, context.clock()
        )
    return Success(id=None if saved is None else strawberry.ID(str(saved)))


async def _version(session: ReadSession, version_id: int) -> ErpVersion:
    found = await session.get(ErpVersion, version_id)
    if found is None:
        raise NotFound
    return found
