"""Takes an import back, while nothing depends on it."""

from datetime import datetime

from sqlalchemy import Connection, func, select, update

from giroscope.features import statements
from giroscope.features.audit import AuditOutcome, Subject, record_now
from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.journals.errors import Dependent, UndoBlocked
from giroscope.features.journals.evidence import journals_proven_by
from giroscope.features.journals.rules import forget_ruled
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.messages import tell
from giroscope.features.payments import (
    Payment,
    approvals,
    follow_anew,
    match_bookings,
    remove_payments,
    remove_statuses,
    untie_vanished,
)
from giroscope.features.payments.corrections import links
from giroscope.features.payments.payees.keep import keep_payees
from giroscope.features.statements import Statement, Transaction
from giroscope.features.statements.effects import forget_lost, ruled_of
from giroscope.features.uploads import Upload, UploadState, ensure_undoable
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.jobs import JobRun
from localization import Message

_VERB = "uploads.take_back"
_MOST_BLOCKS = 20
"""Written down of what stands in the way."""


def run_undo(run: JobRun) -> None:
    """The `undo` job.

    Raises:
        Conflict: Something depends on the import; the sentence says what.
    """
    now = system_clock()
    database, realm = run.database, run.realm
    with database.alone(realm), database.job_connection(realm) as connection:
        upload = connection.execute(
            select(Upload).where(Upload.id == run.subject)
        ).one()
        if upload.state == UploadState.UNDONE:
            return
        ensure_undoable(upload.state)
        blocks = undo_blocked_by(connection, upload.document_id)
        subject = Subject("upload", str(upload.id), upload.name)
        actor = system_actor(realm)
        if blocks:
            record_now(
                connection, actor, _VERB, subject,
                now={"blockedBy": blocks[:_MOST_BLOCKS]}, outcome=AuditOutcome.REFUSED,
            )  # fmt: skip
            connection.commit()
            raise UndoBlocked(blocks)
        connection.commit()
        run.report("undo")
        take_back(connection, upload.document_id, now)
        _mark_undone(connection, upload.document_id)
        tell(
            connection,
            "INFO",
            Message("import.undone", name=upload.name),
            reference=f"upload:{upload.id}",
        )
        record_now(
            connection, actor, _VERB, subject,
            was={"state": upload.state}, now={"state": UploadState.UNDONE},
        )  # fmt: skip
        connection.commit()
    keep_payees(database, realm)


def _mark_undone(connection: Connection, document_id: int) -> None:
    """Every upload of the document is undone; none points at a journal that went."""
    connection.execute(
        update(Upload)
        .where(
            Upload.document_id == document_id,
            Upload.state == UploadState.IMPORTED.value,
        )
        .values(state=UploadState.UNDONE.value, counts=None)
    )
    connection.execute(
        update(Upload)
        .where(
            Upload.correlation_id.not_in(select(Journal.correlation_id)),
        )
        .values(correlation_id=None)
    )
    connection.execute(
        update(Upload)
        .where(Upload.document_id == document_id)
        .values(correlation_id=None)
    )


def undo_blocked_by(connection: Connection, document_id: int) -> list[Dependent]:
    """What depends on the document's import; empty when nothing does."""
    blocks = []
    if approvals.is_released(connection, document_id):
        signed = "its payments were signed for sending"
        blocks.append(Dependent("signed", "", signed))
    journals = connection.execute(
        select(Payment.correlation_id)
        .where(Payment.document_id == document_id)
        .distinct()
    ).scalars()
    others = connection.execute(
        select(Document.name)
        .join(JournalDocument, JournalDocument.document_id == Document.id)
        .where(
            JournalDocument.correlation_id.in_(list(journals)),
            Document.id != document_id,
        )
    ).scalars()
    return blocks + [
        Dependent("answers", name, f"{name} answers its payments") for name in others
    ]


def take_back(connection: Connection, document_id: int, now: datetime) -> None:
    """Remove everything the document brought. Its bytes stay."""
    # A statement that goes takes the proof of the next one with it.
    changed = journals_proven_by(connection, document_id)
    forget_ruled(connection, document_id)
    ruled = ruled_of(connection, document_id)
    removed = statements.remove(connection, document_id)
    forget_lost(connection, ruled)
    changed |= untie_vanished(connection)
    remove_payments(connection, document_id)
    approvals.forget(connection, document_id)
    remove_statuses(connection, document_id)
    journals = set(
        connection.execute(
            select(JournalDocument.correlation_id).where(
                JournalDocument.document_id == document_id
            )
        ).scalars()
    )
    tie.detach(connection, document_id, now)
    for correlation_id in sorted(journals):
        changed |= follow_anew(connection, correlation_id)
    for heir in removed.heirs:
        _hold_alone(connection, heir, now)
    for shown_anew in removed.documents:
        changed |= match_bookings(connection, shown_anew)
    changed |= links.end_gone(connection, now, document_id)
    tie.refresh(connection, tie.existing(connection, changed | journals), now)


def _hold_alone(connection: Connection, document_id: int, now: datetime) -> None:
    """A file that said the same as the one that went counts in its place."""
    document = connection.execute(
        select(Document).where(Document.id == document_id)
    ).one()
    correlation_id = tie.of_document(document.sha256)
    tie.attach(
        connection, correlation_id, document_id, "STATEMENT", now,
        source=document.source,
    )  # fmt: skip
    connection.execute(
        update(Statement)
        .where(Statement.document_id == document_id)
        .values(correlation_id=correlation_id)
    )
    _count_anew(connection, document_id)
    connection.execute(
        update(Upload)
        .where(
            Upload.document_id == document_id,
            Upload.state == UploadState.KNOWN.value,
        )
        .values(state=UploadState.IMPORTED.value, correlation_id=correlation_id)
    )
    own = select(Statement.id).where(Statement.document_id == document_id)
    same = select(Statement.document_id).where(Statement.related_id.in_(own))
    connection.execute(
        update(Upload)
        .where(Upload.document_id.in_(same), Upload.state == UploadState.KNOWN.value)
        .values(correlation_id=correlation_id)
    )
    tie.refresh(connection, [correlation_id], now)


def _count_anew(connection: Connection, document_id: int) -> None:
    """What was known when its file came is new, now that the ledger shows its word."""
    shown = connection.execute(
        select(func.count()).where(
            Transaction.document_id == document_id, Transaction.parent_id.is_(None)
        )
    ).scalar_one()
    known = select(Upload.id, Upload.counts).where(
        Upload.document_id == document_id,
        Upload.state == UploadState.KNOWN.value,
        Upload.counts.is_not(None),
    )
    for upload_id, counts in connection.execute(known).all():
        if counts is None:
            continue
        counted = counts | {"new": shown, "known": max(counts["read"] - shown, 0)}
        connection.execute(
            update(Upload).where(Upload.id == upload_id).values(counts=counted)
        )
