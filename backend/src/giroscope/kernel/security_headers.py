"""What pages of this origin may load and do, as every answer tells browsers.

Nobody may frame any of them, but for the one window that accounting systems open: the
origins that its tenant has listed may.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ERP_WINDOW = "/journal-validation"
"""The one address that is framed: it checks files, and approves and sends none."""

Listed = Callable[[Request], Awaitable[Sequence[str]]]
"""The origins on the list of the tenant that a request is for."""


# What no screen uses, and no script that got in is to use either.
_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")


def security_headers(called: str, *, is_secure: bool) -> dict[str, str]:
    """The headers that tell browsers what pages of this origin may load and do.

    `called` names the origins that pages call beside their own. Of an origin that is
    called by TLS a browser remembers so for a year.
    """
    secure = {"strict-transport-security": "max-age=31536000"} if is_secure else {}
    return {
        **secure,
        "content-security-policy": "; ".join(
            (
                "default-src 'self'",
                "script-src 'self'",
                "style-src 'self' 'unsafe-inline'",
                "img-src 'self' data: blob:",
                "font-src 'self' data:",
                f"connect-src 'self' {called}",
                f"form-action 'self' {called}",
                "object-src 'none'",
                "base-uri 'self'",
                "frame-ancestors 'none'",
            )
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": ", ".join(f"{name}=()" for name in _UNUSED),
    }


class SecurityHeaders:
    """Tells them with every answer; `listed` names who may frame the ERP's window."""

    def __init__(
        self, app: ASGIApp, headers: Mapping[str, str], listed: Listed
    ) -> None:
        self._app = app
        self._headers = headers
        self._listed = listed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add what the answer does not say of itself."""
        told = self._headers
        if scope["type"] == "http" and scope["path"] == ERP_WINDOW:
            told = framed_by(await self._listed(Request(scope)), told)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in told.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)


def framed_by(origins: Sequence[str], headers: Mapping[str, str]) -> Mapping[str, str]:
    """The headers of a page that these origins may open and frame, and no other."""
    if not origins:
        return headers
    policy = headers["content-security-policy"]
    return {
        **headers,
        "content-security-policy": policy.replace(
            "frame-ancestors 'none'", f"frame-ancestors {' '.join(origins)}"
        ),
        # A window that a listed page has opened keeps hold of it.
        "cross-origin-opener-policy": "unsafe-none",
    }
