"""A realm with an ERP in use, a bank that pays, and all a worker does for both."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import insert, select

from erplink import Call, Maker
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.documents import Vault, note_document
from giroscope.features.erp.exchange.jobs import exchange_due, exchange_works
from giroscope.features.erp.exchange.tables import ErpOutboxRow
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.save import save
from giroscope.features.erp.mapping.tables import ReferenceRule, Target
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.erp.tables import ErpConnection, ErpVersion
from giroscope.features.journals import importer, run_undo
from giroscope.features.journals.tables import JournalEvent
from giroscope.features.payments.approvals import MAIL_JOB
from giroscope.features.uploads import Fetched, Kind, enter
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database, Table
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import Job, JobState
from giroscope.settings import Settings
from tests.erp.exchange.ledger_erp import ACCOUNT, EURO, LedgerErp

REALM = "giroscope"
BOOKS = 1
NOW = datetime(2026, 11, 23, 8, 0, tzinfo=UTC)
"""A Monday; nothing is fetched unless a test asks, so that nothing happens twice."""
SOMEBODY = shell_actor(REALM)
_VALUES = {"company": "1", "fetch_minutes": "0"}


@dataclass
class ExchangeDesk:
    """Everything a test of the exchange does."""

    settings: Settings
    database: Database
    vault: Vault
    ledger: LedgerErp | Maker
    now: datetime = NOW

    def __post_init__(self) -> None:
        self.calls: list[Call] = []
        self.values = _VALUES
        self.kind = self.ledger.description.kind
        self.erp = Erp(
            self.settings, self.database, lambda: self.now,
            lambda _realm, _kind: self.calls.append, {self.kind: self.ledger},
        )  # fmt: skip
        self.works = {
            **exchange_works(self.erp, self.vault),
            "import": importer(self.vault, lambda: self.now),
            "undo": run_undo,
            MAIL_JOB: lambda _run: None,
        }

    def set_up(self) -> None:
        """An ERP in use and a bank, no mapping yet."""
        values = {**_VALUES, **self.values}
        told = {"created": NOW, "created_by": "u", "created_by_name": "U"}
        with self.database.job_connection(REALM) as connection:
            connection.execute(
                insert(ErpConnection).values(
                    id=BOOKS, kind=self.kind, name="Havnens Handel", state="ACTIVE",
                    company={"company": "1"}, began=self.now,
                )
            )  # fmt: skip
            connection.execute(
                insert(ErpVersion).values(
                    id=1, number=1, connection_id=BOOKS, kind=self.kind, state="ACTIVE",
                    values=values, revision=1, changed=NOW, changed_by="u",
                    changed_by_name="U", **told,
                )
            )  # fmt: skip
            connection.execute(
                insert(BankConnection).values(
                    id=1, name="Kystbanken", sort_name="kystbanken",
                    type="BANK_CONNECT", profile="bank-connect-bankdata",
                    environment="PRODUCTION", country="DK", state="ACTIVE",
                    parameters={"functionId": "FI48210975"}, version=1,
                    renews_itself=True, renew_days_before=45, fetch_minutes=15,
                    fetch_from=6, fetch_to=20, fetches_on_weekends=False, **told,
                )
            )  # fmt: skip
            connection.execute(
                insert(ServedAccount),
                [
                    {"connection_id": 1, "number": number, "pays": True}
                    for number in (ACCOUNT, EURO)
                ],
            )
            connection.commit()

    def map(self, method: str, target: Target, **more: Any) -> int:
        """Save a mapping."""
        values = {
            "charge_bearer": "", "reference_rule": _REFERENCES.get(
                target, ReferenceRule.FREE
            ),
            "valid_from": date(2026, 1, 1), "position": 0, **more,
        }  # fmt: skip
        return self.change(
            lambda connection: save(
                connection, BOOKS, SOMEBODY, Rule(method, target, **values), self.now
            )[0]
        )

    def map_all(self) -> None:
        """A mapping for each method that pays."""
        self.fetch_lists()
        self.map("M1", Target.DK_DOMESTIC)
        self.map("M2", Target.DK_FIK_71)
        self.map("M3", Target.SEPA_CT)

    def change(self, act: Callable[[Any], Any]) -> Any:
        """Do something in a transaction, committed."""
        with self.database.job_connection(REALM) as connection:
            found = act(connection)
            connection.commit()
        return found

    def ask(self, verb: str) -> int:
        """Ask for a job."""
        job: int = self.change(lambda c: add_job(c, verb, BOOKS, self.now))
        return job

    def run(self, verb: str) -> Job:
        """Ask for a job and do it."""
        job_id = self.ask(verb)
        jobs.perform(self.database, self.works, REALM, job_id)
        return self.one(Job, Job.id == job_id)

    def fetch_lists(self) -> None:
        """Methods, accounts and companies as the ERP has them."""
        job = self.run("erp_lists")
        assert job.state == JobState.SUCCEEDED, job.message

    def fetch(self) -> Job:
        """Read what is open, and plan it."""
        return self.run("erp_fetch")

    def settle(self) -> None:
        """Do all that waits, and all that becomes due by it, until nothing does."""
        for _ in range(20):
            self.turn()
            if not self.perform_waiting():
                return
        raise AssertionError("it never came to rest")

    def perform_waiting(self) -> bool:
        """Do all that waits; whether anything did."""
        waiting = self.all(Job, Job.state.in_(["QUEUED", "RUNNING"]))
        for job in waiting:
            jobs.perform(self.database, self.works, REALM, job.id)
        return bool(waiting)

    def hand_in(self, content: bytes, name: str) -> None:
        """A file that a bank sent."""
        self.pass_time(seconds=1)
        stored = self.vault.keep_now(REALM, [content])

        def enter_it(connection: Any) -> None:
            document_id = note_document(connection, stored, name, "BANK", self.now)
            enter(
                connection,
                Fetched(document_id, name, Kind.STATEMENT, "BANK", "Kystbanken"),
                self.now,
            )

        self.change(enter_it)

    def undo_upload(self, upload_id: int) -> None:
        """Take an import back."""
        self.pass_time(seconds=1)
        self.change(lambda c: add_job(c, "undo", upload_id, self.now))

    def turn(self) -> None:
        """What is due in this minute."""
        self.change(lambda c: exchange_due(self.erp)(REALM, c, self.now))

    def pass_time(self, **span: float) -> None:
        """Let the clock go on."""
        self.now += timedelta(**span)

    def payment(self, native_id: str) -> Any:
        """The last attempt at a payment."""
        return self.all(ErpPayment, ErpPayment.native_id == native_id)[-1]

    def states(self) -> dict[str, str]:
        """How far each payment is."""
        return {row.native_id: row.state for row in self.all(ErpPayment)}

    def outbox(self, operation: str) -> list[Any]:
        """What is or was to be written."""
        return self.all(ErpOutboxRow, ErpOutboxRow.operation == operation)

    def told(self, correlation_id: str) -> list[str]:
        """The codes of a journal's timeline."""
        rows = self.all(JournalEvent, JournalEvent.correlation_id == correlation_id)
        return [row.code for row in rows]

    def one(self, table: type[Table], *where: Any) -> Any:
        """The only row."""
        (row,) = self.all(table, *where)
        return row

    def all(self, table: type[Table], *where: Any) -> list[Any]:
        """Rows by id."""
        with self.database.job_connection(REALM) as connection:
            key: Any = table.__mapper__.primary_key[0]
            rows = connection.execute(select(table).where(*where).order_by(key))
            return list(rows.all())


_REFERENCES = {Target.DK_FIK_71: ReferenceRule.OCR, Target.DK_FIK_75: ReferenceRule.OCR}
