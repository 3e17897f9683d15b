"""Where a statement is missing: whichever way the balance moved, of which account."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.statements.statement_factory import OTHER_ACCOUNT, Sheet, camt
from tests.statements.test_holes import _look as look

Import = Callable[..., Upload]
DAY = "2026-03-0{}"


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def day(number: int, opening: str, closing: str | None = None, **more: str) -> Sheet:
    """A quiet day's statement."""
    told = {"sequence": str(number)} | more
    on = DAY.format(number)
    return Sheet([], opening=opening, closing=closing or opening, first=on, last=on,
                 **told)  # fmt: skip


def told(database: Database, realm: str) -> list[str]:
    """The numbers of the statements before which one is missing."""
    return [text.split("(")[1].split(")")[0] for text, _ in look(database, realm)]


@pytest.mark.parametrize(
    ("opening", "is_missed"), [("999.99", True), ("1000.01", True), ("1000.00", False)]
)
def test_a_gap_is_told_whether_the_balance_fell_or_rose(
    import_bytes: Import, database: Database, realm: str, opening: str, *,
    is_missed: bool,
) -> None:  # fmt: skip
    import_bytes(camt(day(2, "1000.00"), day(5, opening)), "both.xml")
    assert told(database, realm) == (["5"] if is_missed else [])


def test_each_account_is_looked_at_for_itself(
    import_bytes: Import, database: Database, realm: str
) -> None:
    other = {"account": OTHER_ACCOUNT}
    sheets = [
        day(2, "1000.00"), day(3, "50.00", **other), day(4, "1000.00"),
        day(5, "50.00", **other),
    ]  # fmt: skip
    import_bytes(camt(*sheets), "four.xml")
    assert told(database, realm) == []


def test_a_statement_without_balances_hides_no_gap(
    import_bytes: Import, database: Database, realm: str
) -> None:
    bare = Sheet([], sequence="4", opening=None, closing=None, first=DAY.format(4),
                 last=DAY.format(4))  # fmt: skip
    import_bytes(camt(day(2, "1000.00"), bare, day(5, "900.00")), "three.xml")
    assert told(database, realm) == ["5"]


def test_reports_within_the_day_are_no_statements(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(day(2, "1000.00")), "2.xml")
    import_bytes(camt(day(3, "700.00"), kind="camt.052"), "report.xml")
    import_bytes(camt(day(4, "1000.00")), "4.xml")
    assert told(database, realm) == []


def test_the_tenth_of_a_day_follows_the_ninth(
    import_bytes: Import, database: Database, realm: str
) -> None:
    on = {"first": DAY.format(2), "last": DAY.format(2)}
    balances = {"8": ("100", "80"), "9": ("80", "70"), "10": ("70", "90")}
    sheets = [
        Sheet([], sequence=number, opening=opening, closing=closing, **on)
        for number, (opening, closing) in balances.items()
    ]
    import_bytes(camt(*sheets), "day.xml")
    assert told(database, realm) == []
    later = camt(Sheet([], sequence="12", opening="95", closing="95", **on))
    import_bytes(later, "12.xml")
    assert told(database, realm) == ["12"]


@pytest.mark.parametrize(("days", "is_told"), [(45, True), (46, False)])
def test_a_gap_is_told_for_forty_five_days(
    import_bytes: Import, database: Database, realm: str, days: int, *, is_told: bool
) -> None:
    import_bytes(camt(day(2, "1000.00"), day(5, "900.00")), "both.xml")
    now = datetime(2026, 3, 5, 9, 30, tzinfo=UTC) + timedelta(days=days)
    assert bool(look(database, realm, now)) is is_told
