"""Bounds what a connection may cost before anything of the product sees a request.

uvicorn has no such bounds for the parser that it is fast with: here are the bytes of a
request's head, the seconds until it is here, and the connections of one address. A
proxy that is trusted has all callers' connections, so its own are not counted.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from giroscope.kernel.origin import Network, is_trusted, network_of

_ANSWERS = {
    408: b"Request Timeout",
    429: b"Too Many Requests",
    431: b"Request Header Fields Too Large",
}
_SEPARATORS = 4
"""Bytes of a header line beside its name and its value."""
_STRIDE = 64 * 1024
"""So much of a body that nobody reads is waited for again: browsers read the refusal of
a file only once they have sent it."""


@dataclass(slots=True)
class Bounds:
    """What one connection, and all of one address, may take."""

    connections: int
    trusted: Sequence[Network] = ()
    head_bytes: int = 32 * 1024
    seconds: float = 10.0
    """In so long a head must be here, and a body that nobody waits for."""
    is_whole: bool = False
    """Whether a body must be here in those seconds, too. The product bounds its own."""
    open: Counter[str] = field(default_factory=Counter)


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *, bounds: Bounds, **told: Any) -> None:
        super().__init__(**told)
        self._bounds = bounds
        self._address: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._head: int | None = 0
        """Bytes of the head that have come; None while there is a body."""
        self._heads = 0
        """How many have come whole."""
        self._left = 0
        """Bytes that came of a body after its answer."""
        self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place of the address, or refuse."""
        super().connection_made(transport)
        bounds, peer = self._bounds, self.client[0] if self.client else None
        if peer is not None and not is_trusted(peer, bounds.trusted):
            self._address = network_of(peer)
            bounds.open[self._address] += 1
            if bounds.open[self._address] > bounds.connections:
                self._refuse(429)
                return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        super().connection_lost(exc)
        self._wait_no_more()
        if self._address is not None:
            self._bounds.open[self._address] -= 1
            if not self._bounds.open[self._address]:
                del self._bounds.open[self._address]
            self._address = None

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the head is no longer than any of ours."""
        if self._is_refused:
            return
        before, heads = self._head, self._heads
        super().data_received(data)
        is_within = before is not None and self._head is not None
        # A head that goes on: all that came belongs to it, and nothing to a body.
        if is_within and heads == self._heads and not self._is_refused:
            self._grow(len(data))

    def on_message_begin(self) -> None:
        """A head begins; it has so long to be here."""
        super().on_message_begin()
        self._head = 0
        if self._deadline is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """The head is here, and was no longer than any of ours."""
        lines = sum(
            len(name) + len(value) + _SEPARATORS for name, value in self.headers
        )
        self._head = None
        self._heads += 1
        if len(self.url) + lines > self._bounds.head_bytes:
            self._refuse(431)
            return
        if not self._bounds.is_whole:
            self._wait_no_more()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of a body that somebody reads."""
        if self._is_refused:
            return
        super().on_body(body)
        if self.cycle.response_complete and self._deadline is not None:
            self._left += len(body)
            if self._left >= _STRIDE:
                self._left = 0
                self._wait()

    def on_message_complete(self) -> None:
        """The request is here whole."""
        self._head = 0
        if not self._is_refused:
            self._wait_no_more()
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is out; what is left of the request has so long to come."""
        super().on_response_complete()
        self._left = 0
        if self._head is None and not self.transport.is_closing():
            self._wait()

    def _grow(self, more: int) -> None:
        self._head = (self._head or 0) + more
        if self._head > self._bounds.head_bytes:
            self._refuse(431)

    def _wait(self) -> None:
        self._wait_no_more()
        self._deadline = self.loop.call_later(self._bounds.seconds, self._too_slow)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        # Neither within an answer nor in the place of an earlier one is this said.
        if self._head is None:
            is_free = not self.cycle.response_started
        else:
            is_free = getattr(self.cycle, "response_complete", True)
        if is_free and not self.pipeline:
            self._refuse(408)
        else:
            self._is_refused = True
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Say why in one line, and listen no more."""
        self._is_refused = True
        self._wait_no_more()
        self._unset_keepalive_if_required()
        logging.getLogger("giroscope.serve").info(
            "connection.refused status=%s", status
        )
        self.transport.write(
            b"HTTP/1.1 %d %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            % (status, _ANSWERS[status])
        )
        self.transport.close()


def bounded(
    connections: int, trusted: Sequence[Network], *, is_whole: bool = False
) -> type[asyncio.Protocol]:
    """What uvicorn is to speak by; every process counts for itself."""
    bounds = Bounds(connections, trusted, is_whole=is_whole)
    made = partial(BoundedProtocol, bounds=bounds)
    return cast("type[asyncio.Protocol]", made)
