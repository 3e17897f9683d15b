"""What is certain after every way a connection can fail: a server that fails so."""

import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from banklink import (
    Environment,
    Exchange,
    LinkError,
    NotSent,
    OutcomeUnknown,
    Sealed,
    fresh_ids,
)
from banklink._doubt import in_doubt
from banklink._http import Line, Reply
from banklink.endpoints import Endpoint
from tests.banklink.link_authority import Authority, Identity
from tests.banklink.link_server import (
    Server,
    answering,
    closed_port,
    http,
    receive,
    reset,
    serving,
)

ENDPOINT = Endpoint(
    environment=Environment.TEST,
    roots=(),
    read_seconds=60.0,
    connect_seconds=30.0,
    largest_reply=100_000,
)
HASTY = replace(ENDPOINT, read_seconds=0.5)
Behaviour = Callable[[socket.socket, Server], None]


def post(
    address: str,
    seen: list[Exchange],
    body: bytes = b"<request/>",
    endpoint: Endpoint = ENDPOINT,
) -> Reply:
    sealed = Sealed(body, fresh_ids(), "operation", address)
    return Line(endpoint, seen.append).post(sealed, "action")


def send_half(connection: socket.socket, server: Server) -> None:
    receive(connection, server)
    connection.sendall(http(b"<answer/>" * 100)[:-200])


def send_half_and_reset(connection: socket.socket, server: Server) -> None:
    send_half(connection, server)
    reset(connection)


def leave_before_reading(connection: socket.socket, server: Server) -> None:
    del server
    reset(connection)


def leave_in_the_middle(connection: socket.socket, server: Server) -> None:
    del server
    connection.recv(100)
    reset(connection)


def leave_after_reading(connection: socket.socket, server: Server) -> None:
    receive(connection, server)


def reset_after_reading(connection: socket.socket, server: Server) -> None:
    receive(connection, server)
    reset(connection)


def never_answer(connection: socket.socket, server: Server) -> None:
    receive(connection, server)
    with suppress(OSError):
        connection.recv(1)


def drip(connection: socket.socket, server: Server) -> None:
    """Send a byte now and then, so that no single silence is too long."""
    receive(connection, server)
    with suppress(OSError):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\nX: ")
        for _ in range(2000):
            connection.sendall(b"x")
            time.sleep(0.05)


def send(reply: bytes) -> Behaviour:
    return answering(lambda _: reply)


@pytest.mark.parametrize(
    "behave",
    [
        leave_in_the_middle,
        leave_after_reading,
        reset_after_reading,
        send_half,
        send_half_and_reset,
        never_answer,
        send(b"no HTTP at all\r\n\r\n"),
        send(http(b"<html>Bad gateway</html>", "502 Bad Gateway", "text/html")),
        send(http(b"", "500 Internal Server Error")),
        send(http(b"", "404 Not Found")),
        send(http(b"", "401 Unauthorized")),
        send(http(b"", "413 Content Too Large")),
        send(b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"),
        send(http(b"x" * 100_001)),
        send(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nxx"),
        send(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<a/>\r\n\r\n0"
        ),
    ],
)
def test_after_the_first_byte_every_failure_is_a_doubt(behave: Behaviour) -> None:
    seen: list[Exchange] = []
    with serving(behave) as server, pytest.raises(OutcomeUnknown) as caught:
        post(server.address, seen, b"<request/>" * 100_000, HASTY)
    (exchange,) = seen
    assert exchange.failure or exchange.status != 200
    assert caught.value.message.endswith(".")


def test_a_connection_that_ends_at_once_is_never_taken_for_an_answer() -> None:
    """Whether a byte had left by then is a race, which either outcome tells truly."""
    with (
        serving(leave_before_reading) as server,
        pytest.raises((NotSent, OutcomeUnknown)),
    ):
        post(server.address, [])
    assert server.bodies == []


def test_a_request_is_made_once_whatever_happens() -> None:
    for behave in (leave_after_reading, send(http(b"", "503 Unavailable"))):
        with serving(behave) as server:
            with pytest.raises(OutcomeUnknown):
                post(server.address, [])
            assert len(server.bodies) == 1


def test_an_answer_that_drips_ends_all_the_same(at_once: Any) -> None:
    with (
        serving(drip) as server,
        at_once(),
        pytest.raises(OutcomeUnknown, match="in time"),
    ):
        post(server.address, [], endpoint=HASTY)


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:{port}/",
        "https://127.0.0.1:{port}/",
        "https://name.invalid/",
    ],
)
def test_what_cannot_be_reached_was_certainly_not_sent(address: str) -> None:
    seen: list[Exchange] = []
    with pytest.raises(NotSent):
        post(address.format(port=closed_port()), seen)
    assert seen[0].failure
    assert seen[0].reply is None


