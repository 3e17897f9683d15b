"""What is not undone says why, what was says so; nothing else changes."""

import json
from collections.abc import Callable

from sqlalchemy import insert, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.documents import Document
from giroscope.features.payments.approvals.tables import Release
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from tests.journals.realm_tables import all_tables
from tests.payments.payment_factory import Order, pain001, pain002
from tests.statements.statement_factory import Line, Sheet, camt

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]

PAYMENTS = pain001({"B1": [Order("E1", "40.00"), Order("E2", "35.00")]})
SHARED = Line("-75.00", reference="R1")
FILES = {
    "day.xml": camt(Sheet([SHARED])),
    "week.xml": camt(
        Sheet([SHARED, Line("3.00", day="2026-03-04")], sequence="W", last="2026-03-06")
    ),
}


def test_undo_of_payments_that_were_signed_is_refused(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    payments = import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    with database.job_session(realm) as session:
        document = session.get_one(Document, payments.document_id)
        session.execute(
            insert(Release).values(
                correlation_id=payments.correlation_id, document_id=document.id,
                sha256=document.sha256, connection_id=1, signed=system_clock(),
                signed_by="anna", signed_by_name="Anna", sending_id=1,
            )
        )  # fmt: skip
    before = all_tables(database, realm)
    assert undo(payments) == (
        "This import cannot be undone: its payments were signed for sending."
    )
    assert all_tables(database, realm) == before


def test_undo_changes_no_other_upload(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    day, week = (import_bytes(data, name) for name, data in FILES.items())
    assert undo(week) is None
    with database.job_session(realm) as session:
        rows = session.scalars(select(Upload).order_by(Upload.id)).all()
        assert [(row.state, row.correlation_id) for row in rows] == [
            ("IMPORTED", day.correlation_id), ("UNDONE", None),
        ]  # fmt: skip
        assert rows[0].counts == day.counts


def test_the_trail_tells_what_was_taken_back_and_what_was_not(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    payments = import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    status = import_bytes(pain002(group="ACCP"), "status.xml")
    assert undo(payments) is not None
    assert undo(status) is None
    with database.job_session(realm) as session:
        events = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.verb == "uploads.take_back")
            .order_by(AuditEvent.id)
        ).all()
        told = [
            (one.outcome, one.subject_id, json.loads(one.now or "")) for one in events
        ]
    assert told == [
        (
            "REFUSED", str(payments.id),
            {"blockedBy": ["status.xml answers its payments"]},
        ),
        ("DONE", str(status.id), {"state": "UNDONE"}),
    ]  # fmt: skip


def test_statements_that_share_entries_are_undone_in_any_order_and_told_so(
    import_bytes: Import, database: Database, realm: str, undo: Undo
) -> None:
    day, week = (import_bytes(data, name) for name, data in FILES.items())
    assert undo(day) is None
    assert undo(week) is None
    with database.job_session(realm) as session:
        events = session.scalars(
            select(AuditEvent).where(AuditEvent.verb == "uploads.take_back")
        ).all()
        assert {(one.outcome, one.subject_id) for one in events} == {
            ("DONE", str(day.id)), ("DONE", str(week.id)),
        }  # fmt: skip
