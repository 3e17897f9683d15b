"""`POST /api/preview`: what the import of a statement file would change."""

from tempfile import TemporaryFile
from typing import BinaryIO, cast

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.journals.preview import preview
from giroscope.features.uploads.received_file import (
    MOST_BYTES,
    Received,
    ensure_length,
    receive,
)
from giroscope.kernel.web import Services, json_response, refusing


def routes(services: Services) -> list[Route]:
    """The call. A raw body is the file; a form has it in the field `file`."""

    @refusing
    async def show(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("uploads.create")
        quotas = await services.admission.quotas(actor.realm)
        most = min(MOST_BYTES, quotas.upload_bytes)
        ensure_length(request, most)
        # The file has no name on the disk, and is gone when it is closed.
        with TemporaryFile() as file:
            received = Received(cast("BinaryIO", file), "statement.xml")
            await receive(request, received, most)
            async with services.admission.check(actor):
                found = await to_thread.run_sync(
                    preview, services.database, actor.realm, received.file,
                    received.name, services.clock(),
                )  # fmt: skip
        return json_response(found.as_json(received.name))

    return [Route("/api/preview", show, methods=["POST"])]