def test_a_server_without_tls_was_certainly_not_sent_anything() -> None:
    with serving(send(b"HTTP/1.1 200 OK\r\n\r\n")) as server:
        with pytest.raises(NotSent):
            post(server.address.replace("http:", "https:"), [])
        assert server.bodies == []


def shaking_hands(host: Identity, folder: Path) -> Behaviour:
    """Answer over TLS with that certificate."""
    (folder / "key").write_bytes(host.key_pem)
    (folder / "pem").write_bytes(host.pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "pem", folder / "key")

    def behave(connection: socket.socket, server: Server) -> None:
        with suppress(OSError), context.wrap_socket(connection, server_side=True) as s:
            receive(s, server)
            s.sendall(http(b"<answer/>"))

    return behave


@pytest.fixture
def tls_root() -> Authority:
    """A root that is valid now, since the connection looks at the real clock."""
    now = datetime.now(UTC)
    return Authority.made(
        "TLS Root", before=now - timedelta(days=1), after=now + timedelta(days=9)
    )


def securely(server: Server, *roots: bytes) -> Reply:
    endpoint = replace(ENDPOINT, tls_roots=roots)
    address = server.address.replace("http:", "https:")
    sealed = Sealed(b"<request/>", fresh_ids(), "operation", address)
    return Line(endpoint, lambda _: None).post(sealed, "")


def issued(root: Authority, address: str) -> Identity:
    now = datetime.now(UTC)
    return root.issue(
        address,
        before=now - timedelta(days=1),
        after=now + timedelta(days=1),
        address=address,
    )


def test_a_bank_is_spoken_to_over_tls(tls_root: Authority, tmp_path: Path) -> None:
    host = issued(tls_root, "127.0.0.1")
    with serving(shaking_hands(host, tmp_path)) as server:
        assert securely(server, tls_root.pem).body == b"<answer/>"
        assert server.bodies == [b"<request/>"]


@pytest.mark.parametrize(("place", "is_known"), [("127.0.0.1", False), ("::1", True)])
def test_a_server_that_is_not_the_bank_was_certainly_not_sent_anything(
    place: str, is_known: bool, tls_root: Authority, tmp_path: Path
) -> None:
    host = issued(tls_root, place)
    with serving(shaking_hands(host, tmp_path)) as server:
        with pytest.raises(NotSent, match="certificate"):
            securely(server, *([tls_root.pem] if is_known else []))
        assert server.bodies == []


def test_a_fault_is_handed_on_whatever_the_status() -> None:
    with serving(send(http(b"<Fault/>", "500 Internal Server Error"))) as server:
        assert post(server.address, []).body == b"<Fault/>"


def test_nothing_of_the_machine_is_told_and_nothing_compressed_is_taken() -> None:
    with serving(send(http(b"<answer/>"))) as server:
        assert post(server.address, []).status == 200
        head = server.heads[0].lower()
    assert b"accept-encoding: identity" in head
    assert b"python" not in head


def test_even_a_fault_of_ours_is_a_doubt_and_no_failure() -> None:
    with pytest.raises(OutcomeUnknown), in_doubt():
        raise ZeroDivisionError
    for certain in (NotSent("x"), OutcomeUnknown("x")):
        with pytest.raises(LinkError) as caught, in_doubt():
            raise certain
        assert caught.value is certain
