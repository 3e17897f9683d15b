"""Puts a document that the product fetched itself up for import, in a job.

The same road as a file given by hand, so that it is read, tied, told and undone in the
same way.
"""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from giroscope.features.uploads.batches import SYSTEM
from giroscope.features.uploads.policy import Kind, UploadState
from giroscope.features.uploads.tables import Upload
from giroscope.kernel.jobs import new_job
from giroscope.kernel.tables import Job

_GOOD = (UploadState.IMPORTED, UploadState.QUEUED, UploadState.RUNNING)


class Fetched(NamedTuple):
    """A document, what it is called, and whom it came from."""

    document_id: int
    name: str
    kind: Kind
    source: str
    by: str
    """The name of whom it came from."""
    key: str | None = None
    """The same key gives the same upload again."""
    batch_id: str | None = None
    """The files that came together with it."""


def enter(connection: Connection, fetched: Fetched, now: datetime) -> int:
    """The upload of the document; one that was imported before is told, not run."""
    if fetched.key is not None:
        known = connection.execute(
            select(Upload.id).where(Upload.idempotency_key == fetched.key)
        ).scalar()
        if known is not None:
            return int(known)
    earlier = connection.execute(
        select(Upload)
        .where(
            Upload.document_id == fetched.document_id,
            Upload.duplicate_of.is_(None),
            Upload.state.in_([state.value for state in _GOOD]),
        )
        .order_by(Upload.id)
        .limit(1)
    ).one_or_none()
    repeated = {
        name: getattr(earlier, name)
        for name in (
            "format", "version", "totals", "accounts", "from_date", "to_date",
            "correlation_id",
        )
        if earlier is not None
    }  # fmt: skip
    state = UploadState.QUEUED if earlier is None else UploadState.KNOWN
    upload_id = int(
        connection.execute(
            insert(Upload)
            .values(
                document_id=fetched.document_id, name=fetched.name,
                kind=fetched.kind.value, state=state.value, source=fetched.source,
                created=now, created_by=SYSTEM, created_by_name=fetched.by,
                idempotency_key=fetched.key, batch_id=fetched.batch_id,
                duplicate_of=earlier and earlier.id, **repeated,
            )
            .returning(Upload.id)
        ).scalar_one()
    )  # fmt: skip
    if earlier is None:
        job = connection.execute(
            insert(Job).values(**new_job("import", upload_id, now)).returning(Job.id)
        )
        connection.execute(
            update(Upload)
            .where(Upload.id == upload_id)
            .values(job_id=int(job.scalar_one()))
        )
    return upload_id
