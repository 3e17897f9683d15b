"""Forgets documents of demo data that nothing needs any more."""

from sqlalchemy import Connection, delete, select
from sqlalchemy.exc import IntegrityError

from giroscope.features.demo.tables import SOURCE
from giroscope.features.documents import Document
from giroscope.features.uploads import Upload


def forget_document(connection: Connection, document_id: int) -> str | None:
    """The document, where nothing else has come to need it; tells its hash."""
    point = connection.begin_nested()
    gone = delete(Document).where(
        Document.id == document_id, Document.source == SOURCE,
        Document.id.not_in(select(Upload.document_id)),
    ).returning(Document.sha256)  # fmt: skip
    try:
        sha256 = connection.execute(gone).scalar_one_or_none()
        point.commit()
    except IntegrityError:
        point.rollback()
        return None
    return sha256
