"""An entry without a booking date has its place in the list, and keeps it."""

from datetime import date
from typing import Any

import pytest

from giroscope.features.statements import search
from giroscope.features.statements.narrowing import Filter
from giroscope.kernel.database import Database
from giroscope.kernel.paging import PageRequest
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores

# Told by one report of 2 March; the last line has no date at all.
LINES = (
    Line("1.00", day="2026-03-01"),
    Line("2.00", day="2026-03-02"),
    Line("3.00", day=None, valued="2026-02-27", status="PDNG"),
    Line("4.00", day="2026-02-26", valued="2026-03-09"),
    Line("5.00", day=None, status="PDNG"),
)
# By booking date, else value date, else the statement's last day; then as told.
IN_ORDER = ["4.00", "3.00", "1.00", "2.00", "5.00"]


@pytest.fixture
def stored(import_bytes: Any) -> None:
    import_bytes(camt(Sheet(LINES, first="2026-02-26"), kind="camt.052"), "report.xml")


async def _walked(
    database: Database, realm: str, *, is_descending: bool, backward: bool
) -> list[str]:
    order = search.order_by("BOOKING_DATE", is_descending=is_descending)
    cursor, found = None, []
    while True:
        request = (
            PageRequest(last=1, before=cursor) if backward
            else PageRequest(first=1, after=cursor)
        )  # fmt: skip
        async with database.reading(realm) as session:
            got = await search.find(session, Filter(), order, request)
        page = order.page(got.rows, request, order.place, lambda: None)
        found += [str(row.size) for row in page.rows]
        if not (page.has_previous if backward else page.has_next):
            return found
        cursor = page.cursors[0]


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("is_descending", [True, False])
@pytest.mark.parametrize("backward", [True, False])
async def test_entries_without_dates_stand_among_those_of_their_day(
    database: Database, realm: str, is_descending: bool, backward: bool
) -> None:
    found = await _walked(
        database, realm, is_descending=is_descending, backward=backward
    )
    assert found == (IN_ORDER[::-1] if is_descending != backward else IN_ORDER)


@pytest.mark.usefixtures("stored")
async def test_days_include_the_entries_that_stand_on_them(
    database: Database, realm: str
) -> None:
    order = search.order_by("BOOKING_DATE", is_descending=False)
    wanted = Filter(booked=(date(2026, 2, 27), date(2026, 3, 1)))
    async with database.reading(realm) as session:
        found = await search.find(session, wanted, order, PageRequest())
    assert [str(row.size) for row in found.rows] == ["3.00", "1.00"]
    assert [row.booking_date for row in found.rows] == [None, date(2026, 3, 1)]
