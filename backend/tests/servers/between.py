"""Stands between a program and a server, and falls silent or away when told."""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

_LOOK_SECONDS = 0.05
_AT_ONCE = 64 * 1024


class Between:
    """Passes bytes on, both ways."""

    def __init__(self, port: int) -> None:
        self._upstream = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._speaks, self._is_there, self._ends = Event(), Event(), Event()
        self._speaks.set()
        self._is_there.set()
        self._threads = [Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Nothing is answered in this block, and nothing refused."""
        self._speaks.clear()
        try:
            yield
        finally:
            self._speaks.set()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Every connection ends, and whoever comes is sent away."""
        self._is_there.clear()
        try:
            yield
        finally:
            self._is_there.set()

    def close(self) -> None:
        """Pass nothing on any more."""
        self._ends.set()
        self._speaks.set()
        self._listener.close()

    def _accept(self) -> None:
        while not self._ends.is_set():
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            if not self._is_there.is_set():
                return
            with socket.create_connection(("127.0.0.1", self._upstream)) as far:
                other = {near: far, far: near}
                while self._is_there.is_set() and not self._ends.is_set():
                    ready, _, _ = select.select([near, far], [], [], _LOOK_SECONDS)
                    self._speaks.wait()
                    for one in ready:
                        data = one.recv(_AT_ONCE)
                        if not data:
                            return
                        other[one].sendall(data)


@contextmanager
def between(port: int) -> Iterator[Between]:
    """Stand between until the end of the block."""
    made = Between(port)
    try:
        yield made
    finally:
        made.close()
