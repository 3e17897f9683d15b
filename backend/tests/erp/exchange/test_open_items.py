"""What is owed is read with the payments: once, then what changed, and what is gone."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Connection, insert, literal, select

from erplink import Invalid, Unavailable
from giroscope.features.erp.exchange.fetch_items import forget_closed
from giroscope.features.erp.exchange.tables import ErpFinding, ErpRound
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.erp.tables import ErpConnection
from tests.erp.exchange.exchange_desk import BOOKS, ExchangeDesk
from tests.erp.exchange.ledger_erp import ABLE, ITEMS, LedgerErp, owed, to_bank

OTHER_BOOKS = BOOKS + 1


@pytest.fixture
def ledger(ledger: LedgerErp) -> LedgerErp:
    """An ERP that tells what is owed."""
    ledger.able = ABLE | ITEMS
    ledger.page = 2
    return ledger


def states(desk: ExchangeDesk) -> dict[str, str]:
    return {row.native_id: row.state for row in desk.all(ErpOpenItem)}


def rounds(desk: ExchangeDesk) -> list[Any]:
    return desk.all(ErpRound, ErpRound.what == "ITEMS")


@pytest.mark.both_stores
def test_what_is_owed_is_kept_once_and_follows_the_erp(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    one = owed("1", references=("RF18 5390 0754 7034", "PO-7"))
    ledger.owe(one, owed("2"), owed("3", due=None))
    assert desk.fetch().state == "SUCCEEDED"
    first, _, third = desk.all(ErpOpenItem)
    assert (first.side, first.amount, first.currency) == (
        "RECEIVABLE", Decimal("400.00"), "DKK",
    )  # fmt: skip
    assert (first.number_key, first.reference_key) == ("f1", "rf18539007547034")
    assert (first.texts, first.accounts) == (
        ["RF18 5390 0754 7034", "PO-7"], ["DK1520005036594817"],
    )  # fmt: skip
    assert (third.due, third.expected) == (None, third.day)

    # From now on the ERP is asked for changes alone.
    calls: list[str] = []
    ledger.hook = calls.append
    ledger.owe(replace(one, amount=Decimal("150.00")), owed("4"))
    ledger.pay_off("2")
    assert desk.fetch().state == "SUCCEEDED"
    assert "items" not in calls
    assert states(desk) == {"1": "OPEN", "2": "CLOSED", "3": "OPEN", "4": "OPEN"}
    assert desk.all(ErpOpenItem)[0].amount == Decimal("150.00")
    assert [row.new for row in rounds(desk)] == [3, 1]

    # Once a day all is read, so that nothing stays that was missed.
    desk.pass_time(days=1)
    with ledger._books() as books:
        books.execute("DELETE FROM items WHERE id = '3'")
    desk.fetch()
    assert "items" in calls
    assert states(desk)["3"] == "CLOSED"
    ledger.owe(owed("3", due=None))
    desk.fetch()
    assert states(desk)["3"] == "OPEN"
    assert len(desk.states()) == 1
    # An ERP that does not tell what is owed is not asked.
    ledger.able, calls[:] = ABLE, []
    assert desk.fetch().state == "SUCCEEDED"
    assert not {"items", "items.changed"} & set(calls)


def test_a_reading_that_was_cut_goes_on_and_closes_nothing_before_its_end(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.owe(*(owed(str(number)) for number in range(1, 6)))
    desk.fetch()
    desk.pass_time(days=1)
    for number in ("1", "5"):
        ledger.pay_off(number)
    seen: list[str] = []

    def cut(name: str) -> None:
        seen.append(name)
        if seen.count("items") == 2:
            raise Unavailable("erp_link.not_now", status=503)

    ledger.hook = cut
    ledger.offer(to_bank("1"))
    assert desk.fetch().state == "FAILED"
    assert set(states(desk).values()) == {"OPEN"}
    # What is to be paid did not wait for it.
    assert desk.states() == {"1": "CLAIMING"}
    ledger.hook = lambda _name: None
    assert desk.fetch().state == "SUCCEEDED"
    assert states(desk) == {
        "1": "CLOSED", "2": "OPEN", "3": "OPEN", "4": "OPEN", "5": "CLOSED",
    }  # fmt: skip
    assert [(row.pages, row.is_whole) for row in rounds(desk)] == [(3, True), (2, True)]


def test_a_mark_that_is_good_no_more_makes_all_be_read(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.owe(owed("1"), owed("2"))
    desk.fetch()
    with ledger._books() as books:
        books.execute("DELETE FROM items WHERE id = '1'")
    ledger.faults["items.changed"] = [Invalid("erp_link.not_taken")]
    assert desk.fetch().state == "SUCCEEDED"
    assert states(desk) == {"1": "CLOSED", "2": "OPEN"}
    assert rounds(desk)[-1].since is None
    # What was settled long ago is let go.
    for days, kept in ((29, 2), (31, 1)):
        later = desk.now + timedelta(days=days)
        desk.change(lambda c, at=later: forget_closed(c, at))
        assert len(desk.all(ErpOpenItem)) == kept


@pytest.mark.both_stores
def test_an_item_that_no_row_holds_is_told_until_it_is_mended(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.owe(owed("1", party="P" * 201), owed("2"))
    ledger.offer(to_bank("1", number="N" * 81))
    desk.fetch()
    assert [(one.code, one.native_id, one.field) for one in desk.all(ErpFinding)] == [
        ("unreadable", "1", "number"), ("unreadable_item", "1", "party"),
    ]  # fmt: skip
    ledger.withdraw("1")
    assert states(desk) == {"2": "OPEN"}
    ledger.owe(owed("1"))
    desk.pass_time(days=1)
    desk.fetch()
    assert desk.all(ErpFinding) == []


def test_items_that_other_books_call_the_same_are_left_alone(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    ledger.owe(owed("1"), owed("2"))
    desk.fetch()
    columns = [
        one.name for one in ErpOpenItem.__table__.columns
        if one.name not in {"id", "connection_id"}
    ]  # fmt: skip

    def copy(connection: Connection) -> None:
        connection.execute(
            insert(ErpConnection).values(
                id=OTHER_BOOKS, kind=desk.kind, name="Before", state="RETIRED",
                company={"company": "2"}, began=desk.now,
            )
        )  # fmt: skip
        copied = [ErpOpenItem.__table__.c[name] for name in columns]
        connection.execute(
            insert(ErpOpenItem).from_select(
                ["connection_id", *columns], select(literal(OTHER_BOOKS), *copied)
            )
        )

    desk.change(copy)
    ledger.owe(owed("1", "150.00"))
    ledger.pay_off("2")
    assert desk.fetch().state == "SUCCEEDED"
    told = {
        (row.connection_id, row.native_id): (row.amount, row.state)
        for row in desk.all(ErpOpenItem)
    }
    assert told == {
        (BOOKS, "1"): (Decimal(150), "OPEN"), (BOOKS, "2"): (Decimal(400), "CLOSED"),
        (OTHER_BOOKS, "1"): (Decimal(400), "OPEN"),
        (OTHER_BOOKS, "2"): (Decimal(400), "OPEN"),
    }  # fmt: skip
