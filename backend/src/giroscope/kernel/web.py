"""HTTP edges that rooms share: who asks, and how a refusal is told.

Refusals of plain HTTP calls are problem details (RFC 9457).
"""

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import orjson
import structlog
from starlette.requests import Request
from starlette.responses import Response

from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import (
    AppError,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    RateLimited,
    TooLarge,
    Unauthenticated,
    Unavailable,
)
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.tenancy import realm_of_host
from giroscope.kernel.tokens import TokenVerifier
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

Handler = Callable[[Request], Awaitable[Response]]

_STATUS = {
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    TooLarge: 413,
    InvalidInput: 400,
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
    clock: Clock

    def realm(self, request: Request) -> str:
        """The tenant the request's host names.

        Raises:
            UnknownRealm: The host names none.
        """
        host = request.headers.get("host", "")
        return realm_of_host(host, self.settings.default_realm)

    async def actor(self, request: Request) -> Actor:
        """Who asks.

        Raises:
            Unauthenticated: No valid bearer token of the host's realm.
        """
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated
        return await self.verifier.actor(self.realm(request), token.strip())


def status_of(refusal: AppError) -> int:
    """The HTTP status a refusal is told with."""
    for kind, status in _STATUS.items():
        if issubclass(type(refusal), kind):
            return status
    return 400


def json_response(content: object, status: int = 200) -> Response:
    """Any JSON answer of the API; never kept by caches."""
    return Response(
        orjson.dumps(content),
        status,
        {"cache-control": "no-store"},
        media_type="application/json",
    )


def problem(refusal: AppError, **more: object) -> Response:
    """A refusal as problem details."""
    status = status_of(refusal)
    content = {
        "type": f"about:giroscope:{refusal.code}",
        "title": type(refusal).__doc__,
        "status": status,
        "detail": refusal.message,
        "code": refusal.code,
        **more,
    }
    headers = {"cache-control": "no-store"}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(
        orjson.dumps(content), status, headers, media_type="application/problem+json"
    )


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
            name = incident(error, request.url.path)
            content = {
                "type": "about:giroscope:internal",
                "title": "A fault in the product.",
                "status": 500,
                "detail": f"Something went wrong here. Quote incident {name}.",
                "code": "internal",
                "correlationId": name,
            }
            return Response(
                orjson.dumps(content), 500, media_type="application/problem+json"
            )

    return handle
