"""How far one gets to an address: name, port, TLS; and where one may not even look."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Thread

import pytest

from erplink import Surroundings
from erplink.probe import Reach, reached

HERE = "127.0.0.1"


def _surroundings(*allowed: str) -> Surroundings:
    return Surroundings(
        witness=lambda _call: None,
        clock=lambda: datetime(2026, 11, 21, tzinfo=UTC),
        allowed_hosts=frozenset(allowed),
    )


@contextmanager
def _listening(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A port of this machine on which one call is answered so."""
    with socket.create_server((HERE, 0)) as door:

        def serve() -> None:
            line, _ = door.accept()
            with line:
                answer(line)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield door.getsockname()[1]
        thread.join(60)


def test_an_open_port_is_reached_and_nothing_is_said() -> None:
    heard: list[bytes] = []
    with _listening(lambda line: heard.append(line.recv(64))) as port:
        seen = reached(f"http://{HERE}:{port}", _surroundings(HERE))
    assert (seen.reach, seen.place, seen.protocol) == (Reach.REACHED, HERE, "")
    assert heard == [b""]


def test_what_speaks_no_tls_is_told() -> None:
    with _listening(lambda line: line.sendall(b"HTTP/1.1 400 Bad\r\n\r\n")) as port:
        seen = reached(f"https://{HERE}:{port}", _surroundings(HERE))
    assert seen.reach is Reach.NO_TLS
    assert seen.reason


def test_one_who_says_nothing_is_silent_and_not_refused() -> None:
    with _listening(lambda line: line.recv(4096) and line.recv(1)) as port:
        seen = reached(f"https://{HERE}:{port}", _surroundings(HERE), seconds=0.2)
    assert seen.reach is Reach.SILENT


def test_a_closed_port_is_told() -> None:
    with socket.create_server((HERE, 0)) as door:
        port = door.getsockname()[1]
    seen = reached(f"http://{HERE}:{port}", _surroundings(HERE))
    assert (seen.reach, seen.place) == (Reach.NO_PORT, HERE)


def test_a_name_that_leads_nowhere_is_told() -> None:
    def nowhere(_host: str, _port: int) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    seen = reached("https://erp.example", _surroundings(), lookup=nowhere)
    assert seen.reach is Reach.NO_NAME


@pytest.mark.parametrize(
    "address", ["http://erp.example", "https://10.0.0.7", "https://169.254.169.254"]
)
def test_where_nobody_may_call_nobody_looks(address: str) -> None:
    assert reached(address, _surroundings()).reach is Reach.REFUSED


def test_a_name_that_leads_into_a_private_network_is_not_looked_at() -> None:
    seen = reached(
        "https://erp.example", _surroundings(), lookup=lambda _h, _p: ["10.0.0.7"]
    )
    assert seen.reach is Reach.REFUSED
