"""`giroscope backup`: every tenant, one after the other, while the product runs.

Of each its rows as they are at one moment, then the documents they speak of, sealed as
they are stored. The master key is not in it, only what tells it from another.
"""

import argparse
import asyncio
import base64
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import psycopg
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from giroscope import __version__
from giroscope.cli import FAILED, OK
from giroscope.cli.backup_folder import (
    DRAFT,
    FORMAT,
    BackupFolder,
    entry_of,
    fingerprint,
    lines_of,
    private,
    sync,
    write_manifest,
)
from giroscope.cli.backup_rows import write_file, write_postgres, write_sqlite
from giroscope.cli.output import print_json, print_lines
from giroscope.features.documents import Document, Vault, open_vault
from giroscope.features.statements.verify import verify
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.migrate import is_newest
from giroscope.kernel.secrets import MasterKey, SecretDamaged, load_master_key, unwrap
from giroscope.kernel.tables import REALM_KEY_PURPOSE, RealmKey
from giroscope.kernel.upkeep import BACKUP, note_done
from giroscope.serve import ensure_tenant
from giroscope.settings import Settings

FAULTS = (
    AppError, OSError, SQLAlchemyError, SecretDamaged, psycopg.Error, sqlite3.Error,
)  # fmt: skip
_ROWS_AT_ONCE = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to, and whose."""
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FOLDER",
        help="the folder of all backups; documents that it has are not copied again",
    )  # fmt: skip
    parser.add_argument(
        "--realm", action="append", metavar="REALM",
        help="this tenant alone, without what tenants share; may be said again",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write a backup; 1 when a tenant is not in it, or not all of its documents."""
    folder = BackupFolder(arguments.to.absolute())
    database = Database(settings)
    try:
        for realm in arguments.realm or ():
            ensure_tenant(database, realm)
        with folder.alone():
            told = back_up(settings, database, folder, arguments.realm)
        is_whole = not told["failed"] and not any(r["lacking"] for r in told["realms"])
        if arguments.realm is None:
            note_done(database, BACKUP, system_clock(), is_well=is_whole)
    finally:
        asyncio.run(database.close())
    if arguments.json:
        print_json(told)
    else:
        print_lines(list(_lines(told)))
    return OK if is_whole else FAILED


def back_up(
    settings: Settings, database: Database, folder: BackupFolder, only: list[str] | None
) -> dict[str, Any]:
    """Write a backup of these tenants, or of the whole installation.

    A tenant that cannot be written is told, and holds up no other.
    """
    moment = system_clock()
    master_key = load_master_key(settings)
    vault = open_vault(settings, database)
    done: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    with folder.draft(moment) as draft:
        for realm in sorted(set(only)) if only else database.realms():
            place = draft / "realms" / realm
            try:
                done.append(_one(database, vault, master_key, folder, place))
            except FAULTS as error:
                shutil.rmtree(place, ignore_errors=True)
                failed.append({"name": realm, "fault": first_line(error)})
        shared: list[dict[str, Any]] = []
        if only is None:
            try:
                shared = list(_shared(settings, database, draft))
            except FAULTS as error:
                failed.append({"name": "(shared)", "fault": first_line(error)})
        told = {
            "format": FORMAT,
            "product": __version__,
            "created": moment.isoformat(),
            "whole": only is None,
            "store": "sqlite" if database.is_sqlite else "postgresql",
            "masterKey": fingerprint(master_key),
            "realms": done,
            "shared": shared,
            "failed": failed,
        }
        write_manifest(draft, told, master_key)
    return {"folder": str(draft.with_name(draft.name.removesuffix(DRAFT))), **told}


