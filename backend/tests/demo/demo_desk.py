"""Sets of demo data as people ask for them, and jobs done as a worker does them."""

from collections.abc import Callable
from datetime import date
from typing import Any

import httpx2
from sqlalchemy import insert, select, text

import banksim
import erpsim
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import Banks
from giroscope.features.demo import actions
from giroscope.features.demo.pay import due, payer
from giroscope.features.demo.tables import DemoSet
from giroscope.features.demo.wishes import Preset, Wish, usual
from giroscope.features.documents import Vault
from giroscope.features.erp.exchange.jobs import exchange_due
from giroscope.features.erp.open_connection import Erp
from giroscope.features.logs import Recorder, Witnesses
from giroscope.features.payments.approvals.rules import Rule, Step
from giroscope.features.payments.approvals.tables import ApprovalPolicyVersion
from giroscope.features.payments.sending import Sending
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.database import Database, Table
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from giroscope.worker import works

FIGURES = {"days": 4, "accounts": 2, "a_day": 3, "payments_a_day": 3}
_LONG = 16
"""Minutes that the longest way out takes, where every step has one."""
_GROWS = frozenset(
    {"audit_events", "chain_heads", "communication_keeping", "counters", "demo_sets",
     "jobs", "message_changes",
     "schedule_turns", "sqlite_sequence", "system_messages"}
)  # fmt: skip
"""What keeps a memory of all that happened, whatever is removed."""


