"""Answers the poll for messages from memory.

Every console asks every two seconds, for messages and for what else has changed. What
they are answered from is looked up at most five times a second (`moments`). An
answer made of the same for the same person and question is given again, or just
confirmed (304); a new one is made once for all who would be answered alike.
"""

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

import orjson
from anyio import CancelScope
from graphql import FieldNode, GraphQLError, OperationDefinitionNode, parse
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from giroscope.features.messages.moments import Moment, Moments, OwnMarks, View
from giroscope.features.messages.queries import Version
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.graph import Context
from giroscope.kernel.limits import MAX_TOKENS

_KEPT_ANSWERS = 5_000
_KEPT_BYTES = 64 << 20
_PACKED_BY = 5
PATH = "/api/data/graphql"
_FIELDS = frozenset(
    {
        "systemMessages",
        "systemMessagesByCorrelationId",
        "systemMessagesByLevel",
        "messageSummary",
        "changes",
    }
)

T = TypeVar("T")
StillMay = Callable[[], Awaitable[None]]
"""Passes silently while a caller may go on, and else refuses."""
_Alike = tuple[frozenset[str], OwnMarks]
"""The roles and the marks of all who find the same."""
_Own = tuple[str, str, bytes]
"""The realm, the person, and what they ask."""
_Key = _Own | tuple[str, _Alike, bytes]


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often things are done, in seconds."""

    fresh: float = 0.2
    """How long it is trusted that nothing is new; so much later is it told at most."""
    turn: float = 0.5
    """A stream looks this often for what is new."""
    beat: float = 15
    """A stream without news says this often that it is there."""
    stream: float = 300
    """A stream ends, so that a new token is shown from time to time."""


KEEPING = {
    "cache-control": "private, no-cache",
    "vary": "authorization, accept-encoding",
}
"""How a poll's answer may be kept: by its asker, who asks whether it still stands."""


class Body:
    """What is answered; compressed once for all who take it so."""

    def __init__(self, plain: bytes) -> None:
        self.plain = plain

    def __len__(self) -> int:
        return len(self.plain)

    @cached_property
    def packed(self) -> bytes:
        """The same in fewer bytes."""
        return gzip.compress(self.plain, _PACKED_BY, mtime=0)


class Held(NamedTuple):
    """An answer that was given, and its tag."""

    version: Version
    tag: str
    body: Body


