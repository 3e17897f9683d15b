"""A server on this machine that answers, or fails in one of the ways servers do."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

Answering = Callable[[bytes], bytes]
"""Takes a request's body and gives the whole HTTP answer, headers and all."""


@dataclass
class Server:
    """Where it listens, and what it has been sent."""

    port: int
    bodies: list[bytes] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)
    behave: Callable[[socket.socket, Self], None] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/service"


def http(body: bytes, status: str = "200 OK", kind: str = "text/xml") -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def receive(connection: socket.socket, server: Server) -> bytes:
    """Read one whole request and note it."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    (length,) = [
        int(line.partition(b":")[2])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length:")
    ]
    while len(body) < length:
        body += _more(connection)
    server.heads.append(head)
    server.bodies.append(body)
    return body


def _more(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    if not data:
        raise ConnectionError("The other side left.")
    return data


def answering(answer: Answering) -> Callable[[socket.socket, Server], None]:
    def behave(connection: socket.socket, server: Server) -> None:
        connection.sendall(answer(receive(connection, server)))

    return behave


def reset(connection: socket.socket) -> None:
    """Break a connection off hard."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@contextmanager
def serving(behave: Callable[[socket.socket, Server], None]) -> Iterator[Server]:
    """Serve one connection after the other until the block ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(listener.getsockname()[1], behave=behave)
    is_over = threading.Event()

    def accept() -> None:
        while not is_over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                if is_over.is_set():
                    return
                connection.settimeout(60)
                try:
                    behave(connection, server)
                except OSError:
                    continue

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield server
    finally:
        is_over.set()
        with socket.create_connection(("127.0.0.1", server.port)):
            pass
        thread.join(90)
        listener.close()


def closed_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
