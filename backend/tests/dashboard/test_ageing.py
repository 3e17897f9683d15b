"""What is sent and not reconciled, by age: what counts, and how old it is."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from giroscope.features.banks import Account
from giroscope.features.dashboard.ageing import bands, unreconciled
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.payments.payment_factory import DEBTOR, Answer, Order, pain001, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Upload]

EXECUTED = date(2026, 3, 2)
ORDERS = (
    Order("E1", "100.00"),
    Order("E2", "250.50"),
    Order("E3", "75.25", currency="EUR"),
)
ALL_OPEN = {"DKK": ("350.50", 2), "EUR": ("75.25", 1)}


def debit(order: Order) -> Line:
    """The entry that books a payment."""
    part = Part(order.amount, order.creditor, order.end_to_end)
    return Line(f"-{order.amount}", parts=[part], reference=order.end_to_end)


async def _found(
    database: Database, realm: str, age: int
) -> list[dict[str, tuple[str, int]]]:
    """By band: sum and count of each currency, as many days after the execution."""
    async with database.reading(realm) as session:
        found = await unreconciled(session, EXECUTED + timedelta(days=age))
    return [
        {
            each.currency: (str(each.amount.quantize(Decimal("0.01"))), each.count)
            for each in band.sums
        }
        for band in found
    ]


def test_bands_follow_each_other_without_gap_or_overlap() -> None:
    found = bands(date(2026, 3, 31))
    assert [(band.first, band.last) for band in found] == [
        (date(2026, 3, 29), date(2026, 3, 31)),
        (date(2026, 3, 24), date(2026, 3, 28)),
        (date(2026, 3, 1), date(2026, 3, 23)),
        (None, date(2026, 2, 28)),
    ]


@pytest.mark.parametrize(
    ("age", "band"),
    [(0, 0), (2, 0), (3, 1), (7, 1), (8, 2), (30, 2), (31, 3), (4000, 3)],
)
async def test_an_accepted_file_ages_by_the_days_since_its_execution(
    import_bytes: Import, database: Database, realm: str, age: int, band: int
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    import_bytes(pain002(group="ACCP"), "status.xml", "PAYMENT")
    found = await _found(database, realm, age)
    assert found[band] == ALL_OPEN
    assert not any(found[:band] + found[band + 1 :])


async def test_a_payment_of_tomorrow_is_not_late_today(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    import_bytes(pain002(group="ACCP"), "status.xml", "PAYMENT")
    assert await _found(database, realm, -1) == [{}, {}, {}, {}]


async def test_what_never_left_is_not_waited_for(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    assert await _found(database, realm, 5) == [{}, {}, {}, {}]


async def test_refused_and_booked_payments_are_settled(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    said = [Answer("E1", "RJCT", "AC04"), Answer("E2", "ACSC"), Answer("E3", "ACSC")]
    import_bytes(pain002(batches={"B1": ("PART", said)}), "status.xml", "PAYMENT")
    assert await _found(database, realm, 5) == [
        {}, {"DKK": ("250.50", 1), "EUR": ("75.25", 1)}, {}, {},
    ]  # fmt: skip
    import_bytes(camt(Sheet([debit(ORDERS[1])])), "day.xml")
    assert await _found(database, realm, 5) == [{}, {"EUR": ("75.25", 1)}, {}, {}]


async def test_a_booking_that_nothing_proves_stays_until_the_gap_is_filled(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS[:2]}), "pay.xml", "PAYMENT")
    lines = [debit(ORDERS[0]), debit(ORDERS[1])]
    before = Line("-5.00", day="2026-03-01", reference="FEE")
    first = Sheet(
        [before], sequence="1", opening="1000.00", first="2026-03-01", last="2026-03-01"
    )
    gap = Sheet(
        lines, sequence="3", opening="900.00", first="2026-03-02", last="2026-03-02"
    )
    import_bytes(camt(first, message="S1"), "1.xml")
    import_bytes(camt(gap, message="S3"), "3.xml")
    assert await _found(database, realm, 5) == [{}, {"DKK": ("350.50", 2)}, {}, {}]


async def test_accounts_are_asked_apart(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(Sheet([], account=DEBTOR)), "own.xml")
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    import_bytes(pain002(group="ACCP"), "status.xml", "PAYMENT")
    today = EXECUTED + timedelta(days=5)
    async with database.reading(realm) as session:
        own = (await session.execute(select(Account.id))).scalars().all()
        of_own = await unreconciled(session, today, own)
        of_others = await unreconciled(session, today, [max(own) + 1])
    assert sum(len(band.sums) for band in of_own) == 2
    assert sum(len(band.sums) for band in of_others) == 0


async def test_the_graph_tells_days_sums_and_payments(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    import_bytes(pain002(group="ACCP"), "status.xml", "PAYMENT")
    context = Context(shell_actor(realm), database, JobStarter(database), system_clock)
    answer = await schema.execute(
        "{ unreconciled { fromDay payments states sums { currency amount count } } }",
        context_value=context,
    )
    assert answer.errors is None
    assert answer.data is not None
    oldest = answer.data["unreconciled"][-1]
    assert oldest["fromDay"] is None
    assert oldest["payments"] == 3
    assert "ACCEPTED" in oldest["states"]
    assert oldest["sums"] == [
        {"currency": "DKK", "amount": "350.50", "count": 2},
        {"currency": "EUR", "amount": "75.25", "count": 1},
    ]
