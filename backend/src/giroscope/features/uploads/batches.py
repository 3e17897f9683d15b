"""One message for the files that were uploaded together.

An upload carries the name of its batch, and the batch knows how many files it has. Who
ends the last import writes the message, in the transaction that ends it: the row of the
batch is locked first, so that of two that end at one moment the second sees the first,
and is marked with the message, so that there is one however often it is tried.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.features.messages import tell
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.uploads.policy import UNFINISHED, UploadState
from giroscope.features.uploads.tables import Upload, UploadBatch
from localization import Message, Value

MOST_FILES = 10_000
SYSTEM = "system"
"""Who uploads what the product fetched itself; its name is that of the bank."""
_QUIET = timedelta(minutes=15)
"""So long after its last file a batch waits for others that were announced."""
_LOOK_BACK = timedelta(days=30)
_RESULTS = ("IMPORTED", "KNOWN", "REFUSED", "FAILED", "CANCELLED", "UNDONE")
_FIGURES = (
    "new", "known", "confirmed", "replaced", "doubted", "disputed", "payments",
    "statuses",
)  # fmt: skip
_TO_LOOK_AT = frozenset(
    {UploadState.REFUSED, UploadState.FAILED, UploadState.CANCELLED}
)


def open_batch(
    connection: Connection, batch_id: str, size: int | None, by: str, now: datetime
) -> bool:
    """Have the batch be there, and of this size if it is known; whether it is theirs.

    A later size counts: a person may have taken files off the list meanwhile.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    upsert: Any = sqlite.insert if is_sqlite else postgresql.insert
    connection.execute(
        upsert(UploadBatch)
        .values(id=batch_id, size=size, created=now, created_by=by)
        .on_conflict_do_nothing()
    )
    changed = update(UploadBatch).where(
        UploadBatch.id == batch_id, UploadBatch.created_by == by
    )
    values = {"created_by": by} if size is None else {"size": size}
    found = connection.execute(changed.values(**values).returning(UploadBatch.id))
    return found.one_or_none() is not None


def join_batch(connection: Connection, upload_id: int, batch_id: str) -> None:
    """An upload that was alone belongs to a batch, unless its import began."""
    states = (UploadState.QUEUED.value, UploadState.KNOWN.value)
    connection.execute(
        update(Upload)
        .where(
            Upload.id == upload_id, Upload.batch_id.is_(None), Upload.state.in_(states)
        )
        .values(batch_id=batch_id)
    )


def close_batch(connection: Connection, batch_id: str) -> None:
    """No more files come: the batch has as many as are here."""
    members = select(Upload.id).where(Upload.batch_id == batch_id)
    size = len(connection.execute(members).all())
    connection.execute(
        update(UploadBatch).where(UploadBatch.id == batch_id).values(size=size)
    )


def is_told_with_others(connection: Connection, upload_id: int) -> bool:
    """Whether the message of a batch, still to come, tells of this upload."""
    batch_id = _batch_of(connection, upload_id)
    return batch_id is not None and _lock(connection, batch_id) is not None


def tell_of_batch_with(connection: Connection, upload_id: int, now: datetime) -> None:
    """Tell of the batch of an upload whose import has just ended."""
    batch_id = _batch_of(connection, upload_id)
    if batch_id is not None:
        tell_of_batch(connection, batch_id, now)


def tell_of_batch(connection: Connection, batch_id: str, now: datetime) -> None:
    """Tell what became of the files of a batch, once, when all of them are over."""
    batch = _lock(connection, batch_id)
    if batch is None:
        return
    files = connection.execute(
        select(
            Upload.state, Upload.counts, Upload.finding_counts, Upload.created,
            Upload.created_by, Upload.created_by_name,
        ).where(Upload.batch_id == batch_id)
    ).all()  # fmt: skip
    if not _is_over(batch, files, now):
        return
    missing = max((batch.size or 0) - len(files), 0)
    number = len(files) + missing
    values: dict[str, Value] = {"files": number, "summary": _summary(files, missing)}
    code = "import.batch"
    if files[0].created_by == SYSTEM:
        code, values["bank"] = "import.batch_fetched", files[0].created_by_name
    message_id = tell(
        connection,
        _level(files, missing),
        Message(code, **values),
        reference=f"batch:{batch_id}",
        batch_id=batch_id,
    )
    connection.execute(
        update(UploadBatch)
        .where(UploadBatch.id == batch_id)
        .values(message_id=message_id)
    )


