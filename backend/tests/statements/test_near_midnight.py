"""An entry of no day stands where its file says, else on the day it came.

That day is the one of Copenhagen, where midnight comes before that of UTC.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import select

from giroscope.features.statements import Statement, Transaction
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores


@pytest.fixture
def world_clock() -> Clock:
    return lambda: datetime(2026, 7, 15, 22, 30, tzinfo=UTC)


UNDATED = Sheet([Line("1.00", day=None)], opening=None, first=None, last=None)
_CREATED = b"<CreDtTm>2026-03-03T06:00:00</CreDtTm>"


def days_of(database: Database, realm: str) -> tuple[date, date]:
    """Where the only entry stands among booking and value dates."""
    with database.job_session(realm) as session:
        entry = session.scalars(select(Transaction)).one()
        assert (entry.booking_date, entry.value_date) == (None, None)
        return entry.day, entry.value_day


def period_of(database: Database, realm: str) -> tuple[date | None, date | None, str]:
    """The days of the only statement, and what tells them."""
    with database.job_session(realm) as session:
        row = session.scalars(select(Statement)).one()
        return row.from_date, row.to_date, str(row.period_source)


def test_an_entry_of_no_day_is_dated_by_the_day_it_came(
    import_bytes: Callable[..., Upload], database: Database, realm: str
) -> None:
    silent = camt(UNDATED).replace(_CREATED, b"")
    assert import_bytes(silent, "undated.xml").state == "IMPORTED"
    came = date(2026, 7, 16)
    assert days_of(database, realm) == (came, came)
    assert period_of(database, realm) == (came, came, "RECEIVED")


@pytest.mark.parametrize(
    ("sheet", "data", "day", "source"),
    [
        (UNDATED, camt(UNDATED), date(2026, 3, 3), "CREATED"),
        (replace(UNDATED, created="2026-07-14T23:59:00Z"), None, date(2026, 7, 14),
         "CREATED"),
        (UNDATED, camt(UNDATED).replace(_CREATED, b"", 1), date(2026, 3, 3), "CREATED"),
        (UNDATED, camt(replace(UNDATED, created="")), date(2026, 3, 3), "CREATED"),
        (replace(UNDATED, opening="1.00"), None, date(2026, 3, 2), "BALANCES"),
        (replace(UNDATED, first="2026-03-05", last="2026-03-06"), None,
         date(2026, 3, 6), "STATED"),
    ],
    ids=["both created", "statement created", "statement alone", "file alone",
         "balances", "period"],
)  # fmt: skip
def test_what_the_file_tells_dates_an_entry_of_no_day_whenever_it_came(
    import_bytes: Callable[..., Upload], database: Database, realm: str,
    sheet: Sheet, data: bytes | None, day: date, source: str,
) -> None:  # fmt: skip
    assert import_bytes(data or camt(sheet), "undated.xml").state == "IMPORTED"
    assert days_of(database, realm) == (day, day)
    assert period_of(database, realm)[1:] == (day, source)
