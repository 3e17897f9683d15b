"""Orders are made once, of what can be paid, under names that nothing else has."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from erplink import ErpAccount, OpenPayment, PaymentPage
from giroscope.features.erp.exchange.assign import Assigned, Held, assigned
from giroscope.features.erp.exchange.plan_orders import plan
from giroscope.features.erp.exchange.tables import ErpOrder, ErpOutboxRow
from giroscope.features.erp.mapping.context import Sheet, sheet_of
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.erp.tables import ErpConnection
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import day_of
from tests.erp.exchange.exchange_desk import BOOKS, NOW, ExchangeDesk
from tests.erp.exchange.ledger_erp import LedgerErp, to_bank

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def _ids(desk: ExchangeDesk) -> dict[str, str]:
    return {row.native_id: row.end_to_end_id for row in desk.all(ErpPayment)}


def test_an_end_to_end_id_is_the_erps_own_where_nothing_else_has_it(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", end_to_end_id="OWN-1"))
    desk.fetch()
    desk.settle()
    ledger.offer(
        to_bank("2", end_to_end_id="OWN-1"), to_bank("3", end_to_end_id="OWN-3"),
        to_bank("4", end_to_end_id="OWN-3"), to_bank("5", end_to_end_id="NOTPROVIDED"),
        to_bank("6", end_to_end_id="æ-6"), to_bank("7", end_to_end_id="x" * 35),
        to_bank("8", end_to_end_id="x" * 36), to_bank("9"),
    )  # fmt: skip
    desk.fetch()
    names = _ids(desk)
    own = {key for key, name in names.items() if not name.startswith(f"P-{key}-")}
    assert own == {"1", "3", "7"}
    assert len(set(names.values())) == len(names) == 9
    assert max(map(len, names.values())) <= 35


def test_only_what_is_open_and_mapped_in_these_books_is_planned(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"), to_bank("2"), to_bank("3"))
    desk.fetch()
    desk.change(lambda c: c.execute(ErpOutboxRow.__table__.delete()))  # type: ignore[attr-defined]
    free = {"order_id": None, "end_to_end_id": None, "state": "OPEN"}
    for native_id, more in (("1", {}), ("2", {"mapping_id": None}),
                            ("3", {"state": "HELD"})):  # fmt: skip
        desk.change(lambda c, n=native_id, m=more: c.execute(
            update(ErpPayment).where(ErpPayment.native_id == n).values(**{**free, **m})
        ))  # fmt: skip
    assert desk.change(lambda c: plan(c, BOOKS + 1, NOW) if _books(c) else 0) == 0
    assert desk.change(lambda c: plan(c, BOOKS, NOW)) == 1
    assert desk.states() == {"1": "CLAIMING", "2": "OPEN", "3": "HELD"}
    planned = desk.all(ErpOrder)[-1]
    assert desk.payment("1").order_id == planned.id


def _books(connection: Any) -> bool:
    """Books of another company, with nothing to pay."""
    connection.execute(
        ErpConnection.__table__.insert().values(  # type: ignore[attr-defined]
            id=BOOKS + 1, kind="ledger", name="Other", state="ENDED",
            company={"company": "2"}, began=NOW,
        )
    )  # fmt: skip
    return True


def test_an_erp_that_answers_for_another_payment_is_not_believed(
    desk: ExchangeDesk, ledger: LedgerErp, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = ledger.claim
    monkeypatch.setattr(
        ledger, "claim",
        lambda seen, our_id: [
            replace(one, native_id=f"{one.native_id}0") for one in claim(seen, our_id)
        ],
    )  # fmt: skip
    ledger.offer(to_bank("1"))
    desk.fetch()
    desk.perform_waiting()
    assert desk.states() == {"1": "CLAIMING"}
    assert desk.all(Upload) == []


def test_a_file_is_handed_in_under_its_orders_name(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    desk.fetch()
    desk.settle()
    (order,), upload = desk.all(ErpOrder), desk.one(Upload)
    assert upload.idempotency_key == f"erp:{order.our_id}"


def test_an_erp_that_repeats_its_page_is_read_no_further(
    desk: ExchangeDesk, ledger: LedgerErp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def fetch(cursor: str | None, _size: int) -> PaymentPage:
        asked.append(cursor)
        assert len(asked) < 9, "it is read for ever"
        return PaymentPage((to_bank("1"),), "same")

    monkeypatch.setattr(ledger, "fetch_payments", fetch)
    desk.fetch()
    assert asked == [None, "same"]


def _found(desk: ExchangeDesk, payment: OpenPayment, **changes: Any) -> Assigned | Held:
    def look(connection: Any) -> Assigned | Held:
        sheet: Sheet = sheet_of(connection, BOOKS)
        known = replace(sheet.known, **changes)
        return assigned(payment, replace(sheet, known=known), day_of(NOW))

    found: Assigned | Held = desk.change(look)
    return found


def test_an_account_that_is_blocked_or_of_no_bank_pays_nothing(
    desk: ExchangeDesk,
) -> None:
    def accounts(connection: Any) -> Any:
        return sheet_of(connection, BOOKS).known.accounts

    known: dict[str, ErpAccount] = desk.change(accounts)
    blocked = {key: replace(one, is_blocked=True) for key, one in known.items()}
    payment = to_bank("1")
    assert isinstance(_found(desk, payment), Assigned)
    for changes, code in (
        ({"accounts": blocked}, "no_account"),
        ({"accounts": {}}, "no_account"),
        ({"banks": {}}, "account_without_bank"),
    ):
        found = _found(desk, payment, **changes)
        assert isinstance(found, Held)
        assert found.code == code
    for changed, code in (
        (replace(payment, method=""), "no_method"),
        (replace(payment, method="M9"), "no_mapping"),
    ):
        found = _found(desk, changed)
        assert isinstance(found, Held)
        assert found.code == code
