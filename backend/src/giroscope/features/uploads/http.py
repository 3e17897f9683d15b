"""Takes files in: a multipart stream, each file stored before it is looked at.

Files of one request belong together, and so do files of several requests that name the
same batch: one message tells what became of them.
"""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from anyio import to_thread
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from sqlalchemy.exc import IntegrityError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.documents import Vault
from giroscope.features.documents.vault import Draft
from giroscope.features.uploads import actions
from giroscope.features.uploads.actions import Given, HandedIn
from giroscope.features.uploads.batches import (
    MOST_FILES,
    close_batch,
    join_batch,
    open_batch,
    tell_of_batch,
)
from giroscope.features.uploads.policy import Kind
from giroscope.features.uploads.storage import Room, Storage
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import AppError, InvalidInput, TooLarge
from giroscope.kernel.outage import DiskFull
from giroscope.kernel.set_up import has_room_for
from giroscope.kernel.web import (
    Services,
    arriving,
    json_response,
    problem,
    refusing,
)
from giroscope.settings import Settings

_MARGIN = 1 << 20
_MAX_FILES = 200
_MAX_NAME = 200


_OWN = uuid.UUID("6f1c0c9e-8f0b-4f6e-9a35-2f6f0c0f6b5e")
_UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@dataclass(slots=True)
class _Together:
    """The batch that the files of a request belong to, if they are several."""

    services: Services
    actor: Actor
    batch_id: str
    size: int | None
    """As the request states it; None where it is its number of files."""
    is_open: bool = False

    async def batch_of(self, handed_in: Sequence[HandedIn]) -> str | None:
        """The batch of the next file, those before it being handed in.

        Raises:
            InvalidInput: The batch is somebody else's.
        """
        is_alone = not handed_in if self.size is None else self.size == 1
        if not is_alone and not self.is_open:
            await to_thread.run_sync(self._open, [one.upload_id for one in handed_in])
            self.is_open = True
        return None if is_alone else self.batch_id

    async def end(self, files: int) -> None:
        """No more files come with this request."""
        if self.is_open and files:
            await to_thread.run_sync(self._end)

    def _open(self, upload_ids: Sequence[int]) -> None:
        realm, now = self.actor.realm, self.services.clock()
        with self.services.database.job_connection(realm) as connection:
            for upload_id in upload_ids:
                join_batch(connection, upload_id, self.batch_id)
            batch = self.batch_id, self.size, self.actor.id, now
            if not open_batch(connection, *batch):
                raise InvalidInput("This upload batch belongs to somebody else")
            connection.commit()

    def _end(self) -> None:
        realm, now = self.actor.realm, self.services.clock()
        with self.services.database.job_connection(realm) as connection:
            if self.size is None:
                close_batch(connection, self.batch_id)
            tell_of_batch(connection, self.batch_id, now)
            connection.commit()


@dataclass(slots=True)
class _Part:
    """A part of the request that is being received."""

    name: str
    draft: Draft