def forget_empty_batch(connection: Connection, batch_id: str) -> None:
    """Remove a batch none of whose uploads is left, and what was told of it."""
    left = select(Upload.id).where(Upload.batch_id == batch_id).limit(1)
    if connection.execute(left).first() is not None:
        return
    told = SystemMessage.reference == f"batch:{batch_id}"
    connection.execute(delete(SystemMessage).where(told))
    connection.execute(delete(UploadBatch).where(UploadBatch.id == batch_id))


def due(realm: str, connection: Connection, now: datetime) -> None:
    """What the schedule asks once a minute: batches whose last file never came.

    Also those whose last file needed no import, or was cancelled before it began.
    """
    del realm
    waiting = select(UploadBatch.id).where(
        UploadBatch.message_id.is_(None), UploadBatch.created > now - _LOOK_BACK
    )
    for batch_id in (
        connection.execute(waiting.order_by(UploadBatch.id)).scalars().all()
    ):
        tell_of_batch(connection, batch_id, now)


def _batch_of(connection: Connection, upload_id: int) -> str | None:
    found = select(Upload.batch_id).where(Upload.id == upload_id)
    return connection.execute(found).scalar_one_or_none()


def _lock(connection: Connection, batch_id: str) -> Any:
    """The batch, nobody else's until the end of the transaction; None if told of."""
    return connection.execute(
        update(UploadBatch)
        .where(UploadBatch.id == batch_id, UploadBatch.message_id.is_(None))
        .values(created=UploadBatch.created)
        .returning(UploadBatch.size, UploadBatch.created)
    ).one_or_none()


def _is_over(batch: Any, files: Sequence[Any], now: datetime) -> bool:
    if any(UploadState(file.state) in UNFINISHED for file in files):
        return False
    if batch.size is not None and len(files) >= batch.size:
        return bool(files)
    latest = max((file.created for file in files), default=batch.created)
    return bool(files) and bool(latest < now - _QUIET)


def _level(files: Sequence[Any], missing: int) -> str:
    states = {UploadState(file.state) for file in files}
    is_doubtful = any(
        (file.counts or {}).get(name)
        for file in files
        for name in ("doubted", "disputed")
    )
    if missing or states & _TO_LOOK_AT or is_doubtful or _with_findings(files):
        return "WARNING"
    return "SUCCESS" if UploadState.IMPORTED in states else "INFO"


def _with_findings(files: Sequence[Any]) -> int:
    return sum(
        any((file.finding_counts or {}).get(name) for name in ("error", "warning"))
        for file in files
        if file.state == UploadState.IMPORTED
    )


def _summary(files: Sequence[Any], missing: int) -> Message:
    """How the files ended, and what came of them; zeros are left out."""
    results, figures = tuple(_results(files, missing)), tuple(_figures(files))
    if not figures:
        return Message("import.summary", results=results)
    return Message("import.summary_with_figures", results=results, figures=figures)


def _results(files: Sequence[Any], missing: int) -> Iterator[Message]:
    states = Counter(UploadState(file.state).name for file in files)
    for state in _RESULTS:
        if states[state]:
            yield Message(f"import.result_{state.lower()}", count=states[state])
    if missing:
        yield Message("import.result_not_received", count=missing)


def _figures(files: Sequence[Any]) -> Iterator[Message]:
    if with_findings := _with_findings(files):
        yield Message("import.figure_with_findings", count=with_findings)
    for name in _FIGURES:
        number = sum((file.counts or {}).get(name, 0) for file in files)
        if number:
            yield Message(f"import.figure_{name}", count=number)
