"""Entries of earlier versions are listed by themselves, and count nowhere else."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.statements import counting, search
from giroscope.features.statements.narrowing import Filter
from giroscope.features.statements.tables import Transaction
from giroscope.kernel.database import Database
from giroscope.kernel.paging import Count, PageRequest
from tests.statements.statement_factory import Line, Part, Sheet, camt

LIST = """query ($filter: TransactionFilter, $order: TransactionOrder,
  $first: Int = 10, $after: String) {
  transactions(filter: $filter, orderBy: $order, first: $first, after: $after) {
    edges { cursor node {
      id amount { amount } direction replaced remittance statement { sequence bankId }
      reconciliation { state } marks { rule } witnesses { kind }
      details(first: 5) { edges { node {
        id parentId amount { amount } replaced } } } } }
    pageInfo { hasNextPage } totalCount totalIsExact } }"""
ONE = "query ($id: ID!) { transaction(id: $id) { id amount { amount } replaced } }"
BATCH = Line("-90.00", reference="B", parts=[
    Part("40.00", "Havnens Fisk ApS", "E1"), Part("50.00", "Vejens Tømrer", "E2"),
])  # fmt: skip
WRONG = [
    Line("30.00", reference="A", parts=[Part(text="Invoice 4711")]), BATCH,
    Line("7.00", reference="C", day="2026-03-03"),
]  # fmt: skip
RIGHT = [
    Line("31.00", reference="A2", parts=[Part(text="Invoice 4711")]),
    Line("7.00", reference="C", day="2026-03-03"),
]  # fmt: skip


@pytest.fixture
def world(import_bytes: Any) -> None:
    """A statement, and its later version without a batch and with another amount."""
    days: dict[str, Any] = {"last": "2026-03-03"}
    import_bytes(camt(Sheet(WRONG, **days)), "wrong.xml")
    later = {"created": "2026-03-05T06:00:00", **days}
    upload = import_bytes(camt(Sheet(RIGHT, **later)), "right.xml")
    assert upload.counts["replaced"] == 2


async def listed(api: Any, **asked: Any) -> Any:
    """A page of the list."""
    return (await api.data(LIST, variables=asked))["transactions"]


def amounts(found: Any) -> list[float]:
    """The amounts of a page."""
    return [float(edge["node"]["amount"]["amount"]) for edge in found["edges"]]


@pytest.mark.served
@pytest.mark.usefixtures("world")
async def test_entries_that_no_longer_count_are_listed_with_where_they_came_from(
    api: Any, database: Database, realm: str
) -> None:
    found = await listed(api, filter={"replaced": True})
    assert amounts(found) == [90, 30]
    assert (found["totalCount"], found["totalIsExact"]) == (2, True)
    batch, plain = (edge["node"] for edge in found["edges"])
    for node in (batch, plain):
        assert node["id"].startswith("replaced-")
        assert node["replaced"] is True
        assert node["statement"]["bankId"] == "S-1"
        # Nothing of a booking that happens to have the same number.
        assert node["reconciliation"]["state"] == "OPEN"
        assert node["marks"] == node["witnesses"] == []
    assert plain["details"]["edges"] == []
    parts = [edge["node"] for edge in batch["details"]["edges"]]
    assert [float(part["amount"]["amount"]) for part in parts] == [40, 50]
    assert {part["parentId"] for part in parts} == {batch["id"]}
    for node in (batch, plain, *parts):
        one = await api.data(ONE, variables={"id": node["id"]})
        assert one["transaction"] == {
            "id": node["id"], "amount": node["amount"], "replaced": True,
        }  # fmt: skip
    assert amounts(await listed(api)) == [7, 31]
    assert amounts(await listed(api, filter={"replaced": False})) == [7, 31]
    with database.job_connection(realm) as connection:
        shown = connection.execute(select(Transaction.id)).scalars().all()
    for own_id in shown:
        # A booking that counts is no replaced entry, whatever it is called.
        one = await api.data(ONE, variables={"id": f"replaced-{own_id}"})
        assert one["transaction"] is None


FILTERS: list[tuple[dict[str, Any], list[float]]] = [
    ({"text": "4711"}, [30]),
    ({"direction": "DEBIT"}, [90]),
    ({"direction": "CREDIT"}, [30]),
    ({"amount": {"from": "31"}}, [90]),
    ({"amount": {"to": "31"}}, [30]),
    ({"bookingDate": {"from": "2026-03-03"}}, []),
    ({"valueDate": {"to": "2026-03-02"}}, [90, 30]),
    ({"accountIds": ["1"]}, [90, 30]),
    ({"accountIds": ["99"]}, []),
    ({"currency": "EUR"}, []),
    ({"state": "PENDING"}, []),
    ({"reversal": True}, []),
    ({"statementId": "1"}, [90, 30]),
    ({"statementId": "2"}, []),
    ({"labelIds": ["1"]}, []),
]


@pytest.mark.served
@pytest.mark.usefixtures("world")
async def test_they_are_narrowed_sorted_paged_and_taken_out_as_any_list(
    api: Any,
) -> None:
    for narrowed, fits in FILTERS:
        found = await listed(api, filter=narrowed | {"replaced": True})
        assert (amounts(found), found["totalCount"]) == (fits, len(fits)), narrowed
    rising = {"field": "AMOUNT", "direction": "ASC"}
    asked = {"filter": {"replaced": True}, "order": rising, "first": 1}
    first = await listed(api, **asked)
    assert (amounts(first), first["pageInfo"]["hasNextPage"]) == ([30], True)
    after = first["edges"][0]["cursor"]
    second = await listed(api, after=after, **asked)
    assert (amounts(second), second["pageInfo"]["hasNextPage"]) == ([90], False)
    assert (second["totalCount"], second["totalIsExact"]) == (2, True)
    # The place in one list is none in the other.
    refused = await api.code(LIST, variables={"after": after, "order": rising})
    assert refused == "INVALID_INPUT"
    async with api.client() as client:
        taken = await client.get(
            "/api/export/transactions",
            params={"format": "csv", "filter": '{"replaced":true}'},
        )
    rows = list(csv.DictReader(io.StringIO(taken.text.lstrip("\ufeff"))))
    listed_ids = [
        e["node"]["id"] for e in (await listed(api, **asked | {"first": 9}))["edges"]
    ]
    assert sorted(row["Id"] for row in rows) == sorted(listed_ids)
    assert {row["State"] for row in rows} == {"Replaced"}


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_both_stores_find_and_count_them(database: Database, realm: str) -> None:
    wanted = Filter(text="invoice 47", is_replaced=True, size=(Decimal(1), None))
    order = search.order_by("VALUE_DATE", is_descending=True, is_replaced=True)
    async with database.reading(realm) as session:
        found = await search.find(session, wanted, order, PageRequest())
        assert [row.amount for row in found.rows] == [Decimal(30)]
        counted = Count(1, is_exact=True)
        assert await counting.count(session, found.plan) == counted
        assert await counting.count_all(session, found.plan) == 1


@pytest.mark.served
@pytest.mark.usefixtures("world")
async def test_another_realm_sees_none_of_them(api: Any) -> None:
    (node, _) = (await listed(api, filter={"replaced": True}))["edges"]
    variables = {"filter": {"replaced": True}}
    there = await api.data(LIST, variables=variables, realm="acme")
    assert there["transactions"]["edges"] == []
    assert there["transactions"]["totalCount"] == 0
    asked = {"id": node["node"]["id"]}
    assert (await api.data(ONE, variables=asked, realm="acme"))["transaction"] is None
