"""`POST /api/inspect`: what a file holds. `POST /api/support-bundle`: for support."""

import tempfile
from typing import Any

import orjson
from anyio import to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

import bankfiles
from giroscope.features.audit import Subject, record
from giroscope.features.debug.bench import Bench
from giroscope.features.debug.bundle import bundle
from giroscope.features.debug.work import reason_of
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput, TooLarge
from giroscope.kernel.web import Services, arriving, json_response, refusing

MOST_BYTES = 50 << 20
"""Longest file that is looked at; nothing of it is kept."""
_MOST_REASON_BYTES = 4_096
_LONGEST_NAME = 200


def routes(services: Services, bench: Bench) -> list[Route]:
    """The calls. The body of the first is the file, of the second the reason."""

    @refusing
    async def inspect(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("debug.read")
        name = request.query_params.get("name", "file")[:_LONGEST_NAME]
        # The file has no name on the disk, and is gone when it is closed.
        with tempfile.TemporaryFile() as file:
            size = 0
            async for chunk in _body(request, MOST_BYTES):
                size += len(chunk)
                file.write(chunk)
            if size == 0:
                raise InvalidInput("There is no file to look at")
            file.seek(0)
            async with services.admission.check(actor):
                told = await to_thread.run_sync(bankfiles.inspect, file, name)
        async with services.database.writing(actor.realm) as session:
            values = {"format": told["format"], "size": size}
            await record(
                session, actor, "debug.file_inspected", Subject("file", name),
                now=values,
            )  # fmt: skip
        return json_response(told)

    @refusing
    async def support_bundle(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("debug.read")
        reason = reason_of(await _reason(request))
        made = await bundle(bench, actor.realm, reason)
        async with services.database.writing(actor.realm) as session:
            values = {"reason": reason, "size": len(made)}
            subject = Subject("support bundle", actor.realm)
            await record(session, actor, "debug.bundle_taken", subject, now=values)
        day = day_of(bench.clock()).isoformat()
        name = f"giroscope-support-{actor.realm}-{day}.zip"
        return Response(
            made,
            media_type="application/zip",
            headers={
                "content-disposition": f'attachment; filename="{name}"',
                "cache-control": "no-store",
            },
        )

    return [
        Route("/api/inspect", inspect, methods=["POST"]),
        Route("/api/support-bundle", support_bundle, methods=["POST"]),
    ]


async def _body(request: Request, most: int) -> Any:
    """The body piece by piece.

    Raises:
        TooLarge: It is longer than that.
        InvalidInput: It ended before its end.
    """
    size = 0
    try:
        async for chunk in arriving(request):
            size += len(chunk)
            if size > most:
                raise TooLarge(f"At most {most >> 20 or 1} MB are looked at here")
            yield chunk
    except ClientDisconnect as error:
        raise InvalidInput("The file ended before its end; send it again") from error


async def _reason(request: Request) -> str:
    content = b"".join([one async for one in _body(request, _MOST_REASON_BYTES)])
    try:
        told = orjson.loads(content)
        return str(told["reason"])
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise InvalidInput('Say why, as {"reason": "…"}', path="reason") from error
