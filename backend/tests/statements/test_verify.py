"""A fault in the rows breaks exactly the rule that is about it, and no other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import Connection, text

from giroscope.features.statements.verify import Breach, Rule, verify
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Part, Sheet, camt

pytestmark = [pytest.mark.both_stores, pytest.mark.every_run]

Import = Callable[..., Upload]
D = Decimal

FEE = Line("-4.00", reference="R3")
BATCH = Line("-75.00", parts=[Part("40.00", "Aage", "E1"), Part("35.00", "Bo", "E2")])
DAYS = Sheet(
    [Line("100.00", reference="R1"), BATCH, Line("7.00", "2026-03-03"), FEE],
    last="2026-03-03",
)
WRONG = replace(DAYS, lines=[*DAYS.lines[:3], replace(FEE, amount="-5.00")])
RIGHT = replace(DAYS, created="2026-03-09T06:00:00")
REPORT = Sheet([DAYS.lines[0], Line("9.00", status="PDNG")], "R", None)
NEXT = Sheet([Line("2.00", "2026-03-04")], "2", "1028.00", first="2026-03-04",
             last="2026-03-04")  # fmt: skip
OTHER = Sheet([Line("3.00")], account=OTHER_ACCOUNT)

_COPY = (
    "day, value_day, amount, size, currency, state, reversal, detail_count, words,"
    " position, document_id, account_id, entry_key, is_composed"
)


@pytest.fixture
def ledger(import_bytes: Import) -> None:
    """A statement that replaced one, with a report; the next; another account."""
    for number, (sheet, kind) in enumerate(
        ((WRONG, "camt.053"), (REPORT, "camt.052"), (RIGHT, "camt.053"),
         (NEXT, "camt.053"), (OTHER, "camt.053"))
    ):  # fmt: skip
        upload = import_bytes(camt(sheet, kind=kind), f"{number}.xml")
        assert upload.state == "IMPORTED"


def statement(connection: Connection, chosen: str) -> int:
    """The only statement of which this holds."""
    found = connection.execute(text(f"SELECT id FROM statements WHERE {chosen}"))  # noqa: S608 - this file's own words
    return int(found.scalar_one())


def add_booked(connection: Connection, amount: str, statement_id: int) -> None:
    """Have the ledger show a booked entry like one of this amount on a statement."""
    connection.execute(
        text(
            f"INSERT INTO transactions (id, occurrence, statement_id, {_COPY})"  # noqa: S608 - this file's own words
            f" SELECT id + 1000000, 99, :statement, {_COPY} FROM transactions"
            " WHERE amount = :amount AND parent_id IS NULL AND state = 0"
        ),
        {"amount": int(D(amount) * 100_000), "statement": statement_id},
    )


def told(breaches: Sequence[Breach]) -> list[tuple[Rule, str | None, str, str]]:
    """Rule, day, what was expected and what was found."""
    return [
        (one.rule, str(one.day), str(one.expected), str(one.found)) for one in breaches
    ]


@pytest.mark.usefixtures("ledger")
def test_a_ledger_as_it_should_be_breaks_no_rule(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        found = verify(connection)
        assert found.breaches == []
        assert (found.statements, found.entries) == (3, 6)
        first, other = connection.execute(
            text("SELECT id FROM accounts ORDER BY id")
        ).scalars()
        assert verify(connection, [first])[:2] == (2, 5)
        assert verify(connection, [other])[:2] == (1, 1)
        connection.rollback()


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("DELETE FROM transactions WHERE amount = 700000",
         (Rule.ADDS_UP, "2026-03-03", "28.00", "21.00")),
        ("UPDATE transactions SET amount = 710000 WHERE amount = 700000",
         (Rule.ADDS_UP, "2026-03-03", "28.00", "28.10")),
        ("UPDATE transactions SET state = 1 WHERE amount = 700000",
         (Rule.ADDS_UP, "2026-03-03", "28.00", "21.00")),
        ("UPDATE statements SET closing = 103100000 WHERE sequence = '2'",
         (Rule.ADDS_UP, "2026-03-04", "3.00", "2.00")),
    ],
    ids=["dropped", "another amount", "pending", "balance"],
)  # fmt: skip
def test_entries_that_are_not_the_difference_of_the_balances(
    database: Database, realm: str, fault: str, expected: tuple[str, ...]
) -> None:
    with database.job_connection(realm) as connection:
        assert connection.execute(text(fault)).rowcount == 1
        assert told(verify(connection).breaches) == [expected]
        connection.rollback()


@pytest.mark.usefixtures("ledger")
def test_an_entry_shown_by_a_version_that_was_replaced(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        replaced = statement(connection, "status = 'REPLACED'")
        add_booked(connection, "-4.00", replaced)
        (breach,) = verify(connection).breaches
        assert told([breach]) == [(Rule.STANDS, "2026-03-03", "0.00", "-4.00")]
        assert (breach.statement_id, breach.currency) == (replaced, "DKK")
        connection.rollback()


@pytest.mark.usefixtures("ledger")
def test_a_provisional_entry_booked_on_a_day_that_statements_cover(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        report = statement(connection, "kind = 'INTERIM'")
        add_booked(connection, "-4.00", report)
        (breach,) = verify(connection).breaches
        assert told([breach]) == [(Rule.PROVEN, "2026-03-02", "0.00", "-4.00")]
        assert (breach.statement_id, breach.name) == (report, "R")
        connection.rollback()


@pytest.mark.usefixtures("ledger")
def test_details_are_not_counted_and_every_fault_is_told(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        connection.execute(text("DELETE FROM transactions WHERE parent_id > 0"))
        assert verify(connection).breaches == []
        add_booked(connection, "-4.00", statement(connection, "kind = 'INTERIM'"))
        connection.execute(text("DELETE FROM transactions WHERE amount = 300000"))
        found = verify(connection).breaches
        assert {one.rule for one in found} == {Rule.ADDS_UP, Rule.PROVEN}
        first, other = connection.execute(
            text("SELECT id FROM accounts ORDER BY id")
        ).scalars()
        assert [one.rule for one in verify(connection, [first]).breaches] == [
            Rule.PROVEN
        ]
        (breach,) = verify(connection, [other]).breaches
        assert breach[3:] == ("1", date(2026, 3, 2), "DKK", D("3.00"), D("0.00"))
        connection.rollback()


def test_an_entry_that_a_shorter_statement_shows_once_more(
    import_bytes: Import, database: Database, realm: str
) -> None:
    three = Line("100.00", day="2026-03-03", reference="R1")
    day = Sheet([three], first="2026-03-03", last="2026-03-03")
    week = Sheet([three], "W", first="2026-03-02", last="2026-03-04")
    for name, sheet in (("day", day), ("week", week)):
        assert import_bytes(camt(sheet, message=name), f"{name}.xml").state
    with database.job_connection(realm) as connection:
        assert verify(connection).breaches == []
        longer = statement(connection, "sequence = 'W'")
        # What the day told of it is forgotten, and shown as another booking.
        connection.execute(text("DELETE FROM report_entries"))
        add_booked(connection, "100.00", statement(connection, "sequence = '1'"))
        (breach,) = verify(connection).breaches
        assert told([breach]) == [(Rule.ONCE, "2026-03-03", "0.00", "100.00")]
        assert breach.statement_id == longer
        connection.rollback()


def test_a_statement_that_does_not_add_up_by_itself_is_told(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(replace(NEXT, closing="1031.00")), "wrong.xml")
    with database.job_connection(realm) as connection:
        assert told(verify(connection).breaches) == [
            (Rule.ADDS_UP, "2026-03-04", "3.00", "2.00")
        ]
        connection.rollback()
