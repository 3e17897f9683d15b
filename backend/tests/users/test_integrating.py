"""The guide's programs, run against the product and its sign-in over real HTTP."""

import asyncio
import json
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn
from sqlalchemy import select

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.uploads.bank_samples import payments, statement
from tests.users.desk import REALM, Desk
from tests.users.programs import Programs, programs_at

pytestmark = pytest.mark.served

_EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
_DAY = "2020-01-01"
_SECONDS = 60


class Ended(NamedTuple):
    """What a program said, and how it ended."""

    code: int
    out: str
    err: str


@pytest.fixture
async def url(desk: Desk) -> AsyncIterator[str]:
    """The product of the desk, at an address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            desk.app, log_config=None, access_log=False, lifespan="off"
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listening]))
        yield f"http://localhost:{listening.getsockname()[1]}"
        server.should_exit = True
        await serving


@pytest.fixture
async def programs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Programs:
    return await programs_at(desk, monkeypatch)


async def _run(environment: dict[str, str], *words: str) -> Ended:
    program = "giroscope_api.py"
    by = sys.executable
    if words[0] == "curl":
        program, by, words = "giroscope_api.sh", shutil.which("sh") or "sh", words[1:]
    running = await asyncio.create_subprocess_exec(
        by, str(_EXAMPLES / program), *words,
        env={"PATH": os.environ["PATH"], **environment},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(_SECONDS):
        out, err = await running.communicate()
    return Ended(running.returncode or 0, out.decode(), err.decode())


async def test_the_guides_programs_do_what_they_say(
    programs: Programs,
    url: str,
    import_bytes: Any,
    database: Database,
    tmp_path: Path,
) -> None:
    # More than a page holds.
    import_bytes(statement(205), "statement.xml")
    paid = import_bytes(payments("PAY-1", 1), "payments.xml", "PAYMENT")
    made = await programs.make()
    told = await programs.desk.ask("{ apiTokenUrl }")
    known = {
        "GIROSCOPE_URL": url,
        "GIROSCOPE_TOKEN_URL": told["apiTokenUrl"],
        "GIROSCOPE_CLIENT_ID": made["clientId"],
        "GIROSCOPE_CLIENT_SECRET": made["secret"],
    }
    file = tmp_path / "more.xml"
    file.write_bytes(payments("PAY-2", 1))

    entries = await _run(known, "entries", _DAY)
    journal = await _run(known, "journal", paid.correlation_id)
    upload = await _run(known, "upload", str(file), "payment")

    lines = [json.loads(line) for line in entries.out.splitlines()]
    assert len({line["id"] for line in lines}) == 205, entries.err
    assert json.loads(journal.out)["messageId"] == "PAY-1", journal.err
    assert json.loads(upload.out)["state"] == "QUEUED", upload.err

    # Whoever has a hand in the program stands behind what it brought.
    number = int(json.loads(upload.out)["id"])
    async with database.reading(REALM) as session:
        by = select(Upload.created_by).where(Upload.id == number)
        assert (await session.execute(by)).scalar_one() == made["clientId"]

    page = await _run(known, "curl", "entries", _DAY)
    assert json.loads(page.out)["data"]["transactions"]["pageInfo"]["hasNextPage"]
    journal = await _run(known, "curl", "journal", paid.correlation_id)
    assert json.loads(journal.out)["data"]["journal"]["messageId"] == "PAY-1"
    again = await _run(known, "curl", "upload", str(file), "payment")
    (job,) = json.loads(again.out)["jobs"]
    assert job["duplicateOf"] == json.loads(upload.out)["id"]

    wrong = known | {"GIROSCOPE_CLIENT_SECRET": "wrong"}
    for words in (("entries", _DAY), ("curl", "entries", _DAY)):
        refused = await _run(wrong, *words)
        assert refused.code
        assert refused.err
    off = f'id: "{made["id"]}", client: {{name: "Ledger", scopes: [MESSAGES_READ]}}'
    await programs.desk.do("changeApiClient", off)
    refused = await _run(known, "entries", _DAY)
    assert refused.err.startswith("forbidden"), refused.err
