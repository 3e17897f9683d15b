"""Killed at any line between the ERP and the journal: nothing twice, nothing lost.

Payments are fetched, claimed, made into journals, followed and told, and statements are
written, by processes that are killed with signal 9. `KILLS` says how many times, at
least; by itself, at every boundary of one whole way.
"""

import base64
import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bankfiles
from giroscope.features.documents import Document, Vault
from giroscope.features.erp.exchange.tables import ErpOrder
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import Payment
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import REALM, ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, LedgerErp, by_slip, in_euro, to_bank
from tests.payments.payment_factory import Answer, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

KILLS = int(os.environ.get("KILLS", "0"))
SEED = 20_261_121
_MORTAL = Path(__file__).parent / "mortal_exchange.py"
_MOST_BOUNDARIES = 60
_PATHS = str(Path(__file__).parents[3])


@dataclass
class World:
    """A realm, its ERP, and a worker that dies."""

    desk: ExchangeDesk
    ledger: LedgerErp
    mortal: subprocess.Popen[str]
    chance: Random = field(default_factory=lambda: Random(SEED))  # noqa: S311 - repeatable
    kills: Counter[str] = field(default_factory=Counter)
    is_thorough: bool = True
    """Whether each job dies at each of its boundaries, or at some."""

    def settle(self) -> None:
        """Do all that waits, killed on the way, until nothing waits any more."""
        for _ in range(30):
            self.desk.now = system_clock()
            self.desk.turn()
            waiting = self.desk.all(
                Job, Job.state.in_([state.value for state in UNFINISHED])
            )
            if not waiting:
                return
            for job in waiting:
                self.do(job.id, job.verb)
        raise AssertionError("it never came to rest")

    def ask(self, verb: str) -> None:
        """Have a job done, and all that follows from it."""
        self.desk.now = system_clock()
        self.desk.ask(verb)
        self.settle()

    def do(self, job_id: int, verb: str) -> None:
        """Do one job; it dies again and again, each time further on."""
        if self.is_thorough:
            deaths = iter(range(1, _MOST_BOUNDARIES))
        else:
            deaths = iter([self.chance.randint(1, 15) for _ in range(3)])
        for boundary in deaths:
            if self._perform(job_id, boundary) == "0":
                return
            self.kills[verb] += 1
        assert self._perform(job_id, 0) == "0"

    def _perform(self, job_id: int, boundary: int) -> str:
        assert self.mortal.stdin is not None
        assert self.mortal.stdout is not None
        self.mortal.stdin.write(f"{job_id} {boundary}\n")
        self.mortal.stdin.flush()
        code = self.mortal.stdout.readline().strip()
        assert code in {"0", "9"}, f"the worker ended with {code!r}"
        return code


