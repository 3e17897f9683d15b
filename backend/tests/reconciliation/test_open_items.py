"""What the ERP says is owed, at the desk: offered, matched, taken back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from erplink import Side
from giroscope.features.documents import Vault
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.erp.tables import ErpConnection
from giroscope.features.matches import EntryMatch
from giroscope.features.reconciliation.background import match_some
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import ABLE, ITEMS, LedgerErp, owed
from tests.payments.payment_factory import Order, pain001
from tests.reconciliation.desk import DONE, NOW, Desk, sheet
from tests.reconciliation.test_automatic import SET
from tests.statements.statement_factory import ACCOUNT, OTHER_ACCOUNT, Line, Part

Import = Callable[..., Upload]
CUSTOMER = "Strandens Restaurant ApS"
PAID = Line(
    "400.00", reference="paid", day="2026-03-03",
    parts=[Part("400.00", CUSTOMER, text="Faktura F-1001")],
)  # fmt: skip
SEVERAL = Line("990.00", reference="several", day="2026-03-03")
TAKEN = Line("-250.00", reference="taken", parts=[Part("250.00", "Vandværket")])
OTHER = Line("75.00", reference="other")
ITEMS_QUERY = """query ($id: ID!, $text: String) {
  openItems(transactionId: $id, text: $text) { number } }"""
CHOOSE_ITEMS = """mutation ($id: ID!, $items: [ID!], $difference: MatchDifferenceInput,
    $payments: [ID!]!) {
  matchPayments(id: $id, paymentIds: $payments, openItemIds: $items,
    difference: $difference) { __typename ... on Problem { code } } }"""


@pytest.fixture
def ledger(tmp_path: Path) -> LedgerErp:
    made = LedgerErp(tmp_path / "ledger.sqlite3")
    made.able = ABLE | ITEMS
    made.owe(
        owed("1", number="F-1001"), owed("2", "600.00", number="F-1002"),
        owed("3", "390.00", number="F-1003", references=("RF18539007547034",)),
        owed("4", "250.00", number="V-77", side=Side.PAYABLE, party="Vandværket",
             accounts=(), references=("VAND-2026-77",)),
        owed("5", "75.00", number="E-1", currency="EUR"),
        owed("6", number="F-1006", due=date(2026, 1, 5), party="Another A/S",
             accounts=()),
    )  # fmt: skip
    return made


@pytest.fixture
def erp(
    settings: Settings, database: Database, vault: Vault, ledger: LedgerErp,
    import_bytes: Import,
) -> ExchangeDesk:  # fmt: skip
    """An ERP that tells what is owed, and entries that may be it."""
    made = ExchangeDesk(settings, database, vault, ledger)
    made.set_up()
    made.fetch()
    import_bytes(sheet(PAID, SEVERAL, TAKEN, OTHER), "day.xml")
    return made


def _items(erp: ExchangeDesk) -> dict[str, int]:
    return {row.number: row.id for row in erp.all(ErpOpenItem)}


async def _choose(
    desk: Desk, erp: ExchangeDesk, reference: str, *numbers: str, **more: Any
) -> Any:
    row_id, items = (await desk.entries())[reference]["id"], _items(erp)
    values = {"payments": [], "difference": None, **more}
    return await desk.ask(
        CHOOSE_ITEMS, id=row_id, items=[str(items[one]) for one in numbers], **values
    )


@pytest.mark.both_stores
async def test_what_is_owed_is_offered_with_its_reasons(
    desk: Desk, erp: ExchangeDesk, import_bytes: Import
) -> None:
    first, second = await desk.candidates("paid")
    assert (first["kind"], first["id"]) == ("OPEN_ITEM", str(_items(erp)["F-1001"]))
    assert [reason["en"] for reason in first["reasons"]] == [
        "Same amount and currency", "Same reference “F-1001”",
        f"Same party {CUSTOMER}", "Due 1 day before",
    ]  # fmt: skip
    assert (first["score"], second["score"]) == (67, 30)
    assert second["reasons"][-1]["en"] == "Due 57 days before"
    # Money that goes out is what we owe, and no other currency is.
    [taken] = await desk.candidates("taken")
    assert taken["id"] == str(_items(erp)["V-77"])
    assert await desk.candidates("other") == []
    named = Line(
        "250.00", reference="named", parts=[Part("250.00", "B", text="VAND-2026-77")]
    )
    import_bytes(sheet(named, opening="2215.00"), "next.xml")
    assert "OPEN_ITEM" not in {one["kind"] for one in await desk.candidates("named")}


async def test_a_match_with_an_item_stands_ends_and_counts_as_every_match(
    desk: Desk, erp: ExchangeDesk, database: Database, realm: str
) -> None:
    assert await desk.unmatched() == {ACCOUNT: 4}
    await desk.accept("paid")
    assert await desk.unmatched() == {ACCOUNT: 3}
    paid = (await desk.entries())["paid"]["reconciliation"]
    assert (paid["state"], paid["match"]["kind"], paid["paymentId"]) == (
        "MATCHED", "OPEN_ITEM", None,
    )  # fmt: skip
    # Nobody else is offered it meanwhile.
    again = await _choose(desk, erp, "several", "F-1001", "F-1002")
    assert again["code"] == "reconciliation.no_candidate"
    assert await desk.unmatch("paid") == DONE
    first, *_ = await desk.candidates("paid")
    assert first["id"] == str(_items(erp)["F-1001"])
    with database.job_session(realm) as session:
        row = session.get_one(EntryMatch, 1)
    assert (row.kind, row.erp_state) == ("OPEN_ITEM", "DUE")


@pytest.mark.both_stores
async def test_several_items_are_chosen_with_what_is_left_over(
    desk: Desk, erp: ExchangeDesk
) -> None:
    entries = await desk.entries()
    whole = await desk.ask(ITEMS_QUERY, id=entries["paid"]["id"], text=None)
    # What is larger than the entry may be paid in part by the one who owes it.
    assert [one["number"] for one in whole] == [
        "F-1001", "F-1006", "F-1003", "F-1002",
    ]  # fmt: skip
    row_id = entries["several"]["id"]
    offered = await desk.ask(ITEMS_QUERY, id=row_id, text=None)
    assert [one["number"] for one in offered] == [
        "F-1003", "F-1002", "F-1001", "F-1006",
    ]  # fmt: skip
    named = await desk.ask(ITEMS_QUERY, id=row_id, text="another")
    assert [one["number"] for one in named] == ["F-1006"]
    assert await _choose(desk, erp, "several", "F-1002", "F-1003") == DONE
    assert await desk.unmatch("several") == DONE
    differing = {"amount": "590.00", "reason": "OTHER", "note": "?"}
    refused = await _choose(desk, erp, "several", "F-1001", difference=differing)
    assert refused["code"] == "reconciliation.beyond_limit"
    refused = await _choose(desk, erp, "several", "F-1002")
    assert refused["code"] == "reconciliation.not_accounted"
    refused = await _choose(desk, erp, "several", "E-1")
    assert refused["code"] == "reconciliation.no_candidate"
    refused = await _choose(desk, erp, "several")
    assert refused["code"] == "reconciliation.not_so_many"


async def test_payments_and_items_go_out_together(
    desk: Desk, erp: ExchangeDesk, import_bytes: Import
) -> None:
    import_bytes(pain001({"B": [Order("OURS", "40.00")]}), "pay.xml", "PAYMENT")
    both = Line("-290.00", reference="both")
    import_bytes(sheet(both, opening="2215.00"), "next.xml")
    ours = [str(desk.payment("OURS").id)]
    assert await _choose(desk, erp, "both", "V-77", payments=ours) == DONE
    assert desk.payment("OURS").transaction_id is not None
    # Money that comes in books no payment of ours.
    refused = await _choose(desk, erp, "several", "F-1002", payments=ours)
    assert refused["code"] == "reconciliation.no_candidate"


@pytest.mark.both_stores
async def test_of_two_who_match_one_item_the_first_wins(
    desk: Desk, erp: ExchangeDesk, import_bytes: Import
) -> None:
    twice = replace(PAID, reference="twice", day="2026-03-04")
    import_bytes(sheet(twice, opening="2215.00"), "next.xml")
    item = {"kind": "OPEN_ITEM", "id": str(_items(erp)["F-1001"])}
    done = await asyncio.gather(desk.match("paid", item), desk.match("twice", item))
    assert sorted(one["__typename"] for one in done) == ["Problem", "Success"]


async def test_what_is_settled_elsewhere_or_of_other_books_is_offered_no_more(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.pay_off("1")
    erp.fetch()
    assert [one["score"] for one in await desk.candidates("paid")] == [30]
    refused = await _choose(desk, erp, "several", "F-1001")
    assert refused["code"] == "reconciliation.no_candidate"
    erp.change(lambda c: c.execute(update(ErpConnection).values(state="ENDED")))
    assert await desk.candidates("paid") == []


async def test_an_item_of_the_same_amount_far_away_is_found_by_its_number(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    many = [
        owed(f"m{number}", number=f"M-{number}", due=date(2026, 3, 3))
        for number in range(100)
    ]
    ledger.owe(*many, owed("7", number="F-1001b", amount="400.00"))
    erp.fetch()
    first, *_ = await desk.candidates("paid")
    assert first["id"] == str(_items(erp)["F-1001"])
    assert Decimal(first["score"]) == 67


async def test_an_item_that_comes_after_its_entry_is_matched_automatically(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp, import_bytes: Import,
    database: Database, realm: str,
) -> None:  # fmt: skip
    told = Part("123.45", CUSTOMER, text="Faktura F-2001", account="DK1520005036594817")
    line = Line("123.45", reference="late", day="2026-03-03", parts=[told])
    import_bytes(sheet(line, account=OTHER_ACCOUNT), "later.xml")
    assert await desk.ask(SET, score=90, charge="0", version=1) == DONE
    assert match_some(database, realm, lambda: NOW) == 0
    ledger.owe(owed("8", "123.45", number="F-2001"))
    erp.fetch()
    assert match_some(database, realm, lambda: NOW) == 1
    assert await desk.candidates("late") == []
    match = (await desk.entries())["late"]["reconciliation"]["match"]
    assert (match["kind"], match["matchedBy"]) == ("OPEN_ITEM", "Giroscope")
