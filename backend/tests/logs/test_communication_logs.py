"""The communication log as the console asks for it, and what it hides."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.logs import Captured, LogEntry, LogType, Recorder
from giroscope.features.uploads import Upload
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, LOGS, UPLOAD
from giroscope.kernel.database import Database
from tests.uploads.bank_samples import statement

pytestmark = pytest.mark.served

NOON = datetime(2026, 11, 18, 11, 0, tzinfo=UTC)
KEY = bytes(range(32))
LIST = """query($filter: LogFilter, $first: Int, $after: String) {
  communicationLogs(filter: $filter, first: $first, after: $after) {
    edges { node { id direction data status counterpart { id } } }
    pageInfo { hasNextPage endCursor } totalCount totalIsExact } }"""
REVEAL = """mutation($id: ID!, $reason: String!) { revealLog(id: $id, reason: $reason) {
  __typename ... on RevealedLog { text } ... on Problem { code } } }"""


@pytest.fixture
def recorder(database: Database) -> Iterator[Recorder]:
    made = Recorder(database, KEY, lambda: NOON)
    yield made
    made.close()


@pytest.fixture
def note(recorder: Recorder) -> Any:
    """Put an exchange into the log of a realm."""

    def one(number: int = 0, **values: Any) -> None:
        told: dict[str, Any] = {
            "realm": "giroscope", "log_type": LogType.BANK, "peer": "bank:1",
            "operation": "UploadFile", "uri": "https://bank.example/corporate",
            "request": f"<a><Nm>Jane Doe</Nm><No>n{number}</No></a>".encode(),
            "reply": b"<ok/>", "status": 200, "seconds": 0.1, "failure": "",
            "ended": NOON + timedelta(seconds=number),
        }  # fmt: skip
        recorder.take(Captured(**told | values))
        assert recorder.flush()

    return one


async def listed(api: Any, **wanted: Any) -> Any:
    data = await api.data(LIST, LOGS, variables={"filter": wanted, "first": 50})
    return data["communicationLogs"]


async def test_numbered_pages_are_appended_and_repeat_nothing(
    api: Any, note: Any
) -> None:
    for number in range(5):
        note(number)
    first = await api.data(
        "{logs(logType: BANK, size: 4) {id created direction}}", LOGS
    )
    newest = max(int(entry["id"]) for entry in first["logs"])
    note(99)
    seen = [entry["id"] for entry in first["logs"]]
    for page in (1, 2):
        more = await api.data(
            f'{{logs(logType: BANK, page: {page}, size: 4, upTo: "{newest}") {{id}}}}',
            LOGS,
        )
        seen += [entry["id"] for entry in more["logs"]]
    assert len(seen) == len(set(seen)) == 10
    assert await api.data("{logs(logType: ERP) {id}}", LOGS) == {"logs": []}
    code = await api.code("{logs(logType: BANK, size: 1000) {id}}", LOGS)
    assert code == "INVALID_INPUT"


async def test_what_was_said_is_masked_everywhere_and_cannot_be_searched_for(
    api: Any, note: Any
) -> None:
    note(7, request=b"<a><Nm>Jane Doe</Nm><IBAN>DK5000400440116243</IBAN></a>")
    found = await listed(api)
    assert "Jane" not in str(found)
    assert "DK50***6243" in str(found)
    assert (await listed(api, text="jane"))["totalCount"] == 0
    assert (await listed(api, text="40044011"))["totalCount"] == 0
    async with api.client(LOGS) as client:
        file = await client.get("/api/export/communicationLogs?format=csv")
    assert file.status_code == 200
    assert "Jane" not in file.text
    assert "UploadFile" in file.text


async def test_filters_find_by_word_address_status_direction_and_time(
    api: Any, note: Any
) -> None:
    note(1, log_type=LogType.ERP, uri="https://erp.example/api?key=hush", status=404)
    note(2, correlation_id="c-1")
    assert (await listed(api, text="n2"))["totalCount"] == 1
    assert (await listed(api, text="hush"))["totalCount"] == 0
    assert (await listed(api, uri="erp.example"))["totalCount"] == 2
    assert (await listed(api, statuses=[404]))["totalCount"] == 2
    assert (await listed(api, types=["BANK"], directions=["IN"]))["totalCount"] == 1
    assert (await listed(api, correlationId="c-1"))["totalCount"] == 2
    early = {"to": (NOON + timedelta(seconds=1)).isoformat()}
    assert (await listed(api, created=early))["totalCount"] == 3 - 1
    assert (await listed(api, failed=True))["totalCount"] == 1
    counts = await api.data("{logTypeCounts {logType count isExact}}", LOGS)
    assert {row["logType"]: row["count"] for row in counts["logTypeCounts"]} == {
        "BANK": 2, "ERP": 2, "IDENTITY": 0, "MAIL": 0, "WEBHOOK": 0,
    }  # fmt: skip


async def test_errors_are_put_together_by_cause(api: Any, note: Any) -> None:
    for number in range(3):
        failure = f"The bank could not be reached: port {1000 + number}."
        note(number, reply=None, status=None, failure=failure)
    note(9, status=500, reply=b"<Fault><faultstring>Busy</faultstring></Fault>")
    found = await api.data(
        "{logCauses {isWhole causes {cause count firstSeen lastSeen latestId}}}", LOGS
    )
    causes = {one["cause"]: one["count"] for one in found["logCauses"]["causes"]}
    assert causes == {
        "The bank could not be reached: port …": 3, "HTTP 500: Busy": 1,
    }  # fmt: skip
    assert found["logCauses"]["isWhole"] is True
    assert (await listed(api, cause="HTTP 500: Busy"))["totalCount"] == 1


async def test_only_the_role_reads_and_reveals(api: Any, note: Any) -> None:
    note(1)
    for roles in ((), (UPLOAD, ACCOUNT_MANAGEMENT)):
        assert await api.code("{logs(logType: BANK) {id}}", *roles) == "FORBIDDEN"
        assert await api.code(LIST, *roles) == "FORBIDDEN"
    found = await listed(api)
    told = {"id": found["edges"][0]["node"]["id"], "reason": "Ticket 4711"}
    refused = await api.data(REVEAL, UPLOAD, variables=told)
    assert refused["revealLog"] == {"__typename": "Problem", "code": "forbidden"}
    other = await api.data(LIST, LOGS, variables={}, realm="acme")
    assert other["communicationLogs"]["totalCount"] == 0


async def test_what_is_revealed_is_in_the_trail_with_its_reason(
    api: Any, note: Any, database: Database
) -> None:
    note(1)
    found = await listed(api, directions=["OUT"])
    log_id = found["edges"][0]["node"]["id"]
    for reason in ("", "  x "):
        asked = {"id": log_id, "reason": reason}
        data = await api.data(REVEAL, LOGS, variables=asked)
        assert data["revealLog"]["code"] == "logs.reason_needed"
    asked = {"id": log_id, "reason": "Ticket 4711 password=hunter22"}
    data = await api.data(REVEAL, LOGS, variables=asked)
    assert data["revealLog"]["text"] == "<a><Nm>Jane Doe</Nm><No>n1</No></a>"
    with database.job_connection("giroscope") as connection:
        query = select(AuditEvent.__table__).where(AuditEvent.verb == "logs.reveal")
        (event,) = connection.execute(query).all()
    assert "Ticket 4711" in event.now
    assert "hunter22" not in event.now
    assert event.subject_id == log_id


async def test_how_the_log_is_kept_is_changed_once(api: Any, note: Any) -> None:
    change = """mutation($version: Int!, $change: LogKeepingInput!) {
      changeLogKeeping(change: $change, version: $version) { __typename
        ... on Problem { code } } }"""
    asked = {"version": 1, "change": {"hidesNames": False, "keepDays": 30}}
    data = await api.data(change, LOGS, variables=asked)
    assert data["changeLogKeeping"]["code"] == "forbidden"
    data = await api.data(change, ACCOUNT_MANAGEMENT, variables=asked)
    assert data["changeLogKeeping"]["__typename"] == "Success"
    data = await api.data(change, ACCOUNT_MANAGEMENT, variables=asked)
    assert data["changeLogKeeping"]["code"] == "logs.keeping_changed"
    asked = {"version": 2, "change": {"keepDays": 0}}
    data = await api.data(change, ACCOUNT_MANAGEMENT, variables=asked)
    assert data["changeLogKeeping"]["code"] == "logs.bad_keeping"
    note(1)
    assert "Jane Doe" in str(await listed(api))


async def test_a_file_that_came_is_read_and_imported_again(
    api: Any, note: Any, import_bytes: Any, database: Database
) -> None:
    data = statement()
    upload = import_bytes(data, "statement.xml")
    note(1, reply=data, request=None)
    (entry,) = (await listed(api))["edges"]
    log_id = entry["node"]["id"]
    replay = f'{{logReplay(id: "{log_id}") {{fault facts {{name noted now differs}}}}}}'
    (file,) = (await api.data(replay, LOGS))["logReplay"]
    assert file["fault"] is None
    assert [fact["differs"] for fact in file["facts"]] == [False] * 6
    with database.job_session("giroscope") as session:
        session.execute(update(Upload).values(totals=[]))
    (file,) = (await api.data(replay, LOGS))["logReplay"]
    assert [f["name"] for f in file["facts"] if f["differs"]] == ["totals"]

    again = f"""mutation {{ redeliverLog(id: "{log_id}", reason: "Reader mended") {{
      __typename ... on Success {{ id }} ... on Problem {{ code }} }} }}"""
    refused = await api.data(again, UPLOAD)
    assert refused["redeliverLog"]["code"] == "forbidden"
    done = await api.data(again, UPLOAD, LOGS)
    assert done["redeliverLog"] == {"__typename": "Success", "id": str(upload.id)}
    assert len(api.started) == 1


async def test_what_left_or_brought_no_file_is_not_delivered(
    api: Any, note: Any
) -> None:
    note(1)
    codes = {}
    for edge in (await listed(api))["edges"]:
        node = edge["node"]
        again = f"""mutation {{ redeliverLog(id: "{node["id"]}", reason: "Because") {{
          ... on Problem {{ code }} }} }}"""
        data = await api.data(again, UPLOAD, LOGS)
        codes[node["direction"]] = data["redeliverLog"]["code"]
    assert codes == {"OUT": "logs.only_inbound", "IN": "logs.nothing_carried"}


async def test_an_import_ties_what_brought_it_to_its_journal(
    api: Any, note: Any, import_bytes: Any, database: Database
) -> None:
    data = statement()
    note(1, reply=data, request=None)
    upload = import_bytes(data, "statement.xml")
    with database.job_connection("giroscope") as connection:
        entry = connection.execute(select(LogEntry.__table__)).one()
    assert entry.sha256 == hashlib.sha256(data).hexdigest()
    assert entry.correlation_id == upload.correlation_id
    asked = f'{{journal(correlationId: "{upload.correlation_id}") {{logCount}}}}'
    assert (await api.data(asked, LOGS))["journal"]["logCount"] == 1
    assert (await api.data(asked))["journal"]["logCount"] is None
