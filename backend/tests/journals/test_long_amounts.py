"""Amounts as long as ISO 20022 allows them are exact wherever they are shown."""

import io
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text

from bankfiles import inspect
from giroscope.features.statements import Statement
from giroscope.features.statements.export import TRANSACTION_COLUMNS, transactions
from giroscope.features.statements.verify import Rule, verify
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.export import Asked
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.journals.realm_tables import all_tables
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
D = Decimal
# 18 whole digits; 16 and 2; 13 and 5; one hundredth less and more than 64 bits hold.
AMOUNTS = (
    "999999999999999999", "999999999999999998", "-1234567890123456.78",
    "-1234567890123.45678", "1234567890123456.78", "1234567890123.45678",
    "92233720368547.75", "-92233720368547.76", "-0.01", "-999999999999999999",
    "-999999999999999990", "92233720368547.76", "-92233720368547.75", "0.01",
)  # fmt: skip
DAY = Sheet([Line(amount) for amount in AMOUNTS], opening="0.00")
OWED = Sheet(
    [Line("-999999999999999999"), Line("-0.50", "2026-03-03")], "2",
    opening="0.50", account=OTHER_ACCOUNT, last="2026-03-03",
)  # fmt: skip
INCOMING = sum(D(amount) for amount in AMOUNTS if D(amount) > 0)
LIST = """query ($filter: TransactionFilter, $order: TransactionOrder, $first: Int,
    $after: String, $last: Int, $before: String) {
  transactions(filter: $filter, orderBy: $order, first: $first, after: $after,
    last: $last, before: $before) {
  pageInfo { endCursor startCursor hasNextPage hasPreviousPage }
  edges { node { amount { amount } direction runningBalance } } } }"""
JOURNALS = """query ($filter: JournalFilter, $order: JournalOrder, $first: Int,
    $after: String) {
  journals(filter: $filter, orderBy: $order, first: $first, after: $after) {
  pageInfo { endCursor hasNextPage } edges { node { totals { amount } } } } }"""
GRAPHS = """{ statementGraphs(from: "2026-03-02", to: "2026-03-03") {
  account balances closingBalances totalIncoming totalOutgoing net unexplained } }"""


async def ask(database: Database, realm: str, question: str, **asked: Any) -> Any:
    """The only thing that is asked for."""
    context = Context(shell_actor(realm), database, JobStarter(database), system_clock)
    answer = await schema.execute(
        question, variable_values=asked, context_value=context
    )
    assert answer.errors is None, answer.errors
    (found,) = (answer.data or {}).values()
    return found


def sizes(found: Any) -> list[Decimal]:
    """The amounts on a page, with the sign that their direction says."""
    nodes = [edge["node"] for edge in found["edges"]]
    return [
        D(node["amount"]["amount"]) * (-1 if node["direction"] == "DEBIT" else 1)
        for node in nodes
    ]


@pytest.fixture
def long_days(import_bytes: Import) -> None:
    """Two accounts, one of which owes as much as can be told."""
    for sheet in (DAY, OWED):
        assert import_bytes(camt(sheet), f"{sheet.sequence}.xml").state == "IMPORTED"


