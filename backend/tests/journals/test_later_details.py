"""Details that come after their entry are added, and leave with their file."""

from collections.abc import Callable
from itertools import permutations

import pytest
from sqlalchemy import text

from giroscope.features.journals.undo import take_back, undo_blocked_by
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from tests.journals.realm_tables import all_tables, figures
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]

ONE = [Part("75.00", "Aage", "E1", "Faktura 7")]
TWO = [Part("40.00", "Aage", "E1"), Part("35.00", "Bodil", "E2")]


def bare() -> bytes:
    """A report of one booked entry, without any detail."""
    line = Line("-75.00", reference="BOOK1")
    sheet = Sheet([line], sequence="R1", closing="925.00")
    return camt(sheet, kind="camt.052")


def detailed(parts: list[Part]) -> bytes:
    """The statement of the same entry, with its details."""
    line = Line("-75.00", reference="BOOK1", parts=parts)
    return camt(Sheet([line]))


def take_away(database: Database, realm: str, upload: Upload) -> list[str]:
    """Undo what the upload brought; tell what depends on it."""
    with database.alone(realm), database.job_connection(realm) as connection:
        blocks = undo_blocked_by(connection, upload.document_id)
        if not blocks:
            take_back(connection, upload.document_id, system_clock())
        connection.commit()
    return blocks


@pytest.mark.parametrize("parts", [ONE, TWO], ids=["one", "two"])
def test_report_and_statement_in_any_order_show_the_details(
    import_bytes: Import, database: Database, realm: str, parts: list[Part]
) -> None:
    seen = None
    for order in permutations(["report.xml", "day.xml"]):
        files = {"report.xml": bare(), "day.xml": detailed(parts)}
        uploads = [import_bytes(files[name], name) for name in order]
        shown = figures(database, realm)
        seen = seen or shown
        assert shown == seen, order
        assert len(shown["transactions"]) == (3 if len(parts) > 1 else 1)
        assert "aage" in str(shown["transactions"])
        for upload in reversed(uploads):
            assert take_away(database, realm, upload) == []
    left = all_tables(database, realm)
    assert {name for name, rows in left.items() if rows} <= {"accounts"}


@pytest.mark.parametrize("parts", [ONE, TWO], ids=["one", "two"])
def test_undo_of_the_details_leaves_the_bare_entry(
    import_bytes: Import, database: Database, realm: str, parts: list[Part]
) -> None:
    orders = [Order(part.end_to_end or "", part.amount or "") for part in parts]
    import_bytes(pain001({"B1": orders}), "pay.xml", "PAYMENT")
    import_bytes(bare(), "report.xml")
    before = all_tables(database, realm)
    upload = import_bytes(detailed(parts), "day.xml")
    after = all_tables(database, realm)
    assert _booked(database, realm) == len(parts)
    assert take_away(database, realm, upload) == []
    assert _booked(database, realm) == 0
    undone = all_tables(database, realm)
    for name in ("transactions", "payments", "statements", "report entries"):
        assert undone[name] == before[name], name
    if database.is_sqlite:
        assert undone["text index"] == before["text index"] != after["text index"]


def _booked(database: Database, realm: str) -> int:
    with database.job_connection(realm) as connection:
        found = connection.execute(
            text("SELECT count(*) FROM payments WHERE transaction_id IS NOT NULL")
        )
        return int(found.scalar_one())


@pytest.mark.parametrize("is_bare_first", [True, False])
def test_statement_sent_again_with_its_details_says_the_same_and_shows_them(
    import_bytes: Import, database: Database, realm: str, *, is_bare_first: bool
) -> None:
    files = {"day.xml": detailed([]), "day with details.xml": detailed(ONE)}
    names = [*files] if is_bare_first else [*files][::-1]
    first = import_bytes(files[names[0]], names[0])
    before = all_tables(database, realm)
    second = import_bytes(files[names[1]], names[1])
    (entry,) = all_tables(database, realm)["transactions"]
    assert "aage" in entry
    statuses = _statuses(database, realm)
    bare, whole = statuses if is_bare_first else statuses[::-1]
    assert bare == ("SAME", "SAME_BOOKINGS")
    assert whole == ("CURRENT", None)
    assert take_away(database, realm, second) == []
    assert all_tables(database, realm) == before
    second = import_bytes(files[names[1]] + b"\n", f"again {names[1]}")
    assert take_away(database, realm, first) == []
    (entry,) = all_tables(database, realm)["transactions"]
    assert ("aage" in entry) is is_bare_first
    assert take_away(database, realm, second) == []
    left = all_tables(database, realm)
    assert {name for name, rows in left.items() if rows} <= {"accounts"}


def _statuses(database: Database, realm: str) -> list[tuple[str, str | None]]:
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            text("SELECT status, reason FROM statements ORDER BY id")
        )
        return [(status, reason) for status, reason in rows]


def test_what_a_corrected_statement_told_goes_with_its_undo(
    import_bytes: Import, database: Database, realm: str
) -> None:
    known, later = Line("-1.00", reference="A"), Line("-2.00", reference="B")
    week = {"sequence": "W", "last": "2026-03-06"}
    day = import_bytes(camt(Sheet([known])), "day.xml")
    import_bytes(camt(Sheet([later], **week)), "week.xml")
    before = all_tables(database, realm)
    assert len(before["transactions"]) == 2
    corrected = import_bytes(
        camt(Sheet([known, later], created="2026-03-09T06:00:00", **week)),
        "corrected.xml",
    )
    assert len(all_tables(database, realm)["transactions"]) == 2
    assert take_away(database, realm, corrected) == []
    assert all_tables(database, realm) == before
    corrected = import_bytes(
        camt(Sheet([known, later], created="2026-03-09T06:00:00", **week)),
        "corrected.xml",
    )
    assert take_away(database, realm, day) == []
    assert len(all_tables(database, realm)["transactions"]) == 2
    assert take_away(database, realm, corrected) == []
    (entry,) = all_tables(database, realm)["transactions"]
    assert "-200000" in entry
