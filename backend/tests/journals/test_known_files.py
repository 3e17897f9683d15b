"""Files that repeat something change nothing twice: bytes, statements, entries."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from giroscope.features.statements import Statement, Transaction
from giroscope.features.uploads import Upload, UploadFinding
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.journals.realm_tables import Tables, all_tables
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Part, Sheet, camt

pytestmark = [pytest.mark.both_stores, pytest.mark.every_run]

Import = Callable[..., Upload]


def findings(database: Database, realm: str, upload: Upload) -> list[str]:
    """Codes of what was found in an upload."""
    with database.job_session(realm) as session:
        rows = session.scalars(
            select(UploadFinding.code)
            .where(UploadFinding.upload_id == upload.id)
            .order_by(UploadFinding.id)
        )
        return list(rows)


def count(database: Database, realm: str, table: type) -> int:
    """Rows of a table."""
    with database.job_session(realm) as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


DAY = Sheet(
    [
        Line("100.00", reference="R1"),
        Line("-40.00", parts=[Part("40.00", "Havnens Fisk ApS", "E1", "Faktura 7")]),
        Line("-12.50", parts=[Part("12.50", "Havnens Fisk ApS", "E2", "Faktura 8")]),
    ]
)


def test_same_bytes_name_the_earlier_upload_and_start_no_job(
    import_bytes: Import, database: Database, realm: str
) -> None:
    data = camt(DAY)
    first = import_bytes(data, "day.xml")
    before = all_tables(database, realm)
    again = import_bytes(data, "day again.xml")
    assert (again.state, again.duplicate_of, again.job_id) == ("KNOWN", first.id, None)
    assert again.correlation_id == first.correlation_id
    assert all_tables(database, realm) == before
    assert count(database, realm, Job) == 1


def shown(database: Database, realm: str) -> Tables:
    """All that is told by what the ledger shows: versions and uploads aside."""
    tables = all_tables(database, realm)
    aside = {"statements", "report entries", "journals", "journal_documents",
             "journal_events"}  # fmt: skip
    return {name: rows for name, rows in tables.items() if name not in aside}


def statuses(database: Database, realm: str) -> list[tuple[str, str | None]]:
    """Status of every version and its reason, as they came."""
    with database.job_session(realm) as session:
        rows = session.scalars(select(Statement).order_by(Statement.id))
        return [(row.status, row.reason) for row in rows]


@pytest.mark.parametrize(
    "again",
    [camt(DAY, message="ANOTHER"), camt(DAY).replace(b"<Ntry>", b"\n  <Ntry>")],
    ids=["message id", "white space"],
)
def test_same_statement_in_other_bytes_brings_nothing(
    import_bytes: Import, database: Database, realm: str, again: bytes
) -> None:
    first = import_bytes(camt(DAY), "day.xml")
    before = all_tables(database, realm)
    upload = import_bytes(again, "day again.xml")
    assert (upload.state, upload.duplicate_of) == ("KNOWN", None)
    assert upload.correlation_id == first.correlation_id
    assert upload.counts == {
        "statements": 1, "read": 3, "new": 0, "known": 3, "payments": 0, "statuses": 0,
    }  # fmt: skip
    assert findings(database, realm, upload) == ["statement_known"]
    after = all_tables(database, realm)
    # Only that this file holds it as well is kept.
    assert statuses(database, realm) == [("CURRENT", None), ("REPEATED", "SAME_BYTES")]
    own = set(after.pop("statements"))
    assert set(before.pop("statements")) < own
    assert after == before


def test_statement_with_other_content_and_later_creation_replaces(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY), "day.xml")
    fee = Line("-1.00", reference="FEE")
    longer = Sheet([*DAY.lines[:2], fee], created="2026-03-04T06:00:00")
    upload = import_bytes(camt(longer), "corrected.xml")
    assert upload.state == "IMPORTED"
    assert upload.counts is not None
    assert (upload.counts["new"], upload.counts["known"]) == (1, 2)
    assert upload.counts["replaced"] == 1
    assert findings(database, realm, upload) == ["statement_replaces"]
    assert count(database, realm, Transaction) == 3
    assert statuses(database, realm) == [
        ("REPLACED", "CREATED_LATER"), ("CURRENT", None)
    ]  # fmt: skip


def test_statement_with_other_content_that_nothing_tells_apart_waits_for_a_person(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY), "day.xml")
    before = shown(database, realm)
    longer = Sheet([*DAY.lines, Line("-1.00", reference="FEE")])
    upload = import_bytes(camt(longer), "corrected.xml")
    assert upload.state == "IMPORTED"
    assert findings(database, realm, upload) == ["statement_disputed"]
    assert statuses(database, realm) == [
        ("CURRENT", None), ("DISPUTED", "NOBODY_CAN_TELL")
    ]  # fmt: skip
    assert shown(database, realm) == before
    assert upload.counts is not None
    assert upload.counts["new"] == 0


def test_overlapping_period_is_told_and_entries_stay_single(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(DAY), "day.xml")
    week = Sheet(
        [*DAY.lines, Line("-9.00", day="2026-03-05", reference="R9")],
        sequence="W1", last="2026-03-06",
    )  # fmt: skip
    upload = import_bytes(camt(week), "week.xml")
    assert findings(database, realm, upload) == ["entries_known"]
    assert upload.counts is not None
    assert (upload.counts["new"], upload.counts["known"]) == (1, 3)
    assert count(database, realm, Transaction) == 4
    assert statuses(database, realm) == [("CURRENT", None), ("CURRENT", None)]
    # Each report's word for the three that both tell of is kept.
    assert len(all_tables(database, realm)["report entries"]) == 3


def test_two_equal_payments_of_one_statement_both_stay(
    import_bytes: Import, database: Database, realm: str
) -> None:
    twice = Sheet([Line("-25.00"), Line("-25.00"), Line("-25.00", day="2026-03-03")])
    import_bytes(camt(twice), "twice.xml")
    before = shown(database, realm)
    assert len(before["transactions"]) == 3
    import_bytes(camt(twice), "twice again.xml")
    assert shown(database, realm) == before


def _boundary(*, is_reversed: bool) -> list[bytes]:
    """Two statements that follow each other and share a day, one payment on each."""
    same = Line("-25.00", day="2026-03-03")
    morning = Sheet([same], sequence="7", last="2026-03-03")
    evening = Sheet(
        [same], sequence="8", opening="975.00", first="2026-03-03", last="2026-03-04"
    )
    files = [camt(morning), camt(evening)]
    return files[::-1] if is_reversed else files


@pytest.mark.parametrize("is_reversed", [False, True])
def test_equal_payments_on_a_day_shared_by_two_statements_both_stay(
    import_bytes: Import, database: Database, realm: str, *, is_reversed: bool
) -> None:
    for number, data in enumerate(_boundary(is_reversed=is_reversed)):
        assert import_bytes(data, f"{number}.xml").state == "IMPORTED"
    before = shown(database, realm)
    assert len(before["transactions"]) == 2
    assert statuses(database, realm) == [("CURRENT", None)] * 2
    for number, data in enumerate(_boundary(is_reversed=not is_reversed)):
        assert import_bytes(data, f"again {number}.xml").state == "KNOWN"
    assert shown(database, realm) == before
    assert all_tables(database, realm)["report entries"] == []


def test_boundary_payment_stays_when_a_report_brought_it_first(
    import_bytes: Import, database: Database, realm: str
) -> None:
    report = Sheet(
        [Line("-25.00", day="2026-03-03")], sequence="R1",
        first="2026-03-03", last="2026-03-03", closing="975.00",
    )  # fmt: skip
    import_bytes(camt(report, kind="camt.052"), "report.xml")
    for number, data in enumerate(_boundary(is_reversed=False)):
        import_bytes(data, f"{number}.xml")
    assert count(database, realm, Transaction) == 2


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        # A day without net movement: its closing is also its opening.
        (("2026-03-02", "2026-03-02"), ("2026-03-02", "2026-03-31")),
        # A pooled account closes at zero every day of the month.
        (("2026-03-02", "2026-03-02"), ("2026-03-01", "2026-03-31")),
        (("2026-03-02", "2026-03-02"), ("2026-02-01", "2026-03-02")),
    ],
)
@pytest.mark.parametrize("is_reversed", [False, True])
def test_day_inside_a_longer_statement_is_not_taken_for_the_one_before(
    import_bytes: Import,
    database: Database,
    realm: str,
    part: tuple[str, str],
    whole: tuple[str, str],
    *,
    is_reversed: bool,
) -> None:
    lines = [Line("500.00"), Line("-500.00")]
    files = [
        camt(Sheet(lines, sequence="61", opening="0.00", first=part[0], last=part[1])),
        camt(Sheet(lines, sequence="3", opening="0.00", first=whole[0], last=whole[1])),
    ]
    for number, data in enumerate(files[::-1] if is_reversed else files):
        import_bytes(data, f"{number}.xml")
    assert count(database, realm, Transaction) == 2


@pytest.mark.parametrize("is_reversed", [False, True])
def test_report_of_a_day_without_net_movement_is_not_counted_twice(
    import_bytes: Import, database: Database, realm: str, *, is_reversed: bool
) -> None:
    sheet = Sheet([Line("500.00"), Line("-500.00")], closing="1000.00")
    report = replace(sheet, sequence="R1")
    files = [camt(sheet), camt(report, kind="camt.052")]
    for number, data in enumerate(files[::-1] if is_reversed else files):
        import_bytes(data, f"{number}.xml")
    assert count(database, realm, Transaction) == 2


def test_two_statements_of_one_day_that_follow_each_other_keep_equal_payments(
    import_bytes: Import, database: Database, realm: str
) -> None:
    same = [Line("-25.00")]
    import_bytes(camt(Sheet(same, sequence="7")), "morning.xml")
    import_bytes(camt(Sheet(same, sequence="8", opening="975.00")), "evening.xml")
    assert count(database, realm, Transaction) == 2


def test_statement_without_entries_counts_for_its_balances(
    import_bytes: Import, database: Database, realm: str
) -> None:
    upload = import_bytes(camt(Sheet([], opening="77.00")), "quiet.xml")
    assert upload.state == "IMPORTED"
    with database.job_session(realm) as session:
        row = session.scalars(select(Statement)).one()
        assert (row.opening, row.closing) == (Decimal("77.00"), Decimal("77.00"))
        assert (row.entries, row.balanced) == (0, True)
    assert import_bytes(camt(Sheet([], opening="77.00")), "again.xml").state == "KNOWN"


def test_one_file_may_hold_several_statements_and_accounts(
    import_bytes: Import, database: Database, realm: str
) -> None:
    data = camt(
        DAY,
        Sheet([Line("1.00", day="2026-03-03")], sequence="2", opening="1047.50",
              first="2026-03-03", last="2026-03-03"),
        Sheet(DAY.lines, account=OTHER_ACCOUNT),
    )  # fmt: skip
    upload = import_bytes(data, "three.xml")
    assert upload.counts is not None
    assert (upload.counts["statements"], upload.counts["new"]) == (3, 7)
    tables = all_tables(database, realm)
    assert len(tables["accounts"]) == 2
    assert len(tables["statements"]) == 3
    assert len(tables["transactions"]) == 7


def test_same_statement_twice_in_one_file_is_stored_once(
    import_bytes: Import, database: Database, realm: str
) -> None:
    upload = import_bytes(camt(DAY, DAY), "twice.xml")
    assert upload.counts is not None
    assert (upload.counts["read"], upload.counts["new"]) == (6, 3)
    assert count(database, realm, Transaction) == 3


def test_equal_payments_of_two_notifications_are_told_to_be_doubtful(
    import_bytes: Import, database: Database, realm: str
) -> None:
    line = Line("100.00")
    for name, said in (("N1", []), ("N2", ["entries_doubted"])):
        sheet = Sheet([line], opening=None, name=name)
        upload = import_bytes(camt(sheet, kind="camt.054"), f"{name}.xml")
        told = findings(database, realm, upload)
        assert [code for code in told if code.startswith("entries")] == said
        assert upload.counts is not None
        assert upload.counts["doubted"] == len(said)


def test_an_earlier_version_that_comes_late_is_told_and_does_not_count(
    import_bytes: Import, database: Database, realm: str
) -> None:
    longer = Sheet([*DAY.lines[:2]], created="2026-03-04T06:00:00")
    import_bytes(camt(longer), "corrected.xml")
    before = shown(database, realm)
    upload = import_bytes(camt(DAY), "day.xml")
    assert findings(database, realm, upload) == ["statement_replaced"]
    assert shown(database, realm) == before


@pytest.mark.parametrize("is_right_first", [True, False])
def test_of_two_versions_the_one_counts_that_fits_the_days_beside_it(
    import_bytes: Import, database: Database, realm: str, *, is_right_first: bool
) -> None:
    quiet = Sheet([], "2", "1047.50", first="2026-03-03", last="2026-03-03")
    import_bytes(camt(quiet), "after.xml")
    right, wrong = camt(DAY), camt(replace(DAY, lines=DAY.lines[:2]))
    for data in (right, wrong) if is_right_first else (wrong, right):
        import_bytes(data, "day.xml")
    told = {("CURRENT", None), ("REPLACED", "FITS_BALANCES")}
    assert set(statuses(database, realm)) == told
    assert count(database, realm, Transaction) == 3


def test_details_of_a_notification_leave_with_it(
    import_bytes: Import,
    database: Database,
    realm: str,
    undo: Callable[[Upload], str | None],
) -> None:
    bare = Line("-75.00", reference="B1")
    parts = [Part("40.00", "Aage", "E1"), Part("35.00", "Bodil", "E2")]
    import_bytes(camt(Sheet([bare])), "day.xml")
    before = shown(database, realm)
    told = Sheet([replace(bare, parts=parts)], opening=None)
    upload = import_bytes(camt(told, kind="camt.054"), "told.xml")
    assert count(database, realm, Transaction) == 3
    assert undo(upload) is None
    assert shown(database, realm) == before
