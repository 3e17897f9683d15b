"""What people do with uploads: hand in, cancel, retry, move, undo.

Each action writes the upload and its job in one transaction and returns the
job to be started once that transaction is committed.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import case, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.documents import Document, Stored
from giroscope.features.uploads import policy
from giroscope.features.uploads.errors import NotAnImport
from giroscope.features.uploads.policy import Kind, UploadState
from giroscope.features.uploads.tables import Upload, UploadRestart
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.jobs import cancelled_state, new_job
from giroscope.kernel.tables import Job, JobState


class HandedIn(NamedTuple):
    """An upload, and the job that will import it."""

    upload_id: int
    job_id: int | None
    name: str
    duplicate_of: int | None
    attempt: int = 1


class Given(NamedTuple):
    """A file as it was given: what, where, how and when."""

    name: str
    kind: Kind
    source: str
    stored: Stored
    now: datetime
    idempotency_key: str | None = None
    preview: str | None = None
    """Fingerprint of the changes that were shown before."""
    batch_id: str | None = None
    """The files it was uploaded together with."""


async def hand_in(session: WriteSession, actor: Actor, given: Given) -> HandedIn:
    """Record a file whose bytes are safe, and ask for its import.

    The same key gives the first answer again. The same bytes, imported or
    being imported already, are told with the earlier upload and not run twice.
    """
    actor.ensure("uploads.create")
    if given.idempotency_key is not None:
        earlier = await _by_key(session, given.idempotency_key)
        if earlier is not None:
            return earlier
    document_id = await _document(session, actor, given)
    duplicate_of = await _same_bytes(session, document_id)
    state = UploadState.QUEUED if duplicate_of is None else UploadState.KNOWN
    row = await session.execute(
        insert(Upload)
        .values(
            document_id=document_id, name=given.name, kind=given.kind.value,
            state=state.value, source=given.source, created=given.now,
            created_by=actor.id, created_by_name=actor.name,
            idempotency_key=given.idempotency_key, duplicate_of=duplicate_of,
            preview=given.preview, batch_id=given.batch_id,
        )
        .returning(Upload.id)
    )  # fmt: skip
    upload_id = int(row.scalar_one())
    job_id = None
    if duplicate_of is not None:
        await _copy_result(session, duplicate_of, upload_id)
    else:
        job_id = await _add_job(session, "import", upload_id, given.now)
    await record(
        session, actor, "uploads.hand_in", _subject(upload_id, given.name),
        now={
            "kind": given.kind, "state": state, "document": document_id,
            "sha256": given.stored.sha256, "size": given.stored.size,
            "duplicateOf": duplicate_of,
            # What is made up is never charged.
            **({"demo": True} if given.source == "DEMO" else {}),
        },
        at=given.now,
    )  # fmt: skip
    return HandedIn(upload_id, job_id, given.name, duplicate_of)


async def cancel(session: WriteSession, actor: Actor, job_id: int) -> None:
    """Stop an import that waits or runs; what it staged is thrown away."""
    actor.ensure("uploads.cancel")
    job = await session.get(Job, job_id, with_for_update=True)
    if job is None:
        raise NotFound
    if job.verb != "import":
        raise NotAnImport
    was, state = job.state, cancelled_state(job.state)
    job.state = state.value
    if state is JobState.CANCELLED:
        # One that was to be imported again is still what it was.
        was_in = Upload.correlation_id.is_not(None)
        kept = case(
            (was_in, UploadState.IMPORTED.value), else_=UploadState.CANCELLED.value
        )
        await session.execute(
            update(Upload).where(Upload.job_id == job_id).values(state=kept)
        )
    upload = await session.get_one(Upload, job.subject)
    await record(
        session, actor, "uploads.cancel", _subject(upload.id, upload.name),
        was={"job": job_id, "state": was}, now={"job": job_id, "state": state},
    )  # fmt: skip


async def retry(
    session: WriteSession, actor: Actor, job_id: int, now: datetime
) -> HandedIn:
    """Run a failed, refused, cancelled or undone import again."""
    actor.ensure("uploads.create")
    upload = (
        await session.execute(select(Upload).where(Upload.job_id == job_id))
    ).scalar_one_or_none()
    if upload is None:
        raise NotFound
    policy.ensure_retryable(upload.state)
    again = await _again(session, actor, upload, now)
    return await _recorded(session, actor, "uploads.retry", again)


async def move(
    session: WriteSession, actor: Actor, upload_id: int, now: datetime
) -> HandedIn:
    """Put a file on the page it belongs to, and import it there."""
    actor.ensure("uploads.create")
    upload = await _upload(session, upload_id)
    policy.ensure_movable(upload.wrong_kind)
    was = upload.kind
    upload.kind, upload.wrong_kind = upload.wrong_kind or upload.kind, None
    again = await _again(session, actor, upload, now, kind=was)
    return await _recorded(session, actor, "uploads.move", again)


async def undo(
    session: WriteSession, actor: Actor, upload_id: int, now: datetime
) -> HandedIn:
    """Ask for an import to be taken back; the job checks what depends on it."""
    actor.ensure("uploads.undo")
    upload = await _upload(session, upload_id)
    policy.ensure_undoable(upload.state)
    job_id = await _add_job(session, "undo", upload.id, now)
    await record(
        session, actor, "uploads.undo", _subject(upload.id, upload.name),
        was={"state": upload.state}, now={"job": job_id}, at=now,
    )  # fmt: skip
    return HandedIn(upload.id, job_id, upload.name, None)


async def reimport(
    session: WriteSession, actor: Actor, document_ids: list[int], now: datetime
) -> list[HandedIn]:
    """Run the import of stored documents again, from their bytes."""
    actor.ensure("journals.reimport")
    latest = (
        select(Upload)
        .where(Upload.document_id.in_(document_ids), Upload.duplicate_of.is_(None))
        .order_by(Upload.id.desc())
    )
    chosen: dict[int, Upload] = {}
    for upload in (await session.execute(latest)).scalars():
        chosen.setdefault(upload.document_id, upload)
    if not chosen:
        raise NotFound
    asked = [
        await _again(session, actor, upload, now)
        for upload in chosen.values()
        if UploadState(upload.state) not in policy.UNFINISHED
    ]
    # Only now: whoever records holds up the others, and must want no more rows.
    verb = "journals.reimport"
    return [await _recorded(session, actor, verb, again) for again in asked]


async def imported_since(
    session: AsyncSession, document_ids: Collection[int], since: datetime
) -> set[int]:
    """The documents whose import was asked for since a moment."""
    found = await session.execute(
        select(Upload.document_id)
        .join(Job, Job.id == Upload.job_id)
        .where(Upload.document_id.in_(document_ids), Job.created >= since)
    )
    return set(found.scalars())


class _Again(NamedTuple):
    """An import that is asked for once more, and what of its upload was before."""

    upload: Upload
    job_id: int
    was: dict[str, str]


async def _again(
    session: WriteSession, actor: Actor, upload: Upload, now: datetime, **was: str
) -> _Again:
    """Ask for the import once more; `was` is what else the verb changed.

    Whoever brings back what was not in the books hands it in as much as its uploader.
    """
    was["state"] = upload.state
    if upload.state in policy.RETRYABLE and upload.created_by != actor.id:
        session.add(
            UploadRestart(
                upload_id=upload.id, person_id=actor.id, person_name=actor.name, at=now
            )
        )
    upload.state = UploadState.QUEUED.value
    return _Again(upload, await _add_job(session, "import", upload.id, now), was)


async def _recorded(
    session: WriteSession, actor: Actor, verb: str, again: _Again
) -> HandedIn:
    upload, job_id, was = again
    present = {name: getattr(upload, name) for name in was}
    await record(
        session, actor, verb, _subject(upload.id, upload.name),
        was=was, now={**present, "job": job_id},
    )  # fmt: skip
    return HandedIn(upload.id, job_id, upload.name, None)


def _subject(upload_id: int, name: str) -> Subject:
    return Subject("upload", str(upload_id), name)


async def _add_job(
    session: WriteSession, verb: str, upload_id: int, now: datetime
) -> int:
    row = await session.execute(
        insert(Job).values(**new_job(verb, upload_id, now)).returning(Job.id)
    )
    job_id = int(row.scalar_one())
    await session.flush()
    await session.execute(
        update(Upload).where(Upload.id == upload_id).values(job_id=job_id)
    )
    return job_id


async def _upload(session: AsyncSession, upload_id: int) -> Upload:
    upload = await session.get(Upload, upload_id)
    if upload is None:
        raise NotFound
    return upload


async def _by_key(session: AsyncSession, key: str) -> HandedIn | None:
    found = await session.execute(select(Upload).where(Upload.idempotency_key == key))
    upload = found.scalar_one_or_none()
    if upload is None:
        return None
    return HandedIn(upload.id, upload.job_id, upload.name, upload.duplicate_of)


async def _document(session: WriteSession, actor: Actor, given: Given) -> int:
    found = await session.execute(
        select(Document.id).where(Document.sha256 == given.stored.sha256)
    )
    known = found.scalar_one_or_none()
    if known is not None:
        return int(known)
    row = await session.execute(
        insert(Document)
        .values(
            sha256=given.stored.sha256, name=given.name, size=given.stored.size,
            kind="OTHER", source=given.source, received=given.now,
            received_by=actor.name,
        )
        .returning(Document.id)
    )  # fmt: skip
    return int(row.scalar_one())


async def _same_bytes(session: AsyncSession, document_id: int) -> int | None:
    """The upload that imported these bytes, or is about to."""
    states = (UploadState.IMPORTED, UploadState.QUEUED, UploadState.RUNNING)
    found = await session.execute(
        select(Upload.id)
        .where(
            Upload.document_id == document_id,
            Upload.duplicate_of.is_(None),
            Upload.state.in_([state.value for state in states]),
        )
        .order_by(Upload.id)
        .limit(1)
    )
    return found.scalar_one_or_none()


async def _copy_result(session: WriteSession, from_id: int, to_id: int) -> None:
    """A repeat shows the figures of the upload it repeats."""
    first = await _upload(session, from_id)
    await session.execute(
        update(Upload)
        .where(Upload.id == to_id)
        .values(
            format=first.format, version=first.version, totals=first.totals,
            accounts=first.accounts, from_date=first.from_date,
            to_date=first.to_date, correlation_id=first.correlation_id,
        )
    )  # fmt: skip
