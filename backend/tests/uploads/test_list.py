"""The lists of uploads and of work: what fits, what can be done, in which order."""

from typing import Any

import pytest
from sqlalchemy import insert, update

from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import payments, statement

pytestmark = pytest.mark.served

LIST = """query ($filter: UploadFilter, $order: UploadOrder) {
  uploads(filter: $filter, orderBy: $order) { edges { node {
    name undoable duplicateOf { name } findingCounts { error } } } } }"""
JOBS = """query ($filter: JobFilter) { jobs(filter: $filter) { edges { node {
  verb state uploadId cancellable progress } } } }"""


@pytest.fixture
def world(import_bytes: Any) -> None:
    """Of each kind one upload that is imported, one that is refused, and a repeat."""
    import_bytes(statement(2), "b.xml")
    import_bytes(payments(), "c.xml", "PAYMENT")
    import_bytes(b"nothing at all", "a.xml")
    import_bytes(statement(2), "d.xml")


async def _uploads(api: Any, **asked: Any) -> list[Any]:
    told = await api.data(LIST, UPLOADER, variables=asked)
    return [edge["node"] for edge in told["uploads"]["edges"]]


@pytest.mark.usefixtures("world")
async def test_uploads_are_narrowed_and_sorted_as_asked(api: Any) -> None:
    for narrowed, names in (
        ({}, "dacb"),
        ({"kind": "PAYMENT"}, "c"),
        ({"kind": "STATEMENT"}, "dab"),
        ({"states": ["IMPORTED"]}, "cb"),
        ({"states": ["REFUSED", "KNOWN"]}, "da"),
        ({"kind": "STATEMENT", "states": ["IMPORTED"]}, "b"),
        ({"states": []}, ""),
    ):
        found = await _uploads(api, filter=narrowed)
        assert [one["name"][0] for one in found] == list(names), narrowed
    for field, direction, names in (
        ("NAME", "ASC", "abcd"), ("NAME", "DESC", "dcba"), ("CREATED", "ASC", "bcad"),
    ):  # fmt: skip
        order = {"field": field, "direction": direction}
        found = await _uploads(api, order=order)
        assert [one["name"][0] for one in found] == list(names), order


@pytest.mark.usefixtures("world")
async def test_only_what_is_imported_can_be_undone_and_a_repeat_names_the_first(
    api: Any,
) -> None:
    told = {one["name"]: one for one in await _uploads(api)}
    assert {name for name, one in told.items() if one["undoable"]} == {"b.xml", "c.xml"}
    assert told["d.xml"]["duplicateOf"] == {"name": "b.xml"}
    assert told["a.xml"]["findingCounts"]["error"] == 1


async def test_only_imports_that_are_not_over_can_be_cancelled(
    api: Any, database: Database
) -> None:
    states = ("QUEUED", "RUNNING", "CANCELLING", "SUCCEEDED", "FAILED", "CANCELLED")
    verbs = ("import", "undo", "bank-fetch")
    with database.job_connection("giroscope") as connection:
        for verb in verbs:
            for state in states:
                connection.execute(
                    insert(Job).values(
                        verb=verb, subject=7, state=state, created=system_clock(),
                        attempts=1, done=3, total=2,
                    )
                )  # fmt: skip
        connection.commit()
    told = await api.data(JOBS, UPLOADER)
    nodes = [edge["node"] for edge in told["jobs"]["edges"]]
    can = {(one["verb"], one["state"]) for one in nodes if one["cancellable"]}
    assert can == {("import", state) for state in states[:3]}
    named = {one["verb"] for one in nodes if one["uploadId"] == "7"}
    assert named == {"import", "undo"}
    assert {one["progress"] for one in nodes} == {1.0}
    waiting = await api.data(
        JOBS, UPLOADER, variables={"filter": {"states": ["QUEUED"]}}
    )
    assert len(waiting["jobs"]["edges"]) == len(verbs)


async def test_who_may_not_bring_files_in_sees_no_upload(
    api: Any, import_bytes: Any, database: Database
) -> None:
    upload = import_bytes(b"nothing at all", "a.xml")
    with database.job_connection("giroscope") as connection:
        connection.execute(update(Upload).values(state="FAILED"))
        connection.commit()
    for question in (
        "{ uploads { edges { node { id } } } }",
        "{ jobs { edges { node { id } } } }",
    ):
        assert await api.code(question) == "FORBIDDEN"
    retry = (
        f'mutation {{ retryJob(id: "{upload.job_id}")'
        " { ... on Problem { code } } }"
    )
    assert (await api.data(retry))["retryJob"]["code"] == "forbidden"
    assert (await api.data(retry, UPLOADER))["retryJob"] == {}
    assert len(api.started) == 1
