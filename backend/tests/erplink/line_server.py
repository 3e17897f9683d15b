"""A server that answers with the bytes it was given, one script for each request."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from time import sleep

HANG_UP = b""


@dataclass
class Heard:
    """A request as it came over the wire."""

    head: str
    body: bytes

    @property
    def line(self) -> str:
        return self.head.partition("\r\n")[0]

    def header(self, name: str) -> str:
        for one in self.head.split("\r\n")[1:]:
            key, _, value = one.partition(":")
            if key.lower() == name.lower():
                return value.strip()
        return ""


Script = bytes | Callable[[socket.socket], None]


@dataclass
class LineServer:
    """Where it listens and what it heard."""

    port: int
    scripts: list[Script] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    connections: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/erp"


def reply(
    data: object,
    status: str = "200 OK",
    kind: str = "application/json",
    headers: Sequence[str] = (),
) -> bytes:
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    head = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


@contextmanager
def line_server(
    *scripts: Script, context: ssl.SSLContext | None = None
) -> Iterator[LineServer]:
    """Answer requests in turn; the last script answers all that follow."""
    listening = socket.create_server(("127.0.0.1", 0))
    # Looks up now and then whether it has to end.
    listening.settimeout(0.05)
    server = LineServer(listening.getsockname()[1], list(scripts))
    stopped = Event()
    thread = Thread(target=_serve, args=(listening, server, stopped, context))
    thread.start()
    try:
        yield server
    finally:
        stopped.set()
        thread.join()
        listening.close()


def _serve(
    listening: socket.socket,
    server: LineServer,
    stopped: Event,
    context: ssl.SSLContext | None,
) -> None:
    while not stopped.is_set():
        try:
            accepted, _ = listening.accept()
        except TimeoutError:
            continue
        server.connections += 1
        with suppress(OSError):
            accepted.settimeout(60)
            if context is not None:
                accepted = context.wrap_socket(accepted, server_side=True)
            with accepted:
                _converse(accepted, server, stopped)


def _converse(accepted: socket.socket, server: LineServer, stopped: Event) -> None:
    while not stopped.is_set():
        accepted.settimeout(0.05)
        try:
            first = accepted.recv(1)
        except TimeoutError:
            continue
        if not first:
            return
        accepted.settimeout(60)
        heard = _heard(accepted, first)
        server.heard.append(heard)
        script = server.scripts.pop(0) if len(server.scripts) > 1 else server.scripts[0]
        if callable(script):
            script(accepted)
            return
        if script == HANG_UP:
            return
        accepted.sendall(script)


def _heard(accepted: socket.socket, first: bytes) -> Heard:
    data = first
    while b"\r\n\r\n" not in data:
        data += accepted.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    heard = Heard(head.decode(), body)
    missing = int(heard.header("content-length") or 0) - len(body)
    while missing > 0:
        more = accepted.recv(missing)
        heard.body += more
        missing -= len(more)
    return heard


def dripping(seconds: float) -> Callable[[socket.socket], None]:
    """An answer whose bytes come one by one."""

    def drip(accepted: socket.socket) -> None:
        for byte in reply({"a": "b" * 1000}):
            accepted.sendall(bytes([byte]))
            sleep(seconds)

    return drip
