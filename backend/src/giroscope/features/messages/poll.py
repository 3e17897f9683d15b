"""Answers the poll for messages from memory while nothing has changed.

Every console asks every two seconds. The realm's version of its messages is
looked up at most twice a second, whoever asks; an answer made for the same
version, person and question is given again, or just confirmed (304).
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable

import orjson
from graphql import FieldNode, GraphQLError, OperationDefinitionNode, parse
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from giroscope.features.messages import queries
from giroscope.features.messages.graph import MessageNode
from giroscope.features.messages.queries import Wanted
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database

_FRESH_SECONDS = 0.5
_KEPT = 5_000
_STREAM_SECONDS = 300
_BEAT_SECONDS = 15
_FIELDS = frozenset(
    {"systemMessages", "systemMessagesByCorrelationId", "systemMessagesByLevel"}
)

Version = tuple[int, int]


class Poll:
    """The messages' answers of one process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._versions: dict[str, tuple[float, Version]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._answers: OrderedDict[bytes, tuple[Version, str, bytes]] = OrderedDict()

    async def version(self, realm: str) -> Version:
        """Changes whenever the realm's messages do."""
        held = self._versions.get(realm)
        if held is not None and time.monotonic() - held[0] < _FRESH_SECONDS:
            return held[1]
        async with self._locks.setdefault(realm, asyncio.Lock()):
            held = self._versions.get(realm)
            if held is not None and time.monotonic() - held[0] < _FRESH_SECONDS:
                return held[1]
            async with self._database.reading(realm) as session:
                found = await queries.version(session)
            self._versions[realm] = (time.monotonic(), found)
            return found

    async def answer(
        self, request: Request, actor: Actor, execute: Callable[[], Awaitable[Response]]
    ) -> Response:
        """The answer to a GET that may be a poll; runs it only when it must."""
        question = request.scope["query_string"]
        key = hashlib.sha256(
            b"\0".join([actor.realm.encode(), actor.id.encode(), question])
        ).digest()
        held = self._answers.get(key)
        if held is None and not _asks_messages_only(request.query_params.get("query")):
            return await execute()
        version = await self.version(actor.realm)
        if held is None or held[0] != version:
            response = await execute()
            if response.status_code != 200:
                return response
            body = bytes(response.body)
            tag = f'"{hashlib.sha256(key + body).hexdigest()[:24]}"'
            held = (version, tag, body)
            self._keep(key, held)
        _, tag, body = held
        headers = {"etag": tag, "cache-control": "private, no-cache",
                   "vary": "authorization"}  # fmt: skip
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type="application/json")

    def _keep(self, key: bytes, held: tuple[Version, str, bytes]) -> None:
        self._answers[key] = held
        self._answers.move_to_end(key)
        if len(self._answers) > _KEPT:
            self._answers.popitem(last=False)

    async def stream(self, actor: Actor) -> Response:
        """New messages as server-sent events, instead of polling."""
        return StreamingResponse(
            self._events(actor),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )

    async def _events(self, actor: Actor) -> AsyncIterator[bytes]:
        """Ends after some minutes, so that a new token is shown from time to time."""
        known = (await self.version(actor.realm))[0]
        began = beat = time.monotonic()
        yield b": connected\n\n"
        while time.monotonic() - began < _STREAM_SECONDS:
            await asyncio.sleep(_FRESH_SECONDS)
            newest = (await self.version(actor.realm))[0]
            if newest > known:
                for node in await self._since(actor, known):
                    yield _event(node)
                known = newest
            elif time.monotonic() - beat > _BEAT_SECONDS:
                beat = time.monotonic()
                yield b": still here\n\n"

    async def _since(self, actor: Actor, known: int) -> list[MessageNode]:
        async with self._database.reading(actor.realm) as session:
            found = await queries.latest(session, actor, Wanted(), 0, 200)
        return [MessageNode.of(seen) for seen in reversed(found)
                if seen.message.id > known]  # fmt: skip


def _event(node: MessageNode) -> bytes:
    content = {
        "id": node.id,
        "created": node.created,
        "level": node.level.value,
        "message": node.message,
        "code": node.code,
        "correlationId": node.correlation_id,
        "reference": node.reference,
    }
    return b"event: message\nid: %s\ndata: %s\n\n" % (
        node.id.encode(),
        orjson.dumps(content),
    )


def _asks_messages_only(query: str | None) -> bool:
    """Whether every root field is one of the message lists."""
    try:
        document = parse(query or "")
    except GraphQLError:
        return False
    roots = [
        selection
        for definition in document.definitions
        if isinstance(definition, OperationDefinitionNode)
        for selection in definition.selection_set.selections
    ]
    return bool(roots) and all(
        isinstance(root, FieldNode) and root.name.value in _FIELDS for root in roots
    )
