"""Over the graph: transactions and statements as they stand, and narrowed."""

from collections.abc import Callable
from typing import Any

import pytest

from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from giroscope.settings import Settings
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Part, Sheet, camt

Import = Callable[..., Upload]
TRANSACTIONS = """query ($filter: TransactionFilter, $order: TransactionOrder) {
  transactions(filter: $filter, orderBy: $order) { edges { node {
    amount { amount currency } direction state runningBalance reversal
    statement { sequence } account { number } } } } }"""
STATEMENTS = """query ($filter: StatementFilter, $order: StatementOrder) {
  statements(filter: $filter, orderBy: $order) { edges { node {
    sequence previousClosing followsPrevious } } } }"""


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


@pytest.fixture
def world(import_bytes: Import) -> None:
    """A report, its day's statement, a later day, and another account."""
    first = [
        Line("100.00", reference="R1"), Line("-30.00", reference="R2"),
        Line("-2.00", reference="R3", status="PDNG"), Line("0.00", reference="R4"),
    ]  # fmt: skip
    import_bytes(camt(Sheet(first[:2], sequence="R"), kind="camt.052"), "report.xml")
    later = Sheet([Line("-7.00", day="2026-03-05", reference="R5", reversal=True)],
                  sequence="2", opening="1070.50", first="2026-03-04",
                  last="2026-03-05")  # fmt: skip
    other = Sheet([Line("9.00", day="2026-03-05", currency="EUR")], sequence="7",
                  opening=None, first="2026-03-05", last="2026-03-05", currency="EUR",
                  account=OTHER_ACCOUNT)  # fmt: skip
    import_bytes(camt(Sheet(first), later, other), "days.xml")


async def ask(database: Database, realm: str, question: str, **asked: Any) -> Any:
    """The nodes of a list."""
    context = Context(shell_actor(realm), database, JobStarter(database), system_clock)
    answer = await schema.execute(
        question, variable_values=asked, context_value=context
    )
    assert answer.errors is None, answer.errors
    (found,) = (answer.data or {}).values()
    return [edge["node"] for edge in found["edges"]]


def named(node: Any) -> str:
    """An amount with the sign that its direction says."""
    sign = "-" if node["direction"] == "DEBIT" else ""
    return f"{sign}{node['amount']['amount']}"


@pytest.mark.usefixtures("world")
async def test_transactions_are_narrowed_by_what_they_are(
    database: Database, realm: str
) -> None:
    rising = {"field": "AMOUNT", "direction": "ASC"}
    for narrowed, found in (
        ({}, "0.00 -2.00 -7.00 9.00 -30.00 100.00"),
        ({"direction": "CREDIT"}, "0.00 9.00 100.00"),
        ({"direction": "DEBIT"}, "-2.00 -7.00 -30.00"),
        ({"state": "PENDING"}, "-2.00"),
        ({"state": "BOOKED"}, "0.00 -7.00 9.00 -30.00 100.00"),
        ({"state": "INFORMATION"}, ""),
        ({"reversal": True}, "-7.00"),
        ({"currency": "EUR"}, "9.00"),
        ({"amount": {"from": "7.00", "to": "30.00"}}, "-7.00 9.00 -30.00"),
        ({"bookingDate": {"from": "2026-03-05"}}, "-7.00 9.00"),
        ({"bookingDate": {"to": "2026-03-02"}}, "0.00 -2.00 -30.00 100.00"),
    ):
        nodes = await ask(database, realm, TRANSACTIONS, filter=narrowed, order=rising)
        assert " ".join(map(named, nodes)) == found, narrowed


@pytest.mark.usefixtures("world")
async def test_an_entry_stands_on_the_statement_that_proves_it(
    database: Database, realm: str
) -> None:
    rising = {"field": "AMOUNT", "direction": "ASC"}
    nodes = await ask(database, realm, TRANSACTIONS, order=rising)
    assert {named(one): one["statement"]["sequence"] for one in nodes} == {
        "0.00": "1", "-2.00": "1", "-7.00": "2", "9.00": "7", "-30.00": "1",
        "100.00": "1",
    }  # fmt: skip
    balances = {named(one): one["runningBalance"] for one in nodes}
    assert (balances["100.00"], balances["-30.00"]) == ("1100.00", "1070.00")
    assert (balances["-2.00"], balances["9.00"]) == ("1070.00", None)
    assert {one["account"]["number"] for one in nodes if named(one) == "9.00"} == {
        OTHER_ACCOUNT
    }


