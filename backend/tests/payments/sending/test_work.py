"""A signed file leaves once, whatever the bank or the machine does."""

from typing import Any

import pytest
from payment_factory import Order, pain001, pain002
from send_desk import Bank, Desk
from sqlalchemy import update

from banklink import (
    AnswerNotTrusted,
    NotReady,
    NotSent,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)
from giroscope.features.banks import BankConnection
from giroscope.features.payments.sending import SendState, take_proofs
from giroscope.features.payments.sending.errors import SentBefore
from giroscope.features.payments.sending.queries import due
from giroscope.features.payments.sending.tables import AttemptState, Proof
from giroscope.kernel.tables import Job


class Killed(BaseException):
    """The process ends here."""


def test_a_file_that_the_bank_takes_is_sent_once(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    outcome = desk.send(waiting)
    again = desk.send(waiting)

    assert outcome.state is SendState.SENT
    assert again.was is again.state is SendState.SENT
    assert len(bank.taken) == 1
    row = desk.sending(waiting)
    assert (row.state, row.proof, row.sent) == ("SENT", Proof.ANSWER, desk.now)
    (attempt,) = desk.attempts(waiting)
    assert attempt.state == AttemptState.TAKEN
    assert attempt.bank_reference == "R-1"
    assert (
        b"".join(desk.vault.chunks("giroscope", attempt.request_sha256))
        == (bank.taken[0])
    )
    assert desk.told == [outcome]


@pytest.mark.parametrize(
    "failure",
    [
        OutcomeUnknown("No answer came."),
        AnswerNotTrusted("The signature is wrong."),
        RuntimeError("a fault of ours"),
    ],
)
@pytest.mark.parametrize("has_arrived", [True, False])
def test_what_is_not_certain_is_unknown_and_stays_where_it_is(
    desk: Desk, bank: Bank, waiting: int, failure: Exception, has_arrived: bool
) -> None:
    if has_arrived:
        bank.fails_after = failure
    else:
        bank.fails_before = failure
    assert desk.send(waiting).state is SendState.UNKNOWN
    bank.fails_after = bank.fails_before = None
    desk.later(days=3)
    assert desk.send(waiting).state is SendState.UNKNOWN
    assert len(bank.taken) == has_arrived


@pytest.mark.parametrize("where", ["sealing", "delivering"])
@pytest.mark.parametrize("failure", [NotSent("No way to it."), NotReady("Expired.")])
def test_what_did_not_leave_is_tried_again_later(
    desk: Desk, bank: Bank, waiting: int, failure: Exception, where: str
) -> None:
    if where == "sealing":
        bank.fails_to_seal = failure
    else:
        bank.fails_before = failure
    assert desk.send(waiting).state is SendState.WAITING
    bank.fails_to_seal = bank.fails_before = None
    assert desk.send(waiting).state is SendState.WAITING, "it is not due yet"
    desk.later(minutes=1)
    assert desk.send(waiting).state is SendState.SENT
    assert len(bank.taken) == 1
    states = [attempt.state for attempt in desk.attempts(waiting)]
    assert states == [AttemptState.NOT_SENT, AttemptState.TAKEN]


def test_after_a_day_of_silence_somebody_has_to_ask_again(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    bank.fails_before = NotSent("No way to it.")
    for _ in range(100):
        if desk.send(waiting).state is SendState.NOT_TAKEN:
            break
        desk.later(minutes=30)
    assert desk.sending(waiting).state == SendState.NOT_TAKEN
    bank.fails_before = None
    assert desk.send(waiting).state is SendState.NOT_TAKEN
    assert bank.taken == []


def test_a_refusal_is_kept_in_the_banks_own_words(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    bank.fails_before = Refused(
        "The bank refused it.", bank_code="20", bank_text="Not valid.",
        kind=RefusalKind.CONTENT,
    )  # fmt: skip
    assert desk.send(waiting).state is SendState.REFUSED
    row = desk.sending(waiting)
    assert (row.bank_code, row.bank_text) == ("20", "Not valid.")


@pytest.mark.parametrize("boundary", ["prepared", "sealed"])
def test_killed_before_anything_left_it_starts_anew(
    desk: Desk, bank: Bank, waiting: int, boundary: str
) -> None:
    desk.passing = _dies_at(boundary)
    with pytest.raises(Killed):
        desk.send(waiting)
    desk.passing = lambda _boundary: None
    assert desk.send(waiting).state is SendState.SENT
    assert len(bank.taken) == 1
    states = [attempt.state for attempt in desk.attempts(waiting)]
    assert states == [AttemptState.ABANDONED, AttemptState.TAKEN]


@pytest.mark.parametrize("boundary", ["leaving", "answered", "reply kept"])
def test_killed_after_bytes_were_let_go_it_is_unknown(
    desk: Desk, bank: Bank, waiting: int, boundary: str
) -> None:
    desk.passing = _dies_at(boundary)
    with pytest.raises(Killed):
        desk.send(waiting)
    desk.passing = lambda _boundary: None
    assert desk.send(waiting).state is SendState.UNKNOWN
    assert desk.send(waiting).state is SendState.UNKNOWN
    assert len(bank.taken) == (boundary != "leaving")


def _dies_at(wanted: str) -> Any:
    def die(boundary: str) -> None:
        if boundary == wanted:
            raise Killed

    return die


def test_a_status_report_shows_that_the_bank_has_it(
    desk: Desk, bank: Bank, waiting: int, import_bytes: Any
) -> None:
    bank.fails_after = OutcomeUnknown("No answer came.")
    desk.send(waiting)
    import_bytes(pain002(original="MSG-1", group="ACTC"), "status.xml", "PAYMENT")
    journal = desk.sending(waiting).correlation_id
    with desk.connection() as connection:
        take_proofs(connection, [journal], desk.now)
        connection.commit()
    row = desk.sending(waiting)
    assert (row.state, row.proof) == (SendState.SENT, Proof.STATUS)


def test_what_the_bank_knows_already_does_not_leave(
    desk: Desk, bank: Bank, waiting: int, import_bytes: Any
) -> None:
    import_bytes(pain002(original="MSG-1", group="ACTC"), "status.xml", "PAYMENT")
    assert desk.send(waiting).state is SendState.SENT
    assert bank.taken == []
    assert desk.sending(waiting).proof == Proof.STATUS


def test_a_message_id_goes_to_a_bank_once(
    desk: Desk, bank: Bank, waiting: int, import_bytes: Any
) -> None:
    other = import_bytes(
        pain001({"B1": [Order("E-2", "5.00")]}, message="MSG-2"), "b.xml", "PAYMENT"
    )
    with pytest.raises(SentBefore):
        desk.queue(other.document_id, message_id="MSG-1")
    bank.fails_before = Refused(
        "No.", bank_code="20", bank_text="", kind=RefusalKind.CONTENT
    )
    desk.send(waiting)
    assert desk.queue(other.document_id, message_id="MSG-1") != waiting


def test_putting_a_document_in_the_queue_twice_sends_it_once(
    desk: Desk, waiting: int, document: int
) -> None:
    assert desk.queue(document) == waiting


def test_a_connection_that_is_paused_holds_what_waits_until_it_goes_on(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    _pause(desk, desk.now)
    assert desk.send(waiting).held == "paused"
    assert _due(desk) == 0, "nothing is looked at while it stands still"
    _pause(desk, None)
    assert _due(desk) == 1
    assert desk.send(waiting).state is SendState.SENT
    assert len(bank.taken) == 1


def test_a_pause_while_a_file_is_sealed_holds_it_too(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    def pause_once(boundary: str) -> None:
        if boundary == "sealed":
            _pause(desk, desk.now)

    desk.passing = pause_once
    assert desk.send(waiting).held == "paused"
    assert bank.taken == []
    assert [one.state for one in desk.attempts(waiting)] == ["ABANDONED"]
    desk.passing = lambda _boundary: None
    _pause(desk, None)
    assert desk.send(waiting).state is SendState.SENT
    assert len(bank.taken) == 1


def _pause(desk: Desk, at: Any) -> None:
    with desk.connection() as connection:
        connection.execute(update(BankConnection).values(paused=at))
        connection.commit()


def _due(desk: Desk) -> int:
    """How many files the schedule would have sent now."""
    with desk.connection() as connection:
        connection.execute(Job.__table__.delete().where(Job.verb == "send"))
        due("giroscope", connection, desk.now)
        found = connection.exec_driver_sql(
            "SELECT count(*) FROM jobs WHERE verb = 'send'"
        ).scalar_one()
        connection.rollback()
        return int(found)
