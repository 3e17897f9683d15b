"""The newest payments of a set are really sent, paid, and removed without a trace."""

from datetime import timedelta

import orjson
import pytest
from demo_desk import DemoDesk, tell_bank
from sqlalchemy import update

import banksim
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import BankFile
from giroscope.features.billing.metering import HANDED_IN
from giroscope.features.demo.actions import NotInProduction
from giroscope.features.demo.people import approvers, preparer
from giroscope.features.demo.wishes import Preset
from giroscope.features.documents import Document
from giroscope.features.journals.tables import Journal
from giroscope.features.logs.tables import LogEntry
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.approvals.tables import Approval, Release
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock

# What does not depend on the store is tried on one: keys and signatures take long.
embedded = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def _paid(desk: DemoDesk, bank: banksim.Running, preset: Preset) -> int:
    set_id = desk.make(desk.wish(preset))
    desk.minutes(4)
    assert desk.set(set_id).payments == "SENDING", desk.set(set_id).payments_told
    tell_bank(bank.url, "settlement")
    desk.minutes(3)
    assert desk.set(set_id).payments == "PAID", desk.set(set_id).payments_told
    return set_id


def test_a_payment_goes_out_comes_back_and_leaves_no_trace(
    desk: DemoDesk, bank: banksim.Running
) -> None:
    before, files = desk.counts(), desk.kept_files()
    set_id = _paid(desk, bank, Preset.CLEAN_MONTH)
    paid, waiting = (_journal(desk, letter) for letter in "AB")
    assert (paid.state, waiting.state) == ("BOOKED", "AWAITING_APPROVAL")
    assert {one.source for one in desk.all(Journal)} == {"DEMO"}
    assert {one.source for one in desk.all(Upload)} == {"DEMO"}
    assert {one.source for one in desk.all(Document)} == {"DEMO"}
    assert desk.all(BankFile)
    assert desk.all(LogEntry)
    # A clean month is clean: nothing is warned of.
    told = {one.level for one in desk.all(SystemMessage)}
    assert told == {"SUCCESS"}
    desk.remove(set_id)
    assert (desk.set(set_id).state, desk.set(set_id).kept) == ("REMOVED", [])
    assert desk.counts() == before
    assert desk.kept_files() == files
    assert not [one for one in desk.agreements(bank) if one.startswith("demo-")]


@embedded
def test_whoever_prepares_approves_nothing(
    desk: DemoDesk, bank: banksim.Running
) -> None:
    _paid(desk, bank, Preset.REJECTS)
    handed = {one.created_by for one in desk.all(Upload) if "-a.xml" in one.name}
    (approval,) = desk.all(Approval)
    (release,) = desk.all(Release)
    assert handed == {"demo:preparer"}
    assert approval.person_id == release.signed_by == "demo:approver-1"
    trail = {one.verb: one for one in desk.trail()}
    assert trail["payments.approved"].actor_kind == "SYSTEM"


@embedded
def test_nothing_of_it_is_billed(desk: DemoDesk, bank: banksim.Running) -> None:
    _paid(desk, bank, Preset.CLEAN_MONTH)
    counted = [one for one in desk.trail() if one.verb in {*HANDED_IN, "payments.sent"}]
    assert {one.verb for one in counted} == {"uploads.hand_in", "payments.sent"}
    assert all(orjson.loads(one.now)["demo"] is True for one in counted)


@embedded
def test_the_same_set_goes_out_again_after_its_removal(
    desk: DemoDesk, bank: banksim.Running
) -> None:
    desk.remove(_paid(desk, bank, Preset.CLEAN_MONTH))
    _paid(desk, bank, Preset.CLEAN_MONTH)


@embedded
def test_what_is_half_way_is_removed_as_well(desk: DemoDesk) -> None:
    before = desk.counts()
    set_id = desk.make(desk.wish())
    desk.minutes(3)
    assert desk.all(Release)
    desk.remove(set_id)
    assert desk.set(set_id).kept == []
    assert desk.counts() == before


@embedded
def test_where_rules_want_somebody_else_it_waits_and_says_so(desk: DemoDesk) -> None:
    desk.ask_for_named_approver()
    set_id = desk.make(desk.wish())
    desk.minutes(3)
    row = desk.set(set_id)
    assert row.payments == "FAILED"
    assert "somebody else" in (row.payments_told or "")
    assert not desk.all(Release)


@embedded
def test_a_payment_that_is_not_made_up_is_none_of_theirs(desk: DemoDesk) -> None:
    set_id = desk.make(desk.wish())
    desk.minutes(1)
    with desk.database.job_connection(desk.realm) as connection:
        connection.execute(update(BankConnection).values(is_demo=False))
        connection.commit()
    desk.minutes(2)
    row = desk.set(set_id)
    assert row.payments == "FAILED"
    assert not desk.all(Approval)


@embedded
def test_without_a_simulated_bank_it_is_imported_and_says_so(desk: DemoDesk) -> None:
    alone = desk.alone()
    set_id = alone.make(alone.wish())
    alone.minutes(2)
    assert alone.set(set_id).payments == "NO_BANK"
    assert not alone.all(BankConnection)
    assert len(alone.all(Upload)) == alone.set(set_id).counts["files"]


@embedded
def test_a_set_of_other_days_is_imported_alone(desk: DemoDesk) -> None:
    start = system_clock().date() - timedelta(days=40)
    set_id = desk.make(desk.wish(start=start))
    desk.minutes(2)
    assert desk.set(set_id).payments == "NONE"
    assert not desk.all(BankConnection)


@embedded
def test_production_knows_no_such_people(desk: DemoDesk) -> None:
    real = desk.settings.model_copy(update={"environment": "production"})
    for people in (preparer, approvers):
        with pytest.raises(NotInProduction):
            people(real, desk.realm)


def _journal(desk: DemoDesk, letter: str) -> Journal:
    found: list[Journal] = [
        one
        for one in desk.all(Journal)
        if (one.message_id or "").endswith(f"-{letter}")
    ]
    (journal,) = found
    return journal
