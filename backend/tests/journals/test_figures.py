"""The figures of a journal: sums by currency, its account, its day, and its words."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from giroscope.features.banks import Account
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.payments.payment_factory import DEBTOR, Order, pain001
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Sheet, camt

Import = Callable[..., Upload]


@pytest.fixture
def journal(database: Database, realm: str) -> Callable[[Upload], Journal]:
    """The journal that an upload became."""

    def find(upload: Upload) -> Journal:
        with database.job_session(realm) as session:
            row = session.scalars(
                select(Journal).where(Journal.correlation_id == upload.correlation_id)
            ).one()
            session.expunge(row)
            return row

    return find


def sums(rows: list[dict[str, str]]) -> list[tuple[str, Decimal, str]]:
    """Totals with their amounts as numbers."""
    return [(row["currency"], Decimal(row["amount"]), row["count"]) for row in rows]


def test_of_a_statement_what_went_out_is_taken_from_what_came_in(
    import_bytes: Import, journal: Callable[[Upload], Journal]
) -> None:
    lines = [
        Line("100.00"),
        Line("-130.00", reference="R"),
        Line("7.00", status="PDNG"),
    ]
    upload = import_bytes(camt(Sheet(lines)), "day.xml")
    row = journal(upload)
    assert sums(row.totals) == [("DKK", Decimal("-30.00"), "3")]
    assert sums(upload.totals) == [("DKK", Decimal("-30.00"), "3")]
    assert row.amount == Decimal("-30.00")


def test_currencies_are_never_added_together(
    import_bytes: Import, journal: Callable[[Upload], Journal]
) -> None:
    orders = [
        Order("E1", "10.00"), Order("E2", "5.50", currency="EUR"), Order("E3", "2.00"),
    ]  # fmt: skip
    upload = import_bytes(pain001({"B1": orders}), "pay.xml", "PAYMENT")
    row = journal(upload)
    assert sums(row.totals) == [
        ("DKK", Decimal(12), "2"),
        ("EUR", Decimal("5.50"), "1"),
    ]
    assert sums(upload.totals) == sums(row.totals)
    assert row.amount == Decimal(12)


def test_two_files_of_the_same_names_keep_their_own_figures(
    import_bytes: Import, journal: Callable[[Upload], Journal]
) -> None:
    batch = {"B1": [Order("E1", "10.00")]}
    first = import_bytes(pain001(batch, message="M1"), "pay.xml", "PAYMENT")
    batch = {"B1": [Order("E1", "20.00"), Order("E2", "30.00")]}
    second = import_bytes(pain001(batch, message="M2"), "pay.xml", "PAYMENT")
    rows = [journal(one) for one in (first, second)]
    assert [(row.payments, row.amount) for row in rows] == [
        (1, Decimal(10)), (2, Decimal(50)),
    ]  # fmt: skip
    assert [row.message_id for row in rows] == ["M1", "M2"]


def test_a_file_of_payments_is_of_the_account_it_pays_from_and_of_its_first_day(
    import_bytes: Import,
    journal: Callable[[Upload], Journal],
    database: Database,
    realm: str,
) -> None:
    import_bytes(camt(Sheet([], account=OTHER_ACCOUNT)), "other.xml")
    import_bytes(camt(Sheet([])), "quiet.xml")
    with database.job_session(realm) as session:
        accounts = {one.number: one.id for one in session.scalars(select(Account))}
    spaced = " ".join(DEBTOR[at : at + 4] for at in range(0, len(DEBTOR), 4))
    data = pain001({"B1": [Order("E1", "1.00")], "B2": [Order("E2", "1.00")]})
    first, _, last = data.replace(DEBTOR.encode(), spaced.encode()).rpartition(
        b"2026-03-02"
    )
    row = journal(import_bytes(first + b"2026-03-05" + last, "pay.xml", "PAYMENT"))
    assert row.account_id == accounts[DEBTOR]
    assert (row.execution_date, row.execution_day) == (date(2026, 3, 2),) * 2
