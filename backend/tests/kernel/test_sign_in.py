"""Keys are fetched from one address, in one go, and never without end."""

from collections.abc import AsyncIterator, Callable

import httpx2
import pytest

from giroscope.kernel.sign_in import _keys_at

ADDRESS = "http://identity.test/realms/acme/protocol/openid-connect/certs"


async def _endless() -> AsyncIterator[bytes]:
    for _ in range(1000):
        yield b" " * 10_000
    raise AssertionError("it was read to its end")


def _client(answer: Callable[[httpx2.Request], httpx2.Response]) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(
        transport=httpx2.MockTransport(answer), follow_redirects=True
    )


async def test_the_keys_are_what_stands_there() -> None:
    async with _client(lambda _: httpx2.Response(200, json={"keys": []})) as client:
        assert await _keys_at(client, ADDRESS) == {"keys": []}


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: httpx2.Response(404, json={"keys": []}),
        lambda _: httpx2.Response(500),
        lambda _: httpx2.Response(200, content=_endless()),
        lambda request: (
            httpx2.Response(302, headers={"location": "http://evil.test/keys"})
            if request.url.host == "identity.test"
            else httpx2.Response(200, json={"keys": []})
        ),
    ],
    ids=["not found", "broken", "endless", "leads elsewhere"],
)
async def test_an_answer_that_is_none_is_an_outage(
    answer: Callable[[httpx2.Request], httpx2.Response],
) -> None:
    async with _client(answer) as client:
        with pytest.raises(OSError, match="answers"):
            await _keys_at(client, ADDRESS)


async def test_no_answer_in_time_is_an_outage() -> None:
    def late(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadTimeout("late")

    async with _client(late) as client:
        with pytest.raises(OSError, match="does not answer"):
            await _keys_at(client, ADDRESS)


async def test_what_is_no_document_is_told_as_such() -> None:
    async with _client(lambda _: httpx2.Response(200, text="<html>")) as client:
        with pytest.raises(ValueError):  # noqa: PT011 - orjson says where
            await _keys_at(client, ADDRESS)
