"""The files of chosen journals or uploads in one ZIP, as they were received."""

import io
import zipfile
from typing import Any

import orjson
import pytest

from giroscope.features.documents import Vault
from giroscope.kernel.archive import told_apart
from tests.uploads.bank_samples import payments, statement, status

pytestmark = pytest.mark.served

MANAGER, UPLOADER = "giroscope-account-management", "giroscope-upload"
PAID, ANSWERED, STATED = payments(), status(), statement(2)


@pytest.fixture
def world(import_bytes: Any) -> dict[str, str]:
    paid = import_bytes(PAID, "payments.xml", "PAYMENT")
    import_bytes(ANSWERED, "payments.xml", "PAYMENT")
    stated = import_bytes(STATED, "../kontoudtog november.xml")
    return {
        "journal": str(paid.correlation_id), "paid": str(paid.id),
        "stated": str(stated.id),
    }  # fmt: skip


def _files(content: bytes) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    return {name: archive.read(name) for name in archive.namelist()}


async def test_a_journal_leaves_with_all_its_documents(
    api: Any, world: dict[str, str]
) -> None:
    async with api.client() as client:
        response = await client.get(
            "/api/export/originals", params={"journals": world["journal"]}
        )
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/zip"
    assert 'filename="originals-' in response.headers["content-disposition"]
    assert _files(response.content) == {
        "payments.xml": PAID, "payments (2).xml": ANSWERED,
    }  # fmt: skip


async def test_uploads_leave_by_ticket_and_it_is_written_down(
    api: Any, world: dict[str, str]
) -> None:
    asked = {"uploads": [world["paid"], world["stated"], "999"]}
    async with api.client(UPLOADER) as client:
        ticket = await client.post("/api/export/originals", json=asked)
    assert ticket.status_code == 201, ticket.text
    async with api.client(token="") as client:
        response = await client.get(ticket.json()["url"])
        again = await client.get(ticket.json()["url"])
    assert again.status_code == 404
    assert _files(response.content) == {
        "payments.xml": PAID, "kontoudtog november.xml": STATED,
    }  # fmt: skip
    events = await api.data(
        '{ auditEvents(filter: {verbs: ["documents.export"]}) {'
        " edges { node { now } } } }",
        MANAGER,
    )
    (event,) = events["auditEvents"]["edges"]
    assert '"uploads":"[\\"1\\",\\"3\\",\\"999\\"]"' in event["node"]["now"]


async def test_every_file_of_a_large_archive_is_named_in_the_trail(
    api: Any, world: dict[str, str]
) -> None:
    asked = [world["journal"], *(f"{number:036}" for number in range(249))]
    async with api.client() as client:
        ticket = await client.post("/api/export/originals", json={"journals": asked})
    async with api.client(token="") as client:
        assert (await client.get(ticket.json()["url"])).status_code == 200
    events = await api.data(
        '{ auditEvents(filter: {verbs: ["documents.export"]},'
        " orderBy: {direction: ASC}) { edges { node { now } } } }",
        MANAGER,
    )
    told = [
        orjson.loads(edge["node"]["now"]) for edge in events["auditEvents"]["edges"]
    ]
    assert [one["part"] for one in told] == ["1/3", "2/3", "3/3"]
    assert [id_ for one in told for id_ in orjson.loads(one["journals"])] == asked
    assert [orjson.loads(one["documents"]) for one in told if "documents" in one] == [
        ["1", "2"]
    ]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400), ([], 400), ({"journals": []}, 400), ({"journals": ["x"]}, 404),
        ({"journals": ["x"], "uploads": ["1"]}, 400), ({"people": ["1"]}, 400),
        ({"documents": ["1"] * 1001}, 400), ({"documents": [1]}, 400),
        ({"documents": ["x" * 65]}, 400),
    ],
)  # fmt: skip
async def test_what_names_no_documents_is_refused(
    api: Any, asked: Any, status: int
) -> None:
    async with api.client() as client:
        response = await client.post("/api/export/originals", json=asked)
    assert response.status_code == status, response.text


async def test_uploads_are_for_those_who_see_them(
    api: Any, world: dict[str, str]
) -> None:
    async with api.client() as client:
        refused = await client.get(
            "/api/export/originals", params={"uploads": world["paid"]}
        )
        by_id = await client.get("/api/export/originals", params={"documents": "1"})
    assert (refused.status_code, by_id.status_code) == (403, 200)


async def test_an_archive_that_cannot_be_whole_breaks_off(
    api: Any, world: dict[str, str], vault: Vault
) -> None:
    folder = vault._folder
    assert folder is not None
    for path in (folder / "giroscope").glob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(Exception, match=r"."):
        async with api.client() as client:
            await client.get(
                "/api/export/originals", params={"journals": world["journal"]}
            )


def test_names_are_told_apart_and_stay_in_their_folder() -> None:
    given = ["a.xml", "A.XML", "../../a.xml", "c:\\x\\b", "b", "...", ""]
    assert told_apart(given) == [
        "a.xml", "A (2).XML", "a (3).xml", "b", "b (2)", "unnamed", "unnamed (2)",
    ]  # fmt: skip
    assert told_apart(["a.xml", "a (2).xml", "a.xml"])[2] == "a (3).xml"
