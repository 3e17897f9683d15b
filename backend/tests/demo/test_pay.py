"""The newest payments of a set are really sent, paid, and removed without a trace."""

from datetime import timedelta

import orjson
import pytest
from sqlalchemy import update

import banksim
import erpsim
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import BankFile
from giroscope.features.billing.metering import HANDED_IN
from giroscope.features.demo.actions import NotInProduction
from giroscope.features.demo.outgoing import PAID, WAITING
from giroscope.features.demo.people import approvers, preparer
from giroscope.features.demo.tables import LEAVES, DemoFile
from giroscope.features.demo.wishes import Preset
from giroscope.features.documents import Document
from giroscope.features.journals.tables import Journal
from giroscope.features.logs.tables import LogEntry
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.approvals.tables import Approval, Release
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import day_of, system_clock
from tests.demo.demo_desk import DemoDesk, tell_bank

# What does not depend on the store is tried on one: keys and signatures take long.
embedded = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
# Each walks the whole way of a set, and half of these ways are walked in a run.
dealt = pytest.mark.dealt(3, family="demo")


def _paid(desk: DemoDesk, bank: banksim.Running, preset: Preset) -> int:
    set_id = desk.make(desk.wish(preset))
    desk.minutes_until_sent(set_id)
    tell_bank(bank.url, "settlement")
    desk.minutes(3)
    assert desk.set(set_id).payments == "PAID", desk.set(set_id).payments_told
    return set_id


def test_a_payment_goes_out_comes_back_and_leaves_no_trace(
    desk: DemoDesk, bank: banksim.Running, erp: erpsim.Running
) -> None:
    before, files = desk.counts(), desk.kept_files()
    set_id = _paid(desk, bank, Preset.CLEAN_MONTH)
    paid, waiting = (_journal(desk, set_id, place) for place in (PAID, WAITING))
    assert (paid.state, waiting.state) == ("BOOKED", "AWAITING_APPROVAL")
    assert {one.source for one in desk.all(Journal)} == {"DEMO"}
    assert {one.source for one in desk.all(Upload)} == {"DEMO"}
    assert {one.source for one in desk.all(Document)} == {"DEMO"}
    assert desk.all(BankFile)
    assert desk.all(LogEntry)
    # A clean month is clean: nothing is warned of.
    told = {one.level for one in desk.all(SystemMessage)}
    assert told == {"SUCCESS", "INFO"}, desk.set(set_id).erp_told
    assert desk.bills(erp) == ["BOOKED"] * 6 + ["CLAIMED"] * 3
    desk.remove(set_id)
    assert (desk.set(set_id).state, desk.set(set_id).kept) == ("REMOVED", [])
    assert desk.counts() == before
    assert desk.kept_files() == files
    assert not [one for one in desk.agreements(bank) if one.startswith("demo-")]
    assert not desk.books(erp)


@embedded
@dealt
def test_whoever_prepares_approves_nothing(
    desk: DemoDesk, bank: banksim.Running
) -> None:
    alone = desk.without("erp")
    _paid(alone, bank, Preset.REJECTS)
    handed = {one.created_by for one in desk.all(Upload) if "-a.xml" in one.name}
    (approval,) = desk.all(Approval)
    (release,) = desk.all(Release)
    assert handed == {"demo:preparer"}
    assert approval.person_id == release.signed_by == "demo:approver-1"
    trail = {one.verb: one for one in desk.trail()}
    assert trail["payments.approved"].actor_kind == "SYSTEM"


@embedded
@dealt
def test_nothing_of_it_is_billed(desk: DemoDesk, bank: banksim.Running) -> None:
    _paid(desk, bank, Preset.CLEAN_MONTH)
    counted = [one for one in desk.trail() if one.verb in {*HANDED_IN, "payments.sent"}]
    assert {one.verb for one in counted} == {*HANDED_IN, "payments.sent"}
    assert all(orjson.loads(one.now)["demo"] is True for one in counted)


@embedded
@dealt
def test_the_same_set_goes_out_again_after_its_removal(
    desk: DemoDesk, bank: banksim.Running
) -> None:
    desk.remove(_paid(desk, bank, Preset.CLEAN_MONTH))
    _paid(desk, bank, Preset.CLEAN_MONTH)


@embedded
@pytest.mark.dealt(3)
@pytest.mark.parametrize("minutes", [3, 5, 8])
def test_what_is_half_way_is_removed_as_well(
    desk: DemoDesk, erp: erpsim.Running, minutes: int
) -> None:
    before = desk.counts()
    set_id = desk.make(desk.wish())
    desk.minutes(minutes)
    assert desk.set(set_id).payments == "SENDING"
    desk.remove(set_id)
    assert desk.set(set_id).kept == []
    assert desk.counts() == before
    assert not desk.books(erp)


@embedded
@dealt
def test_where_rules_want_somebody_else_it_waits_and_says_so(desk: DemoDesk) -> None:
    desk.ask_for_named_approver()
    alone = desk.without("erp")
    set_id = alone.make(alone.wish())
    alone.minutes(4)
    row = desk.set(set_id)
    assert row.payments == "FAILED"
    assert "somebody else" in (row.payments_told or "")
    assert not desk.all(Release)


@embedded
@dealt
def test_a_payment_that_is_not_made_up_is_none_of_theirs(desk: DemoDesk) -> None:
    alone = desk.without("erp")
    set_id = alone.make(alone.wish())
    alone.minutes(1)
    with desk.database.job_connection(desk.realm) as connection:
        connection.execute(update(BankConnection).values(is_demo=False))
        connection.commit()
    alone.minutes(3)
    row = desk.set(set_id)
    assert row.payments == "FAILED"
    assert not desk.all(Approval)


@embedded
@dealt
def test_without_a_simulated_bank_it_is_imported_and_says_so(desk: DemoDesk) -> None:
    alone = desk.without("bank")
    set_id = alone.make(alone.wish())
    alone.minutes(2)
    assert alone.set(set_id).payments == "NO_BANK"
    assert not alone.all(BankConnection)
    assert len(alone.all(Upload)) == alone.set(set_id).counts["files"]


@embedded
@dealt
def test_a_set_of_other_days_is_imported_alone(desk: DemoDesk) -> None:
    start = day_of(system_clock()) - timedelta(days=40)
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


def _journal(desk: DemoDesk, set_id: int, place: int) -> Journal:
    """The journal of one of the files that leave."""
    (file,) = desk.all(
        DemoFile, DemoFile.set_id == set_id, DemoFile.position == LEAVES + place
    )
    (upload,) = desk.all(Upload, Upload.id == file.upload_id)
    found: list[Journal] = desk.all(
        Journal, Journal.correlation_id == upload.correlation_id
    )
    (journal,) = found
    return journal
