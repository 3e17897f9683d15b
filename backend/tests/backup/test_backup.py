"""A backup holds every tenant, each apart, and is whole or not there at all."""

import json
import shutil
from pathlib import Path

import psycopg
import pytest
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert, select, text

from giroscope.cli import backup as backup_command
from giroscope.cli.backup_rows import END, write_postgres
from giroscope.features.documents import Document, Vault
from giroscope.kernel.database import Database
from giroscope.kernel.tables import RealmLimit
from giroscope.settings import Settings
from tests.backup.backup_desk import (
    MASTER_KEY,
    OTHER,
    BackupDesk,
    digest,
    every_row,
    keep_document,
)
from tests.conftest import ImportBytes
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores


@pytest.mark.usefixtures("two")
def test_each_tenant_lies_in_a_folder_of_its_own_with_hashes_and_no_key(
    desk: BackupDesk, realm: str, tmp_path: Path
) -> None:
    told = desk.backup(tmp_path / "kept")
    folder = Path(told["folder"])
    assert [one["name"] for one in told["realms"]] == sorted((OTHER, realm))
    for one in told["realms"]:
        place = folder / "realms" / one["name"]
        assert digest(place / "manifest.json") == one["manifest"]["sha256"]
        assert len((place / "manifest.seal").read_bytes()) == 65
        inside = json.loads((place / "manifest.json").read_bytes())
        for entry in inside["files"]:
            assert digest(place / entry["name"]) == entry["sha256"]
            assert (place / entry["name"]).stat().st_size == entry["size"]
        everything = b"".join(path.read_bytes() for path in place.rglob("*.*"))
        mine, others = one["name"], {realm, OTHER} - {one["name"]}
        assert f"mark-of-{mine}".encode() in everything
        assert all(f"mark-of-{name}".encode() not in everything for name in others)
    key = desk.settings.master_key
    assert key is not None
    for path in (tmp_path / "kept").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
        if path.is_file():
            data = path.read_bytes()
            assert MASTER_KEY not in data
            assert key.get_secret_value().encode() not in data
            assert b"was given" not in data, "documents stay sealed"


def test_what_it_holds_is_every_row_and_document_as_they_were(
    desk: BackupDesk,
    two: Database,
    settings: Settings,
    vault: Vault,
    import_bytes: ImportBytes,
    realm: str,
    tmp_path: Path,
) -> None:
    """Put back by hand, as the guide says, under the name of another tenant."""
    import_bytes(camt(Sheet([Line("5.00"), Line("-7.25")])), "statement.xml")
    before = every_row(two, realm)
    assert len(before["transactions"]) == 2
    with two.snapshot(realm) as connection:
        shas = list(connection.scalars(select(Document.sha256)))
    held = {sha256: b"".join(vault.chunks(realm, sha256)) for sha256 in shas}
    place = Path(desk.backup(tmp_path / "kept")["folder"]) / "realms" / realm
    told = json.loads((place / "manifest.json").read_bytes())
    two.rest(OTHER)
    put_back(settings, place, OTHER)
    assert every_row(two, OTHER) == before
    keep_document(two, vault, OTHER, b"its number was given out to no other")
    documents = tmp_path / "kept" / "documents" / realm / told["keyFingerprint"]
    assert {path.name for path in documents.iterdir()} == held.keys()
    target = settings.data_dir / "documents" / OTHER
    shutil.rmtree(target)
    shutil.copytree(documents, target)
    assert {
        sha256: b"".join(vault.chunks(OTHER, sha256)) for sha256 in shas
    } == held  # fmt: skip


def put_back(settings: Settings, place: Path, realm: str) -> None:
    """Put a tenant's rows in the place of another's."""
    if settings.database_url is None:
        target = settings.data_dir / "realms" / f"{realm}.sqlite3"
        for tail in ("-wal", "-shm"):
            target.with_name(target.name + tail).unlink(missing_ok=True)
        shutil.copyfile(place / "rows.sqlite3", target)
        return
    with (
        psycopg.connect(settings.database_url) as connection,
        (place / "rows.copy").open("rb") as file,
    ):
        connection.execute(f'SET LOCAL search_path TO "realm_{realm}"'.encode())
        names = json.loads((place / "manifest.json").read_bytes())["rows"]
        # As an account may that is no superuser: keys to other tables are held.
        for name in names:
            connection.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER".encode())
        connection.execute(f"TRUNCATE {', '.join(names)}".encode())
        for line in file:
            if not line.startswith(b"COPY "):
                connection.execute(line)
                continue
            with connection.cursor().copy(line) as copy:
                for row in iter(file.readline, END):
                    copy.write(row)


