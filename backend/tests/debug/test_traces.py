"""A trace leads to all that ran under it: who asked, what was done, with whom."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from giroscope.features.logs import LogEntry
from giroscope.kernel import jobs
from giroscope.kernel.access import DEBUG, UPLOAD
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.origin import present_origin
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

pytestmark = pytest.mark.served

REALM = "giroscope"
JOURNAL = "3f1c0f6e-9a53-5f0e-9d6c-0f6f3d4f2a11"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
VIEWER = "https://traces.example/trace/{trace_id}"
FOLLOW = (
    "query ($text: String!) { debugTrace(text: $text)"
    " { correlationIds lines { kind title trace traceUrl } } }"
)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"trace_url": VIEWER})


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    made = Database(settings)
    yield made
    await made.close()


async def _follow(api: Any, text: str) -> Any:
    told = await api.data(FOLLOW, DEBUG, variables={"text": text})
    return told["debugTrace"]


async def _upload(api: Any, content: bytes) -> None:
    async with api.client(UPLOAD) as client:
        answer = await client.post(
            "/api/upload?kind=statement",
            files={"files": ("s.xml", content, "application/xml")},
            headers={"traceparent": PARENT},
        )
    assert answer.is_success, answer.text


@pytest.mark.parametrize(
    "pasted", [TRACE, f"  {PARENT}\n", f"Traceparent: {PARENT.upper()}"]
)
async def test_a_trace_leads_to_the_job_it_asked_for_and_who_asked(
    api: Any, pasted: str
) -> None:
    await _upload(api, b"<Document/>")
    told = await _follow(api, pasted)
    found = {one["kind"]: one for one in told["lines"]}
    assert set(found) == {"AUDIT", "JOB", "UPLOAD"}
    assert (found["JOB"]["title"], found["JOB"]["trace"]) == ("import", TRACE)
    assert found["AUDIT"]["trace"] == TRACE
    assert found["AUDIT"]["traceUrl"] == VIEWER.replace("{trace_id}", TRACE)


async def test_a_trace_tells_nothing_of_what_ran_under_another(
    api: Any, database: Database
) -> None:
    await _upload(api, b"<Document/>")
    said = {
        "exchange": "x", "log_type": "BANK", "peer": "bank:1", "size": 5, "stored": 5,
        "operation": "UploadFile", "uri": "https://bank.example/up", "data": "hush",
        "is_cut": False, "has_bytes": False, "correlation_id": JOURNAL,
        "is_reply": False, "direction": "OUT",
    }  # fmt: skip
    async with database.writing(REALM) as session:
        for trace in (TRACE, "0af7651916cd43dd"):
            session.add(
                LogEntry(created=system_clock(), trace=trace, words=f" {trace}", **said)
            )
    told = await _follow(api, TRACE)
    # The journal is told, to be followed; what else was said of it is not.
    assert told["correlationIds"] == [JOURNAL]
    assert {one["trace"] for one in told["lines"]} == {TRACE, None}
    assert [one["kind"] for one in told["lines"]].count("LOG") == 1
    short = await _follow(api, "0af7651916cd43dd")
    (line,) = short["lines"]
    # It has the length of an id of our own: no viewer of the callers' knows it.
    assert (line["trace"], line["traceUrl"]) == ("0af7651916cd43dd", None)


async def test_a_job_does_its_work_under_its_own_trace(
    api: Any, database: Database
) -> None:
    await _upload(api, b"<Document/>")
    seen = []

    def work(run: jobs.JobRun) -> None:
        seen.append(present_origin().trace)
        with run.database.job_connection(run.realm) as connection:
            values = jobs.new_job("collect", 1, system_clock())
            connection.execute(insert(Job).values(**values))
            connection.commit()

    ((_, job_id),) = api.started
    jobs.perform(database, {"import": work}, REALM, job_id, "host-1")
    assert seen == [TRACE]
    assert present_origin().trace is None
    async with database.reading(REALM) as session:
        found = await session.execute(
            select(Job.verb, Job.trace, Job.worker).order_by(Job.id)
        )
        rows = [tuple(row) for row in found]
    # What a job asks for in its turn is of the same trace.
    assert rows == [("import", TRACE, "host-1"), ("collect", TRACE, None)]


async def test_work_of_the_release_before_has_no_trace_and_is_done(
    database: Database,
) -> None:
    with database.job_connection(REALM) as connection:
        values = jobs.new_job("collect", 1, system_clock())
        made = connection.execute(insert(Job).values(**values).returning(Job.id))
        job_id = made.scalar_one()
        connection.execute(update(Job).values(trace=None))
        connection.commit()
    seen: list[str | None] = []
    jobs.perform(
        database,
        {"collect": lambda _run: seen.append(present_origin().trace)},
        REALM,
        job_id,
    )
    assert seen == [None]


def test_without_a_viewer_there_is_no_link(settings: Settings) -> None:
    bare = settings.model_copy(update={"trace_url": None})
    assert bare.url_of_trace(TRACE) is None
    assert settings.url_of_trace(TRACE) is not None
    assert settings.url_of_trace(None) is None
    with pytest.raises(ValueError, match="trace_url"):
        Settings(trace_url="https://traces.example/")
    with pytest.raises(ValueError, match="trace_url"):
        Settings(trace_url="javascript:alert({trace_id})")
