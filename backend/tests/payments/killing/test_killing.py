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

import pytest
from sqlalchemy import func, select

from giroscope.features.banks.fetch import VERB as FETCH
from giroscope.features.banks.tables import BankAnswer, BankFile
from giroscope.features.documents import Vault
from giroscope.features.journals import tie
from giroscope.features.payments import Payment, StatusReport
from giroscope.features.payments.sending import (
    SEND_JOB,
    SendState,
    actions,
)
from giroscope.features.uploads import Upload
from giroscope.kernel.access import APPROVER, Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings
from tests.payments.bank_world import (
    IN,
    ONE_SIDE,
    OUT,
    REALM,
    SIDES,
    BankWorld,
    bank_world,
)

KILLS = int(os.environ.get("KILLS", "20"))
SEED = 20_261_121
_COURIER = Path(__file__).parent / "mortal_courier.py"
_FILES_AT_ONCE = 3
_MOST_ROUNDS = 200
_FAULTS = ("drop-after-accept", "drop-before-accept", "truncated-reply", "http-error")
_ANNA = Actor("anna", REALM, "anna", "Anna", frozenset({APPROVER}))
_BENT = Actor("bent", REALM, "bent", "Bent", frozenset({APPROVER}))


@dataclass
class World(BankWorld):
    """Such a realm whose worker is mortal."""

    courier: subprocess.Popen[str]
    chance: Random = field(default_factory=lambda: Random(SEED))  # noqa: S311 - repeatable
    kills: Counter[str] = field(default_factory=Counter)

    def mend(self) -> None:
        """Have the bank fail no more; it still pays whatever it is sent."""
        super().mend()
        self.tell("faults", kind="no-duplicate-check")

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


@pytest.fixture(params=ONE_SIDE)
def world(
    request: pytest.FixtureRequest,
    settings: Settings,
    bank_folder: Path,
    database: Database,
    vault: Vault,
    in_own_loop: Any,
    import_bytes: Any,
) -> Iterator[World]:
    """A connection that works, before anything is sent."""
    side = SIDES[request.param]
    given = settings, bank_folder, database, vault, in_own_loop, import_bytes
    with bank_world(side, *given) as made:
        key = base64.b64encode(bytes(range(32))).decode()
        port = made.settings.bank_simulator_port
        arguments = [settings.data_dir, key, REALM, settings.database_url or "", port]
        courier = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, _COURIER, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        mortal = World(**vars(made), courier=courier)
        mortal.mend()
        yield mortal
        courier.communicate()


@pytest.mark.integration
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_nothing_is_sent_twice_and_nothing_is_lost(world: World) -> None:
    for _ in range(_MOST_ROUNDS):
        if world.kills.total() >= KILLS:
            break
        for _ in range(_FILES_AT_ONCE):
            world.sign()
        _go_out(world)
        world.ensure_honest()
        world.tell("clock", to="settlement")
        _come_in(world)
        world.ensure_honest()
    sys.stdout.write(f"\nkilled: {dict(world.kills)}\n")
    assert world.kills.total() >= KILLS
    assert world.kills[SEND_JOB] > 0
    assert world.kills[FETCH] > 0
    world.make_good()
    _settle_doubts(world)
    world.tell("clock", to="next-day")
    _come_in(world)
    world.make_good()
    _ensure_all_is_there(world)


def _go_out(world: World) -> None:
    """Everything signed leaves, or is in doubt."""
    while True:
        if world.chance.random() < 1 / 3:
            kind = world.chance.choice(_FAULTS)
            world.tell("faults", kind=kind, operation=world.side.upload, times=1)
        if not world.work(OUT, mortally=True):
            with world.connection() as connection:
                # A wait is over sooner than in real time.
                connection.exec_driver_sql("UPDATE sendings SET next_try = NULL")
                connection.commit()
            world.turn()
            if not world.work(OUT, mortally=world.chance.random() < 1 / 2):
                return


def _come_in(world: World) -> None:
    """Everything the bank has laid out comes in, however often it takes."""
    world.look()
    while world.work(IN, mortally=True):
        pass
    for _ in range(2):
        world.look()
        while world.work(IN, mortally=False):
            pass


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
    world.work(OUT, mortally=False)
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
