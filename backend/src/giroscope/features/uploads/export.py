"""The lists of uploads and of background work as files."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from giroscope.features.documents import Document
from giroscope.features.uploads import queries
from giroscope.features.uploads.graph import JobFilter, UploadFilter, UploadOrder
from giroscope.features.uploads.tables import Upload
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions
from giroscope.kernel.text import in_both


class _Line(NamedTuple):
    """An upload and the bytes that were given."""

    upload: Upload
    document: Document


def _own(name: str) -> Callable[[_Line], Cell]:
    return lambda line: getattr(line.upload, name)


def _count(name: str) -> Callable[[_Line], Cell]:
    def count(line: _Line) -> Cell:
        # Uploads of earlier releases counted less.
        counts = line.upload.counts
        return None if counts is None else counts.get(name, 0)

    return count


def _findings(severity: str) -> Callable[[_Line], Cell]:
    return lambda line: (line.upload.finding_counts or {}).get(severity, 0)


STATES = {
    "QUEUED": ("Waiting", "I kø"),
    "RUNNING": ("Importing", "Importerer"),
    "IMPORTED": ("Imported", "Importeret"),
    "KNOWN": ("Already known", "Allerede kendt"),
    "REFUSED": ("Refused", "Afvist"),
    "FAILED": ("Failed", "Mislykket"),
    "CANCELLED": ("Cancelled", "Annulleret"),
    "UNDONE": ("Undone", "Fortrudt"),
}
COLUMNS = (
    Column("name", "File", "Fil", _own("name")),
    Column("kind", "Kind", "Art", _own("kind")),
    Column("state", "State", "Tilstand", _own("state"), words=STATES),
    Column("created", "Uploaded (UTC)", "Uploadet (UTC)", _own("created")),
    Column("createdBy", "Uploaded by", "Uploadet af", _own("created_by_name")),
    Column("format", "Format", "Format", _own("format")),
    Column("version", "Version", "Version", _own("version")),
    Column("accounts", "Accounts", "Konti",
           lambda r: ", ".join(r.upload.accounts or ()) or None),
    Column("fromDate", "From", "Fra", _own("from_date")),
    Column("toDate", "To", "Til", _own("to_date")),
    Column("errors", "Errors", "Fejl", _findings("error")),
    Column("warnings", "Warnings", "Advarsler", _findings("warning")),
    Column("statements", "Statements", "Kontoudtog", _count("statements")),
    Column("new", "New entries", "Nye posteringer", _count("new")),
    Column("known", "Known entries", "Kendte posteringer", _count("known")),
    Column("confirmed", "Confirmed entries", "Bekræftede posteringer",
           _count("confirmed")),
    Column("replaced", "Replaced entries", "Erstattede posteringer",
           _count("replaced")),
    Column("possibleDuplicates", "Possible duplicates", "Mulige dubletter",
           _count("doubted")),
    Column("disputed", "Disputed statements", "Modstridende kontoudtog",
           _count("disputed")),
    Column("payments", "Payments", "Betalinger", _count("payments")),
    Column("correlationId", "Correlation id", "Korrelations-id",
           _own("correlation_id")),
    Column("size", "Bytes", "Byte", lambda r: r.document.size),
    Column("sha256", "SHA-256", "SHA-256", lambda r: r.document.sha256),
    Column("id", "Id", "Id", lambda r: str(r.upload.id)),
)  # fmt: skip


def uploads(asked: Asked) -> Reader:
    """Uploads that fit, in the order of the list."""
    query = (asked.filter or UploadFilter()).rows()
    return in_portions(query, UploadOrder.of(asked.order), _dressed)


async def _dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
    wanted = {row.document_id for row in rows}
    found = await session.execute(select(Document).where(Document.id.in_(wanted)))
    documents = {row.id: row for row in found.scalars()}
    return [_Line(row, documents[row.document_id]) for row in rows]


JOB_COLUMNS = (
    Column("verb", "Work", "Arbejde", lambda r: r.verb),
    Column("state", "State", "Tilstand", lambda r: r.state),
    Column("created", "Created (UTC)", "Oprettet (UTC)", lambda r: r.created),
    Column("started", "Started (UTC)", "Startet (UTC)", lambda r: r.started),
    Column("finished", "Finished (UTC)", "Afsluttet (UTC)", lambda r: r.finished),
    Column("attempts", "Attempts", "Forsøg", lambda r: r.attempts),
    Column(
        "message",
        "Message",
        "Meddelelse",
        lambda r: r.message and in_both(r.message),
        is_told=True,
    ),
    Column("uploadId", "Upload", "Upload", lambda r: str(r.subject)),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)


def jobs(asked: Asked) -> Reader:
    """Background work that fits, newest first."""
    return in_portions((asked.filter or JobFilter()).rows(), queries.JOB_ORDER)


UPLOADS = Export(("Uploads", "Uploads"), COLUMNS, uploads)
JOBS = Export(("Jobs", "Job"), JOB_COLUMNS, jobs)
