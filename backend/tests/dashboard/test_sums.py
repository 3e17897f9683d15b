"""Figures on the dashboard count nothing twice and forget no balance."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from giroscope.features.dashboard.policy import Series, daily_series
from giroscope.features.dashboard.queries import AccountDays, account_days
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
DAY = date(2026, 3, 2)
D = Decimal


async def _only(
    database: Database, realm: str, first: date, last: date
) -> tuple[AccountDays, Series]:
    async with database.reading(realm) as session:
        found = await account_days(session, first, last)
    assert len(found) == 1
    known = found[0]
    return known, daily_series(first, last, known.statements, known.flows)


LINES = [Line("100.00", reference="R1"), Line("-30.00", reference="R2")]
STATEMENT = camt(Sheet(LINES))
REPORT = camt(Sheet(LINES, sequence="R1"), kind="camt.052")


@pytest.mark.parametrize(
    "files", [[REPORT, STATEMENT], [STATEMENT, REPORT], [REPORT], [STATEMENT]]
)
async def test_entries_of_report_and_statement_count_once(
    import_bytes: Import, database: Database, realm: str, files: list[bytes]
) -> None:
    for number, data in enumerate(files):
        import_bytes(data, f"{number}.xml")
    _, series = await _only(database, realm, DAY, DAY)
    assert (series.incoming, series.outgoing) == ([D("100.00")], [D("30.00")])


async def test_pending_entry_counts_once_it_is_booked(
    import_bytes: Import, database: Database, realm: str
) -> None:
    waiting = Sheet(
        [Line("100.00", reference="R1", status="PDNG")], sequence="R1",
        closing="1000.00",
    )  # fmt: skip
    import_bytes(camt(waiting, kind="camt.052"), "report.xml")
    _, series = await _only(database, realm, DAY, DAY)
    assert series.incoming == [D(0)]
    import_bytes(camt(Sheet([Line("100.00", reference="R1")])), "day.xml")
    _, series = await _only(database, realm, DAY, DAY)
    assert series.incoming == [D("100.00")]
    assert series.closing_balances == [D("1100.00")]


async def test_balance_is_not_lost_behind_a_later_report(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(STATEMENT, "day.xml")
    later = Sheet(
        [Line("5.00", day="2026-03-04")], sequence="R4", opening=None, closing=None,
        first="2026-03-04", last="2026-03-04",
    )  # fmt: skip
    import_bytes(camt(later, kind="camt.052"), "report.xml")
    _, series = await _only(database, realm, date(2026, 3, 10), date(2026, 3, 10))
    assert series.balances == [D("1075.00")]
    assert series.missing == [date(2026, 3, 10)]


async def test_batch_counts_once_however_many_details_it_has(
    import_bytes: Import, database: Database, realm: str
) -> None:
    parts = [Part("40.00", "A"), Part("35.00", "B")]
    import_bytes(camt(Sheet([Line("-75.00", parts=parts)])), "day.xml")
    known, series = await _only(database, realm, DAY, DAY)
    assert series.outgoing == [D("75.00")]
    assert series.closing_balances == [D("925.00")]
    assert known.freshness is not None
    assert known.freshness.latest == DAY


async def test_freshness_looks_beyond_the_period_and_past_reports(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(STATEMENT, "day.xml")
    later = Sheet(
        [], sequence="2", opening="1070.00", closing="1070.00",
        first="2026-03-05", last="2026-03-05",
    )  # fmt: skip
    import_bytes(camt(later), "later.xml")
    report = Sheet(
        [Line("5.00", day="2026-03-06")], sequence="R4", opening=None, closing=None,
        first="2026-03-06", last="2026-03-06",
    )  # fmt: skip
    import_bytes(camt(report, kind="camt.052"), "report.xml")
    known, _ = await _only(database, realm, DAY, DAY)
    assert known.freshness is not None
    assert known.freshness[:2] == (DAY, date(2026, 3, 5))


async def test_silent_account_makes_no_other_account_sum_its_years(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(STATEMENT, "day.xml")
    report = Sheet(
        [Line("5.00", day="2026-03-04", reference="R9")], sequence="R4",
        opening=None, closing=None, first="2026-03-04", last="2026-03-04",
    )  # fmt: skip
    import_bytes(camt(report, kind="camt.052"), "report.xml")
    day = date(2026, 3, 10)
    known, series = await _only(database, realm, day, day)
    assert list(known.flows) == [date(2026, 3, 4)]
    assert series.balances == [D("1075.00")]