@pytest.fixture
def world(
    settings: Settings, database: Database, vault: Vault, tmp_path: Path
) -> Iterator[World]:
    """An ERP in use with every method mapped, and a worker that dies."""
    ledger = LedgerErp(tmp_path / "ledger.sqlite3")
    desk = ExchangeDesk(settings, database, vault, ledger, system_clock())
    desk.set_up()
    desk.map_all()
    assert settings.master_key is not None
    key = settings.master_key.get_secret_value()
    assert base64.b64decode(key)
    command = [
        sys.executable, str(_MORTAL), str(settings.data_dir), key, REALM,
        settings.database_url or "", str(ledger.path),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": _joined(_PATHS)}
    with subprocess.Popen(  # noqa: S603 - our own program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=environment,
    ) as mortal:  # fmt: skip
        yield World(desk, ledger, mortal)
        assert mortal.stdin is not None
        mortal.stdin.close()


def _joined(paths: str) -> str:
    known = os.environ.get("PYTHONPATH")
    return os.pathsep.join(filter(None, (paths, known)))


def test_one_whole_way_survives_its_deaths(world: World) -> None:
    # What a boundary is does not depend on the store; on the slower one some do.
    world.is_thorough = world.desk.database.is_sqlite
    _one_way(world, 0)
    assert_nothing_is_doubled_or_lost(world)
    assert sum(world.kills.values()) > 15, world.kills


if KILLS:
    # Many ways take many minutes, so that they are there only for who asks for them.

    def test_many_ways_survive_many_deaths(world: World) -> None:
        world.is_thorough = False
        number = 0
        while sum(world.kills.values()) < KILLS:
            _one_way(world, number)
            number += 1
        assert_nothing_is_doubled_or_lost(world)
        sys.stdout.write(
            f"\n{sum(world.kills.values())} deaths in {number} ways:"
            f" {dict(world.kills)}; nothing doubled, nothing lost\n"
        )


def _one_way(world: World, number: int) -> None:
    """Payments from the ERP to the bank's statement, and back."""
    base = f"{number:04}"
    world.ledger.offer(
        to_bank(f"{base}a", end_to_end_id=f"A{base}"),
        to_bank(f"{base}b", "17.25", end_to_end_id=f"B{base}"),
        by_slip(f"{base}c", end_to_end_id=f"C{base}"),
        in_euro(f"{base}d", end_to_end_id=f"D{base}"),
    )
    world.ask("erp_fetch")
    orders = world.desk.all(
        ErpOrder, ErpOrder.debtor_account == ACCOUNT, ErpOrder.over_since.is_(None)
    )
    order = orders[-1]
    report = pain002(
        original=order.our_id, message=f"ST-{number}",
        batches={
            f"{order.our_id}-1": (
                None, [Answer(f"A{base}", "ACSC"), Answer(f"B{base}", "RJCT", "AC01")]
            ),
            f"{order.our_id}-2": (None, [Answer(f"C{base}", "ACCP")]),
        },
    )  # fmt: skip
    world.desk.hand_in(report, f"status-{number}.xml")
    world.settle()
    paid = Part(end_to_end=f"A{base}", amount="1250.00")
    day = f"2026-12-{number % 28 + 1:02}"
    line = Line("-1250.00", day=day, reference=f"R{base}", parts=[paid])
    sheet = Sheet([line], str(number + 1), first=day, last=day, account=ACCOUNT)
    world.desk.hand_in(camt(sheet), f"statement-{number}.xml")
    world.settle()


def assert_nothing_is_doubled_or_lost(world: World) -> None:
    """Each payment once in the ERP, once in a file, and once told each state."""
    desk, ledger = world.desk, world.ledger
    payments = desk.all(ErpPayment)
    claimed = [native_id for native_id, _ in ledger.effects("claim")]
    assert sorted(claimed) == sorted(one.native_id for one in payments)
    paid: Counter[str] = Counter()
    for document in desk.all(Document, Document.kind == "PAYMENT"):
        content = b"".join(desk.vault.chunks(REALM, document.sha256))
        paid.update(_end_to_end_ids(content))
    assert paid == Counter(one.end_to_end_id for one in payments)
    assert Counter(one.end_to_end_id for one in desk.all(Payment)) == paid
    orders = desk.all(ErpOrder)
    assert {one.state for one in orders} == {"HANDED_IN"}
    uploads = desk.all(Upload, Upload.source == "ERP")
    assert len(uploads) == len(orders)
    assert {one.state for one in uploads} == {"IMPORTED"}
    journals = {
        one.correlation_id for one in desk.all(Journal, Journal.source == "ERP")
    }
    assert journals == {one.correlation_id for one in orders}
    told = ledger.effects("status")
    assert len(told) == len({key for key, _ in told})
    last = {key.split(":")[0]: state.upper() for key, state in told}
    states = {one.end_to_end_id: one.state for one in payments}
    assert states == {**dict.fromkeys(states, "IN_JOURNAL"), **last}
    letters = {name[0]: state for name, state in states.items()}
    assert letters == {
        "A": "BOOKED", "B": "REJECTED", "C": "ACCEPTED", "D": "IN_JOURNAL",
    }  # fmt: skip
    written = ledger.effects("statement")
    ways = {one.native_id[:4] for one in payments}
    assert sorted(lines for _, lines in written) == sorted(f"1:{way}a" for way in ways)


def _end_to_end_ids(content: bytes) -> list[Any]:
    return [
        value.end_to_end_id
        for value in bankfiles.read(io.BytesIO(content))
        if isinstance(value, bankfiles.Payment)
    ]
