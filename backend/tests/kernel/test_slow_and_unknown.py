"""Who sends slowly, or is nobody known, takes no place from those who are signed in."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from structlog.testing import capture_logs

from giroscope.app import create_app
from giroscope.kernel import admission, web
from giroscope.settings import Settings
from tests.kernel.issuer import UPLOADER, Issuer

pytestmark = pytest.mark.served

QUERY = "/api/data/graphql?query={viewer{id}}"
ONE_PLACE = {"realm_requests_at_once": 1, "requests_at_once": 1}
SMALL_BODIES = ["/api/public/graphql", "/api/data/graphql", "/api/backchannel-logout"]


@pytest.fixture
async def narrow(settings: Settings, issuer: Issuer, api: Any) -> AsyncIterator[Any]:
    """The application with one place for everybody who is signed in."""
    app = create_app(settings.model_copy(update=ONE_PLACE), fetch_keys=issuer.fetch)
    api.app = app
    async with app.router.lifespan_context(app):
        yield api


async def _never_ending() -> AsyncIterator[bytes]:
    yield b"{"
    await asyncio.Event().wait()


@pytest.mark.parametrize("path", SMALL_BODIES)
async def test_a_body_that_does_not_come_gives_its_place_back(
    narrow: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(web, "SMALL_BODY_SECONDS", 0.05)
    async with narrow.client() as client:
        slow = await client.post(path, content=_never_ending())
        after = await client.get(QUERY)
    assert (slow.status_code, slow.headers["connection"]) == (408, "close")
    assert "too_slow" in slow.text
    assert after.status_code == 200


@pytest.mark.parametrize("path", SMALL_BODIES)
async def test_a_caller_who_hangs_up_is_no_fault(api: Any, path: str) -> None:
    async def leaving() -> AsyncIterator[bytes]:
        yield b"{"
        raise ClientDisconnect

    with capture_logs() as logs:
        async with api.client() as client:
            answer = await client.post(path, content=leaving())
    assert answer.status_code == 400
    assert not [line for line in logs if line["log_level"] == "error"]


async def test_an_upload_that_stands_still_is_given_up(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "IDLE_SECONDS", 0.05)
    kind = {"content-type": "multipart/form-data; boundary=x"}

    async def still() -> AsyncIterator[bytes]:
        yield b"--x\r\n"
        await asyncio.Event().wait()

    async with api.client(UPLOADER) as client:
        answer = await client.post(
            "/api/upload?kind=statement", content=still(), headers=kind
        )
    assert (answer.status_code, answer.json()["code"]) == (408, "too_slow")
    assert answer.headers["content-type"] == "application/problem+json"


async def test_an_upload_may_take_long_while_it_keeps_coming(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "SMALL_BODY_SECONDS", 0.01)
    monkeypatch.setattr(web, "IDLE_SECONDS", 5.0)
    head = b'--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n'

    async def slowly() -> AsyncIterator[bytes]:
        for piece in (head, b"\r\n", b"text", b"\r\n--x--\r\n"):
            yield piece
            await asyncio.sleep(0.02)

    kind = {"content-type": "multipart/form-data; boundary=x"}
    async with api.client(UPLOADER) as client:
        answer = await client.post(
            "/api/upload?kind=statement", content=slowly(), headers=kind
        )
    assert answer.status_code == 202


@pytest.mark.parametrize("token", ["", "made-up"])
async def test_who_is_unknown_holds_no_place_of_the_signed_in(
    narrow: Any, token: str
) -> None:
    async with narrow.client(token="") as nobody, narrow.client() as person:
        slow = [
            asyncio.ensure_future(
                nobody.post(
                    "/api/public/graphql",
                    content=_never_ending(),
                    headers={"authorization": f"Bearer {token}"} if token else {},
                )
            )
            for _ in range(admission._UNKNOWN_AT_ONCE + 1)
        ]
        await asyncio.sleep(0.05)
        async with asyncio.timeout(60):
            answer = await person.get(QUERY)
        for one in slow:
            one.cancel()
        ended = await asyncio.gather(*slow, return_exceptions=True)
    assert answer.status_code == 200
    assert all(isinstance(one, asyncio.CancelledError) for one in ended)


async def test_who_is_unknown_spends_no_rate_of_the_signed_in(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "_UNKNOWN_PER_SECOND", 2)
    async with api.client(token="") as nobody, api.client() as person:
        flood = [await nobody.get("/api/documents/1") for _ in range(12)]
        answer = await person.get(QUERY)
        logout = await nobody.post("/api/backchannel-logout")
    assert [one.status_code for one in flood[:8]] == [401] * 8
    assert flood[-1].status_code == 429
    assert int(flood[-1].headers["retry-after"]) >= 1
    assert answer.status_code == 200
    assert logout.status_code == 429
