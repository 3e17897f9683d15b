"""What of an entry becomes a row; what is missing is filled in plainly."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from giroscope.features.banks import Account
from giroscope.features.statements import Statement, Transaction
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.statements.statement_factory import ACCOUNT, Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]


def stored(database: Database, realm: str) -> list[Transaction]:
    """All rows in the order of the file."""
    with database.job_session(realm) as session:
        rows = list(session.scalars(select(Transaction).order_by(Transaction.id)))
        session.expunge_all()
        return rows


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([Part("40.00"), Part("35.00")], True),
        ([Part("40.00"), Part("30.00")], False),
        ([Part("40.00"), Part(None, "Aage")], None),
        ([Part("40.00"), Part("35.00", currency="EUR")], None),
        ([Part("75.00", "Aage")], True),
        ([], None),
    ],
)
def test_batch_says_whether_its_details_add_up(
    import_bytes: Import,
    database: Database,
    realm: str,
    parts: list[Part],
    *,
    expected: bool | None,
) -> None:
    upload = import_bytes(camt(Sheet([Line("-75.00", parts=parts)])), "day.xml")
    assert upload.state == "IMPORTED"
    entry, *details = stored(database, realm)
    assert entry.details_add_up is expected
    assert entry.detail_count == len(parts)
    assert len(details) == (len(parts) if len(parts) > 1 else 0)
    assert {detail.parent_id for detail in details} <= {entry.id}


def test_entry_without_dates_stands_on_the_last_day_of_its_statement(
    import_bytes: Import, database: Database, realm: str
) -> None:
    lines = [Line("1.00", day=None), Line("2.00", day=None, valued="2026-03-01")]
    import_bytes(camt(Sheet(lines, first="2026-03-01", last="2026-03-05")), "day.xml")
    bare, valued = stored(database, realm)
    assert (bare.booking_date, bare.value_date) == (None, None)
    assert (str(bare.day), str(bare.value_day)) == ("2026-03-05", "2026-03-05")
    assert (str(valued.day), str(valued.value_day)) == ("2026-03-01", "2026-03-01")


def test_account_without_currency_is_the_one_known_by_its_number(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(Sheet([Line("1.00")])), "one.xml")
    bare = Sheet([Line("2.00", day="2026-03-03")], sequence="2", currency=None,
                 first="2026-03-03", last="2026-03-03")  # fmt: skip
    import_bytes(camt(bare), "two.xml")
    with database.job_session(realm) as session:
        accounts = [(a.number, a.currency) for a in session.scalars(select(Account))]
    assert accounts == [(ACCOUNT, "DKK")]


def test_running_balance_follows_booked_entries_only(
    import_bytes: Import, database: Database, realm: str
) -> None:
    lines = [Line("10.00"), Line("5.00", status="PDNG"), Line("-3.00"),
             Line("7.00", status="XTRA")]  # fmt: skip
    import_bytes(camt(Sheet(lines)), "day.xml")
    rows = stored(database, realm)
    assert [str(row.balance) for row in rows] == [
        "1010.00", "1010.00", "1007.00", "1007.00",
    ]  # fmt: skip
    assert [row.state for row in rows] == [0, 1, 0, 1]
    with database.job_session(realm) as session:
        statement = session.scalars(select(Statement)).one()
        assert statement.closing == rows[-1].balance


LONG = "x" * 3000
HOSTILE = {
    "word": camt(Sheet([Line("1.00", information=LONG)])),
    "sequence": camt(Sheet([Line("1.00")], sequence="9" * 300)),
    "account": camt(Sheet([Line("1.00")], account="DK" + "1" * 300)),
    "currency": camt(Sheet([Line("1.00", currency="KRONER")])),
    "account currency": camt(Sheet([Line("1.00")], currency="KRONER")),
    "created": camt(Sheet([Line("1.00")])).replace(
        b"2026-03-03T06:00:00", b"2026-03-03T06:00:00." + b"0" * 300
    ),
    "message id": camt(Sheet([Line("1.00")]), message=LONG),
    "reference": camt(Sheet([Line("1.00", reference=LONG)])),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_text_longer_than_any_bank_writes_is_no_fault_of_the_product(
    import_bytes: Import, database: Database, realm: str, name: str
) -> None:
    upload = import_bytes(HOSTILE[name], "long.xml")
    assert upload.state in {"IMPORTED", "REFUSED"}
    assert len(stored(database, realm)) == (1 if upload.state == "IMPORTED" else 0)
