"""Confirms polls of which nothing has changed, before anything else is done for them.

Most of what consoles ask is such a poll, and the way through the whole application
costs several times what its answer is worth. Here the same questions are put as on
that way, to those who answer them there, but only as far as the answer is certain
without a look at anything. Whatever is not certain, not the same, or refused goes the
long way, which looks it up or says so in words: nothing is remembered here.
"""

from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.features.messages.poll import KEEPING, PATH, Poll
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import AppError
from giroscope.kernel.logs import request_name
from giroscope.kernel.tenancy import realm_of_host
from giroscope.kernel.web import Services, bearer_token

Headers = list[tuple[bytes, bytes]]

_READ = frozenset({b"host", b"authorization", b"if-none-match", b"x-request-id"})


class Unchanged:
    """Stands before the whole application; `always` is what every answer tells."""

    def __init__(
        self, app: ASGIApp, services: Services, poll: Poll, always: Mapping[str, str]
    ) -> None:
        self._app = app
        self._services = services
        self._poll = poll
        self._always = [
            (name.encode(), told.encode())
            for name, told in {**KEEPING, **always}.items()
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Confirm, or pass on."""
        headers = self._confirmation(scope) if _is_poll(scope) else None
        if headers is None:
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body"})

    def _confirmation(self, scope: Scope) -> Headers | None:
        """The headers that confirm; None where it takes the long way to know."""
        told = _told(scope["headers"])
        held = told.get(b"if-none-match")
        if held is None:
            return None
        actor = self._known(told)
        if actor is None:
            return None
        tag = self._poll.confirmed(actor, scope["query_string"], held)
        # It waits for nothing and is over at once, so it needs no place of the realm's.
        if tag is None or not self._services.admission.count_both(actor):
            return None
        name = request_name(told.get(b"x-request-id"))
        return [
            (b"etag", tag.encode()),
            *self._always,
            (b"x-request-id", name.encode()),
        ]

    def _known(self, told: Mapping[bytes, str]) -> Actor | None:
        """Who asks, of the tenant the host names."""
        services = self._services
        token = bearer_token(told.get(b"authorization", ""))
        try:
            realm = realm_of_host(
                told.get(b"host", ""), services.settings.default_realm
            )
        except AppError:
            return None
        if not token or not services.realms.knows(realm):
            return None
        return services.verifier.known_actor(realm, token)


def _is_poll(scope: Scope) -> bool:
    is_asked = scope["type"] == "http" and scope["method"] == "GET"
    return is_asked and bool(scope["path"] == PATH)


def _told(headers: Headers) -> dict[bytes, str]:
    """What the request says of itself; nothing where it says something twice."""
    told: dict[bytes, str] = {}
    for name, value in headers:
        if name in _READ:
            if name in told:
                return {}
            told[name] = value.decode("latin-1")
    return told
