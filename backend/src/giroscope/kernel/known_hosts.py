"""Answers requests that are meant for this installation, and no others.

The host decides which tenant a request is for. A name that nobody gave the installation
leads here only by mistake, or because somebody has made a name of theirs point here.
"""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.kernel.errors import Misdirected
from giroscope.kernel.tenancy import host_name
from giroscope.kernel.web import problem
from giroscope.settings import Settings

_ANY_REALM = "[a-z]([a-z0-9-]{0,39}[a-z0-9])?"
_EVERYBODYS = ("/healthz/", "/metrics")
"""Asked by machines that know an address and no name."""


class ForeignHost(Misdirected):
    """Nobody gave Giroscope this address; open it at the one you were told."""

    code = "foreign_host"


class KnownHosts:
    """Stands before the whole application and refuses hosts that are none of ours."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._is_local = is_local(settings)
        public = settings.public_url or f"http://{_bracketed(settings.host)}"
        named = re.escape(urlsplit(public).netloc.rpartition("@")[2].lower())
        bare = re.sub(r":\d+$", "", named)
        self._named = re.compile(bare.replace(re.escape("{realm}"), _ANY_REALM))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or tell that it is not meant for us."""
        is_asked = scope["type"] == "http" and not scope["path"].startswith(_EVERYBODYS)
        if is_asked and not self._is_known(Headers(scope=scope).getlist("host")):
            answer = problem(ForeignHost())
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_known(self, hosts: list[str]) -> bool:
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if not name:
            return False
        if self._is_local and is_loopback(name):
            return True
        return self._named.fullmatch(_bracketed(name)) is not None


def is_local(settings: Settings) -> bool:
    """Whether the console is opened under this machine's own names."""
    if settings.public_url is None:
        return True
    address = settings.public_url.replace("{realm}", settings.default_realm)
    return is_loopback(urlsplit(address).hostname or "")


def is_loopback(name: str) -> bool:
    """Whether a host can only mean the machine that asks for it."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name
