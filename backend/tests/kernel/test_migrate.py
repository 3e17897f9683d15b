"""Many realms are brought up to date in one run, whatever becomes of one of them."""

import json
import os
from pathlib import Path

import pytest
from sqlalchemy import select

from giroscope.cli import FAILED, OK, main
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import migrate_all, realm_key
from giroscope.kernel.tables import RealmKey
from giroscope.settings import Settings
from tests.commands import begin

pytestmark = pytest.mark.both_stores

KEY = bytes(range(32))


async def test_realms_are_migrated_one_by_one_and_told(database: Database) -> None:
    first = list(migrate_all(database, ["acme", "giroscope"], KEY))
    assert [(one.realm, one.is_changed, one.fault) for one in first] == [
        ("acme", True, None),
        ("giroscope", False, None),
    ]
    again = list(migrate_all(database, ["acme", "giroscope"], KEY))
    assert not any(one.is_changed for one in again)
    assert realm_key(database, "acme", KEY) != realm_key(database, "giroscope", KEY)


async def test_a_realm_that_fails_does_not_hold_up_the_others(
    sqlite_settings: Settings,
) -> None:
    database = Database(sqlite_settings)
    broken = sqlite_settings.data_dir / "realms" / "broken.sqlite3"
    broken.write_bytes(b"this is no database" * 100)
    done = {one.realm: one for one in migrate_all(database, ["broken", "new"], KEY)}
    assert "not a database" in (done["broken"].fault or "")
    assert (done["new"].fault, done["new"].is_changed) == (None, True)

    broken.unlink()
    (mended,) = migrate_all(database, ["broken"], KEY)
    assert (mended.fault, mended.is_changed) == (None, True)
    await database.close()


async def test_a_realm_that_is_up_to_date_is_not_waited_for(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as busy:
        busy.execute(select(RealmKey.id).with_for_update()).all()
        (done,) = migrate_all(database, [realm], KEY)
    assert (done.is_changed, done.fault) == (False, None)
    assert done.seconds < 5


def test_two_commands_at_once_share_the_work(
    settings: Settings, tmp_path: Path
) -> None:
    names = [f"tenant-{number}" for number in range(4)]
    database = Database(settings)
    for name in names:
        database.create_realm(name)
    key = settings.master_key
    assert key is not None
    environment = {
        **os.environ,
        "GIROSCOPE_DATA_DIR": str(settings.data_dir),
        "GIROSCOPE_MASTER_KEY": key.get_secret_value(),
    }
    if settings.database_url:
        environment["GIROSCOPE_DATABASE_URL"] = settings.database_url
    commands = [
        begin(tmp_path, "migrate", "--json", environment=environment) for _ in range(2)
    ]
    ended = [command.ended() for command in commands]
    assert [one.code for one in ended] == [OK, OK], ended
    told = [json.loads(one.out) for one in ended]
    for one in told:
        assert one["realms"] == ["giroscope", *names]
        assert set(one["milliseconds"]) == {"giroscope", *names}
        assert one["failed"] == {}
    for name in names:
        with database.job_connection(name) as connection:
            assert len(connection.execute(select(RealmKey.id)).all()) == 1
    for engine in database._engines.values():
        engine.dispose()


def test_the_command_names_what_it_could_not_do(
    sqlite_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = sqlite_settings.data_dir
    (folder / "realms" / "broken.sqlite3").write_bytes(b"this is no database" * 100)
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(folder))
    assert main(["migrate"]) == FAILED
    said = capsys.readouterr().out
    assert "broken was not migrated: DatabaseError" in said
    assert "giroscope is up to date (" in said
    assert "2 realms in" in said
