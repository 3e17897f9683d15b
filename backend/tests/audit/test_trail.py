"""The audit trail through the API: who sees it, what is in it, and as a file."""

import csv
import io
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.audit import Subject, record_now
from giroscope.features.audit.refusals import Sampler
from giroscope.features.journals.tables import Journal
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.access import AUDITOR, Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import payments, statement
from tests.uploads.test_over_http import FORM, PATH, form, send

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"
EVENTS = """query ($filter: AuditFilter, $first: Int, $after: String, $orderBy: AuditOrder) {
  auditEvents(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node { sequence verb outcome address agent trace was now
      actor { id name kind } subject { kind id name } } }
  }
}"""  # noqa: E501 - one question
CHAIN = "{ auditChain { count head verifiedAt intact firstFault { sequence what message } } }"  # noqa: E501 - one question
VERIFY = "mutation { verifyAudit { __typename ... on Success { told: message } ... on Problem { code message } } }"  # noqa: E501 - one question
OLDEST = {"orderBy": '{"direction": "ASC"}'}
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
ANN = Actor("ann", "giroscope", "ann", "Ann Holm", frozenset())


async def _events(api: Any, **variables: Any) -> list[dict[str, Any]]:
    data = await api.data(EVENTS, MANAGER, variables=variables)
    return [edge["node"] for edge in data["auditEvents"]["edges"]]


def _say(database: Database, verb: str, name: str, **now: Any) -> None:
    with database.job_connection("giroscope") as connection:
        record_now(connection, ANN, verb, Subject("thing", name, name), now=now)
        connection.commit()


async def test_upload_is_recorded_with_who_from_where_and_what(api: Any) -> None:
    async with api.client(UPLOADER) as client:
        client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux) Firefox/145.0"
        client.headers["traceparent"] = f"00-{TRACE}-00f067aa0ba902b7-01"
        # The tests' client is no trusted proxy, so this is a claim of anybody's.
        client.headers["x-forwarded-for"] = "203.0.113.9"
        response = await client.post(
            PATH, content=form(("day.xml", statement(1))), headers=FORM
        )
    assert response.status_code == 202, response.text
    (event,) = await _events(api)
    assert event["verb"] == "uploads.hand_in"
    assert event["outcome"] == "DONE"
    assert event["actor"] == {"id": "user-1", "name": "Olga Operator", "kind": "PERSON"}
    assert event["subject"] == {"kind": "upload", "id": "1", "name": "day.xml"}
    assert (event["agent"], event["trace"]) == ("Firefox 145, Linux", TRACE)
    assert event["address"] == "127.0.0.1"
    assert '"kind":"STATEMENT"' in event["now"]


async def test_download_is_recorded_before_the_bytes_leave(api: Any) -> None:
    await send(api, form(("day.xml", statement(1))))
    async with api.client() as client:
        await client.get("/api/documents/1")
        await client.get("/api/documents/1?as=text")
        await client.get("/api/documents/99")
    found = await _events(api, filter={"verbs": ["documents"]})
    assert [event["verb"] for event in found] == [
        "documents.view", "documents.download",
    ]  # fmt: skip


async def test_refusals_are_recorded_but_a_loop_does_not_fill_the_trail(
    api: Any,
) -> None:
    for _ in range(5):
        assert await api.code(CHAIN) == "FORBIDDEN"
    async with api.client() as client:
        for _ in range(5):
            await client.post("/api/upload?kind=statement")
        await client.get("/api/export/auditEvents")
    found = await _events(api, orderBy={"direction": "ASC"})
    assert [(e["verb"], e["outcome"], e["subject"]["id"]) for e in found] == [
        ("access.use", "REFUSED", "audit.read"),
        ("access.use", "REFUSED", "uploads.create"),
    ]


def test_a_refusal_after_a_pause_says_how_many_were_not_written() -> None:
    time = [0.0]
    sampler = Sampler(now=lambda: time[0])
    assert sampler.admit(ANN, "a.b") == 0
    assert [sampler.admit(ANN, "a.b") for _ in range(3)] == [None] * 3
    assert sampler.admit(ANN, "a.c") == 0
    time[0] = 601.0
    assert sampler.admit(ANN, "a.b") == 3
    many = [sampler.admit(ANN, f"room.verb{number}") for number in range(200)]
    assert 0 < sum(one is not None for one in many) < 100


