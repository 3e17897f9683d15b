"""What comes after midnight in Copenhagen belongs to the new day, unlike in UTC."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import select

from giroscope.features.statements import Transaction
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores


@pytest.fixture
def world_clock() -> Clock:
    return lambda: datetime(2026, 7, 15, 22, 30, tzinfo=UTC)


def test_an_entry_of_no_day_is_dated_by_the_day_it_came(
    import_bytes: Callable[..., Upload], database: Database, realm: str
) -> None:
    sheet = Sheet([Line("1.00", day=None)], opening=None, first=None, last=None)
    import_bytes(camt(sheet), "undated.xml")
    with database.job_session(realm) as session:
        entry = session.scalars(select(Transaction)).one()
    assert (entry.day, entry.value_day) == (date(2026, 7, 16),) * 2
