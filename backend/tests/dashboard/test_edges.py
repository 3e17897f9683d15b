"""The first and last days of a chart, and balances that come from before it."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from giroscope.features.dashboard.policy import Series, daily_series
from giroscope.features.dashboard.queries import account_days
from giroscope.features.statements import Statement
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.statements.statement_factory import Line, Sheet, camt

Import = Callable[..., Upload]
D = Decimal


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def on(day: int) -> date:
    """A day of March."""
    return date(2026, 3, day)


async def reckoned(database: Database, realm: str, first: int, last: int) -> Series:
    """The series of the only account."""
    async with database.reading(realm) as session:
        (known,) = await account_days(session, on(first), on(last))
    return daily_series(on(first), on(last), known.statements, known.flows)


def sheet(first: int, last: int, opening: str | None, *lines: Line) -> Sheet:
    """A statement of some days of March."""
    return Sheet(lines, sequence=f"{first}-{last}", opening=opening,
                 first=on(first).isoformat(), last=on(last).isoformat())  # fmt: skip


def line(amount: str, day: int) -> Line:
    """An entry of a day."""
    return Line(amount, day=on(day).isoformat(), reference=f"{amount}/{day}")


async def test_days_are_covered_from_the_first_of_a_statement_to_its_last(
    import_bytes: Import, database: Database, realm: str
) -> None:
    first = sheet(2, 4, "100.00", line("5.00", 2), line("7.00", 4))
    later = sheet(6, 6, "112.00", line("-2.00", 6))
    import_bytes(camt(first, later), "both.xml")
    series = await reckoned(database, realm, 4, 6)
    assert series.missing == [on(5)]
    assert series.balances == [D("105.00"), D("112.00"), D("112.00")]
    assert series.closing_balances == [D("112.00"), D("112.00"), D("110.00")]
    assert (await reckoned(database, realm, 2, 2)).missing == []
    assert (await reckoned(database, realm, 6, 8)).missing == [on(7), on(8)]


async def test_a_balance_is_found_behind_a_statement_that_states_none(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(sheet(2, 2, "100.00", line("5.00", 2))), "2.xml")
    import_bytes(camt(sheet(3, 3, None, line("7.00", 3))), "3.xml")
    series = await reckoned(database, realm, 5, 5)
    assert series.balances == [D("112.00")]


async def test_reports_count_from_where_the_last_statement_ends(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(sheet(2, 3, "100.00", line("5.00", 3))), "days.xml")
    # The bank took back what it had told within the day.
    report = sheet(3, 5, None, line("1.00", 3), line("20.00", 4), line("300.00", 5))
    import_bytes(camt(report, kind="camt.052"), "report.xml")
    series = await reckoned(database, realm, 3, 5)
    assert series.incoming == [D("5.00"), D("20.00"), D("300.00")]
    assert series.closing_balances == [D("105.00"), D("125.00"), D("425.00")]


async def test_an_account_is_there_from_the_day_it_is_told_of(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(sheet(5, 5, "100.00", line("5.00", 5))), "5.xml")
    async with database.reading(realm) as session:
        assert await account_days(session, on(1), on(4)) == []
        assert len(await account_days(session, on(1), on(5))) == 1


async def test_ten_statements_of_a_day_stand_in_the_order_of_their_numbers(
    import_bytes: Import, database: Database, realm: str
) -> None:
    # The day ends as it began: by its balances alone any of them could be the first.
    amounts = dict.fromkeys(range(9, 18), "-10.00") | {18: "90.00"}
    sheets = [
        Sheet([Line(amount, reference=f"R{number}")], sequence=str(number),
              opening=str(100 - 10 * (number - 9)))
        for number, amount in amounts.items()
    ]  # fmt: skip
    import_bytes(camt(*sheets[5:], *sheets[:5]), "day.xml")
    with database.job_connection(realm) as connection:
        final = select(func.count()).where(Statement.is_final)
        assert connection.execute(final).scalar_one() == 10
        ways = select(Statement.link, func.count()).group_by(Statement.link)
        links = {row[0]: row[1] for row in connection.execute(ways)}
    assert links == {"FIRST": 1, "FOLLOWS": 9}
    series = await reckoned(database, realm, 2, 2)
    assert series.closing_balances == [D("100.00")]
    assert (series.incoming, series.outgoing) == ([D("90.00")], [D("90.00")])
