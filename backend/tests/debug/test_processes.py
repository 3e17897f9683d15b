"""Worker processes on *Debug*: who is there, and draining one of them."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from anyio import to_thread
from sqlalchemy import insert, select

from giroscope.cli import main
from giroscope.features.audit.tables import AuditEvent
from giroscope.kernel.access import DEBUG, UPLOAD
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from giroscope.kernel.worker_processes import Doing, WorkerProcesses
from giroscope.settings import Settings

pytestmark = pytest.mark.served

REALM = "giroscope"
QUESTION = (
    "{ debugProcesses { hasOtherTenants processes { name standing running drained } }"
    " debugHealth { checks { code isWell fact } } }"
)


def _act(field: str) -> str:
    told = "... on Success { id } ... on Problem { code message }"
    return f"mutation {{ {field} {{ {told} }} }}"


DRAIN = _act('drainProcess(name: "host-1", reason: "New memory")')
BACK = _act('takeProcessBack(name: "host-1")')


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    made = Database(settings)
    yield made
    await made.close()


@pytest.fixture
def processes(database: Database, world_clock: Clock) -> WorkerProcesses:
    made = WorkerProcesses(database)
    made.begin("host-1", world_clock())
    made.begin("host-2", world_clock())
    return made


@pytest.fixture
def alone(settings: Settings) -> None:
    """No other tenant is here."""
    (settings.data_dir / "realms" / "acme.sqlite3").unlink()


async def _seen(api: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    told = await api.data(QUESTION, DEBUG)
    by_name = {one["name"]: one for one in told["debugProcesses"]["processes"]}
    (check,) = (
        one for one in told["debugHealth"]["checks"] if one["code"] == "WORKERS"
    )
    return by_name, check


async def _trail(database: Database) -> list[tuple[str, str | None, str | None]]:
    async with database.reading(REALM) as session:
        rows = await session.execute(
            select(AuditEvent.verb, AuditEvent.subject_id, AuditEvent.now)
            .where(AuditEvent.verb.startswith("debug.process"))
            .order_by(AuditEvent.id)
        )
        return [tuple(row) for row in rows]


@pytest.mark.usefixtures("alone")
async def test_a_process_is_drained_with_a_reason_and_taken_back(
    api: Any, database: Database, processes: WorkerProcesses, world_clock: Clock
) -> None:
    job = {
        "verb": "send", "subject": 1, "state": "RUNNING", "done": 0, "total": 0,
        "attempts": 1, "created": world_clock(), "worker": "host-1",
    }  # fmt: skip
    async with database.writing(REALM) as session:
        await session.execute(insert(Job).values(job))
    found, check = await _seen(api)
    assert (found["host-1"]["running"], found["host-2"]["running"]) == (1, 0)
    assert check == {"code": "WORKERS", "isWell": True, "fact": "2"}
    silent = _act('drainProcess(name: "host-1", reason: " ")')
    assert (await api.data(silent, DEBUG))["drainProcess"]["code"] == "invalid_input"
    assert (await api.data(DRAIN, DEBUG))["drainProcess"] == {"id": None}
    found, check = await _seen(api)
    assert found["host-1"]["standing"] == "FINISHING"
    assert check == {"code": "WORKERS", "isWell": False, "fact": "host-1"}
    processes.beat("host-1", Doing.ASIDE, world_clock())
    assert (await _seen(api))[0]["host-1"]["standing"] == "DRAINED"
    assert (await api.data(DRAIN, DEBUG))["drainProcess"]["code"] == "conflict"
    assert (await api.data(BACK, DEBUG))["takeProcessBack"] == {"id": None}
    assert (await _seen(api))[0]["host-1"]["standing"] == "RETURNING"
    assert (await api.data(BACK, DEBUG))["takeProcessBack"]["code"] == "conflict"
    trail = await _trail(database)
    assert [(verb, name) for verb, name, _ in trail] == [
        ("debug.process_drained", "host-1"),
        ("debug.process_taken_back", "host-1"),
    ]
    assert "New memory" in str(trail[0][2])


@pytest.mark.usefixtures("alone")
async def test_a_process_that_is_gone_is_told_so_and_cannot_be_drained(
    api: Any, processes: WorkerProcesses, world_clock: Clock
) -> None:
    processes.begin("host-1", world_clock() - timedelta(minutes=1))
    found, check = await _seen(api)
    assert found["host-1"]["standing"] == "GONE"
    assert check["fact"] == "1"
    assert (await api.data(DRAIN, DEBUG))["drainProcess"]["code"] == "conflict"
    unknown = DRAIN.replace("host-1", "host-9")
    assert (await api.data(unknown, DEBUG))["drainProcess"]["code"] == "not_found"


async def test_where_nobody_works_health_says_so(api: Any) -> None:
    _, check = await _seen(api)
    assert check == {"code": "WORKERS", "isWell": False, "fact": "0"}


async def test_no_tenant_drains_what_works_for_others_too(
    api: Any, database: Database, processes: WorkerProcesses
) -> None:
    told = await api.data(QUESTION, DEBUG)
    assert told["debugProcesses"]["hasOtherTenants"]
    for act in (DRAIN, BACK):
        (refused,) = (await api.data(act, DEBUG)).values()
        assert refused["code"] == "debug.many_tenants"
    assert {one.drained for one in processes.all()} == {None}
    assert await _trail(database) == []


@pytest.mark.parametrize("act", [DRAIN, BACK])
async def test_only_who_supports_the_product_drains(api: Any, act: str) -> None:
    (told,) = (await api.data(act, UPLOAD)).values()
    assert told["code"] == "forbidden"


async def test_the_operator_drains_from_a_shell_and_every_trail_tells_it(
    settings: Settings,
    database: Database,
    processes: WorkerProcesses,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert settings.master_key is not None
    key = settings.master_key.get_secret_value()
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", key)

    async def run(*words: str) -> int:
        return await to_thread.run_sync(main, ["process", *words])

    def drained() -> dict[str, bool]:
        return {one.name: one.drained is not None for one in processes.all()}

    assert await run("--drain", "host-2") == 2
    assert await run("--drain", "host-9", "--reason", "New memory") == 1
    assert await run("--drain", "host-2", "--reason", "New memory") == 0
    assert drained() == {"host-1": False, "host-2": True}
    assert "host-2" in capsys.readouterr().out
    assert await run("--take-back", "host-2", "--json") == 0
    assert drained() == {"host-1": False, "host-2": False}
    assert [verb for verb, _, _ in await _trail(database)] == [
        "debug.process_drained", "debug.process_taken_back",
    ]  # fmt: skip
