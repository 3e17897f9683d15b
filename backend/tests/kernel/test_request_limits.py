"""Who asks too much is told when to come again; others notice nothing."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from giroscope.app import create_app
from giroscope.cli import main
from giroscope.kernel import admission, fair_gate
from giroscope.kernel.access import DEBUG, UPLOAD
from giroscope.settings import Settings
from tests.kernel.issuer import UPLOADER, Issuer

pytestmark = pytest.mark.served

QUERY = "/api/data/graphql?query={viewer{id}}"
TIGHT = {"realm_requests_per_second": 10, "person_requests_per_second": 3}


@pytest.fixture
async def tight(settings: Settings, issuer: Issuer, api: Any) -> AsyncIterator[Any]:
    """The application with room for 40 requests of a realm and 12 of a person."""
    app = create_app(settings.model_copy(update=TIGHT), fetch_keys=issuer.fetch)
    api.app = app
    async with app.router.lifespan_context(app):
        yield api


async def _ask(api: Any, times: int, path: str = QUERY, **who: Any) -> list[Any]:
    async with api.client(**who) as client:
        return [await client.get(path) for _ in range(times)]


async def test_a_person_who_asks_too_often_is_told_when_to_come_again(
    tight: Any,
) -> None:
    answers = await _ask(tight, 20)
    assert [one.status_code for one in answers[:12]] == [200] * 12
    refused = [one for one in answers if one.status_code == 429]
    assert 5 <= len(refused) <= 8
    assert refused[0].headers["retry-after"] == "1"
    error = refused[0].json()["errors"][0]["extensions"]
    assert error["code"] == "RATE_LIMITED"
    another = await _ask(tight, 1, user="user-2")
    assert another[0].status_code == 200


async def test_a_tenant_that_floods_is_held_back_and_no_other(tight: Any) -> None:
    flood = []
    for number in range(8):
        flood += await _ask(tight, 10, user=f"user-{number}")
    assert {one.status_code for one in flood} == {200, 429}
    assert sum(one.status_code == 429 for one in flood) >= 20
    calm = await _ask(tight, 10, realm="acme")
    assert [one.status_code for one in calm] == [200] * 10


async def test_plain_calls_are_refused_as_problems_without_reading(tight: Any) -> None:
    async def endless() -> Any:
        raise AssertionError("the body is not to be read")
        yield b""

    await _ask(tight, 60, "/api/documents/1")
    async with tight.client(UPLOADER) as client:
        answer = await client.post("/api/upload?kind=statement", content=endless())
        console = await client.get("/settings.js")
        live = await client.get("/healthz/live")
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert answer.headers["content-type"] == "application/problem+json"
    assert int(answer.headers["retry-after"]) >= 1
    assert console.status_code == live.status_code == 200


async def test_a_realm_may_have_an_upload_limit_of_its_own(
    api: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    _as_at_the_shell(monkeypatch, settings)
    limit = 2 << 20
    change = ["limit", "giroscope", f"upload_bytes={limit}"]
    assert await asyncio.to_thread(main, change) == 0
    assert f"upload_bytes = {limit}\n" in capsys.readouterr().out
    files = {"files": ("big.xml", b" " * (4 << 20))}
    for realm, status in (("giroscope", 413), ("acme", 202)):
        async with api.client(UPLOADER, realm=realm) as client:
            answer = await client.post("/api/upload?kind=statement", files=files)
            told = await client.get("/settings.js")
        assert answer.status_code == status
        assert (f'"maxUploadBytes":{limit}' in told.text) is (realm == "giroscope")


@pytest.mark.parametrize(
    "change",
    ["made_up=1", "upload_bytes", "upload_bytes=", "upload_bytes=-1", "upload_bytes=x",
     "upload_bytes=0", "upload_bytes=99999999999999999999", "uploads_at_once=²"],
)  # fmt: skip
def test_a_change_that_is_none_is_bad_input(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    _as_at_the_shell(monkeypatch, sqlite_settings)
    assert main(["limit", "giroscope", change]) == 2
    assert main(["limit", "nowhere"]) == 2


def test_a_limit_is_taken_back(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    _as_at_the_shell(monkeypatch, sqlite_settings)
    assert main(["limit", "giroscope", "uploads_at_once=2", "--json"]) == 0
    assert '"uploads_at_once": 2' in capsys.readouterr().out
    assert main(["limit", "giroscope", "uploads_at_once=usual"]) == 0
    assert "uploads_at_once = 8 (usual)" in capsys.readouterr().out
    trail = sqlite_settings.data_dir / "trail.csv"
    export = ["audit", "export", "--realm", "giroscope", "--output", str(trail)]
    assert main(export) == 0
    assert trail.read_text().count("realms.limits_changed") == 2


def _as_at_the_shell(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    assert settings.master_key is not None
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", settings.master_key.get_secret_value())


async def test_a_person_has_six_streams_and_one_more_when_one_has_ended(
    api: Any, settings: Settings, issuer: Issuer
) -> None:
    app = create_app(settings, fetch_keys=issuer.fetch)
    api.app = app
    path = "/api/messages/stream"
    async with app.router.lifespan_context(app), api.client() as client:
        open_ones = [Opened(app, client.headers["authorization"]) for _ in range(6)]
        for one in open_ones:
            await one.begun.wait()
        refused = await client.get(path)
        other = Opened(app, f"Bearer {issuer.token('giroscope', sub='user-2')}")
        await other.begun.wait()
        await open_ones[0].hang_up()
        again = Opened(app, client.headers["authorization"])
        await again.begun.wait()
        for one in (*open_ones[1:], other, again):
            await one.hang_up()
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
    assert refused.headers["retry-after"] == "30"
    assert {one.status for one in (*open_ones, other, again)} == {200}


class Opened:
    """A message stream that somebody listens to."""

    def __init__(self, app: Any, authorization: str) -> None:
        self.begun, self._left = asyncio.Event(), asyncio.Event()
        self.status = 0
        headers = {b"host": b"giroscope.giroscope.test",
                   b"authorization": authorization.encode()}  # fmt: skip
        scope = {
            "type": "http", "method": "GET", "path": "/api/messages/stream",
            "headers": [*headers.items()], "query_string": b"", "scheme": "http",
            "server": ("giroscope.giroscope.test", 80), "http_version": "1.1",
            "client": ("192.0.2.1", 1), "asgi": {"spec_version": "2.3"},
        }  # fmt: skip
        self._call = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def _receive(self) -> Any:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.begun.set()

    async def hang_up(self) -> None:
        self._left.set()
        await self._call


async def test_who_asks_for_very_much_pays_for_it_before_asking_again(
    api: Any, settings: Settings, issuer: Issuer
) -> None:
    changed = settings.model_copy(update={"person_cost_per_second": 1_000})
    app = create_app(changed, fetch_keys=issuer.fetch)
    api.app = app
    lists = (
        f"a{n}: journals(first: $rows) {{ edges {{ node {{ id }} }} }}" for n in "12"
    )
    asked = {"query": f"query ($rows: Int!) {{ {' '.join(lists)} }}"}
    async with app.router.lifespan_context(app):
        async with api.client() as client:
            # 10,000 for two lists, and one for every row that is asked for.
            for rows in (200, 1):
                said = asked | {"variables": {"rows": rows}}
                answer = await client.post("/api/data/graphql", json=said)
            poll = await client.get(QUERY)
        async with api.client(user="user-2") as client:
            other = await client.get(QUERY)
    assert answer.status_code == poll.status_code == 429
    error = answer.json()["errors"][0]["extensions"]
    assert (error["code"], error["reason"]) == ("RATE_LIMITED", "too_costly")
    assert 1 <= int(answer.headers["retry-after"]) <= 3
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/api/validate", "/api/preview", "/api/inspect"])
async def test_a_file_that_is_only_looked_at_takes_a_place_that_rests(
    api: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(fair_gate, "WAIT_SECONDS", 0.0)
    monkeypatch.setattr(admission, "_REST", 1_000_000)

    async def send(to: str, person: str) -> int:
        async with api.client(UPLOAD, DEBUG, user=person) as client:
            answer = await client.post(to, content=b"no bank file")
        return int(answer.status_code)

    assert await send(path, "p") == 200
    # It is one place for all such calls, and another person has their own.
    assert await send("/api/validate", "p") == 429
    assert await send(path, "q") == 200
