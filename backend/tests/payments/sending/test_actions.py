"""What people do about files on their way, and who may."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select, text

from banklink import NotSent, OutcomeUnknown
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.payments.sending import SendState, actions, errors
from giroscope.features.payments.sending.tables import Proof
from giroscope.kernel.access import APPROVER, UPLOAD, Actor
from giroscope.kernel.errors import Forbidden
from tests.payments.payment_factory import Order, pain001
from tests.payments.sending.send_desk import Bank, Desk

pytestmark = [pytest.mark.both_stores, pytest.mark.every_run]


def _person(name: str, *roles: str) -> Actor:
    return Actor(name, "giroscope", name, name.title(), frozenset(roles))


ANNA = _person("anna", APPROVER)
BENT = _person("bent", APPROVER)
OLE = _person("ole", UPLOAD)


@pytest.fixture
def unknown(desk: Desk, bank: Bank, waiting: int) -> int:
    """A file nobody heard of again."""
    bank.fails_after = OutcomeUnknown("No answer came.")
    desk.send(waiting)
    bank.fails_after = None
    return waiting


def _which(desk: Desk, sending: int) -> actions.Which:
    return actions.Which(desk.sending(sending).correlation_id)


def _decide(
    desk: Desk, sending: int, who: Actor, *, has_arrived: bool, reason: str = "Called."
) -> None:
    with desk.connection() as connection:
        actions.decide(
            connection, who, _which(desk, sending), reason, desk.now,
            has_arrived=has_arrived,
        )  # fmt: skip
        connection.commit()


def _send_again(desk: Desk, sending: int, who: Actor) -> None:
    with desk.connection() as connection:
        actions.send_again(connection, who, _which(desk, sending), {}, desk.now)
        connection.commit()


def _cancel(desk: Desk, sending: int, who: Actor) -> None:
    with desk.connection() as connection:
        which = _which(desk, sending)
        actions.cancel(connection, who, which, "Wrong file.", desk.now)
        connection.commit()


def _trail(connection: Connection) -> list[str]:
    return list(
        connection.execute(
            text(
                "SELECT verb FROM audit_events WHERE verb LIKE 'payments.%'"
                " ORDER BY sequence"
            )
        ).scalars()
    )


def test_doubt_ends_by_a_decision_with_its_reason(desk: Desk, unknown: int) -> None:
    _decide(desk, unknown, ANNA, has_arrived=True)
    row = desk.sending(unknown)
    assert (row.state, row.proof, row.reason, row.decided_by_name) == (
        SendState.SENT, Proof.DECISION, "Called.", "Anna",
    )  # fmt: skip
    assert row.sent == row.left
    with desk.connection() as connection:
        assert _trail(connection) == ["payments.decided"]
        told = connection.execute(
            select(AuditEvent.now).where(AuditEvent.verb == "payments.decided")
        ).scalar_one()
        assert json.loads(told or "")["reason"] == "Called."
    with pytest.raises(errors.NotUndecided):
        _decide(desk, unknown, BENT, has_arrived=False)


def test_what_was_decided_not_to_have_arrived_another_sends_again(
    desk: Desk, bank: Bank, unknown: int
) -> None:
    _decide(desk, unknown, ANNA, has_arrived=False)
    with pytest.raises(errors.SecondPerson):
        _send_again(desk, unknown, ANNA)
    _send_again(desk, unknown, BENT)
    assert desk.send(unknown).state is SendState.SENT
    # Once with the answer that was lost, and once on two people's word.
    assert len(bank.taken) == 2
    first, second = desk.attempts(unknown)
    assert first.request_id != second.request_id


def test_an_account_in_the_decider_s_hand_does_not_send_it_again(
    desk: Desk, bank: Bank, unknown: int
) -> None:
    _decide(desk, unknown, ANNA, has_arrived=False)
    hands = {"bent": frozenset({"bent", "anna"}), "anna": frozenset({"anna"})}
    with desk.connection() as connection, pytest.raises(errors.SecondPerson):
        actions.send_again(connection, BENT, _which(desk, unknown), hands, desk.now)
    assert len(bank.taken) == 1


def test_what_is_in_doubt_is_never_sent_again(desk: Desk, unknown: int) -> None:
    with pytest.raises(errors.NotResendable):
        _send_again(desk, unknown, ANNA)
    with pytest.raises(errors.TooLateToCancel):
        _cancel(desk, unknown, ANNA)


def test_what_waits_can_be_stopped(desk: Desk, bank: Bank, waiting: int) -> None:
    bank.fails_before = NotSent("No way to it.")
    desk.send(waiting)
    _cancel(desk, waiting, ANNA)
    bank.fails_before = None
    desk.later(days=1)
    assert desk.send(waiting).state is SendState.CANCELLED
    assert bank.taken == []


def test_stopped_while_it_is_being_sealed_it_does_not_leave(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    def stop(boundary: str) -> None:
        if boundary == "sealed":
            _cancel(desk, waiting, ANNA)

    desk.passing = stop
    assert desk.send(waiting).state is SendState.CANCELLED
    assert bank.taken == []
    assert [one.state for one in desk.attempts(waiting)] == ["ABANDONED"]


def test_a_file_is_not_sent_again_beside_another_of_its_message_id(
    desk: Desk, unknown: int, import_bytes: object
) -> None:
    assert callable(import_bytes)
    _decide(desk, unknown, ANNA, has_arrived=False)
    other = import_bytes(
        pain001({"B1": [Order("E-2", "5.00")]}, message="MSG-2"), "b.xml", "PAYMENT"
    )
    desk.queue(other.document_id, message_id="MSG-1")
    with pytest.raises(errors.SentBefore):
        _send_again(desk, unknown, BENT)


def test_nothing_of_this_is_for_others(desk: Desk, unknown: int) -> None:
    for act in (_send_again, _cancel):
        with pytest.raises(Forbidden):
            act(desk, unknown, OLE)
    with pytest.raises(Forbidden):
        _decide(desk, unknown, OLE, has_arrived=True)


def test_what_is_sent_again_has_a_day_from_then(
    desk: Desk, bank: Bank, unknown: int
) -> None:
    _decide(desk, unknown, ANNA, has_arrived=False)
    desk.later(days=2)
    _send_again(desk, unknown, BENT)
    bank.fails_before = NotSent("No way to it.")
    assert desk.send(unknown).state is SendState.WAITING
    row = desk.sending(unknown)
    assert (row.asked, row.tries) == (desk.now, 1)
    assert row.next_try is not None
    assert row.next_try - desk.now == timedelta(seconds=15)


def test_a_file_is_decided_about_in_its_own_journal_alone(
    desk: Desk, unknown: int
) -> None:
    elsewhere = actions.Which("another journal", unknown)
    with desk.connection() as connection:
        with pytest.raises(errors.NothingToSend):
            actions.cancel(connection, ANNA, elsewhere, "x", desk.now)
        with pytest.raises(errors.NothingToSend):
            actions.decide(
                connection, ANNA, elsewhere, "x", desk.now, has_arrived=False
            )
        with pytest.raises(errors.NothingToSend):
            actions.send_again(connection, ANNA, elsewhere, {}, desk.now)
    assert desk.sending(unknown).state == SendState.UNKNOWN


@pytest.mark.integration
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)
async def test_two_do_not_act_on_one_file_at_the_same_time(
    desk: Desk, unknown: int
) -> None:
    """Even what is refused holds the file until it is known to be refused."""
    which = _which(desk, unknown)
    with desk.connection() as connection:
        with pytest.raises(errors.TooLateToCancel):
            actions.cancel(connection, ANNA, which, "Wrong file.", desk.now)
        assert desk.is_locked(unknown)
    assert not desk.is_locked(unknown)
    async with desk.database.writing("giroscope") as session:
        assert await actions.deciders(session, which.correlation_id) == set()
        assert desk.is_locked(unknown)


async def test_who_decided_is_known_of_every_file_of_the_journal(
    desk: Desk, unknown: int
) -> None:
    _decide(desk, unknown, ANNA, has_arrived=False)
    journal = desk.sending(unknown).correlation_id
    async with desk.database.writing("giroscope") as session:
        assert await actions.deciders(session, journal) == {"anna"}
        assert await actions.deciders(session, "another journal") == set()


def test_a_journal_without_a_signed_file_has_nothing_to_stop(desk: Desk) -> None:
    with desk.connection() as connection, pytest.raises(errors.NothingToSend):
        actions.cancel(
            connection, ANNA, actions.Which("no such journal"), "x", desk.now
        )
