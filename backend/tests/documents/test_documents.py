"""Documents given back, imports run again, and everything a bad file can be."""

import io
import zipfile
from typing import Any

import pytest
from sqlalchemy import update

from giroscope.features.documents import Document
from giroscope.kernel.database import Database
from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import payments, statement
from tests.uploads.test_over_http import form, send

pytestmark = pytest.mark.served


async def test_bytes_come_back_as_they_were(api: Any, import_bytes: Any) -> None:
    data = statement(300)
    import_bytes(data, "kontoudtog æ\r\nX-Evil: 1.xml")
    async with api.client() as client:
        response = await client.get("/api/documents/1")
    assert response.content == data
    assert response.headers["content-type"] == "application/octet-stream"
    assert "x-evil" not in response.headers
    named = response.headers["content-disposition"]
    assert named.endswith("kontoudtog%20%C3%A6%0D%0AX-Evil%3A%201.xml")
    assert response.headers["repr-digest"].startswith("sha-256=:")
    assert response.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize(
    ("encoding", "stored"),
    [("UTF-8", "utf-8"), ("ISO-8859-1", "latin-1"), ("UTF-16", "utf-16")],
)
async def test_a_document_is_shown_as_text_in_its_encoding(
    api: Any, import_bytes: Any, encoding: str, stored: str
) -> None:
    text = statement().decode().replace("UTF-8", encoding).replace("Main", "Løn")
    import_bytes(text.encode(stored), "a.xml")
    async with api.client() as client:
        response = await client.get("/api/documents/1?as=text")
    assert "Løn account" in response.text
    assert not response.text.startswith("\ufeff")
    assert response.headers["content-type"].startswith("text/plain")
    assert response.headers["x-giroscope-whole"] == "true"


@pytest.mark.parametrize(
    "encoding", ["hex", "zlib", "rot13", "undefined", "no-such", "idna\0", "base64"]
)
async def test_an_encoding_that_is_none_of_text_is_no_fault(
    api: Any, import_bytes: Any, database: Database, encoding: str
) -> None:
    import_bytes(statement(), "a.xml")
    with database.job_session("giroscope") as session:
        session.execute(update(Document).values(encoding=encoding))
    async with api.client() as client:
        response = await client.get("/api/documents/1?as=text")
    assert response.status_code == 200
    assert response.text.startswith("<?xml")


async def test_a_long_document_is_shown_from_its_beginning(api: Any) -> None:
    await send(api, form(("a.txt", b"line\n" * (1 << 20))))
    async with api.client() as client:
        response = await client.get("/api/documents/1?as=text")
    assert len(response.text) == 2 << 20
    assert response.headers["x-giroscope-whole"] == "false"


@pytest.mark.parametrize(
    "name", ["2", "0", "-1", "x", "1.0", "1%00", "9" * 30, "1;DROP", "..", "%C2%B2"]
)
async def test_a_document_that_is_not_here_is_not_found(
    api: Any, import_bytes: Any, name: str
) -> None:
    import_bytes(statement(), "a.xml")
    async with api.client() as client:
        response = await client.get(f"/api/documents/{name}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_bytes_that_are_gone_are_told_before_an_answer_begins(
    api: Any, import_bytes: Any, settings: Any
) -> None:
    import_bytes(statement(), "a.xml")
    for path in (settings.data_dir / "documents" / "giroscope").glob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1])
    async with api.client() as client:
        response = await client.get("/api/documents/1")
    assert (response.status_code, response.json()["code"]) == (500, "internal")


async def _again(api: Any, *roles: str, **asked: Any) -> Any:
    async with api.client(*(roles or (UPLOADER,))) as client:
        return await client.post("/api/reimport", json=asked)


async def test_an_import_is_run_again_by_document_or_correlation_id(
    api: Any, import_bytes: Any
) -> None:
    first = import_bytes(payments(), "pay.xml", "PAYMENT")
    assert first.correlation_id is not None
    for asked in (
        {"documentId": str(first.document_id)},
        {"documentId": first.document_id},
    ):
        response = await _again(api, **asked)
        assert response.status_code == 202
        assert response.json()["jobs"][0]["uploadId"] == str(first.id)
        assert api.started.pop() == (
            "giroscope",
            int(response.json()["jobs"][0]["jobId"]),
        )
        unfinished = await _again(api, **asked)
        assert unfinished.json() == {"jobs": []}
        import_bytes(statement(), "other.xml")
        await _cancel(api, response.json()["jobs"][0]["jobId"])
    response = await _again(api, correlationId=first.correlation_id)
    assert response.json()["jobs"][0]["name"] == "pay.xml"


async def _cancel(api: Any, job: str) -> None:
    query = f'mutation{{cancelJob(id:"{job}"){{__typename}}}}'
    assert (await api.data(query, UPLOADER))["cancelJob"]["__typename"] == "Success"


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400),
        ({"documentId": "x"}, 400),
        ({"documentId": None}, 400),
        ({"documentId": [1]}, 400),
        ({"documentId": True}, 400),
        ({"correlationId": "a\0"}, 400),
        ({"correlationId": 7}, 400),
        ({"documentId": "999"}, 404),
        ({"correlationId": "unknown"}, 404),
    ],
)
async def test_a_reimport_of_nothing_is_refused(
    api: Any, asked: dict[str, Any], status: int
) -> None:
    response = await _again(api, **asked)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert api.started == []


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"[]", 400), (b"[" * 100_000, 400), (b"\xff", 400),
     (b" " * (1 << 20), 413)],
)  # fmt: skip
async def test_a_reimport_that_is_no_request_is_refused(
    api: Any, body: bytes, status: int
) -> None:
    async with api.client(UPLOADER) as client:
        response = await client.post("/api/reimport", content=body)
    assert response.status_code == status


