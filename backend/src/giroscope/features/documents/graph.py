"""Documents in the graph; their bytes are fetched over HTTP."""

from datetime import datetime
from enum import Enum

import strawberry
from sqlalchemy import select

from giroscope.features.documents.tables import Document
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Connection,
    Info,
    list_query,
    listed,
    loader,
    number,
    query,
)
from giroscope.kernel.paging import Order, PageRequest

ORDER = Order("id", Document.id, Document.id)


@strawberry.enum
class DocumentKind(Enum):
    """What a document is in a journal."""

    PAYMENT = "PAYMENT"
    STATUS = "STATUS"
    RECALL = "RECALL"
    RESOLUTION = "RESOLUTION"
    STATEMENT = "STATEMENT"
    OTHER = "OTHER"


@strawberry.enum
class Source(Enum):
    """How something came here."""

    UPLOAD = "UPLOAD"
    ERP = "ERP"
    API = "API"
    BANK = "BANK"
    DEMO = "DEMO"
    SHELL = "SHELL"
    OWN = "OWN"
    """Written here, for a bank."""


@strawberry.type(name="Document")
class DocumentNode:
    """Bytes as they were received or sent."""

    id: strawberry.ID
    name: str
    kind: DocumentKind
    format: str | None
    version: str | None
    size: str
    sha256: str
    received: datetime
    received_by: str | None
    source: Source
    url: str

    @classmethod
    def of(cls, row: Document) -> "DocumentNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            name=row.name,
            kind=DocumentKind(row.kind),
            format=row.format,
            version=row.version,
            size=str(row.size),
            sha256=row.sha256,
            received=row.received,
            received_by=row.received_by,
            source=Source(row.source),
            url=f"/api/documents/{row.id}",
        )


async def _documents(session: ReadSession, ids: list[int]) -> dict[int, DocumentNode]:
    rows = await session.execute(select(Document).where(Document.id.in_(ids)))
    return {row.id: DocumentNode.of(row) for row in rows.scalars()}


async def document_node(info: Info, document_id: int) -> DocumentNode:
    """The document of a row, loaded together with its neighbours'."""
    node: DocumentNode = await loader(info, "document", _documents).load(document_id)
    return node


@strawberry.type
class DocumentQuery:
    """Questions about documents."""

    @list_query("documents.read")
    async def documents(
        self, info: Info, request: PageRequest
    ) -> Connection[DocumentNode]:
        """All documents, newest first."""
        return await listed(info, select(Document), ORDER, request, DocumentNode.of)

    @query("documents.read")
    async def document(self, info: Info, id: strawberry.ID) -> DocumentNode | None:
        """One document."""
        node: DocumentNode | None = await loader(info, "document", _documents).load(
            number(id)
        )
        return node
