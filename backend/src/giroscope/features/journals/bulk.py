"""What people do with many journals, or with many imports tied into them, at once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import strawberry

from giroscope.features.journals import queries
from giroscope.features.journals.errors import BeingImported
from giroscope.features.journals.graph import take_back
from giroscope.features.journals.graph_filter import JournalFilter, wanted_by
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads import Upload, actions
from giroscope.features.uploads.bulk import UploadSelection, each_upload
from giroscope.kernel.errors import InvalidInput, NotFound
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


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MOST_DIGITS = 17


def _begun(after: str | None, now: datetime) -> tuple[datetime, str | None]:
    """When a selection's first call was, and where this one goes on from.

    Raises:
        InvalidInput: The place to go on from is none.
    """
    if after is None:
        return now, None
    stamp, _, place = after.partition(".")
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= _MOST_DIGITS):
        raise InvalidInput("The selection has no such row", path="selection.after")
    return _EPOCH + int(stamp) * _MICROSECOND, place


def _place(begun: datetime, after: str | None) -> str | None:
    """Where to go on from, with the moment of the first call."""
    return None if after is None else f"{(begun - _EPOCH) // _MICROSECOND}.{after}"


@strawberry.type
class JournalBulkMutation:
    """What people do with many journals at once."""

    @mutation("journals.reimport", "Imports the documents of journals again.")
    async def reimport_journals(
        self, info: Info, selection: JournalSelection
    ) -> BulkOutcome:
        """Import again: a document of several journals once, with the first of them."""
        context, narrowed = info.context, selection.matching
        begun, after = _begun(selection.after, context.clock())
        async with context.reading() as session:
            wanted = await wanted_by(session, context.actor, context.clock(), narrowed)
            rows = None if narrowed is None else queries.journals(wanted)
            chosen = replace(Selection.of(selection, rows), after=after)
            key, row_id = Journal.correlation_id, Journal.id
            portion = await portion_of(session, chosen, key, row_id)
            labels = await queries.labels(session, portion.ids)

        async def act(correlation_id: str) -> None:
            async with context.writing() as session:
                documents = await queries.document_ids(session, correlation_id)
                if not documents:
                    raise NotFound
                done = await actions.imported_since(session, documents, begun)
                documents = [one for one in documents if one not in done]
                if not documents:
                    return
                started = await actions.reimport(
                    session, context.actor, documents, context.clock()
                )
                if not started:
                    raise BeingImported
            for one in started:
                if one.job_id is not None:
                    await context.start_job(one.job_id)

        results = await in_turn(portion, labels, act)
        results.next = _place(begun, results.next)
        return results

    @mutation("uploads.undo", "Takes imports back, while nothing depends on them.")
    async def undo_uploads(self, info: Info, selection: UploadSelection) -> BulkOutcome:
        """Undo."""

        async def act(upload: Upload) -> None:
            await take_back(info, upload.id)

        return await each_upload(info, selection, act)
