"""What a connection may cost: its head, its patience, and how many of one address."""

import asyncio
import pickle
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from giroscope.serve import parts
from giroscope.serve.bounded import BoundedProtocol, bounded
from giroscope.settings import Settings

GET = b"GET / HTTP/1.1\r\nhost: x\r\n"
LONG = 64 << 20
"""More than the machine keeps for whoever does not take it."""


async def _app(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] in {"/read", "/told"}:
        while (await receive()).get("more_body"):
            pass
    if scope["path"] == "/told":
        names = b" ".join(name for name, _ in scope["headers"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": names})
        return
    if scope["path"] == "/long":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        part = {"type": "http.response.body", "body": bytes(1 << 20)}
        for _ in range(LONG >> 20):
            await send({**part, "more_body": True})
        await send(part)
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(0.2)
    await send({"type": "http.response.start", "status": 200,
                "headers": [(b"content-length", b"2")]})  # fmt: skip
    await send({"type": "http.response.body", "body": b"ok"})


async def _until_end(reader: asyncio.StreamReader) -> bytes:
    told = b""
    # Whoever sends on to one that has closed is reset, which is an end too.
    with suppress(ConnectionResetError):
        while part := await reader.read(65_536):
            told += part
    return told


class Served:
    """A server of this process, and the bounds of its connections."""

    def __init__(self, protocol: Any) -> None:
        self.bounds = protocol.keywords["bounds"]
        self.port = 0
        config = uvicorn.Config(_app, log_config=None, access_log=False)
        config.load()
        self._make = partial(
            protocol, config=config, server_state=ServerState(), app_state={}
        )

    async def start(self) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self._make, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def ask(self, *pieces: bytes, wait: float = 0.0) -> bytes:
        """What is answered until the server ends the connection, or says no more."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        answer = asyncio.create_task(_until_end(reader))
        try:
            for piece in pieces:
                if answer.done():
                    break
                writer.write(piece)
                await asyncio.sleep(wait)
            async with asyncio.timeout(2):
                return await answer
        except TimeoutError:
            return b"still open"
        finally:
            writer.close()


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    one = Served(bounded(4, ()))
    async with await one.start():
        yield one


def _status(answer: bytes) -> int:
    return int(answer.split()[1])


CLOSE = b"connection: close\r\n\r\n"


async def test_a_head_of_32_kib_is_read_and_a_longer_one_is_not(served: Served) -> None:
    fits = GET + b"x: " + b"a" * 32_000 + b"\r\n" + CLOSE
    assert _status(await served.ask(fits)) == 200
    for long in (
        GET + b"x: " + b"a" * 33_000 + b"\r\n" + CLOSE,
        GET + b"".join(b"x%d: %s\r\n" % (n, b"a" * 90) for n in range(400)) + CLOSE,
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nhost: x\r\n" + CLOSE,
    ):
        assert _status(await served.ask(long)) == 431
    # And it is not waited for: this one has no end.
    endless = [b"a" * 16_000] * 4
    assert _status(await served.ask(GET + b"x: ", *endless, wait=0.01)) == 431


@pytest.mark.parametrize("size", [20_000, 40_000, 60_000])
async def test_a_body_that_comes_with_its_head_is_no_part_of_it(
    served: Served, size: int
) -> None:
    head = b"POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n" % size
    assert _status(await served.ask(head + CLOSE + b"a" * size)) == 200


@pytest.mark.parametrize("path", [b"/", b"/read"])
async def test_what_stands_beside_a_body_is_bounded_as_a_head(
    served: Served, path: bytes
) -> None:
    post = b"POST %s HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n" % path
    begun = post + b"\r\n1\r\na\r\n"
    endless = [b"x: " + b"a" * 997 + b"\r\n"] * 300
    for pieces in (
        # Fields after the last chunk, one of them without an end, and of a chunk's.
        (begun + b"0\r\n", *endless),
        (begun + b"0\r\nx: ", *[b"a" * 1000] * 300),
        (begun + b"1;", *[b"a" * 1000] * 300),
    ):
        answer = await served.ask(*pieces, wait=0.001)
        # What does not wait for its body has answered.
        assert _status(answer) == (431 if path == b"/read" else 200)
        assert answer.count(b"HTTP/1.1") == 1
    # Small chunks have more beside them than in them, and are read.
    small = b"1\r\na\r\n" * 30_000
    assert _status(await served.ask(post + CLOSE + small + b"0\r\n\r\n")) == 200


async def test_no_field_of_a_head_follows_its_body(served: Served) -> None:
    post = b"POST /told HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n"
    late = b"0\r\nx-forwarded-for: 10.1.1.1\r\n\r\n"
    answer = await served.ask(post + CLOSE, late, wait=0.05)
    assert b"host transfer-encoding connection" in answer
    assert b"x-forwarded-for" not in answer


async def _take(served: Served, pause: float) -> bytes:
    """How a long answer ends that is taken after a pause, and another one after it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=1)
    writer.write(GET.replace(b"/", b"/long", 1) + b"\r\n")
    await asyncio.sleep(pause)
    end = b""
    with suppress(ConnectionResetError):
        while not end.endswith(b"0\r\n\r\n") and (part := await reader.read(1 << 20)):
            end = part[-8:]
            await asyncio.sleep(0.01)
        # No answer stands still now.
        await asyncio.sleep(0.6)
        writer.write(GET + CLOSE)
        end += await _until_end(reader)
    writer.close()
    return end


async def test_an_answer_nobody_takes_is_ended(served: Served) -> None:
    served.bounds.unread_seconds = 0.5
    assert b"0\r\n\r\n" not in await _take(served, pause=1.0)
    # Whoever takes it slowly gets it whole, and may ask again.
    assert (await _take(served, pause=0.1)).endswith(b"ok")


async def test_half_a_head_is_waited_for_a_while(served: Served) -> None:
    served.bounds.seconds = 0.1
    assert _status(await served.ask(GET)) == 408
    # A byte now and then is no head either, and neither is the next one's half.
    dripped = [b"x"] * 30
    assert _status(await served.ask(GET + b"x: ", *dripped, wait=0.02)) == 408
    whole = GET + b"\r\n"
    assert (await served.ask(whole + GET)).count(b"HTTP/1.1 200") == 1
    assert await served.ask(b"") != b"still open"


async def test_a_body_nobody_reads_is_not_waited_for(served: Served) -> None:
    served.bounds.seconds = 0.1
    post = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n"
    answer = await served.ask(post, *[b"x"] * 30, wait=0.02)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer != b"still open"
    # What comes briskly may come whole, so that a browser gets to read its refusal.
    post = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1600000\r\n\r\n"
    rest = [b"x" * 80_000] * 20
    answer = await served.ask(post, *rest, GET + CLOSE, wait=0.02)
    assert answer.count(b"HTTP/1.1 200") == 2
    # One that is read may take its time: how long is for who reads it.
    post = b"POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n" + CLOSE
    assert _status(await served.ask(post, *[b"x"] * 20, wait=0.02)) == 200


async def test_a_body_of_the_sign_in_is_waited_for_no_longer(served: Served) -> None:
    served.bounds.seconds, served.bounds.is_whole = 0.1, True
    post = b"POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n" + CLOSE
    assert _status(await served.ask(post, *[b"x"] * 20, wait=0.02)) == 408
    assert _status(await served.ask(post, b"x" * 20, wait=0.02)) == 200


async def test_an_answer_may_take_its_time(served: Served) -> None:
    served.bounds.seconds = 0.05
    for served.bounds.is_whole in (False, True):
        assert (await served.ask(GET.replace(b"/", b"/slow", 1) + CLOSE)).endswith(
            b"ok"
        )


async def test_an_address_has_so_many_connections_and_a_proxy_any(
    served: Served,
) -> None:
    open_ones = [
        await asyncio.open_connection("127.0.0.1", served.port) for _ in range(4)
    ]
    await asyncio.sleep(0.05)
    whole = GET + CLOSE
    assert _status(await served.ask(whole)) == 429
    served.bounds.trusted = (ip_network("127.0.0.0/8"),)
    assert _status(await served.ask(whole)) == 200
    served.bounds.trusted = ()
    for _, writer in open_ones:
        writer.close()
    await asyncio.sleep(0.05)
    assert _status(await served.ask(whole)) == 200
    await asyncio.sleep(0.05)
    assert not served.bounds.open


@pytest.mark.parametrize(
    ("part", "is_whole"), [("run_web", False), ("run_sign_in", True)]
)
def test_both_origins_are_served_so(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, part: str, is_whole: bool
) -> None:
    told: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda _app, **said: told.update(said))
    monkeypatch.setattr(parts.os, "environ", {})
    settings = Settings(
        data_dir=tmp_path, connections_per_address=7, trusted_proxies="10.0.0.0/8"
    )
    getattr(parts, part)(settings)
    assert told["http"].func is BoundedProtocol
    # Further processes are told by copies.
    bounds = pickle.loads(pickle.dumps(told["http"])).keywords["bounds"]  # noqa: S301
    assert bounds.is_whole is is_whole
    assert (bounds.connections, bounds.trusted) == (7, (ip_network("10.0.0.0/8"),))
    assert (bounds.head_bytes, bounds.seconds) == (32 * 1024, 10)
