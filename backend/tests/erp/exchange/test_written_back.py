"""What banks say of the ERP's payments is written back to it, once each."""

import pytest
from sqlalchemy import update

from erplink import (
    Operation,
    PeriodClosed,
    SignInRefused,
    Unavailable,
)
from giroscope.features.erp.exchange import actions
from giroscope.features.erp.exchange.errors import NotWaiting, ReasonNeeded
from giroscope.features.erp.exchange.tables import ErpFinding, ErpOrder
from giroscope.features.statements.tables import Statement
from giroscope.features.uploads import Upload
from tests.erp.exchange.exchange_desk import SOMEBODY, ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, LedgerErp, to_bank
from tests.payments.payment_factory import Answer, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt


@pytest.mark.parametrize(
    ("answer", "state", "told"),
    [
        (Answer("OWN-1", "ACCP"), "ACCEPTED", "accepted"),
        (Answer("OWN-1", "ACSC"), "EXECUTED", "executed"),
        (Answer("OWN-1", "RJCT", "AC01"), "REJECTED", "rejected"),
    ],
)
def test_what_the_bank_says_is_written_back_once(
    desk: ExchangeDesk, ledger: LedgerErp, answer: Answer, state: str, told: str
) -> None:
    order = _in_journal(desk, ledger)
    _answered(desk, order, answer)
    assert desk.payment("1").state == state
    (row,) = desk.outbox("STATUS")
    assert (row.state, row.native_id, row.was_there) == ("WRITTEN", "2", False)
    assert ledger.effects("status") == [(row.our_id, told)]
    assert "erp.status_written" in desk.told(order.correlation_id)
    desk.settle()
    assert len(ledger.effects("status")) == 1


