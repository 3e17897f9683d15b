"""Which statements an ERP is given, and what it is told of a payment, once each."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import insert, update

from giroscope.features.banks import AccountAlias
from giroscope.features.documents import Document
from giroscope.features.erp.exchange import follow as follower
from giroscope.features.erp.exchange import lines
from giroscope.features.erp.exchange.tables import ErpOrder
from giroscope.features.erp.mapping.tables import ErpOwnAccount
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.journals.tables import Journal
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments import Payment
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.statements.tables import Statement, Transaction
from tests.erp.exchange.exchange_desk import BOOKS, NOW, ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, LedgerErp, to_bank
from tests.messages.told import said
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
OTHER = "DK5000400440116243"
DAY = timedelta(days=1)


def _hand_in(
    desk: ExchangeDesk,
    *entries: Line,
    account: str = ACCOUNT,
    sequence: str = "1",
    opening: str = "1000.00",
    kind: str = "camt.053",
) -> None:
    sheet = Sheet(
        entries, sequence=sequence, opening=opening, account=account,
        first="2026-11-24", last="2026-11-24",
    )  # fmt: skip
    desk.hand_in(camt(sheet, kind=kind), f"{account}-{sequence}-{kind}.xml")
    desk.perform_waiting()


def _line(amount: str = "-7.00", *parts: Part) -> Line:
    return Line(amount, day="2026-11-24", parts=parts)


def _unasked(desk: ExchangeDesk) -> list[int]:
    def look(connection: Any) -> list[int]:
        rows = connection.execute(lines._unasked(connection, BOOKS)).all()
        return [row.id for row in rows]

    found: list[int] = desk.change(look)
    return found


def test_only_final_statements_of_the_erps_own_accounts_are_given(
    desk: ExchangeDesk,
) -> None:
    _hand_in(desk, _line())
    _hand_in(desk, _line(), account=OTHER)
    _hand_in(desk, _line("-8.00"), sequence="2", opening="993.00")
    own, _other, second = (row.id for row in desk.all(Statement))
    assert _unasked(desk) == [own, second]
    desk.change(lambda c: c.execute(
        update(Statement).where(Statement.id == second).values(is_final=False)
    ))  # fmt: skip
    assert _unasked(desk) == [own]
    desk.change(lambda c: c.execute(
        update(Statement).where(Statement.id == own).values(imported=NOW - DAY)
    ))  # fmt: skip
    assert _unasked(desk) == [], "it came before the books were in use"


def test_a_correction_of_what_the_erp_has_is_a_task_and_is_not_given(
    desk: ExchangeDesk,
) -> None:
    _hand_in(desk, _line())
    desk.change(lambda c: lines.ask_for_new(c, BOOKS, NOW))
    corrected = Sheet(
        [_line("-9.00")], opening="1000.00", account=ACCOUNT, first="2026-11-24",
        last="2026-11-24", created="2026-11-25T07:00:00",
    )  # fmt: skip
    desk.hand_in(camt(corrected), "corrected.xml")
    desk.perform_waiting()
    assert [row.status for row in desk.all(Statement)] == ["REPLACED", "CURRENT"]
    assert _unasked(desk) == []
    desk.change(lambda c: lines.has_new(c, BOOKS, NOW))
    told = [
        said(row.code, row.values)
        for row in desk.all(SystemMessage)
        if row.code == lines.REPLACED
    ]
    assert len(told) == 1
    assert "an earlier version of statement 1" in told[0]


def test_a_statement_of_an_account_that_is_blocked_is_not_given(
    desk: ExchangeDesk,
) -> None:
    _hand_in(desk, _line("-7.00", Part(text="Fee")))
    (row,) = desk.all(Statement)

    def given() -> Any:
        return desk.change(lambda c: lines.lines_of(c, BOOKS, row.id))

    found = given()
    assert (found.account.iban or found.account.number) == ACCOUNT
    assert (found.opening, found.closing) == (Decimal(1000), Decimal(993))
    assert [(one.amount, one.text, one.payment) for one in found.lines] == [
        (Decimal(-7), "Fee", "")
    ]
    desk.change(lambda c: c.execute(update(ErpOwnAccount).values(is_blocked=True)))
    assert given() is None
    assert _unasked(desk) == []
    desk.change(lambda c: c.execute(update(ErpOwnAccount).values(is_blocked=False)))
    desk.change(lambda c: c.execute(update(Statement).values(closing=None)))
    assert given() is None
    assert desk.change(lambda c: lines.lines_of(c, BOOKS, 99)) is None


def test_an_entry_that_books_several_payments_proves_none(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"), to_bank("2"))
    desk.fetch()
    desk.settle()
    _hand_in(desk, _line("-2500.00"))
    (entry,) = (row.id for row in desk.all(Transaction))
    first, second = (row.id for row in desk.all(Payment))

    def proves(*payments: int) -> Any:
        def look(connection: Any) -> Any:
            connection.execute(update(Payment).values(transaction_id=None))
            connection.execute(
                update(Payment)
                .where(Payment.id.in_(payments))
                .values(transaction_id=entry)
            )
            return lines._native_ids(connection, [entry])

        return desk.change(look)

    assert proves(first) == {entry: "1"}
    assert proves(first, second) == {}


def test_the_latest_approval_decides_what_the_erp_hears_and_once(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    desk.fetch()
    desk.settle()
    order = desk.one(ErpOrder)
    (case,) = desk.all(ApprovalCase)
    again = {
        column.name: getattr(case, column.name)
        for column in ApprovalCase.__table__.columns
        if column.name != "id"
    }

    def follow() -> list[str]:
        desk.pass_time(minutes=1)
        desk.change(lambda c: c.execute(update(Journal).values(updated=desk.now)))

        def act(connection: Any) -> None:
            (row,) = follower.changed_orders(connection, BOOKS)
            follower.Following(connection, BOOKS, row, desk.now, tells=True).run()

        desk.change(act)
        return [row.content["state"] for row in desk.outbox("STATUS")]

    desk.change(lambda c: c.execute(update(ApprovalCase).values(state="EXPIRED")))
    assert follow() == []
    wanted = insert(Document).values(
        sha256="0" * 64, name="second.xml", size=1, kind="OTHER", source="ERP",
        received=desk.now,
    ).returning(Document.id)  # fmt: skip
    second = desk.change(lambda c: c.execute(wanted).scalar_one())
    again |= {"document_id": second, "state": "REJECTED", "reason": "No"}
    desk.change(lambda c: c.execute(insert(ApprovalCase).values(again)))
    assert follow() == ["CANCELLED"]
    desk.change(lambda c: c.execute(
        update(ApprovalCase).values(reason="No, said otherwise")
    ))  # fmt: skip
    assert follow() == ["CANCELLED"], "it was told already"
    (payment,) = desk.all(ErpPayment)
    assert (payment.reason, payment.told) == ("No, said otherwise", "CANCELLED")
    assert order.correlation_id is not None


@pytest.mark.parametrize(("days", "is_over"), [(100, False), (100.01, True)])
def test_an_order_is_watched_for_a_hundred_days_after_its_end(
    desk: ExchangeDesk, ledger: LedgerErp, days: float, is_over: bool
) -> None:
    ledger.offer(to_bank("1"))
    desk.fetch()
    since = NOW - timedelta(days=days)
    desk.change(lambda c: c.execute(update(ErpOrder).values(over_since=since)))
    desk.change(lambda c: follower.forget_watched(c, NOW))
    assert desk.one(ErpOrder).is_over is is_over


def test_an_account_that_the_erp_calls_otherwise_is_given_all_the_same(
    desk: ExchangeDesk,
) -> None:
    _hand_in(desk, _line(), account=OTHER)
    assert _unasked(desk) == []
    (row,) = desk.all(Statement)

    def call(connection: Any) -> None:
        connection.execute(
            insert(AccountAlias).values(
                account_id=row.account_id,
                name=ACCOUNT,
                currency="XXX",
                learned="joined",
            )
        )

    desk.change(call)
    assert _unasked(desk) == [row.id]
    told = desk.change(lambda c: lines.lines_of(c, BOOKS, row.id))
    assert told is not None
    assert told.closing == Decimal("993.00")
