"""Gives documents back: the bytes as received, or as readable text."""

import base64
import codecs
import itertools
from collections.abc import Iterator
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from giroscope.features.audit import Subject, record
from giroscope.features.documents.tables import Document
from giroscope.features.documents.vault import Vault
from giroscope.kernel.errors import NotFound
from giroscope.kernel.paging import row_id
from giroscope.kernel.web import Services, refusing

_TEXT_BYTES = 2 << 20
_WHOLE_BYTES = 64 << 20
"""More than this no viewer shows, even a piece at a time."""


def routes(services: Services, vault: Vault) -> list[Route]:
    """`GET /api/documents/{id}`, with `?as=text` for its beginning as readable text.

    `?as=text&whole=1` is for viewers that cut it into pieces themselves.
    """

    @refusing
    async def document(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("documents.read")
        wanted = row_id(request.path_params["id"])
        async with services.database.reading(actor.realm) as session:
            found = await session.get(Document, wanted) if wanted is not None else None
        if found is None:
            raise NotFound
        chunks = vault.chunks(actor.realm, found.sha256)
        is_text = request.query_params.get("as") == "text"
        # Bytes that are missing or damaged are told before an answer has begun.
        first = await to_thread.run_sync(next, chunks, b"")
        chunks = itertools.chain([first], chunks)
        async with services.database.writing(actor.realm) as session:
            verb = "documents.view" if is_text else "documents.download"
            subject = Subject("document", str(found.id), found.name)
            await record(session, actor, verb, subject, now={"sha256": found.sha256})
        if is_text and request.query_params.get("whole") == "1":
            return _whole_text(chunks, found.encoding, found.size)
        if is_text:
            return await to_thread.run_sync(_as_text, chunks, found.encoding)
        named = f"UTF-8''{quote(found.name)}"
        return StreamingResponse(
            chunks,
            media_type="application/octet-stream",
            headers={
                "content-disposition": f"attachment; filename*={named}",
                "content-length": str(found.size),
                "cache-control": "private, no-store",
                "x-content-type-options": "nosniff",
                "repr-digest": f"sha-256=:{_base64(found.sha256)}:",
            },
        )

    return [Route("/api/documents/{id}", document)]


def _as_text(chunks: Iterator[bytes], encoding: str | None) -> Response:
    """The beginning, decoded; a byte that is no text shows as the sign for that."""
    head = bytearray()
    for chunk in chunks:
        head += chunk
        if len(head) > _TEXT_BYTES:
            break
    is_whole = len(head) <= _TEXT_BYTES
    text = bytes(head[:_TEXT_BYTES]).decode(_known(encoding), errors="replace")
    return PlainTextResponse(
        text.removeprefix("\ufeff"),
        headers={
            "cache-control": "private, no-store",
            "x-content-type-options": "nosniff",
            "x-giroscope-whole": "true" if is_whole else "false",
        },
    )


def _whole_text(chunks: Iterator[bytes], encoding: str | None, size: int) -> Response:
    """All of it up to a limit, decoded as it comes."""
    is_whole = size <= _WHOLE_BYTES
    return StreamingResponse(
        _decoded(chunks, _known(encoding)),
        media_type="text/plain; charset=utf-8",
        headers={
            "cache-control": "private, no-store",
            "x-content-type-options": "nosniff",
            "x-giroscope-whole": "true" if is_whole else "false",
        },
    )


def _decoded(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    left, is_first = _WHOLE_BYTES, True
    for chunk in chunks:
        text = decoder.decode(chunk[:left])
        left -= len(chunk)
        yield (text.removeprefix("\ufeff") if is_first else text).encode()
        is_first = is_first and not text
        if left <= 0:
            return
    yield decoder.decode(b"", final=True).encode()


def _base64(digest: str) -> str:
    return base64.b64encode(bytes.fromhex(digest)).decode()


def _known(encoding: str | None) -> str:
    """The encoding, if it is one of text; what a file says of itself may be none."""
    try:
        "<".encode(encoding or "utf-8").decode(encoding or "utf-8")
        return codecs.lookup(encoding or "utf-8").name
    except (LookupError, ValueError):
        return "utf-8"