def _one(
    database: Database,
    vault: Vault,
    master_key: MasterKey,
    folder: BackupFolder,
    place: Path,
) -> dict[str, Any]:
    """One tenant: its rows at one moment, then the documents they speak of."""
    realm = place.name
    place.mkdir(parents=True, mode=0o700)
    rows = place / ("rows.sqlite3" if database.is_sqlite else "rows.copy")
    documents = place / "documents"
    with database.snapshot(realm) as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        newest = select(RealmKey.wrapped).order_by(RealmKey.id.desc()).limit(1)
        wrapped = connection.execute(newest).scalar_one()
        key = fingerprint(unwrap(master_key, wrapped, REALM_KEY_PURPOSE))
        # Tables of another version are told by that version.
        ledger = ledger_of(connection) if is_newest(revision) else None
        tables = _write_rows(connection, rows, is_sqlite=database.is_sqlite)
        count = _list_documents(connection, documents)
    # Documents never change: those of that moment are copied after it, while the
    # database already goes on without an old moment to keep.
    copied, lacking = _copy_documents(
        vault, realm, documents, folder.documents(realm, key)
    )
    entries = [entry_of(path) for path in (rows, documents)]
    told = {
        "name": realm,
        "revision": revision,
        "wrappedKey": base64.b64encode(wrapped).decode(),
        "keyFingerprint": key,
        "documents": count,
        "lacking": lacking,
        "rows": tables,
        "ledger": ledger,
        "files": entries,
    }
    manifest = write_manifest(place, told, master_key)
    return {
        "name": realm,
        "documents": count,
        "copied": copied,
        "lacking": len(lacking),
        "size": sum(entry["size"] for entry in entries),
        "manifest": manifest,
    }


def ledger_of(connection: Connection) -> dict[str, int]:
    """How many statements and entries there are, and how much does not add up."""
    found = verify(connection)
    return {
        "statements": found.statements,
        "entries": found.entries,
        "breaches": len(found.breaches),
    }


def _write_rows(
    connection: Connection, target: Path, *, is_sqlite: bool
) -> dict[str, int] | None:
    if not is_sqlite:
        return write_postgres(connection, target)
    driver = connection.connection.driver_connection
    write_sqlite(cast("sqlite3.Connection", driver), target)
    return None


def _list_documents(connection: Connection, target: Path) -> int:
    """Write the hashes of all documents, one a line; tells how many."""
    asked = select(Document.sha256).order_by(Document.sha256)
    count = 0
    with private(target) as file:
        found = connection.execution_options(yield_per=_ROWS_AT_ONCE).scalars(asked)
        for sha256 in found:
            file.write(f"{sha256}\n".encode())
            count += 1
    return count


def _copy_documents(
    vault: Vault, realm: str, listed: Path, place: Path
) -> tuple[int, list[str]]:
    """Copy what is not there yet; tells how many, and which the store has not."""
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    copied, lacking = 0, []
    for sha256 in lines_of(listed):
        target = place / sha256
        if target.exists():
            continue
        draft = target.with_name(target.name + DRAFT)
        try:
            with private(draft) as file:
                file.writelines(vault.sealed(realm, sha256))
        except FileNotFoundError:
            draft.unlink()
            lacking.append(sha256)
            continue
        sync(draft)
        draft.rename(target)
        copied += 1
    sync(place)
    return copied, lacking


def _shared(
    settings: Settings, database: Database, draft: Path
) -> Iterator[dict[str, Any]]:
    """What belongs to no tenant: claims, and the people of the embedded sign-in."""
    place = draft / "shared"
    place.mkdir(mode=0o700)
    if not database.is_sqlite:
        target = place / "shared.copy"
        with database.shared_connection() as connection:
            write_postgres(connection, target)
        yield entry_of(target)
    for name in ("shared.sqlite3", "sign-in.sqlite3"):
        source = settings.data_dir.absolute() / name
        if source.exists():
            write_file(source, place / name)
            yield entry_of(place / name)
    # The master key wraps it.
    key = settings.data_dir / "sign-in.key"
    if key.exists():
        with private(place / key.name) as file:
            file.write(key.read_bytes())
        yield entry_of(place / key.name)


def first_line(error: Exception) -> str:
    """A fault in one line."""
    told = getattr(error, "message", None) or str(error)
    return f"{type(error).__name__}: {told.partition(chr(10))[0]}"


def _lines(told: dict[str, Any]) -> Iterator[str]:
    for one in told["realms"]:
        lacking = one["lacking"]
        note = f"; the store lacks {lacking} of them" if lacking else ""
        yield (
            f"{one['name']}: {one['size'] / 1e6:.1f} MB of rows,"
            f" {one['documents']} documents, {one['copied']} of them new{note}"
        )
    for one in told["failed"]:
        yield f"{one['name']}: NOT in this backup. {one['fault']}"
    yield f"{told['folder']} opens with the master key {told['masterKey']}"
