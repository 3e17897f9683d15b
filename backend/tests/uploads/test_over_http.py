"""Uploads over HTTP: whatever arrives, in whatever pieces."""

import asyncio
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from giroscope.app import create_app
from giroscope.settings import Settings
from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import statement

pytestmark = pytest.mark.served

BOUNDARY = "----gyro--scope-"
FORM = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}
PATH = "/api/upload?kind=statement"


def form(*files: tuple[str, bytes], field: str = "files") -> bytes:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}";'
        f' filename="{name}"\r\nContent-Type: application/xml\r\n\r\n'.encode()
        + data
        + b"\r\n"
        for name, data in files
    ]
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


async def send(
    api: Any, content: Any, *, path: str = PATH, who: str = UPLOADER, **headers: str
) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with api.client(who) as client:
        return await client.post(path, content=content, headers=FORM | named)


async def send_as(api: Any, realm: str, content: Any) -> Any:
    async with api.client(UPLOADER, realm=realm) as client:
        return await client.post(PATH, content=content, headers=FORM)


async def in_pieces(data: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


async def rows(api: Any) -> list[dict[str, Any]]:
    query = "{uploads{edges{node{name state sha256 size duplicateOf{id} job{state}}}}}"
    found = await api.data(query, UPLOADER)
    return [edge["node"] for edge in found["uploads"]["edges"]]


def drafts(settings: Settings) -> list[Path]:
    folder = settings.data_dir / "documents" / "giroscope" / "incoming"
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_many_files_are_taken_in_with_a_job_each(api: Any) -> None:
    files = [(f"file-{n}.xml", statement(number=str(n))) for n in range(20)]
    response = await send(api, form(*files))
    assert response.status_code == 202
    content = response.json()
    assert content["problems"] == []
    assert [job["name"] for job in content["jobs"]] == [name for name, _ in files]
    assert len({job["jobId"] for job in content["jobs"]}) == 20
    started = [("giroscope", int(job["jobId"])) for job in content["jobs"]]
    assert api.started == started


@pytest.mark.parametrize("size", [1, 2, 3, 7, 61, 64, 1000])
async def test_the_request_may_be_cut_anywhere(api: Any, size: int) -> None:
    tricky = f"\r\n--{BOUNDARY}x\r\n--\r\n\r--{BOUNDARY[:-1]}".encode()
    data = statement() + tricky
    body = form(("a.xml", data), ("b.xml", b"second"))
    response = await send(api, in_pieces(body, size))
    assert [job["name"] for job in response.json()["jobs"]] == ["a.xml", "b.xml"]

    async with api.client() as client:
        bytes_back = (await client.get("/api/documents/1")).content
    assert bytes_back == data


async def test_the_last_line_needs_no_end(api: Any) -> None:
    assert (await send(api, form(("a", b"x")).rstrip())).status_code == 202


BROKEN: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "ended before its end"),
    "no file": (form(), "no file in a field"),
    "other field": (form(("a.xml", b"x"), field="file"), "no file in a field"),
    "field without a name": (
        form(("a.xml", b"x")).replace(b' name="files";', b""),
        "no file in a field",
    ),
    "a value, no file": (
        form(("a.xml", b"x")).replace(b' filename="a.xml"', b""),
        "no file in a field",
    ),
    "no headers": (
        f"--{BOUNDARY}\r\n\r\nx\r\n--{BOUNDARY}--\r\n".encode(),
        "no file in a field",
    ),
    "ends in the headers": (form(("a.xml", b"x"))[:60], "ended before its end"),
    "ends in the data": (form(("a.xml", b"x" * 99))[:-60], "ended before its end"),
    "ends in the boundary": (form(("a.xml", b"x"))[:-8], "ended before its end"),
    "other boundary": (b"--other\r\n\r\nx\r\n--other--\r\n", "damaged"),
    "text": (b"hello", "damaged"),
    "endless header": (
        f"--{BOUNDARY}\r\nX: ".encode() + b"x" * 100_000, "damaged"
    ),
    "many headers": (
        f"--{BOUNDARY}\r\n".encode() + b"X: y\r\n" * 10_000 + b"\r\n", "damaged"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words"), BROKEN.values(), ids=BROKEN.keys())
async def test_a_broken_request_is_refused_in_words_and_leaves_nothing(
    api: Any, settings: Settings, body: bytes, words: str
) -> None:
    response = await send(api, body)
    assert response.status_code == 400
    content = response.json()
    assert words in content["detail"]
    assert content["errors"][0]["code"] == "invalid_input"
    assert await rows(api) == []
    assert drafts(settings) == []
    assert api.started == []


@pytest.mark.parametrize(
    "kind",
    ["", "application/json", "multipart/form-data", "multipart/form-data; boundary=",
     "multipart/mixed; boundary=x", "multipart/form-data; boundary=" + "x" * 5000],
)  # fmt: skip
async def test_what_is_no_form_is_refused(api: Any, kind: str) -> None:
    response = await send(api, b"--x--", content_type=kind)
    assert (response.status_code, response.json()["code"]) == (400, "invalid_input")


async def test_files_that_came_whole_before_a_break_are_told(
    api: Any, settings: Settings
) -> None:
    body = form(("a.xml", statement()), ("b.xml", statement(number="2")))[:-300]
    content = (await send(api, body)).json()
    assert [job["name"] for job in content["jobs"]] == ["a.xml"]
    assert "ended before its end" in content["detail"]
    assert [row["name"] for row in await rows(api)] == ["a.xml"]
    assert drafts(settings) == []
    assert len(api.started) == 1


async def test_more_than_two_hundred_files_are_too_many(api: Any) -> None:
    files = [(f"{n}.xml", f"file {n}".encode()) for n in range(203)]
    response = await send(api, form(*files))
    assert response.status_code == 400
    assert "At most 200" in response.json()["detail"]
    assert len(response.json()["jobs"]) == 200 == len(api.started)


NAMES = {
    "../../etc/passwd": "passwd",
    "C:\\\\Users\\\\me\\\\file.xml": "file.xml",
    "/": "unnamed",
    "": "unnamed",
    "a\tb\x07c.xml": "abc.xml",
    "\N{RIGHT-TO-LEFT OVERRIDE}lmx.xml": "lmx.xml",
    "kontoudtog æøå €.xml": "kontoudtog æøå €.xml",
    "x" * 500 + ".xml": "x" * 196 + ".xml",
    "<script>alert(1)": "<script>alert(1)",
    'a\\"b.xml': 'a"b.xml',
}  # fmt: skip


@pytest.mark.parametrize(("given", "kept"), NAMES.items())
async def test_a_name_is_kept_as_far_as_it_is_one(
    api: Any, given: str, kept: str
) -> None:
    content = (await send(api, form((given, statement())))).json()
    assert [job["name"] for job in content["jobs"]] == [kept]

    async with api.client() as client:
        document = await client.get("/api/documents/1")
    header = document.headers["content-disposition"]
    assert header.startswith("attachment; filename*=UTF-8''")
    assert not set(header) & set('\r\n<>"')  # fmt: skip


async def test_a_name_that_is_no_utf_8_is_kept_readable(api: Any) -> None:
    body = form(("NAME", statement())).replace(b"NAME", b"b\xe5nk.xml")
    content = (await send(api, body)).json()
    assert content["jobs"][0]["name"] == "b\N{REPLACEMENT CHARACTER}nk.xml"


async def test_the_same_key_gives_the_first_answer_again(api: Any) -> None:
    body = form(("a.xml", statement()), ("b.xml", b"other"))
    first = await send(api, body, idempotency_key="k-1")
    again = await send(api, body, idempotency_key="k-1")
    assert first.json() == again.json()
    assert len(await rows(api)) == 2

    async with api.client(UPLOADER, user="user-2") as other:
        theirs = await other.post(
            PATH, content=body, headers=FORM | {"idempotency-key": "k-1"}
        )
    assert theirs.json()["jobs"][0]["uploadId"] not in {
        job["uploadId"] for job in first.json()["jobs"]
    }


@pytest.mark.parametrize("key", ["", "x" * 201])
async def test_a_key_has_a_length(api: Any, key: str) -> None:
    response = await send(api, form(("a", b"x")), idempotency_key=key)
    assert response.status_code == 400


async def test_the_same_bytes_are_told_with_the_earlier_upload(api: Any) -> None:
    first = (await send(api, form(("a.xml", statement())))).json()["jobs"][0]
    again = (await send(api, form(("b.xml", statement())))).json()["jobs"][0]
    assert again["duplicateOf"] == first["uploadId"]
    assert again["jobId"] is None
    assert len(api.started) == 1


async def test_the_same_bytes_sent_at_once_are_imported_once(api: Any) -> None:
    body = form(("a.xml", statement()))
    answers = await asyncio.gather(*(send(api, body) for _ in range(5)))
    assert {answer.status_code for answer in answers} == {202}
    jobs = [answer.json()["jobs"][0] for answer in answers]
    assert sum(job["duplicateOf"] is None for job in jobs) == 1


@pytest.mark.parametrize("kind", ["", "?kind=", "?kind=invoice", "?kind=%00"])
async def test_the_page_a_file_is_given_on_must_be_named(api: Any, kind: str) -> None:
    response = await send(api, form(("a", b"x")), path=f"/api/upload{kind}")
    assert response.status_code == 400
    assert response.json()["errors"] == [
        {"path": "kind", "line": None, "code": "invalid_input",
         "message": "`kind` must be payment or statement"}
    ]  # fmt: skip


@pytest.mark.parametrize("length", ["10737418240", "9" * 18])
async def test_ten_gigabytes_claimed_are_refused_unread(api: Any, length: str) -> None:
    async def never() -> AsyncIterator[bytes]:
        raise AssertionError("the body is not to be read")
        yield b""

    response = await send(api, never(), content_length=length)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("length", ["-1", "1e9", "²", "9" * 5000, "0x10", "1 2"])
async def test_a_length_that_is_no_number_is_refused(api: Any, length: str) -> None:
    async with api.client(UPLOADER) as client:
        headers = [(b"content-length", length.encode("latin-1")),
                   (b"content-type", FORM["content-type"].encode())]  # fmt: skip
        response = await client.post(PATH, content=in_pieces(b"x", 1), headers=headers)
    assert response.status_code == 400


class TestWithALowLimit:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"max_upload_bytes": 2 << 20})

    async def test_a_file_that_turns_out_too_large_is_stopped(
        self, api: Any, settings: Settings
    ) -> None:
        sent = [0]

        async def endless() -> AsyncIterator[bytes]:
            yield form(("a.xml", b""))[: -len(f"\r\n--{BOUNDARY}--\r\n")]
            while sent[0] < 1000:
                sent[0] += 1
                yield b"x" * 100_000

        response = await send(api, endless())
        assert (response.status_code, response.json()["code"]) == (413, "too_large")
        assert sent[0] < 40
        assert await rows(api) == []
        assert drafts(settings) == []

    async def test_many_files_may_not_be_more_together(self, api: Any) -> None:
        files = [(f"{n}", str(n).encode() * (1 << 20)) for n in range(5)]
        response = await send(api, in_pieces(form(*files), 1 << 16))
        assert response.status_code == 413
        assert len(response.json()["jobs"]) == 2


