"""Payments of the ERP become journals, once each, and it hears what became of them."""

import io
from datetime import date, timedelta
from decimal import Decimal

import pytest
from exchange_desk import SOMEBODY, ExchangeDesk
from ledger_erp import ACCOUNT, EURO, LedgerErp, by_slip, in_euro, to_bank
from payment_factory import Answer, pain002
from sqlalchemy import update
from statement_factory import Line, Part, Sheet, camt

import bankfiles
from erplink import (
    Doubt,
    Operation,
    PeriodClosed,
    SignInRefused,
    Throttled,
    Unavailable,
    Unreadable,
)
from giroscope.features.documents import Document
from giroscope.features.erp.exchange import actions
from giroscope.features.erp.exchange.errors import NotHeld, NotWaiting, ReasonNeeded
from giroscope.features.erp.exchange.tables import ErpFinding, ErpOrder, ErpRound
from giroscope.features.journals.tables import Journal
from giroscope.features.payments.checks import PaymentCheck
from giroscope.features.statements.tables import Statement
from giroscope.features.uploads import Upload


def test_open_payments_become_journals_that_pass_every_check(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"), to_bank("2", "99.50"), by_slip("3"), in_euro("4"))
    desk.fetch()
    desk.settle()
    assert set(desk.states().values()) == {"IN_JOURNAL"}
    orders = desk.all(ErpOrder)
    assert {one.debtor_account: one.day for one in orders} == dict.fromkeys(
        (ACCOUNT, EURO), date(2026, 11, 24)
    )
    journals = desk.all(Journal)
    assert [one.source for one in journals] == ["ERP", "ERP"]
    assert sum(one.payments for one in journals) == 4
    assert {one.state for one in journals} == {"AWAITING_APPROVAL"}
    for check in desk.all(PaymentCheck):
        assert check.standing == "VALID", check.report
    claims = {one.debtor_account: one.our_id for one in orders}
    assert ledger.claims() == {
        **dict.fromkeys("123", claims[ACCOUNT]), "4": claims[EURO],
    }  # fmt: skip


def test_the_end_to_end_id_leads_back_and_the_timeline_tells_the_way(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", end_to_end_id="OWN-1"), to_bank("2"))
    desk.fetch()
    desk.settle()
    (order,) = desk.all(ErpOrder)
    upload = desk.one(Upload)
    assert (upload.source, upload.kind, upload.state) == ("ERP", "PAYMENT", "IMPORTED")
    assert upload.correlation_id == order.correlation_id
    document = desk.one(Document)
    content = b"".join(desk.vault.chunks("giroscope", document.sha256))
    found = {
        value.end_to_end_id: value.amount
        for value in bankfiles.read(io.BytesIO(content))
        if isinstance(value, bankfiles.Payment)
    }
    assert desk.payment("1").end_to_end_id == "OWN-1"
    assert desk.payment("2").end_to_end_id.startswith("P-2-")
    assert set(found) == {"OWN-1", desk.payment("2").end_to_end_id}
    assert desk.told(order.correlation_id)[:2] == ["erp.fetched", "erp.claimed"]


def test_what_no_mapping_takes_is_held_with_its_reason_and_goes_once_it_is_mapped(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", method="M9"), by_slip("2", reference="17"))
    desk.fetch()
    desk.settle()
    held = desk.payment("1")
    assert (held.state, held.reason_code) == ("HELD", "no_mapping")
    assert desk.payment("2").reason_code == "ocr_check_digit"
    assert desk.all(ErpOrder) == []
    ledger.offer(to_bank("1"), by_slip("2"))
    desk.fetch()
    desk.settle()
    assert set(desk.states().values()) == {"IN_JOURNAL"}


def test_a_payment_that_was_changed_or_taken_since_it_was_read_is_not_paid(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"), to_bank("2"), to_bank("3"))
    desk.fetch()
    ledger.offer(to_bank("1", "2.00"))
    ledger.take("2")
    desk.settle()
    assert desk.states() == {"1": "HELD", "2": "GONE", "3": "IN_JOURNAL"}
    assert desk.payment("1").reason_code == "changed_in_erp"
    desk.fetch()
    desk.settle()
    assert desk.payment("1").state == "IN_JOURNAL"
    assert desk.payment("1").amount == Decimal("2.00")


def test_what_is_not_offered_any_more_is_gone_and_comes_back_when_it_is(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", method="M9"))
    desk.fetch()
    ledger.withdraw("1")
    desk.fetch()
    assert desk.payment("1").state == "GONE"
    ledger.offer(to_bank("1"))
    desk.fetch()
    desk.settle()
    assert desk.payment("1").state == "IN_JOURNAL"
    assert desk.payment("1").attempt == 1


def test_unreadable_payments_and_repeated_numbers_are_told(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.unreadable = [Unreadable("77", "P-77", "amount", Doubt.MISSING)]
    ledger.offer(to_bank("1", number="P"), to_bank("2", number="P"))
    desk.fetch()
    desk.settle()
    assert {(one.native_id, one.code) for one in desk.all(ErpFinding)} == {
        ("77", "unreadable"), ("2", "duplicate_number"),
    }  # fmt: skip
    held = desk.payment("2")
    assert (held.state, held.reason_code, held.values["other"]) == (
        "HELD", "duplicate_number", "1",
    )  # fmt: skip
    assert desk.payment("1").state == "IN_JOURNAL"


def test_a_round_that_was_cut_goes_on_at_its_cursor(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.page = 2
    ledger.offer(*(to_bank(f"{n:02}") for n in range(7)))
    seen: list[str] = []
    ledger.hook = seen.append
    ledger.faults["fetch"] = []

    def cut(name: str) -> None:
        seen.append(name)
        if seen.count("fetch") == 3:
            ledger.hook = seen.append
            raise Unavailable("The ERP is away")

    ledger.hook = cut
    assert desk.fetch().state == "FAILED"
    (cut_round,) = desk.all(ErpRound)
    assert (cut_round.pages, cut_round.read, cut_round.code) == (2, 4, "unavailable")
    assert desk.fetch().state == "SUCCEEDED"
    (ended,) = desk.all(ErpRound)
    assert (ended.pages, ended.read, ended.is_whole) == (4, 7, True)
    assert len(desk.states()) == 7


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


def test_a_throttled_erp_is_asked_again_when_it_says(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    ledger.faults["claim"] = [Throttled("Too many", retry_after=timedelta(minutes=7))]
    desk.fetch()
    desk.settle()
    (row,) = desk.outbox("CLAIM")
    assert (row.state, row.next_try - desk.now) == ("WAITING", timedelta(minutes=7))
    desk.pass_time(minutes=7)
    desk.settle()
    assert desk.payment("1").state == "IN_JOURNAL"


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


def test_a_claim_that_is_left_calls_its_payments_off_and_tells_the_erp(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"), to_bank("2"))
    ledger.faults["claim.done"] = [PeriodClosed("closed")]
    desk.fetch()
    desk.settle()
    (claim,) = desk.outbox("CLAIM")
    assert claim.state == "FAILED"
    desk.change(lambda c: actions.skip(c, SOMEBODY, claim.id, "Not now", desk.now))
    desk.settle()
    assert desk.states() == {"1": "CANCELLED", "2": "CANCELLED"}
    assert [told for _, told in ledger.effects("status")] == ["cancelled"] * 2
    assert desk.all(Upload) == []


def test_one_that_looks_like_another_goes_when_somebody_says_so(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", number="P"), to_bank("2", number="P"))
    desk.fetch()
    desk.settle()
    held = desk.payment("2")
    desk.change(
        lambda c: actions.leave(c, SOMEBODY, held.id, "Ask the supplier", desk.now)
    )
    desk.fetch()
    assert desk.payment("2").reason_code == "left_to_erp"
    desk.change(
        lambda c: actions.let_go(c, SOMEBODY, held.id, "Two deliveries", desk.now)
    )
    desk.settle()
    assert desk.payment("2").state == "IN_JOURNAL"
    with pytest.raises(NotHeld):
        desk.change(lambda c: actions.leave(c, SOMEBODY, held.id, "No", desk.now))


def _booked(
    number: str, amount: str, end_to_end: str | None, day: str = "2026-11-24"
) -> bytes:
    part = Part(end_to_end=end_to_end, amount=amount.lstrip("-"))
    line = Line(amount, day=day, reference=f"R{number}", parts=[part])
    return camt(Sheet([line], number, first=day, last=day, account=ACCOUNT))


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
