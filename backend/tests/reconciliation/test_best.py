"""Many entries are matched with their best candidates, each on its own."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.uploads import Upload
from giroscope.kernel.access import APPROVER
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Order, pain001
from tests.reconciliation.desk import CLOSE, DONE, MONTHS, Desk, sheet
from tests.statements.statement_factory import Line, Part

Import = Callable[..., Upload]
BEST = """mutation ($ids: [ID!]!, $score: Int!) {
  matchBest(selection: { ids: $ids }, score: $score) { __typename
    ... on Problem { code message }
    ... on BulkResults { total next results { label outcome code } } } }"""
NOT_CLEAR = ("NOT_ELIGIBLE", "reconciliation.not_clear")


def _paid(amount: str, reference: str, name: str, end_to_end_id: str) -> Line:
    parts = [Part(amount, name, end_to_end_id)]
    return Line(f"-{amount}", reference=reference, parts=parts)


@pytest.fixture
def world(import_bytes: Import) -> None:
    """One entry with a clear candidate, one with two alike, one with a poor one."""
    orders = [
        Order("RENT", "250.00"), Order("ALIKE-1", "80.00"), Order("ALIKE-2", "80.00"),
        Order("POOR", "40.00"),
    ]  # fmt: skip
    import_bytes(pain001({"B": orders}), "pay.xml", "PAYMENT")
    lines = [
        _paid("250.00", "rent", "Fjordblik Ejendomme", "BANKS-1"),
        _paid("80.00", "alike", "Fjordblik Ejendomme", "BANKS-2"),
        _paid("40.00", "poor", "Somebody else", "BANKS-3"),
    ]
    import_bytes(sheet(*lines), "day.xml")


async def _best(desk: Desk, *references: str, score: int, **by: Any) -> Any:
    entries = await desk.entries()
    ids = [entries[one]["id"] for one in references]
    return await desk.ask(BEST, ids=ids, score=score, **by)


def _outcomes(answer: Any) -> list[tuple[str, str | None]]:
    return [(one["outcome"], one["code"]) for one in answer["results"]]


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_each_entry_is_matched_that_has_one_clear_candidate_and_the_others_told(
    desk: Desk, database: Database, realm: str
) -> None:
    scores = {
        name: [one["score"] for one in await desk.candidates(name)]
        for name in ("rent", "alike", "poor")
    }
    assert scores == {"rent": [75], "alike": [55, 55], "poor": [60]}
    answer = await _best(desk, "rent", "alike", "poor", score=75)
    assert _outcomes(answer) == [("DONE", None), NOT_CLEAR, NOT_CLEAR]
    assert (answer["total"], answer["next"]) == (3, None)
    assert "250.00 DKK Fjordblik" in answer["results"][0]["label"]
    found = await desk.entries()
    assert found["rent"]["reconciliation"]["match"]["kind"] == "PAYMENT"
    for left in ("alike", "poor"):
        assert found[left]["reconciliation"]["state"] == "OPEN"
    again = await _best(desk, "rent", score=75)
    assert _outcomes(again) == [("NOT_ELIGIBLE", "reconciliation.already_matched")]
    with database.job_session(realm) as session:
        verbs = session.scalars(select(AuditEvent.verb)).all()
    assert verbs.count("reconciliation.match") == 1
    assert await desk.unmatch("rent") == DONE


@pytest.mark.usefixtures("world")
async def test_a_score_of_one_more_than_the_candidates_matches_nothing(
    desk: Desk,
) -> None:
    assert _outcomes(await _best(desk, "rent", score=76)) == [NOT_CLEAR]
    for score in (69, 101):
        answer = await _best(desk, "rent", score=score)
        assert [one["code"] for one in answer["results"]] == ["invalid_input"]
    assert desk.payment("RENT").transaction_id is None


@pytest.mark.usefixtures("world")
async def test_many_at_once_take_the_verb_and_an_open_month(desk: Desk) -> None:
    refused = await _best(desk, "rent", score=75, by=desk.person("Reader", APPROVER))
    assert refused["code"] == "forbidden"
    unknown = await desk.ask(BEST, ids=["987654321", "x"], score=75)
    assert _outcomes(unknown) == [("NOT_ELIGIBLE", "not_found")] * 2
    [edge] = (await desk.ask(MONTHS))["edges"]
    assert await desk.ask(CLOSE, ids=[edge["node"]["account"]["id"]]) == DONE
    closed = await _best(desk, "rent", score=75)
    assert _outcomes(closed) == [("NOT_ELIGIBLE", "reconciliation.closed_month")]
