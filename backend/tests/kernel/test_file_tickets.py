"""Tickets: a browser takes a file with one, once, without a token of its own."""

from typing import Any

import pytest
from sqlalchemy import func, select

from giroscope.kernel import admission, ended_sessions
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.ended_sessions import Ending, store_ending
from giroscope.kernel.errors import RateLimited
from giroscope.kernel.export import tickets
from giroscope.kernel.tables import ExportTicket
from tests.uploads.bank_samples import payments

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"


@pytest.fixture
def world(import_bytes: Any) -> str:
    """A file of three payments; its journal."""
    return str(import_bytes(payments(count=3), "p.xml", "PAYMENT").correlation_id)


async def _ticket(api: Any, name: str, *roles: str, **asked: Any) -> str:
    async with api.client(*roles) as client:
        response = await client.post(f"/api/export/{name}", json=asked)
    assert response.status_code == 201, response.text
    assert response.headers["cache-control"] == "no-store"
    return str(response.json()["url"])


async def test_a_ticket_is_taken_once_without_a_token(
    api: Any, world: str, database: Database
) -> None:
    url = await _ticket(
        api, "payments", filter={"correlationId": world}, columns=["creditor"]
    )
    async with api.client(token="") as client:
        first = await client.get(url)
        second = await client.get(url)
        guessed = await client.get("/api/export/tickets/" + "x" * 43)
    assert first.status_code == 200
    assert len(first.content.splitlines()) == 4
    assert (second.status_code, second.json()["code"]) == (404, "ticket_used")
    assert guessed.status_code == 404
    with database.job_session("giroscope") as session:
        left = session.scalar(select(func.count()).select_from(ExportTicket))
    assert left == 0


@pytest.mark.usefixtures("world")
async def test_a_ticket_counts_in_its_realm_and_for_a_minute(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _ticket(api, "payments")
    async with api.client(token="", realm="acme") as stranger:
        assert (await stranger.get(url)).status_code == 404
    monkeypatch.setattr(tickets, "LIFE", tickets.LIFE * -1)
    old = await _ticket(api, "payments")
    async with api.client(token="") as client:
        assert (await client.get(old)).status_code == 404
        assert (await client.get(url)).status_code == 200


@pytest.mark.usefixtures("world")
async def test_a_ticket_ends_with_the_session_that_asked(
    api: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended_sessions, "_LOOK_SECONDS", 0.0)
    url = await _ticket(api, "payments")
    ending = Ending(None, "user-1", system_clock().timestamp() + 1)
    await store_ending(database, "giroscope", ending, "notice")
    async with api.client(token="") as client:
        answer = await client.get(url)
    assert (answer.status_code, answer.json()["code"]) == (401, "session_ended")


@pytest.mark.usefixtures("world")
async def test_who_asks_for_the_head_of_a_file_spends_no_ticket(api: Any) -> None:
    url = await _ticket(api, "payments")
    async with api.client(token="") as client, api.client() as signed_in:
        for asked in (client.head(url), signed_in.head("/api/export/payments")):
            head = await asked
            assert (head.status_code, head.headers["allow"]) == (405, "GET")
        assert (await client.get(url)).status_code == 200
    assert await _taken(api) == ["payments"]


@pytest.mark.usefixtures("world")
async def test_who_is_told_to_wait_comes_back_with_the_same_ticket(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any) -> None:
        raise RateLimited

    url = await _ticket(api, "payments")
    async with api.client(token="") as client:
        for step in ("count_person", "enter_export"):
            with monkeypatch.context() as patch:
                patch.setattr(admission.Admission, step, full)
                assert (await client.get(url)).status_code == 429
        assert (await client.get(url)).status_code == 200
        assert (await client.get(url)).status_code == 404
    assert await _taken(api) == ["payments"]


async def _taken(api: Any) -> list[str]:
    """The lists that were noted as taken out."""
    events = await api.data(
        '{ auditEvents(filter: {verbs: ["lists.export"]}) {'
        " edges { node { subject { id } } } } }",
        MANAGER,
    )
    return [one["node"]["subject"]["id"] for one in events["auditEvents"]["edges"]]


@pytest.mark.usefixtures("world")
async def test_a_person_holds_so_many_tickets(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tickets, "MOST_OPEN", 2)
    urls = [await _ticket(api, "payments") for _ in range(2)]
    async with api.client() as client, api.client(user="user-11") as other:
        refused = await client.post("/api/export/payments", json={})
        assert (refused.status_code, refused.json()["code"]) == (
            429, "too_many_tickets",
        )  # fmt: skip
        assert (await other.post("/api/export/payments", json={})).status_code == 201
        assert (await client.get(urls[0])).status_code == 200
        again = await client.post("/api/export/payments", json={})
    assert again.status_code == 201


async def test_a_ticket_is_asked_for_in_few_words(api: Any) -> None:
    async with api.client() as client:
        answer = await client.post(
            "/api/export/journals", content='{"filter":{"text":"%s"}}' % ("x" * 70_000)
        )
    assert answer.status_code == 413


async def test_a_ticket_for_nonsense_is_not_given(api: Any) -> None:
    async with api.client() as client:
        for said in ([], {"filter": {"states": ["GONE"]}}, {"columns": ["x"]},
                     {"columns": "state"}, {"formats": "csv"}):  # fmt: skip
            answer = await client.post("/api/export/journals", json=said)
            assert answer.status_code == 400, said
        assert (await client.post("/api/export/none", json={})).status_code == 404
