"""What is asked of the provider over connections that it may close at any moment."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from giroscope.kernel.identity.calls import (
    IdentityCalls,
    IdentityDoesNotAnswer,
    client_grant,
    new_client,
)

TOKEN = b'{"access_token": "t", "expires_in": 300}'


@dataclass
class Hasty:
    """A provider that closes a connection at rest when the next call comes over it."""

    heard: list[str] = field(default_factory=list)
    hangs_up: int = 1
    """So many times; from then on it answers."""
    talks: list[asyncio.Task[None]] = field(default_factory=list)

    def receive(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Take a connection, of which the end can be waited for."""
        self.talks.append(asyncio.create_task(self.talk(reader, writer)))

    async def talk(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        is_used = False
        while head := await _head(reader):
            self.heard.append(head.split(" ")[0])
            if is_used and self.hangs_up:
                self.hangs_up -= 1
                break
            writer.write(
                b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(TOKEN), TOKEN)
            )
            is_used = True
        writer.close()
        await writer.wait_closed()


async def _head(reader: asyncio.StreamReader) -> str:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    except asyncio.IncompleteReadError:
        return ""
    length = next(
        (
            int(line.partition(":")[2])
            for line in head.splitlines()
            if line.startswith("content-length:")
        ),
        0,
    )
    await reader.readexactly(length)
    return head


@pytest.fixture
async def hasty() -> AsyncIterator[tuple[Hasty, IdentityCalls]]:
    made = Hasty()
    grant = client_grant("acme", "giroscope-backend", "secret")
    async with await asyncio.start_server(made.receive, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with new_client() as client:
            yield made, IdentityCalls(client, f"http://127.0.0.1:{port}", grant)
        await asyncio.gather(*made.talks)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
async def test_what_met_a_closed_connection_is_asked_once_more(
    hasty: tuple[Hasty, IdentityCalls], method: str
) -> None:
    provider, calls = hasty
    answer = await calls.send(method, "/admin/realms/acme/users/1", body=[])
    assert answer.status == 200
    assert provider.heard == ["post", method.lower(), method.lower()]
    assert not calls.is_silent


async def test_what_may_not_be_done_twice_is_not_repeated(
    hasty: tuple[Hasty, IdentityCalls],
) -> None:
    provider, calls = hasty
    with pytest.raises(IdentityDoesNotAnswer):
        await calls.send("POST", "/admin/realms/acme/users", body={})
    assert provider.heard == ["post", "post"]
    assert calls.is_silent
