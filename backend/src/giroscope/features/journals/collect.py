"""Imports what banks have sent: each file of the inbox as an upload of the bank's.

The same road as a file given by hand, so that it is read, tied, told and undone in
the same way. A file is marked in the transaction that asks for its import.
"""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, select, update

from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import BankConnection, BankFile
from giroscope.features.banks.sources import source_of
from giroscope.features.documents import Document
from giroscope.features.uploads import Fetched, Kind, enter
from giroscope.features.uploads.batches import (
    SYSTEM,
    close_batch,
    open_batch,
    tell_of_batch,
)
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.jobs import JobRun


def collector(clock: Clock = system_clock) -> Any:
    """The `collect` job: all that one connection has brought and nobody imported."""

    def run_collect(run: JobRun) -> None:
        batch_id = _open(run, clock())
        while _collect_next(run, clock(), batch_id):
            pass
        if batch_id is not None:
            _close(run, clock(), batch_id)

    return run_collect


def _waits(run: JobRun) -> tuple[ColumnElement[bool], ...]:
    """What a file is that the connection has brought and nobody imported."""
    return BankFile.connection_id == run.subject, BankFile.collected_at.is_(None)


def _open(run: JobRun, now: datetime) -> str | None:
    """A batch for several files that wait: one message tells of all."""
    with run.database.job_connection(run.realm) as connection:
        waiting = connection.execute(
            select(func.count()).where(*_waits(run))
        ).scalar_one()
        if waiting < 2:
            return None
        batch_id = str(uuid.uuid4())
        open_batch(connection, batch_id, None, SYSTEM, now)
        connection.commit()
    return batch_id


def _close(run: JobRun, now: datetime, batch_id: str) -> None:
    """All are handed on; some may be imported by now."""
    with run.database.job_connection(run.realm) as connection:
        close_batch(connection, batch_id)
        tell_of_batch(connection, batch_id, now)
        connection.commit()


def _collect_next(run: JobRun, now: datetime, batch_id: str | None) -> bool:
    """Hand one file on; whether there was one."""
    with run.database.job_connection(run.realm) as connection:
        file = connection.execute(
            select(
                BankFile.id,
                BankFile.document_id,
                BankFile.name,
                BankFile.connection_id,
                BankConnection.name.label("bank"),
                BankConnection.is_demo,
            )
            .join(BankConnection, BankConnection.id == BankFile.connection_id)
            .where(*_waits(run))
            .order_by(BankFile.id)
            .limit(1)
            .with_for_update(of=BankFile)
        ).one_or_none()
        if file is None:
            return False
        source = source_of(is_demo=file.is_demo)
        # Status reports are taken in on the statements' page too.
        fetched = Fetched(
            file.document_id, file.name, Kind.STATEMENT, source, file.bank,
            batch_id=batch_id,
        )  # fmt: skip
        upload_id = enter(connection, fetched, now)
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
            now={
                "source": source, "bank": file.bank, "sha256": sha256,
                **({"demo": True} if file.is_demo else {}),
            },
            at=now,
        )  # fmt: skip
        connection.commit()
    return True
