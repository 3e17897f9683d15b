"""Headers every answer carries, and what the console may read (CORS)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Pages are never read by scripts of other origins, so only these addresses take part.
_SHARED = re.compile(
    r"/realms/([^/]+)"
    r"(?:/protocol/openid-connect/(?:token|userinfo|certs)|/account|/\.well-known/[^/]+|/?)"
)

# Published for whoever asks, without cookies, as by every provider: a page whose
# address is not registered finds that there is a provider, which then tells it so.
_PUBLISHED = re.compile(r"/realms/[^/]+/\.well-known/[^/]+")

_SEALED = "default-src 'none'; frame-ancestors 'none'"

AllowedOrigins = Callable[[str], frozenset[str]]
"""The origins that may read a realm's answers."""


class ResponseHeaders:
    """Adds headers to answers, and answers the browser's preflight questions."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        allowed_origins: AllowedOrigins,
        is_secure: bool,
        window_paths: Collection[str] = (),
    ) -> None:
        """Wrap an application."""
        self._app = app
        self._allowed_origins = allowed_origins
        self._is_secure = is_secure
        self._window_paths = window_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        shared = _SHARED.fullmatch(scope["path"])
        request = Headers(scope=scope)
        origin = request.get("origin")
        is_allowed = bool(
            shared and origin and origin in self._allowed_origins(shared[1])
        )

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                self._harden(headers, message["status"])
                if self._is_for_window(scope):
                    headers["Cross-Origin-Opener-Policy"] = "unsafe-none"
                if shared:
                    headers.add_vary_header("Origin")
                if is_allowed and origin:
                    headers["Access-Control-Allow-Origin"] = origin
                    headers["Access-Control-Allow-Credentials"] = "true"
                elif _PUBLISHED.fullmatch(scope["path"]):
                    headers["Access-Control-Allow-Origin"] = "*"
            await send(message)

        if scope["method"] == "OPTIONS" and "access-control-request-method" in request:
            await _preflight(is_allowed=is_allowed)(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _is_for_window(self, scope: Scope) -> bool:
        """Whether somebody signs in in a window that another page must not lose.

        The parameters of a sign-in are in the address of each of its pages.
        """
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        try:
            paths = {urlsplit(uri).path for uri in asked.get("redirect_uri", ())}
        except ValueError:
            return False
        return not paths.isdisjoint(self._window_paths)

    def _harden(self, headers: MutableHeaders, status: int) -> None:
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "no-referrer"
        # Chromium applies frame-ancestors to redirects too, and a silent sign-in
        # (`prompt=none`) runs in a frame that its redirect leads back to the console.
        if not _is_redirect(status):
            headers.setdefault("Content-Security-Policy", _SEALED)
        if self._is_secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"


def _is_redirect(status: int) -> bool:
    return status in {302, 303}


def _preflight(*, is_allowed: bool) -> Response:
    if not is_allowed:
        return Response(status_code=403)
    headers = {
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept",
        "Access-Control-Max-Age": "600",
    }
    return Response(status_code=204, headers=headers)
