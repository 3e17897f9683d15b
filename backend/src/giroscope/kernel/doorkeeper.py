"""Stands before every call of the API and lets tenants in fairly."""

from collections.abc import Callable, Hashable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.kernel import graph_http, web
from giroscope.kernel.access import Actor, ensure_may_call
from giroscope.kernel.errors import AppError, RateLimited
from giroscope.kernel.origin import network_of, present_origin
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.kernel.web import Services

Leave = Callable[[], None]

_CALLS = "/api/"
# Slow ones, whose body may be long.
_UPLOADS = frozenset({"/api/upload", "/api/preview", "/api/validate"})
# Open for as long as the page is; it would hold its place for hours, so it is counted
# by itself.
_STREAM = "/api/messages/stream"
# Whole lists have places of their own, taken when their first byte may leave.
_EXPORTS = "/api/export/"
# Who comes with a ticket shows no token, and is known once the ticket is looked at.
_TICKETS = "/api/export/tickets/"


class Doorkeeper:
    """Counts what each tenant asks, and gives it one of its places meanwhile.

    Calls without a valid token are counted by address and have places of their own.
    """

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or tell when to come again."""
        if scope["type"] != "http" or not scope["path"].startswith(_CALLS):
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            realm = await self._services.realm(request)
        except UnknownRealm:
            # Whoever answers tells it in the words of the call.
            await self._app(scope, receive, send)
            return
        actor = None
        try:
            actor = await self._known(request)
            if actor is not None:
                ensure_may_call(actor, request.method, request.url.path)
            leave = await self._admit(realm, actor, request.url.path)
        except Exception as refusal:  # noqa: BLE001 - the edge of a request
            if isinstance(refusal, RateLimited):
                await self._services.admission.refuse_slowly(_caller(actor))
            await tell(refusal, request, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            leave()

    async def _admit(self, realm: str, actor: Actor | None, path: str) -> Leave:
        """Count the request, give it a place, and tell how the place is left.

        Only who is signed in asks on the tenant's account; else anybody could spend it.
        """
        admission = self._services.admission
        if actor is None:
            address = _address()
            if path.startswith(_TICKETS):
                admission.count_unknown(address)
                return _leave_nothing
            return await admission.enter_unknown(address)
        # First, since what one is refused is nothing that colleagues have asked for.
        await admission.count_person(actor)
        quotas = await admission.count_realm(realm)
        if path == _STREAM:
            return admission.open_stream(actor, quotas)
        if path.startswith(_EXPORTS):
            return _leave_nothing
        return await admission.enter(actor, quotas, is_upload=path in _UPLOADS)

    async def _known(self, request: Request) -> Actor | None:
        """Whose valid token came along; why not is told by whoever answers."""
        try:
            return await self._services.actor(request)
        except AppError:
            return None


def _address() -> str:
    return network_of(present_origin().address or "")


def _caller(actor: Actor | None) -> Hashable:
    """Whoever is refused: a person, or an address of nobody known."""
    return _address() if actor is None else (actor.realm, actor.id)


def _leave_nothing() -> None:
    """Leave no place, where none was taken."""


async def tell(refusal: Exception, request: Request, send: Send) -> None:
    """Answer with a refusal or a fault, in the words of the call."""

    async def refuse(_request: Request) -> Response:
        raise refusal

    is_graph = request.url.path.endswith("/graphql")
    refusing = graph_http.refusing if is_graph else web.refusing
    response = await refusing(refuse)(request)
    await response(request.scope, request.receive, send)