def _zip_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("statement.xml", b"0" * (20 << 20))
    return packed.getvalue()


def _wrong_totals() -> bytes:
    return payments(count=3).replace(b"<NbOfTxs>3<", b"<NbOfTxs>7<")


HOSTILE = {
    "not a bank file": b"hello, world\n",
    "an image": b"\x89PNG\r\n\x1a\n" + bytes(1000),
    "empty": b"",
    "only spaces": b" \n" * 1000,
    "truncated": statement()[:-200],
    "deep": b"<a>" * 100_000,
    "deep in a namespace": statement().replace(b"<Stmt>", b"<Stmt>" + b"<x>" * 100_000),
    "zip of a bomb": _zip_bomb(),
    "entity bomb": b'<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    + statement().partition(b"?>")[2],
    "reaches out": b'<!DOCTYPE a SYSTEM "http://evil.test/x.dtd">' + statement(),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_file_is_refused_in_words_and_stores_nothing(
    api: Any, import_bytes: Any, data: bytes
) -> None:
    upload = import_bytes(data, "evil.xml")
    assert upload.state == "REFUSED"
    query = "{uploads{edges{node{state findings{severity message} findingCounts{error}"
    query += " job{state message}}}}"
    query += " journals{totalCount} transactions{totalCount} statements{totalCount}"
    query += " accounts{totalCount}}"
    found = await api.data(query, UPLOADER)
    node = found["uploads"]["edges"][0]["node"]
    assert node["findings"][0]["severity"] == "ERROR"
    assert len(node["findings"][0]["message"]) > 10
    for room in ("journals", "transactions", "statements", "accounts"):
        assert found[room]["totalCount"] == 0, room
    assert (await send(api, form(("good.xml", statement())))).status_code == 202


async def test_a_file_on_the_wrong_page_is_offered_to_the_right_one(
    api: Any, import_bytes: Any
) -> None:
    upload = import_bytes(payments(), "pay.xml", "STATEMENT")
    query = "{uploads{edges{node{id wrongKind}}} payments{totalCount}}"
    found = await api.data(query, UPLOADER)
    assert found["uploads"]["edges"][0]["node"]["wrongKind"] == "PAYMENT"
    assert found["payments"]["totalCount"] == 0
    move = f'mutation{{moveUpload(id:"{upload.id}"){{__typename}}}}'
    assert (await api.data(move, UPLOADER))["moveUpload"]["__typename"] == "Success"
    assert len(api.started) == 1


async def test_wrong_totals_are_told(api: Any, import_bytes: Any) -> None:
    import_bytes(_wrong_totals(), "pay.xml", "PAYMENT")
    found = await api.data("{uploads{edges{node{findings{message}}}}}", UPLOADER)
    messages = [
        finding["message"]
        for finding in found["uploads"]["edges"][0]["node"]["findings"]
    ]
    assert any("7" in message for message in messages), messages


async def test_nothing_of_one_realm_is_given_to_another(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(statement(3, details=2), "a.xml")
    upload = import_bytes(payments(), "pay.xml", "PAYMENT")
    one = f"""{{
      document(id:"1"){{name}} upload(id:"1"){{name}} job(id:"1"){{state}}
      statement(id:"1"){{id}} transaction(id:"1"){{id}} account(id:"1"){{number}}
      journal(correlationId:"{upload.correlation_id}"){{state}} }}"""
    many = "{" + " ".join(
        f"{name}{{totalCount edges{{cursor}}}}"
        for name in ("documents", "uploads", "jobs", "statements", "transactions",
                     "accounts", "journals", "payments", "messages")
    ) + "}"  # fmt: skip
    ours = await api.data(one, UPLOADER)
    assert all(ours.values()), ours
    assert all(page["totalCount"] for page in (await api.data(many, UPLOADER)).values())

    theirs = await api.data(one, UPLOADER, realm="acme")
    assert set(theirs.values()) == {None}
    pages = await api.data(many, UPLOADER, realm="acme")
    assert {page["totalCount"] for page in pages.values()} == {0}
    async with api.client(UPLOADER, realm="acme") as client:
        for path in ("/api/documents/1", "/api/documents/1?as=text"):
            assert (await client.get(path)).status_code == 404
        again = await client.post("/api/reimport", json={"documentId": "1"})
        by_id = await client.post(
            "/api/reimport", json={"correlationId": upload.correlation_id}
        )
    assert again.status_code == by_id.status_code == 404
    for verb in ("cancelJob", "retryJob", "moveUpload", "undoUpload"):
        change = f'mutation{{{verb}(id:"1"){{... on Problem{{code}}}}}}'
        done = await api.data(change, UPLOADER, realm="acme")
        assert done[verb]["code"] == "not_found"
    assert api.started == []


async def test_a_viewer_that_cuts_it_itself_gets_the_whole_document(
    api: Any, import_bytes: Any
) -> None:
    text = statement().decode().replace("Main", "Løn")
    import_bytes(b"\xef\xbb\xbf" + text.encode(), "a.xml")
    long = b"line\n" * (1 << 20)
    await send(api, form(("a.txt", long)))
    async with api.client() as client:
        short = await client.get("/api/documents/1?as=text&whole=1")
        whole = await client.get("/api/documents/2?as=text&whole=1")
    assert short.text == text
    assert whole.content == long
    assert whole.headers["x-giroscope-whole"] == "true"
