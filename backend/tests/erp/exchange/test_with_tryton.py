"""A supplier's invoice in a real Tryton, paid by journals of ours, and booked there."""

from typing import Any

import pytest
from tryton_server import Books, Tryton

from giroscope.features.erp.exchange.tables import ErpOrder, ErpOutboxRow
from giroscope.features.journals.tables import Journal
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.exchange_with_tryton import exchange_with
from tests.erp.exchange.ledger_erp import ACCOUNT
from tests.payments.payment_factory import Answer, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.integration


@pytest.fixture
def books(tryton: Tryton) -> Books:
    """Books of their own."""
    return tryton.books()


@pytest.fixture
def desk(sqlite_settings: Settings, books: Books) -> ExchangeDesk:
    """A realm whose ERP is that Tryton, with every method mapped."""
    return exchange_with(books, sqlite_settings)


def test_from_the_supplier_to_the_statement(desk: ExchangeDesk, books: Books) -> None:
    desk.fetch()
    desk.settle()
    states = desk.states()
    first = str(books.payment(0))
    assert states[first] == "IN_JOURNAL"
    assert sum(one.payments for one in desk.all(Journal)) == list(
        states.values()
    ).count("IN_JOURNAL")
    paid = desk.payment(first)
    (order,) = desk.all(ErpOrder, ErpOrder.id == paid.order_id)
    assert _state(books, first) == "processing"
    _report(desk, order, Answer(paid.end_to_end_id, "ACSC"))
    assert _state(books, first) == "succeeded"
    part = Part(end_to_end=paid.end_to_end_id, amount=f"{paid.amount}")
    day = str(order.day)
    line = Line(f"-{paid.amount}", day=day, reference="R1", parts=[part])
    sheet = Sheet([line], "1", "100000.00", first=day, last=day, account=ACCOUNT)
    desk.hand_in(camt(sheet), "statement.xml")
    desk.settle()
    assert desk.payment(first).state == "BOOKED"
    writes = {(row.operation, row.state) for row in desk.all(ErpOutboxRow)}
    assert ("STATEMENT", "WRITTEN") in writes
    assert not {state for _, state in writes} - {"WRITTEN", "SUPERSEDED"}
    (written,) = books.find("account.statement", [], "name")
    assert written["name"].startswith("1 ")


def test_what_the_bank_rejects_fails_in_tryton_with_its_reason(
    desk: ExchangeDesk, books: Books
) -> None:
    desk.fetch()
    desk.settle()
    first = str(books.payment(0))
    paid = desk.payment(first)
    (order,) = desk.all(ErpOrder, ErpOrder.id == paid.order_id)
    _report(desk, order, Answer(paid.end_to_end_id, "RJCT", "AC04"))
    assert _state(books, first) == "failed"
    assert desk.payment(first).state == "REJECTED"


def _report(desk: ExchangeDesk, order: Any, answer: Answer) -> None:
    batches = {f"{order.our_id}-1": (None, [answer])}
    desk.hand_in(pain002(original=order.our_id, batches=batches), "status.xml")
    desk.settle()


def _state(books: Books, native_id: str) -> str:
    return str(books.read("account.payment", int(native_id), "state")["state"])
