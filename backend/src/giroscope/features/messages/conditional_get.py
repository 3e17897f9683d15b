"""Confirms polls of which nothing has changed, before anything else is done for them.

Most of what consoles ask is such a poll, and the way through the whole application
costs several times what its answer is worth. What a poll means, who asks and which
answer they hold, is remembered by its very bytes. Whether that still counts is asked
every time, of those who answer it on the long way too, but only as far as it is
certain without a look at anything: the tenant, the token, its session, the messages,
and how often one may ask. All else goes the long way: it is looked up or refused there.
"""

import time
from typing import NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.features.messages.poll import KEEPING, PATH, Held, Poll
from giroscope.kernel.errors import AppError
from giroscope.kernel.logs import request_name
from giroscope.kernel.metrics import POLL, RequestCounts
from giroscope.kernel.tenancy import realm_of_host
from giroscope.kernel.tokens import Known
from giroscope.kernel.web import Services, bearer_token

Headers = list[tuple[bytes, bytes]]
Said = tuple[bytes, bytes, bytes, bytes]
"""Host, authorization, query and tags of a poll, as they came."""

_KEEPING = [(name.encode(), told.encode()) for name, told in KEEPING.items()]
_REMEMBERED = 5_000
_LONGEST_QUERY = 4_096


class _Understood(NamedTuple):
    """What a poll means, and the headers that confirm it."""

    who: Known
    held: Held
    headers: Headers


class Unchanged:
    """Stands before the whole application.

    A confirmation tells only how long it holds (RFC 9110, 15.4.5): what guards a page
    stands with the answer that the browser holds, and goes on to count for it.
    """

    def __init__(
        self, app: ASGIApp, services: Services, poll: Poll, counts: RequestCounts
    ) -> None:
        self._app = app
        self._answered = counts
        self._services = services
        self._poll = poll
        self._understood: dict[Said, _Understood] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Confirm, or pass on."""
        began = time.perf_counter()
        headers = self._confirmation(scope) if _is_poll(scope) else None
        if headers is None:
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body"})
        self._answered.note("GET", 304, POLL, began)

    def _confirmation(self, scope: Scope) -> Headers | None:
        """The headers that confirm; None where it takes the long way to know."""
        told = dict(scope["headers"])
        tags = told.get(b"if-none-match")
        # Where something is said twice, the long way knows which of it counts.
        if tags is None or len(told) != len(scope["headers"]):
            return None
        host, shown = told.get(b"host", b""), told.get(b"authorization", b"")
        said = (host, shown, scope["query_string"], tags)
        found = self._understood.get(said)
        if found is None or not self._counts(found):
            # A token was verified anew, or the same answer was made again.
            found = self._understand(said)
            if found is None or not self._counts(found):
                return None
        # It waits for nothing and is over at once: it needs no place of the realm's.
        if not self._services.admission.count_both(found.who.actor):
            return None
        named = told.get(b"x-request-id")
        name = request_name(_text(named) if named else None)
        return [*found.headers, (b"x-request-id", name.encode())]

    def _counts(self, found: _Understood) -> bool:
        services, realm = self._services, found.who.actor.realm
        return (
            self._poll.still_stands(realm, found.held)
            and services.realms.knows(realm)
            and services.verifier.still_knows(found.who)
        )

    def _understand(self, said: Said) -> _Understood | None:
        self._understood.pop(said, None)
        host, shown, query, tags = said
        token = bearer_token(_text(shown))
        try:
            realm = realm_of_host(_text(host), self._services.settings.default_realm)
        except AppError:
            return None
        who = self._services.verifier.known(realm, token) if token else None
        held = self._poll.held(who.actor, query, _text(tags)) if who else None
        if who is None or held is None or len(query) > _LONGEST_QUERY:
            return None
        headers = [(b"etag", held.tag.encode()), *_KEEPING]
        if len(self._understood) >= _REMEMBERED:
            del self._understood[next(iter(self._understood))]
        found = self._understood[said] = _Understood(who, held, headers)
        return found


def _is_poll(scope: Scope) -> bool:
    is_asked = scope["type"] == "http" and scope["method"] == "GET"
    return is_asked and bool(scope["path"] == PATH)


def _text(header: bytes) -> str:
    return header.decode("latin-1")
