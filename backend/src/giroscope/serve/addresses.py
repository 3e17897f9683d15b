"""The addresses at which browsers find the console and the simulators."""

from giroscope.settings import Settings
from signin import is_loopback

LOOPBACK = "127.0.0.1"
"""Where the simulators listen: never for others than this machine."""
_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not bound


def console_url(settings: Settings) -> str:
    """Where the console is opened."""
    return f"http://{reachable(settings.host)}:{settings.port}"


def bank_simulator_url(settings: Settings) -> str:
    """Where the page of the simulated bank is opened."""
    return f"http://localhost:{settings.bank_simulator_port}"


def erp_simulator_url(settings: Settings) -> str:
    """Where the page of the simulated ERP is opened."""
    return f"http://localhost:{settings.erp_simulator_port}"


def reachable(host: str) -> str:
    """The name under which a listening address is reached."""
    if is_loopback(host) or host in _EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host
