"""The master key is replaced realm by realm; what the realm keys encrypted stays."""

import asyncio
import base64
import json
import os
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import insert, select, text, update

from giroscope.cli import FAILED, OK, main
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.key_rotation import rewrap_realm
from giroscope.kernel.migrate import migrate_realm, realm_key
from giroscope.kernel.secrets import (
    MasterKey,
    SecretDamaged,
    load_master_key,
    renew_own_key,
    rewrap,
    unwrap,
    wrap,
)
from giroscope.kernel.tables import REALM_KEY_PURPOSE, RealmKey
from giroscope.serve import sign_in_settings
from giroscope.settings import Settings
from giroscope.worker import sole_worker

pytestmark = pytest.mark.both_stores

OLD, NEW, OTHER = bytes(range(32)), bytes(range(1, 33)), bytes(32)
BOTH = MasterKey.of(NEW, OLD)


def _text(key: bytes) -> str:
    return base64.b64encode(key).decode()


async def test_a_realms_key_stays_what_it_is_under_a_new_master_key(
    database: Database, realm: str
) -> None:
    data_key = realm_key(database, realm, OLD)
    # While it lasts, whoever has both keys reads what either wrapped.
    assert realm_key(database, realm, BOTH) == data_key

    assert rewrap_realm(database, realm, BOTH) is True
    assert realm_key(database, realm, NEW) == data_key
    assert realm_key(database, realm, BOTH) == data_key
    with pytest.raises(SecretDamaged):
        realm_key(database, realm, OLD)
    assert rewrap_realm(database, realm, BOTH) is False, "a second time changes nothing"


# Of SQLite's writers the second begins when the first is done.
@pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
def test_of_two_rotations_at_once_the_second_changes_nothing(
    database: Database, realm: str
) -> None:
    data_key = realm_key(database, realm, OLD)
    with ThreadPoolExecutor(1) as thread, database.job_connection(realm) as first:
        (wrapped,) = first.execute(select(RealmKey.wrapped).with_for_update()).scalars()
        anew = rewrap(BOTH, wrapped, REALM_KEY_PURPOSE)
        first.execute(update(RealmKey).values(wrapped=anew))
        second = thread.submit(rewrap_realm, database, realm, MasterKey.of(OTHER, OLD))
        _await_waiting(database, realm, second)
        first.commit()
        with pytest.raises(SecretDamaged):
            second.result()
    assert realm_key(database, realm, NEW) == data_key


