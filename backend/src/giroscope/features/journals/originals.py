"""The files of chosen journals or uploads as they were received, in one ZIP."""

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, select
from starlette.datastructures import QueryParams

from giroscope.features.documents import Document, Vault
from giroscope.features.journals.tables import JournalDocument
from giroscope.features.uploads import Upload
from giroscope.kernel.access import Actor
from giroscope.kernel.archive import MEDIA_TYPE, Member, told_apart, zip_chunks
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.export import Taking
from giroscope.kernel.paging import row_id
from giroscope.kernel.web import Services

MOST = 1_000
"""Rows that can be named, and files that leave, at once."""
_KINDS = ("journals", "uploads", "documents")
_LONGEST = 64


class Originals:
    """Documents as something that can be taken out: `/api/export/originals`."""

    def __init__(self, services: Services, vault: Vault) -> None:
        self._services = services
        self._vault = vault

    def said(self, query: QueryParams) -> dict[str, Any]:
        """The ids an address names, with commas between."""
        return {kind: [one for one in query[kind].split(",") if one] for kind in query}

    async def taking(self, actor: Actor, said: Any) -> Taking:
        """The archive."""
        actor.ensure("documents.read")
        kind, ids = _named(said)
        if kind == "uploads":
            actor.ensure("uploads.read")
        documents = await self._documents(actor.realm, kind, ids)
        now = self._services.clock()
        return Taking(
            file_name=f"originals-{day_of(now)}.zip",
            media_type=MEDIA_TYPE,
            chunks=partial(self._chunks, actor.realm, documents),
            noted={kind: list(ids), "documents": [str(one.id) for one in documents]},
        )

    async def _documents(
        self, realm: str, kind: str, ids: Sequence[str]
    ) -> list[Document]:
        query = select(Document).where(_are_of(kind, ids)).order_by(Document.id)
        async with self._services.database.reading(realm) as session:
            found = list((await session.execute(query.limit(MOST + 1))).scalars())
        if not found:
            raise NotFound("There are no documents of these")
        if len(found) > MOST:
            raise InvalidInput(f"At most {MOST} documents leave at once", path=kind)
        return found

    def _chunks(
        self, realm: str, documents: Sequence[Document]
    ) -> AsyncIterator[bytes]:
        names = told_apart(document.name for document in documents)
        return zip_chunks(
            Member(name, one.received, partial(self._vault.chunks, realm, one.sha256))
            for name, one in zip(names, documents, strict=True)
        )


def _named(said: Any) -> tuple[str, list[str]]:
    """Of what kind the ids are, and the ids.

    Raises:
        InvalidInput: They are none, too many, or of several kinds.
    """
    if not isinstance(said, dict) or len(said) != 1 or not said.keys() <= {*_KINDS}:
        raise InvalidInput(f"Name one of {', '.join(_KINDS)}", path="originals")
    ((kind, ids),) = said.items()
    is_list = isinstance(ids, list) and all(isinstance(one, str) for one in ids)
    if not is_list or not 1 <= len(ids) <= MOST:
        raise InvalidInput(f"Name 1 to {MOST} {kind}", path=kind)
    if any("\0" in one or len(one) > _LONGEST for one in ids):
        raise InvalidInput(f"One of these {kind} is no id", path=kind)
    return kind, ids


def _are_of(kind: str, ids: Sequence[str]) -> ColumnElement[bool]:
    """Whether a document belongs to one of these."""
    if kind == "journals":
        held = select(JournalDocument.document_id)
        return Document.id.in_(held.where(JournalDocument.correlation_id.in_(ids)))
    numbers = [number for one in ids if (number := row_id(one)) is not None]
    if kind == "uploads":
        given = select(Upload.document_id).where(Upload.id.in_(numbers))
        return Document.id.in_(given)
    return Document.id.in_(numbers)
