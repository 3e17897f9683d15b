"""A statement proves when it is final, adds up and follows the one before it."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from giroscope.features.statements import Statement, of_document_and_next, proving
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Sheet, camt

Import = Callable[..., Upload]


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def day(
    number: int, opening: str, closing: str = "sum", account: str | None = None
) -> Sheet:
    """A day on which a hundred came in."""
    on = f"2026-03-0{number}"
    line = Line("100.00", day=on, reference=f"{account}{number}")
    more = {"account": account} if account else {}
    return Sheet([line], sequence=str(number), opening=opening, closing=closing,
                 first=on, last=on, **more)  # fmt: skip


def proven(database: Database, realm: str) -> list[str]:
    """The numbers of all statements that prove."""
    with database.job_connection(realm) as connection:
        names = dict(connection.execute(select(Statement.id, Statement.sequence)).all())
        assert proving(connection, []) == set()
        return sorted(str(names[one]) for one in proving(connection, names))


def test_the_first_proves_and_then_those_that_follow_and_add_up(
    import_bytes: Import, database: Database, realm: str
) -> None:
    sheets = [
        day(2, "0.00"),
        # It adds up to 200 and says 150; what follows that proves again.
        day(3, "100.00", "150.00"),
        day(4, "150.00"),
        # One is missing before it.
        day(6, "300.00"),
        day(7, "400.00"),
    ]
    import_bytes(camt(*sheets), "days.xml")
    assert proven(database, realm) == ["2", "4", "7"]


def test_a_report_proves_nothing(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(day(2, "0.00"), kind="camt.052"), "report.xml")
    assert proven(database, realm) == []
    import_bytes(camt(day(2, "0.00")), "day.xml")
    assert proven(database, realm) == ["2"]


def test_a_file_may_prove_the_statements_that_follow_its_own(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(day(2, "0.00")), "2.xml")
    import_bytes(camt(day(4, "200.00")), "4.xml")
    import_bytes(camt(day(4, "0.00", account=OTHER_ACCOUNT)), "other.xml")
    upload = import_bytes(camt(day(3, "100.00")), "3.xml")
    assert proven(database, realm) == ["2", "3", "4", "4"]
    with database.job_connection(realm) as connection:
        found = of_document_and_next(connection, upload.document_id)
        rows = connection.execute(select(Statement).where(Statement.id.in_(found)))
        assert sorted(str(row.sequence) for row in rows) == ["3", "4"]
