"""Notes a document whose bytes are safe, once for each content, in a job."""

from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.features.documents.tables import Document
from giroscope.features.documents.vault import Stored


def note_document(
    connection: Connection, stored: Stored, name: str, source: str, now: datetime
) -> int:
    """The id of the document with these bytes; a new row where there is none."""
    is_sqlite = connection.dialect.name == "sqlite"
    upsert = sqlite.insert if is_sqlite else postgresql.insert
    connection.execute(
        upsert(Document)
        .values(
            sha256=stored.sha256, name=name, size=stored.size, kind="OTHER",
            source=source, received=now, received_by=None,
        )
        .on_conflict_do_nothing()
    )  # fmt: skip
    found = connection.execute(
        select(Document.id).where(Document.sha256 == stored.sha256)
    )
    return int(found.scalar_one())
