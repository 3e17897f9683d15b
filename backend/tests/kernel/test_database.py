"""Tenants are apart and changes are whole, on both databases."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, text

from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict
from giroscope.kernel.jobs import new_job
from giroscope.kernel.migrate import migrate_realm, realm_key
from giroscope.kernel.secrets import SecretDamaged
from giroscope.kernel.tables import Job
from giroscope.kernel.tenancy import BadRealmName, UnknownRealm
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

KEY = bytes(range(32))


def _count(database: Database, realm: str) -> int:
    with database.job_connection(realm) as connection:
        return connection.scalar(select(func.count()).select_from(Job)) or 0


async def test_change_is_committed_when_its_block_ends(
    database: Database, realm: str
) -> None:
    async with database.writing(realm) as session:
        await session.execute(insert(Job).values(**new_job("test", 1, system_clock())))
    assert _count(database, realm) == 1


async def test_change_is_undone_when_its_block_fails(
    database: Database, realm: str
) -> None:
    async def fail_after_a_change() -> None:
        async with database.writing(realm) as session:
            await session.execute(
                insert(Job).values(**new_job("test", 1, system_clock()))
            )
            raise Conflict

    with pytest.raises(Conflict):
        await fail_after_a_change()
    assert _count(database, realm) == 0


async def test_reading_never_keeps_a_change(database: Database, realm: str) -> None:
    async with database.reading(realm) as session:
        await session.execute(insert(Job).values(**new_job("test", 1, system_clock())))
    assert _count(database, realm) == 0


async def test_rows_of_one_realm_are_not_seen_from_another(
    database: Database, realm: str
) -> None:
    migrate_realm(database, "acme", KEY)
    async with database.writing("acme") as session:
        await session.execute(insert(Job).values(**new_job("test", 1, system_clock())))
    assert database.realms() == ["acme", realm]
    assert _count(database, realm) == 0
    assert _count(database, "acme") == 1


async def test_migrating_again_changes_nothing(database: Database, realm: str) -> None:
    before = realm_key(database, realm, KEY)
    migrate_realm(database, realm, KEY)
    assert realm_key(database, realm, KEY) == before


async def test_realm_key_needs_the_master_key_that_wrapped_it(
    database: Database, realm: str
) -> None:
    with pytest.raises(SecretDamaged):
        realm_key(database, realm, bytes(32))


@pytest.mark.parametrize("name", ["", "../etc", "Acme", "a" * 60, 'x"; DROP', "1st"])
async def test_names_that_cannot_be_realms_are_refused(
    database: Database, name: str
) -> None:
    with pytest.raises(BadRealmName):
        database.create_realm(name)


def test_realm_that_was_never_made_is_unknown(
    sqlite_settings: Settings, in_own_loop: Callable[[Any], Any]
) -> None:
    database = Database(sqlite_settings)
    with pytest.raises(UnknownRealm), database.job_connection("nowhere"):
        pass
    in_own_loop(database.close())
    assert not list(Path(sqlite_settings.data_dir).glob("**/nowhere*"))


async def test_postgres_answers_a_page_without_compilers_and_helpers(
    database: Database, realm: str
) -> None:
    if database.is_sqlite:
        return
    said = (
        "SELECT current_setting('jit'),"
        " current_setting('max_parallel_workers_per_gather')"
    )
    async with database.reading(realm) as session:
        assert tuple((await session.execute(text(said))).one()) == ("off", "0")
    with database.job_connection(realm) as connection:
        assert tuple(connection.execute(text(said)).one()) == ("off", "0")


def _open_files(folder: Path) -> int:
    links = Path("/proc/self/fd").iterdir()
    open_ = [link.readlink() for link in links if link.is_symlink()]
    return sum(path.is_relative_to(folder) for path in open_)


def test_a_realm_at_rest_holds_no_file_open(sqlite_settings: Settings) -> None:
    database = Database(sqlite_settings)
    # Of this test alone: others of the process may hold theirs.
    folder = sqlite_settings.data_dir.resolve()
    assert _count(database, "giroscope") == 0
    assert _open_files(folder) > 0
    with database.job_connection("giroscope") as connection:
        # Somebody is at work: nothing is taken from under their hands.
        database.rest("giroscope")
        assert connection.scalar(select(func.count()).select_from(Job)) == 0
        held = _open_files(folder)
    assert held > 0
    database.rest("giroscope")
    assert _open_files(folder) == 0
    assert _count(database, "giroscope") == 0
    database.rest("nobody")
