"""The months of accounts through the graph."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.journals.lateness import Habit
from giroscope.features.journals.watch import watch_statements
from giroscope.features.payments import Payment
from giroscope.features.statements import PossibleDuplicate, Transaction
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.statements.statement_factory import Line, Sheet, camt
from tests.uploads.bank_samples import payments

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
NOW = datetime(2026, 4, 10, 9, 30, tzinfo=UTC)
OPERATION = """query ($month: Date!, $first: Int, $after: String) {
  accountMonths(month: $month, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { account { number } currency isComplete addsUp entries unmatched
      closing days { date state marks entries } } } } }"""


async def _ask(database: Database, realm: str, month: str, **page: Any) -> Any:
    context = Context(
        shell_actor(realm), database, JobStarter(database), lambda: NOW,
        lent={Habit: Habit()},
    )  # fmt: skip
    answer = await schema.execute(
        OPERATION,
        variable_values={"month": month, **page},
        context_value=context,
    )
    assert answer.errors is None
    assert answer.data is not None
    return answer.data["accountMonths"]


def _month(import_bytes: Import, account: str, days: tuple[int, ...]) -> None:
    """A statement of each day: one krone leaves on each banking day of March."""
    for day in days:
        on = f"2026-03-{day:02}"
        sheet = Sheet(
            [Line("-1.00", day=on, reference=f"{account}-{day}")], str(day),
            f"{1000 - day}.00", f"{999 - day}.00", first=on, last=on, account=account,
        )  # fmt: skip
        import_bytes(camt(sheet, message=f"{account}-{day}"), f"{account}-{day}.xml")


async def test_a_month_is_told_day_by_day_with_what_it_lacks(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _month(import_bytes, "DK1", (2, 3, 5))
    [edge] = (await _ask(database, realm, "2026-03-17"))["edges"]
    month = edge["node"]
    assert (month["isComplete"], month["addsUp"], month["closing"]) == (
        False, False, None,
    )  # fmt: skip
    assert (month["entries"], month["unmatched"]) == (3, 3)
    assert len(month["days"]) == 31
    assert [(day["state"], day["marks"]) for day in month["days"][:6]] == [
        ("BEFORE", []), ("RECEIVED", []), ("RECEIVED", []), ("MISSING", []),
        ("RECEIVED", ["GAP"]), ("AWAITED", []),
    ]  # fmt: skip


async def test_days_are_missing_once_people_are_told_as_on_the_dashboard(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _month(import_bytes, "DK1", (2, 3, 4, 5, 6, 9, 10, 11, 12, 13))

    async def states() -> list[str]:
        [edge] = (await _ask(database, realm, "2026-03-01"))["edges"]
        return [day["state"] for day in edge["node"]["days"][12:16]]

    assert await states() == ["RECEIVED", "CLOSED", "CLOSED", "AWAITED"]
    with database.job_connection(realm) as connection:
        watch_statements(connection, NOW, Habit())
        connection.commit()
    assert await states() == ["RECEIVED", "CLOSED", "CLOSED", "MISSING"]


async def test_an_entry_that_books_a_payment_is_matched(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _month(import_bytes, "DK1", (2, 3, 4))
    import_bytes(payments(), "pay.xml", "PAYMENT")
    with database.job_session(realm) as session:
        first = session.scalars(select(Transaction).order_by(Transaction.day)).first()
        assert first is not None
        # One entry may book a whole batch: it counts once.
        session.execute(update(Payment).values(transaction_id=first.id))
    [edge] = (await _ask(database, realm, "2026-03-01"))["edges"]
    assert (edge["node"]["entries"], edge["node"]["unmatched"]) == (3, 2)


async def test_an_entry_that_may_be_another_marks_its_day(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _month(import_bytes, "DK1", (2, 3))
    with database.job_session(realm) as session:
        left, right = session.scalars(select(Transaction).order_by(Transaction.day))
        session.add(
            PossibleDuplicate(
                left_id=left.id, right_id=right.id, account_id=left.account_id,
                reason="CONTRADICTING",
            )
        )  # fmt: skip
    [edge] = (await _ask(database, realm, "2026-03-01"))["edges"]
    marks = [day["marks"] for day in edge["node"]["days"][:3]]
    assert marks == [[], ["POSSIBLE_DUPLICATE"], []]


async def test_several_statements_of_the_last_day_close_as_the_chain_says(
    import_bytes: Import, database: Database, realm: str
) -> None:
    for number, (opening, closing) in {
        # Their numbers tell another order than their balances.
        "9": ("100.00", "90.00"), "7": ("80.00", "70.00"), "8": ("90.00", "80.00"),
    }.items():  # fmt: skip
        line = Line("-10.00", day="2026-03-31", reference=f"R{number}")
        sheet = Sheet(
            [line], number, opening, closing, first="2026-03-31", last="2026-03-31"
        )
        import_bytes(camt(sheet, message=f"S{number}"), f"{number}.xml")
    [edge] = (await _ask(database, realm, "2026-03-01"))["edges"]
    assert edge["node"]["closing"] == "70.00"
    assert (edge["node"]["isComplete"], edge["node"]["addsUp"]) == (True, True)


async def test_a_later_months_statement_tells_whether_this_one_lacks_its_end(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _month(import_bytes, "DK1", (30,))
    for opening in ("969.00", "900.00"):
        sheet = Sheet(
            [], "90", opening, opening, first="2026-04-01", last="2026-04-01",
            account="DK1",
        )  # fmt: skip
        before = (await _ask(database, realm, "2026-03-01"))["edges"][0]["node"]
        if opening == "969.00":
            assert before["days"][-1]["state"] == "AWAITED"
            import_bytes(camt(sheet, message="APRIL"), "april.xml")
    assert before["days"][-1]["state"] == "UNCHANGED"
    assert (before["isComplete"], before["closing"]) == (True, "969.00")


async def test_currencies_are_accounts_of_their_own_and_come_in_pages(
    import_bytes: Import, database: Database, realm: str
) -> None:
    for account, currency in (("DK1", "EUR"), ("DK1", "DKK"), ("DK2", "DKK")):
        line = Line("5.00", day="2026-03-02", currency=currency)
        sheet = Sheet(
            [line], first="2026-03-01", last="2026-03-31", account=account,
            currency=currency,
        )  # fmt: skip
        name = f"{account}{currency}"
        import_bytes(camt(sheet, message=name), f"{name}.xml")
    found, after = [], None
    for _ in range(3):
        page = await _ask(database, realm, "2026-03-01", first=1, after=after)
        after = page["pageInfo"]["endCursor"]
        found += [edge["node"] for edge in page["edges"]]
    assert not page["pageInfo"]["hasNextPage"]
    told = {(one["account"]["number"], one["currency"]) for one in found}
    assert told == {("DK1", "EUR"), ("DK1", "DKK"), ("DK2", "DKK")}
    assert {one["closing"] for one in found} == {"1005.00"}
