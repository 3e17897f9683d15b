"""Journals in the graph: the list and its tabs, one of them, and what they undo."""

import strawberry

from giroscope.features.journals import queries
from giroscope.features.journals.errors import Dependent, UndoBlocked
from giroscope.features.journals.graph_filter import (
    JournalFilter,
    JournalOrder,
    wanted_by,
)
from giroscope.features.journals.nodes import JournalNode
from giroscope.features.journals.progress_graph import (
    CommentMutation,
)
from giroscope.features.journals.undo import undo_blocked_by
from giroscope.features.payments.approvals.queries import mine
from giroscope.features.uploads import Upload, actions
from giroscope.kernel.database import ReadSession, WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.text import in_both


@strawberry.type
class JournalTab:
    """A quick tab and how many journals stand under it."""

    name: str
    count: int


@strawberry.type
class JournalQuery:
    """Questions about journals."""

    @list_query("journals.read")
    async def journals(
        self,
        info: Info,
        request: PageRequest,
        filter: JournalFilter | None = None,
        order_by: JournalOrder | None = None,
    ) -> Connection[JournalNode]:
        """Journals, latest first."""
        context = info.context
        async with context.reading() as session:
            wanted = await wanted_by(session, context.actor, context.clock(), filter)
        rows = queries.journals(wanted)
        order = JournalOrder.of(order_by)
        return await listed(info, rows, order, request, JournalNode.of)

    @query(
        "journals.read",
        "Counts of the quick tabs: attention, mine, inFlight, done, all.",
    )
    async def journal_tabs(self, info: Info) -> list[JournalTab]:
        """Counts of the quick tabs."""
        context = info.context
        async with context.reading() as session:
            counted = await queries.tabs(session)
            awaited = await mine(session, context.actor, context.clock())
        counted["mine"] = len(awaited)
        return [JournalTab(name=name, count=count) for name, count in counted.items()]

    @query("journals.read")
    async def journal(
        self, info: Info, correlation_id: strawberry.ID
    ) -> JournalNode | None:
        """One journal."""
        async with info.context.reading() as session:
            found = await queries.journal(session, correlation_id)
        return JournalNode.of(found) if found else None

    @query("uploads.read", "What forbids undoing an import, in words.")
    async def undo_blocked_by(
        self, info: Info, upload_id: strawberry.ID, language: str = "en"
    ) -> list[str]:
        """What depends on an import, in Danish where `language` is da."""
        async with info.context.reading() as session:
            blocks = await _blocks(session, number(upload_id, "uploadId"))
        return [in_both(block).da if language == "da" else block for block in blocks]


async def _blocks(
    session: ReadSession | WriteSession, upload_id: int
) -> list[Dependent]:
    upload = await session.get(Upload, upload_id)
    if upload is None:
        raise NotFound
    document_id = upload.document_id
    return await session.run_sync(
        lambda own: undo_blocked_by(own.connection(), document_id)
    )


async def take_back(info: Info, upload_id: int) -> int:
    """Ask for an import to be undone; tells the upload's id.

    Raises:
        UndoBlocked: Something depends on it; the sentence says what.
        NotFound: There is no such upload.
    """
    context = info.context
    async with context.writing() as session:
        blocks = await _blocks(session, upload_id)
        if blocks:
            raise UndoBlocked(blocks)
        done = await actions.undo(session, context.actor, upload_id, context.clock())
    if done.job_id is not None:
        await context.start_job(done.job_id)
    return done.upload_id


@strawberry.type
class JournalMutation(CommentMutation):
    """What people do with imports that are tied into journals."""

    @mutation("uploads.undo", "Takes an import back, while nothing depends on it.")
    async def undo_upload(self, info: Info, id: strawberry.ID) -> Outcome:
        """Undo."""
        done = await take_back(info, number(id))
        return Success(id=strawberry.ID(str(done)))
