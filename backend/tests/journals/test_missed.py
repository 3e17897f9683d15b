"""What is missed and what is not: while files come, of reports, at a journal's end."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, insert, update

from giroscope.features.journals.tables import Journal
from giroscope.features.journals.watch import (
    RECALL_MISSING,
    recall_answered,
    watch_recalls,
)
from giroscope.features.messages import open_alarms
from giroscope.features.payments.recalls import Recall, RecalledPayment
from giroscope.features.payments.sending import Sending
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.test_watch import JOURNAL, LEFT, alarms, look
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Sheet, camt, each_day

Import = Callable[..., Upload]
TWO_WEEKS = camt(*each_day("2026-02-16", "2026-02-27"), message="STMT-1")
"""Of every banking day until Friday; that of Monday, 2 March, is missing."""
TUESDAY = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)


def test_a_statement_that_may_be_among_files_under_way_is_not_missed(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(TWO_WEEKS, "weeks.xml")

    def waits(state: str, *, since: timedelta) -> None:
        with database.job_connection(realm) as connection:
            connection.execute(
                update(Upload).values(state=state, created=TUESDAY - since)
            )
            connection.commit()

    for state in ("QUEUED", "RUNNING"):
        waits(state, since=timedelta(minutes=29))
        look(database, realm, TUESDAY)
        assert alarms(database, realm) == [], state
    # What stands still for half an hour holds nothing up.
    waits("RUNNING", since=timedelta(minutes=30))
    look(database, realm, TUESDAY)
    assert alarms(database, realm) == [("alarm.statement_missing", False, False)]


@pytest.mark.parametrize(
    ("kind", "is_missed"), [("camt.052", True), ("camt.053", False)]
)
def test_an_interim_report_does_not_stand_for_the_days_statement(
    import_bytes: Import, database: Database, realm: str, kind: str, *, is_missed: bool
) -> None:
    import_bytes(TWO_WEEKS, "weeks.xml")
    monday = Sheet([], sequence="11", first="2026-03-02", last="2026-03-02")
    import_bytes(camt(monday, kind=kind), "monday.xml")
    look(database, realm, TUESDAY)
    assert bool(alarms(database, realm)) is is_missed


def test_no_status_is_waited_for_once_a_journal_is_done(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": [Order("E1", "10.00")]}), "pay.xml", "PAYMENT")
    for state in ("BOOKED", "RECONCILED", "REJECTED", "CANCELLED"):
        with database.job_connection(realm) as connection:
            connection.execute(update(Journal).values(state=state))
            connection.commit()
        look(database, realm, LEFT + timedelta(hours=5))
        assert alarms(database, realm) == [], state


def _recalled(connection: Connection, number: int, document_id: int) -> str:
    """A request that the bank has, for the payment at this place; tells its case."""
    sending = connection.execute(
        insert(Sending)
        .values(
            correlation_id=JOURNAL, document_id=document_id, sha256="", kind="camt.055",
            connection_id=1, message_id=f"CASE-{number}", state="SENT", since=LEFT,
            asked=LEFT, tries=1, sent=LEFT,
        )
        .returning(Sending.id)
    ).scalar_one()  # fmt: skip
    recall = connection.execute(
        insert(Recall)
        .values(
            correlation_id=JOURNAL, case_id=f"CASE-{number}", connection_id=1,
            connection_name="Nordea", of_document_id=document_id, is_whole=False,
            payments=1, reason="DUPL", note="Twice.", state="CONFIRMED", asked=LEFT,
            asked_by="ole", asked_by_name="Ole", sending_id=sending,
        )
        .returning(Recall.id)
    ).scalar_one()  # fmt: skip
    connection.execute(
        insert(RecalledPayment).values(
            recall_id=recall, correlation_id=JOURNAL, position=number,
            end_to_end_id=f"E{number}",
        )
    )  # fmt: skip
    return f"CASE-{number}"


def test_the_alarm_about_recalls_stays_until_the_bank_has_answered_each(
    import_bytes: Import, database: Database, realm: str
) -> None:
    orders = [Order("E1", "10.00"), Order("E2", "20.00")]
    pay = import_bytes(pain001({"B1": orders}), "pay.xml", "PAYMENT")
    other = import_bytes(camt(Sheet([])), "day.xml")
    # By then two banking days have passed: Monday at nine to Wednesday at nine.
    at = LEFT + timedelta(days=2)
    with database.job_connection(realm) as connection:
        for number, upload in enumerate((pay, other), 1):
            _recalled(connection, number, upload.document_id)
        watch_recalls(connection, at - timedelta(seconds=1), 2)
        assert open_alarms(connection, RECALL_MISSING) == set()
        watch_recalls(connection, at, 2)
        assert open_alarms(connection, RECALL_MISSING) == {JOURNAL}
        recall_answered(connection, JOURNAL, at)
        assert open_alarms(connection, RECALL_MISSING) == {JOURNAL}
        connection.execute(update(Recall).values(state="WITHDRAWN"))
        recall_answered(connection, JOURNAL, at)
        assert open_alarms(connection, RECALL_MISSING) == set()