def test_it_is_one_moment_while_others_write(
    desk: BackupDesk,
    two: Database,
    realm: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What comes after the first row was read is not in it, in no table."""
    before = every_row(two, realm)
    current = MigrationContext.get_current_revision

    def and_somebody_writes(context: MigrationContext) -> str | None:
        found = current(context)
        with two.job_connection(realm) as connection:
            connection.execute(insert(RealmLimit).values(name="late", value=1))
            connection.commit()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(MigrationContext, "get_current_revision", and_somebody_writes)
        told = desk.backup(tmp_path / "kept", "--realm", realm)
    assert every_row(two, realm) != before
    place = Path(told["folder"]) / "realms" / realm
    two.rest(OTHER)
    put_back(desk.settings, place, OTHER)
    assert every_row(two, OTHER) == before


@pytest.mark.usefixtures("two")
def test_one_tenant_alone_leaves_out_what_tenants_share(
    desk: BackupDesk, tmp_path: Path
) -> None:
    told = desk.backup(tmp_path / "kept", "--realm", OTHER)
    assert [one["name"] for one in told["realms"]] == [OTHER]
    assert told["shared"] == []
    kept = tmp_path / "kept"
    assert {path.name for path in (kept / "documents").iterdir()} == {OTHER}
    code, _, err = desk.run("backup", "--to", kept, "--realm", "nowhere")
    assert (code, "no realm named nowhere" in err) == (2, True)


def test_a_document_is_copied_once_and_only_new_ones_later(
    desk: BackupDesk,
    two: Database,
    vault: Vault,
    realm: str,
    tmp_path: Path,
) -> None:
    kept = tmp_path / "kept"
    first = desk.backup(kept, "--realm", realm)
    assert [one["copied"] for one in first["realms"]] == [1]
    keep_document(two, vault, realm, b"another")
    second = desk.backup(kept, "--realm", realm)
    assert [(one["documents"], one["copied"]) for one in second["realms"]] == [(2, 1)]


def test_a_tenant_that_fails_is_named_and_the_others_are_in_it(
    desk: BackupDesk, two: Database, realm: str, tmp_path: Path
) -> None:
    with two.job_connection(OTHER) as connection:
        connection.execute(text("UPDATE realm_keys SET wrapped = wrapped || wrapped"))
        connection.commit()
    code, out, _ = desk.run("backup", "--to", tmp_path / "kept", "--json")
    told = json.loads(out)
    assert code == 1
    assert [one["name"] for one in told["realms"]] == [realm]
    assert [one["name"] for one in told["failed"]] == [OTHER]
    assert not (Path(told["folder"]) / "realms" / OTHER).exists()


def test_a_document_that_the_store_lacks_is_told_and_the_rest_is_kept(
    desk: BackupDesk, two: Database, vault: Vault, realm: str, tmp_path: Path
) -> None:
    lost = keep_document(two, vault, realm, b"lost")
    vault.discard(realm, lost)
    code, out, _ = desk.run("backup", "--to", tmp_path / "kept", "--json")
    told = json.loads(out)
    assert code == 1
    assert {one["name"]: one["lacking"] for one in told["realms"]} == {
        realm: 1, OTHER: 0,
    }  # fmt: skip
    place = Path(told["folder"]) / "realms" / realm
    assert json.loads((place / "manifest.json").read_bytes())["lacking"] == [lost]


@pytest.mark.usefixtures("two")
def test_one_that_was_cut_off_is_no_backup_and_goes_with_the_next(
    desk: BackupDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"

    def cut(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(backup_command, "_shared", cut)
        assert desk.run("backup", "--to", kept)[0] == 130
    left = [path.name for path in kept.iterdir() if path.name.endswith(".part")]
    assert len(left) == 1
    assert not (kept / left[0] / "manifest.json").exists()
    told = desk.backup(kept)
    assert {path.name for path in kept.iterdir()} == {
        "documents", "lock", Path(told["folder"]).name,
    }  # fmt: skip


def test_a_second_one_at_the_same_time_is_refused(
    desk: BackupDesk, tmp_path: Path
) -> None:
    with backup_command.BackupFolder(tmp_path / "kept").alone():
        code, _, err = desk.run("backup", "--to", tmp_path / "kept")
    assert (code, "Another backup is being written" in err) == (1, True)


@pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
def test_of_many_tenants_it_locks_one_at_a_time(
    desk: BackupDesk,
    settings: Settings,
    realm: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More tenants than a dump of all has locks for, on a server as it is set up."""
    assert settings.database_url is not None
    many = 150
    with psycopg.connect(settings.database_url) as connection:
        for number in range(many):
            schema = f"realm_t{number:03d}"
            connection.execute(f"CREATE SCHEMA {schema}".encode())
            for name in ("alembic_version", "realm_keys", "documents"):
                connection.execute(
                    f"CREATE TABLE {schema}.{name} AS TABLE"
                    f" realm_{realm}.{name}".encode()
                )
            connection.commit()
    locked: list[int] = []

    def counted(connection: Connection, target: Path) -> dict[str, int]:
        rows = write_postgres(connection, target)
        locked.append(connection.execute(text(_LOCKED)).scalar_one())
        return rows

    monkeypatch.setattr(backup_command, "write_postgres", counted)
    # They have no ledger, and no other tables than a backup asks for by name.
    monkeypatch.setattr(backup_command, "ledger_of", lambda _: None)
    told = desk.backup(tmp_path / "kept")
    assert len(told["realms"]) == many + 1
    assert locked == [1] * (many + 1) + [0], "the last is what tenants share"


_LOCKED = """
SELECT count(DISTINCT n.nspname) FROM pg_locks l
JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE l.pid = pg_backend_pid() AND n.nspname LIKE 'realm%'
"""
