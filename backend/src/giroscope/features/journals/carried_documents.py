"""Which documents an exchange with the outside carried, known by their bytes.

The log keeps the digest of what went over the wire; a file lies in it as it is, or in
an envelope that is kept as a document of its own.
"""

from sqlalchemy import Connection, select, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.banks import BankFile
from giroscope.features.documents import Document
from giroscope.features.logs import LogEntry, correlate
from giroscope.features.payments.sending.tables import SendAttempt, Sending


def tie_log(connection: Connection, document_id: int, correlation_id: str) -> None:
    """Tie what brought a document to its journal, which is known only now."""
    envelope = aliased(Document)
    own = select(Document.sha256).where(Document.id == document_id)
    wrapped = (
        select(envelope.sha256)
        .join(BankFile, BankFile.raw_document_id == envelope.id)
        .where(BankFile.document_id == document_id)
    )
    digests = connection.execute(union(own, wrapped)).scalars().all()
    correlate(connection, digests, correlation_id)


async def documents_in(session: AsyncSession, entry: LogEntry) -> list[int]:
    """The documents that went over the wire in this half of an exchange."""
    if entry.sha256 is None:
        return []
    envelope = aliased(Document)
    own = select(Document.id).where(Document.sha256 == entry.sha256)
    came = (
        select(BankFile.document_id)
        .join(envelope, envelope.id == BankFile.raw_document_id)
        .where(envelope.sha256 == entry.sha256)
    )
    left = (
        select(Document.id)
        .join(Sending, Sending.sha256 == Document.sha256)
        .join(SendAttempt, SendAttempt.sending_id == Sending.id)
        .where(SendAttempt.request_sha256 == entry.sha256)
    )
    for found in (came, left, own):
        ids = (await session.execute(found.order_by(None))).scalars().all()
        if ids:
            return sorted(set(ids))
    return []
