"""What is here is known again, and what only looks like it is not."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from giroscope.features.statements import (
    Statement,
    Transaction,
    known_statements,
)
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Sheet, camt

Import = Callable[..., Upload]
DAY = Sheet([Line("100.00", reference="R1"), Line("-40.00", reference="R2")])
NEXT = Sheet([Line("7.00", day="2026-03-03", reference="R3")], sequence="2",
             opening="1060.00", first="2026-03-03", last="2026-03-03")  # fmt: skip


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def entries(database: Database, realm: str) -> list[tuple[str, str | None]]:
    """Amount of each entry, and the number of the statement that it stands on."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            select(Transaction.amount, Statement.sequence)
            .join(Statement, Statement.id == Transaction.statement_id)
            .order_by(Transaction.id)
        )
        return [(str(amount), sequence) for amount, sequence in rows]


@pytest.mark.parametrize("sheets", [(DAY, NEXT), (NEXT, DAY)])
def test_a_new_statement_beside_a_known_one_is_imported(
    import_bytes: Import, database: Database, realm: str, sheets: tuple[Sheet, ...]
) -> None:
    import_bytes(camt(DAY), "day.xml")
    upload = import_bytes(camt(*sheets), "both.xml")
    assert upload.state == "IMPORTED"
    assert upload.counts is not None
    assert (upload.counts["new"], upload.counts["known"]) == (1, 2)
    assert len(entries(database, realm)) == 3


def test_only_what_this_reader_read_is_known_without_reading(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY, NEXT), "both.xml")
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(Statement).order_by(Statement.id)).all()
        digests, version = [row.digest for row in rows], rows[0].reader_version
        found = known_statements(connection, digests, version)
        assert [(one.name, str(one.moved), one.entries) for one in found] == [
            ("1", "60.00", 2), ("2", "7.00", 1),
        ]  # fmt: skip
        assert known_statements(connection, digests, version + 1) == []
        assert known_statements(connection, [*digests, "new"], version) == []
        assert known_statements(connection, ["new", *digests], version) == []
        connection.execute(update(Statement).values(status="LOADING"))
        assert known_statements(connection, digests, version) == []
        connection.execute(update(Statement).values(digest="", status="CURRENT"))
        assert known_statements(connection, digests, version) == []


def test_the_same_numbers_on_another_account_are_another_statement(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY), "day.xml")
    upload = import_bytes(camt(replace(DAY, account=OTHER_ACCOUNT)), "other.xml")
    assert (upload.state, upload.counts and upload.counts["new"]) == ("IMPORTED", 2)
    assert len(entries(database, realm)) == 4
    with database.job_connection(realm) as connection:
        held = connection.execute(
            select(Statement.account_id, Statement.document_id, Statement.entries)
        ).all()
    assert len({row.account_id for row in held}) == len(held) == 2
    assert len({row.document_id for row in held}) == 2


def test_of_equal_payments_a_corrected_statement_adds_the_one_that_was_missing(
    import_bytes: Import, database: Database, realm: str
) -> None:
    once = Sheet([Line("-25.00")])
    twice = replace(once, lines=[*once.lines] * 2, created="2026-03-04T06:00:00")
    import_bytes(camt(once), "once.xml")
    upload = import_bytes(camt(twice), "twice.xml")
    assert upload.counts is not None
    figures = [upload.counts[name] for name in ("new", "known", "replaced")]
    assert figures == [1, 1, 0]
    assert len(entries(database, realm)) == 2


def test_an_entry_stays_on_the_statement_that_first_proved_it(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY), "day.xml")
    before = ids(database, realm)
    week = replace(DAY, sequence="W", last="2026-03-06")
    import_bytes(camt(week), "week.xml")
    assert ids(database, realm) == before
    assert {sequence for _, sequence in entries(database, realm)} == {"1"}


def test_a_reports_entry_becomes_the_one_of_the_statement_that_books_it(
    import_bytes: Import, database: Database, realm: str
) -> None:
    report = replace(NEXT, sequence="R", closing="1067.00")
    import_bytes(camt(report, kind="camt.052"), "report.xml")
    before = ids(database, realm)
    assert entries(database, realm) == [("7.00", "R")]
    upload = import_bytes(camt(NEXT), "next.xml")
    assert upload.counts is not None
    figures = [upload.counts[name] for name in ("new", "known", "confirmed")]
    assert figures == [0, 0, 1]
    assert entries(database, realm) == [("7.00", "2")]
    assert ids(database, realm) == before


def ids(database: Database, realm: str) -> list[int]:
    """What the entries are called by others."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(Transaction.id).order_by(Transaction.id))
        return list(rows.scalars())


def test_equal_amounts_of_two_currencies_are_two_entries(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(Sheet([Line("25.00")])), "crowns.xml")
    euros = Sheet([Line("25.00", currency="EUR")], sequence="E", opening=None)
    upload = import_bytes(camt(euros), "euros.xml")
    assert upload.counts is not None
    assert (upload.counts["new"], upload.counts["known"]) == (1, 0)
    assert len(entries(database, realm)) == 2


def test_of_statements_of_one_file_that_tell_the_same_entries_each_counts(
    import_bytes: Import, database: Database, realm: str
) -> None:
    whole = replace(DAY, sequence="W", last="2026-03-06")
    import_bytes(camt(DAY, whole), "both.xml")
    assert [amount for amount, _ in entries(database, realm)] == ["100.00", "-40.00"]
    with database.job_connection(realm) as connection:
        versions = connection.execute(
            select(Statement.position, Statement.status).order_by(Statement.position)
        ).all()
    assert [tuple(row) for row in versions] == [(1, "CURRENT"), (2, "CURRENT")]
    again = import_bytes(camt(replace(whole, name="X")), "again.xml")
    assert again.state == "KNOWN"
    assert len(entries(database, realm)) == 2


def test_half_a_statement_says_nothing_of_another(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY), "day.xml")
    with database.job_connection(realm) as connection:
        half = {"status": "LOADING", "is_final": False}
        connection.execute(update(Statement).values(**half))
        connection.commit()
    week = import_bytes(camt(replace(DAY, sequence="W", last="2026-03-06")), "week.xml")
    assert week.counts is not None
    assert (week.counts["new"], week.counts["known"]) == (2, 0)


@pytest.mark.parametrize("kinds", [("camt.052", "camt.053"), ("camt.053", "camt.052")])
def test_a_level_report_does_not_number_the_days_statement_on(
    import_bytes: Import, database: Database, realm: str, kinds: tuple[str, str]
) -> None:
    for number, kind in enumerate(kinds, 1):
        sheet = Sheet([Line("25.00"), Line("-25.00")], sequence=str(number))
        upload = import_bytes(camt(sheet, kind=kind), f"{kind}.xml")
        assert upload.counts is not None
        assert upload.counts["new"] == (2 if number == 1 else 0)
    assert len(entries(database, realm)) == 2
