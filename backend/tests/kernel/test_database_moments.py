"""Who sees what when: whole changes, one moment, one writer, one tenant's schema."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict
from giroscope.kernel.jobs import new_job
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

KEY = bytes(range(32))
ON_SQLITE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
ON_EACH = pytest.mark.both_stores
JOBS = select(func.count(Job.id))


def _add(connection: Any) -> None:
    connection.execute(insert(Job).values(**new_job("test", 1, system_clock())))


def _count(database: Database, realm: str) -> int:
    with database.snapshot(realm) as connection:
        return int(connection.execute(JOBS).scalar_one())


def test_what_a_job_changes_is_kept_where_its_block_ends_well(
    database: Database, realm: str
) -> None:
    with database.job_session(realm) as session:
        _add(session)
    assert _count(database, realm) == 1

    def fails() -> None:
        with database.job_session(realm) as session:
            _add(session)
            raise Conflict

    with pytest.raises(Conflict):
        fails()
    with database.job_connection(realm) as connection:
        _add(connection)
    assert _count(database, realm) == 1, "a connection is committed by whoever has it"


@ON_EACH
async def test_who_asks_several_times_sees_one_moment(
    database: Database, realm: str
) -> None:
    async with database.still(realm) as session:
        assert await session.scalar(JOBS) == 0
        with database.job_session(realm) as other:
            _add(other)
        assert await session.scalar(JOBS) == 0
    with database.snapshot(realm) as connection:
        assert connection.execute(JOBS).scalar_one() == 1
        with database.job_session(realm) as other:
            _add(other)
        assert connection.execute(JOBS).scalar_one() == 1
    assert _count(database, realm) == 2


@ON_SQLITE
def test_one_is_alone_in_a_realms_file(
    database: Database, realm: str, settings: Settings
) -> None:
    migrate_realm(database, "acme", KEY)
    place = settings.data_dir / "realms" / f"{realm}.lock"
    with database.alone(realm), database.alone("acme"), place.open("a") as file:
        for kind in (fcntl.LOCK_SH, fcntl.LOCK_EX):
            with pytest.raises(BlockingIOError):
                fcntl.flock(file, kind | fcntl.LOCK_NB)
    with place.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@ON_POSTGRES
def test_one_is_alone_in_a_realms_schema(database: Database, realm: str) -> None:
    migrate_realm(database, "acme", KEY)
    asked = text(
        "SELECT mode FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
        " WHERE locktype = 'advisory' AND datname = current_database()"
    )
    with database.alone(realm), database.alone("acme"):
        with database.snapshot(realm) as connection:
            modes = list(connection.execute(asked).scalars())
        assert modes == ["ExclusiveLock"] * 2, "each realm has a place of its own"
    with database.snapshot(realm) as connection:
        assert list(connection.execute(asked).scalars()) == []


@contextmanager
def _file(settings: Settings, realm: str) -> Iterator[sqlite3.Connection]:
    path = settings.data_dir / "realms" / f"{realm}.sqlite3"
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    yield connection
    connection.close()


@ON_SQLITE
async def test_a_change_has_its_lock_from_its_beginning_and_a_question_none(
    database: Database, realm: str, settings: Settings
) -> None:
    with _file(settings, realm) as other:

        def is_locked() -> bool:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
            other.execute("ROLLBACK")
            return False

        with database.job_connection(realm) as connection:
            connection.execute(JOBS)
            assert is_locked()
        async with database.writing(realm) as session:
            await session.execute(JOBS)
            assert is_locked()
        async with database.reading(realm) as session:
            await session.execute(JOBS)
            assert not is_locked()
        with database.snapshot(realm) as connection:
            connection.execute(JOBS)
            assert not is_locked()


@ON_EACH
def test_a_row_below_nothing_is_refused(database: Database, realm: str) -> None:
    orphan = text(
        "INSERT INTO rule_marks (label_id, subject, record_id, rule_id, version, at)"
        " VALUES (1, 'PAYMENT', 1, 1, 1, '2026-11-01')"
    )
    with (
        database.job_connection(realm) as connection,
        pytest.raises(IntegrityError),
    ):
        connection.execute(orphan)


@ON_SQLITE
def test_a_realms_file_is_its_owners_alone_and_goes_whole(
    database: Database, settings: Settings
) -> None:
    folder = settings.data_dir / "realms"
    migrate_realm(database, "acme", KEY)
    assert (folder / "acme.sqlite3").stat().st_mode & 0o777 == 0o600
    with database.alone("acme"):
        pass
    with database.job_connection("acme") as connection:
        _add(connection)
        connection.commit()
    database.rest("acme")
    # What a process that was killed has left beside the file.
    for tail in ("-wal", "-shm"):
        (folder / f"acme.sqlite3{tail}").touch()
    database.drop_realm("acme")
    assert _of(folder, "acme") == []
    assert _of(folder, "giroscope") != []


def _of(folder: Path, realm: str) -> list[str]:
    return sorted(path.name for path in folder.glob(f"{realm}*"))


@ON_POSTGRES
async def test_a_connection_that_is_given_back_is_in_no_tenants_schema(
    database: Database, realm: str
) -> None:
    shown = text("SHOW search_path")
    with database.job_session(realm) as session:
        assert "realm_giroscope" in session.execute(shown).scalar_one()
    with database._engine("").connect() as connection:
        assert "realm_" not in connection.execute(shown).scalar_one()
    async with database.writing(realm) as session:
        assert "realm_giroscope" in str(await session.scalar(shown))
    async with database._async_engine("").connect() as connection:
        found = await connection.execute(shown)
        assert "realm_" not in found.scalar_one()


@ON_POSTGRES
def test_a_tenants_schema_goes_with_everything_and_no_other(
    database: Database, realm: str
) -> None:
    migrate_realm(database, "giroscope-two", KEY)
    assert database.realms() == ["giroscope", "giroscope-two"]
    database.drop_realm(realm)
    assert database.realms() == ["giroscope-two"]
    database.drop_realm(realm)