class DemoDesk:
    """Everything a test of this room does."""

    def __init__(
        self, settings: Settings, database: Database, vault: Vault, realm: str,
        in_own_loop: Callable[[Any], Any],
    ) -> None:  # fmt: skip
        self.settings, self.database, self.realm = settings, database, realm
        self._vault, self._in_own_loop = vault, in_own_loop
        recorder = Recorder(database, load_master_key(settings))
        self.close, self._told = recorder.close, recorder.flush
        witnesses = Witnesses(recorder.take, system_clock)
        banks = Banks(settings, database, witness_of=witnesses.of_bank)
        self.erp = Erp(settings, database, witness_of=witnesses.of_erp)
        self.works = {
            **works(settings, vault, banks, self.erp),
            actions.PAY_JOB: payer(settings, banks, vault, self.erp, patience=0),
        }

    def wish(
        self, preset: Preset = Preset.CLEAN_MONTH, start: date | None = None
    ) -> Wish:
        """A small set; it ends yesterday where no start is said."""
        return usual(preset, day_of(system_clock()), 3, start, FIGURES)

    def make(self, wish: Wish) -> int:
        """Ask for a set, and have it made and imported."""
        set_id: int = self.act(lambda s: self._asked(s, wish))
        self.work_all()
        return set_id

    def remove(self, set_id: int) -> None:
        """Ask for its removal, and do it."""
        actor = shell_actor(self.realm)
        self.act(lambda s: actions.remove(s, actor, set_id, system_clock()))
        self.work_all()

    async def _asked(self, session: Any, wish: Wish) -> int:
        actor = shell_actor(self.realm)
        made, _ = await actions.make(
            session, actor, self.settings, wish, system_clock()
        )
        return made

    def work_all(self) -> None:
        """Do every job that waits, and what those ask for; none may fail."""
        while waiting := [one.id for one in self.all(Job) if one.state == "QUEUED"]:
            for job_id in waiting:
                jobs.perform(self.database, self.works, self.realm, job_id)
        failed = [one.message for one in self.all(Job) if one.state == "FAILED"]
        assert failed == []

    def minutes(self, number: int) -> None:
        """What is due each minute is asked for and done."""
        for _ in range(number):
            with self.database.job_connection(self.realm) as connection:
                due(self.realm, connection, system_clock())
                exchange_due(self.erp)(self.realm, connection, system_clock())
                connection.commit()
            self.work_all()
        assert self._told()

    def minutes_until_sent(self, set_id: int) -> None:
        """Until the first of its files has left."""
        for _ in range(_LONG):
            self.minutes(1)
            if any(one.state == "SENT" for one in self.all(Sending)):
                break
        row = self.set(set_id)
        assert row.payments == "SENDING", (row.payments_told, row.erp_told)

    def without(self, simulator: str) -> "DemoDesk":
        """The same realm where this simulator is no part of the installation."""
        settings = self.settings.model_copy(update={f"{simulator}_simulator_port": 0})
        given = (self.database, self._vault, self.realm, self._in_own_loop)
        return DemoDesk(settings, *given)

    def in_realm(self, realm: str) -> "DemoDesk":
        """Another tenant of the same installation, made on the spot."""
        migrate_realm(self.database, realm, load_master_key(self.settings))
        return DemoDesk(
            self.settings, self.database, self._vault, realm, self._in_own_loop
        )

    def ask_for_named_approver(self) -> None:
        """Put a rule in force that only Anna's approval meets."""
        rule = Rule("Anna looks", (Step(("anna",)),))
        now = system_clock()
        with self.database.job_connection(self.realm) as connection:
            connection.execute(
                insert(ApprovalPolicyVersion).values(
                    state="ACTIVE", rules=[rule.as_data()], proposed=now,
                    proposed_by="bo", proposed_by_name="Bo",
                )
            )  # fmt: skip
            connection.commit()

    def trail(self) -> list[Any]:
        """The audit events, the oldest first."""
        return self.all(AuditEvent)

    def agreements(self, bank: banksim.Running) -> list[str]:
        """Those the simulated bank has."""
        told = httpx2.get(f"{bank.url}/api/agreements").raise_for_status().json()
        return [one["id"] for one in told]

    def books(self, erp: erpsim.Running) -> list[str]:
        """The companies of demo data that the simulated ERP has."""
        told = httpx2.get(f"{erp.url}/control/companies").raise_for_status().json()
        return [one["id"] for one in told if one["id"].startswith("demo-")]

    def bills(self, erp: erpsim.Running) -> list[str]:
        """What became of what is owed in the only books of demo data."""
        (company,) = self.books(erp)
        told = httpx2.get(f"{erp.url}/control/payments?company={company}").json()
        return sorted(one["state"] for one in told)

    def kept_files(self) -> int:
        """How many contents the vault holds."""
        folder = self.settings.data_dir / "documents"
        return len(list(folder.rglob(f"{self.realm}/[0-9a-f]*")))

    def set(self, set_id: int) -> DemoSet:
        """The row of a set."""
        (found,) = self.all(DemoSet, DemoSet.id == set_id)
        row: DemoSet = found
        return row

    def all(self, table: type[Table], *where: Any) -> list[Any]:
        """Rows by id."""
        key: Any = table.__mapper__.primary_key[0]
        with self.database.job_connection(self.realm) as connection:
            query = select(table).where(*where).order_by(key)
            return list(connection.execute(query).all())

    def counts(self) -> dict[str, int]:
        """How many rows every table has that only demo data could have filled."""
        with self.database.job_connection(self.realm) as connection:
            names = [one.name for one in Table.metadata.sorted_tables]
            return {
                name: connection.execute(
                    text(f"SELECT count(*) FROM {name}")  # noqa: S608 - its own names
                ).scalar_one()
                for name in names
                if name not in _GROWS
            }

    def act(self, change: Callable[..., Any]) -> Any:
        """Run a change in a session of its own, committed."""

        async def act() -> Any:
            own = Database(self.settings)
            try:
                async with own.writing(self.realm) as session:
                    return await change(session)
            finally:
                await own.close()

        return self._in_own_loop(act())


def tell_bank(url: str, step: str) -> None:
    """Move the simulated bank on."""
    httpx2.post(f"{url}/api/clock", json={"to": step}).raise_for_status()
