"""`giroscope rehearse`: proves that the newest backup can be restored.

Each tenant is restored where nobody sees it and thrown away: on PostgreSQL in a
transaction that never ends well, on SQLite in a folder beside the others.
"""

import argparse
import asyncio
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from giroscope.cli import FAILED, OK
from giroscope.cli.backup import FAULTS, first_line, ledger_of
from giroscope.cli.backup_check import KeptBackup, KeptTenant, newest
from giroscope.cli.backup_folder import BackupDamaged, BackupFolder
from giroscope.cli.output import print_json, print_lines
from giroscope.cli.restored_rows import laid_out, scratch_database
from giroscope.features.audit.verify import verify as verify_trail
from giroscope.features.documents import Document
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.upkeep import REHEARSAL, note_done
from giroscope.settings import Settings

_SCRATCH = "rehearsing"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is rehearsed."""
    parser.add_argument(
        "--from", dest="source", type=Path, required=True, metavar="FOLDER",
        help="the folder of all backups",
    )  # fmt: skip
    parser.add_argument(
        "--backup", metavar="NAME", help="the backup in it (the newest of all tenants)"
    )
    parser.add_argument(
        "--realm", action="append", metavar="REALM",
        help="this tenant alone; may be said again (all of the backup)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Rehearse; 1 when a tenant could not be restored as it was."""
    folder = BackupFolder(arguments.source.absolute())
    database = Database(settings)
    try:
        with folder.alone():
            backup, told = _rehearsed(arguments, settings, database, folder)
    finally:
        asyncio.run(database.close())
    is_well = not any(one["fault"] for one in told)
    if arguments.json:
        print_json({"backup": str(backup.path), "ok": is_well, "realms": told})
    else:
        print_lines(list(_lines(backup, told)))
    return OK if is_well else FAILED


def _rehearsed(
    arguments: argparse.Namespace,
    settings: Settings,
    database: Database,
    folder: BackupFolder,
) -> tuple[KeptBackup, list[dict[str, Any]]]:
    """Rehearse what was asked for; what came of all tenants is written down."""
    only = sorted(set(arguments.realm or ()))
    told: list[dict[str, Any]] = [{"fault": "nothing could be restored"}]
    try:
        key = load_master_key(settings)
        backup = newest(settings, folder, key, only, arguments.backup)
        found = [
            _told(settings, database, backup, name) for name in only or backup.names
        ]
        failed = [] if only else backup.told["failed"]
        gone = "it is not in the backup"
        told = found + [{"name": one["name"], "fault": gone} for one in failed]
    finally:
        if not only and arguments.backup is None:
            is_well = not any(one["fault"] for one in told)
            note_done(database, REHEARSAL, system_clock(), is_well=is_well)
    return backup, told


def _told(
    settings: Settings, database: Database, backup: KeptBackup, name: str
) -> dict[str, Any]:
    """What was found of one tenant; one that fails holds up no other."""
    try:
        kept = backup.tenant(name)
        documents = kept.ensure_documents()
        with _scratch(settings, database, kept) as connection:
            found = _compared(connection, kept)
    except FAULTS as error:
        text = error.message if isinstance(error, AppError) else first_line(error)
        return {"name": name, "fault": text}
    fault = None
    if lacking := kept.told["lacking"]:
        fault = f"the store lacked {len(lacking)} of its documents"
    return {"name": name, "fault": fault, "documents": documents, **found}


def _compared(connection: Connection, kept: KeptTenant) -> dict[str, int]:
    """Hold the restored tenant against its manifest and its trail.

    Raises:
        BackupDamaged: Something does not agree.
    """
    asked = select(Document.sha256).order_by(Document.sha256)
    if list(connection.scalars(asked)) != sorted(kept.listed()):
        raise BackupDamaged("its rows name other documents than the manifest")
    if connection.dialect.name == "sqlite":
        for pragma in ("integrity_check", "foreign_key_check"):
            rows = connection.exec_driver_sql(f"PRAGMA {pragma}").all()
            if rows not in ([], [("ok",)]):
                raise BackupDamaged(f"SQLite's {pragma} finds {rows[0]}")
    ledger = ledger_of(connection)
    # What a bank's own statements do not add up to is no fault of the backup.
    if (kept.told.get("ledger") or ledger) != ledger:
        raise BackupDamaged("its statements or entries are others than they were")
    trail = verify_trail(connection)
    if trail.fault is not None:
        raise BackupDamaged(trail.fault.message)
    return {**ledger, "events": trail.end.length}


@contextmanager
def _scratch(
    settings: Settings, database: Database, kept: KeptTenant
) -> Iterator[Connection]:
    """The restored tenant, which is gone when the block ends."""
    if not database.is_sqlite:
        # Never committed: nobody sees it, and nothing is left of it.
        nobody = f"rehearsal-{secrets.token_hex(4)}"
        with laid_out(database, kept, nobody) as connection:
            yield connection
            connection.rollback()
        return
    place = settings.data_dir.absolute() / _SCRATCH
    shutil.rmtree(place, ignore_errors=True)
    apart = scratch_database(settings, place, kept.backup.key)
    try:
        with laid_out(apart, kept, kept.name) as connection:
            yield connection
    finally:
        asyncio.run(apart.close())
        shutil.rmtree(place, ignore_errors=True)


def _lines(backup: KeptBackup, told: list[dict[str, Any]]) -> Iterator[str]:
    for one in told:
        if one["fault"]:
            yield f"{one['name']}: NOT to be restored as it was. {one['fault']}"
        else:
            yield (
                f"{one['name']}: restored and thrown away; {one['documents']} documents"
                f" open, {one['entries']} entries of {one['statements']} statements and"
                f" {one['events']} events of the audit trail are as they were"
            )
    bad = sum(bool(one["fault"]) for one in told)
    count = len(told)
    yield (
        f"{backup.path}: {bad} of {count} tenants FAILED"
        if bad
        else f"{backup.path}: all {count} tenants can be restored"
    )
