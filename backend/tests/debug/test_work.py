"""Background work, traces, files looked at and the support bundle, on *Debug*."""

import io
import json
import zipfile
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from giroscope.features.documents import Document
from giroscope.features.journals.tables import Journal
from giroscope.features.logs import LogEntry
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.access import DEBUG, UPLOAD
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

pytestmark = pytest.mark.served

REALM = "giroscope"
JOURNAL = "3f1c0f6e-9a53-5f0e-9d6c-0f6f3d4f2a11"
JOBS = (
    "{ debugJobs(first: 10) { totalCount edges { node"
    " { id verb state message said { en da } mayBeginAgain mayBeStopped } } } }"
)
STATEMENT = b"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-02T08:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-02T08:00:00</CreDtTm>
<Acct><Id><IBAN>DK5000400440116243</IBAN></Id></Acct></Stmt>
</BkToCstmrStmt></Document>"""


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    made = Database(settings)
    yield made
    await made.close()


async def _job(database: Database, verb: str, state: str, **more: Any) -> int:
    values = {
        "verb": verb, "subject": 7, "state": state, "done": 0, "total": 0,
        "attempts": 1, "created": system_clock(), **more,
    }  # fmt: skip
    async with database.writing(REALM) as session:
        made = await session.execute(insert(Job).values(values).returning(Job.id))
        return int(made.scalar_one())


def _act(field: str) -> str:
    told = "... on Success { id } ... on Problem { code }"
    return f"mutation {{ {field} {{ {told} }} }}"


async def _verbs(api: Any) -> list[str]:
    trail = await api.data(
        "{ auditEvents(first: 20) { edges { node { verb } } } }", DEBUG
    )
    return [one["node"]["verb"] for one in trail["auditEvents"]["edges"]]


async def test_failed_work_is_begun_again_once_and_written_down(
    api: Any, database: Database
) -> None:
    failed = await _job(database, "bank-fetch", "FAILED", message="No tone")
    (edge,) = (await api.data(JOBS, DEBUG))["debugJobs"]["edges"]
    assert edge["node"] == {
        "id": str(failed), "verb": "bank-fetch", "state": "FAILED",
        "message": "No tone", "said": {"en": "No tone", "da": "No tone"},
        "mayBeginAgain": True, "mayBeStopped": False,
    }  # fmt: skip
    again = _act(f'beginWorkAgain(id: "{failed}")')
    made = (await api.data(again, DEBUG))["beginWorkAgain"]["id"]
    assert api.started == [(REALM, int(made))]
    # The same work waits now.
    assert (await api.data(again, DEBUG))["beginWorkAgain"] == {"code": "conflict"}
    stopped = await api.data(_act(f'stopWork(id: "{made}")'), DEBUG)
    assert stopped["stopWork"] == {"id": made}
    assert (await _verbs(api))[:2] == ["debug.job_stopped", "debug.job_again"]


@pytest.mark.parametrize(
    ("verb", "state", "field", "code"),
    [
        ("import", "FAILED", "beginWorkAgain", "debug.on_its_page"),
        ("import", "QUEUED", "stopWork", "debug.on_its_page"),
        ("send", "RUNNING", "stopWork", "conflict"),
        ("send", "SUCCEEDED", "beginWorkAgain", "conflict"),
    ],
)
async def test_work_that_must_not_be_touched_here_is_left(
    api: Any, database: Database, verb: str, state: str, field: str, code: str
) -> None:
    job = await _job(database, verb, state)
    told = await api.data(_act(f'{field}(id: "{job}")'), DEBUG)
    assert told[field] == {"code": code}
    assert api.started == []


@pytest.mark.parametrize(
    ("verb", "message", "danish"),
    [
        (
            "bank-fetch",
            "The bank did not answer in time.",
            "Banken svarede ikke i tide.",
        ),
        ("erp_fetch", "The ERP refuses the sign-in.", "ERP-systemet afviser login."),
        (
            "send",
            "A fault in the product stopped this (incident giroscope-7)",
            "En fejl i produktet standsede dette (hændelse giroscope-7)",
        ),
        (
            "demo-make",
            "There is no simulated bank in this installation",
            "Denne installation har ingen simuleret bank",
        ),
        (
            "undo",
            "This import cannot be undone: its payments were signed for sending.",
            (
                "Importen kan ikke fortrydes: dens betalinger er underskrevet til"
                " afsendelse."
            ),
        ),
    ],
)
async def test_why_work_of_any_room_failed_is_told_in_both_languages(
    api: Any, database: Database, verb: str, message: str, danish: str
) -> None:
    await _job(database, verb, "FAILED", message=message)
    (edge,) = (await api.data(JOBS, DEBUG))["debugJobs"]["edges"]
    assert edge["node"]["said"] == {"en": message, "da": danish}


async def test_work_is_held_with_a_reason_and_released(
    api: Any, database: Database
) -> None:
    await _job(database, "send", "QUEUED")
    await _job(database, "send", "FAILED", finished=system_clock() - timedelta(hours=1))
    question = (
        "{ debugWork { waiting running failed verbs hold { byName reason } }"
        " debugHealth { checks { code isWell fact } } }"
    )
    empty = await api.data(_act('holdWork(reason: "  ")'), DEBUG)
    assert empty["holdWork"] == {"code": "invalid_input"}
    await api.data(_act('holdWork(reason: "New disk")'), DEBUG)
    told = await api.data(question, DEBUG)
    assert told["debugWork"]["hold"]["reason"] == "New disk"
    assert (told["debugWork"]["waiting"], told["debugWork"]["failed"]) == (1, 1)
    checks = {one["code"]: one for one in told["debugHealth"]["checks"]}
    assert checks["JOBS_HELD"]["fact"] == "New disk"
    assert not checks["JOBS_FAILED"]["isWell"]
    twice = await api.data(_act('holdWork(reason: "Again")'), DEBUG)
    assert twice["holdWork"] == {"code": "conflict"}
    await api.data(_act("releaseWork"), DEBUG)
    assert (await api.data(question, DEBUG))["debugWork"]["hold"] is None
    assert (await _verbs(api))[:2] == ["debug.work_released", "debug.work_held"]


@pytest.mark.parametrize(
    "field",
    ['beginWorkAgain(id: "1")', 'stopWork(id: "1")', 'holdWork(reason: "x")',
     "releaseWork"],
)  # fmt: skip
async def test_only_who_supports_the_product_acts(api: Any, field: str) -> None:
    told = await api.data(_act(field), UPLOAD)
    assert next(iter(told.values())) == {"code": "forbidden"}


@pytest.mark.parametrize("named", [JOURNAL, JOURNAL.upper(), "MSG-1", "pay-7.xml"])
async def test_everything_known_of_a_journal_is_told_in_its_order(
    api: Any, database: Database, named: str
) -> None:
    now = system_clock()
    async with database.writing(REALM) as session:
        session.add(
            Journal(
                correlation_id=JOURNAL, state="SENT", needs_attention=False,
                source="UPLOAD", created=now, updated=now, message_id="MSG-1",
                execution_day=day_of(now),
            )
        )  # fmt: skip
        session.add(
            SystemMessage(
                created=now + timedelta(seconds=1), level="INFO", code="x",
                values='{"text":"A file was sent"}', correlation_id=JOURNAL,
                reference="pay-7.xml",
            )
        )  # fmt: skip
    question = (
        "query ($text: String!) { debugTrace(text: $text)"
        " { correlationIds lines { kind title } } }"
    )
    told = (await api.data(question, DEBUG, variables={"text": named}))["debugTrace"]
    assert told["correlationIds"] == [JOURNAL]
    assert [(one["kind"], one["title"]) for one in told["lines"]] == [
        ("JOURNAL", "MSG-1"),
        ("MESSAGE", "A file was sent"),
    ]
    other = await api.data(question, DEBUG, variables={"text": named}, realm="acme")
    assert other["debugTrace"]["lines"] == []


@pytest.mark.parametrize("named", ["rq-77", "0af7651916cd43dd", "a" * 64, JOURNAL])
async def test_an_exchange_leads_to_its_journal_and_all_that_was_exchanged(
    api: Any, database: Database, named: str
) -> None:
    now = system_clock()
    told = {
        "exchange": "x", "log_type": "BANK", "peer": "bank:1", "size": 5, "stored": 5,
        "operation": "UploadFile", "uri": "https://bank.example/up", "data": "hush",
        "is_cut": False, "has_bytes": False, "correlation_id": JOURNAL,
        "request_id": "rq-77", "trace": "0af7651916cd43dd",
        "words": " uploadfile rq 77 0af7651916cd43dd hush",
    }  # fmt: skip
    async with database.writing(REALM) as session:
        session.add(
            LogEntry(
                created=now, is_reply=False, direction="OUT", sha256="a" * 64, **told
            )
        )
        session.add(
            LogEntry(
                created=now + timedelta(seconds=1), is_reply=True, direction="IN",
                status=500, duration_ms=350, cause="HTTP 500: No agreement", **told,
            )
        )  # fmt: skip
    question = (
        "query ($text: String!) { debugTrace(text: $text)"
        " { correlationIds lines { kind title detail correlationId } } }"
    )
    found = (await api.data(question, DEBUG, variables={"text": named}))["debugTrace"]
    assert found["correlationIds"] == [JOURNAL]
    asked, answered = found["lines"]
    assert asked == {
        "kind": "LOG", "title": "UploadFile, bank:1",
        "detail": "https://bank.example/up", "correlationId": JOURNAL,
    }  # fmt: skip
    assert answered["detail"] == "500, 350 ms, HTTP 500: No agreement"
    # What was said is for who may read the log.
    assert "hush" not in str(found)
    none = {"text": "uploadfile"}
    other = (await api.data(question, DEBUG, variables=none))["debugTrace"]
    assert other["lines"] == []


async def test_an_incident_leads_to_its_job(api: Any, database: Database) -> None:
    job = await _job(database, "send", "FAILED", message="timed out")
    question = (
        f'{{ debugTrace(text: "{REALM}-{job}") {{ lines {{'
        " kind id detail state note { en da } } } }"
    )
    (line,) = (await api.data(question, DEBUG))["debugTrace"]["lines"]
    assert line == {
        "kind": "JOB", "id": str(job), "detail": "FAILED: timed out", "state": "FAILED",
        "note": {"en": "timed out", "da": "der kom intet svar i tide"},
    }  # fmt: skip


async def test_a_file_is_looked_at_and_not_kept(api: Any, database: Database) -> None:
    async with api.client(DEBUG) as client:
        answer = await client.post("/api/inspect?name=s.xml", content=STATEMENT)
        junk = await client.post("/api/inspect?name=x", content=b"\x00junk")
        nothing = await client.post("/api/inspect")
    told = answer.json()
    assert (told["file"], told["format"], told["messageId"]) == (
        "s.xml",
        "camt.053",
        "M1",
    )
    assert junk.json()["findings"][0]["severity"] == "error"
    assert nothing.status_code == 400
    async with database.reading(REALM) as session:
        kept = await session.execute(select(func.count()).select_from(Document))
        assert kept.scalar_one() == 0
    async with api.client(UPLOAD) as client:
        refused = await client.post("/api/inspect", content=STATEMENT)
    assert refused.status_code == 403


async def test_the_support_bundle_needs_a_reason_and_tells_no_secret(
    api: Any, settings: Settings, database: Database
) -> None:
    await _job(database, "send", "FAILED", message="Bo Holm, DK5000400440116243")
    async with api.client(DEBUG) as client:
        refused = await client.post("/api/support-bundle", json={"reason": ""})
        taken = await client.post("/api/support-bundle", json={"reason": "Case 12"})
    assert refused.status_code == 400
    assert "no-store" in taken.headers["cache-control"]
    with zipfile.ZipFile(io.BytesIO(taken.content)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert settings.master_key is not None
    whole = "".join(files.values())
    for secret in (settings.master_key.get_secret_value(), "Bo Holm", "DK50004004"):
        assert secret not in whole
    assert json.loads(files["about.json"])["reason"] == "Case 12"
    (job,) = json.loads(files["jobs.json"])
    assert (job["verb"], job["state"]) == ("send", "FAILED")
    assert {"health.json", "settings.json", "schedule.json", "README.txt"} <= set(files)
    assert (await _verbs(api))[0] == "debug.bundle_taken"


async def test_the_asker_is_told_who_they_are_with_ids_in_part(api: Any) -> None:
    question = (
        "{ debugSession { realm defaultRealm roles claims { name value isMasked } } }"
    )
    told = (await api.data(question, DEBUG, user="3f1c0f6e-secret-9d6c"))[
        "debugSession"
    ]
    assert (told["realm"], told["roles"]) == (REALM, [DEBUG])
    claims = {one["name"]: one for one in told["claims"]}
    assert claims["sub"] == {"name": "sub", "value": "3f1c…9d6c", "isMasked": True}
    assert claims["iss"]["value"].endswith(f"/realms/{REALM}")
    assert claims["realm_access"]["value"] is None


async def test_switches_say_which_settings_decide_them(api: Any) -> None:
    question = "{ debugSwitches { code isOn decidedBy } }"
    told = (await api.data(question, DEBUG))["debugSwitches"]
    found = {one["code"]: one for one in told}
    # These tests sign in with a provider of their own, as production does.
    assert found["EMBEDDED_SIGN_IN"]["isOn"] is False
    assert found["SIMULATED_BANK"]["isOn"] is False
    assert "GIROSCOPE_ENVIRONMENT" in found["GRAPH_EXPLORER"]["decidedBy"]
