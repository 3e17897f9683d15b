"""What people do with many uploads at once."""

from collections.abc import Awaitable, Callable

import strawberry

from giroscope.features.uploads import actions, queries
from giroscope.features.uploads.errors import NoWork
from giroscope.features.uploads.graph import UploadFilter
from giroscope.features.uploads.tables import Upload
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


@strawberry.input(description="Uploads by their ids, or all that match a filter.")
class UploadSelection:
    """Which uploads are meant."""

    ids: list[strawberry.ID] | None = None
    matching: UploadFilter | None = None
    expected_count: int | None = None
    after: str | None = None


async def each_upload(
    info: Info, selection: UploadSelection, act: Callable[[Upload], Awaitable[object]]
) -> BulkResults:
    """Do it to every upload of the selection, one after the other."""
    context, narrowed = info.context, selection.matching
    rows = None if narrowed is None else narrowed.rows()
    chosen = Selection.of(selection, rows)
    async with context.reading() as session:
        portion = await portion_of(session, chosen, Upload.id, Upload.id)
        wanted = [found for one in portion.ids if (found := row_id(one)) is not None]
        uploads = await queries.uploads_by_id(session, wanted)
    labels = {str(key): upload.name for key, upload in uploads.items()}

    async def one(upload_id: str) -> None:
        upload = uploads.get(row_id(upload_id) or 0)
        if upload is None:
            raise NotFound
        await act(upload)

    return await in_turn(portion, labels, one)


async def _started(info: Info, done: actions.HandedIn) -> None:
    if done.job_id is not None:
        await info.context.start_job(done.job_id)


def _job(upload: Upload) -> int:
    if upload.job_id is None:
        raise NoWork
    return upload.job_id


@strawberry.type
class UploadBulkMutation:
    """What people do with many uploads at once."""

    @mutation("uploads.cancel", "Stops imports that wait or run.")
    async def cancel_uploads(
        self, info: Info, selection: UploadSelection
    ) -> BulkOutcome:
        """Cancel."""
        context = info.context

        async def act(upload: Upload) -> None:
            async with context.writing() as session:
                await actions.cancel(session, context.actor, _job(upload))

        return await each_upload(info, selection, act)

    @mutation("uploads.create", "Runs imports again that did not succeed.")
    async def retry_uploads(
        self, info: Info, selection: UploadSelection
    ) -> BulkOutcome:
        """Retry."""
        context = info.context

        async def act(upload: Upload) -> None:
            async with context.writing() as session:
                done = await actions.retry(
                    session, context.actor, _job(upload), context.clock()
                )
            await _started(info, done)

        return await each_upload(info, selection, act)

    @mutation("uploads.create", "Puts files on the page they belong to.")
    async def move_uploads(self, info: Info, selection: UploadSelection) -> BulkOutcome:
        """Move."""
        context = info.context

        async def act(upload: Upload) -> None:
            async with context.writing() as session:
                done = await actions.move(
                    session, context.actor, upload.id, context.clock()
                )
            await _started(info, done)

        return await each_upload(info, selection, act)
