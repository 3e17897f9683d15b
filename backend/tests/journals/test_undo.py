"""Undo takes an import back whole while nothing depends on it; it may come again."""

from collections.abc import Callable
from itertools import permutations

import pytest
from sqlalchemy import select, update

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.realm_tables import all_tables, figures
from tests.payments.payment_factory import Order, pain001, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]

BATCH = Line(
    "-75.00", parts=[Part("40.00", "Aage", "E1"), Part("35.00", "Bodil", "E2")]
)
TWICE = Line("-25.00", day="2026-03-03")
DAY = Sheet([BATCH, TWICE], last="2026-03-03")
NEXT = Sheet([TWICE, Line("3.00", day="2026-03-04")], sequence="2", opening="900.00",
             first="2026-03-03", last="2026-03-04")  # fmt: skip
WEEK = Sheet([BATCH, TWICE, TWICE, Line("3.00", day="2026-03-04")], sequence="W",
             last="2026-03-06")  # fmt: skip
REPORT = Sheet([Line("-25.00", day="2026-03-03", status="PDNG")], sequence="R",
               closing="1000.00", first="2026-03-03", last="2026-03-03")  # fmt: skip
FILES = {
    "day.xml": camt(DAY),
    "next.xml": camt(NEXT),
    "week.xml": camt(WEEK),
    "report.xml": camt(REPORT, kind="camt.052"),
}
PAYMENTS = pain001({"B1": [Order("E1", "40.00"), Order("E2", "35.00")]})
STATUS = pain002(group="ACCP")


def test_undo_restores_what_was_and_importing_again_the_same(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    import_bytes(FILES["report.xml"], "report.xml")
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    before = all_tables(database, realm)
    for name in ("day.xml", "next.xml", "week.xml"):
        uploads = [import_bytes(FILES[name], name)]
        after = all_tables(database, realm)
        assert after != before
        assert undo(uploads[0]) is None
        assert all_tables(database, realm) == before, name
        import_bytes(FILES[name], name)
        assert all_tables(database, realm) == after, name
        before = after


def test_files_in_any_order_show_the_same_rows_and_undo_to_nothing(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    seen = None
    names = ["day.xml", "next.xml", "week.xml"]
    for order in permutations(names):
        uploads = [import_bytes(FILES[name], name) for name in order]
        shown = figures(database, realm)
        seen = seen or shown
        assert shown == seen, order
        for upload in reversed(uploads):
            assert undo(upload) is None, order
        left = all_tables(database, realm)
        assert {name for name, rows in left.items() if rows} <= {"accounts"}, order


@pytest.mark.parametrize("order", list(permutations(["report.xml", "day.xml"])))
def test_report_and_statement_in_any_order_leave_one_booked_entry(
    import_bytes: Import, database: Database, realm: str, order: tuple[str, ...]
) -> None:
    for name in order:
        import_bytes(FILES[name], name)
    rows = all_tables(database, realm)["transactions"]
    assert len(rows) == 4
    with database.job_connection(realm) as connection:
        states = connection.exec_driver_sql("SELECT DISTINCT state FROM transactions")
        assert [state for (state,) in states] == [0]


def test_undo_is_blocked_by_a_statement_that_repeats_entries(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    first = import_bytes(FILES["day.xml"], "day.xml")
    second = import_bytes(FILES["week.xml"], "week.xml")
    before = all_tables(database, realm)
    assert undo(first) == (
        "This import cannot be undone: statement W repeats entries of it, undo that"
        " one first."
    )
    assert all_tables(database, realm) == before
    assert undo(second) is None
    assert undo(first) is None


def test_undo_is_blocked_by_a_file_that_added_to_its_statement(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    first = import_bytes(FILES["day.xml"], "day.xml")
    before = all_tables(database, realm)
    longer = Sheet([*DAY.lines, Line("9.00", day="2026-03-03")], last="2026-03-03")
    second = import_bytes(camt(longer), "corrected.xml")
    assert "corrected.xml added entries" in str(undo(first))
    assert undo(second) is None
    assert all_tables(database, realm) == before
    assert undo(first) is None


@pytest.mark.parametrize("name", ["status.xml", "day.xml"])
def test_undo_of_payments_is_blocked_by_what_answers_them(
    import_bytes: Import, database: Database, realm: str, undo: Undo, name: str
) -> None:
    # Accounts stay known, so the account is one that is known before.
    import_bytes(camt(Sheet([], sequence="0")), "quiet.xml")
    payments = import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    before = all_tables(database, realm)
    data = {"status.xml": STATUS, **FILES}[name]
    answer = import_bytes(data, name, "STATEMENT")
    assert undo(payments) == (
        f"This import cannot be undone: {name} answers its payments."
    )
    assert undo(answer) is None
    assert all_tables(database, realm) == before
    assert undo(payments) is None
    assert all_tables(database, realm)["payments"] == []


def test_confirmed_entry_stays_confirmed_while_a_statement_proves_it(
    import_bytes: Import, undo: Undo
) -> None:
    import_bytes(FILES["report.xml"], "report.xml")
    day = import_bytes(FILES["day.xml"], "day.xml")
    week = import_bytes(FILES["week.xml"], "week.xml")
    assert "statement W repeats entries" in str(undo(day))
    assert undo(week) is None
    assert undo(day) is None


def test_import_that_was_undone_is_not_undone_twice(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    upload = import_bytes(FILES["day.xml"], "day.xml")
    assert undo(upload) is None
    assert undo(upload) is None
    with database.job_session(realm) as session:
        row = session.scalars(select(Upload)).one()
        assert (row.state, row.counts, row.correlation_id) == ("UNDONE", None, None)
        session.execute(update(Upload).values(state="REFUSED"))
    assert undo(upload) == "Only a completed import can be undone."


def test_same_bytes_may_come_again_after_undo(import_bytes: Import, undo: Undo) -> None:
    upload = import_bytes(FILES["day.xml"], "day.xml")
    repeat = import_bytes(FILES["day.xml"], "again.xml")
    assert repeat.state == "KNOWN"
    assert undo(upload) is None
    assert import_bytes(FILES["day.xml"], "once more.xml").state == "IMPORTED"
