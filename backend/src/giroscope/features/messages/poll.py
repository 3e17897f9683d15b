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
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

import orjson
from anyio import CancelScope
from graphql import FieldNode, GraphQLError, OperationDefinitionNode, parse
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from giroscope.features.messages import queries
from giroscope.features.messages.graph import MessageNode
from giroscope.features.messages.queries import Wanted
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.limits import MAX_TOKENS

_KEPT_ANSWERS = 5_000
_KEPT_BYTES = 64 << 20
_LATEST = 200
PATH = "/api/data/graphql"
_FIELDS = frozenset(
    {"systemMessages", "systemMessagesByCorrelationId", "systemMessagesByLevel"}
)

T = TypeVar("T")
_Key = tuple[str, str, bytes]
"""The realm, the person, and what they ask."""
Version = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often things are done, in seconds."""

    fresh: float = 0.5
    """How long a version is trusted."""
    beat: float = 15
    """A stream without news says this often that it is there."""
    stream: float = 300
    """A stream ends, so that a new token is shown from time to time."""


KEEPING = {"cache-control": "private, no-cache", "vary": "authorization"}
"""How a poll's answer may be kept: by its asker, who asks whether it still stands."""


class Held(NamedTuple):
    """An answer that was given, and its tag."""

    version: Version
    tag: str
    body: bytes


class Poll:
    """The messages' answers of one process."""

    def __init__(self, database: Database, rhythm: Rhythm | None = None) -> None:
        self._database = database
        self._rhythm = rhythm or Rhythm()
        self._versions: dict[str, tuple[float, Version]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._answers = _Answers()

    async def version(self, realm: str) -> Version:
        """Changes whenever the realm's messages do."""
        async with self._locks.setdefault(realm, asyncio.Lock()):
            fresh = self._fresh(realm)
            if fresh is not None:
                return fresh
            async with self._database.reading(realm) as session:
                found = await queries.version(session)
            self._versions[realm] = (time.monotonic(), found)
            return found

    def _fresh(self, realm: str) -> Version | None:
        held = self._versions.get(realm)
        is_fresh = held and time.monotonic() - held[0] < self._rhythm.fresh
        return held[1] if held and is_fresh else None

    def forget(self, realm: str) -> None:
        """Something of the realm has changed: look again at the next question."""
        self._versions.pop(realm, None)

    async def answer(
        self, request: Request, actor: Actor, execute: Callable[[], Awaitable[Response]]
    ) -> Response:
        """The answer to a GET that may be a poll; runs it only when it must."""
        if not _asks_messages_only(request.query_params.get("query", "")):
            return await execute()
        key = _key(actor, request.scope["query_string"])
        version = await self.version(actor.realm)
        held = self._answers.get(key)
        if held is None or held.version != version:
            response = await execute()
            body = bytes(response.body)
            if response.status_code != 200 or "errors" in orjson.loads(body):
                # A fault is over sooner than the messages change.
                return response
            tag = _tag(key, body)
            held = Held(version, tag, body)
            self._answers.keep(key, held)
        headers = {"etag": held.tag, **KEEPING}
        if held.tag in _tags(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        return Response(held.body, headers=headers, media_type="application/json")

    def held(self, actor: Actor, query: bytes, if_none_match: str) -> Held | None:
        """The answer that the caller says to hold, where it was made here."""
        held = self._answers.get(_key(actor, query))
        is_it = held is not None and held.tag in _tags(if_none_match)
        return held if is_it else None

    def still_stands(self, realm: str, held: Held) -> bool:
        """Whether certainly nothing is newer; where a look is needed, it is not."""
        return held.version == self._fresh(realm)

    def stream(self, actor: Actor, after: int | None = None) -> Response:
        """New messages as server-sent events, instead of polling.

        `after` is the id of the last message the caller has had.
        """
        return StreamingResponse(
            self._events(actor, after),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )

    async def _events(self, actor: Actor, after: int | None) -> AsyncIterator[bytes]:
        latest = await _to_its_end(self._latest(actor))
        told = {one for one in latest if after is None or one <= after}
        seen: Version | None = None
        began = beat = time.monotonic()
        yield b": connected\n\n"
        while time.monotonic() - began < self._rhythm.stream:
            version = await _to_its_end(self.version(actor.realm))
            if version != seen:
                nodes = await _to_its_end(self._untold(actor, told))
                for node in nodes:
                    yield _event(node)
                latest = await _to_its_end(self._latest(actor))
                told = {*latest} & (told | _ids(nodes))
                seen = version
            elif time.monotonic() - beat > self._rhythm.beat:
                beat = time.monotonic()
                yield b": still here\n\n"
            await asyncio.sleep(self._rhythm.fresh)

    async def _latest(self, actor: Actor) -> list[int]:
        async with self._database.reading(actor.realm) as session:
            return await queries.ids_of_latest(session)

    async def _untold(self, actor: Actor, told: set[int]) -> list[MessageNode]:
        async with self._database.reading(actor.realm) as session:
            found = await queries.latest(session, actor, Wanted(), 0, _LATEST)
        oldest = min(told, default=0)
        return [
            MessageNode.of(seen)
            for seen in reversed(found)
            if seen.message.id not in told and seen.message.id > oldest
        ]


class _Answers:
    """Answers that were given, the latest used, up to a number and a size."""

    def __init__(self) -> None:
        self._held: OrderedDict[_Key, Held] = OrderedDict()
        self._bytes = 0

    def get(self, key: _Key) -> Held | None:
        held = self._held.get(key)
        if held is not None:
            self._held.move_to_end(key)
        return held

    def keep(self, key: _Key, held: Held) -> None:
        earlier = self._held.pop(key, None)
        self._bytes += _size(key, held) - (_size(key, earlier) if earlier else 0)
        self._held[key] = held
        while self._bytes > _KEPT_BYTES or len(self._held) > _KEPT_ANSWERS:
            self._bytes -= _size(*self._held.popitem(last=False))


def _size(key: _Key, held: Held) -> int:
    return len(key[2]) + len(held.body)


def _key(actor: Actor, query: bytes) -> _Key:
    return actor.realm, actor.id, query


async def _to_its_end(reading: Awaitable[T]) -> T:
    """What is read, although the listener may leave meanwhile.

    A reading that is broken off leaves its connection in the middle of something.
    """
    with CancelScope(shield=True):
        found = await reading
    return found  # noqa: RET504 - a scope may swallow errors, so far as types tell


def _tag(key: _Key, body: bytes) -> str:
    realm, person, query = key
    told = b"\0".join((realm.encode(), person.encode(), query, body))
    return f'"{hashlib.sha256(told).hexdigest()[:24]}"'


def _ids(nodes: list[MessageNode]) -> set[int]:
    return {int(node.id) for node in nodes}


def _tags(if_none_match: str) -> set[str]:
    """The tags a browser holds; a proxy that compresses calls them weak."""
    return {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}


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


@lru_cache(maxsize=500)
def _asks_messages_only(query: str) -> bool:
    """Whether every root field is one of the message lists."""
    try:
        document = parse(query, max_tokens=MAX_TOKENS)
    except (GraphQLError, RecursionError):
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
