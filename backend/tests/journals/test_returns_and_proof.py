"""Statements reconcile a journal when they prove its bookings; returns are told."""

from collections.abc import Callable
from itertools import permutations

import pytest
from sqlalchemy import select

from giroscope.features.journals import tie
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import Payment, PaymentState, payment_state
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Upload]

ORDERS = (Order("E1", "100.00"), Order("E2", "250.50"))
PAYMENTS = pain001({"B1": ORDERS})
JOURNAL = tie.of_payment_message("PAY-1")


def debit(order: Order, day: str = "2026-03-02") -> Line:
    """The entry that books a payment."""
    part = Part(order.amount, order.creditor, order.end_to_end)
    return Line(f"-{order.amount}", day=day, parts=[part], reference=order.end_to_end)


def credit(order: Order, amount: str, day: str = "2026-03-03") -> Line:
    """An entry that gives its money back."""
    part = Part(amount, order.creditor, order.end_to_end)
    return Line(amount, day=day, parts=[part], reference=f"R-{order.end_to_end}")


def journal(database: Database, realm: str) -> Journal:
    """The journal of the payments."""
    with database.job_session(realm) as session:
        row = session.scalars(
            select(Journal).where(Journal.correlation_id == JOURNAL)
        ).one()
        session.expunge(row)
        return row


def day(*lines: Line, on: str, opening: str, sequence: str) -> bytes:
    """A day's statement."""
    return camt(
        Sheet(lines, sequence=sequence, opening=opening, first=on, last=on),
        message=f"STMT-{sequence}",
    )


FIRST = day(debit(ORDERS[0]), on="2026-03-02", opening="1000.00", sequence="1")
SECOND = day(
    debit(ORDERS[1], "2026-03-03"), on="2026-03-03", opening="900.00", sequence="2"
)


@pytest.mark.parametrize("order", [*permutations(("first", "second", "payments"))])
def test_proven_bookings_reconcile_in_every_order(
    import_bytes: Import, database: Database, realm: str, order: tuple[str, ...]
) -> None:
    files = {
        "first": (FIRST, "STATEMENT"), "second": (SECOND, "STATEMENT"),
        "payments": (PAYMENTS, "PAYMENT"),
    }  # fmt: skip
    for name in order:
        import_bytes(files[name][0], f"{name}.xml", files[name][1])
    row = journal(database, realm)
    assert (row.state, row.booked, row.needs_attention) == ("RECONCILED", 2, False)


def test_statement_that_does_not_follow_proves_nothing_until_the_gap_is_filled(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    import_bytes(FIRST, "1.xml")
    later = day(
        debit(ORDERS[1], "2026-03-04"), on="2026-03-04", opening="700.00", sequence="3"
    )
    import_bytes(later, "3.xml")
    assert journal(database, realm).state == "BOOKED"
    gap = day(
        Line("-200.00", day="2026-03-03", reference="RENT"),
        on="2026-03-03", opening="900.00", sequence="2",
    )  # fmt: skip
    import_bytes(gap, "2.xml")
    assert journal(database, realm).state == "RECONCILED"


def test_money_that_comes_back_is_told_and_reconciles_nothing(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    import_bytes(FIRST, "1.xml")
    second = day(
        debit(ORDERS[1], "2026-03-03"), credit(ORDERS[0], "95.00"),
        on="2026-03-03", opening="900.00", sequence="2",
    )  # fmt: skip
    import_bytes(second, "2.xml")
    row = journal(database, realm)
    assert (row.state, row.booked, row.returned) == ("BOOKED", 2, 1)
    assert row.needs_attention
    with database.job_session(realm) as session:
        found = session.scalars(select(Payment).order_by(Payment.position)).all()
        states = [
            payment_state(
                each.status, is_booked=each.transaction_id is not None,
                is_returned=each.return_id is not None,
            )
            for each in found
        ]  # fmt: skip
        assert states == [PaymentState.RETURNED, PaymentState.BOOKED]


@pytest.mark.parametrize(
    ("order", "amount"),
    [
        (Order("E1", "100.00"), "100.01"),
        (Order("NOTPROVIDED", "100.00"), "100.00"),
    ],
)
def test_other_money_coming_in_is_no_return(
    import_bytes: Import, database: Database, realm: str, order: Order, amount: str
) -> None:
    import_bytes(pain001({"B1": [order]}), "pay.xml", "PAYMENT")
    import_bytes(
        day(debit(order), credit(order, amount, "2026-03-02"), on="2026-03-02",
            opening="1000.00", sequence="1"), "1.xml",
    )  # fmt: skip
    row = journal(database, realm)
    assert (row.returned, row.needs_attention) == (0, False)


def test_file_booked_by_its_message_id_and_sum(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    sheet = day(
        Line("-350.50", reference="SUM", batch="@@"), on="2026-03-02",
        opening="1000.00", sequence="1",
    ).replace(b"<PmtInfId>@@</PmtInfId>", b"<MsgId>PAY-1</MsgId>")  # fmt: skip
    assert b"<MsgId>PAY-1</MsgId>" in sheet
    import_bytes(sheet, "1.xml")
    assert journal(database, realm).booked == 2


def test_contradicted_and_unknown_words_need_a_person_until_it_is_booked(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    said = pain002(
        batches={"B1": ("ACCP", [Answer("E1", "HMMM")])}, created="2026-03-02T09:00:00Z"
    )
    import_bytes(said, "odd.xml", "PAYMENT")
    assert journal(database, realm).needs_attention
    import_bytes(FIRST, "1.xml")
    assert not journal(database, realm).needs_attention