def routes(services: Services, vault: Vault) -> list[Route]:
    """`POST /api/upload`."""
    storage = Storage(services.database)

    @refusing
    async def upload(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("uploads.create")
        kind = _kind(request)
        quotas = await services.admission.quotas(actor.realm)
        limit = quotas.upload_bytes
        room = await storage.room(actor.realm, quotas.stored_bytes)
        length = _ensured_length(request, limit)
        room.ensure(length)
        _ensure_disk(services.settings, length)
        key = _key(request)
        together = _Together(services, actor, *_batch(request, actor, key))
        receiver = _Receiver(
            services, vault, actor, kind, key, limit,
            preview=_preview(request), together=together, room=room,
        )  # fmt: skip
        refusal = await receiver.receive(request)
        await together.end(len(receiver.handed_in))
        for handed_in in receiver.handed_in:
            if handed_in.job_id is not None:
                await to_thread.run_sync(
                    services.jobs.start, actor.realm, handed_in.job_id
                )
        told = _told(receiver.handed_in)
        if refusal is not None:
            # Files that came whole before it are safe, and their import goes on.
            return problem(refusal, jobs=told)
        return json_response({"jobs": told, "problems": []}, status=202)

    return [Route("/api/upload", upload, methods=["POST"])]


def _told(handed_in: list[HandedIn]) -> list[dict[str, Any]]:
    return [
        {
            "uploadId": str(one.upload_id),
            "jobId": None if one.job_id is None else str(one.job_id),
            "name": one.name,
            "duplicateOf": None if one.duplicate_of is None else str(one.duplicate_of),
        }
        for one in handed_in
    ]


def _kind(request: Request) -> Kind:
    asked = request.query_params.get("kind", "")
    try:
        return Kind(asked.upper())
    except ValueError as error:
        raise InvalidInput(
            "`kind` must be payment or statement", path="kind"
        ) from error


def _key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= 200:
        raise InvalidInput("The idempotency key must have 1 to 200 characters")
    return key


def _preview(request: Request) -> str | None:
    """The fingerprint of the preview that was shown; for one file only."""
    shown = request.headers.get("preview-fingerprint")
    if shown is not None and re.fullmatch(r"[0-9a-f]{64}", shown) is None:
        raise InvalidInput("The fingerprint of the preview is none")
    return shown


def _batch(request: Request, actor: Actor, key: str | None) -> tuple[str, int | None]:
    """The batch that the request names and its files, or one of the request's own."""
    named = request.headers.get("upload-batch")
    if named is None:
        own = uuid.uuid4() if key is None else uuid.uuid5(_OWN, f"{actor.id}:{key}")
        return str(own), None
    size = request.headers.get("upload-batch-size", "")
    if re.fullmatch(_UUID, named) is None:
        raise InvalidInput("The upload batch must be a UUID in lower case")
    if re.fullmatch(r"[0-9]{1,5}", size) is None or not 1 <= int(size) <= MOST_FILES:
        raise InvalidInput(f"The size of the batch must be 1 to {MOST_FILES}")
    return named, int(size)


def _ensured_length(request: Request, limit: int) -> int:
    """How many bytes of files are claimed at least; too many are refused unread."""
    claimed = request.headers.get("content-length", "0")
    if re.fullmatch(r"[0-9]{1,18}", claimed) is None:
        raise InvalidInput("The length of the request is no number")
    _ensure_below(limit, int(claimed))
    # What else a form holds is no file.
    return max(0, int(claimed) - _MARGIN)


def _ensure_disk(settings: Settings, size: int) -> None:
    if not has_room_for(settings, size):
        raise DiskFull


def _ensure_below(limit: int, size: int) -> None:
    if size > limit + _MARGIN:
        raise TooLarge(
            f"The upload is larger than {limit >> 20} MB, the most that is accepted"
            " here. Split it, or ask for a higher limit."
        )


class _Receiver:
    """Follows the parts of one multipart request as they stream in."""

    def __init__(
        self,
        services: Services,
        vault: Vault,
        actor: Actor,
        kind: Kind,
        key: str | None,
        limit: int,
        *,
        preview: str | None,
        together: _Together,
        room: Room,
    ) -> None:
        self._limit = limit
        self._room = room
        self._together = together
        self._preview = preview
        self.handed_in: list[HandedIn] = []
        self._services = services
        self._vault = vault
        self._actor = actor
        self._kind = kind
        self._key = key
        self._events: list[tuple[str, bytes]] = []
        self._part: _Part | None = None
        self._header = b""
        self._value = b""
        self._disposition = b""
        self._is_whole = False

    async def receive(self, request: Request) -> AppError | None:
        """Read the request; every file that came whole is handed in.

        Gives back why it was read no further, if it was not: no multipart request,
        damaged, too long, too many files, or none.
        """
        try:
            await self._read(request)
        except AppError as refusal:
            return refusal
        except FormParserError:
            return InvalidInput("The upload is damaged; send it again")
        except ClientDisconnect:
            return InvalidInput("The upload ended before its end")
        finally:
            if self._part is not None:
                await self._part.draft.discard()
                self._part = None
            self._room.free()
        if not self.handed_in:
            return InvalidInput("The request holds no file in a field named “files”")
        return None

    async def _read(self, request: Request) -> None:
        parser = self._parser(request)
        size = 0
        async for chunk in arriving(request):
            size += len(chunk)
            _ensure_below(self._limit, size)
            parser.write(chunk)
            await self._follow()
        if not self._is_whole:
            raise InvalidInput("The upload ended before its end; send it again")

    def _parser(self, request: Request) -> MultipartParser:
        kind, options = parse_options_header(request.headers.get("content-type", ""))
        boundary = options.get(b"boundary")
        if kind != b"multipart/form-data" or not boundary:
            raise InvalidInput("Files are sent as multipart/form-data")

        def note(event: str) -> Any:
            def with_data(data: bytes, start: int, end: int) -> None:
                self._events.append((event, data[start:end]))

            return with_data

        def mark(event: str) -> Any:
            return lambda: self._events.append((event, b""))

        return MultipartParser(
            boundary,
            {
                "on_header_begin": mark("header"),
                "on_header_field": note("field"),
                "on_header_value": note("value"),
                "on_header_end": mark("header end"),
                "on_headers_finished": mark("headers"),
                "on_part_data": note("data"),
                "on_part_end": mark("end"),
                "on_end": mark("whole"),
            },
        )

    async def _follow(self) -> None:
        events, self._events = self._events, []
        for event, data in events:
            if event in {"header", "field", "value", "header end"}:
                self._follow_header(event, data)
            elif event == "headers":
                await self._begin()
            elif event == "data" and self._part is not None:
                self._room.take(len(data))
                await self._part.draft.write(data)
            elif event == "end" and self._part is not None:
                await self._end(self._part)
            elif event == "whole":
                self._is_whole = True

    def _follow_header(self, event: str, data: bytes) -> None:
        """A header's name and its value may each come in several pieces."""
        if event == "header":
            self._header = self._value = b""
        elif event == "field":
            self._header += data
        elif event == "value":
            self._value += data
        elif self._header.lower() == b"content-disposition":
            self._disposition = self._value

    async def _begin(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._disposition = b""
        if options.get(b"name") != b"files" or b"filename" not in options:
            return
        if len(self.handed_in) >= _MAX_FILES:
            raise InvalidInput(f"At most {_MAX_FILES} files can be sent at once")
        # The length of the request may not have been told.
        _ensure_disk(self._services.settings, 0)
        name = _file_name(options[b"filename"])
        self._part = _Part(name, await self._vault.receive(self._actor.realm))

    async def _end(self, part: _Part) -> None:
        stored = await part.draft.keep()
        self._room.keep()
        self._part = None
        number = len(self.handed_in)
        given = Given(
            name=part.name,
            kind=self._kind,
            source="UPLOAD",
            stored=stored,
            now=self._services.clock(),
            idempotency_key=self._key and f"{self._actor.id}:{self._key}:{number}",
            preview=self._preview,
            batch_id=await self._together.batch_of(self.handed_in),
        )
        try:
            handed_in = await self._hand_in(given)
        except IntegrityError:
            # The same bytes or the same key came at the same moment, and are first.
            handed_in = await self._hand_in(given)
        self.handed_in.append(handed_in)

    async def _hand_in(self, given: Given) -> HandedIn:
        async with self._services.database.writing(self._actor.realm) as session:
            return await actions.hand_in(session, self._actor, given)


def _file_name(raw: bytes) -> str:
    """The last part of the name, printable and not too long."""
    text = raw.decode("utf-8", errors="replace").replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(sign for sign in text if sign.isprintable()).strip()
    return printable[-_MAX_NAME:] or "unnamed"