@pytest.mark.usefixtures("world")
async def test_statements_say_whether_they_follow_the_one_before(
    database: Database, realm: str
) -> None:
    nodes = await ask(database, realm, STATEMENTS)
    told = {
        one["sequence"]: (one["previousClosing"], one["followsPrevious"])
        for one in nodes
    }
    assert told == {
        "R": (None, None), "1": (None, None), "2": ("1070.00", False),
        "7": (None, None),
    }  # fmt: skip


async def test_a_statement_that_overlaps_tells_the_balance_of_what_is_around_it(
    import_bytes: Import, database: Database, realm: str
) -> None:
    days = {"first": "2026-03-01", "last": "2026-03-31"}
    import_bytes(camt(Sheet([Line("7.00", "2026-03-20")], "M", **days)), "month.xml")
    within = Sheet([Line("5.00", "2026-03-05")], "W", "993.00", first="2026-03-05",
                   last="2026-04-02")  # fmt: skip
    import_bytes(camt(within), "within.xml")
    nodes = await ask(database, realm, STATEMENTS)
    told = {one["sequence"]: one for one in nodes}
    assert told["W"]["previousClosing"] == "1007.00"
    assert told["W"]["followsPrevious"] is None
    assert told["M"]["previousClosing"] is None


@pytest.mark.parametrize(
    ("opening", "follows"), [("999.99", False), ("1000.00", True), ("1000.01", False)]
)
async def test_a_statement_follows_at_the_very_balance(
    import_bytes: Import, database: Database, realm: str, opening: str, *,
    follows: bool,
) -> None:  # fmt: skip
    second = Sheet([], sequence="2", opening=opening, first="2026-03-03",
                   last="2026-03-03")  # fmt: skip
    import_bytes(camt(Sheet([]), second), "both.xml")
    nodes = await ask(database, realm, STATEMENTS)
    assert {one["sequence"]: one["followsPrevious"] for one in nodes}["2"] is follows


@pytest.mark.usefixtures("world")
async def test_statements_that_touch_a_period_are_listed(
    database: Database, realm: str
) -> None:
    for period, numbers in (
        ({}, "R127"),
        ({"from": "2026-03-02", "to": "2026-03-02"}, "R1"),
        ({"from": "2026-03-03"}, "27"),
        ({"to": "2026-03-03"}, "R1"),
        ({"from": "2026-03-04", "to": "2026-03-04"}, "2"),
        ({"to": "2026-03-04"}, "R12"),
        ({"from": "2026-03-05"}, "27"),
        ({"from": "2026-03-06"}, ""),
    ):
        for direction in ("ASC", "DESC"):
            asked = {"filter": {"period": period}, "order": {"direction": direction}}
            nodes = await ask(database, realm, STATEMENTS, **asked)
            listed = "".join(one["sequence"] for one in nodes)
            expected = numbers if direction == "ASC" else numbers[::-1]
            assert listed == expected, (period, direction)


async def test_only_several_payments_make_a_batch(
    import_bytes: Import, database: Database, realm: str
) -> None:
    part = Part("1.00", end_to_end="E")
    lines = [Line(f"{n}.00", reference=f"B{n}", parts=[part] * n) for n in (1, 2)]
    import_bytes(camt(Sheet(lines)), "day.xml")
    question = "{ transactions { edges { node { batch detailCount } } } }"
    nodes = await ask(database, realm, question)
    assert {one["detailCount"]: one["batch"] for one in nodes}[2] is True
    assert [one["batch"] for one in nodes if one["detailCount"] < 2] == [False]


async def test_an_entry_that_may_be_another_says_so(
    import_bytes: Import, database: Database, realm: str
) -> None:
    twin = Line("9.00")
    for number in ("1", "2"):
        sheet = Sheet([twin, Line(f"{number}.50")], number, None, name=f"N{number}")
        import_bytes(camt(sheet, kind="camt.054"), f"{number}.xml")
    nodes = await ask(
        database, realm, "{ transactions { edges { node { amount { amount }"
        " possibleDuplicate } } } }",
    )  # fmt: skip
    assert sorted(
        (one["amount"]["amount"], one["possibleDuplicate"]) for one in nodes
    ) == [("1.50", False), ("2.50", False), ("9.00", True), ("9.00", True)]
