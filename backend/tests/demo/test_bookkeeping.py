"""A set's newest payments come out of an accounting system, where one is free."""

import httpx2
import pytest
from sqlalchemy import Update, update

import banksim
import erpsim
from giroscope.features.demo import remove, undo_sending
from giroscope.features.demo.actions import PAY_JOB
from giroscope.features.demo.tables import DemoSet
from giroscope.features.erp.configuration.draft import Change, save
from giroscope.features.erp.exchange.tables import ErpOrder, ErpOutboxRow
from giroscope.features.erp.tables import (
    ErpCheckResult,
    ErpConnection,
    ErpVersion,
)
from giroscope.features.journals.tables import JournalEvent
from giroscope.features.logs import LogEntry
from giroscope.features.uploads import Upload
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.tables import Job
from tests.demo.demo_desk import DemoDesk, tell_bank

# What does not depend on the store is tried on one: keys and signatures take long.
embedded = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
# Each walks the whole way of a set, and half of these ways are walked in a run.
dealt = pytest.mark.dealt(3, family="demo")
VERA = Actor("vera", "giroscope", "vera", "Vera", frozenset({ACCOUNT_MANAGEMENT}))


def _change(desk: DemoDesk, company: str, revision: int | None = None) -> None:
    """Somebody drafts a configuration of the ERP."""
    change = Change("demo", {"company": company})
    desk.act(lambda s: save(s, VERA, desk.erp, change, revision, system_clock()))


@embedded
def test_what_is_owed_in_the_books_is_paid_and_told_to_them(
    desk: DemoDesk, bank: banksim.Running, erp: erpsim.Running
) -> None:
    set_id = desk.make(desk.wish())
    desk.minutes_until_sent(set_id)
    row = desk.set(set_id)
    assert row.erp == "CONNECTED", row.erp_told
    tell_bank(bank.url, "settlement")
    desk.minutes(3)
    assert desk.bills(erp) == ["BOOKED"] * 6 + ["CLAIMED"] * 3
    (books,) = desk.all(ErpConnection)
    assert (books.is_demo, books.name) == (True, "Demo: Simulated ERP")
    assert books.company_name == "Demo: Nordhavn Handel 3"
    assert [one.state for one in desk.all(ErpOrder)] == ["HANDED_IN"] * 2
    last = desk.all(ErpCheckResult)[-15:]
    assert {one.outcome for one in last} == {"PASSED"}, [
        (one.name, one.outcome) for one in last
    ]
    codes = {one.code for one in desk.all(JournalEvent)}
    assert {"erp.fetched", "erp.claimed", "erp.status_written"} <= codes
    # Every write is written once, however often it is looked at.
    writes = desk.all(ErpOutboxRow)
    desk.minutes(2)
    assert [one.id for one in desk.all(ErpOutboxRow)] == [one.id for one in writes]
    assert {one.state for one in writes} <= {"WRITTEN", "SUPERSEDED"}
    assert not any(one.was_there for one in writes)


@embedded
@dealt
def test_an_erp_of_the_tenants_own_is_left_alone(
    desk: DemoDesk, erp: erpsim.Running
) -> None:
    _change(desk, "20")
    (draft,) = desk.all(ErpVersion)
    set_id = desk.make(desk.wish())
    desk.minutes_until_sent(set_id)
    assert desk.set(set_id).erp == "TAKEN"
    assert not desk.books(erp)
    desk.remove(set_id)
    assert desk.all(ErpVersion) == [draft]


@embedded
@dealt
def test_where_no_erp_is_part_of_it_all_is_sent_without(
    desk: DemoDesk, erp: erpsim.Running
) -> None:
    alone = desk.without("erp")
    set_id = alone.make(alone.wish())
    alone.minutes_until_sent(set_id)
    assert alone.set(set_id).erp == "NO_ERP"
    assert not desk.books(erp)
    assert not desk.all(ErpVersion)


