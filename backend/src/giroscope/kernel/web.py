"""HTTP edges that rooms share: who asks, and how a refusal is told.

Refusals of plain HTTP calls are problem details (RFC 9457).
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import orjson
import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from giroscope.kernel.access import Actor
from giroscope.kernel.admission import Admission
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import (
    AppError,
    Conflict,
    Forbidden,
    InvalidInput,
    Misdirected,
    NotFound,
    RateLimited,
    TooLarge,
    TooSlow,
    Unauthenticated,
    Unavailable,
)
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.live_sessions import LiveSessions
from giroscope.kernel.logs import bind_request
from giroscope.kernel.origin import (
    Network,
    Origin,
    client_address,
    coming_from,
    short_agent,
    trace_of,
)
from giroscope.kernel.outage import refusal_of
from giroscope.kernel.tenancy import KnownRealms, realm_of_host
from giroscope.kernel.tokens import TokenVerifier
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

Handler = Callable[[Request], Awaitable[Response]]

_MAX_JSON = 256 * 1024
# Whoever sends holds a place meanwhile, so nobody may send for ever.
SMALL_BODY_SECONDS = 10.0
"""In so long a body must be here whole, unless it is an upload."""
IDLE_SECONDS = 60.0
"""So long an upload may stand still."""
_STATUS = {
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    TooSlow: 408,
    TooLarge: 413,
    InvalidInput: 400,
    Misdirected: 421,
    RateLimited: 429,
    Unavailable: 503,
}


@dataclass(frozen=True, slots=True)
class Services:
    """What every request may reach."""

    settings: Settings
    database: Database
    jobs: JobStarter
    verifier: TokenVerifier
    realms: KnownRealms
    clock: Clock
    live: LiveSessions
    admission: Admission

    async def realm(self, request: Request) -> str:
        """The tenant the request's host names.

        Raises:
            UnknownRealm: The host names none that is here.
        """
        host = request.headers.get("host", "")
        named = realm_of_host(host, self.settings.default_realm)
        return await self.realms.ensure(named)

    async def actor(self, request: Request) -> Actor:
        """Whom the request's token speaks for.

        Raises:
            Unauthenticated: No valid bearer token of the host's realm.
        """
        token = bearer_token(request.headers.get("authorization", ""))
        if not token:
            raise Unauthenticated
        realm = await self.realm(request)
        return await self.verifier.actor(realm, token)


def bearer_token(authorization: str) -> str | None:
    """The token a header shows; None where it shows none."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def small_body(request: Request, most: int) -> bytes:
    """The whole body; one that is long, or long in coming, is refused.

    Raises:
        InvalidInput: The caller has hung up.
        TooLarge: It has more than so many bytes.
        TooSlow: It was not here in time.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(SMALL_BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise TooLarge("The request is far too long")
    except TimeoutError as error:
        raise TooSlow from error
    except ClientDisconnect as error:
        raise InvalidInput("The request ended before its end") from error
    return bytes(body)


async def arriving(request: Request) -> AsyncIterator[bytes]:
    """A body of any length, piece by piece, while it keeps coming.

    Raises:
        TooSlow: It has stood still for too long.
    """
    pieces = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                piece = await anext(pieces)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            raise TooSlow from error
        yield piece


async def json_body(request: Request, most: int = _MAX_JSON) -> Any:
    """The JSON a request carries.

    Raises:
        InvalidInput: It is no JSON.
        TooLarge: It is longer than any call of ours, or than `most` bytes.
        TooSlow: It was not here in time.
    """
    return from_json(await small_body(request, most))


def from_json(text: str | bytes) -> Any:
    """The value.

    Raises:
        InvalidInput: It is no JSON.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidInput("The request is not JSON") from error


def status_of(refusal: AppError) -> int:
    """The HTTP status a refusal is told with."""
    for kind, status in _STATUS.items():
        if issubclass(type(refusal), kind):
            return status
    return 400


def json_response(content: object, status: int = 200) -> Response:
    """Any JSON answer of the API; never kept by caches."""
    headers = {"cache-control": "no-store"}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if status == 408:
        # What may still come of the request is nothing to wait for (RFC 9110, 15.5.9).
        headers["connection"] = "close"
    return Response(
        orjson.dumps(content), status, headers, media_type="application/json"
    )


def problem(refusal: AppError, **more: object) -> Response:
    """A refusal as problem details; input at fault is named under `errors`."""
    status = status_of(refusal)
    if isinstance(refusal, InvalidInput):
        fault = {
            "path": refusal.path,
            "line": None,
            "code": refusal.code,
            "message": refusal.message,
        }
        more = {"errors": [fault], **more}
    title = (type(refusal).__doc__ or "").partition("\n")[0]
    response = _details(status, refusal.code, title, refusal.message, **more)
    return saying_when(refusal, response)


def saying_when(refusal: AppError, response: Response) -> Response:
    """The answer, with the seconds after which it is worth asking again."""
    if "retry_after" in refusal.values:
        response.headers["retry-after"] = str(refusal.values["retry_after"])
    return response


def unavailable(error: BaseException, request: Request) -> Unavailable | None:
    """What is told of an outage, which is noted; None of any other error."""
    refusal = refusal_of(error)
    if refusal is not None:
        app = request.scope.get("app")
        pulse = getattr(app.state, "pulse", None) if app is not None else None
        if pulse is not None:
            pulse.note(error)
    return refusal


def incident(error: BaseException, where: str) -> str:
    """Log a fault of ours in full, and give the id a person may quote."""
    name = uuid.uuid4().hex[:12]
    log.error("fault", incident=name, where=where, exc_info=error)
    return name


def refusing(handler: Handler) -> Handler:
    """A handler whose refusals and faults become problem details."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except AppError as refusal:
            return problem(refusal)
        except Exception as error:  # noqa: BLE001 - the edge of a request
            if away := unavailable(error, request):
                return problem(away)
            name = incident(error, request.url.path)
            return _details(
                500,
                "internal",
                "A fault in the product.",
                f"Something went wrong here. Quote incident {name}.",
                correlationId=name,
            )

    return handle


async def http_refusal(_request: Request, error: Exception) -> Response:
    """What the router refuses, such as a wrong method, as problem details."""
    status = HTTPStatus(error.status_code if isinstance(error, HTTPException) else 500)
    response = _details(
        status.value, status.name.lower(), f"{status.phrase}.", status.description
    )
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})
    return response


def _details(
    status: int, code: str, title: str, detail: str, **more: object
) -> Response:
    content = {
        "type": f"about:giroscope:{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "correlationId": structlog.contextvars.get_contextvars().get("request"),
        **more,
    }
    response = json_response(content, status)
    response.headers["content-type"] = "application/problem+json"
    return response


class RequestIds:
    """Names every request, and says from where it comes.

    The name is on its log lines, in its answer and in its problems. What a proxy
    tells of the caller counts only where the proxy's address is trusted.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network] = ()) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Bind the caller's id, or one of our own."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        name = bind_request(headers.get("x-request-id"))

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["x-request-id"] = name
            await send(message)

        origin = self._origin(scope, headers, name)
        if origin.trace != name:
            structlog.contextvars.bind_contextvars(trace=origin.trace)
        with coming_from(origin):
            await self._app(scope, receive, named)

    def _origin(self, scope: Scope, headers: Headers, name: str) -> Origin:
        peer = scope.get("client")
        told = ",".join(headers.getlist("x-forwarded-for"))
        return Origin(
            address=client_address(peer[0] if peer else None, told, self._trusted),
            agent=short_agent(headers.get("user-agent")),
            trace=trace_of(headers.get("traceparent"), name),
        )
