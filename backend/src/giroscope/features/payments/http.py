"""`POST /api/validate`: a payment file is checked, and nothing of it is kept."""

import re
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast

from anyio import to_thread
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bankfiles import Limits
from giroscope.features.payments.checks import Examination, History, case_at
from giroscope.features.payments.checks.engine import OpenFile
from giroscope.features.payments.checks.tokens import (
    LONGEST_TOKEN,
    Remembered,
    TokenUnreadable,
    unfold,
)
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput, TooLarge
from giroscope.kernel.web import Services, arriving, json_response, refusing

MOST_BYTES = 250_000_000
"""Longest file that is checked while somebody waits; longer ones can be uploaded."""
_MARGIN = 1 << 20
_LONGEST_NAME = 200
_PREVIOUS = "validation-token"


@dataclass(slots=True)
class Received:
    """What came with one call."""

    file: BinaryIO
    name: str = "payments.xml"
    previous: str = ""
    size: int = 0
    has_file: bool = False


def routes(services: Services) -> list[Route]:
    """The call. A raw body is the file; a form has it in the field `file`."""

    @refusing
    async def validate(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("payments.check")
        quotas = await services.admission.quotas(actor.realm)
        most = min(MOST_BYTES, quotas.upload_bytes)
        _ensure_length(request, most)
        # The file has no name on the disk, and is gone when it is closed.
        with TemporaryFile() as file:
            received = Received(cast("BinaryIO", file))
            await _receive(request, received, most)
            previous = _remembered(received.previous)
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


def _ensure_length(request: Request, most: int) -> None:
    claimed = request.headers.get("content-length", "0")
    if re.fullmatch(r"[0-9]{1,18}", claimed) is None:
        raise InvalidInput("The length of the request is no number")
    _ensure_below(int(claimed), most + _MARGIN, most)


def _ensure_below(size: int, allowed: int, most: int) -> None:
    if size > allowed:
        raise TooLarge(
            f"The file is larger than {most // 1_000_000} MB, the most that is checked"
            " at once. Split it, or give it on the page Upload payments."
        )


async def _receive(request: Request, received: Received, most: int) -> None:
    """Take the body in, piece by piece.

    Raises:
        InvalidInput: It holds no file, or is damaged.
        TooLarge: It is longer than what is checked.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    received.previous = request.headers.get(_PREVIOUS, "")
    if name := request.query_params.get("name"):
        received.name = _shown(name)
    try:
        if kind == b"multipart/form-data":
            await _receive_form(request, received, options.get(b"boundary", b""), most)
        else:
            async for chunk in arriving(request):
                _write(received, chunk, most)
    except FormParserError as error:
        raise InvalidInput("The form is damaged; send it again") from error
    except ClientDisconnect as error:
        raise InvalidInput("The file ended before its end; send it again") from error
    if kind == b"multipart/form-data" and not received.has_file:
        raise InvalidInput(
            "The form holds no file in a field named “file”", path="file"
        )


def _write(received: Received, data: bytes, most: int) -> None:
    received.size += len(data)
    _ensure_below(received.size, most, most)
    received.file.write(data)


@dataclass(slots=True)
class _Form:
    """The parts of a form as they stream in; one is the file."""

    received: Received
    most: int
    part: bytes = b""
    header: bytes = b""
    value: bytes = b""
    texts: dict[bytes, bytearray] = field(default_factory=dict)
    is_whole: bool = False

    def on_header(self) -> None:
        """A header of a part has ended."""
        if self.header.lower() == b"content-disposition":
            _, options = parse_options_header(self.value)
            self.part = options.get(b"name", b"")
            if self.part == b"file":
                if self.received.has_file:
                    raise InvalidInput("One file is checked at a time", path="file")
                self.received.has_file = True
                named = options.get(b"filename", b"").decode("utf-8", "replace")
                self.received.name = _shown(named) if named else self.received.name
        self.header = self.value = b""

    def on_data(self, data: bytes) -> None:
        """A piece of a part."""
        if self.part == b"file":
            _write(self.received, data, self.most)
            return
        text = self.texts.setdefault(self.part[:40], bytearray())
        text += data
        if len(text) > LONGEST_TOKEN or len(self.texts) > 20:
            raise InvalidInput("The form holds more than a file and a token")


async def _receive_form(
    request: Request, received: Received, boundary: bytes, most: int
) -> None:
    if not boundary:
        raise InvalidInput("The form says nothing of how its parts are kept apart")
    form = _Form(received, most)

    def header_name(data: bytes, start: int, end: int) -> None:
        form.header += data[start:end]

    def header_value(data: bytes, start: int, end: int) -> None:
        form.value += data[start:end]

    def whole() -> None:
        form.is_whole = True

    parser = MultipartParser(
        boundary,
        {
            "on_header_field": header_name,
            "on_header_value": header_value,
            "on_header_end": form.on_header,
            "on_part_data": lambda data, start, end: form.on_data(data[start:end]),
            "on_end": whole,
        },
    )
    async for chunk in arriving(request):
        parser.write(chunk)
    if not form.is_whole:
        raise InvalidInput("The form ended before its end; send it again")
    if previous := form.texts.get(b"previous"):
        received.previous = previous.decode("ascii", "replace").strip()


def _shown(name: str) -> str:
    """The last part of a name, printable and not too long."""
    text = name.replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(sign for sign in text if sign.isprintable()).strip()
    return printable[-_LONGEST_NAME:] or "payments.xml"
