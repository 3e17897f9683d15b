"""Stands before every call of the API and lets tenants in fairly."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.kernel import graph_http, web
from giroscope.kernel.admission import FairGate
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.kernel.web import Services

_CALLS = "/api/"
_UPLOAD = "/api/upload"
# Open for as long as the page is; it would hold its place for hours.
_WITHOUT_PLACE = frozenset({"/api/messages/stream"})


class Doorkeeper:
    """Counts what each tenant asks, and gives it one of its places meanwhile."""

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
        admission, is_upload = self._services.admission, scope["path"] == _UPLOAD
        gate: FairGate | None = None
        try:
            quotas = await admission.count_realm(realm)
            if scope["path"] not in _WITHOUT_PLACE:
                gate = await admission.enter(realm, quotas, is_upload=is_upload)
        except Exception as refusal:  # noqa: BLE001 - the edge of a request
            await _tell(refusal, request, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            if gate is not None:
                gate.leave(realm)


async def _tell(refusal: Exception, request: Request, send: Send) -> None:
    """Answer with a refusal or a fault, in the words of the call."""

    async def refuse(_request: Request) -> Response:
        raise refusal

    is_graph = request.url.path.endswith("/graphql")
    refusing = graph_http.refusing if is_graph else web.refusing
    response = await refusing(refuse)(request)
    await response(request.scope, request.receive, send)
