"""Open items of a real Tryton, and its statements' entries assigned to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import cast

import pytest
import tryton_world as world
from tryton_server import Books, Tryton, money

from erplink import (
    Conflict,
    Connector,
    Invalid,
    NotThere,
    OpenItem,
    OpenItems,
    Settlement,
    Settling,
    Side,
    StatementLine,
    Unavailable,
)
from tests.erplink.lossy_proxy import Passed, lossy_proxy
from tests.erplink.test_tryton_writing import account_of, line_of, statement_of

pytestmark = pytest.mark.integration

Opened = Callable[..., Connector]


@pytest.fixture(scope="module")
def ledger(tryton: Tryton) -> Books:
    """Books with something owed both ways."""
    books = tryton.books()
    books.invoice("out", Decimal("1250.00"), world.TOOLS, reference="PO-7")
    books.invoice("out", Decimal("310.00"), world.PAPER)
    books.invoice(
        "in", Decimal("640.00"), world.PAPER, reference="F-99",
        supplier_payment_reference="RF18539007547034",
        supplier_payment_reference_type="creditor_reference",
    )  # fmt: skip
    return books


@pytest.fixture
def connector(ledger: Books, opened: Opened) -> Connector:
    return opened(ledger)


def items(connector: Connector) -> dict[Decimal, OpenItem]:
    page = cast("OpenItems", connector).fetch_open_items(None, 100, None)
    assert (page.cursor, page.unreadable) == (None, ())
    return {one.amount: one for one in page.items}


def settlement(
    connector: Connector, amount: str, *owed: OpenItem
) -> tuple[Settlement, StatementLine]:
    """A statement with one entry, which settles these."""
    line = line_of(amount)
    lines = statement_of(account_of(connector), [line])
    written = connector.push_statement_lines(lines)
    told = tuple((one.native_id, one.amount) for one in owed)
    return Settlement("match-1", written.native_id, line, told), line


def lines_of(books: Books, told: Settlement) -> list[tuple[Decimal, str]]:
    found = books.find(
        "account.statement.line", [["statement", "=", int(told.statement)]],
        "amount", "related_to",
    )  # fmt: skip
    return [(Decimal(one["amount"]["decimal"]), one["related_to"]) for one in found]


def test_what_is_owed_and_no_payment_is_under_way_for_is_open(
    connector: Connector,
) -> None:
    found = items(connector)
    assert len(found) == 3
    owed = found[Decimal("1250.00")]
    assert (owed.side, owed.currency, owed.party) == (
        Side.RECEIVABLE, "DKK", world.TOOLS,
    )  # fmt: skip
    assert owed.accounts == ("DE89370400440532013000",)
    assert owed.references[0] == "PO-7"
    assert owed.references[1].startswith("RF")
    ours = found[Decimal("640.00")]
    assert ours.side is Side.PAYABLE
    assert ours.references == ("F-99", "RF18539007547034")
    assert ours.due is not None


def test_open_items_are_paged(connector: Connector) -> None:
    reading, found, cursor = cast("OpenItems", connector), [], None
    for _ in range(9):
        page = reading.fetch_open_items(cursor, 2, None)
        found += [one.native_id for one in page.items]
        if (cursor := page.cursor) is None:
            break
    assert found == [one.native_id for one in items(connector).values()]


def test_an_entry_is_assigned_once_and_the_accountant_settles_by_posting(
    ledger: Books, connector: Connector
) -> None:
    settling = cast("Settling", connector)
    invoice = ledger.invoice("out", Decimal("75.25"), world.PAPER)
    told, _ = settlement(connector, "75.25", items(connector)[Decimal("75.25")])
    assert not settling.settle(told).was_there
    assert settling.settle(told).was_there
    assert lines_of(ledger, told) == [(Decimal("75.25"), f"account.invoice,{invoice}")]
    for step in ("validate_statement", "post"):
        ledger.press("account.statement", int(told.statement), step)
    assert ledger.read("account.invoice", invoice, "state")["state"] == "paid"
    assert Decimal("75.25") not in items(connector)
    # What is posted is the accountant's.
    with pytest.raises(Invalid):
        settling.release(told)


def test_an_invoice_is_paid_in_parts_of_which_one_is_a_credit_note(
    ledger: Books, connector: Connector
) -> None:
    settling = cast("Settling", connector)
    invoice = ledger.invoice("out", Decimal("500.25"), world.PAPER)
    credit = ledger.invoice("out", Decimal("-120.75"), world.PAPER)
    found = items(connector)
    owed, deducted = found[Decimal("500.25")], found[Decimal("120.75")]
    assert (deducted.side, deducted.party) == (Side.PAYABLE, world.PAPER)
    told, _ = settlement(connector, "79.25", owed, deducted)
    part = (owed.native_id, Decimal("200.00"))
    told = replace(told, items=(part, told.items[1]))
    settling.settle(told)
    assert settling.settle(told).was_there
    assert sorted(lines_of(ledger, told)) == [
        (Decimal("-120.75"), f"account.invoice,{credit}"),
        (Decimal("200.00"), f"account.invoice,{invoice}"),
    ]
    for step in ("validate_statement", "post"):
        ledger.press("account.statement", int(told.statement), step)
    assert ledger.read("account.invoice", credit, "state")["state"] == "paid"
    assert Decimal("120.75") not in items(connector)
    assert items(connector)[Decimal("300.25")].native_id == owed.native_id


def test_money_that_waits_for_its_invoice_is_no_item(
    ledger: Books, connector: Connector
) -> None:
    before = items(connector).keys()
    owed = ledger.invoice("out", Decimal("60.50"), world.PAPER)
    told, _ = settlement(connector, "90.75", items(connector)[Decimal("60.50")])
    settling = cast("Settling", connector)
    settling.settle(told)
    statement = int(told.statement)
    [line] = ledger.find("account.statement.line", [["statement", "=", statement]])
    ledger.call(
        "model.account.statement.line.write",
        [line["id"]], {"amount": money(Decimal("90.75")), "related_to": None},
    )  # fmt: skip
    for step in ("validate_statement", "post"):
        ledger.press("account.statement", statement, step)
    assert ledger.read("account.invoice", owed, "state")["state"] == "posted"
    assert items(connector).keys() - before == {Decimal("60.50")}


def test_what_is_taken_back_is_gone_and_stays_open(
    ledger: Books, connector: Connector
) -> None:
    settling, found = cast("Settling", connector), items(connector)
    several = [found[Decimal("1250.00")], found[Decimal("310.00")]]
    told, line = settlement(connector, "1559.50", *several)
    settling.settle(told)
    assert [amount for amount, _ in lines_of(ledger, told)] == [
        Decimal("1250.00"), Decimal("310.00"),
    ]  # fmt: skip
    with pytest.raises(Conflict):
        settling.settle(replace(told, items=told.items[:1]))
    assert not settling.release(told).was_there
    assert settling.release(told).was_there
    assert lines_of(ledger, told) == []
    assert items(connector).keys() == found.keys()
    other = replace(told, line=replace(line, bank_reference="OTHER"))
    with pytest.raises(Invalid):
        settling.settle(other)
    with pytest.raises(NotThere):
        settling.settle(replace(told, statement="999999"))
    assert settling.release(replace(told, statement="999999")).was_there


@pytest.mark.parametrize("loses", ["loses_request", "loses_reply"])
def test_whatever_is_lost_an_entry_is_assigned_once(
    ledger: Books, connector: Connector, opened: Opened, loses: str
) -> None:
    payable = items(connector)[Decimal("640.00")]
    told, _ = settlement(connector, "-640.00", payable)

    def is_write(passed: Passed) -> bool:
        return passed.method == "PUT"

    with lossy_proxy(ledger.url) as proxy:
        setattr(proxy, loses, is_write)
        with pytest.raises(Unavailable):
            cast("Settling", opened(ledger, address=proxy.url)).settle(told)
    settling = cast("Settling", connector)
    assert settling.settle(told).was_there is (loses == "loses_reply")
    assert [amount for amount, _ in lines_of(ledger, told)] == [Decimal("-640.00")]
    settling.release(told)