def _await_waiting(database: Database, realm: str, running: "Future[bool]") -> None:
    """Until it waits for a row that another has locked, or has ended."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not running.done():
        with database.job_connection(realm) as connection:
            if connection.execute(asked).scalar_one():
                return
        sleep(0.01)


async def test_a_key_that_neither_wrapped_is_left_alone(
    database: Database, realm: str
) -> None:
    with pytest.raises(SecretDamaged):
        rewrap_realm(database, realm, MasterKey.of(NEW, OTHER))
    assert realm_key(database, realm, OLD)


async def test_a_realm_that_has_several_keys_keeps_each(
    database: Database, realm: str
) -> None:
    first = realm_key(database, realm, OLD)
    second = wrap(OLD, bytes(range(2, 34)), REALM_KEY_PURPOSE)
    with database.job_connection(realm) as connection:
        now = system_clock()
        connection.execute(insert(RealmKey).values(wrapped=second, created=now))
        connection.commit()
    assert rewrap_realm(database, realm, BOTH)
    with database.job_connection(realm) as connection:
        wrapped = select(RealmKey.wrapped).order_by(RealmKey.id)
        rows = connection.execute(wrapped).scalars().all()
    keys = [unwrap(NEW, row, REALM_KEY_PURPOSE) for row in rows]
    assert keys == [first, bytes(range(2, 34))]
    assert realm_key(database, realm, NEW) == bytes(range(2, 34)), "the newest counts"


def test_a_secret_is_wrapped_anew_once() -> None:
    wrapped = wrap(OLD, b"secret", "x")
    anew = rewrap(BOTH, wrapped, "x")
    assert anew is not None
    assert unwrap(NEW, anew, "x") == b"secret"
    assert rewrap(BOTH, anew, "x") is None
    assert MasterKey.of(NEW, NEW).older == ()


@pytest.fixture
def installation(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> dict[str, bytes]:
    """Two realms under the old key, as commands find them."""
    database = Database(sqlite_settings)
    migrate_realm(database, "acme", OLD)
    keys = {name: realm_key(database, name, OLD) for name in ("acme", "giroscope")}
    asyncio.run(database.close())
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(sqlite_settings.data_dir))
    return keys


def _keys(settings: Settings, master: bytes) -> dict[str, bytes]:
    database = Database(settings)
    found = {name: realm_key(database, name, master) for name in database.realms()}
    asyncio.run(database.close())
    return found


def test_keys_given_by_environment_and_file_are_replaced(
    sqlite_settings: Settings,
    installation: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", _text(OLD))
    before = sign_in_settings(Settings()).encryption_key
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", _text(NEW))
    assert main(["key", "rotate"]) == 2
    assert "--old-key-file" in capsys.readouterr().err

    file = tmp_path / "old.key"
    file.write_text(_text(OLD))
    assert main(["key", "rotate", "--old-key-file", str(file), "--json"]) == OK
    assert {one["of"]: one["state"] for one in json.loads(capsys.readouterr().out)} == {
        "acme": "new",
        "giroscope": "new",
        "sign-in": "new",
    }
    assert _keys(sqlite_settings, NEW) == installation
    assert sign_in_settings(Settings()).encryption_key == before

    monkeypatch.setenv("GIROSCOPE_OLD_MASTER_KEY", _text(OLD))
    assert main(["key", "rotate"]) == OK
    assert "acme was wrapped by the new master key already" in capsys.readouterr().out
    trail = tmp_path / "trail.csv"
    assert main(["audit", "export", "--realm", "acme", "--output", str(trail)]) == OK
    assert trail.read_text().count("realms.master_key_replaced") == 1


def test_a_rotation_that_was_cut_goes_on_and_names_what_it_cannot_do(
    sqlite_settings: Settings,
    installation: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", _text(NEW))
    monkeypatch.setenv("GIROSCOPE_OLD_MASTER_KEY", _text(OLD))
    database = Database(sqlite_settings)
    rewrap_realm(database, "acme", BOTH)
    migrate_realm(database, "stranger", OTHER)
    asyncio.run(database.close())

    assert main(["key", "rotate", "--json"]) == FAILED
    assert {one["of"]: one["state"] for one in json.loads(capsys.readouterr().out)} == {
        "acme": "unchanged",
        "giroscope": "new",
        "stranger": "failed",
    }
    database = Database(sqlite_settings)
    assert realm_key(database, "giroscope", NEW) == installation["giroscope"]
    assert realm_key(database, "stranger", OTHER)
    asyncio.run(database.close())


def test_the_key_of_the_data_directory_is_replaced_in_place(
    sqlite_settings: Settings,
    installation: dict[str, bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = sqlite_settings.data_dir
    (folder / "master.key").write_text(_text(OLD))
    with sole_worker(Settings()):
        assert main(["key", "rotate"]) == FAILED
    assert "Stop the product first" in capsys.readouterr().err

    assert main(["key", "rotate"]) == OK
    key = load_master_key(Settings())
    assert key not in {OLD, OTHER}
    assert key.older == ()
    assert _keys(sqlite_settings, key) == installation
    aside = [path for path in folder.iterdir() if path.name.startswith("master.key.u")]
    assert [path.read_text() for path in aside] == [_text(OLD)]
    for path in (folder / "master.key", *aside):
        assert path.stat().st_mode & 0o777 == 0o600

    assert main(["key", "rotate"]) == OK
    again = load_master_key(Settings())
    assert again != key
    assert _keys(sqlite_settings, again) == installation
    assert len(list(folder.glob("master.key*"))) == 3


@pytest.mark.parametrize("step", [1, 2])
def test_a_renewal_killed_between_its_files_ends_well(
    sqlite_settings: Settings,
    installation: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    step: int,
) -> None:
    (sqlite_settings.data_dir / "master.key").write_text(_text(OLD))
    replaced: list[Any] = []
    replace = Path.replace

    def killed(path: Path, target: Path) -> Any:
        if len(replaced) == step:
            raise KeyboardInterrupt
        replaced.append(target)
        return replace(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", killed)
        if step == 1:
            with pytest.raises(KeyboardInterrupt):
                renew_own_key(Settings())
        else:
            renew_own_key(Settings())
    # Whatever was written, the realms can be read, and the rotation ends.
    assert _keys(sqlite_settings, load_master_key(Settings())) == installation
    assert main(["key", "rotate"]) == OK
    assert _keys(sqlite_settings, load_master_key(Settings())) == installation
    assert not (sqlite_settings.data_dir / "master.key.old").exists()


def test_a_new_key_is_printed_and_nothing_is_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(tmp_path / "var"))
    assert main(["key", "new"]) == OK
    assert len(base64.b64decode(capsys.readouterr().out.strip())) == 32
    assert not os.path.lexists(tmp_path / "var")


@pytest.mark.parametrize("text", ["", "short", "AAAA"])
def test_an_old_key_that_is_none_is_told(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", _text(NEW))
    monkeypatch.setenv("GIROSCOPE_OLD_MASTER_KEY", text)
    assert main(["key", "rotate"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_wrapping_uses_the_present_key_only() -> None:
    wrapped = wrap(BOTH, b"x", "p")
    assert unwrap(NEW, wrapped, "p") == b"x"
    with pytest.raises(SecretDamaged):
        unwrap(OLD, wrapped, "p")


def test_settings_do_not_show_keys() -> None:
    shown = repr(Settings(old_master_key=SecretStr(_text(OLD))))
    assert _text(OLD) not in shown
