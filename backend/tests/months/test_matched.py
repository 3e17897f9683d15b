"""What is matched, in the list of transactions, in its file and in the month alike."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from giroscope.features.journals import tie
from giroscope.features.journals.lateness import Habit
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Upload]
NOW = datetime(2026, 4, 10, 9, 30, tzinfo=UTC)
OPERATION = """{
  accountMonths(month: "2026-03-01") { edges { node { entries unmatched } } }
  transactions(first: 50) { edges { node { bankReference batchCount
    reconciliation { state paymentId correlationId }
    details(first: 5) { edges { node { reconciliation { state } } } } } } } }"""
JOURNAL = tie.of_payment_message("PAY-1")

PAYMENTS = pain001(
    {
        "SINGLE": [Order("E1", "10.00"), Order("E2", "20.00")],
        "DETAILED": [Order("E3", "30.00"), Order("E4", "40.00")],
        "WHOLE": [Order("E5", "50.00"), Order("E6", "60.00")],
        "NAMED": [Order("E7", "70.00"), Order("E8", "80.00")],
        "PARTLY": [Order("E9", "90.00")],
    }
)


def _of(*parts: Part, reference: str, sign: str = "-", **said: Any) -> Line:
    amount = sum(Decimal(part.amount or 0) for part in parts)
    return Line(f"{sign}{amount}", parts=parts, reference=reference, **said)


MATCHED = {
    "single": _of(Part("10.00", "A", "E1"), reference="single"),
    "twice": _of(Part("20.00", "A", "E2"), reference="twice"),
    "detailed": _of(
        Part("30.00", "A", "E3"), Part("40.00", "B", "E4"), reference="detailed"
    ),
    "whole": Line("-110.00", reference="whole", batch="WHOLE"),
    "named": _of(
        Part("70.00", "A", "E7"), Part("80.00", "B", "E8"),
        reference="named", batch="NAMED",
    ),
    "returned": _of(Part("10.00", "A", "E1"), reference="returned", sign=""),
    "returned together": _of(
        Part("30.00", "A", "E3"), Part("40.00", "B", "E4"),
        reference="returned together", sign="",
    ),
}  # fmt: skip
OPEN = {
    "rent": Line("-7.00", reference="rent"),
    "paid in": Line("10.00", reference="paid in"),
    "partly": _of(
        Part("90.00", "A", "E9"), Part("91.00", "B", "ELSEWHERE"), reference="partly"
    ),
    "others'": _of(Part("1.00", "A"), Part("2.00", "B"), reference="others'"),
}
# It repeats the reference of the entry that it takes back.
REVERSAL = Line("20.00", reference="twice", reversal=True)


@pytest.fixture
def world(import_bytes: Import) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    lines = [*MATCHED.values(), *OPEN.values(), REVERSAL]
    import_bytes(camt(Sheet(lines, opening="10000.00")), "day.xml")


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_month_and_list_count_the_same_as_matched(
    database: Database, realm: str
) -> None:
    context = Context(
        shell_actor(realm), database, JobStarter(database), lambda: NOW,
        lent={Habit: Habit()},
    )  # fmt: skip
    answer = await schema.execute(OPERATION, context_value=context)
    assert answer.errors is None
    assert answer.data is not None
    shown = [edge["node"] for edge in answer.data["transactions"]["edges"]]
    matched = [
        each["bankReference"]
        for each in shown
        if each["reconciliation"]["state"] == "MATCHED"
    ]
    assert sorted(matched) == sorted([*MATCHED, "twice"])
    tied = {each["bankReference"]: each["reconciliation"] for each in shown}
    assert {
        match["correlationId"] for name, match in tied.items() if name in matched
    } == {JOURNAL}
    assert all(tied[name]["paymentId"] for name in matched if name != "named")
    [month] = answer.data["accountMonths"]["edges"]
    assert month["node"] == {"entries": len(shown), "unmatched": len(OPEN)}
    [partly] = [each for each in shown if each["bankReference"] == "partly"]
    assert [
        edge["node"]["reconciliation"]["state"] for edge in partly["details"]["edges"]
    ] == ["MATCHED", "OPEN"]


@pytest.mark.served
@pytest.mark.usefixtures("world")
async def test_the_file_of_the_list_says_the_same(api: Any) -> None:
    async with api.client() as client:
        file = await client.get("/api/export/transactions", params={"format": "csv"})
    rows = csv.DictReader(io.StringIO(file.text.lstrip("\ufeff")))
    said = [row["Bank reference"] for row in rows if row["Reconciled"] == "yes"]
    assert sorted(said) == sorted([*MATCHED, "twice"])