async def test_events_are_filtered_ordered_and_paged(
    api: Any, database: Database
) -> None:
    for number in range(5):
        _say(database, "rooms.act", f"thing {number}", number=number)
    _say(database, "users.invite", "Bob", role="giroscope-upload")
    page = await api.data(EVENTS, MANAGER, variables={"first": 2})
    assert page["auditEvents"]["totalCount"] == 6
    after = page["auditEvents"]["pageInfo"]["endCursor"]
    second = await _events(api, first=2, after=after)
    assert [event["sequence"] for event in second] == [4, 3]
    oldest = await _events(api, first=2, orderBy={"direction": "ASC"})
    assert [event["sequence"] for event in oldest] == [1, 2]
    for wanted, sequences in (
        ({"verbs": ["users"]}, [6]),
        ({"verbs": ["users.invite", "rooms.act"], "text": "bob"}, [6]),
        ({"text": "giroscope-upl"}, [6]),
        ({"text": "thing 3"}, [4]),
        ({"subjectKind": "thing", "subjectId": "thing 0"}, [1]),
        ({"actor": "ann", "text": "thing 1"}, [2]),
        ({"actor": "holm", "text": "thing 1"}, [2]),
        ({"actor": "nobody"}, []),
        ({"outcomes": ["REFUSED"]}, []),
        ({"instant": {"to": "2020-01-01"}}, []),
        ({"instant": {"from": "2020-01-01"}, "text": "thing 2"}, [3]),
        ({"trace": "none"}, []),
    ):
        found = await _events(api, filter=wanted)
        assert [event["sequence"] for event in found] == sequences, wanted
    too_long = {"filter": {"text": "x" * 201}}
    assert await api.code(EVENTS, MANAGER, variables=too_long) == "INVALID_INPUT"


async def test_verifying_tells_the_result_and_is_recorded(
    api: Any, database: Database
) -> None:
    _say(database, "rooms.act", "a")
    before = (await api.data(CHAIN, MANAGER))["auditChain"]
    assert (before["count"], before["intact"], before["verifiedAt"]) == (1, None, None)
    done = (await api.data(VERIFY, MANAGER))["verifyAudit"]
    assert done == {"__typename": "Success", "told": "1"}
    after = (await api.data(CHAIN, MANAGER))["auditChain"]
    assert (after["count"], after["intact"], after["firstFault"]) == (2, True, None)
    (event, _) = await _events(api)
    assert event["verb"] == "audit.verify"
    assert '"intact":true' in event["now"]


async def test_a_changed_event_is_named(api: Any, database: Database) -> None:
    for number in range(3):
        _say(database, "rooms.act", str(number))
    with database.job_connection("giroscope") as connection:
        connection.exec_driver_sql("DROP TRIGGER audit_events_update")
        connection.execute(
            text("UPDATE audit_events SET actor_name = 'Eve' WHERE sequence = 2")
        )
        connection.commit()
    done = (await api.data(VERIFY, MANAGER))["verifyAudit"]
    sentence = "Event 2 was changed after it was written"
    assert done == {
        "__typename": "Problem", "code": "audit.broken", "message": sentence,
    }  # fmt: skip
    chain = (await api.data(CHAIN, MANAGER))["auditChain"]
    assert (chain["intact"], chain["firstFault"]) == (
        False, {"sequence": 2, "what": "CHANGED", "message": sentence},
    )  # fmt: skip
    (event,) = await _events(api, filter={"outcomes": ["FAILED"]})
    assert event["verb"] == "audit.verify"


async def test_the_whole_trail_comes_as_a_file_that_runs_nothing(
    api: Any, database: Database
) -> None:
    _say(database, "rooms.act", '=HYPERLINK("http://x")', a=1)
    _say(database, "rooms.act", "Søren; “quoted”\n-1")
    async with api.client(MANAGER) as client:
        response = await client.get("/api/export/auditEvents", params=OLDEST)
        danish = await client.get(
            "/api/export/auditEvents",
            params={"locale": "da", "filter": '{"verbs": ["rooms"]}'},
        )
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'filename="auditEvents-' in response.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [row["Verb"] for row in rows] == ["rooms.act", "rooms.act", "audit.export"]
    assert rows[0]["Subject"] == '\'=HYPERLINK("http://x")'
    assert (rows[0]["Actor"], rows[0]["Now"]) == ("Ann Holm", '{"a":1}')
    assert rows[1]["Previous hash"] == rows[0]["Hash"]
    assert danish.content.startswith("\ufeffLøbenummer;Tidspunkt (UTC);".encode())
    assert len(danish.content.decode("utf-8-sig").splitlines()) == 3


