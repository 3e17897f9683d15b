"""Telling a real Tryton what became of payments, and writing statements into it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from itertools import count

import pytest
import tryton_world as world
from tryton_server import Books, Tryton, day

from erplink import (
    ClaimState,
    Connector,
    ErpAccount,
    Invalid,
    NotThere,
    PaymentState,
    PeriodClosed,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Unavailable,
)
from tests.erplink.lossy_proxy import Passed, lossy_proxy

pytestmark = pytest.mark.integration

Opened = Callable[..., Connector]
_NUMBERS = count(1)
TODAY = date.today()  # noqa: DTZ011 - Tryton's own day


@pytest.fixture
def taken(books: Books, connector: Connector) -> Callable[..., int]:
    """Makes a payment that is being processed."""

    def take(amount: str = "125.00", method: str = world.DANISH, **more: str) -> int:
        (made,) = books.more_payments([Decimal(amount)], method, **more)
        page = connector.fetch_payments(str(made - 1), 1)
        seen = {one.native_id: one.raw_sha256 for one in page.items}
        (claimed,) = connector.claim(seen, f"taken-{next(_NUMBERS)}")
        assert claimed.state is ClaimState.CLAIMED
        return made

    return take


def told(payment: int, state: PaymentState, **more: str) -> StatusUpdate:
    return StatusUpdate(f"told-{payment}-{state}", str(payment), state, TODAY, **more)


def state_of(books: Books, payment: int) -> str:
    return str(books.read("account.payment", payment, "state")["state"])


@pytest.mark.parametrize("state", [PaymentState.EXECUTED, PaymentState.BOOKED])
def test_success_is_told_once(
    books: Books, connector: Connector, taken: Callable[..., int], state: PaymentState
) -> None:
    payment = taken()
    first = connector.push_status(told(payment, state))
    again = connector.push_status(told(payment, state))
    assert (first.was_there, again.was_there) == (False, True)
    found = books.read("account.payment", payment, "state", "clearing_move")
    assert found["state"] == "succeeded"
    move = books.read("account.move", found["clearing_move"], "date")
    assert move["date"]["day"] == TODAY.day


@pytest.mark.parametrize("state", [PaymentState.SENT, PaymentState.ACCEPTED])
def test_on_the_way_is_no_state_of_its_own(
    books: Books, connector: Connector, taken: Callable[..., int], state: PaymentState
) -> None:
    payment = taken()
    assert connector.push_status(told(payment, state)).was_there
    assert state_of(books, payment) == "processing"


@pytest.mark.parametrize(
    "state", [PaymentState.REJECTED, PaymentState.RETURNED, PaymentState.CANCELLED]
)
def test_failure_of_a_sepa_payment_has_its_reason_in_tryton(
    books: Books, connector: Connector, taken: Callable[..., int], state: PaymentState
) -> None:
    payment = taken("31.00", world.EURO, supplier=world.TOOLS)
    update = told(payment, state, reason_code="AC04", reason="Kontoen er lukket & <ok>")
    assert not connector.push_status(update).was_there
    assert connector.push_status(update).was_there
    found = books.read(
        "account.payment", payment, "state", "sepa_return_reason_code",
        "sepa_return_reason_information",
    )  # fmt: skip
    assert found["state"] == "failed"
    assert found["sepa_return_reason_code"] == "AC04"
    assert found["sepa_return_reason_information"] == "Kontoen er lukket & <ok>"


def test_failure_of_another_payment_has_its_reason_in_a_note(
    books: Books, connector: Connector, taken: Callable[..., int]
) -> None:
    payment = taken()
    update = told(payment, PaymentState.REJECTED, reason_code="AC01", reason="Forkert")
    connector.push_status(update)
    connector.push_status(update)
    assert state_of(books, payment) == "failed"
    notes = books.find(
        "ir.note", [["resource", "=", f"account.payment,{payment}"]], "message"
    )
    assert [one["message"] for one in notes][1:] == ["AC01 Forkert"]


def test_a_return_undoes_a_success(
    books: Books, connector: Connector, taken: Callable[..., int]
) -> None:
    payment = taken()
    connector.push_status(told(payment, PaymentState.EXECUTED))
    connector.push_status(told(payment, PaymentState.RETURNED))
    found = books.read("account.payment", payment, "state", "clearing_move")
    assert (found["state"], found["clearing_move"]) == ("failed", None)


def test_a_payment_that_nobody_took_has_no_fate(
    books: Books, connector: Connector
) -> None:
    (payment,) = books.more_payments([Decimal(9)])
    with pytest.raises(Invalid, match="not being processed"):
        connector.push_status(told(payment, PaymentState.BOOKED))
    with pytest.raises(NotThere):
        connector.push_status(told(999_999, PaymentState.BOOKED))
    assert state_of(books, payment) == "approved"


@pytest.mark.dealt(4)
@pytest.mark.parametrize(
    ("method", "state", "step"),
    [
        (world.DANISH, PaymentState.BOOKED, "/succeed"),
        (world.DANISH, PaymentState.REJECTED, "/ir.note"),
        (world.DANISH, PaymentState.REJECTED, "/fail"),
        (world.EURO, PaymentState.REJECTED, "sepa.message"),
        (world.EURO, PaymentState.REJECTED, "/wait"),
        (world.EURO, PaymentState.REJECTED, "/do"),
    ],
)
@pytest.mark.parametrize("loses", ["loses_request", "loses_reply"])
def test_whatever_is_lost_a_status_is_told_once(
    books: Books, opened: Opened, taken: Callable[..., int],
    method: str, state: PaymentState, step: str, loses: str,
) -> None:  # fmt: skip
    supplier = world.TOOLS if method == world.EURO else world.PAPER
    payment = taken("42.00", method, supplier=supplier)
    update = told(payment, state, reason_code="AC04", reason="Lukket")

    def is_step(passed: Passed) -> bool:
        return passed.method == "POST" and step in passed.path.partition("?")[0]

    with lossy_proxy(books.url) as proxy:
        setattr(proxy, loses, is_step)
        with pytest.raises(Unavailable) as lost:
            opened(books, address=proxy.url).push_status(update)
        assert lost.value.may_have_written
    opened(books).push_status(update)
    wanted = "succeeded" if state is PaymentState.BOOKED else "failed"
    assert state_of(books, payment) == wanted
    notes = books.find(
        "ir.note",
        [
            ["resource", "=", f"account.payment,{payment}"],
            ["message", "like", "AC04%"],
        ],
        "id",
    )
    assert len(notes) <= 1


def test_a_closed_period_is_named(tryton: Tryton, opened: Opened) -> None:
    books = tryton.books()
    connector = opened(books)
    (payment,) = books.more_payments([Decimal(11)])
    page = connector.fetch_payments(str(payment - 1), 1)
    connector.claim({one.native_id: one.raw_sha256 for one in page.items}, "closed")
    last_year = TODAY.replace(month=1, day=1) - timedelta(days=1)
    december = [["end_date", "=", day(last_year)]]
    for period in books.find("account.period", december, "id"):
        books.call("model.account.period.close", [period["id"]])
    update = StatusUpdate("x", str(payment), PaymentState.BOOKED, last_year)
    with pytest.raises(PeriodClosed, match="closed") as caught:
        connector.push_status(update)
    assert "reopen the period" in caught.value.detail
    assert state_of(books, payment) == "processing"
    before = StatusUpdate("x", str(payment), PaymentState.BOOKED, date(2001, 1, 1))
    with pytest.raises(PeriodClosed):
        connector.push_status(before)


def account_of(connector: Connector, currency: str = "DKK") -> ErpAccount:
    accounts = connector.list_bank_accounts()
    return next(one for one in accounts if one.currency == currency)


def statement_of(
    account: ErpAccount, lines: list[StatementLine], number: str = ""
) -> StatementLines:
    identity = next(_NUMBERS)
    opening = Decimal(100_000 + identity)
    return StatementLines(
        our_id=f"statement-{identity}",
        account=account,
        currency=account.currency,
        number=number or f"2026/{identity}",
        day=TODAY,
        opening=opening,
        closing=opening + sum((one.amount for one in lines), Decimal(0)),
        lines=tuple(lines),
    )


def line_of(amount: str, payment: int | None = None) -> StatementLine:
    identity = next(_NUMBERS)
    return StatementLine(
        our_id=f"line-{identity}",
        booked=TODAY,
        value_day=TODAY,
        amount=Decimal(amount),
        text="Overførsel",
        bank_reference=f"BANK{identity}",
        counterparty=world.PAPER,
        payment="" if payment is None else str(payment),
    )


def test_a_statement_is_written_once_with_what_it_proves(
    books: Books, connector: Connector, taken: Callable[..., int]
) -> None:
    payment = taken("125.00")
    connector.push_status(told(payment, PaymentState.BOOKED))
    lines = [line_of("-125.00", payment), line_of("999.99"), line_of("-3.50")]
    statement = statement_of(account_of(connector), lines)
    first = connector.push_statement_lines(statement)
    again = connector.push_statement_lines(statement)
    assert (first.was_there, again.was_there) == (False, True)
    assert first.native_id == again.native_id
    number = int(first.native_id)
    found = books.read("account.statement", number, "name", "origins", "lines", "state")
    assert found["name"] == f"{statement.number} · {statement.our_id}"
    assert (found["state"], len(found["origins"])) == ("draft", 3)
    origins = books.find(
        "account.statement.origin", [["statement", "=", number]],
        "number", "amount", "description", "lines",
    )  # fmt: skip
    assert [one["number"] for one in origins] == [one.bank_reference for one in lines]
    assert [Decimal(one["amount"]["decimal"]) for one in origins] == [
        one.amount for one in lines
    ]
    assert [len(one["lines"]) for one in origins] == [1, 0, 0]
    proof = books.read("account.statement.line", found["lines"][0], "related_to")
    assert proof["related_to"] == f"account.payment,{payment}"


def test_a_proven_payment_is_reconciled_when_the_accountant_validates(
    books: Books, connector: Connector, taken: Callable[..., int]
) -> None:
    payment = taken("77.00")
    connector.push_status(told(payment, PaymentState.BOOKED))
    statement = statement_of(account_of(connector), [line_of("-77.00", payment)])
    written = connector.push_statement_lines(statement)
    books.press("account.statement", int(written.native_id), "validate_statement")
    found = books.read("account.payment", payment, "clearing_reconciled", "state")
    assert (found["clearing_reconciled"], found["state"]) == (True, "succeeded")


def test_two_statements_that_only_look_alike_are_two(
    books: Books, connector: Connector
) -> None:
    account = account_of(connector)
    one = statement_of(account, [line_of("5.00")])
    other = statement_of(account, [line_of("5.00")])
    first = connector.push_statement_lines(one)
    second = connector.push_statement_lines(other)
    assert not second.was_there
    assert first.native_id != second.native_id
    assert books.made


def test_a_statement_imported_by_hand_is_not_doubled(
    books: Books, connector: Connector
) -> None:
    statement = statement_of(account_of(connector), [line_of("12.00")])
    written = connector.push_statement_lines(statement)
    # As if it had come another way, with a name of Tryton's own.
    values = {"name": "Bank statement 17"}
    books.call("model.account.statement.write", [int(written.native_id)], values)
    again = connector.push_statement_lines(statement)
    assert (again.native_id, again.was_there) == (written.native_id, True)


@pytest.mark.dealt(2)
@pytest.mark.parametrize("step", ["POST", "PUT"])
@pytest.mark.parametrize("loses", ["loses_request", "loses_reply"])
def test_whatever_is_lost_a_statement_is_written_once(
    books: Books, opened: Opened, taken: Callable[..., int], step: str, loses: str
) -> None:
    payment = taken("64.00")
    lines = [line_of("1.00"), line_of("-64.00", payment)]
    statement = statement_of(account_of(opened(books)), lines)

    def is_step(passed: Passed) -> bool:
        return passed.method == step and "account.statement" in passed.path

    with lossy_proxy(books.url) as proxy:
        setattr(proxy, loses, is_step)
        with pytest.raises(Unavailable) as lost:
            opened(books, address=proxy.url).push_statement_lines(statement)
        assert lost.value.may_have_written
    opened(books).push_statement_lines(statement)
    name = f"{statement.number} · {statement.our_id}"
    found = books.find("account.statement", [["name", "=", name]], "origins", "lines")
    assert [(len(one["origins"]), len(one["lines"])) for one in found] == [(2, 1)]


def test_an_account_without_statement_journal_is_told(connector: Connector) -> None:
    account = account_of(connector)
    nowhere = ErpAccount(account.native_id, account.name, account.currency)
    with pytest.raises(Invalid, match="no statement journal"):
        connector.push_statement_lines(statement_of(nowhere, [line_of("1.00")]))


def test_a_payment_proven_before_is_left_to_the_accountant(
    books: Books, connector: Connector
) -> None:
    # A payment nobody took cannot be proven: the entry stands there all the same.
    (payment,) = books.more_payments([Decimal(15)])
    statement = statement_of(account_of(connector), [line_of("-15.00", payment)])
    written = connector.push_statement_lines(statement)
    found = books.read("account.statement", int(written.native_id), "origins", "lines")
    assert (len(found["origins"]), found["lines"]) == (1, [])


def test_writes_of_several_threads_wait_for_each_other(
    books: Books, opened: Opened
) -> None:
    account = account_of(opened(books))
    statements = [statement_of(account, [line_of("2.00")]) for _ in range(12)]
    with ThreadPoolExecutor(6) as pool:
        written = list(
            pool.map(lambda one: opened(books).push_statement_lines(one), statements)
        )
    assert len({one.native_id for one in written}) == 12
