"""A supplier's invoice in a real Tryton, paid by journals of ours, and booked there."""

from pathlib import Path
from typing import Any

import pytest
import tryton_world
from exchange_desk import ExchangeDesk
from ledger_erp import ACCOUNT, EURO
from payment_factory import Answer, pain002
from pydantic import SecretStr
from statement_factory import Line, Part, Sheet, camt
from tryton_server import Books, Tryton

from erplink.tryton import TrytonMaker
from giroscope.features.documents import Vault
from giroscope.features.erp.exchange.tables import ErpOrder, ErpOutboxRow
from giroscope.features.erp.mapping.tables import ErpMethod, Target
from giroscope.features.journals.tables import Journal
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import realm_key
from giroscope.settings import Settings

pytestmark = pytest.mark.integration

WAYS = {
    tryton_world.DANISH: (Target.DK_DOMESTIC, ACCOUNT),
    tryton_world.EURO: (Target.SEPA_CT, EURO),
    tryton_world.SLIP: (Target.DK_FIK_71, ACCOUNT),
    tryton_world.INSTANT: (Target.DK_INSTANT, ACCOUNT),
}


@pytest.fixture
def books(tryton: Tryton) -> Books:
    """Books of their own."""
    return tryton.books()


@pytest.fixture
def desk(sqlite_settings: Settings, books: Books, tmp_path: Path) -> ExchangeDesk:
    """A realm whose ERP is that Tryton, with every method mapped."""
    del tmp_path
    said = {f"tryton.{name}": SecretStr(text) for name, text in books.settings.items()}
    settings = sqlite_settings.model_copy(
        update={"erp_settings": said, "erp_allowed_hosts": "127.0.0.1"}
    )
    database = Database(settings)
    key = bytes(range(32))
    vault = Vault(settings, lambda realm: realm_key(database, realm, key))
    made = ExchangeDesk(settings, database, vault, TrytonMaker(), system_clock())
    made.set_up()
    made.fetch_lists()
    for method in made.all(ErpMethod):
        if method.name in WAYS:
            target, account = WAYS[method.name]
            made.map(method.native_id, target, debtor_account=account)
    return made


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