async def test_only_those_with_the_role_see_the_trail(api: Any) -> None:
    for roles in ((), ("giroscope-upload", "giroscope-billing", "giroscope-logs")):
        assert await api.code(EVENTS, *roles) == "FORBIDDEN"
        async with api.client(*roles) as client:
            assert (await client.get("/api/export/auditEvents")).status_code == 403
        done = (await api.data(VERIFY, *roles))["verifyAudit"]
        assert done["code"] == "forbidden"
    assert (await api.data(CHAIN, "giroscope-debug"))["auditChain"]["count"] > 0


async def test_an_auditor_sees_and_verifies_the_trail(api: Any) -> None:
    assert (await api.data(CHAIN, AUDITOR))["auditChain"]["count"] == 0
    assert (await api.data(VERIFY, AUDITOR))["verifyAudit"]["told"] == "0"


async def test_people_and_journals_are_named_where_only_an_id_was_written(
    api: Any, database: Database, import_bytes: Any
) -> None:
    import_bytes(payments("MSG-77", 1), "pay.xml", "PAYMENT")
    now = system_clock()
    known = KnownPerson(
        person_id="p-9", username="pia", given_name="Pia", family_name="Holm",
        name="Pia Holm", sort_name="pia holm", state="ACTIVE", email="p@example.com",
        has_second_factor=False, required_actions=[], created=now, active_at=now,
    )  # fmt: skip
    with database.job_session("giroscope") as session:
        session.add(known)
        journal = session.scalars(select(Journal.correlation_id)).one()
        session.commit()
    nameless = Actor("p-9", "giroscope", "pia", "p-9", frozenset())
    stranger = Actor("p-8", "giroscope", "x", "p-8", frozenset())
    with database.job_connection("giroscope") as connection:
        for actor, subject in (
            (nameless, Subject("journal", journal)),
            (stranger, Subject("user", "p-9")),
            (ANN, Subject("user", "p-9", "Pia as was")),
            (ANN, Subject("thing", "7")),
        ):
            record_now(connection, actor, "rooms.act", subject)
        connection.commit()
    found = await _events(
        api, filter={"verbs": ["rooms"]}, orderBy={"direction": "ASC"}
    )
    assert [(e["actor"]["name"], e["subject"]["name"]) for e in found] == [
        ("Pia Holm", "MSG-77"), ("p-8", "Pia Holm"), ("Ann Holm", "Pia as was"),
        ("Ann Holm", None),
    ]  # fmt: skip
    # The ids are still there.
    assert found[0]["actor"]["id"] == "p-9"
    assert found[0]["subject"]["id"] == journal


async def test_whoever_reads_a_journal_reads_who_did_what_to_it(
    api: Any, database: Database, import_bytes: Any
) -> None:
    import_bytes(payments("MSG-78", 1), "pay.xml", "PAYMENT")
    with database.job_session("giroscope") as session:
        journal = session.scalars(select(Journal.correlation_id)).one()
    with database.job_connection("giroscope") as connection:
        record_now(connection, ANN, "journals.comment", Subject("journal", journal))
        record_now(connection, ANN, "rooms.act", Subject("journal", "another"))
        record_now(connection, ANN, "uploads.undo", Subject("upload", "77"))
        connection.commit()
    trail = """query ($id: ID!) { journalTrail(correlationId: $id) {
      edges { node { verb actor { name } } } } }"""
    told = await api.data(trail, variables={"id": journal})
    assert [edge["node"] for edge in told["journalTrail"]["edges"]] == [
        {"verb": "journals.comment", "actor": {"name": "Ann Holm"}},
        {"verb": "uploads.hand_in", "actor": {"name": "Command line"}},
    ]
    assert await api.code(trail, variables={"id": "another"}) == "NOT_FOUND"


async def test_another_realm_has_its_own_trail(api: Any, database: Database) -> None:
    _say(database, "rooms.act", "a")
    data = await api.data(CHAIN, MANAGER, realm="acme")
    assert data["auditChain"]["count"] == 0