@pytest.mark.usefixtures("long_days")
async def test_lists_put_them_in_order_and_narrow_by_them(
    database: Database, realm: str
) -> None:
    rising = {"field": "AMOUNT", "direction": "ASC"}
    every = sorted((*map(D, AMOUNTS), D("-999999999999999999"), D("-0.50")), key=abs)
    ahead: list[Decimal] = []
    asked: dict[str, Any] = {"first": 3}
    while True:
        page = await ask(database, realm, LIST, order=rising, **asked)
        ahead += sizes(page)
        if not page["pageInfo"]["hasNextPage"]:
            break
        asked = {"first": 3, "after": page["pageInfo"]["endCursor"]}
    assert list(map(abs, ahead)) == list(map(abs, every))
    assert sorted(ahead) == sorted(every)
    back: list[Decimal] = []
    asked = {"last": 5}
    while True:
        page = await ask(database, realm, LIST, order=rising, **asked)
        back = sizes(page) + back
        if not page["pageInfo"]["hasPreviousPage"]:
            break
        asked = {"last": 5, "before": page["pageInfo"]["startCursor"]}
    assert back == ahead
    for narrowed, found in (
        ({"amount": {"from": "999999999999999999"}}, 3),
        ({"amount": {"from": "999999999999999998.00001"}}, 3),
        ({"amount": {"to": "92233720368547.75"}}, 7),
        ({"amount": {"from": "92233720368547.76", "to": "1234567890123456.78"}}, 4),
        ({"amount": {"from": "999999999999999999"}, "direction": "DEBIT"}, 2),
        ({"direction": "CREDIT"}, 7),
        ({"direction": "DEBIT"}, 9),
    ):
        page = await ask(database, realm, LIST, filter=narrowed)
        assert len(page["edges"]) == found, narrowed


@pytest.mark.usefixtures("long_days")
async def test_balances_and_sums_are_exact(database: Database, realm: str) -> None:
    with database.job_session(realm) as session:
        day, owed = session.query(Statement).order_by(Statement.id)
        assert (day.incoming, day.outgoing) == (INCOMING, INCOMING - 8)
        assert (day.closing, owed.closing) == (D(8), D("-999999999999999999"))
        assert verify(session.connection()).breaches == []
        # What is shown is looked at in full: an entry that is off by little breaks it.
        session.execute(
            text("UPDATE transactions SET amount = 2 WHERE amount = 1 AND size = 1")
        )
        session.execute(text("UPDATE transactions SET amount = 0 WHERE amount = 1000"))
        (breach,) = verify(session.connection()).breaches
        assert (breach.rule, breach.expected) == (Rule.ADDS_UP, D(8))
        assert breach.found == D("7.99")
        session.rollback()
    first, second = sorted(
        await ask(database, realm, GRAPHS), key=lambda graph: graph["account"]
    )
    assert D(first["totalIncoming"]) == INCOMING
    assert D(first["totalOutgoing"]) == INCOMING - 8
    assert (D(first["net"]), D(first["unexplained"])) == (8, 0)
    assert D(second["totalOutgoing"]) == D("999999999999999999.50")
    assert list(map(D, second["closingBalances"])) == [
        D("-999999999999999998.50"), D("-999999999999999999"),
    ]  # fmt: skip
    read = transactions(Asked(shell_actor(realm), system_clock()))
    columns = {column.key: column.read for column in TRANSACTION_COLUMNS}
    async with database.reading(realm) as session:
        lines = [line async for portion in read(session) for line in portion]
    told = {columns["runningBalance"](line) for line in lines}
    running = {sum(map(D, AMOUNTS[: end + 1]), D(0)) for end in range(len(AMOUNTS))}
    assert told == running | {D("-999999999999999998.50"), D("-999999999999999999")}
    assert D("1999999999999999997") in told
    assert sorted(columns["amount"](line) for line in lines) == sorted(
        (*map(D, AMOUNTS), D("-999999999999999999"), D("-0.50"))
    )


