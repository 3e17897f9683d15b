"""A realm connected to the simulated bank: files leave, and what the bank says comes.

Both sides are counted: what the product says of each file, and what the bank has
received and paid.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import select

import banksim
from banklink.values import sha256
from giroscope.features.banks import Banks, bank_works
from giroscope.features.banks.connections import Served
from giroscope.features.banks.due import due as bank_turn
from giroscope.features.banks.fetch import VERB as FETCH
from giroscope.features.banks.tables import BankFile
from giroscope.features.documents import Document, Vault
from giroscope.features.journals import collector, importer
from giroscope.features.journals.dispatch_events import follow, sender
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.payments.sending import (
    SEND_JOB,
    Order,
    Outlet,
    Sending,
    SendState,
    begin,
)
from giroscope.features.payments.sending import due as sending_turn
from giroscope.kernel import jobs
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings
from tests.banks.bank_desk import LETTER, BankDesk

REALM = "giroscope"
OUT = frozenset({SEND_JOB})
"""The jobs by which files leave."""
IN = frozenset({FETCH, "collect", "import"})
"""The jobs by which files come."""
_ALL = "1000000"
_LOSSES = {"banks.answer_cut_off", "banks.file_refused"}
"""How people are told that a file the bank gives once did not come, or not whole."""
_MOST_ROUNDS = 200


@dataclass(frozen=True)
class Side:
    """A bank to be connected: its letter, and how a file is sent to it."""

    demo: Any
    """What the bank has on paper."""
    profile: str
    letter: dict[str, str]
    upload: str
    gives_once: bool
    """Whether it counts a file as fetched for good as soon as its answer leaves."""

    @property
    def iban(self) -> str:
        """The account that is paid from."""
        return self.demo.accounts[0].iban


_KYST = banksim.BANKDATA_DEMO
SIDES = {
    "nordea": Side(
        banksim.NORDEA_DEMO, "nordea-simulated", LETTER, "uploadFile", gives_once=False
    ),
    "bankdata": Side(
        _KYST,
        "bank-connect-bankdata-simulated",
        {
            "functionId": _KYST.function_id,
            "regNo": _KYST.reg_no,
            "countryCode": _KYST.country_code,
        },
        "transferPayment",
        gives_once=True,
    ),
}
# What one of them meets here, the tests of its protocol know too.
ONE_SIDE = [
    pytest.param(name, marks=[] if name == "nordea" else pytest.mark.full)
    for name in SIDES
]


@dataclass
class BankWorld:
    """A realm with a connection, and the bank at its other end."""

    side: Side
    desk: BankDesk
    bank: banksim.Running
    settings: Settings
    connection_id: int
    import_bytes: Any

    def ask(self, path: str, **names: str) -> Any:
        """The bank's own API."""
        answer = httpx2.get(f"{self.bank.url}/api/{path}", params=names, timeout=30)
        answer.raise_for_status()
        is_json = answer.headers["content-type"].startswith("application/json")
        return answer.json() if is_json else answer.content

    def tell(self, path: str, **values: object) -> None:
        """A change of the bank's."""
        httpx2.post(
            f"{self.bank.url}/api/{path}", json=values, timeout=60
        ).raise_for_status()

    def mend(self) -> None:
        """Have the bank fail no more."""
        httpx2.delete(f"{self.bank.url}/api/faults").raise_for_status()

    def sign(self) -> int:
        """A new payment file of the bank's own making, signed; tells its sending."""
        data = self.ask(
            "sample-payment", account=self.side.iban, count="3", version="09"
        )
        upload = self.import_bytes(data, "payments.xml", "PAYMENT")
        with self.connection() as connection:
            row = connection.execute(
                select(Document.sha256, Journal.correlation_id, Journal.message_id)
                .join(JournalDocument, JournalDocument.document_id == Document.id)
                .join(Journal, Journal.correlation_id == JournalDocument.correlation_id)
                .where(Document.id == upload.document_id)
            ).one()
            order = Order(
                row.correlation_id, upload.document_id, row.sha256,
                self.connection_id, row.message_id,
            )  # fmt: skip
            made = begin(connection, order, system_clock())
            connection.commit()
            return made

    def connection(self) -> Any:
        """A blocking connection to the realm."""
        return self.desk.database.job_connection(REALM)

    def perform(self, verbs: frozenset[str]) -> int:
        """Do every job of these verbs that waits; tells how many."""
        waiting = [
            one.id
            for one in self.desk.all(Job, Job.verb.in_(verbs))
            if one.state in {state.value for state in UNFINISHED}
        ]
        banks, vault = self.desk.banks, self.desk.vault
        works = {
            **bank_works(banks, vault),
            "collect": collector(),
            "import": importer(vault),
            SEND_JOB: sender(Outlet(banks, vault, follow, lambda *_: None)),
        }
        for job_id in waiting:
            jobs.perform(self.desk.database, works, REALM, job_id)
        return len(waiting)

    def come_in(self) -> None:
        """Look at the bank, and take in all that comes."""
        self.look()
        while self.perform(IN):
            pass

    def turn(self) -> None:
        """What the schedule would ask for now."""
        with self.connection() as connection:
            sending_turn(REALM, connection, system_clock())
            bank_turn(REALM, connection, system_clock())
            connection.commit()

    def look(self) -> None:
        """Have the bank looked at."""
        with self.connection() as connection:
            add_job(connection, FETCH, self.connection_id, system_clock())
            connection.commit()

    def sendings(self) -> list[Any]:
        """Every file on its way."""
        with self.connection() as connection:
            return list(connection.execute(select(Sending).order_by(Sending.id)).all())

    def laid_out(self) -> Counter[str]:
        """The files the bank has laid out for us, by what is in them."""
        mine = (
            one["reference"]
            for one in self.ask("files", limit=_ALL)
            if one["agreement"] == self.side.demo.id
        )
        return Counter(sha256(self.ask(f"files/{one}")) for one in mine)

    def fetched(self) -> Counter[str]:
        """The files that are here, by what is in them."""
        with self.connection() as connection:
            return Counter(connection.execute(select(BankFile.sha256)).scalars())

    def received(self) -> Counter[str]:
        """How often the bank took each message in."""
        return Counter(one["messageId"] for one in self.ask("uploads", limit=_ALL))

    def executed(self) -> Counter[str]:
        """How often the bank paid each payment."""
        paid = self.ask("ledger")["payments"]
        return Counter({one["endToEndId"]: one["executed"] for one in paid})

    def ensure_honest(self) -> None:
        """What is said of each file is what the bank knows of it."""
        received = self.received()
        for row in self.sendings():
            times = received[row.message_id]
            assert times <= 1, f"{row.message_id} was sent {times} times"
            if row.state == SendState.SENT:
                assert times == 1
            if row.state in {SendState.REFUSED, SendState.NOT_TAKEN, SendState.WAITING}:
                assert times == 0
            assert row.state != SendState.LEAVING
        assert max(self.executed().values(), default=0) <= 1

    def make_good(self) -> None:
        """What was lost on its way was told, and the bank lays it out again."""
        lost = self.laid_out() - self.fetched()
        if not lost:
            return
        assert self.side.gives_once, "a bank that keeps a list loses nothing"
        assert _LOSSES & {*self.desk.codes()}, sorted({*self.desk.codes()})
        sys.stdout.write(f"\nlost on the way, told, and asked for again: {len(lost)}\n")
        self.tell(f"agreements/{self.side.demo.id}/files", state="NEW")
        # One look asks for so many messages of a kind and leaves the rest to the next.
        for _ in range(_MOST_ROUNDS):
            self.come_in()
            if not self.laid_out() - self.fetched():
                return


@contextmanager
def bank_world(
    side: Side,
    settings: Settings,
    folder: Path,
    database: Database,
    vault: Vault,
    in_own_loop: Any,
    import_bytes: Any,
) -> Iterator[BankWorld]:
    """A connection that works, before anything is sent."""
    with banksim.running(folder) as bank:
        port = bank.url.rpartition(":")[2]
        there = settings.model_copy(update={"bank_simulator_port": int(port)})
        desk = BankDesk(there, database, vault, in_own_loop)
        desk.now = system_clock()
        desk.banks = Banks(there, database)  # type: ignore[assignment]
        accounts = [Served(one.iban) for one in side.demo.accounts]
        connection_id = desk.connect(
            side.profile, parameters=side.letter, accounts=accounts
        )
        assert desk.activate(connection_id, side.demo.activation_code).message is None
        made = BankWorld(side, desk, bank, there, connection_id, import_bytes)
        # No payment is refused because there is no money left.
        made.tell(f"accounts/{side.iban}/credits", amount="100000000.00")
        yield made
