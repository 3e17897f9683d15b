"""`/metrics`: what monitoring is told, and who is told it."""

import re
from typing import Any

import httpx2
import pytest
from pydantic import SecretStr

from giroscope.app import create_app
from giroscope.settings import Settings
from tests.kernel.issuer import Issuer

pytestmark = pytest.mark.served

TOKEN = "a-token-of-the-operators-own"
_LINE = re.compile(
    r"(?:# (?:HELP|TYPE) .+|\w+(?:\{(?:\w+=\"[^\"]*\",?)+\})? [\d.e+-]+)"
)


@pytest.fixture
async def ask(settings: Settings, database: Any, issuer: Issuer) -> Any:
    """Ask from somewhere, by some host and headers."""
    del database
    settings = settings.model_copy(update={"metrics_token": SecretStr(TOKEN)})
    app = create_app(settings, fetch_keys=issuer.fetch)

    async def run(
        peer: str, host: str = "localhost:8087", **headers: str
    ) -> httpx2.Response:
        transport = httpx2.ASGITransport(app=app, client=(peer, 1))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with httpx2.AsyncClient(
            transport=transport, base_url=f"http://{host}", headers=named
        ) as client:
            return await client.get("/metrics")

    async with app.router.lifespan_context(app):
        yield run


async def test_this_machine_is_told_in_the_form_that_monitoring_reads(ask: Any) -> None:
    await ask("127.0.0.1")
    answer = await ask("127.0.0.1")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert answer.headers["cache-control"] == "no-store"
    lines = answer.text.splitlines()
    assert [line for line in lines if not _LINE.fullmatch(line)] == []
    assert 'giroscope_jobs{state="QUEUED"} 0' in lines
    (asked,) = [one for one in lines if 'method="GET",status="2xx"' in one]
    assert asked.endswith(" 1")
    assert (await ask("::1", "[::1]:8087")).status_code == 200


@pytest.mark.parametrize(
    ("peer", "host", "headers"),
    [
        ("192.0.2.7", "localhost", {}),
        # A proxy on this machine, and a page whose name was made to point here.
        ("127.0.0.1", "localhost", {"x_forwarded_for": "192.0.2.7"}),
        ("127.0.0.1", "localhost", {"forwarded": "for=192.0.2.7"}),
        ("127.0.0.1", "evil.example", {}),
        ("127.0.0.1", "localhost", {"authorization": "Bearer wrong"}),
        ("192.0.2.7", "console.example", {"authorization": "Bearer "}),
        ("192.0.2.7", "console.example", {"authorization": f"Basic {TOKEN}"}),
    ],
)
async def test_nobody_else_is_told_without_the_token(
    ask: Any, peer: str, host: str, headers: dict[str, str]
) -> None:
    answer = await ask(peer, host, **headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert "giroscope_" not in answer.text.replace("GIROSCOPE_METRICS_TOKEN", "")


async def test_the_token_opens_it_from_anywhere(ask: Any) -> None:
    proof = {"authorization": f"Bearer {TOKEN}", "x_forwarded_for": "192.0.2.7"}
    assert (await ask("192.0.2.7", "console.example", **proof)).status_code == 200
