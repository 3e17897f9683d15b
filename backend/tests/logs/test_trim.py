"""What a realm's log loses: what is older than it keeps, and the oldest beyond it."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, insert, select, update

from giroscope.features.logs import retention
from giroscope.features.logs.erase import forget_exchanges
from giroscope.features.logs.retention import keeping_now
from giroscope.features.logs.tables import LogEntry, LogKeeping
from giroscope.features.logs.trim import due, trimmer
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.tables import Job
from tests.logs.log_desk import NOON

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
REALM = "giroscope"
DAY = timedelta(days=1)
MEGABYTE = 1 << 20


def _write(database: Database, *days_ago: float, stored: int = 10, **more: str) -> None:
    with database.job_connection(REALM) as connection:
        for days in days_ago:
            connection.execute(
                insert(LogEntry).values(
                    created=NOON - timedelta(days=days), exchange=f"x{days}",
                    is_reply=False, direction="OUT", log_type="BANK",
                    operation="Upload", uri="", size=1, stored=stored, data="",
                    is_cut=False, has_bytes=False, request_id="", trace="", words="",
                    sha256="", **{"peer": "bank:1", **more},
                )
            )  # fmt: skip
            retention.count(connection, stored)
        connection.commit()


def _keep(database: Database, **values: int) -> None:
    with database.job_connection(REALM) as connection:
        retention.ensure_row(connection)
        connection.execute(update(LogKeeping).values(**values))
        connection.commit()


def _is_due(database: Database) -> bool:
    with database.job_connection(REALM) as connection:
        due(REALM, connection, NOON)
        found = connection.execute(select(Job.verb)).scalars().all()
        connection.rollback()
    return found == ["trim-logs"]


def _trim(database: Database) -> None:
    with database.job_connection(REALM) as connection:
        due(REALM, connection, NOON)
        (job_id,) = connection.execute(select(Job.id)).scalars()
        connection.commit()
    trimmer(lambda: NOON)(JobRun(database, REALM, job_id, 0))
    with database.job_connection(REALM) as connection:
        connection.execute(delete(Job))
        connection.commit()


def _left(database: Database) -> tuple[int, int]:
    """How many entries there are, and what is said to be stored."""
    with database.job_connection(REALM) as connection:
        count = len(connection.execute(select(LogEntry.id)).all())
        return count, keeping_now(connection).stored


def test_what_is_as_old_as_it_is_kept_stays_for_its_last_moment(
    database: Database,
) -> None:
    _keep(database, keep_days=30)
    _write(database, 29.9, 30)
    assert not _is_due(database)
    _write(database, 30.001, 31, 400)
    assert _is_due(database)
    _trim(database)
    assert _left(database) == (2, 20)
    assert not _is_due(database)


def test_the_oldest_go_where_more_is_stored_than_is_kept(database: Database) -> None:
    _keep(database, most_megabytes=10)
    _write(database, 1, stored=10 * MEGABYTE)
    assert not _is_due(database)
    _write(database, 2, stored=1)
    assert _is_due(database)
    _trim(database)
    assert not _is_due(database)
    assert _left(database)[1] <= 10 * MEGABYTE


@pytest.mark.parametrize(
    ("since", "until", "left"),
    [
        (None, None, 1),
        (3, 2, 3),
        (3, None, 2),
        (None, 2, 2),
        (2.001, 1.999, 4),
    ],
)
def test_what_was_exchanged_with_one_peer_in_a_time_is_forgotten(
    database: Database, since: float | None, until: float | None, left: int
) -> None:
    _write(database, 1, 2, 3, 4)
    _write(database, 2, peer="bank:2")
    first, last = (
        None if days is None else NOON - timedelta(days=days) for days in (since, until)
    )
    with database.job_connection(REALM) as connection:
        forget_exchanges(connection, "bank:1", first, last)
        connection.commit()
    assert _left(database) == (left, left * 10)
