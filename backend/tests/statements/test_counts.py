"""How many rows match: an estimate is rounded and never called exact."""

import pytest
from sqlalchemy import select

from giroscope.features.statements import Transaction, sampling
from giroscope.features.statements.counting import count, count_all
from giroscope.features.statements.ways import Plan
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.kernel.paging import Count
from giroscope.settings import Settings
from tests.statements.statement_factory import Line, Sheet, camt

INDEX = "ix_transactions_day"


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


@pytest.mark.parametrize(
    ("estimate", "shown"), [(0, 0), (9, 9), (99, 99), (100, 100), (1_299, 1_200)]
)
async def test_what_was_estimated_on_the_way_is_an_estimate(
    database: Database, realm: str, estimate: int, shown: int
) -> None:
    async with database.reading(realm) as session:
        counted = await count(session, Plan([], "", estimate=estimate))
    assert counted == Count(shown, is_exact=False)


async def test_few_rows_are_counted_and_many_estimated(
    database: Database, realm: str, import_bytes: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    assert callable(import_bytes)
    lines = [Line(f"{amount}.00") for amount in (1, 2, 3, -4)]
    upload = import_bytes(camt(Sheet(lines)), "day.xml")
    assert isinstance(upload, Upload)
    debits = Transaction.amount != Transaction.size
    plans = (
        (Plan([debits], INDEX), 1, 1),
        (Plan([], INDEX), 4, 4),
        (Plan([], "", among=Transaction.amount.in_([2, 3])), 2, 2),
        (Plan([debits], INDEX, only=select(Transaction.id).where(debits)), 1, 1),
    )
    async with database.reading(realm) as session:
        for plan, exact, _ in plans:
            assert await count(session, plan) == Count(exact, is_exact=True)
        monkeypatch.setattr(sampling, "_COUNTED", 3)
        found = [await count(session, plan) for plan, _, _ in plans]
        # Where a list ends, all are counted, however many.
        assert [await count_all(session, plan) for plan, _, _ in plans] == [1, 4, 2, 1]
    assert [one.is_exact for one in found] == [False, False, True, True]
    assert [one.total for one in found] == [estimated for *_, estimated in plans]
