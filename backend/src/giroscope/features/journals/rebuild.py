"""Derives the ledger anew from the stored documents.

Every statement file is read again, and each of its versions is loaded and settled as
if it came now. What people and other systems know bookings by stays: ids, names,
comments, labels and what was told to an ERP. One document after another is done in a
transaction of its own, so that it may be killed at any line and run again; run twice,
it changes nothing.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, update

import bankfiles
from bankfiles import BankFileError
from giroscope.features.documents import Document, Vault
from giroscope.features.journals import tie
from giroscope.features.journals.read_file import Reading
from giroscope.features.payments import (
    PaymentLoader,
    StatusLoader,
    match_bookings,
    untie_vanished,
)
from giroscope.features.payments.recalls import ResolutionLoader
from giroscope.features.statements import LoadedStatement, StatementLoader
from giroscope.features.statements.verify import Verified, verify
from giroscope.features.uploads import Kind, Upload, UploadState
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun


def unobserved(done: int, total: int) -> None:
    """Progress that nobody looks at."""
    del done, total


REBUILD_JOB = "ledger.rebuild"
_IN = (UploadState.IMPORTED.value, UploadState.KNOWN.value)


class Rebuilt(NamedTuple):
    """What a rebuild came to."""

    documents: int
    unreadable: list[str]
    """Names of documents that the reader of today refuses; they stay as they were."""
    verified: Verified


def rebuilder(vault: Vault, clock: Clock = system_clock) -> Callable[[JobRun], None]:
    """The job that rebuilds a realm's ledger."""

    def run(run: JobRun) -> None:
        rebuild(run.database, run.realm, vault, clock(), partial(run.report, "rebuild"))

    return run


def rebuild(
    database: Database,
    realm: str,
    vault: Vault,
    now: datetime,
    progress: Callable[[int, int], None],
) -> Rebuilt:
    """Derive statements, entries and ties of a realm anew from its documents."""
    unreadable: list[str] = []
    with database.alone(realm), database.job_connection(realm) as connection:
        documents = _documents(connection)
        connection.commit()
        for number, document in enumerate(documents):
            progress(number, len(documents))
            if not _load(connection, vault, realm, document, now):
                unreadable.append(document.name)
        verified = verify(connection)
        connection.commit()
    return Rebuilt(len(documents), unreadable, verified)


def _documents(connection: Connection) -> list[Any]:
    """Statement files that are in, in the order in which they came."""
    rows = connection.execute(
        select(Document, Upload.state.label("upload_state"))
        .join(Upload, Upload.document_id == Document.id)
        .where(Upload.kind == Kind.STATEMENT.value, Upload.state.in_(_IN))
        .order_by(Document.id, Upload.id)
    ).all()
    return list({row.id: row for row in rows}.values())


def _load(
    connection: Connection, vault: Vault, realm: str, document: Any, now: datetime
) -> bool:
    """Load the statements of a document again; whether it could be read."""
    own_id = tie.of_document(document.sha256)
    reading = Reading(
        Kind.STATEMENT,
        StatementLoader(
            connection, document.id, "", own_id, now, bankfiles.READER_VERSION,
            is_rebuilding=True,
        ),
        PaymentLoader(connection, document.id),
        StatusLoader(connection, document.id),
        ResolutionLoader(connection, document.id),
    )  # fmt: skip
    try:
        with vault.open(realm, document.sha256) as stream:
            for value in bankfiles.read_plainly(stream):
                reading.take(value)
        reading.statements.finish()
    except (BankFileError, ValueError):
        connection.rollback()
        return False
    if reading.is_unfit:
        connection.rollback()
        return False
    loaded = reading.statements.move(unobserved)
    _tie(connection, document, loaded, own_id, now)
    connection.commit()
    return True


def _tie(
    connection: Connection,
    document: Any,
    loaded: list[LoadedStatement],
    own_id: str,
    now: datetime,
) -> None:
    changed = untie_vanished(connection)
    shown = {one for statement in loaded for one in statement.documents}
    for document_id in (document.id, *sorted(shown)):
        changed |= match_bookings(connection, document_id)
    is_known = all(statement.is_known for statement in loaded)
    if not is_known and not tie.is_tied(connection, document.id):
        # It was taken for known, and brings statements of its own.
        tie.attach(
            connection, own_id, document.id, "STATEMENT", now, source=document.source
        )
        connection.execute(
            update(Upload)
            .where(
                Upload.document_id == document.id,
                Upload.state == UploadState.KNOWN.value,
            )
            .values(state=UploadState.IMPORTED.value, correlation_id=own_id)
        )
        changed.add(own_id)
    tie.refresh(connection, tie.existing(connection, changed), now)
