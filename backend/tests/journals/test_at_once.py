"""Two who change the same thing at the same moment: the second sees the first."""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import Account, BankFile
from giroscope.features.documents import Vault
from giroscope.features.journals import habits, settle, tie
from giroscope.features.journals.errors import NotToSettle
from giroscope.features.journals.tables import Journal, JournalSettlement
from giroscope.features.statements import StatementHabit, Transaction
from giroscope.features.uploads import Fetched, Kind, Upload, actions, enter
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import Conflict
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from tests.journals.bank_inbox import bank_file, collect, connection_row
from tests.journals.two_at_once import ON_POSTGRES, first, in_thread
from tests.payments.payment_factory import Order, pain001, pain002
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = ON_POSTGRES

Import = Callable[..., Upload]
Change = Callable[[Callable[[WriteSession, Actor], Awaitable[Any]]], Any]
JOURNAL = tie.of_payment_message("PAY-1")
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = camt(Sheet([Line("1.00", reference="R1")]), message="M")


@pytest.fixture
def change(settings: Settings, realm: str, in_own_loop: Callable[[Any], Any]) -> Change:
    """Do something in one transaction, as the person at the command line."""

    def run(action: Callable[[WriteSession, Actor], Awaitable[Any]]) -> Any:
        async def work() -> Any:
            own = Database(settings)
            try:
                async with own.writing(realm) as session:
                    return await action(session, shell_actor(realm))
            finally:
                await own.close()

        return in_own_loop(work())

    return run


def rows(database: Database, realm: str, table: Any, *where: Any) -> list[Any]:
    """Rows of a table by id."""
    with database.job_connection(realm) as connection:
        key = table.__mapper__.primary_key[0]
        return list(connection.execute(select(table).where(*where).order_by(key)))


def test_the_second_to_change_a_habit_says_what_the_first_made_of_it(
    import_bytes: Import, database: Database, realm: str, change: Change
) -> None:
    import_bytes(DAY, "day.xml")
    (account,) = rows(database, realm, Account)
    wish = partial(habits.Wanted, is_watched=True)
    change(lambda s, a: habits.change(s, a, account.id, wish(due="07:00"), NOW))

    def eight(connection: Connection) -> None:
        connection.execute(update(StatementHabit).values(due="08:00"))

    with first(database, realm, eight) as then:
        then(
            lambda: change(
                lambda s, a: habits.change(s, a, account.id, wish(due="09:00"), NOW)
            )
        )
    told = rows(database, realm, AuditEvent, AuditEvent.verb == "statements.expect")
    assert '"due":"08:00"' in told[-1].was.replace(" ", "")
    assert [row.due for row in rows(database, realm, StatementHabit)] == ["09:00"]


def test_a_journal_is_settled_by_one_of_two(
    import_bytes: Import, database: Database, realm: str, change: Change
) -> None:
    import_bytes(pain001({"B1": [Order("E1", "10.00")]}), "pay.xml", "PAYMENT")
    import_bytes(pain002(group="RJCT"), "refused.xml", "PAYMENT")
    (journal,) = rows(database, realm, Journal)

    def settled(connection: Connection) -> None:
        connection.execute(
            insert(JournalSettlement).values(
                correlation_id=JOURNAL, at=NOW, by_id="a", by_name="A", reason="x",
                trouble=journal.trouble,
            )
        )  # fmt: skip
        tie.refresh(connection, [JOURNAL], NOW)

    with (
        first(database, realm, settled) as then,
        pytest.raises(NotToSettle),
    ):
        then(lambda: change(lambda s, a: settle.settle(s, a, JOURNAL, "y", NOW)))
    assert len(rows(database, realm, JournalSettlement)) == 1


def test_an_import_that_ends_just_now_is_not_cancelled(
    import_bytes: Import, database: Database, realm: str, change: Change
) -> None:
    upload = import_bytes(DAY, "day.xml")
    with database.job_connection(realm) as connection:
        connection.execute(update(Job).values(state="RUNNING"))
        connection.commit()

    def succeeded(connection: Connection) -> None:
        connection.execute(update(Job).values(state="SUCCEEDED"))

    with first(database, realm, succeeded) as then, pytest.raises(Conflict):
        then(lambda: change(lambda s, a: actions.cancel(s, a, upload.job_id or 0)))
    assert [job.state for job in rows(database, realm, Job)] == ["SUCCEEDED"]


def test_a_file_of_a_bank_is_handed_on_by_one_of_two_workers(
    database: Database, realm: str, vault: Vault
) -> None:
    bank = connection_row(database, realm)
    file = bank_file(database, vault, realm, bank, "day.xml", DAY)

    def hand_on(connection: Connection) -> None:
        document = connection.execute(select(BankFile.document_id)).scalar_one()
        fetched = Fetched(document, "day.xml", Kind.STATEMENT, "BANK", "Nordea")
        upload = enter(connection, fetched, NOW)
        connection.execute(
            update(BankFile)
            .where(BankFile.id == file)
            .values(collected_at=NOW, upload_id=upload)
        )

    with first(database, realm, hand_on) as then:
        then(lambda: collect(database, realm, bank))
    (upload,) = rows(database, realm, Upload)
    assert [row.upload_id for row in rows(database, realm, BankFile)] == [upload.id]


def test_an_import_stores_nothing_while_another_stores(
    import_bytes: Import, database: Database, realm: str
) -> None:
    with ExitStack() as other:
        other.enter_context(database.alone(realm))
        importing = partial(import_bytes, DAY, "day.xml")
        with in_thread(database, realm, importing) as imported:
            assert rows(database, realm, Transaction) == []
            other.close()
    assert imported.result().state == "IMPORTED"
    assert len(rows(database, realm, Transaction)) == 1
