"""Killed at any line, on the way out and on the way in: nothing twice, nothing lost.

Payments leave for the simulated bank, which pays whatever it is sent, as often as it
is sent, loses answers, and takes its time; the processes that send and fetch are
killed with signal 9. `KILLS` says how many times, at least.
"""

import base64
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from bank_desk import LETTER, BankDesk
from sqlalchemy import func, select

import banksim
from banklink.values import sha256
from giroscope.features.banks import Banks
from giroscope.features.banks.due import due as bank_turn
from giroscope.features.banks.fetching import VERB as FETCH
from giroscope.features.banks.tables import BankAnswer, BankFile
from giroscope.features.documents import Document, Vault
from giroscope.features.journals import tie
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.payments import Payment, StatusReport
from giroscope.features.payments.sending import (
    SEND_JOB,
    Order,
    Sending,
    SendState,
    actions,
    begin,
)
from giroscope.features.payments.sending import due as sending_turn
from giroscope.features.uploads import Upload
from giroscope.kernel.access import APPROVER, Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings

KILLS = int(os.environ.get("KILLS", "20"))
SEED = 20_261_121
REALM = "giroscope"
_COURIER = Path(__file__).parent / "mortal_courier.py"
_FILES_AT_ONCE = 3
_MOST_ROUNDS = 200
_ALL = "1000000"
_FAULTS = ("drop-after-accept", "drop-before-accept", "truncated-reply", "http-error")
_ANNA = Actor("anna", REALM, "anna", "Anna", frozenset({APPROVER}))
_BENT = Actor("bent", REALM, "bent", "Bent", frozenset({APPROVER}))


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


@dataclass
class World:
    """A realm with a connection, the bank at its other end, and a mortal worker."""

    side: Side

    desk: BankDesk
    bank: banksim.Running
    courier: subprocess.Popen[str]
    connection_id: int
    import_bytes: Any
    chance: Random = field(default_factory=lambda: Random(SEED))  # noqa: S311 - repeatable
    kills: Counter[str] = field(default_factory=Counter)

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
        """Have the bank fail no more; it still pays whatever it is sent."""
        httpx2.delete(f"{self.bank.url}/api/faults").raise_for_status()
        self.tell("faults", kind="no-duplicate-check")

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

    def work(self, verbs: frozenset[str], *, mortally: bool) -> int:
        """Do every job of these verbs that waits, killed on the way; tells how many."""
        with self.connection() as connection:
            jobs = connection.execute(
                select(Job.id, Job.verb)
                .where(
                    Job.verb.in_(verbs),
                    Job.state.in_([one.value for one in UNFINISHED]),
                )
                .order_by(Job.id)
            ).all()
        for job_id, verb in jobs:
            boundaries, milliseconds = self._death(verb) if mortally else (0, 0)
            courier = self.courier
            assert courier.stdin is not None
            assert courier.stdout is not None
            courier.stdin.write(f"{job_id} {boundaries} {milliseconds}\n")
            courier.stdin.flush()
            code = courier.stdout.readline().strip()
            assert code in {"0", "9"}, f"the courier ended with {code!r}"
            self.kills[verb] += code == "9"
        return len(jobs)

    def _death(self, verb: str) -> tuple[int, int]:
        """When the next one dies: at a boundary, or while it waits for the bank."""
        if verb == SEND_JOB and self.chance.random() < 1 / 3:
            return 0, self.chance.randint(1, 60)
        return self.chance.randint(1, 12 if verb == SEND_JOB else 25), 0

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


@pytest.fixture(params=SIDES)
def world(
    request: pytest.FixtureRequest,
    settings: Settings,
    database: Database,
    vault: Vault,
    in_own_loop: Any,
    import_bytes: Any,
) -> Iterator[World]:
    """A connection that works, before anything is sent."""
    with banksim.running(settings.data_dir / "bank-simulator") as bank:
        port = bank.url.rpartition(":")[2]
        there = settings.model_copy(update={"bank_simulator_port": int(port)})
        desk = BankDesk(there, database, vault, in_own_loop)
        desk.now = system_clock()
        desk.banks = Banks(there, database)  # type: ignore[assignment]
        side = SIDES[request.param]
        connection_id = desk.connect(side.profile, parameters=side.letter)
        assert desk.activate(connection_id, side.demo.activation_code).message is None
        key = base64.b64encode(bytes(range(32))).decode()
        arguments = [settings.data_dir, key, REALM, settings.database_url or "", port]
        courier = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, _COURIER, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        made = World(side, desk, bank, courier, connection_id, import_bytes)
        made.mend()
        # No payment is refused because there is no money left.
        made.tell(f"accounts/{side.iban}/credits", amount="100000000.00")
        yield made
        courier.communicate()


_OUT = frozenset({SEND_JOB})
_IN = frozenset({FETCH, "collect", "import"})


