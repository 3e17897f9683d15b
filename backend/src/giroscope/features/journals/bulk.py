"""What people do with many journals, or with many imports tied into them, at once."""

import strawberry

from giroscope.features.journals import queries
from giroscope.features.journals.graph import JournalFilter, take_back, wanted_by
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads import Upload, actions
from giroscope.features.uploads.bulk import UploadSelection, each_upload
from giroscope.kernel.errors import Conflict, NotFound
from giroscope.kernel.graph import Info, mutation
from giroscope.kernel.selection import BulkOutcome, Selection, in_turn, portion_of


@strawberry.input(
    description="Journals by their correlation ids, or all that match a filter."
)
class JournalSelection:
    """Which journals are meant."""

    ids: list[strawberry.ID] | None = None
    matching: JournalFilter | None = None
    expected_count: int | None = None
    after: str | None = None


@strawberry.type
class JournalBulkMutation:
    """What people do with many journals at once."""

    @mutation("journals.reimport", "Imports the documents of journals again.")
    async def reimport_journals(
        self, info: Info, selection: JournalSelection
    ) -> BulkOutcome:
        """Import again."""
        context, narrowed = info.context, selection.matching
        async with context.reading() as session:
            wanted = await wanted_by(session, context.actor, context.clock(), narrowed)
            rows = None if narrowed is None else queries.journals(wanted)
            chosen = Selection.of(selection, rows)
            key, row_id = Journal.correlation_id, Journal.id
            portion = await portion_of(session, chosen, key, row_id)
            labels = await queries.labels(session, portion.ids)

        async def act(correlation_id: str) -> None:
            async with context.writing() as session:
                documents = await queries.document_ids(session, correlation_id)
                if not documents:
                    raise NotFound
                started = await actions.reimport(
                    session, context.actor, documents, context.clock()
                )
                if not started:
                    raise Conflict("Its documents are being imported already")
            for one in started:
                if one.job_id is not None:
                    await context.start_job(one.job_id)

        return await in_turn(portion, labels, act)

    @mutation("uploads.undo", "Takes imports back, while nothing depends on them.")
    async def undo_uploads(self, info: Info, selection: UploadSelection) -> BulkOutcome:
        """Undo."""

        async def act(upload: Upload) -> None:
            await take_back(info, upload.id)

        return await each_upload(info, selection, act)
