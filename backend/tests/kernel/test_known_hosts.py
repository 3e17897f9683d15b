"""Requests with a host that is none of ours are refused, whatever they ask for."""

from pathlib import Path
from typing import Any

import httpx2
import pytest

from giroscope.app import asgi
from giroscope.kernel.known_hosts import KnownHosts
from giroscope.settings import Settings

LOCAL = ["localhost", "localhost:8087", "acme.localhost:9", "127.0.0.1:8087", "[::1]:1"]
FOREIGN = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
           "192.0.2.1:8087", "", "evil.example:8087", "user@localhost",
           "localhost, evil.example"]  # fmt: skip
TENANTS = "https://{realm}.example.com"


async def _passed(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def _status(app: Any, path: str, *hosts: str) -> int:
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    headers = [(b"host", host.encode()) for host in hosts]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
    await app(scope, None, send)
    return int(told[0]["status"])


@pytest.mark.parametrize(
    ("set_up", "known", "unknown"),
    [
        ({}, LOCAL, [*FOREIGN, "acme.example.com"]),
        ({"host": "0.0.0.0"}, LOCAL, ["192.0.2.1", "evil.example"]),  # noqa: S104
        ({"host": "192.0.2.1"}, [*LOCAL, "192.0.2.1:8087"], ["192.0.2.2"]),
        ({"host": "fd00::1"}, ["[fd00::1]:8087"], ["[fd00::2]"]),
        ({"public_url": "http://localhost:8087"}, LOCAL, ["acme.example.com"]),
        (
            {"public_url": TENANTS},
            ["acme.example.com", "ACME.Example.com:443", "a-1.example.com."],
            [*LOCAL, *FOREIGN, "example.com", "a.b.example.com", "acme.example.com.x",
             "acmeXexample.com", "1acme.example.com", ".example.com"],
        ),
        (
            {"public_url": "https://pay.example.com:8443/"},
            ["pay.example.com", "pay.example.com:8443"],
            ["acme.example.com", "localhost:8443"],
        ),
    ],
)  # fmt: skip
async def test_a_host_is_one_that_the_settings_name(
    set_up: dict[str, Any], known: list[str], unknown: list[str]
) -> None:
    app = KnownHosts(_passed, Settings(**set_up))
    for path in ("/", "/api/data/graphql"):
        assert [h for h in known if await _status(app, path, h) != 204] == []
        assert [h for h in unknown if await _status(app, path, h) != 421] == []
    # Two that contradict each other, or none at all, name nothing.
    assert await _status(app, "/", known[0], "evil.example") == 421
    assert await _status(app, "/") == 421


async def test_machines_that_know_no_name_are_answered() -> None:
    app = KnownHosts(_passed, Settings(public_url=TENANTS))
    for path in ("/healthz/live", "/healthz/ready", "/metrics"):
        assert await _status(app, path, "10.0.0.7:8087") == 204


async def test_the_application_that_is_served_tells_it_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("GIROSCOPE_PUBLIC_URL", TENANTS)
    transport = httpx2.ASGITransport(app=asgi())
    async with httpx2.AsyncClient(
        transport=transport, base_url="http://evil"
    ) as client:
        refused = await client.get("/api/public/graphql")
        live = await client.get("/healthz/live")
    assert (refused.status_code, refused.json()["code"]) == (421, "foreign_host")
    assert refused.headers["content-type"] == "application/problem+json"
    assert live.status_code == 200
