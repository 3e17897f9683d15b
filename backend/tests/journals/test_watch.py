"""Alarms for what did not happen are raised once, kept, and cleared when it comes."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest
from sqlalchemy import Connection, insert, select, update

from giroscope.features.banks import Account
from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.journals.tables import Journal, JournalEvent
from giroscope.features.journals.watch import watcher
from giroscope.features.messages.tables import (
    Alarm,
    MessageResolution,
    SystemMessage,
)
from giroscope.features.payments import StatusReport
from giroscope.features.statements import StatementHabit
from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from localization import Message
from tests.messages.told import said
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import Line, Sheet, camt, each_day

Import = Callable[..., Upload]

JOURNAL = tie.of_payment_message("PAY-1")
LEFT = datetime(2026, 3, 2, 8, tzinfo=UTC)


def sent(_connection: Connection, _now: datetime) -> dict[str, datetime]:
    """The one file that left."""
    return {JOURNAL: LEFT}


def look(database: Database, realm: str, at: datetime) -> None:
    """What the schedule does each minute."""
    with database.job_connection(realm) as connection:
        watcher(sent, status_hours=4)(realm, connection, at)
        connection.commit()


def alarms(database: Database, realm: str) -> list[tuple[str, bool, bool]]:
    """Kind, whether it is cleared, and whether its message is resolved."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            select(Alarm.kind, Alarm.cleared, MessageResolution.by_name)
            .join(SystemMessage, SystemMessage.id == Alarm.message_id)
            .outerjoin(
                MessageResolution, MessageResolution.message_id == Alarm.message_id
            )
            .order_by(Alarm.id)
        )
        return [(kind, at is not None, by is not None) for kind, at, by in rows]


