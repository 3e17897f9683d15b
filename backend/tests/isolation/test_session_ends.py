"""Whichever way a session ends, no call goes on: not a file, and not a stream."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from giroscope.kernel.access import CALLS, EVERYONE, GRANTS, PUBLIC
from giroscope.kernel.ended_sessions import rows_of_end
from tests.isolation.asking import call
from tests.isolation.tenants import STRANGER, World

pytestmark = pytest.mark.every_run

GRAPH = "/api/data/graphql"
STREAM = "/api/messages/stream"
CALLED = [name for name, verb in CALLS.items() if verb != PUBLIC]
_PERSON = "user-1"
_PATIENCE = 2.5
"""Two seconds, and the turn of the stream in which it is seen."""

End = Callable[[World], Awaitable[None]]


async def _told_of_a_session(world: World) -> None:
    await _tell(world, world.issuer.notice(STRANGER))


async def _told_of_a_person(world: World) -> None:
    await _tell(world, world.issuer.notice(STRANGER, sid=None))


async def _seen_by_another_process(world: World) -> None:
    """As the copy of people does that finds somebody disabled or gone."""
    async with world.database.writing(STRANGER) as session:
        session.add_all(rows_of_end(_PERSON))


async def _tell(world: World, notice: str) -> None:
    async with world.client("", STRANGER) as client:
        form = {"logout_token": notice}
        told = await client.post("/api/backchannel-logout", data=form)
    assert told.status_code == 200


ENDS: dict[str, End] = {
    "a session, by notice": _told_of_a_session,
    "a person, by notice": _told_of_a_person,
    "a person, elsewhere": _seen_by_another_process,
}


@asynccontextmanager
async def _open_stream(world: World, token: str) -> AsyncIterator[asyncio.Task[None]]:
    """A stream that has begun; the task is over when the stream is."""
    began = asyncio.Event()

    async def send(message: Any) -> None:
        assert message.get("status", 200) == 200
        if message.get("body"):
            began.set()

    async def receive() -> Any:
        await asyncio.Event().wait()

    scope = {
        "type": "http", "method": "GET", "path": STREAM, "query_string": b"",
        "headers": [
            (b"host", f"{STRANGER}.giroscope.test".encode()),
            (b"authorization", f"Bearer {token}".encode()),
        ],
        "root_path": "", "asgi": {"version": "3.0"}, "http_version": "1.1",
    }  # fmt: skip
    task = asyncio.create_task(world.app(scope, receive, send))
    try:
        async with asyncio.timeout(60):
            await began.wait()
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _is_over(task: asyncio.Task[None]) -> bool:
    done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
    return bool(done)


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
async def test_no_call_goes_on_when_its_session_has_ended(
    world: World, end: End
) -> None:
    token = world.issuer.token(STRANGER, *GRANTS, iat=int(time.time()) - 5)
    async with (
        world.client(token, STRANGER) as client,
        _open_stream(world, token) as stream,
    ):
        ticket = await client.post("/api/export/journals", json={})
        assert ticket.status_code == 201
        await end(world)
        assert await _is_over(stream), "the stream went on"
        for name in CALLED:
            method, path, content = call(name, world.ids)
            answer = await client.request(method, path, content=content)
            assert answer.status_code == 401, name
        taken = await client.get(ticket.json()["url"])
        assert taken.status_code == 401


async def test_no_stream_outlives_its_token(world: World) -> None:
    # Half a minute is allowed for clocks.
    token = world.issuer.token(STRANGER, *GRANTS, exp=int(time.time()) - 28)
    async with _open_stream(world, token) as stream:
        assert await _is_over(stream)


async def test_a_taken_role_stops_counting_within_two_seconds(world: World) -> None:
    """By every call, by a ticket from before, and by every field that needs it."""
    early = int(time.time()) - 5
    token = world.issuer.token(STRANGER, *GRANTS, iat=early)
    another = world.issuer.token(STRANGER, *GRANTS, sub="user-2", iat=early)
    async with world.client(token, STRANGER) as client:
        assert (await client.get("/api/account/requests")).status_code == 200
        ticket = await client.post("/api/export/communicationLogs", json={})
        assert ticket.status_code == 201
        async with world.database.writing(STRANGER) as session:
            session.add_all(rows_of_end(_PERSON, GRANTS))
        await asyncio.sleep(2)
        for name in (one for one in CALLED if CALLS[one] not in EVERYONE):
            method, path, content = call(name, world.ids)
            answer = await client.request(method, path, content=content)
            assert answer.status_code == 403, name
        taken = await client.get(ticket.json()["url"])
        assert taken.status_code == 403
        # What needs no role goes on, and nobody is signed out.
        kept = await client.post(
            GRAPH, json={"query": "{viewer{roles} journals{totalCount}}"}
        )
        assert kept.json()["data"]["viewer"]["roles"] == []
    for token_of_now in (
        another,
        world.issuer.token(STRANGER, *GRANTS, iat=early + 10),
    ):
        async with world.client(token_of_now, STRANGER) as client:
            assert (await client.get("/api/account/requests")).status_code == 200
