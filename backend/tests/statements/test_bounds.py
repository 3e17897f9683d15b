"""What counts as booked, and how great what is stored may be."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from sqlalchemy import select

from giroscope.features.statements import Statement, Transaction
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Upload]
GREATEST = "999999999999999999"


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


@pytest.mark.parametrize(
    ("opening", "amount", "state"),
    [
        ("0.00", GREATEST, "IMPORTED"),
        ("0.01", GREATEST, "IMPORTED"),
        ("0.00", f"{GREATEST}9", "REFUSED"),
        ("0.00", f"-{GREATEST}", "IMPORTED"),
        (f"-{GREATEST}", f"-{GREATEST}", "IMPORTED"),
        ("0.00", f"-{GREATEST}.1", "REFUSED"),
        (GREATEST, "0.00", "IMPORTED"),
        (f"-{GREATEST}", "0.00", "IMPORTED"),
        (f"{GREATEST}.01", "0.00", "REFUSED"),
    ],
)
def test_a_balance_that_does_not_fit_is_refused_before_anything_is_stored(
    import_bytes: Import, database: Database, realm: str, opening: str, amount: str,
    state: str,
) -> None:  # fmt: skip
    sheet = Sheet([Line(amount)], opening=opening, closing="0.00")
    assert import_bytes(camt(sheet), "great.xml").state == state
    with database.job_connection(realm) as connection:
        stored = connection.execute(select(Transaction.id)).all()
        assert len(stored) == (state == "IMPORTED")


def test_in_and_out_are_what_is_booked(
    import_bytes: Import, database: Database, realm: str
) -> None:
    states = {"BOOK": 0, "PDNG": 1, "INFO": 2, "FUTR": 1, "XTRA": 1}
    lines = [
        Line(f"{sign}{10**place}.00", status=status)
        for place, status in enumerate(states)
        for sign in ("", "-")
    ]
    import_bytes(camt(Sheet([*lines, Line("5.00")])), "day.xml")
    with database.job_session(realm) as session:
        (statement,) = session.scalars(select(Statement)).all()
        assert (statement.incoming, statement.outgoing) == (Decimal(6), Decimal(1))
        assert statement.entries == 11
        rows = session.scalars(select(Transaction).order_by(Transaction.id)).all()
        assert [row.state for row in rows[:10:2]] == [*states.values()]
        assert [row.amount > 0 for row in rows] == [True, False] * 5 + [True]


@pytest.mark.parametrize(
    ("parts", "adds_up"),
    [
        ((("100.00", "DBIT"), ("25.00", "CRDT")), True),
        ((("50.00", "DBIT"), ("25.00", "CRDT")), False),
        ((("50.00", "DBIT"), ("25.00", "DBIT")), True),
    ],
)
def test_a_detail_of_the_other_direction_is_taken_off(
    import_bytes: Import, database: Database, realm: str,
    parts: tuple[tuple[str, str], ...], *, adds_up: bool,
) -> None:  # fmt: skip
    data = camt(Sheet([Line("-75.00", parts=[Part(amount) for amount, _ in parts])]))
    for amount, direction in parts:
        written = f"{amount}</Amt><CdtDbtInd>".encode()
        data = data.replace(written + b"DBIT", written + direction.encode())
    import_bytes(data, "day.xml")
    with database.job_session(realm) as session:
        rows = session.scalars(select(Transaction).order_by(Transaction.id)).all()
        assert rows[0].details_add_up is adds_up
        signs = {"DBIT": -1, "CRDT": 1}
        assert [row.amount for row in rows[1:]] == [
            signs[direction] * Decimal(amount) for amount, direction in parts
        ]
