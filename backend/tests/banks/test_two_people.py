"""Replacing a key takes two, pausing takes one, and what has history is not deleted."""

from datetime import timedelta

import pytest
from sqlalchemy import insert

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import replace_key, sending_connection
from giroscope.features.banks.connections import Served, remove, revoke
from giroscope.features.banks.errors import (
    AccountServedElsewhere,
    AgreementConnected,
    HasHistory,
    NoReason,
    NotIndependent,
    NotPossibleNow,
    Paused,
    RequestClosed,
    SecondPersonNeeded,
)
from giroscope.features.banks.pause import pause, pause_all, resume, resume_all
from giroscope.features.banks.tables import BankConnection, BankKey, BankKeyRequest
from giroscope.features.users.errors import NoManagerAnyMore, RequesterGone
from giroscope.features.users.tables import AccountTie
from giroscope.kernel.access import APPROVER, UPLOAD, Actor
from giroscope.kernel.errors import Forbidden
from tests.banks.bank_desk import ANNA, BO, MANAGERS, NOON, BankDesk

pytestmark = pytest.mark.every_run

IBAN = "DK6129990004281101"
APPROVES = Actor("c", "giroscope", "c", "Carla", frozenset({APPROVER}))
CLERK = Actor("d", "giroscope", "d", "Dan", frozenset({UPLOAD}))


def _asked(desk: BankDesk, bank_id: int, reason: str = "The laptop was stolen") -> int:
    asked: int = desk.act(lambda s: replace_key.ask(s, ANNA, bank_id, reason, NOON))
    return asked


async def test_a_second_account_manager_confirms_and_the_key_is_gone(
    desk: BankDesk,
) -> None:
    bank_id = desk.connected()
    request_id = _asked(desk, bank_id)
    assert desk.bank(bank_id).state == "ACTIVE"
    with pytest.raises(SecondPersonNeeded):
        desk.act(
            lambda s: replace_key.confirm(
                s, ANNA, desk.banks, request_id, managers=MANAGERS
            )
        )
    desk.act(
        lambda s: replace_key.confirm(s, BO, desk.banks, request_id, managers=MANAGERS)
    )
    row = desk.bank(bank_id)
    assert (row.state, row.expires, row.next_fetch) == ("KEY_CREATED", None, None)
    old, new = desk.all(BankKey)
    assert (old.state, old.wrapped, new.state) == ("RETIRED", None, "PENDING")
    assert "banks.key_replaced" in [one.verb for one in desk.all(AuditEvent)]
    with pytest.raises(RequestClosed):
        desk.act(lambda s: replace_key.reject(s, BO, request_id, NOON))
    # A new code from the bank puts it to work again, with the new key.
    assert desk.activate(bank_id).state == "SUCCEEDED"
    assert desk.all(BankKey)[1].state == "CURRENT"


async def test_two_accounts_in_one_hand_are_one_person(desk: BankDesk) -> None:
    bank_id = desk.connected()
    request_id = _asked(desk, bank_id)
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(
            insert(AccountTie).values(
                person_id=BO.id, hand_id=ANNA.id, hand_name="Anna", act="MADE",
                since=NOON,
            )
        )  # fmt: skip
        connection.commit()
    with pytest.raises(NotIndependent):
        desk.act(
            lambda s: replace_key.confirm(
                s, BO, desk.banks, request_id, managers=MANAGERS
            )
        )
    assert desk.one(BankKeyRequest).state == "PENDING"


async def test_who_lost_the_role_neither_confirms_a_key_nor_has_one_confirmed(
    desk: BankDesk,
) -> None:
    request_id = _asked(desk, desk.connected())
    confirm = replace_key.confirm
    with pytest.raises(NoManagerAnyMore):
        desk.act(lambda s: confirm(s, BO, desk.banks, request_id, managers={ANNA.id}))
    with pytest.raises(RequesterGone):
        desk.act(lambda s: confirm(s, BO, desk.banks, request_id, managers={BO.id}))
    assert desk.one(BankKeyRequest).state == "PENDING"


async def test_a_request_needs_a_reason_and_ends_after_seven_days(
    desk: BankDesk,
) -> None:
    bank_id = desk.connected()
    with pytest.raises(NoReason):
        _asked(desk, bank_id, "  ")
    request_id = _asked(desk, bank_id)
    with pytest.raises(NotPossibleNow):
        _asked(desk, bank_id)
    desk.now += timedelta(days=7)
    with pytest.raises(RequestClosed):
        desk.act(
            lambda s: replace_key.confirm(
                s, BO, desk.banks, request_id, managers=MANAGERS
            )
        )