@embedded
@dealt
def test_where_the_erp_fails_on_the_way_the_payments_leave_all_the_same(
    desk: DemoDesk, erp: erpsim.Running
) -> None:
    before = desk.counts()
    fault = {"kind": "forbidden", "operation": "payments", "times": None}
    httpx2.post(f"{erp.url}/control/faults", json=fault).raise_for_status()
    set_id = desk.make(desk.wish())
    desk.minutes_until_sent(set_id)
    row = desk.set(set_id)
    assert (row.erp, row.erp_told) == (
        "FAILED", "A check of its configuration has failed"
    )  # fmt: skip
    assert {one.created_by for one in desk.all(Upload)} >= {"demo:preparer"}
    desk.remove(set_id)
    assert desk.set(set_id).kept == []
    assert desk.counts() == before
    assert not desk.books(erp)


@embedded
@dealt
def test_a_draft_that_somebody_took_over_is_theirs(
    desk: DemoDesk, erp: erpsim.Running
) -> None:
    set_id = desk.make(desk.wish())
    while not desk.all(ErpVersion):
        desk.minutes(1)
    (draft,) = desk.all(ErpVersion)
    _change(desk, "20", draft.revision)
    desk.minutes_until_sent(set_id)
    row = desk.set(set_id)
    assert row.erp == "FAILED"
    assert "Somebody else" in (row.erp_told or "")
    desk.remove(set_id)
    (kept,) = desk.all(ErpVersion)
    assert (kept.state, kept.values["company"]) == ("DRAFT", "20")
    assert not desk.books(erp)


@embedded
@dealt
def test_what_is_opened_while_the_removal_waits_goes_too(
    desk: DemoDesk, erp: erpsim.Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = desk.counts()
    set_id = desk.make(desk.wish())
    while not desk.all(ErpVersion):
        desk.minutes(1)
    opened = desk.set(set_id)
    found = {
        one: getattr(opened, one) for one in ("connection_id", "erp_version_id", "erp")
    }

    def change(*changes: Update) -> None:
        with desk.database.job_connection(desk.realm) as connection:
            for one in changes:
                connection.execute(one)
            connection.commit()

    own = update(DemoSet).where(DemoSet.id == set_id)
    paying = update(Job).where(Job.verb == PAY_JOB)
    # Its job is in the midst of opening them, and ends while it is waited for.
    not_yet = own.values(connection_id=None, erp_version_id=None, erp="NONE")
    change(not_yet, paying.values(state="RUNNING"))
    ended = paying.values(state="CANCELLED")
    monkeypatch.setattr(
        undo_sending.time, "sleep", lambda _: change(own.values(**found), ended)
    )
    desk.remove(set_id)
    assert desk.set(set_id).kept == []
    assert not desk.all(ErpVersion)
    assert not desk.books(erp)
    assert desk.counts() == before


@embedded
@dealt
def test_the_same_set_in_another_tenant_leaves_as_well(
    desk: DemoDesk, bank: banksim.Running, erp: erpsim.Running
) -> None:
    other = desk.in_realm("other")
    for one in (desk, other):
        made = one.make(one.wish())
        one.minutes_until_sent(made)
        assert one.set(made).erp == "CONNECTED", one.set(made).erp_told
    demo = [one for one in desk.agreements(bank) if one.startswith("demo-")]
    assert len(demo) == len(desk.books(erp)) == 2


@embedded
@dealt
def test_what_was_said_with_the_books_goes_though_a_file_is_kept(
    desk: DemoDesk, erp: erpsim.Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = desk.counts()
    set_id = desk.make(desk.wish())
    desk.minutes_until_sent(set_id)
    with monkeypatch.context() as blocked:
        blocked.setattr(remove, "undo_blocked_by", lambda *_: ["it is needed"])
        desk.remove(set_id)
    assert desk.set(set_id).kept != []
    assert not desk.books(erp)
    assert not desk.all(LogEntry, LogEntry.peer.startswith("erp:"))
    desk.remove(set_id)
    assert desk.set(set_id).kept == []
    assert desk.counts() == before
