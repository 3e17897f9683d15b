"""Open items that are settled in parts, and credit notes that are deducted."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from erplink import Side
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.uploads import Upload
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import ABLE, ACCOUNT, ITEMS, LedgerErp, owed
from tests.reconciliation.desk import DONE, Desk, sheet
from tests.statements.statement_factory import Line, Part

Import = Callable[..., Upload]
CUSTOMER = "Strandens Restaurant ApS"
FIRST = Line("400.00", reference="first", day="2026-03-03",
             parts=[Part("400.00", CUSTOMER)])  # fmt: skip
SECOND = Line("350.00", reference="second", day="2026-03-04")
LAST = Line("250.00", reference="last", day="2026-03-05")
BACK = Line("-150.00", reference="back", day="2026-03-05")
OFFERED = """query ($id: ID!, $text: String) {
  openItems(transactionId: $id, text: $text) { number } }"""
SETTLE = """mutation ($id: ID!, $items: [ID!], $parts: [OpenItemPartInput!]) {
  matchPayments(id: $id, paymentIds: [], openItemIds: $items, parts: $parts) {
    __typename ... on Problem { code } } }"""
SIDES = """query ($id: ID!) { transaction(id: $id) { reconciliation { match { sides {
  kind number amount { amount } openNow { amount } } } } } }"""


@pytest.fixture
def ledger(tmp_path: Path) -> LedgerErp:
    made = LedgerErp(tmp_path / "ledger.sqlite3")
    made.able = ABLE | ITEMS
    made.owe(
        owed("1", "1000.00"),
        owed("2", "150.00", number="K-2", side=Side.PAYABLE),
        owed("3", "150.00", number="V-3", side=Side.PAYABLE, party="Vandværket",
             accounts=()),
    )  # fmt: skip
    return made


@pytest.fixture
def erp(long_in_use: ExchangeDesk, import_bytes: Import) -> ExchangeDesk:
    """An invoice that is paid in parts, and a credit note, in an ERP in use."""
    import_bytes(sheet(FIRST, SECOND, LAST, BACK, account=ACCOUNT), "day.xml")
    return long_in_use


def _left(erp: ExchangeDesk) -> dict[str, Decimal]:
    return {row.number: row.amount for row in erp.all(ErpOpenItem)}


async def _settle(
    desk: Desk, erp: ExchangeDesk, reference: str, *whole: str, **parts: str
) -> Any:
    """Match with these items; a part of `F_1` names the item F-1."""
    ids = {row.number: str(row.id) for row in erp.all(ErpOpenItem)}
    told = [
        {"openItemId": ids[name.replace("_", "-")], "amount": amount}
        for name, amount in parts.items()
    ]
    row_id = (await desk.entries())[reference]["id"]
    return await desk.ask(
        SETTLE, id=row_id, items=[ids[one] for one in whole], parts=told
    )


async def _offered(desk: Desk, reference: str, text: str | None = None) -> set[str]:
    row_id = (await desk.entries())[reference]["id"]
    found = await desk.ask(OFFERED, id=row_id, text=text)
    return {one["number"] for one in found}


async def _sides(desk: Desk, reference: str) -> list[tuple[str, str]]:
    row_id = (await desk.entries())[reference]["id"]
    found = (await desk.ask(SIDES, id=row_id))["reconciliation"]["match"]["sides"]
    return [
        (one["number"], one["amount"]["amount"])
        for one in found if one["kind"] == "OPEN_ITEM"
    ]  # fmt: skip


async def _open_now(desk: Desk, reference: str) -> list[str | None]:
    row_id = (await desk.entries())[reference]["id"]
    found = (await desk.ask(SIDES, id=row_id))["reconciliation"]["match"]["sides"]
    told = [one["openNow"] for one in found if one["kind"] == "OPEN_ITEM"]
    return [each and each["amount"] for each in told]


@pytest.mark.both_stores
async def test_an_invoice_is_settled_in_parts_until_nothing_is_left(
    desk: Desk, erp: ExchangeDesk
) -> None:
    assert await _settle(desk, erp, "first", F_1="400.00") == DONE
    assert _left(erp)["F-1"] == 600
    assert await _sides(desk, "first") == [("F-1", "400.00")]
    assert await _settle(desk, erp, "second", F_1="350.00") == DONE
    # What is left is a candidate of whoever pays just that.
    [rest] = await desk.candidates("last")
    assert rest["kind"] == "OPEN_ITEM"
    assert await desk.match("last", rest) == DONE
    assert _left(erp)["F-1"] == 0
    assert await _sides(desk, "last") == [("F-1", "250.00")]
    # Nothing of it is offered, nor taken, any more.
    assert await desk.unmatch("second") == DONE
    assert await _settle(desk, erp, "second", F_1="350.00") == DONE
    assert await _offered(desk, "back", "strandens") == {"K-2"}
    # A part that is taken back is open again, and no more than that.
    assert await desk.unmatch("first") == DONE
    assert _left(erp)["F-1"] == 400
    assert await desk.unmatch("last") == DONE
    assert await desk.unmatch("second") == DONE
    assert _left(erp)["F-1"] == 1000


@pytest.mark.both_stores
async def test_each_part_tells_what_is_open_of_its_invoice_now(
    desk: Desk, erp: ExchangeDesk
) -> None:
    assert await _settle(desk, erp, "first", F_1="400.00") == DONE
    assert await _open_now(desk, "first") == ["600.00"]
    assert await _settle(desk, erp, "second", F_1="350.00") == DONE
    assert await _open_now(desk, "first") == ["250.00"]
    [rest] = await desk.candidates("last")
    assert await desk.match("last", rest) == DONE
    for reference in ("first", "second", "last"):
        assert await _open_now(desk, reference) == ["0.00"]
    assert await _settle(desk, erp, "back", "K-2") == DONE
    assert await _open_now(desk, "back") == [None]


async def test_of_what_the_erp_tells_no_more_nothing_is_open(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    assert await _settle(desk, erp, "first", F_1="400.00") == DONE
    ledger.pay_off("1")
    erp.fetch()
    assert await _open_now(desk, "first") == ["0.00"]


async def test_a_part_is_more_than_nothing_and_no_more_than_is_open(
    desk: Desk, erp: ExchangeDesk
) -> None:
    assert await _settle(desk, erp, "second", F_1="350.00") == DONE
    assert await desk.unmatch("second") == DONE
    for amount in ("0", "-400.00", "1000.01"):
        refused = await _settle(desk, erp, "first", F_1=amount)
        assert refused["code"] == "reconciliation.no_candidate", amount
    refused = await _settle(desk, erp, "first", F_1="390.00")
    assert refused["code"] == "reconciliation.not_accounted"
    assert _left(erp)["F-1"] == 1000


@pytest.mark.both_stores
async def test_of_two_parts_that_are_more_than_is_open_the_first_wins(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.owe(owed("1", "500.00"))
    erp.fetch()
    done = await asyncio.gather(
        _settle(desk, erp, "first", F_1="400.00"),
        _settle(desk, erp, "second", F_1="350.00"),
    )
    assert sorted(one["__typename"] for one in done) == ["Problem", "Success"]
    assert _left(erp)["F-1"] in {Decimal(100), Decimal(150)}


async def test_a_credit_note_is_offered_and_deducted(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.owe(owed("4", "550.00"))
    erp.fetch()
    # The party's own: what others are owed is not.
    assert await _offered(desk, "first") == {"F-1", "F-4", "K-2"}
    assert await _settle(desk, erp, "first", "F-4", "K-2") == DONE
    assert (_left(erp)["F-4"], _left(erp)["K-2"]) == (550, 0)
    assert await _sides(desk, "first") == [("F-4", "550.00"), ("K-2", "-150.00")]
    # It cannot be paid out as well.
    assert [one["id"] for one in await desk.candidates("back")] == [
        str(row.id) for row in erp.all(ErpOpenItem) if row.number == "V-3"
    ]
    assert await desk.unmatch("first") == DONE
    assert _left(erp)["K-2"] == 150


async def test_of_whom_nobody_knows_any_invoice_may_be_paid_in_part(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    assert await _offered(desk, "second") == {"F-1"}
    ledger.owe(owed("9", "349.00"))
    erp.fetch()
    assert await _offered(desk, "second") == {"F-9"}


async def test_a_credit_note_alone_settles_nothing(
    desk: Desk, erp: ExchangeDesk
) -> None:
    refused = await _settle(desk, erp, "first", "K-2")
    assert refused["code"] == "reconciliation.not_accounted"


async def test_the_erp_is_told_what_of_each_item_is_settled(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    erp.settle()
    assert await _settle(desk, erp, "first", "K-2", F_1="550.00") == DONE
    erp.settle()
    assert [told for _, told in ledger.effects("settle")] == ["1:550.00,2:150.00"]


@pytest.mark.both_stores
async def test_a_part_that_the_erp_knows_of_is_not_deducted_once_more(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    assert await _settle(desk, erp, "first", F_1="400.00") == DONE
    assert await _settle(desk, erp, "second", F_1="350.00") == DONE
    # Something else changed, then it was told of the second, then of both.
    ledger.owe(owed("1", "1000.00", references=("71",)))
    erp.fetch()
    assert _left(erp)["F-1"] == 250
    ledger.owe(owed("1", "650.00"))
    erp.fetch()
    assert _left(erp)["F-1"] == 250
    ledger.owe(owed("1", "250.00"))
    erp.fetch()
    assert _left(erp)["F-1"] == 250
    # What the ERP knows it says itself, also that it is open again.
    assert await desk.unmatch("first") == DONE
    assert _left(erp)["F-1"] == 250
    ledger.owe(owed("1", "650.00"))
    erp.fetch()
    assert _left(erp)["F-1"] == 650


async def test_an_item_that_the_erp_closed_and_opened_again_is_open_as_it_says(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    assert await _settle(desk, erp, "first", F_1="400.00") == DONE
    ledger.pay_off("1")
    erp.fetch()
    ledger.owe(owed("1", "1000.00"))
    erp.fetch()
    assert _left(erp)["F-1"] == 1000


async def test_a_part_is_taken_off_whatever_else_the_erp_adds_or_takes(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    assert await _settle(desk, erp, "first", F_1="400.00") == DONE
    ledger.owe(owed("1", "1200.00"))
    erp.fetch()
    assert _left(erp)["F-1"] == 800
    ledger.owe(owed("1", "300.00"))
    erp.fetch()
    assert _left(erp)["F-1"] == 300
