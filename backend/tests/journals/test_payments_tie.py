"""Payment file, status report and statement end in one journal, in any order."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.journals import tie
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.payments import Payment, StatusReport
from giroscope.features.uploads import Upload, UploadFinding
from giroscope.kernel.database import Database
from tests.journals.realm_tables import Tables, all_tables
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Upload]

ORDERS = (
    Order("E1", "100.00", instruction="I1"),
    Order("E2", "250.50", instruction="I2"),
    Order("E3", "75.00", instruction="I3"),
)
PAYMENTS = ("pay.xml", pain001({"B1": ORDERS}), "PAYMENT")
JOURNAL = tie.of_payment_message("PAY-1")


def booked(*orders: Order, batch: str | None = None) -> Line:
    """The entry that books these payments: its own, or a batch with details."""
    parts = [Part(each.amount, each.creditor, each.end_to_end) for each in orders]
    total = sum(float(each.amount) for each in orders)
    return Line(f"-{total:.2f}", parts=parts, batch=batch, reference="BOOK1")


def statement(*lines: Line) -> tuple[str, bytes, str]:
    """A statement file of these entries."""
    return "day.xml", camt(Sheet(lines), message="STMT-1"), "STATEMENT"


def status(**said: Any) -> tuple[str, bytes, str]:
    """A status report file."""
    return "status.xml", pain002(**said), "PAYMENT"


def journal(database: Database, realm: str, correlation_id: str = JOURNAL) -> Journal:
    """One journal."""
    with database.job_session(realm) as session:
        row = session.scalars(
            select(Journal).where(Journal.correlation_id == correlation_id)
        ).one()
        session.expunge(row)
        return row


def counts(row: Journal) -> tuple[int, int, int, int, int]:
    """Payments: all, accepted, rejected, pending, booked."""
    return row.payments, row.accepted, row.rejected, row.pending, row.booked


def without_history(tables: Tables) -> Tables:
    """Everything but the timeline and who came first."""
    with_order = {"journal_events", "journals"}
    return {name: rows for name, rows in tables.items() if name not in with_order}


ALL_BOOKED = statement(*(booked(each) for each in ORDERS))
CASES = {
    "accepted and booked": (
        status(group="ACSC"), ALL_BOOKED, "RECONCILED", (3, 0, 0, 0, 3),
    ),
    "one refused, the rest booked": (
        status(group="PART", batches={"B1": ("PART", [
            Answer("E1", "ACSC"), Answer("E2", "RJCT", "AC04"), Answer("E3", "ACSC"),
        ])}),
        statement(booked(ORDERS[0]), booked(ORDERS[2])),
        "RECONCILED", (3, 0, 1, 0, 2),
    ),
    "batch booked by its id": (
        status(batches={"B1": ("ACSC", [])}),
        statement(Line("-425.50", batch="B1", reference="SUM")),
        "RECONCILED", (3, 0, 0, 0, 3),
    ),
    "batch booked without what was refused": (
        status(batches={"B1": ("PART", [Answer("E3", "RJCT", "AC01")])}),
        statement(Line("-350.50", batch="B1", reference="SUM")),
        "RECONCILED", (3, 0, 1, 0, 2),
    ),
    "details of a batch entry": (
        status(group="ACCP"), statement(booked(*ORDERS)), "RECONCILED", (3, 0, 0, 0, 3),
    ),
    "one of three booked": (
        status(group="ACCP"), statement(booked(ORDERS[1])), "ACCEPTED", (3, 2, 0, 0, 1),
    ),
    "all refused": (
        status(group="RJCT", reason="FF01"),
        statement(Line("-9.00", reference="FEE")),
        "REJECTED", (3, 0, 3, 0, 0),
    ),
}  # fmt: skip


@pytest.mark.dealt(4)
@pytest.mark.parametrize("case", CASES)
def test_any_order_gives_the_same_journal(
    import_bytes: Import,
    database: Database,
    realm: str,
    case: str,
) -> None:
    answer, proof, state, expected = CASES[case]
    files = {name: (data, kind) for name, data, kind in (PAYMENTS, answer, proof)}
    seen: Tables | None = None
    for order in permutations(files):
        uploads = [import_bytes(files[n][0], n, files[n][1]) for n in order]
        assert [upload.state for upload in uploads] == ["IMPORTED"] * 3, order
        row = journal(database, realm)
        assert (row.state, counts(row)) == (state, expected), order
        assert (row.message_id, row.has_status) == ("PAY-1", True), order
        assert row.has_statement == (row.booked > 0), order
        tables = without_history(all_tables(database, realm))
        seen = seen or tables
        assert tables == seen, order
        _empty(database, realm)


def _empty(database: Database, realm: str) -> None:
    """Delete what imports brought; cheaper than a database for every order."""
    tables = ("payment_flags", "payment_checks", "status_reports", "payments",
              "payment_batches", "journal_documents",
              "journal_events", "journals", "upload_findings", "possible_duplicates",
              "report_entries", "statements", "transactions", "jobs", "uploads",
              "accounts", "documents")  # fmt: skip
    with database.job_session(realm) as session:
        if database.is_sqlite:
            session.execute(
                text(
                    "INSERT INTO transaction_words (transaction_words, rowid, words)"
                    " SELECT 'delete', id, words FROM transactions"
                    " WHERE parent_id IS NULL"
                )
            )
        for table in tables:
            session.execute(text(f"DELETE FROM {table}"))  # noqa: S608 - named above


def _import_all(import_bytes: Import, files: Sequence[tuple[str, bytes, str]]) -> None:
    for name, data, kind in files:
        import_bytes(data, name, kind)


def test_what_the_bank_said_last_counts_whatever_came_first(
    import_bytes: Import, database: Database, realm: str
) -> None:
    later = pain002(group="ACSC", message="ST-2", created="2026-03-02T09:30:00+01:00")
    earlier = pain002(group="RJCT", message="ST-1", created="2026-03-02T08:00:00Z")
    undated = pain002(group="PDNG", message="ST-0", created="soon")
    _import_all(
        import_bytes,
        [
            PAYMENTS,
            ("later.xml", later, "PAYMENT"),
            ("earlier.xml", earlier, "PAYMENT"),
            ("undated.xml", undated, "PAYMENT"),
        ],
    )
    assert counts(journal(database, realm)) == (3, 3, 0, 0, 0)


def test_reasons_of_a_refusal_are_kept(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _import_all(import_bytes, [PAYMENTS, status(group="RJCT", reason="AM04")])
    with database.job_session(realm) as session:
        report = session.scalars(select(StatusReport)).one()
        assert (report.level, report.status) == ("FILE", "RJCT")
        assert report.reasons == [{"code": "AM04", "text": None}]
    assert journal(database, realm).needs_attention


def test_payments_without_id_of_their_own_are_told_apart_by_instruction(
    import_bytes: Import, database: Database, realm: str
) -> None:
    nameless = [
        Order("NOTPROVIDED", "10.00", instruction="I1"),
        Order("NOTPROVIDED", "20.00", instruction="I2"),
    ]
    said = [Answer("NOTPROVIDED", "RJCT", "AC01", "I2")]
    _import_all(
        import_bytes,
        [
            ("pay.xml", pain001({"B1": nameless}), "PAYMENT"),
            status(group="PART", batches={"B1": ("ACCP", said)}),
        ],
    )
    with database.job_session(realm) as session:
        statuses = session.scalars(select(Payment.status).order_by(Payment.position))
        assert list(statuses) == ["ACCP", "RJCT"]


def test_second_file_with_a_used_message_id_is_told_and_kept_apart(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _import_all(import_bytes, [PAYMENTS])
    other = pain001({"B9": [Order("E9", "1.00")]})
    upload = import_bytes(other, "same id.xml", "PAYMENT")
    assert upload.correlation_id == tie.of_document(_sha(database, realm, upload))
    with database.job_session(realm) as session:
        codes = session.scalars(
            select(UploadFinding.code).where(UploadFinding.upload_id == upload.id)
        )
        assert "message_id_used" in list(codes)
    assert counts(journal(database, realm)) == (3, 0, 0, 3, 0)


def _sha(database: Database, realm: str, upload: Upload) -> str:
    with database.job_session(realm) as session:
        found = session.execute(
            text("SELECT sha256 FROM documents WHERE id = :id"),
            {"id": upload.document_id},
        )
        return str(found.scalar_one())


@pytest.mark.parametrize("has_details", [True, False])
def test_payment_is_booked_when_a_statement_confirms_a_pending_report(
    import_bytes: Import, database: Database, realm: str, *, has_details: bool
) -> None:
    orders = ORDERS if has_details else ORDERS[:1]
    pending = booked(*orders)
    sheet = Sheet([pending])
    waiting = Sheet(
        [Line(pending.amount, parts=pending.parts, reference="BOOK1", status="PDNG")],
        sequence="R1", closing="1000.00",
    )  # fmt: skip
    _import_all(
        import_bytes,
        [
            ("pay.xml", pain001({"B1": orders}), "PAYMENT"),
            ("report.xml", camt(waiting, kind="camt.052"), "STATEMENT"),
        ],
    )
    assert journal(database, realm).booked == 0
    import_bytes(camt(sheet), "day.xml")
    row = journal(database, realm)
    assert (row.state, row.booked, row.has_statement) == (
        "RECONCILED",
        len(orders),
        True,
    )
    with database.job_session(realm) as session:
        names = session.execute(
            text(
                "SELECT d.name FROM journal_documents j JOIN documents d"
                " ON d.id = j.document_id WHERE j.correlation_id = :journal"
            ),
            {"journal": JOURNAL},
        )
        assert "day.xml" in set(names.scalars())


def test_amount_in_another_currency_books_nothing(
    import_bytes: Import, database: Database, realm: str
) -> None:
    euro = [Order("E1", "100.00", currency="EUR")]
    _import_all(
        import_bytes,
        [
            ("pay.xml", pain001({"B1": euro}), "PAYMENT"),
            statement(Line("-100.00", batch="B1", reference="X")),
        ],
    )
    assert journal(database, realm).booked == 0


def test_statement_that_books_two_files_belongs_to_both_journals(
    import_bytes: Import, database: Database, realm: str
) -> None:
    second = pain001({"B2": [Order("F1", "5.00")]}, message="PAY-2")
    _import_all(
        import_bytes,
        [PAYMENTS, ("two.xml", second, "PAYMENT"),
         statement(booked(*ORDERS[:1]), booked(Order("F1", "5.00")))],
    )  # fmt: skip
    with database.job_session(realm) as session:
        held = session.scalars(
            select(JournalDocument.correlation_id).where(
                JournalDocument.kind == "STATEMENT"
            )
        )
        assert {JOURNAL, tie.of_payment_message("PAY-2")} <= set(held)
