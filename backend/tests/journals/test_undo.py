"""Undo takes an import back whole, and what others tell stays; it may come again."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import pytest
from sqlalchemy import select, update

from giroscope.features.statements import Transaction
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.realm_tables import all_tables, figures
from tests.payments.payment_factory import Order, pain001, pain002
from tests.shares import SomeOf
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
        ids = bookings(database, realm)
        upload = import_bytes(FILES[name], name)
        after = all_tables(database, realm)
        assert after != before
        assert undo(upload) is None
        assert all_tables(database, realm) == before, name
        assert bookings(database, realm) == ids, name
        import_bytes(FILES[name], name)
        assert all_tables(database, realm) == after, name
        before = after


def test_files_in_any_order_show_the_same_rows_and_undo_to_nothing(
    import_bytes: Import, database: Database, realm: str, undo: Undo, some_of: SomeOf
) -> None:
    seen = None
    names = ["day.xml", "next.xml", "week.xml"]
    for order in some_of([*permutations(names)], 3):
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


def bookings(database: Database, realm: str) -> list[tuple[int, str, int]]:
    """Id, amount and state of every entry that is shown."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            select(Transaction.id, Transaction.amount, Transaction.state)
            .where(Transaction.parent_id.is_(None))
            .order_by(Transaction.day, Transaction.amount, Transaction.id)
        ).all()
        return [(row.id, str(row.amount), row.state) for row in rows]


def test_what_another_statement_tells_stays_under_the_same_ids(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    week = import_bytes(FILES["week.xml"], "week.xml")
    alone = figures(database, realm)
    assert undo(week) is None
    day = import_bytes(FILES["day.xml"], "day.xml")
    (batch, once) = bookings(database, realm)
    week = import_bytes(FILES["week.xml"], "week.xml")
    both = bookings(database, realm)
    assert {batch, once} < set(both)
    assert undo(day) is None
    assert bookings(database, realm) == both
    assert figures(database, realm) == alone
    assert undo(week) is None
    assert bookings(database, realm) == []


@pytest.mark.parametrize("is_corrected_last", [True, False])
def test_a_corrected_statement_that_goes_leaves_the_one_it_replaced(
    import_bytes: Import, database: Database, realm: str, undo: Undo, *,
    is_corrected_last: bool,
) -> None:  # fmt: skip
    fee = Line("9.00", day="2026-03-03")
    corrected = replace(
        DAY, lines=[BATCH, fee], last="2026-03-03", created="2026-03-05T06:00:00"
    )
    files = {"corrected.xml": camt(corrected), "day.xml": FILES["day.xml"]}
    names = [*files][::-1] if is_corrected_last else [*files]
    first = import_bytes(files[names[0]], names[0])
    before = all_tables(database, realm)
    second = import_bytes(files[names[1]], names[1])
    shown = bookings(database, realm)
    assert [amount for _, amount, _ in shown] == ["-75.00", "9.00"]
    told = first if names[0] == "corrected.xml" else second
    if is_corrected_last:
        assert undo(second) is None
        assert all_tables(database, realm) == before
        second = told = import_bytes(files["corrected.xml"], "again.xml")
        shown = bookings(database, realm)
    replaced = first if told is second else second
    assert undo(replaced) is None
    assert bookings(database, realm) == shown
    assert undo(told) is None
    assert bookings(database, realm) == []


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


def test_an_entry_stays_booked_while_a_statement_proves_it(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    import_bytes(FILES["report.xml"], "report.xml")
    before = all_tables(database, realm)
    [(own_id, amount, state)] = bookings(database, realm)
    assert (amount, state) == ("-25.00", 1)
    day = import_bytes(FILES["day.xml"], "day.xml")
    assert (own_id, "-25.00", 0) in bookings(database, realm)
    week = import_bytes(FILES["week.xml"], "week.xml")
    assert undo(day) is None
    shown = bookings(database, realm)
    assert (own_id, "-25.00", 0) in shown
    assert sorted(amount for _, amount, _ in shown) == [
        "-25.00", "-25.00", "-75.00", "3.00",
    ]  # fmt: skip
    assert undo(week) is None
    assert bookings(database, realm) == [(own_id, "-25.00", 1)]
    assert all_tables(database, realm) == before


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


def test_files_that_said_the_same_count_one_after_the_other(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    again = camt(DAY).replace(b"<Ntry>", b" <Ntry>")
    anew = camt(replace(DAY, created="2026-03-09T06:00:00", name="OTHER"))
    files = {"day.xml": FILES["day.xml"], "again.xml": again, "anew.xml": anew}
    uploads = {name: import_bytes(data, name) for name, data in files.items()}
    shown = bookings(database, realm)
    for name in files:
        with database.job_session(realm) as session:
            rows = session.scalars(select(Upload).order_by(Upload.id)).all()
            states = {row.name: row.state for row in rows}
            told = {row.name: row.correlation_id for row in rows}
        assert states[name] == "IMPORTED"
        assert set(states.values()) <= {"IMPORTED", "KNOWN", "UNDONE"}
        kept = [name for name, state in states.items() if state != "UNDONE"]
        # Of files that say the same, one has brought the entries.
        (brought,) = (row for row in rows if row.state == "IMPORTED")
        assert brought.counts is not None
        assert (brought.counts["new"], brought.counts["known"]) == (len(shown), 0)
        assert len({told[one] for one in kept}) == 1
        assert bookings(database, realm) == shown
        assert undo(uploads[name]) is None
    assert bookings(database, realm) == []
    left = all_tables(database, realm)
    assert {name for name, rows in left.items() if rows} <= {"accounts"}