class Poll:
    """The messages' answers of one process."""

    def __init__(self, database: Database, rhythm: Rhythm | None = None) -> None:
        self._rhythm = rhythm or Rhythm()
        self._moments = Moments(database, self._rhythm.fresh)
        self._answers = _Answers()

    def forget(self, realm: str) -> None:
        """Something of the realm has changed: look again at the next question."""
        self._moments.forget(realm)

    async def close(self) -> None:
        """Wait for what is being looked up."""
        await self._moments.close()

    async def answer(
        self,
        request: Request,
        context: Context,
        execute: Callable[[], Awaitable[Response]],
    ) -> Response:
        """The answer to a GET that may be a poll; runs it only when it must."""
        if not _asks_messages_only(request.query_params.get("query", "")):
            return await execute()
        actor = context.actor
        key = _key(actor, request.scope["query_string"])
        moment = await self._moments.now(actor.realm)
        held = self._answers.get(key)
        if held is None or held.version != moment.version:
            made = await self._made(key, moment, context, execute)
            if isinstance(made, Response):
                return made
            held = Held(moment.version, _tag(key, made.plain), made)
            self._answers.keep(key, held)
        headers = {"etag": held.tag, **KEEPING}
        if held.tag in _tags(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        body = held.body.plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = held.body.packed
        return Response(body, headers=headers, media_type="application/json")

    async def _made(
        self,
        key: _Own,
        moment: Moment,
        context: Context,
        execute: Callable[[], Awaitable[Response]],
    ) -> Body | Response:
        """The answer's body, made now or for somebody else; or else a refusal."""
        realm, _, query = key
        view = await self._moments.view(moment, context.actor)
        alike = realm, (context.actor.permissions, view.own), query
        made = self._answers.get(alike)
        if made is not None and made.version == moment.version:
            return made.body
        context.loaders[View] = view
        response = await execute()
        body = Body(bytes(response.body))
        if response.status_code != 200 or "errors" in orjson.loads(body.plain):
            # A fault is over sooner than the messages change.
            return response
        if view.is_enough:
            self._answers.keep(alike, Held(moment.version, "", body))
        return body

    def held(self, actor: Actor, query: bytes, if_none_match: str) -> Held | None:
        """The answer that the caller says to hold, where it was made here."""
        held = self._answers.get(_key(actor, query))
        is_it = held is not None and held.tag in _tags(if_none_match)
        return held if is_it else None

    def still_stands(self, realm: str, held: Held) -> bool:
        """Whether certainly nothing is newer; where a look is needed, it is not."""
        moment = self._moments.fresh(realm)
        return moment is not None and held.version == moment.version

    def stream(
        self, actor: Actor, still_may: StillMay, after: int | None = None
    ) -> Response:
        """New messages as server-sent events, instead of polling.

        `still_may` refuses as soon as the caller may hear no more; `after` is the id
        of the last message they have had.
        """
        return StreamingResponse(
            self._events(actor, still_may, after),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )

    async def _events(
        self, actor: Actor, still_may: StillMay, after: int | None
    ) -> AsyncIterator[bytes]:
        moment = await _to_its_end(self._moments.now(actor.realm))
        told = {one for one in _ids(moment) if after is None or one <= after}
        seen: Version | None = None
        began = beat = time.monotonic()
        yield b": connected\n\n"
        while time.monotonic() - began < self._rhythm.stream:
            try:
                # A stream outlives the look at its token: it asks again at each turn.
                await _to_its_end(still_may())
            except AppError:
                return
            moment = await _to_its_end(self._moments.now(actor.realm))
            if moment.version != seen:
                new = _untold(moment, told)
                for message in new:
                    yield _event(message)
                told = _ids(moment) & (told | {message.id for message in new})
                seen = moment.version
            elif time.monotonic() - beat > self._rhythm.beat:
                beat = time.monotonic()
                yield b": still here\n\n"
            await asyncio.sleep(self._rhythm.turn)


class _Answers:
    """Answers that were given, the latest used, up to a number and a size."""

    def __init__(
        self, most: int = _KEPT_ANSWERS, most_bytes: int = _KEPT_BYTES
    ) -> None:
        self._most, self._most_bytes = most, most_bytes
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
        while self._bytes > self._most_bytes or len(self._held) > self._most:
            self._bytes -= _size(*self._held.popitem(last=False))


def _size(key: _Key, held: Held) -> int:
    return len(key[2]) + len(held.body)


def _key(actor: Actor, query: bytes) -> _Own:
    return actor.realm, actor.id, query


async def _to_its_end(reading: Awaitable[T]) -> T:
    """What is read, although the listener may leave meanwhile.

    A reading that is broken off leaves its connection in the middle of something.
    """
    with CancelScope(shield=True):
        found = await reading
    return found  # noqa: RET504 - a scope may swallow errors, so far as types tell


def _tag(key: _Own, body: bytes) -> str:
    realm, person, query = key
    told = b"\0".join((realm.encode(), person.encode(), query, body))
    return f'"{hashlib.sha256(told).hexdigest()[:24]}"'


def _ids(moment: Moment) -> set[int]:
    return {message.id for message, _ in moment.newest}


def _untold(moment: Moment, told: set[int]) -> list[SystemMessage]:
    """What came since, the oldest first."""
    oldest = min(told, default=0)
    newest = (message for message, _ in reversed(moment.newest))
    return [one for one in newest if one.id not in told and one.id > oldest]


def _tags(if_none_match: str) -> set[str]:
    """The tags a browser holds; a proxy that compresses calls them weak."""
    return {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}


def _event(message: SystemMessage) -> bytes:
    content = {
        "id": str(message.id),
        "created": message.created,
        "level": message.level,
        "message": str(message.message),
        "code": message.code,
        "correlationId": message.correlation_id,
        "reference": message.reference,
    }
    return b"event: message\nid: %d\ndata: %s\n\n" % (
        message.id,
        orjson.dumps(content),
    )


@lru_cache(maxsize=500)
def _asks_messages_only(query: str) -> bool:
    """Whether every root field is one of the message lists, or told with them."""
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
