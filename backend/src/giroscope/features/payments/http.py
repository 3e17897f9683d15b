"""`POST /api/validate`: a payment file is checked, and nothing of it is kept."""

from contextlib import AbstractContextManager, nullcontext
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bankfiles import Limits
from giroscope.features.payments.checks import Examination, History, case_at
from giroscope.features.payments.checks.engine import OpenFile
from giroscope.features.payments.checks.tokens import (
    Remembered,
    TokenUnreadable,
    unfold,
)
from giroscope.features.uploads.received_file import (
    MOST_BYTES,
    Received,
    ensure_length,
    receive,
)
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.web import Services, json_response, refusing


def routes(services: Services) -> list[Route]:
    """The call. A raw body is the file; a form has it in the field `file`."""

    @refusing
    async def validate(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("payments.check")
        quotas = await services.admission.quotas(actor.realm)
        most = min(MOST_BYTES, quotas.upload_bytes)
        ensure_length(request, most)
        # The file has no name on the disk, and is gone when it is closed.
        with TemporaryFile() as file:
            received = Received(cast("BinaryIO", file))
            await receive(request, received, most)
            previous = _remembered(received.previous)
            async with services.admission.check(actor):
                told = await to_thread.run_sync(
                    _check, services.database, services.clock, actor.realm, received,
                    previous,
                )  # fmt: skip
        return json_response(told)

    return [Route("/api/validate", validate, methods=["POST"])]


def _check(
    database: Database,
    clock: Clock,
    realm: str,
    received: Received,
    previous: dict[str, Remembered] | None,
) -> dict[str, Any]:
    with database.snapshot(realm) as connection:
        case = case_at(connection, clock)
        connection.rollback()
        history = History(connection)
        try:
            examination = Examination(received.name, case, history)
            # What surrounds payments is small; a file of junk is refused early.
            examination.read(_again(received.file), Limits(file_bytes=MOST_BYTES))
            return examination.conclude().told(previous)
        finally:
            history.close()


def _again(file: BinaryIO) -> OpenFile:
    """The same file from its beginning, each time; leaving it closes nothing."""

    def opened() -> AbstractContextManager[BinaryIO]:
        file.seek(0)
        return nullcontext(file)

    return opened


def _remembered(token: str) -> dict[str, Remembered] | None:
    if not token:
        return None
    try:
        return unfold(token)
    except TokenUnreadable as error:
        raise InvalidInput(
            "The token of the earlier report cannot be read; check without it",
            path="previous",
        ) from error
