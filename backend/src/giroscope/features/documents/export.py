"""The list of documents as a file; their bytes are fetched one by one, or as a ZIP."""

from sqlalchemy import select

from giroscope.features.documents.graph import ORDER
from giroscope.features.documents.tables import Document
from giroscope.kernel.export import Asked, Column, Export, Reader, in_portions

COLUMNS = (
    Column("name", "Name", "Navn", lambda r: r.name),
    Column("kind", "Kind", "Art", lambda r: r.kind),
    Column("format", "Format", "Format", lambda r: r.format),
    Column("version", "Version", "Version", lambda r: r.version),
    Column("size", "Bytes", "Byte", lambda r: r.size),
    Column("sha256", "SHA-256", "SHA-256", lambda r: r.sha256),
    Column("received", "Received (UTC)", "Modtaget (UTC)", lambda r: r.received),
    Column("receivedBy", "Received by", "Modtaget af", lambda r: r.received_by),
    Column("source", "Source", "Kilde", lambda r: r.source),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)


def reader(asked: Asked) -> Reader:
    """All documents, newest first."""
    del asked
    return in_portions(select(Document), ORDER)


EXPORT = Export(("Documents", "Dokumenter"), COLUMNS, reader)
