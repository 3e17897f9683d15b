"""Imports what banks have sent: each file of the inbox as an upload of the bank's.

The same road as a file given by hand, so that it is read, tied, told and undone in
the same way. A file is marked in the transaction that asks for its import.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import BankConnection, BankFile
from giroscope.features.documents import Document
from giroscope.features.uploads import Kind, Upload, UploadState
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.jobs import JobRun, new_job
from giroscope.kernel.tables import Job

_SOURCE = "BANK"
_GOOD = (UploadState.IMPORTED, UploadState.QUEUED, UploadState.RUNNING)


def collector(clock: Clock = system_clock) -> Any:
    """The `collect` job: all that one connection has brought and nobody imported."""

    def run_collect(run: JobRun) -> None:
        while _collect_next(run, clock()):
            pass

    return run_collect


def _collect_next(run: JobRun, now: datetime) -> bool:
    """Hand one file on; whether there was one."""
    with run.database.job_connection(run.realm) as connection:
        file = connection.execute(
            select(
                BankFile.id,
                BankFile.document_id,
                BankFile.name,
                BankFile.connection_id,
                BankConnection.name.label("bank"),
            )
            .join(BankConnection, BankConnection.id == BankFile.connection_id)
            .where(
                BankFile.connection_id == run.subject, BankFile.collected_at.is_(None)
            )
            .order_by(BankFile.id)
            .limit(1)
            .with_for_update(of=BankFile)
        ).one_or_none()
        if file is None:
            return False
        upload_id = _hand_in(connection, file, now)
        connection.execute(
            update(BankFile)
            .where(BankFile.id == file.id)
            .values(collected_at=now, upload_id=upload_id)
        )
        sha256 = connection.execute(
            select(Document.sha256).where(Document.id == file.document_id)
        ).scalar_one()
        record_now(
            connection, system_actor(run.realm), "uploads.hand_in",
            Subject("upload", str(upload_id), file.name),
            now={"source": _SOURCE, "bank": file.bank, "sha256": sha256}, at=now,
        )  # fmt: skip
        connection.commit()
    return True


def _hand_in(connection: Connection, file: Any, now: datetime) -> int:
    """The upload for the file; one that was imported by hand before is told, not run.

    Status reports are taken in on the statements' page too, so one kind does for all.
    """
    earlier = connection.execute(
        select(Upload)
        .where(
            Upload.document_id == file.document_id,
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
                document_id=file.document_id, name=file.name,
                kind=Kind.STATEMENT.value, state=state.value, source=_SOURCE,
                created=now, created_by="system", created_by_name=file.bank,
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
