"""What pages of this origin may load and do, as every answer tells browsers."""

from collections.abc import Mapping, Sequence

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ERP_WINDOW = "/journal-validation"


def security_headers(identity: str) -> dict[str, str]:
    """The headers that tell browsers what pages of this origin may load and do."""
    return {
        "content-security-policy": "; ".join(
            (
                "default-src 'self'",
                "script-src 'self'",
                "style-src 'self' 'unsafe-inline'",
                "img-src 'self' data: blob:",
                "font-src 'self' data:",
                f"connect-src 'self' {identity}",
                f"form-action 'self' {identity}",
                "object-src 'none'",
                "base-uri 'self'",
                "frame-ancestors 'none'",
            )
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }


class SecurityHeaders:
    """Tells them with every answer; `framing` names who may frame the ERP's screen."""

    def __init__(
        self, app: ASGIApp, headers: Mapping[str, str], framing: Sequence[str] = ()
    ) -> None:
        self._app = app
        self._framing = " ".join(framing)
        self._headers = dict(headers)
        # Accounting systems on the list open, or frame, this one screen.
        policy = self._headers["content-security-policy"]
        self._for_erp = self._headers | {
            "content-security-policy": policy.replace(
                "frame-ancestors 'none'", f"frame-ancestors {self._framing}"
            ),
            "cross-origin-opener-policy": "unsafe-none",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add what the answer does not say of itself."""
        is_for_erp = self._framing and scope.get("path") == _ERP_WINDOW
        told = self._for_erp if is_for_erp else self._headers

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in told.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)