async def test_who_asked_takes_it_back_and_nobody_else(desk: BankDesk) -> None:
    bank_id = desk.connected()
    request_id = _asked(desk, bank_id)
    with pytest.raises(SecondPersonNeeded):
        desk.act(lambda s: replace_key.withdraw(s, BO, request_id, NOON))
    desk.act(lambda s: replace_key.withdraw(s, ANNA, request_id, NOON))
    assert desk.one(BankKeyRequest).state == "WITHDRAWN"


async def test_an_approver_pauses_and_a_clerk_does_not(desk: BankDesk) -> None:
    bank_id = desk.connected(accounts=[Served(IBAN)])
    with pytest.raises(Forbidden):
        desk.act(lambda s: pause(s, CLERK, bank_id, None, NOON))
    desk.act(lambda s: pause(s, APPROVES, bank_id, "Works", NOON))
    with pytest.raises(Paused):
        desk.act(lambda s: pause(s, APPROVES, bank_id, None, NOON))
    with desk.database.job_connection("giroscope") as connection:
        found = sending_connection(connection, IBAN)
    assert found is not None
    assert found.is_paused
    desk.act(lambda s: resume(s, APPROVES, bank_id, NOON))
    assert desk.bank(bank_id).pause_reason is None


async def test_all_banks_stand_still_at_once(desk: BankDesk) -> None:
    desk.connected(accounts=[Served(IBAN)])
    desk.act(lambda s: pause_all(s, APPROVES, "Suspicion", NOON))
    with desk.database.job_connection("giroscope") as connection:
        found = sending_connection(connection, IBAN)
    assert found is not None
    assert found.is_paused
    desk.act(lambda s: resume_all(s, APPROVES, NOON))
    with desk.database.job_connection("giroscope") as connection:
        found = sending_connection(connection, "DK61 2999 0004 2811 01")
    assert found is not None
    assert not found.is_paused


async def test_only_a_connection_at_work_that_pays_sends(desk: BankDesk) -> None:
    bank_id = desk.connect(
        accounts=[Served(IBAN), Served("29990004281102", pays=False)]
    )
    with desk.database.job_connection("giroscope") as connection:
        assert sending_connection(connection, IBAN) is None
    desk.activate(bank_id)
    with desk.database.job_connection("giroscope") as connection:
        found = sending_connection(connection, IBAN)
        assert found is not None
        assert (found.id, found.type) == (bank_id, "NORDEA_CA")
        assert sending_connection(connection, "29990004281102") is None
        assert sending_connection(connection, "DK3429990004281102") is None
    desk.act(lambda s: revoke(s, ANNA, bank_id, NOON))
    with desk.database.job_connection("giroscope") as connection:
        assert sending_connection(connection, IBAN) is None


async def test_an_agreement_and_an_account_are_connected_once(desk: BankDesk) -> None:
    desk.connect(accounts=[Served(IBAN)])
    with pytest.raises(AgreementConnected):
        desk.connect()
    with pytest.raises(AccountServedElsewhere):
        desk.connect("folder", parameters={}, accounts=[Served(IBAN)], name="Folder")


async def test_what_has_a_certificate_is_ended_and_not_deleted(desk: BankDesk) -> None:
    bank_id = desk.connected()
    with pytest.raises(HasHistory):
        desk.act(lambda s: remove(s, ANNA, bank_id))
    desk.act(lambda s: revoke(s, ANNA, bank_id, NOON))
    row = desk.bank(bank_id)
    assert (row.state, row.next_fetch) == ("REVOKED", None)
    assert [key.wrapped for key in desk.all(BankKey)] == [None]
    with pytest.raises(NotPossibleNow):
        desk.activate(bank_id)


async def test_what_was_never_used_leaves_only_its_trail(desk: BankDesk) -> None:
    bank_id = desk.connect()
    desk.act(lambda s: remove(s, ANNA, bank_id))
    assert desk.all(BankConnection) == []
    assert [one.verb for one in desk.all(AuditEvent)] == [
        "banks.create",
        "banks.delete",
    ]
