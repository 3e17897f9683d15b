"""The connector to the ERP of a laptop, against the ERP itself over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest

import erpsim
from erplink import (
    Call,
    ClaimState,
    Conflict,
    Connector,
    ContractChanged,
    ErpAccount,
    ErpError,
    Invalid,
    NotAllowed,
    NotConfigured,
    NotThere,
    OpenItems,
    Operation,
    PaymentState,
    Period,
    PeriodClosed,
    ReferenceKind,
    Settlement,
    Settling,
    Side,
    SignInRefused,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Surroundings,
    Unavailable,
)
from erplink.demo import DEMO
from erpsim import FaultKind

DAY = date(2026, 3, 2)


def clock() -> datetime:
    return datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Books:
    """An ERP that runs, and the connectors to it."""

    def __init__(self, erp: erpsim.Running) -> None:
        self.erp = erp
        self.calls: list[Call] = []

    def connector(self, company: str = erpsim.TRADE, key: str = "") -> Connector:
        settings = {
            "address": self.erp.url,
            "key": key or self.erp.key,
            "company": company,
        }
        hosts = frozenset({"127.0.0.1"})
        return DEMO.open(settings, Surroundings(self.calls.append, clock, hosts))

    def fault(self, kind: FaultKind, times: int = 1, **told: str) -> None:
        self.erp.erp.faults.set(kind, times=times, parameters=told)


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Books]:
    with erpsim.running(tmp_path, erpsim.Options(now=clock)) as erp:
        yield Books(erp)


@pytest.fixture
def connector(books: Books) -> Connector:
    return books.connector()


def seen(connector: Connector, number: int = 500) -> dict[str, str]:
    page = connector.fetch_payments(None, number)
    return {one.native_id: one.raw_sha256 for one in page.items}


def update(state: PaymentState, our_id: str = "s-1") -> StatusUpdate:
    return StatusUpdate(our_id, "1", state, DAY, "AC04", "Closed", "B-77")


def statement(account: ErpAccount, *lines: StatementLine) -> StatementLines:
    moved = sum((one.amount for one in lines), Decimal(0))
    opening = Decimal("100000.00")
    return StatementLines(
        "st-1", account, account.currency, "41", DAY, opening, opening + moved, lines
    )


def line(amount: str, payment: str = "") -> StatementLine:
    return StatementLine("l-1", DAY, DAY, Decimal(amount), "Tekst", payment=payment)


def test_it_tells_what_it_met(books: Books, connector: Connector) -> None:
    contact = connector.test_connection()
    assert (contact.product, contact.version) == ("Simulated ERP", "2026.11")
    assert contact.clock == clock()
    assert contact.secret_expires == date(2027, 3, 2)
    assert contact.calls_left is not None
    [call] = books.calls
    assert (call.method, call.status, call.operation) == ("GET", 200, "test_connection")


def test_it_lists_companies_methods_and_accounts(connector: Connector) -> None:
    companies = connector.list_companies()
    assert [one.native_id for one in companies] == ["10", "20"]
    methods = {one.code: one for one in connector.list_payment_methods()}
    assert {"BANK-DK", "FIK71", "SEPA", "UDLAND", "STRAKS"} <= set(methods)
    assert not methods["CHECK"].is_active
    assert not methods["KUNDE"].is_outbound
    accounts = connector.list_bank_accounts()
    assert accounts[0].iban == "DK6129990004281101"
    assert accounts[0].statement_journal
    assert methods["BANK-DK"].bank_account == accounts[0].native_id


def test_its_books_are_closed_until_a_day(books: Books, connector: Connector) -> None:
    assert connector.list_periods(DAY) == (Period("", None, None, is_open=True),)
    books.erp.erp.store.run(
        "UPDATE companies SET closed_until = ? WHERE id = '10'", DAY.isoformat()
    )
    closed, following = connector.list_periods(DAY)
    assert (closed.last, closed.is_open) == (DAY, False)
    assert (following.first, following.is_open) == (DAY + timedelta(days=1), True)
    assert len(connector.list_periods(DAY + timedelta(days=1))) == 1


def test_every_open_payment_is_read_once_over_pages(
    books: Books, connector: Connector
) -> None:
    books.erp.erp.payables.make_many("10", 700, DAY)
    found = []
    cursor = None
    while True:
        page = connector.fetch_payments(cursor, 250)
        found += page.items
        assert page.unreadable == ()
        if (cursor := page.cursor) is None:
            break
    assert len(found) == len({one.native_id for one in found}) == 712
    first = found[0]
    assert (first.amount, first.currency) == (Decimal("18462.50"), "DKK")
    assert first.due == date(2026, 3, 4)
    assert first.creditor.number == "53010000246817"
    kinds = {one.reference_kind for one in found}
    assert kinds == set(ReferenceKind)
    assert {"71", "73", "75"} <= {one.slip_type for one in found}


def test_a_claim_is_ours_for_ever(connector: Connector) -> None:
    payments = seen(connector)
    chosen = {one: payments[one] for one in ("1", "2")}
    first = connector.claim(chosen, "c-1")
    assert [one.state for one in first] == [ClaimState.CLAIMED] * 2
    again = connector.claim(chosen, "c-1")
    assert [one.state for one in again] == [ClaimState.ALREADY_OURS] * 2
    others = connector.claim(chosen | {"3": payments["3"], "999": "x"}, "c-2")
    assert [one.state for one in others] == [
        ClaimState.TAKEN, ClaimState.TAKEN, ClaimState.CLAIMED, ClaimState.TAKEN,
    ]  # fmt: skip
    assert set(chosen).isdisjoint(seen(connector))


def test_a_payment_that_changed_after_it_was_read_is_left_alone(
    books: Books, connector: Connector
) -> None:
    payments = seen(connector)
    books.erp.erp.store.run("UPDATE payments SET amount = amount + 1 WHERE id = 1")
    states = [one.state for one in connector.claim(payments, "c-1")]
    assert states == [ClaimState.CHANGED] + [ClaimState.CLAIMED] * (len(payments) - 1)
    assert set(seen(connector)) == {"1"}


def test_a_claim_whose_answer_was_lost_is_found_again(
    books: Books, connector: Connector
) -> None:
    payments = seen(connector)
    books.erp.erp.faults.set(FaultKind.ANSWER_LOST, operation="claim", times=1)
    with pytest.raises(Unavailable) as caught:
        connector.claim(payments, "c-1")
    assert caught.value.may_have_written
    states = {one.state for one in connector.claim(payments, "c-1")}
    assert states == {ClaimState.ALREADY_OURS}


@pytest.mark.parametrize("state", list(PaymentState))
def test_every_state_can_be_told_once(
    books: Books, connector: Connector, state: PaymentState
) -> None:
    connector.claim(seen(connector), "c-1")
    first = connector.push_status(update(state))
    second = connector.push_status(update(state))
    assert (first.was_there, second.was_there) == (False, True)
    assert first.native_id == second.native_id
    history = books.erp.erp.payables.history([1])[1]
    assert [one["state"] for one in history] == ["OPEN", "CLAIMED", state.upper()]
    assert history[-1]["reason_code"] == "AC04"


def test_a_state_that_cannot_follow_is_a_conflict(connector: Connector) -> None:
    with pytest.raises(Conflict):
        connector.push_status(update(PaymentState.SENT))
    connector.claim(seen(connector), "c-1")
    connector.push_status(update(PaymentState.REJECTED))
    with pytest.raises(Conflict, match="changed"):
        connector.push_status(update(PaymentState.SENT, "s-2"))


def test_a_statement_is_written_once(books: Books, connector: Connector) -> None:
    connector.claim(seen(connector), "c-1")
    account = connector.list_bank_accounts()[0]
    lines = statement(account, line("-18462.50", "1"))
    first, second = (connector.push_statement_lines(lines) for _ in range(2))
    assert (first.was_there, second.was_there) == (False, True)
    assert books.erp.erp.payables.payment(1)["state"] == "BOOKED"
    assert set(books.erp.erp.books.totals().values()) == {0}
    with pytest.raises(Conflict):
        connector.push_statement_lines(statement(account, line("-1.00")))


def test_what_the_books_do_not_take_is_told(books: Books, connector: Connector) -> None:
    account = connector.list_bank_accounts()[0]
    books.fault(FaultKind.CLOSED_PERIOD)
    with pytest.raises(PeriodClosed):
        connector.push_statement_lines(statement(account, line("-1.00")))
    other = ErpAccount("20-5810", "Drift", "DKK")
    with pytest.raises(NotThere):
        connector.push_statement_lines(statement(other, line("-1.00")))
    euro = connector.list_bank_accounts()[1]
    wrong = ErpAccount(euro.native_id, "", "DKK")
    with pytest.raises(Invalid) as caught:
        connector.push_statement_lines(statement(wrong, line("-1.00")))
    assert "EUR" in caught.value.detail


def test_rights_are_told_without_trying(books: Books, connector: Connector) -> None:
    books.erp.erp.keys.set_rights(["payments.read", "payments.claim"])
    found = {one.resource: (one.is_write, one.may) for one in connector.rights()}
    assert found["payments.claim"] == (True, True)
    assert found["accounts.read"] == (False, False)
    with pytest.raises(NotAllowed):
        connector.list_bank_accounts()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (FaultKind.HTML, ContractChanged),
        (FaultKind.UNAUTHORIZED, SignInRefused),
        (FaultKind.FORBIDDEN, NotAllowed),
        (FaultKind.WRONG_COMPANY, ContractChanged),
        (FaultKind.CHANGED_CONTRACT, ContractChanged),
    ],
)
def test_each_fault_ends_in_its_own_error(
    books: Books, connector: Connector, kind: FaultKind, expected: type[ErpError]
) -> None:
    books.fault(kind)
    with pytest.raises(expected):
        connector.fetch_payments(None, 100)
    assert connector.fetch_payments(None, 100).items


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (FaultKind.THROTTLE, {"seconds": "0"}),
        (FaultKind.HALF_PAGE, {}),
        (FaultKind.SERVER_ERROR, {}),
        (FaultKind.DROP_BEFORE, {}),
        (FaultKind.ANSWER_LOST, {}),
    ],
)
def test_a_read_that_fails_once_is_made_again(
    books: Books, connector: Connector, kind: FaultKind, told: dict[str, str]
) -> None:
    books.fault(kind, **told)
    assert len(connector.fetch_payments(None, 100).items) == 12
    assert len(books.calls) == 2


def test_duplicate_numbers_are_read_as_they_are(
    books: Books, connector: Connector
) -> None:
    books.fault(FaultKind.DUPLICATE_NUMBERS)
    items = connector.fetch_payments(None, 100).items
    assert len({one.native_id for one in items}) == 12
    assert len({one.number for one in items}) == 6


def test_a_clock_that_is_wrong_is_seen(books: Books, connector: Connector) -> None:
    books.fault(FaultKind.CLOCK_SKEW, seconds="3600")
    found = connector.test_connection().clock
    assert found is not None
    assert (found - clock()).total_seconds() == 3600


def test_another_key_and_another_company_are_refused(books: Books) -> None:
    with pytest.raises(SignInRefused):
        books.connector(key="sim-other").test_connection()
    with pytest.raises(NotThere):
        books.connector(company="30").fetch_payments(None, 10)
    assert all(books.erp.key not in repr(call) for call in books.calls)
    with pytest.raises(NotConfigured) as caught:
        books.connector(company=" ")
    assert caught.value.detail == "company"
    with pytest.raises(NotConfigured):
        books.connector(key="with\nbreak")


def test_its_description_offers_everything_but_files() -> None:
    assert DEMO.description.operations == frozenset(Operation) - {
        Operation.EXCHANGE_FILES
    }


def test_what_is_owed_is_read_once_over_pages_and_then_what_changed(
    books: Books, connector: Connector
) -> None:
    reading = cast("OpenItems", connector)
    books.erp.erp.items.make_many("10", 5, DAY, clock())
    first = reading.fetch_open_items(None, 7, None)
    rest = reading.fetch_open_items(first.cursor, 7, None)
    items = (*first.items, *rest.items)
    assert (len(items), rest.cursor) == (11, None)
    assert len({one.native_id for one in items}) == 11
    owed = items[0]
    assert (owed.side, owed.amount, owed.currency) == (
        Side.RECEIVABLE, Decimal("18750.00"), "DKK",
    )  # fmt: skip
    assert (owed.number, owed.accounts) == ("10501", ("DK1520005036594817",))
    assert {one.references for one in items} == {(), ("RF18539007547034",)}
    assert {one.side for one in items} == {Side.RECEIVABLE, Side.PAYABLE}
    assert reading.fetch_open_items(None, 7, first.mark).items == ()
    books.erp.erp.items.make_many("10", 1, DAY, clock())
    [new] = reading.fetch_open_items(None, 7, first.mark).items
    assert new.native_id not in {one.native_id for one in items}


def settlement(statement: str, our_line: StatementLine) -> Settlement:
    items = (("1", Decimal("18750.00")), ("2", Decimal("6240.50")))
    return Settlement("match-1", statement, our_line, items)


def test_a_match_is_told_once_and_taken_back_once(
    books: Books, connector: Connector
) -> None:
    settling, reading = cast("Settling", connector), cast("OpenItems", connector)
    account = connector.list_bank_accounts()[0]
    paid = line("24985.50")
    with pytest.raises(Conflict):
        settling.settle(settlement("", paid))
    written = connector.push_statement_lines(statement(account, paid))
    told = settlement(written.native_id, paid)
    mark = reading.fetch_open_items(None, 7, None).mark
    books.fault(FaultKind.ANSWER_LOST)
    with pytest.raises(Unavailable):
        settling.settle(told)
    assert settling.settle(told).was_there
    page = reading.fetch_open_items(None, 7, mark)
    assert (page.items, page.closed) == ((), ("1", "2"))
    balances = _balances(books)
    assert balances == {"5990": 0, "5600": 4_238_000, "3920": 500}

    assert not settling.release(told).was_there
    assert settling.release(told).was_there
    assert len(reading.fetch_open_items(None, 500, None).items) == 6
    balances = _balances(books)
    assert balances == {"5990": -2_498_550, "5600": 6_737_050, "3920": 0}
    # Taken back is taken back, however late the first attempt comes.
    with pytest.raises(Conflict):
        settling.settle(told)


def test_what_does_not_fit_is_not_settled(connector: Connector) -> None:
    settling = cast("Settling", connector)
    account = connector.list_bank_accounts()[0]
    written = connector.push_statement_lines(statement(account, line("10.00")))

    def told(native_id: str, amount: str) -> Settlement:
        items = ((native_id, Decimal(amount)),)
        return Settlement("m", written.native_id, line("10.00"), items)

    for native_id, amount in (("4", "3120.00"), ("1", "18750.01"), ("1", "0.00")):
        with pytest.raises(Invalid):
            settling.settle(told(native_id, amount))
    with pytest.raises(Conflict):
        settling.settle(told("99", "10.00"))
    with pytest.raises(Invalid):
        settling.settle(replace(told("1", "5.00"), items=(("1", Decimal(5)),) * 2))
    settling.settle(told("1", "18750.00"))
    with pytest.raises(Conflict):
        settling.settle(
            Settlement("n", "", line("10.00"), (("2", Decimal("6240.50")),))
        )


def test_a_part_leaves_the_rest_open_and_a_credit_note_is_deducted(
    books: Books, connector: Connector
) -> None:
    settling, reading = cast("Settling", connector), cast("OpenItems", connector)
    account = connector.list_bank_accounts()[0]
    lines = [replace(line(amount), our_id=amount) for amount in ("8000.00", "10750.00")]
    written = connector.push_statement_lines(statement(account, *lines))
    # What is owed to the party by us, of the same books: number 5.
    first, second = (("1", Decimal("10415.75")), ("5", Decimal("2415.75"))), (
        ("1", Decimal("8334.25")), ("2", Decimal("2415.75")),
    )  # fmt: skip
    told = [
        Settlement(f"match-{one.our_id}", written.native_id, one, parts)
        for one, parts in zip(lines, (first, second), strict=True)
    ]
    settling.settle(told[0])
    mark = reading.fetch_open_items(None, 7, None).mark
    assert _open(reading) == {"1": "8334.25", "2": "6240.50"}
    settling.settle(told[1])
    assert reading.fetch_open_items(None, 7, mark).closed == ("1",)
    assert _open(reading) == {"2": "3824.75"}
    assert _balances(books)["5990"] == 0
    settling.release(told[0])
    assert _open(reading) == {"1": "10415.75", "2": "3824.75", "5": "2415.75"}


def _open(reading: OpenItems) -> dict[str, str]:
    found = reading.fetch_open_items(None, 7, None).items
    return {
        one.native_id: str(one.amount)
        for one in found if one.native_id in {"1", "2", "5"}
    }  # fmt: skip


def _balances(books: Books) -> dict[str, int]:
    own = books.erp.erp.books
    assert set(own.totals().values()) == {0}
    return {one: own.balance("10", one, "DKK") for one in ("5990", "5600", "3920")}
