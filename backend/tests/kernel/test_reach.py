"""A database that is away is told in words, at once, and once in the log."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import pytest
from between import Between, between
from sqlalchemy import make_url
from structlog.testing import capture_logs

from giroscope.kernel import reach
from giroscope.kernel.clock import system_clock
from giroscope.settings import Settings
from tests.kernel.issuer import Issuer
from tests.served import Api, served

pytestmark = [
    pytest.mark.integration,
    pytest.mark.parametrize("settings", ["postgres"], indirect=True),
]

_PATIENCE = 20.0


class Stage(NamedTuple):
    """The application, and what stands between it and its database."""

    api: Api
    line: Between


@pytest.fixture
async def stage(
    settings: Settings, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Stage]:
    assert settings.database_url is not None
    url = make_url(settings.database_url)
    assert url.port is not None
    # A test waits less long than a person would.
    for name, seconds in {
        "_PATIENCE_SECONDS": 0.5,
        "_SHORT_PATIENCE_SECONDS": 0.1,
        "_PROBE_SECONDS": 0.5,
        "_AGAIN_SECONDS": 0.1,
    }.items():
        monkeypatch.setattr(reach, name, seconds)
    with between(url.port) as line:
        led = url.set(port=line.port).render_as_string(hide_password=False)
        changed = settings.model_copy(
            update={"database_url": led, "identity_url": "http://127.0.0.1:9"}
        )
        async with served(changed, issuer, system_clock) as api:
            assert (await api.graph(_QUESTION)).status_code == 200
            yield Stage(api, line)


async def _until(ask: Callable[[], Any], is_so: Callable[[Any], bool]) -> Any:
    deadline = time.monotonic() + _PATIENCE
    while not is_so(answer := await ask()):
        assert time.monotonic() < deadline, answer.text
        await asyncio.sleep(0.1)
    return answer


_QUESTION = "{ journals(first: 5) { totalCount } }"


@pytest.mark.parametrize("how", ["away", "silent"])
async def test_an_outage_is_told_in_words_and_is_over_by_itself(
    stage: Stage, how: str
) -> None:
    api, line = stage

    async def ask() -> Any:
        return await api.graph(_QUESTION)

    with capture_logs() as lines:
        with getattr(line, how)():
            for _ in range(4):
                answer = await ask()
                assert answer.status_code == 503, answer.text
                assert answer.headers["retry-after"] == "3"
                (error,) = answer.json()["errors"]
                assert error["extensions"]["code"] == "UNAVAILABLE"
                assert error["extensions"]["reason"] == "database_away"
                assert error["message"].startswith("The database does not answer")
            async with api.client() as client:
                plain = await client.get("/api/documents/1")
                assert (plain.status_code, plain.json()["code"]) == (
                    503,
                    "database_away",
                )
                assert plain.headers["retry-after"] == "3"
                ready = await client.get("/healthz/ready")
                assert ready.status_code == 503
                assert [one["part"] for one in ready.json()["missing"]] == ["database"]
                assert (await client.get("/healthz/live")).status_code == 200
        await _until(ask, lambda answer: answer.status_code == 200)
        await _until_back(api)
    told = [line["event"] for line in lines]
    assert (told.count("database.away"), told.count("database.back")) == (1, 1)
    assert "fault" not in told


async def _until_back(api: Api) -> None:
    outage = api.app.state.pulse._database.outage
    deadline = time.monotonic() + _PATIENCE
    while outage.is_on:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


async def test_a_long_question_of_a_database_that_is_well_is_waited_for(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    api, _ = stage
    probes: list[float] = []
    beats = reach.Pulse.beats

    async def counted(pulse: reach.Pulse) -> bool:
        probes.append(time.monotonic())
        return await beats(pulse)

    monkeypatch.setattr(reach.Pulse, "beats", counted)
    monkeypatch.setattr(reach, "_PATIENCE_SECONDS", 0.0)
    answer = await api.graph(_QUESTION)
    assert answer.status_code == 200
    assert probes
