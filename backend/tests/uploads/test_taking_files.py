"""How many files leave at once, and how long one may take."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from giroscope.kernel import fair_gate
from giroscope.kernel.export import download, routes

pytestmark = pytest.mark.served


async def test_a_realm_has_so_many_places_for_files(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_gate, "WAIT_SECONDS", 0.05)
    begun, may_end = asyncio.Semaphore(0), asyncio.Event()

    async def slow(*_: Any) -> AsyncIterator[bytes]:
        begun.release()
        yield b"begun"
        await may_end.wait()
        yield b"done"

    monkeypatch.setattr(routes, "csv_chunks", slow)
    async with api.client() as client, api.client(realm="acme") as other:
        held = [
            asyncio.create_task(client.get("/api/export/payments")) for _ in range(2)
        ]
        for _ in held:
            await begun.acquire()
        refused = await client.get("/api/export/payments")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        # Nobody else waits for it, neither in other realms nor in other calls.
        apart = asyncio.create_task(other.get("/api/export/payments"))
        told = await client.get("/api/data/graphql?query={viewer{id}}")
        assert told.status_code == 200
        may_end.set()
        assert [(await one).content for one in (*held, apart)] == [b"begundone"] * 3
        assert (await client.get("/api/export/payments")).status_code == 200


async def test_who_takes_nothing_for_long_gets_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(download, "IDLE_SECONDS", 0.05)
    left = []
    out = download.TakenOut(
        download.Taking("a.csv", "text/csv", _three, {}),
        lambda: left.append(1),
    )

    async def still(message: Any) -> None:
        if message.get("body"):
            await asyncio.Event().wait()

    with pytest.raises(ClientDisconnect):
        await out({"type": "http", "asgi": {"spec_version": "2.4"}}, _nothing, still)
    assert left == [1]


async def test_who_takes_a_little_at_a_time_holds_no_snapshot_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(download, "LONGEST_SECONDS", 1.0)
    left = []
    out = download.TakenOut(
        download.Taking("a.csv", "text/csv", _three, {}), lambda: left.append(1)
    )
    taken = []

    async def slowly(message: Any) -> None:
        # The second piece never comes to its end.
        if taken:
            await asyncio.Event().wait()
        taken.append(message)

    with pytest.raises(ClientDisconnect):
        await out({"type": "http", "asgi": {"spec_version": "2.4"}}, _nothing, slowly)
    assert (len(taken), left) == (1, [1])


async def _three() -> AsyncIterator[bytes]:
    for _ in range(3):
        yield b"x"


async def _nothing() -> Any:
    await asyncio.Event().wait()