def told(database: Database, realm: str) -> list[str]:
    """What the alarms say."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            select(SystemMessage.code, SystemMessage.values).join(
                Alarm, Alarm.message_id == SystemMessage.id
            )
        )
        return [said(*row) for row in rows]


def attention(database: Database, realm: str) -> bool:
    """Whether the journal needs somebody."""
    with database.job_connection(realm) as connection:
        found = connection.execute(
            select(Journal.needs_attention).where(Journal.correlation_id == JOURNAL)
        )
        return bool(found.scalar_one())


def test_missing_status_is_told_once_and_cleared_by_the_answer(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": [Order("E1", "10.00")]}), "pay.xml", "PAYMENT")
    look(database, realm, LEFT + timedelta(hours=3, minutes=59))
    assert alarms(database, realm) == []
    for minutes in (0, 1, 60):
        look(database, realm, LEFT + timedelta(hours=4, minutes=minutes))
    assert alarms(database, realm) == [("alarm.status_missing", False, False)]
    assert attention(database, realm)
    with database.job_connection(realm) as connection:
        told = connection.execute(
            select(JournalEvent.code).where(JournalEvent.correlation_id == JOURNAL)
        ).scalars()
        assert list(told).count("alarm.status_missing") == 1
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    assert alarms(database, realm) == [("alarm.status_missing", True, True)]
    assert not attention(database, realm)
    look(database, realm, LEFT + timedelta(hours=9))
    assert len(alarms(database, realm)) == 1


def test_missing_statement_is_told_once_and_cleared_when_it_comes(
    import_bytes: Import, database: Database, realm: str
) -> None:
    balance = 1000
    for number, day in enumerate(_weekdays(date(2026, 2, 16), 10), 1):
        import_bytes(_statement(day, number, balance), f"{day}.xml")
        balance -= 1
    with database.job_connection(realm) as connection:
        connection.execute(update(Account).values(nickname="Wages"))
        connection.commit()
    monday = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    look(database, realm, monday)
    assert alarms(database, realm) == []
    for hour in (24, 25, 48):
        look(database, realm, monday + timedelta(hours=hour))
    assert alarms(database, realm) == [("alarm.statement_missing", False, False)]
    assert [text.split(" for ")[0] for text in told(database, realm)] == [
        "The statement of Wages"
    ]
    for number, day in enumerate((date(2026, 3, 2), date(2026, 3, 3)), 11):
        import_bytes(_statement(day, number, balance), f"{day}.xml")
        balance -= 1
    look(database, realm, monday + timedelta(hours=49))
    assert alarms(database, realm) == [("alarm.statement_missing", True, True)]


def test_what_is_missing_stays_told_until_nobody_waits_for_it(
    import_bytes: Import, database: Database, realm: str
) -> None:
    days = each_day("2026-02-16", "2026-02-27")
    import_bytes(camt(*days), "weeks.xml")
    look(database, realm, datetime(2026, 3, 3, 9, 30, tzinfo=UTC))
    # A year later it is as missing as it was.
    for day in (date(2026, 4, 20), date(2027, 3, 1)):
        look(database, realm, datetime.combine(day, time(9, 30), UTC))
        assert alarms(database, realm) == [("alarm.statement_missing", False, False)]
    with database.job_connection(realm) as connection:
        connection.execute(
            insert(StatementHabit).values(
                account_id=1, due="10:00", is_watched=False
            )
        )  # fmt: skip
        connection.commit()
    look(database, realm, datetime(2027, 3, 1, 10, tzinfo=UTC))
    assert alarms(database, realm) == [("alarm.statement_missing", True, True)]


def test_an_old_archive_tells_of_nothing_missing_until_somebody_waits(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(*each_day("2016-02-15", "2016-02-26")), "weeks.xml")
    look(database, realm, datetime(2026, 3, 3, 9, 30, tzinfo=UTC))
    assert alarms(database, realm) == []
    with database.job_connection(realm) as connection:
        connection.execute(
            insert(StatementHabit).values(account_id=1, due="10:00", is_watched=True)
        )
        connection.commit()
    look(database, realm, datetime(2026, 3, 3, 9, 31, tzinfo=UTC))
    assert alarms(database, realm) == [("alarm.statement_missing", False, False)]


def test_a_statement_of_each_month_is_missed_when_the_next_month_has_none(
    import_bytes: Import, database: Database, realm: str
) -> None:
    months = [
        Sheet([], str(n), first=f"2026-0{n}-01", last=f"2026-0{n}-{last}")
        for n, last in enumerate((31, 28, 31), 1)
    ]
    import_bytes(camt(*months), "months.xml")
    for told, day in ((False, date(2026, 4, 9)), (True, date(2026, 5, 8))):
        look(database, realm, datetime.combine(day, time(12), UTC))
        assert bool(alarms(database, realm)) is told


def _weekdays(first: date, count: int) -> list[date]:
    every = (first + timedelta(days=n) for n in range(2 * count))
    return [day for day in every if day.weekday() < 5][:count]


def _statement(day: date, number: int, opening: int) -> bytes:
    line = Line("-1.00", day=day.isoformat(), reference=f"FEE-{number}")
    sheet = Sheet(
        [line], sequence=str(number), opening=f"{opening}.00",
        first=day.isoformat(), last=day.isoformat(),
    )  # fmt: skip
    return camt(sheet, message=f"STMT-{number}")


@pytest.mark.parametrize(
    ("reports", "codes"),
    [
        (["ACTC", "ACSC"], ["journal.status_stage", "journal.status_stage"]),
        (["ACSC", "ACTC"], ["journal.status_stage", "journal.status_late"]),
        (["ACCP", "ACCP"], ["journal.status_stage", "journal.status_repeated"]),
        (["HMMM"], ["journal.status_unknown"]),
    ],
)
def test_timeline_tells_what_each_report_changed(
    import_bytes: Import,
    database: Database,
    realm: str,
    reports: list[str],
    codes: list[str],
) -> None:
    import_bytes(pain001({"B1": [Order("E1", "10.00")]}), "pay.xml", "PAYMENT")
    for number, code in enumerate(reports):
        said = pain002(group=code, message=f"ST-{number}")
        import_bytes(said, f"{number}.xml", "PAYMENT")
    with database.job_connection(realm) as connection:
        told = connection.execute(
            select(JournalEvent.code)
            .where(JournalEvent.code.startswith("journal.status_"))
            .order_by(JournalEvent.id)
        ).scalars()
        assert [code for code in told if not code.endswith("received")] == codes


def test_report_without_our_message_id_is_known_by_its_payments(
    import_bytes: Import,
) -> None:
    import_bytes(pain001({"B1": [Order("E1", "10.00")]}), "pay.xml", "PAYMENT")
    said = pain002(original="OTHER", batches={"B1": (None, [Answer("E1", "ACSP")])})
    upload = import_bytes(said, "status.xml", "PAYMENT")
    assert upload.correlation_id == JOURNAL
    strange = pain002(original="THIRD", batches={"B9": (None, [Answer("E1", "ACSP")])})
    assert import_bytes(strange, "other.xml", "PAYMENT").correlation_id != JOURNAL


def _import_again(
    database: Database, works: dict[str, jobs.Work], realm: str, document_id: int
) -> None:
    with database.job_session(realm) as session:
        wanted = select(Upload).where(Upload.document_id == document_id)
        upload = session.scalars(wanted).one()
        job = Job(**jobs.new_job("import", upload.id, LEFT))
        session.add(job)
        session.flush()
        upload.job_id, upload.state = job.id, "QUEUED"
        job_id = job.id
    jobs.perform(database, works, realm, job_id)


def test_importing_again_says_what_it_changed(
    import_bytes: Import, database: Database, works: dict[str, jobs.Work], realm: str
) -> None:
    order = pain001({"B1": [Order("E1", "10.00")]})
    import_bytes(order, "pay.xml", "PAYMENT")
    said = pain002(group="ACSP")
    import_bytes(said, "status.xml", "PAYMENT")
    with database.job_session(realm) as session:
        documents = {d.name: d.id for d in session.scalars(select(Document))}
        # As an older reader might have left it.
        session.execute(update(StatusReport).values(status="ACTC"))
        session.execute(update(Journal).values(state="SENT", accepted=0, pending=1))
    for name in ("status.xml", "pay.xml"):
        _import_again(database, works, realm, documents[name])
    with database.job_connection(realm) as connection:
        told = connection.execute(
            select(JournalEvent.code, JournalEvent.values)
            .where(JournalEvent.code.startswith("journal.reimport_"))
            .order_by(JournalEvent.id)
        ).all()
    assert [code for code, _ in told] == [
        "journal.reimport_changed", "journal.reimport_same",
    ]  # fmt: skip
    changed = Message.filled(*told[0]).plain_values()["changed"]
    assert "pending 1 → 0" in changed
