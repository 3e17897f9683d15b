"""The address at which browsers find the console."""

from giroscope.settings import Settings
from signin import is_loopback

_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not bound


def console_url(settings: Settings) -> str:
    """Where the console is opened."""
    return f"http://{reachable(settings.host)}:{settings.port}"


def reachable(host: str) -> str:
    """The name under which a listening address is reached."""
    if is_loopback(host) or host in _EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host