@pytest.mark.integration
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_nothing_is_sent_twice_and_nothing_is_lost(world: World) -> None:
    for _ in range(_MOST_ROUNDS):
        if world.kills.total() >= KILLS:
            break
        for _ in range(_FILES_AT_ONCE):
            world.sign()
        _go_out(world)
        _ensure_honest(world)
        world.tell("clock", to="settlement")
        _come_in(world)
        _ensure_honest(world)
    sys.stdout.write(f"\nkilled: {dict(world.kills)}\n")
    assert world.kills.total() >= KILLS
    assert world.kills[SEND_JOB] > 0
    assert world.kills[FETCH] > 0
    _make_good(world)
    _settle_doubts(world)
    world.tell("clock", to="next-day")
    _come_in(world)
    _make_good(world)
    _ensure_all_is_there(world)


def _go_out(world: World) -> None:
    """Everything signed leaves, or is in doubt."""
    while True:
        if world.chance.random() < 1 / 3:
            kind = world.chance.choice(_FAULTS)
            world.tell("faults", kind=kind, operation=world.side.upload, times=1)
        if not world.work(_OUT, mortally=True):
            with world.connection() as connection:
                # A wait is over sooner than in real time.
                connection.exec_driver_sql("UPDATE sendings SET next_try = NULL")
                connection.commit()
            world.turn()
            if not world.work(_OUT, mortally=world.chance.random() < 1 / 2):
                return


def _come_in(world: World) -> None:
    """Everything the bank has laid out comes in, however often it takes."""
    world.look()
    while world.work(_IN, mortally=True):
        pass
    for _ in range(2):
        world.look()
        while world.work(_IN, mortally=False):
            pass


def _ensure_honest(world: World) -> None:
    """What is said of each file is what the bank knows of it."""
    received = world.received()
    for row in world.sendings():
        times = received[row.message_id]
        assert times <= 1, f"{row.message_id} was sent {times} times"
        if row.state == SendState.SENT:
            assert times == 1
        if row.state in {SendState.REFUSED, SendState.NOT_TAKEN, SendState.WAITING}:
            assert times == 0
        assert row.state != SendState.LEAVING
    assert max(world.executed().values(), default=0) <= 1


def _make_good(world: World) -> None:
    """What was lost on its way people were told of, and the bank lays it out again."""
    lost = world.laid_out() - world.fetched()
    if not lost:
        return
    assert world.side.gives_once, "a bank that keeps a list loses nothing"
    assert "banks.answer_cut_off" in world.desk.codes()
    sys.stdout.write(f"\nlost on the way, told, and asked for again: {len(lost)}\n")
    world.tell(f"agreements/{world.side.demo.id}/files", state="NEW")
    # One look asks for so many messages of a kind and leaves the rest to the next.
    for _ in range(_MOST_ROUNDS):
        world.look()
        while world.work(_IN, mortally=False):
            pass
        if not world.laid_out() - world.fetched():
            return


def _settle_doubts(world: World) -> None:
    """What is in doubt after the bank's reports is what it never had; it goes again."""
    world.mend()
    received = world.received()
    doubtful = [row for row in world.sendings() if row.state == SendState.UNKNOWN]
    assert [received[row.message_id] for row in doubtful] == [0] * len(doubtful)
    for row in doubtful:
        with world.connection() as connection:
            now, key = system_clock(), row.correlation_id
            which = actions.Which(key)
            actions.decide(
                connection, _ANNA, which, "The bank does not have it.", now,
                has_arrived=False,
            )  # fmt: skip
            actions.send_again(connection, _BENT, which, {}, now)
            tie.refresh(connection, [key], now)
            connection.commit()
    world.work(_OUT, mortally=False)
    assert {str(row.state) for row in world.sendings()} == {"SENT"}


def _ensure_all_is_there(world: World) -> None:
    """Every payment was paid once, and all the bank has said is here once."""
    ordered = world.ask("ledger")["payments"]
    assert len(ordered) == 3 * len(world.sendings())
    assert {one["executed"] for one in ordered} == {1}
    with world.connection() as connection:
        files = connection.execute(select(BankFile)).all()
        states = {one.state for one in connection.execute(select(Upload.state))}
        booked = connection.execute(
            select(func.count()).where(Payment.transaction_id.is_not(None))
        ).scalar_one()
        reports = connection.execute(
            select(StatusReport.document_id).distinct()
        ).scalars()
        status_files = [one for one in files if one.kind == "pain.002"]
        assert len(set(reports)) == len({one.document_id for one in status_files})
        unread = connection.execute(select(BankAnswer.state)).scalars()
        assert list(unread) == []
    assert world.fetched() == world.laid_out()
    assert all(one.collected_at and not one.refusal for one in files)
    assert states <= {"IMPORTED", "KNOWN"}
    assert booked == len(ordered)
