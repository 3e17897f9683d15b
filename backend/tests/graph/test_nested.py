"""The first rows below many parents, in one statement, on both stores."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert

from giroscope.kernel.database import Database
from giroscope.kernel.nested import Below
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.tables import Job

# Jobs stand in for any rows below a parent: they need nothing else to be there.
BELOW = Below("jobs", Job, Job.subject, Order("done", Job.done, Job.id))


@pytest.fixture
def rows(database: Database) -> None:
    now = datetime(2026, 11, 2, tzinfo=UTC)
    with database.job_session("giroscope") as session:
        for number in range(12):
            session.execute(
                insert(Job).values(
                    verb="x", subject=number % 3, state="QUEUED", created=now,
                    done=number, total=0, attempts=1,
                )
            )  # fmt: skip


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("request_", "first", "alone"),
    [
        (PageRequest(first=2), {0: [9, 6, 3], 1: [10, 7, 4]}, [11, 8, 5]),
        (PageRequest(last=1), {0: [0, 3], 1: [1, 4]}, [2, 5]),
        (PageRequest(first=0), {0: [9], 1: [10]}, [11]),
    ],
)
async def test_each_parent_gets_its_own_first_rows_and_one_more(
    database: Database, request_: PageRequest, first: Any, alone: list[int]
) -> None:
    async with database.reading("giroscope") as session:
        many = await BELOW.first(session, [0, 1, 77], request_)
        one = await BELOW.first(session, [2], request_)
        counts = await BELOW.counts(session, [0, 1, 77])
    assert {key: [row.done for row in found] for key, found in many.items()} == first
    assert [row.done for row in one[2]] == alone
    assert counts == {0: 4, 1: 4}
