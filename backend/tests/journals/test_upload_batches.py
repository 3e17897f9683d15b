"""Files that are uploaded together are told of by one message."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from giroscope.features.documents import Document
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.uploads import Upload, batches
from giroscope.features.uploads.tables import UploadBatch
from giroscope.kernel import jobs
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from tests.journals.two_at_once import ON_POSTGRES, first
from tests.kernel.issuer import UPLOADER
from tests.messages.told import said
from tests.uploads.bank_samples import statement
from tests.uploads.test_over_http import form, send

BATCH = "0c1d7a1e-5f0a-4c43-8a5b-4f3a4d2f9b10"
DAYS = [statement(number=str(n), day=f"2026-11-0{n}") for n in range(1, 4)]
QUESTION = (
    "{messages{edges{node{level code message said{da} reference values{name value}}}}}"
)
MEMBERS = (
    "query($batch:ID){uploads(filter:{batch:$batch})"
    "{edges{node{name state batchId}} totalCount}}"
)


@pytest.fixture
def perform(
    database: Database, works: dict[str, jobs.Work], api: Any
) -> Callable[..., Any]:
    """Do the jobs that were started since, the last one first."""

    async def run() -> None:
        while api.started:
            _, job_id = api.started.pop()
            await asyncio.to_thread(jobs.perform, database, works, "giroscope", job_id)

    return run


async def together(api: Any, name: str, data: bytes, size: int = 3, **more: str) -> Any:
    """Send one file of a batch, as the console does."""
    batch = {"upload_batch": BATCH, "upload_batch_size": str(size)} | more
    return await send(api, form((name, data)), **batch)


async def told(api: Any) -> list[tuple[str, str]]:
    """Code and sentence of what was told, the first first."""
    edges = (await api.data(QUESTION, UPLOADER))["messages"]["edges"]
    return [(e["node"]["code"], e["node"]["message"]) for e in reversed(edges)]


def turn(database: Database, now: Any) -> None:
    """What the schedule does once a minute."""
    with database.job_connection("giroscope") as connection:
        batches.due("giroscope", connection, now)
        connection.commit()


@pytest.mark.served
async def test_one_message_tells_of_all_files_of_a_request(
    api: Any, perform: Callable[..., Any]
) -> None:
    await send(api, form(("one.xml", DAYS[0]), ("bad.xml", DAYS[1][:-9])))
    await perform()
    edges = (await api.data(QUESTION, UPLOADER))["messages"]["edges"]
    summary, refused = (edge["node"] for edge in edges)
    # Whoever has to mend a file is told of it by itself.
    assert refused["code"] == "import.refused"
    groups = "{messageGroups(by:INBOX){edges{node{count headline{code}}}}}"
    (group,) = (await api.data(groups, UPLOADER))["messageGroups"]["edges"]
    assert group["node"] == {"count": 2, "headline": {"code": "import.refused"}}
    assert refused["message"].startswith("bad.xml was refused: ")
    assert (summary["code"], summary["level"]) == ("import.batch", "WARNING")
    assert summary["message"] == "2 files: 1 imported, 1 refused; new entries: 2"
    values = {value["name"]: value["value"] for value in summary["values"]}
    assert values["summary"] == "1 imported, 1 refused; new entries: 2"
    assert summary["said"]["da"] == (
        "2 filer: 1 importeret, 1 afvist; nye posteringer: 2"
    )
    batch = summary["reference"].removeprefix("batch:")
    found = await api.data(MEMBERS, UPLOADER, variables={"batch": batch})
    nodes = [edge["node"] for edge in found["uploads"]["edges"]]
    assert {node["name"]: node["state"] for node in nodes} == {
        "one.xml": "IMPORTED", "bad.xml": "REFUSED",
    }  # fmt: skip


@pytest.mark.served
async def test_files_of_several_requests_are_told_of_when_the_last_is_done(
    api: Any, perform: Callable[..., Any], database: Database, world_clock: Clock
) -> None:
    for number in (0, 1):
        await together(api, f"{number}.xml", DAYS[number])
        await perform()
    assert await told(api) == []
    await together(api, "again.xml", DAYS[0])
    sentence = "3 files: 2 imported, 1 already known; new entries: 4"
    assert await told(api) == [("import.batch", sentence)]
    turn(database, world_clock())
    assert await told(api) == [("import.batch", sentence)]


@pytest.mark.served
async def test_a_file_alone_is_told_of_by_itself(
    api: Any, perform: Callable[..., Any]
) -> None:
    await send(api, form(("one.xml", DAYS[0])))
    await together(api, "two.xml", DAYS[1], size=1)
    await perform()
    codes = [code for code, _ in await told(api)]
    assert codes == ["import.done", "import.done"]


@pytest.mark.served
async def test_files_that_never_come_are_missed_after_a_while(
    api: Any, perform: Callable[..., Any], database: Database, world_clock: Clock
) -> None:
    await together(api, "one.xml", DAYS[0])
    turn(database, world_clock() + timedelta(hours=1))
    await perform()
    turn(database, world_clock() + timedelta(minutes=14))
    assert await told(api) == []
    turn(database, world_clock() + timedelta(minutes=16))
    sentence = "3 files: 1 imported, 2 not received; new entries: 2"
    assert await told(api) == [("import.batch", sentence)]
    # One that comes after that is told of by itself.
    await together(api, "late.xml", DAYS[1])
    await perform()
    assert [code for code, _ in await told(api)] == ["import.batch", "import.done"]


@pytest.mark.served
async def test_a_person_who_takes_files_off_the_list_waits_for_no_more(
    api: Any, perform: Callable[..., Any]
) -> None:
    await together(api, "one.xml", DAYS[0], size=3)
    await together(api, "two.xml", DAYS[1], size=2)
    await perform()
    sentence = "2 files: 2 imported; new entries: 4"
    assert await told(api) == [("import.batch", sentence)]


@pytest.mark.served
async def test_a_batch_is_one_persons(api: Any) -> None:
    await together(api, "one.xml", DAYS[0])
    named = {"upload-batch": BATCH, "upload-batch-size": "3"}
    async with api.client(UPLOADER, user="user-2") as client:
        content = form(("two.xml", DAYS[1]))
        kind = {"content-type": "multipart/form-data; boundary=----gyro--scope-"}
        response = await client.post(
            "/api/upload?kind=statement", content=content, headers=named | kind
        )
    assert response.status_code == 400
    for wrong in ({"upload_batch": "x"}, {"upload_batch_size": "0"}):
        assert (await together(api, "x.xml", DAYS[1], **wrong)).status_code == 400


@pytest.mark.served
async def test_a_worker_killed_at_the_last_file_tells_of_all_once(
    api: Any,
    perform: Callable[..., Any],
    works: dict[str, jobs.Work],
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Killed(BaseException):
        pass

    def kill(*_: object) -> None:
        raise Killed

    await together(api, "one.xml", DAYS[0], size=2)
    await perform()
    await together(api, "two.xml", DAYS[1], size=2)
    (_, job_id) = api.started.pop()
    with monkeypatch.context() as patch:
        # The message is written, and the transaction that holds it never ends.
        patch.setattr(batches, "_is_over", kill)
        with pytest.raises(Killed):
            jobs.perform(database, works, "giroscope", job_id)
    jobs.perform(database, works, "giroscope", job_id)
    jobs.perform(database, works, "giroscope", job_id)
    sentence = "2 files: 2 imported; new entries: 4"
    assert await told(api) == [("import.batch", sentence)]


@ON_POSTGRES
def test_two_that_end_at_one_moment_tell_once_and_of_both(
    database: Database, realm: str, world_clock: Clock
) -> None:
    now = world_clock()
    with database.job_connection(realm) as connection:
        document = Document(sha256="0" * 64, name="a", size=1, kind="OTHER",
                            source="UPLOAD", received=now, received_by="A")  # fmt: skip
        with Session(connection) as session:
            session.add(document)
            session.flush()
            ids = []
            for name in ("a", "b"):
                upload = Upload(
                    document_id=document.id, name=name, kind="STATEMENT",
                    state="RUNNING", source="UPLOAD", created=now, created_by="u",
                    created_by_name="U", batch_id=BATCH,
                )  # fmt: skip
                session.add(upload)
                session.flush()
                ids.append(upload.id)
            batches.open_batch(connection, BATCH, 2, "u", now)
            session.commit()

    def end(connection: Any, upload_id: int) -> None:
        assert batches.is_told_with_others(connection, upload_id)
        done = update(Upload).where(Upload.id == upload_id).values(state="IMPORTED")
        connection.execute(done)
        batches.tell_of_batch_with(connection, upload_id, now)

    def second() -> None:
        with database.job_connection(realm) as connection:
            end(connection, ids[1])
            connection.commit()

    with first(database, realm, lambda connection: end(connection, ids[0])) as then:
        then(second)
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(SystemMessage.code, SystemMessage.values))
        texts = [said(*row) for row in rows]
        told_by = connection.execute(select(UploadBatch.message_id)).scalar_one()
    assert texts == ["2 files: 2 imported"]
    assert told_by is not None
