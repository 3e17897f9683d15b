"""The simulated bank fails in every way it can; payments are counted on both sides.

One connection lives through all of it, as a real one would: no payment is paid twice,
none is lost, and what needs a person says so.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from banksim import FaultKind
from giroscope.features.documents import Vault
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.watch import watcher
from giroscope.features.messages.tables import Alarm
from giroscope.features.payments.sending import sent_unanswered
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
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
from tests.shares import SomeOf

DOUBT, SENT, REFUSED = "UNKNOWN", "SENT", "REFUSED"
_on_sqlite = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
_LONG_PASSED = timedelta(days=14)
_AT_ONCE = {"seconds": 1}

LEAVING: dict[FaultKind, dict[str, str]] = {
    FaultKind.DROP_BEFORE_ACCEPT: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.DROP_AFTER_ACCEPT: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.SLOW: {"nordea": SENT, "bankdata": SENT},
    FaultKind.HTTP_ERROR: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.SOAP_FAULT: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.RESPONSE_CODE: {"nordea": DOUBT, "bankdata": DOUBT},
    # Who has another key cannot read what is encrypted for this one, and says so.
    FaultKind.WRONG_SIGNER: {"nordea": DOUBT, "bankdata": REFUSED},
    FaultKind.UNKNOWN_ROOT: {"nordea": DOUBT, "bankdata": REFUSED},
    FaultKind.EXPIRED_CERTIFICATE: {"nordea": DOUBT, "bankdata": REFUSED},
    FaultKind.ROTATED_CERTIFICATE: {"nordea": SENT, "bankdata": REFUSED},
    FaultKind.WRONG_DIGEST: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.ALTERED_CONTENT: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.UNSIGNED: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.TRUNCATED_REPLY: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.OTHER_AGREEMENT: {"nordea": DOUBT, "bankdata": DOUBT},
    FaultKind.GZIP: {"nordea": SENT, "bankdata": SENT},
    FaultKind.BEC_ORDER: {"nordea": SENT, "bankdata": DOUBT},
}
"""What is said of a file right after its sending met the fault."""

FETCHING = [
    *(kind for kind in LEAVING if kind is not FaultKind.ROTATED_CERTIFICATE),
    FaultKind.EMPTY_LIST,
]
"""What can go wrong with what the bank holds ready."""

LISTED = [
    FaultKind.DROP_AFTER_ACCEPT,
    FaultKind.WRONG_SIGNER,
    FaultKind.ALTERED_CONTENT,
    FaultKind.TRUNCATED_REPLY,
    FaultKind.EMPTY_LIST,
]
"""Those that tell a bank with a list: after each, all of it is asked for again."""

STATUSES: dict[FaultKind, tuple[str, bool, int]] = {
    FaultKind.STATUS_MISSING: ("RECONCILED", False, 3),
    FaultKind.STATUS_LATE: ("RECONCILED", False, 3),
    FaultKind.STATUS_REPEATED: ("RECONCILED", False, 3),
    FaultKind.STATUS_OUT_OF_ORDER: ("RECONCILED", False, 3),
    FaultKind.REJECT_FILE: ("REJECTED", True, 0),
    FaultKind.REJECT_PAYMENTS: ("RECONCILED", True, 2),
    FaultKind.NO_DUPLICATE_CHECK: ("RECONCILED", False, 3),
    FaultKind.REJECTED_IN_NETBANK: ("ACCEPTED", True, 0),
}
"""State of the journal, whether it needs attention, and how many of three are paid."""

ELSEWHERE = {FaultKind.NAME_ERROR}
"""Of activation, not of payments: `tests/banks/test_with_the_simulated_bank.py`."""


@pytest.fixture(params=ONE_SIDE)
def world(
    request: pytest.FixtureRequest,
    settings: Settings,
    bank_folder: Path,
    database: Database,
    vault: Vault,
    in_own_loop: Any,
    import_bytes: Any,
) -> Iterator[BankWorld]:
    """A connection that works, before anything is sent."""
    given = settings, bank_folder, database, vault, in_own_loop, import_bytes
    with bank_world(SIDES[request.param], *given) as made:
        yield made


def test_every_fault_is_met_here() -> None:
    assert {*LEAVING, *FETCHING, *STATUSES} | ELSEWHERE == set(FaultKind)


@pytest.mark.integration
@_on_sqlite
def test_whatever_befalls_a_file_on_its_way_it_is_paid_once_or_told(
    world: BankWorld, some_of: SomeOf
) -> None:
    said = {}
    kinds = some_of([*LEAVING], 2)
    for kind in kinds:
        sending = world.sign()
        _set(world, kind, operation=world.side.upload, times=1)
        world.perform(OUT)
        world.mend()
        world.ensure_honest()
        said[kind] = str(_of(world, sending).state)
    assert said == {kind: LEAVING[kind][world.side.demo.id] for kind in kinds}
    _days_go_by(world)
    received = world.received()
    for kind, row in zip(kinds, world.sendings(), strict=True):
        has_it = received[row.message_id] == 1
        assert row.state == SENT if has_it else row.state in {DOUBT, REFUSED}, kind
        state, needs_attention = _journal(world, row)
        told = ("RECONCILED", False) if has_it else (str(row.state), True)
        assert (state if has_it else str(row.state), needs_attention) == told, kind
        assert _paid(world, row) == [int(has_it)] * (3 * has_it), kind


@pytest.mark.integration
@_on_sqlite
def test_whatever_befalls_what_comes_back_all_of_it_comes_in_the_end(
    world: BankWorld, some_of: SomeOf
) -> None:
    kinds = some_of(FETCHING, 3) if world.side.gives_once else LISTED
    for kind in kinds:
        sending = world.sign()
        world.perform(OUT)
        _set(world, kind)
        world.come_in()
        world.mend()
        assert _of(world, sending).state == SENT, kind
    world.ensure_honest()
    _days_go_by(world)
    world.make_good()
    assert not world.laid_out() - world.fetched()
    for kind, row in zip(kinds, world.sendings(), strict=True):
        assert _journal(world, row) == ("RECONCILED", False), kind
        assert _paid(world, row) == [1, 1, 1], kind


@pytest.mark.integration
@_on_sqlite
@pytest.mark.parametrize("world", ["bankdata"], indirect=True)
def test_whatever_the_bank_does_with_a_file_is_what_its_journal_says(
    world: BankWorld,
) -> None:
    for kind in STATUSES:
        world.sign()
        _set(world, kind)
        world.perform(OUT)
        if kind is FaultKind.NO_DUPLICATE_CHECK:
            # However often it is asked for, nothing leaves twice.
            world.turn()
            world.perform(OUT)
        world.mend()
        world.tell("clock", to="settlement")
        world.come_in()
    _days_go_by(world)
    late = _alarms(world)
    assert late == {world.sendings()[-1].correlation_id}
    for kind, row in zip(STATUSES, world.sendings(), strict=True):
        state, needs_attention, paid = STATUSES[kind]
        assert (kind, *_journal(world, row)) == (kind, state, needs_attention)
        assert sum(_paid(world, row)) == paid, kind
    assert max(world.executed().values()) == 1


def _set(world: BankWorld, kind: FaultKind, **more: Any) -> None:
    parameters = {"parameters": _AT_ONCE} if kind is FaultKind.SLOW else {}
    world.tell(
        "faults", kind=kind.value, agreement=world.side.demo.id, **parameters, **more
    )


def _of(world: BankWorld, sending_id: int) -> Any:
    return next(row for row in world.sendings() if row.id == sending_id)


def _days_go_by(world: BankWorld) -> None:
    """What is due is paid, days are closed, and all of it comes in."""
    for to in ("settlement", "next-day", "next-day"):
        world.tell("clock", to=to)
        world.come_in()
    while world.perform(IN):
        pass


def _journal(world: BankWorld, row: Any) -> tuple[str, bool]:
    with world.connection() as connection:
        state, needs_attention = connection.execute(
            select(Journal.state, Journal.needs_attention).where(
                Journal.correlation_id == row.correlation_id
            )
        ).one()
        return state, needs_attention


def _paid(world: BankWorld, row: Any) -> list[int]:
    """How often each payment of a file was paid; none where the bank knows no file."""
    told = world.ask("ledger", messageId=row.message_id)["payments"]
    return [one["executed"] for one in told]


def _alarms(world: BankWorld) -> set[str]:
    """The journals of which it is told that something has not come."""
    with world.connection() as connection:
        watcher(sent_unanswered)(REALM, connection, system_clock() + _LONG_PASSED)
        connection.commit()
        found = select(Alarm.subject).where(Alarm.cleared.is_(None))
        told = set(connection.execute(found).scalars())
    return told & {row.correlation_id for row in world.sendings()}
