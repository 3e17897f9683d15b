"""Certificates grow old: told step by step, renewed ahead of time, no surprise."""

from datetime import timedelta

import orjson
import pytest
from sqlalchemy import update

from banklink import NotSent, OutcomeUnknown
from giroscope.features.banks.connections import Change, Schedule, change
from giroscope.features.banks.due import due
from giroscope.features.banks.errors import ChangedMeanwhile, NotPossibleNow
from giroscope.features.banks.renew import begin_renewal
from giroscope.features.banks.tables import BankCertificate, BankConnection, BankKey
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.schedule import take_turns
from localization import Message, render
from tests.banks.bank_desk import ANNA, NOON, BankDesk


def _turn(desk: BankDesk) -> None:
    take_turns(desk.database, {"banks": due}, desk.now)
    desk.work_all()


def _by_hand(desk: BankDesk) -> None:
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(renews_itself=False))
        connection.commit()


async def test_each_alarm_is_given_once(desk: BankDesk) -> None:
    bank_id = desk.connected()
    _by_hand(desk)
    told = []
    for left in (61, 60, 59, 30, 30, 14, 7, 6, 1, 0):
        desk.now = desk.paper.until - timedelta(days=left)
        _turn(desk)
        told.append(desk.codes().count("banks.certificate_ends"))
    assert told == [0, 1, 1, 2, 2, 3, 4, 4, 5, 5]
    assert desk.bank(bank_id).state == "EXPIRED"
    assert desk.codes().count("banks.certificate_ended") == 1


async def test_a_certificate_that_has_not_long_is_named_so(desk: BankDesk) -> None:
    bank_id = desk.connected()
    _by_hand(desk)
    desk.now = desk.paper.until - timedelta(days=40)
    _turn(desk)
    assert desk.bank(bank_id).state == "EXPIRING"
    found = desk.one(SystemMessage, SystemMessage.code == "banks.certificate_ends")
    told = render(Message.filled(found.code, orjson.loads(found.values)))
    assert (found.level, "ends in 40 days" in told) == ("WARNING", True)


async def test_it_renews_itself_and_the_old_key_is_destroyed(desk: BankDesk) -> None:
    bank_id = desk.connected()
    first = desk.one(BankKey)
    desk.now = desk.paper.until - timedelta(days=45)
    desk.paper.until = desk.now + timedelta(days=700)
    _turn(desk)
    row = desk.bank(bank_id)
    assert (row.state, row.expires) == ("ACTIVE", desk.paper.until)
    old, new = desk.all(BankKey)
    assert (old.id, old.state, old.wrapped) == (first.id, "RETIRED", None)
    assert (new.state, new.wrapped is None) == ("CURRENT", False)
    former, current = desk.all(BankCertificate)
    assert (former.state, former.replaced) == ("FORMER", desk.now)
    assert (current.state, current.key_id) == ("CURRENT", new.id)
    assert "banks.renewed" in desk.codes()


@pytest.mark.parametrize("failure", [NotSent("No line."), OutcomeUnknown("No answer.")])
async def test_a_renewal_that_failed_leaves_the_present_certificate_at_work(
    desk: BankDesk, failure: NotSent | OutcomeUnknown
) -> None:
    bank_id = desk.connected()
    desk.now = desk.paper.until - timedelta(days=10)
    _by_hand(desk)
    desk.paper.failures = [failure]
    job_id = desk.act(lambda s: begin_renewal(s, ANNA, desk.banks, bank_id))
    assert desk.work(job_id).state == "FAILED"
    assert desk.bank(bank_id).state == "EXPIRING"
    current, waiting = desk.all(BankKey)
    assert (current.state, waiting.state) == ("CURRENT", "PENDING")
    # The next try asks with the key that was made before the first.
    desk.paper.until = desk.now + timedelta(days=700)
    again = desk.act(lambda s: begin_renewal(s, ANNA, desk.banks, bank_id))
    assert desk.work(again).state == "SUCCEEDED"
    asked = [key for key, code in desk.paper.requests if code == "renewal"]
    assert len(asked) == 2
    assert asked[0] == asked[1]


async def test_a_failed_renewal_is_tried_twice_a_day_and_not_every_minute(
    desk: BankDesk,
) -> None:
    desk.connected()
    desk.now = desk.paper.until - timedelta(days=45)
    # The look at the bank fails first, the renewal after it.
    desk.paper.failures = [NotSent("No line."), NotSent("No line.")]
    _turn(desk)
    for _ in range(3):
        desk.now += timedelta(minutes=1)
        _turn(desk)
    assert [code for _, code in desk.paper.requests].count("renewal") == 1
    desk.now += timedelta(hours=12)
    desk.paper.until = desk.now + timedelta(days=700)
    _turn(desk)
    assert [code for _, code in desk.paper.requests].count("renewal") == 2


async def test_what_was_changed_meanwhile_is_not_overwritten(desk: BankDesk) -> None:
    bank_id = desk.connected()
    seen = desk.bank(bank_id).version
    pace = Change(schedule=Schedule(30, 7, 18))
    desk.act(lambda s: change(s, ANNA, bank_id, pace, seen, NOON))
    row = desk.bank(bank_id)
    assert (row.fetch_minutes, row.next_fetch) == (30, NOON + timedelta(minutes=30))
    with pytest.raises(ChangedMeanwhile):
        desk.act(lambda s: change(s, ANNA, bank_id, Change(name="Other"), seen, NOON))


async def test_a_letters_numbers_stay_once_a_certificate_holds_them(
    desk: BankDesk,
) -> None:
    bank_id = desk.connected()
    told = {**desk.bank(bank_id).parameters, "senderId": "10428836016"}
    with pytest.raises(NotPossibleNow):
        desk.act(
            lambda s: change(s, ANNA, bank_id, Change(parameters=told), None, NOON)
        )
