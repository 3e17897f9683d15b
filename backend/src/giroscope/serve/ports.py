"""Finds out whether a port is free before anything is started on it."""

import errno
import socket

_LOOK_AT = 100


class PortTaken(Exception):
    """Somebody else listens there; the sentence says what to do."""


def port_is_free(host: str, port: int) -> bool:
    """Whether we could listen there now.

    Raises:
        OSError: The address is not this machine's, or needs more rights.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As a server does: a port whose last connections still fade is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def ensure_free(host: str, port: int, remedy: str) -> None:
    """Pass silently, or refuse with a remedy that names a free port.

    Raises:
        PortTaken: It is not free, or may not be used.
    """
    try:
        if port_is_free(host, port):
            return
    except OSError as error:
        raise PortTaken(
            f"Cannot listen on {host} port {port}: {error.strerror or error}."
        ) from error
    free = next(
        (
            other
            for other in range(port + 10, min(port + 10 + _LOOK_AT, 65_536))
            if port_is_free(host, other)
        ),
        None,
    )
    advice = f" or use another: {remedy.format(free=free)}" if free else ""
    raise PortTaken(
        f"Port {port} on {host} is taken, perhaps by a Giroscope that runs already."
        f" Stop what uses it{advice}"
    )
