"""A signed file leaves once, whatever the bank or the machine does."""

from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from banklink import (
    AnswerNotTrusted,
    NotReady,
    NotSent,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import BankPause
from giroscope.features.payments import StatusReport
from giroscope.features.payments.approvals.errors import NotProven
from giroscope.features.payments.sending import Sending, SendState, take_proofs
from giroscope.features.payments.sending.errors import SentBefore
from giroscope.features.payments.sending.queries import due
from giroscope.features.payments.sending.tables import AttemptState, Proof
from giroscope.kernel.tables import Job
from tests.payments.payment_factory import Order, pain001, pain002
from tests.payments.sending.send_desk import Bank, Desk
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = [pytest.mark.both_stores, pytest.mark.every_run]


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
    reply = desk.vault.chunks("giroscope", attempt.reply_sha256)
    assert b"".join(reply) == b"<reply/>"
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
    desk.later(seconds=15, microseconds=-1)
    assert desk.send(waiting).state is SendState.WAITING, "it is not due yet"
    desk.later(microseconds=1)
    assert desk.send(waiting).state is SendState.SENT
    assert len(bank.taken) == 1
    states = [attempt.state for attempt in desk.attempts(waiting)]
    assert states == [AttemptState.NOT_SENT, AttemptState.TAKEN]
    row = desk.sending(waiting)
    assert (row.tries, row.held, row.next_try) == (2, None, None)


def test_whatever_fails_while_a_file_is_sealed_nothing_has_left(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    """The bank may be asked for its certificate, and not answer."""
    bank.fails_to_seal = OutcomeUnknown("No answer came.")
    assert desk.send(waiting).state is SendState.WAITING
    bank.fails_to_seal = RuntimeError("a fault of ours")
    desk.later(minutes=1)
    assert desk.send(waiting).held == "not_ready"
    bank.fails_to_seal = None
    desk.later(minutes=1)
    assert desk.send(waiting).state is SendState.SENT


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


def test_what_was_not_released_does_not_leave_until_somebody_asks_again(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    def refuse(*_: object) -> None:
        raise NotProven

    desk.ensure_released = refuse
    outcome = desk.send(waiting)
    assert (outcome.state, outcome.held) == (SendState.NOT_TAKEN, "not_released")
    assert bank.sealed == bank.taken == []
    row = desk.sending(waiting)
    assert (row.state, row.held, row.left) == ("NOT_TAKEN", "not_released", None)
    (attempt,) = desk.attempts(waiting)
    assert (attempt.state, attempt.failure) == (
        AttemptState.NOT_SENT, NotProven().message,
    )  # fmt: skip
    desk.later(days=2)
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
    (attempt,) = desk.attempts(waiting)
    assert (attempt.bank_code, attempt.bank_text) == ("20", "Not valid.")


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
    (attempt,) = desk.attempts(waiting)
    assert (attempt.state, attempt.ended) == (AttemptState.UNKNOWN, desk.now)


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


def test_what_is_found_to_be_there_just_before_it_leaves_stays_and_is_told(
    desk: Desk, bank: Bank, waiting: int, document: int
) -> None:
    with desk.connection() as connection:
        connection.execute(
            insert(StatusReport).values(
                id=1, document_id=document, level="FILE", status="ACTC", reasons=[],
                correlation_id=desk.sending(waiting).correlation_id,
            )
        )  # fmt: skip
        connection.commit()
    outcome = desk.send(waiting)
    assert (outcome.was, outcome.state, outcome.code) == ("WAITING", "SENT", "STATUS")
    assert desk.told == [outcome]
    assert (bank.taken, desk.attempts(waiting)) == ([], [])


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
    assert desk.send(waiting).held == "paused"
    assert [one.is_news for one in desk.told] == [True, False]
    _pause(desk, None)
    assert _due(desk) == 1
    assert desk.send(waiting).state is SendState.SENT
    assert len(bank.taken) == 1


def test_a_pause_of_all_banks_holds_what_waits_until_it_goes_on(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    with desk.connection() as connection:
        connection.execute(
            insert(BankPause).values(paused=desk.now, paused_by="a", paused_by_name="A")
        )
        connection.commit()
    assert _due(desk) == 0
    assert desk.send(waiting).held == "paused"
    assert bank.taken == []
    with desk.connection() as connection:
        connection.execute(delete(BankPause))
        connection.commit()
    assert _due(desk) == 1
    assert desk.send(waiting).state is SendState.SENT


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


@pytest.mark.parametrize("says", ["approved", "", "another"])
def test_only_the_bytes_that_were_approved_leave(
    desk: Desk, bank: Bank, waiting: int, says: str
) -> None:
    """Where a channel cannot tell what it sealed, nothing can be compared."""
    approved = str(desk.sending(waiting).sha256)
    bank.says_sealed = {"approved": approved, "another": "0" * 64}.get(says, "")
    outcome = desk.send(waiting)
    if says != "another":
        assert outcome.state is SendState.SENT
        return
    assert (outcome.state, outcome.held) == (SendState.WAITING, "not_ready")
    assert bank.taken == []
    (attempt,) = desk.attempts(waiting)
    assert (attempt.state, attempt.left) == (AttemptState.NOT_SENT, None)


@pytest.mark.parametrize(
    "failure", [OutcomeUnknown("No answer came."), NotSent("No way to it.")]
)
def test_what_is_said_meanwhile_outranks_how_the_call_ends(
    desk: Desk, bank: Bank, waiting: int, import_bytes: Any, failure: Exception
) -> None:
    """A status report may be quicker than the end of the call that brought the file."""
    report = pain002(original="MSG-1", group="ACTC")
    bank.delivers = lambda: import_bytes(report, "status.xml", "PAYMENT")
    bank.fails_after = failure
    desk.send(waiting)
    row = desk.sending(waiting)
    assert (row.state, row.proof, row.held) == (SendState.SENT, Proof.STATUS, None)
    # It left when its bytes did, not when the bank spoke of it.
    assert row.sent == row.left == desk.now


@pytest.mark.parametrize(
    ("day", "proof"), [("2026-03-01", Proof.ENTRY), ("2026-02-28", None)]
)
def test_an_entry_proves_a_file_unless_it_is_older_than_the_signing(
    desk: Desk, waiting: int, import_bytes: Any, day: str, proof: Proof | None
) -> None:
    part = Part("100.00", "Fjordblik Ejendomme A/S", "E-1")
    line = Line("-100.00", day=day, parts=[part], reference="E-1")
    sheet = Sheet([line], sequence="1", opening="1000.00", first=day, last=day)
    import_bytes(camt(sheet, message="STMT-1"), "day.xml")
    row = desk.sending(waiting)
    assert row.proof == proof
    assert (row.state == SendState.SENT) == (proof is not None)


def test_what_was_cancelled_no_report_has_sent(
    desk: Desk, waiting: int, import_bytes: Any
) -> None:
    with desk.connection() as connection:
        connection.execute(update(Sending).values(state="CANCELLED"))
        connection.commit()
    import_bytes(pain002(original="MSG-1", group="ACTC"), "status.xml", "PAYMENT")
    assert desk.sending(waiting).state == SendState.CANCELLED


@pytest.mark.integration
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)
def test_of_two_that_send_one_file_the_second_waits_for_the_first(
    desk: Desk, bank: Bank, waiting: int
) -> None:
    found: list[bool] = []
    desk.asked_the_time = lambda: found.append(desk.is_locked(waiting))
    with_the_bank: list[bool] = []
    bank.delivers = lambda: with_the_bank.append(desk.is_locked(waiting))
    assert desk.send(waiting).state is SendState.SENT
    assert found[0], "from its first look at the file on"
    assert with_the_bank == [False], "nobody waits for a bank"


@pytest.mark.integration
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)
def test_nothing_is_decided_about_a_file_while_proofs_of_it_are_looked_for(
    desk: Desk, waiting: int
) -> None:
    journal = desk.sending(waiting).correlation_id
    with desk.connection() as connection:
        assert take_proofs(connection, [journal], desk.now) == []
        assert desk.is_locked(waiting)


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
