"""The list of journals holds just what fits, each bound included."""

from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import update

from giroscope.features.journals.tables import Journal
from giroscope.kernel.database import Database
from tests.uploads.bank_samples import payments, statement, status

pytestmark = pytest.mark.served

LIST = """query ($filter: JournalFilter, $order: JournalOrder) {
  journals(filter: $filter, orderBy: $order) { edges { node {
    messageId totals { amount currency } } } } }"""
MOMENTS = {
    "PAY-1": "2026-03-02T00:00:00+00:00",
    "3.00 DKK": "2026-03-02T23:59:59.999999+00:00",
    "6.00 EUR": "2026-03-03T00:00:00+00:00",
}


@pytest.fixture
def world(import_bytes: Any, database: Database) -> None:
    """A payment file of 4.00 DKK with its status, and statements in two currencies."""
    import_bytes(payments(), "pay.xml", "PAYMENT")
    import_bytes(status(code="RJCT"), "status.xml", "PAYMENT")
    kroner = import_bytes(statement(2), "kroner.xml")
    euro = statement(3, number="2", iban="DE89370400440532013000")
    euros = import_bytes(euro.replace(b"DKK", b"EUR"), "euro.xml")
    created = {"PAY-1": Journal.message_id == "PAY-1"} | {
        name: Journal.correlation_id == upload.correlation_id
        for name, upload in (("3.00 DKK", kroner), ("6.00 EUR", euros))
    }
    with database.job_connection("giroscope") as connection:
        for name, where in created.items():
            moment = datetime.fromisoformat(MOMENTS[name])
            connection.execute(update(Journal).where(where).values(created=moment))
        connection.commit()


async def _listed(api: Any, narrowed: Any, order: Any = None) -> list[str]:
    told = await api.data(LIST, variables={"filter": narrowed, "order": order})
    nodes = [edge["node"] for edge in told["journals"]["edges"]]
    return [
        node["messageId"]
        or " ".join(
            (f"{float(total['amount']):.2f}", total["currency"])
            if (total := node["totals"][0])
            else ()
        )
        for node in nodes
    ]


PAY, KRONER, EURO = MOMENTS
CASES: list[tuple[dict[str, Any], set[str]]] = [
    ({}, {PAY, KRONER, EURO}),
    ({"currency": "DKK"}, {PAY, KRONER}),
    ({"currency": "EUR"}, {EURO}),
    ({"currency": "USD"}, set()),
    ({"amount": {"from": "4.00"}}, {PAY, EURO}),
    ({"amount": {"from": "4.01"}}, {EURO}),
    ({"amount": {"to": "4.00"}}, {PAY, KRONER}),
    ({"amount": {"to": "3.99"}}, {KRONER}),
    ({"created": {"from": "2026-03-02", "to": "2026-03-02"}}, {PAY, KRONER}),
    ({"created": {"from": "2026-03-03"}}, {EURO}),
    ({"created": {"to": "2026-03-01"}}, set()),
    ({"executionDate": {"from": "2026-11-03", "to": "2026-11-03"}}, {PAY}),
    ({"executionDate": {"from": "2026-11-04"}}, set()),
    ({"executionDate": {"to": "2026-11-02"}}, set()),
    ({"hasStatus": True}, {PAY}),
    ({"hasStatus": False}, {KRONER, EURO}),
    ({"hasStatement": True}, {KRONER, EURO}),
    ({"hasStatement": False}, {PAY}),
    ({"attention": True}, {PAY}),
    ({"attention": False}, {KRONER, EURO}),
    ({"states": ["REJECTED"]}, {PAY}),
    ({"states": ["BOOKED", "REJECTED"]}, {PAY, KRONER, EURO}),
    ({"states": []}, set()),
    ({"source": "SHELL"}, {PAY, KRONER, EURO}),
    ({"source": "BANK"}, set()),
    ({"text": "creditor 1"}, {PAY}),
    ({"text": "pay euro"}, set()),
    ({"text": "euro.xml"}, {EURO}),
    ({"correlationIds": []}, set()),
    ({"awaitingMyApproval": True}, set()),
    ({"awaitingMyApproval": False}, {PAY, KRONER, EURO}),
    ({"currency": "DKK", "hasStatement": True}, {KRONER}),
]


@pytest.mark.usefixtures("world")
async def test_the_list_is_narrowed_to_what_fits(api: Any) -> None:
    for narrowed, fits in CASES:
        assert set(await _listed(api, narrowed)) == fits, narrowed


@pytest.mark.usefixtures("world")
async def test_the_list_is_sorted_as_asked(api: Any) -> None:
    assert await _listed(api, None) == [EURO, KRONER, PAY], "latest first"
    for field, rising in (
        ("CREATED", [PAY, KRONER, EURO]),
        ("AMOUNT", [KRONER, PAY, EURO]),
    ):
        for direction, listed in (("ASC", rising), ("DESC", rising[::-1])):
            order = {"field": field, "direction": direction}
            assert await _listed(api, None, order) == listed, order


async def test_tabs_count_what_they_open(
    api: Any, world: None, import_bytes: Any
) -> None:
    assert world is None
    import_bytes(payments("PAY-2"), "under way.xml", "PAYMENT")
    told = await api.data("{ journalTabs { name count } }")
    counts = {one["name"]: one["count"] for one in told["journalTabs"]}
    assert counts == {"attention": 1, "mine": 0, "inFlight": 1, "done": 3, "all": 4}


async def test_more_journals_than_can_be_named_are_refused(api: Any) -> None:
    for count, is_refused in ((1000, False), (1001, True)):
        wanted = {"correlationIds": [str(number) for number in range(count)]}
        response = await api.graph(LIST, variables={"filter": wanted})
        assert ("errors" in response.json()) is is_refused, count
