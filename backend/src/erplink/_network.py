"""Sockets that lead only where an ERP may be, and that end by a set moment.

A name is looked up once for a connection, and what was judged is what is connected
to; a second look-up could lead elsewhere. TLS still checks the name.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import httpcore2

from erplink.errors import NotConfigured

Places = Callable[[str, int], Sequence[str]]
_ENDLESS = float("inf")


class Network(httpcore2.NetworkBackend):
    """Opens connections; whatever they do ends when `until` is reached."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._sockets = httpcore2.SyncBackend()
        self.until = _ENDLESS

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        """Connect to the first place of a host that answers."""
        failure: Exception = httpcore2.ConnectError("the host has no address")
        for place in self._places(host, port):
            try:
                stream = self._sockets.connect_tcp(
                    place, port, self.left(timeout), local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
            else:
                return _Timed(stream, self)
        raise failure

    def left(self, timeout: float | None) -> float:
        """What is left of a wait, at most until the end.

        Raises:
            ReadTimeout: Nothing is left.
        """
        left = min(timeout or _ENDLESS, self.until - time.monotonic())
        if left <= 0:
            raise httpcore2.ReadTimeout("the answer took too long in all")
        return left


class _Timed(httpcore2.NetworkStream):
    """A connection that a slow drip of bytes cannot keep open for ever."""

    def __init__(self, stream: httpcore2.NetworkStream, network: Network) -> None:
        self._stream = stream
        self._network = network

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._network.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._network.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        stream = self._stream.start_tls(
            ssl_context, server_hostname, self._network.left(timeout)
        )
        return _Timed(stream, self._network)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def tls_context(authorities: Sequence[bytes]) -> ssl.SSLContext:
    """TLS 1.2 or later, believing the system's authorities and those given.

    Raises:
        NotConfigured: One of those given cannot be read.
    """
    context = ssl.create_default_context()
    try:
        for authority in authorities:
            context.load_verify_locations(cadata=authority.decode("ascii"))
    except (ValueError, ssl.SSLError) as error:
        raise NotConfigured("erp_link.root_unreadable") from error
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