async def test_a_caller_who_leaves_leaves_no_draft(
    api: Any, settings: Settings
) -> None:
    async def leaving() -> AsyncIterator[bytes]:
        yield form(("a.xml", statement()))[:500]
        assert len(drafts(settings)) <= 1
        raise ClientDisconnect

    response = await send(api, leaving())
    assert response.status_code == 400
    assert await rows(api) == []
    assert drafts(settings) == []


async def test_an_upload_that_is_cancelled_leaves_no_draft(
    api: Any, settings: Settings
) -> None:
    waits = asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        yield form(("a.xml", statement()))[:500]
        waits.set()
        await asyncio.sleep(60)

    sending = asyncio.create_task(send(api, slow()))
    await waits.wait()
    sending.cancel()
    await asyncio.wait([sending])
    assert await rows(api) == []
    assert drafts(settings) == []


async def test_a_large_upload_takes_little_memory(api: Any) -> None:
    size = 200 << 20

    async def stream() -> AsyncIterator[bytes]:
        whole = form(("big.xml", b""))
        cut = len(f"\r\n--{BOUNDARY}--\r\n")
        yield whole[:-cut]
        for number in range(size >> 20):
            yield number.to_bytes(8, "big") * (1 << 17)
        yield whole[-cut:]

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    response = await send(api, stream())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert response.status_code == 202
    assert [row["size"] for row in await rows(api)] == [str(size)]
    assert grown < 120 * 1024, f"{grown >> 10} MB more"


async def test_a_tenant_stores_so_much_and_what_banks_bring_counts_too(
    api: Any, settings: Settings, issuer: Any, import_bytes: Any
) -> None:
    data = statement()
    import_bytes(data, "from-the-bank.xml")
    most = len(data) + 2 * len(statement(number="2"))
    app = create_app(
        settings.model_copy(update={"realm_stored_bytes": most}),
        fetch_keys=issuer.fetch,
    )
    api.app = app
    async with app.router.lifespan_context(app):
        kept = await send(api, form(("2.xml", statement(number="2"))))
        files = [(f"{n}.xml", statement(number=n)) for n in "34"]
        partly = await send(api, form(*files))
        refused = await send(api, form(("5.xml", statement(number="5"))))
        announced = await send(api, b"", content_length=str(3 << 20))
        other = await send_as(api, "acme", form(("6.xml", statement(number="6"))))
    assert kept.status_code == 202
    assert [job["name"] for job in partly.json()["jobs"]] == ["3.xml"]
    for one in (partly, refused, announced):
        assert (one.status_code, one.json()["code"]) == (413, "storage_full")
    assert other.status_code == 202
    assert drafts(settings) == []