def test_a_later_state_overtakes_one_that_was_never_told(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    order = _in_journal(desk, ledger)
    ledger.faults["status"] = [Unavailable("The ERP is away")]
    _answered(desk, order, Answer("OWN-1", "ACCP"))
    assert [row.state for row in desk.outbox("STATUS")] == ["WAITING"]
    _answered(desk, order, Answer("OWN-1", "ACSC"), message="ST-2")
    desk.pass_time(minutes=5)
    desk.settle()
    assert [row.state for row in desk.outbox("STATUS")] == ["SUPERSEDED", "WRITTEN"]
    assert [told for _, told in ledger.effects("status")] == ["executed"]


def test_an_answer_that_was_lost_after_the_write_is_found_not_written_again(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", end_to_end_id="OWN-1"))
    ledger.faults["claim.done"] = [Unavailable("No answer", may_have_written=True)]
    ledger.faults["status.done"] = [Unavailable("No answer", may_have_written=True)]
    desk.fetch()
    desk.settle()
    assert desk.payment("1").state == "CLAIMING"
    desk.pass_time(minutes=1)
    desk.settle()
    (order,) = desk.all(ErpOrder)
    _answered(desk, order, Answer("OWN-1", "ACSC"))
    desk.pass_time(minutes=1)
    desk.settle()
    assert len(ledger.effects("claim")) == 1
    assert len(ledger.effects("status")) == 1
    (row,) = desk.outbox("STATUS")
    assert (row.state, row.was_there, row.tries) == ("WRITTEN", True, 2)


def test_a_closed_period_waits_for_a_person_and_holds_up_nobody(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", end_to_end_id="OWN-1"), to_bank("2", end_to_end_id="N2"))
    desk.fetch()
    desk.settle()
    (order,) = desk.all(ErpOrder)
    ledger.faults["status"] = [PeriodClosed("October is closed")]
    _answered(desk, order, Answer("OWN-1", "ACSC"), Answer("N2", "ACSC"))
    assert {row.label[:3]: (row.state, row.code) for row in desk.outbox("STATUS")} == {
        "P-1": ("FAILED", "period_closed"), "P-2": ("WRITTEN", None),
    }  # fmt: skip


def test_a_refused_sign_in_stops_all_and_everything_goes_on_when_it_is_mended(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    order = _in_journal(desk, ledger)
    ledger.faults["status"] = [SignInRefused("The secret has expired")]
    _answered(desk, order, Answer("OWN-1", "ACSC"))
    (row,) = desk.outbox("STATUS")
    assert (row.state, row.code) == ("WAITING", "sign_in_refused")
    desk.pass_time(minutes=16)
    desk.settle()
    assert [told for _, told in ledger.effects("status")] == ["executed"]


def test_nothing_else_is_tried_while_a_sign_in_is_refused(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", end_to_end_id="OWN-1"), to_bank("2", end_to_end_id="N2"))
    desk.fetch()
    desk.settle()
    (order,) = desk.all(ErpOrder)
    ledger.faults["status"] = [SignInRefused("The secret has expired")]
    _answered(desk, order, Answer("OWN-1", "ACSC"), Answer("N2", "ACSC"))
    for minutes in (1, 13):
        desk.pass_time(minutes=minutes)
        desk.run("erp_write")
        assert ledger.effects("status") == []
    desk.pass_time(minutes=2)
    desk.settle()
    assert len(ledger.effects("status")) == 2


def test_statements_are_written_with_the_payments_they_prove(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    _in_journal(desk, ledger)
    desk.hand_in(_booked("1", "-1250.00", "OWN-1"), "statement.xml")
    desk.settle()
    assert desk.payment("1").state == "BOOKED"
    (row,) = desk.outbox("STATEMENT")
    assert (row.state, row.label) == ("WRITTEN", f"{ACCOUNT} · 2026-11-24")
    assert ledger.effects("statement") == [(row.our_id, "1:1")]
    assert [told for _, told in ledger.effects("status")] == ["booked"]


def test_statements_from_before_the_books_were_in_use_are_not_written(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    desk.pass_time(days=-1)
    desk.hand_in(_booked("0", "-5.00", None, day="2026-11-20"), "before.xml")
    desk.perform_waiting()
    desk.pass_time(days=1)
    desk.fetch_lists()
    # It comes before the exchange has looked for statements at all.
    desk.hand_in(_booked("1", "-7.00", None), "first.xml")
    desk.perform_waiting()
    desk.settle()
    assert [row.our_id for row in desk.outbox("STATEMENT")] == [
        desk.all(Statement)[-1].identity
    ]
    assert len(ledger.effects("statement")) == 1


def test_a_statement_of_a_slow_import_is_not_passed_over(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    """Its number is given before that of a later one that is done earlier."""
    desk.fetch_lists()
    desk.hand_in(_booked("0", "-5.00", None, day="2026-11-23"), "slow.xml")
    desk.hand_in(_booked("1", "-7.00", None), "quick.xml")
    desk.perform_waiting()
    slow, quick = desk.all(Statement)

    unseen = update(Statement).where(Statement.id == slow.id)
    desk.change(lambda connection: connection.execute(unseen.values(is_final=False)))
    desk.settle()
    assert len(ledger.effects("statement")) == 1
    desk.change(lambda connection: connection.execute(unseen.values(is_final=True)))
    desk.settle()
    assert [row.our_id for row in desk.outbox("STATEMENT")] == [
        quick.identity, slow.identity,
    ]  # fmt: skip
    desk.pass_time(days=1)
    desk.settle()
    desk.settle()
    assert len(ledger.effects("statement")) == 2


def test_money_that_comes_back_is_told_and_the_payment_may_be_offered_again(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    _in_journal(desk, ledger)
    desk.hand_in(_booked("1", "-1250.00", "OWN-1"), "statement.xml")
    desk.settle()
    desk.hand_in(_booked("2", "1250.00", "OWN-1", day="2026-11-25"), "return.xml")
    desk.settle()
    assert desk.payment("1").state == "RETURNED"
    assert [told for _, told in ledger.effects("status")] == ["booked", "returned"]
    ledger.offer(to_bank("1"))
    desk.fetch()
    desk.settle()
    again = desk.payment("1")
    assert (again.attempt, again.state) == (2, "IN_JOURNAL")
    assert again.end_to_end_id != "OWN-1"


def test_a_journal_that_is_taken_back_frees_its_payments_in_the_erp(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    _in_journal(desk, ledger)
    desk.undo_upload(desk.one(Upload).id)
    desk.settle()
    assert desk.payment("1").state == "CANCELLED"
    assert [told for _, told in ledger.effects("status")] == ["cancelled"]


def test_a_person_tries_again_or_leaves_what_the_erp_did_not_take(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    order = _in_journal(desk, ledger)
    ledger.faults["status"] = [PeriodClosed("closed"), PeriodClosed("closed")]
    _answered(desk, order, Answer("OWN-1", "ACSC"))
    (row,) = desk.outbox("STATUS")
    desk.change(lambda c: actions.retry(c, SOMEBODY, row.id, desk.now))
    desk.settle()
    assert desk.outbox("STATUS")[0].state == "FAILED"
    with pytest.raises(ReasonNeeded):
        desk.change(lambda c: actions.skip(c, SOMEBODY, row.id, " ", desk.now))
    desk.change(lambda c: actions.skip(c, SOMEBODY, row.id, "By hand", desk.now))
    (row,) = desk.outbox("STATUS")
    assert (row.state, row.reason) == ("SKIPPED", "By hand")
    with pytest.raises(NotWaiting):
        desk.change(lambda c: actions.retry(c, SOMEBODY, row.id, desk.now))
    assert ledger.effects("status") == []


def test_one_that_failed_and_is_offered_as_it_was_waits_for_a_person(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    order = _in_journal(desk, ledger)
    _answered(desk, order, Answer("OWN-1", "RJCT", "AC01"))
    ledger.reopen("1")
    desk.fetch()
    desk.settle()
    again = desk.payment("1")
    assert (again.attempt, again.state, again.reason_code) == (
        2, "HELD", "failed_before",
    )  # fmt: skip
    # Offered once more it is the same attempt.
    assert desk.fetch().state == "SUCCEEDED"
    assert desk.payment("1").attempt == 2
    desk.change(
        lambda c: actions.let_go(c, SOMEBODY, again.id, "Account opened", desk.now)
    )
    desk.settle()
    assert desk.payment("1").state == "IN_JOURNAL"


def test_an_erp_that_knows_no_claim_and_no_status_is_paid_from_once(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.able -= {Operation.CLAIM, Operation.PUSH_STATUS}
    order = _in_journal(desk, ledger)
    assert "erp.claimed" not in desk.told(order.correlation_id)
    desk.fetch()
    desk.settle()
    assert desk.all(ErpFinding) == []
    _answered(desk, order, Answer("OWN-1", "RJCT", "AC01"))
    desk.fetch()
    desk.settle()
    assert desk.payment("1").reason_code == "failed_before"
    assert len(desk.all(ErpOrder)) == 1
    assert (ledger.effects("claim"), ledger.effects("status")) == ([], [])


def _in_journal(desk: ExchangeDesk, ledger: LedgerErp) -> ErpOrder:
    ledger.offer(to_bank("1", end_to_end_id="OWN-1"))
    desk.fetch()
    desk.settle()
    order: ErpOrder = desk.one(ErpOrder)
    return order


def _answered(
    desk: ExchangeDesk, order: ErpOrder, *answers: Answer, message: str = "ST-1"
) -> None:
    """The bank reports on the order, and everything follows from it."""
    report = pain002(
        original=order.our_id, batches={f"{order.our_id}-1": (None, answers)},
        message=message,
    )  # fmt: skip
    desk.hand_in(report, f"{message}.xml")
    desk.settle()


def _booked(
    number: str, amount: str, end_to_end: str | None, day: str = "2026-11-24"
) -> bytes:
    part = Part(end_to_end=end_to_end, amount=amount.lstrip("-"))
    line = Line(amount, day=day, reference=f"R{number}", parts=[part])
    return camt(Sheet([line], number, first=day, last=day, account=ACCOUNT))