async def test_journals_stand_in_order_below_zero_too(
    import_bytes: Import, database: Database, realm: str
) -> None:
    moved = (
        "-999999999999999999", "-999999999999999998", "-92233720368547.76", "-5",
        "0.01", "92233720368547.76", "999999999999999999",
    )  # fmt: skip
    for number, amount in enumerate(sorted(moved)):
        sheet = Sheet([Line(amount)], str(number), "0.00", account=f"DK{number}")
        import_bytes(camt(sheet), f"{number}.xml")
    rising = {"field": "AMOUNT", "direction": "ASC"}
    found: list[str] = []
    after = None
    while True:
        page = await ask(database, realm, JOURNALS, order=rising, first=2, after=after)
        found += [edge["node"]["totals"][0]["amount"] for edge in page["edges"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert list(map(D, found)) == list(map(D, moved))
    for bounds, count in (
        ({"from": "-999999999999999998", "to": "0"}, 3), ({"to": "-92233720368548"}, 2),
        ({"from": "92233720368547.76"}, 2),
    ):  # fmt: skip
        page = await ask(database, realm, JOURNALS, filter={"amount": bounds})
        assert len(page["edges"]) == count, bounds


async def test_a_corrected_statement_takes_the_place_of_the_wrong_one(
    import_bytes: Import, undo: Callable[[Upload], str | None], database: Database,
    realm: str,
) -> None:  # fmt: skip
    wrong = replace(DAY, lines=[*DAY.lines, Line("-999999999999999997")])
    import_bytes(camt(wrong), "wrong.xml")
    right = import_bytes(camt(replace(DAY, created="2026-03-09T06:00:00")), "right.xml")
    assert len(shown(database, realm)) == len(AMOUNTS)
    for direction, gone in (("DEBIT", [D("-999999999999999997")]), ("CREDIT", [])):
        narrowed = {"replaced": True, "direction": direction}
        page = await ask(database, realm, LIST, filter=narrowed)
        assert sizes(page) == gone
    assert undo(right) is None
    assert len(shown(database, realm)) == len(AMOUNTS) + 1
    with database.job_connection(realm) as connection:
        assert verify(connection).breaches == []


def shown(database: Database, realm: str) -> list[Any]:
    """What the ledger shows."""
    with database.job_connection(realm) as connection:
        return list(connection.execute(text("SELECT amount, size FROM transactions")))


def test_payments_are_booked_by_them(
    import_bytes: Import, database: Database, realm: str
) -> None:
    orders = [Order("E1", "600000000000000000.00"), Order("E2", "300000000000000000")]
    data = pain001({"B1": orders, "B2": [Order("E3", "999999999999999999")]})
    assert import_bytes(data, "pay.xml", "PAYMENT").state == "IMPORTED"
    booked = [
        Line("-900000000000000000", batch="B1"),
        Line("-999999999999999999", parts=[Part("999999999999999999", "Bo", "E3")]),
        Line("999999999999999998", parts=[Part("999999999999999998", "Bo", "E3")]),
    ]
    import_bytes(camt(Sheet(booked, opening="0.00")), "day.xml")
    with database.job_connection(realm) as connection:
        tied = connection.execute(
            text(
                "SELECT end_to_end_id, transaction_id IS NOT NULL AS is_booked,"
                " return_id IS NOT NULL AS is_back FROM payments ORDER BY 1"
            )
        )
        assert [(row[0], bool(row[1]), bool(row[2])) for row in tied] == [
            ("E1", True, False), ("E2", True, False), ("E3", True, True),
        ]  # fmt: skip


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet([Line("1.00"), Line("1234567890123456789.00")], opening=None),
        Sheet([Line("1.00"), Line("12345678901234567.89")], opening=None),
        Sheet([Line("1.00"), Line("-12345678901234.56789")], opening=None),
        Sheet([Line("1.00")], opening="1234567890123456789"),
        Sheet([Line("1.00", parts=[Part("1234567890123456789", "Bo")])]),
    ],
    ids=["19.0", "17.2", "14.5", "balance", "detail"],
)
def test_one_digit_more_is_a_finding_and_stores_nothing(
    import_bytes: Import, database: Database, realm: str, sheet: Sheet
) -> None:
    before = all_tables(database, realm)
    data = camt(sheet)
    told = inspect(io.BytesIO(data), "day.xml")["findings"]
    assert "amount_out_of_range" in {each["code"] for each in told}
    assert import_bytes(data, "day.xml").state == "REFUSED"
    assert all_tables(database, realm) == before


def test_payments_of_one_digit_more_are_refused(
    import_bytes: Import, database: Database, realm: str
) -> None:
    before = all_tables(database, realm)
    data = pain001({"B1": [Order("E1", "1234567890123456789.00")]})
    assert import_bytes(data, "pay.xml", "PAYMENT").state == "REFUSED"
    assert all_tables(database, realm) == before
