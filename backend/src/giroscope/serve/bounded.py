"""Bounds what a connection may cost before anything of the product sees a request.

uvicorn has no such bounds for the parser that it is fast with: here are the bytes of a
request's head and of what stands beside its body, the seconds until it is here and
until its answer is taken, and the connections of one address. A proxy that is trusted
has all callers' connections, so its own are not counted.
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
    unread_seconds: float = 60.0
    """So long an answer may stand still, as an upload may: it holds a place."""
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
        self._unread: asyncio.TimerHandle | None = None
        self._head: int | None = 0
        """Bytes of the head that have come; None while there is a body."""
        self._heads = 0
        """How many have come whole."""
        self._left = 0
        """Bytes that came of a body after its answer."""
        self._beside = 0
        """Bytes since the latest of a body, that are of none."""
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
        self._taken()
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
        self._beside += len(data)
        super().data_received(data)
        self._bound(len(data) if before is not None and heads == self._heads else 0)

    def on_message_begin(self) -> None:
        """A head begins; it has so long to be here."""
        super().on_message_begin()
        self._head = 0
        if self._deadline is None:
            self._wait()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of the head; those that follow a body are dropped."""
        # Whatever looked at the head, a proxy too, has not seen them.
        if self._head is not None:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is here, and was no longer than any of ours."""
        lines = sum(
            len(name) + len(value) + _SEPARATORS for name, value in self.headers
        )
        self._head = None
        self._heads += 1
        self._beside = 0
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
        self._beside = 0
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

    def pause_writing(self) -> None:
        """More of an answer is here than is taken; it is kept for so long."""
        super().pause_writing()
        self._taken()
        self._unread = self.loop.call_later(
            self._bounds.unread_seconds, self.transport.abort
        )

    def resume_writing(self) -> None:
        """Enough of the answer was taken."""
        super().resume_writing()
        self._taken()

    def _taken(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _bound(self, more: int) -> None:
        """Refuse what is too long: a head that went on, or what is beside a body."""
        if self._is_refused:
            return
        if self._head is not None:
            # All that came belongs to it, and nothing to a body.
            self._head += more
            length = self._head
        else:
            # Sizes of chunks with what is said of them, or fields after the last.
            length = self._beside
        if length > self._bounds.head_bytes:
            self._end(431)

    def _wait(self) -> None:
        self._wait_no_more()
        self._deadline = self.loop.call_later(self._bounds.seconds, self._too_slow)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        self._end(408)

    def _end(self, status: int) -> None:
        """Refuse; neither within an answer nor in the place of an earlier one."""
        if self._head is None:
            is_free = not self.cycle.response_started
        else:
            is_free = getattr(self.cycle, "response_complete", True)
        if is_free and not self.pipeline:
            self._refuse(status)
        else:
            self._is_refused = True
            self._wait_no_more()
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
