"""Payments of the ERP become journals, once each, or wait for a person."""

import io
from datetime import date, timedelta
from decimal import Decimal

import pytest

import bankfiles
from erplink import (
    Doubt,
    PeriodClosed,
    Throttled,
    Unavailable,
    Unreadable,
)
from giroscope.features.documents import Document
from giroscope.features.erp.exchange import actions
from giroscope.features.erp.exchange.errors import NotHeld
from giroscope.features.erp.exchange.tables import ErpFinding, ErpOrder, ErpRound
from giroscope.features.journals.tables import Journal
from giroscope.features.payments.checks import PaymentCheck
from giroscope.features.uploads import Upload
from tests.erp.exchange.exchange_desk import SOMEBODY, ExchangeDesk
from tests.erp.exchange.ledger_erp import (
    ACCOUNT,
    EURO,
    LedgerErp,
    by_slip,
    in_euro,
    to_bank,
)


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
