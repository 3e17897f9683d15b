"""The addresses at which browsers find the console and the sign-in."""

import socket

from giroscope.settings import Settings
from signin import is_loopback

_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not bound


def console_url(settings: Settings) -> str:
    """Where the console is opened."""
    return f"http://{reachable(settings.host)}:{settings.port}"


def sign_in_url(settings: Settings) -> str:
    """The base address of the sign-in, embedded or Keycloak."""
    if settings.identity_url is not None:
        return settings.identity_url.rstrip("/")
    return f"http://{reachable(settings.host)}:{settings.identity_port}"


def reachable(host: str) -> str:
    """The name under which a listening address is reached."""
    if is_loopback(host):
        # Browsers allow what sign-in needs on this name without HTTPS.
        return "localhost"
    if host in _EVERYWHERE:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
