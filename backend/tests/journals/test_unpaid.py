"""A file that a bank accepted and never carried out is told when statements show it."""

from datetime import UTC, datetime

from sqlalchemy import insert, select, update

from giroscope.features.documents import Document
from giroscope.features.journals.watch import watch_executions
from giroscope.features.messages.tables import Alarm, SystemMessage
from giroscope.features.payments.sending import Sending
from giroscope.kernel.database import Database
from tests.journals.test_returns_and_proof import (
    JOURNAL,
    PAYMENTS,
    Import,
    day,
    journal,
)
from tests.messages.told import said
from tests.payments.payment_factory import DEBTOR, Order, pain001, pain002
from tests.statements.statement_factory import OTHER_ACCOUNT, Sheet, camt

NOW = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
MONDAY = day(on="2026-03-02", opening="1000.00", sequence="1")
TUESDAY = day(on="2026-03-03", opening="1000.00", sequence="2")


def _sent(database: Database, realm: str) -> None:
    """The bank has the file."""
    with database.job_connection(realm) as connection:
        sha256, document_id = connection.execute(
            select(Document.sha256, Document.id).order_by(Document.id)
        ).first() or ("", 0)
        connection.execute(
            insert(Sending).values(
                correlation_id=JOURNAL, document_id=document_id, sha256=sha256,
                connection_id=1, message_id="PAY-1", kind="pain.001", state="SENT",
                since=NOW, asked=NOW, tries=1, sent=NOW,
            )
        )  # fmt: skip
        connection.commit()


def _told(database: Database, realm: str) -> list[tuple[str, bool]]:
    """Look, and tell each alarm's sentence and whether it is over."""
    with database.job_connection(realm) as connection:
        watch_executions(connection, NOW)
        connection.commit()
        rows = connection.execute(
            select(SystemMessage.code, SystemMessage.values, Alarm.cleared)
            .join(Alarm, Alarm.message_id == SystemMessage.id)
            .where(Alarm.kind == "alarm.execution_missing")
        )
        return [(said(*told), cleared is not None) for *told, cleared in rows]


def test_a_day_that_is_over_without_its_payments_is_told_once(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    _sent(database, realm)
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    import_bytes(MONDAY, "monday.xml")
    assert _told(database, realm) == [], "it may be carried out on the next day"
    import_bytes(TUESDAY, "tuesday.xml")
    told = (
        "PAY-1 was to be carried out on 2026-03-02, and the statements through"
        " 2026-03-03 show nothing of it"
    )
    assert _told(database, realm) == [(told, False)]
    assert _told(database, realm) == [(told, False)]
    assert journal(database, realm).needs_attention
    import_bytes(pain002(group="RJCT"), "refused.xml", "PAYMENT")
    assert _told(database, realm) == [(told, True)]


def test_a_file_that_did_not_leave_from_here_is_not_waited_for(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    import_bytes(MONDAY, "monday.xml")
    import_bytes(TUESDAY, "tuesday.xml")
    assert _told(database, realm) == []


def test_a_report_that_is_not_final_proves_nothing(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    _sent(database, realm)
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    import_bytes(MONDAY, "monday.xml")
    report = Sheet([], sequence="R", first="2026-03-03", last="2026-03-03")
    import_bytes(camt(report, kind="camt.052"), "report.xml")
    assert _told(database, realm) == []


def test_of_several_accounts_each_has_to_be_told_of(
    import_bytes: Import, database: Database, realm: str
) -> None:
    both = pain001({"B1": [Order("E1", "1.00")], "B2": [Order("E2", "2.00")]})
    first, _, last = both.rpartition(DEBTOR.encode())
    import_bytes(first + OTHER_ACCOUNT.encode() + last, "pay.xml", "PAYMENT")
    _sent(database, realm)
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    for on, accounts in (("2026-03-02", (DEBTOR, OTHER_ACCOUNT)), ("2026-03-03", ())):
        for account in accounts or (DEBTOR,):
            sheet = Sheet([], sequence=on, first=on, last=on, account=account)
            import_bytes(camt(sheet), f"{account}-{on}.xml")
    assert _told(database, realm) == [], "of one account nothing is known yet"
    sheet = Sheet([], sequence="T", first="2026-03-03", last="2026-03-03",
                  account=OTHER_ACCOUNT)  # fmt: skip
    import_bytes(camt(sheet), "other.xml")
    assert len(_told(database, realm)) == 1


def test_only_what_the_bank_has_is_missed_on_statements(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    _sent(database, realm)
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    for name, data in (("monday.xml", MONDAY), ("tuesday.xml", TUESDAY)):
        import_bytes(data, name)
    for state in ("WAITING", "LEAVING", "UNKNOWN", "REFUSED", "NOT_TAKEN", "CANCELLED"):
        with database.job_connection(realm) as connection:
            connection.execute(update(Sending).values(state=state))
            connection.commit()
        assert _told(database, realm) == [], state
    for values, count in (
        ({"state": "SENT", "kind": "camt.055"}, 0),
        ({"state": "SENT", "kind": "pain.001"}, 1),
    ):
        with database.job_connection(realm) as connection:
            connection.execute(update(Sending).values(**values))
            connection.commit()
        told = _told(database, realm)
        assert [over for _, over in told] == [False] * count, values
