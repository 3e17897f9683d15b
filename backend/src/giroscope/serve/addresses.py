"""The addresses at which browsers find the console and the sign-in."""

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
    # Also in a container that listens everywhere: sign-in needs what browsers
    # allow without HTTPS on this name only, so its port is published there.
    return f"http://localhost:{settings.identity_port}"


def reachable(host: str) -> str:
    """The name under which a listening address is reached."""
    if is_loopback(host) or host in _EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host
