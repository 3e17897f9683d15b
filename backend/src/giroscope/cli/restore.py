"""`giroscope restore`: tenants of a backup put in their place.

All of the backup that is asked for is proven before anything is touched. What is
there is replaced only where that is said, after a backup of it.
"""

import argparse
import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from giroscope.cli import OK
from giroscope.cli.backup import back_up, first_line
from giroscope.cli.backup_check import KeptTenant, newest
from giroscope.cli.backup_folder import BackupFolder
from giroscope.cli.output import print_json, print_lines
from giroscope.cli.tenant_restore import put_back, standing_still
from giroscope.features.documents import open_vault
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, InvalidInput
from giroscope.kernel.secrets import load_master_key
from giroscope.serve.ports import port_is_free
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning, sole_worker

_FAULTS = (OSError, SQLAlchemyError, psycopg.Error, sqlite3.Error)
_PATIENCE_SECONDS = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What from, and whose."""
    parser.add_argument(
        "--from", dest="source", type=Path, required=True, metavar="FOLDER",
        help="the folder of all backups",
    )  # fmt: skip
    parser.add_argument(
        "--backup", metavar="NAME",
        help="the backup in it, such as 20261128T020000Z (the newest)",
    )  # fmt: skip
    parser.add_argument(
        "--realm", action="append", metavar="REALM",
        help="this tenant alone; may be said again (all of the backup)",
    )  # fmt: skip
    parser.add_argument(
        "--replace", action="store_true",
        help="put it in place of a tenant that is there, after a backup of that",
    )  # fmt: skip
    parser.add_argument("--reason", required=True, help="written into the audit trail")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Restore what was asked for."""
    folder = BackupFolder(arguments.source.absolute())
    reason = " ".join(arguments.reason.split())
    if not reason:
        raise InvalidInput("Say why the backup is restored")
    database = Database(settings)
    key = load_master_key(settings)
    only = sorted(set(arguments.realm or ()))
    done: list[dict[str, Any]] = []
    try:
        backup = newest(settings, folder, key, only, arguments.backup)
        tenants = [backup.tenant(name) for name in only or backup.names]
        present = set(database.realms()) & {one.name for one in tenants}
        if present and not arguments.replace:
            raise Conflict(
                f"There already: {', '.join(sorted(present))}. Say --replace to put the"
                " backup in place of what is there, of which a backup is made first"
            )
        for one in tenants:
            one.ensure_documents()
        with folder.alone(), _alone(settings, database, sorted(present)):
            aside = _set_aside(settings, database, folder, sorted(present))
            for one in tenants:
                done.append(_one(settings, database, one, reason))
                if not arguments.json:
                    print_lines(list(_lines(done[-1])))
    except _FAULTS as error:
        raise Conflict(f"Not restored: {first_line(error)}") from error
    finally:
        asyncio.run(database.close())
    if arguments.json:
        print_json({"backup": str(backup.path), "before": aside, "realms": done})
    elif aside:
        print_lines([f"What was there before is in {aside}"])
    return OK


@contextmanager
def _alone(
    settings: Settings, database: Database, present: Sequence[str]
) -> Iterator[None]:
    """Have nobody else work on these tenants."""
    with ExitStack() as stack:
        if database.is_sqlite:
            try:
                stack.enter_context(sole_worker(settings))
            except WorkerRunning as error:
                raise Conflict("Stop Giroscope first: it has files open") from error
            if not port_is_free(settings.host, settings.port):
                raise Conflict(
                    f"Something listens on port {settings.port}: stop Giroscope first,"
                    " which has the tenants' files open"
                )
        for realm in present:
            stack.enter_context(standing_still(database, realm, _PATIENCE_SECONDS))
        yield


def _set_aside(
    settings: Settings, database: Database, folder: BackupFolder, present: list[str]
) -> str | None:
    """Write a backup of what is there; tells where.

    Raises:
        Conflict: It cannot be written whole.
    """
    if not present:
        return None
    told = back_up(settings, database, folder, present)
    for one in told["failed"]:
        raise Conflict(
            f"{one['name']} is there and no backup of it can be made ({one['fault']});"
            " nothing was restored. Delete it, or move it away, to restore all the same"
        )
    return str(told["folder"])


def _one(
    settings: Settings, database: Database, kept: KeptTenant, reason: str
) -> dict[str, Any]:
    vault = open_vault(settings, database)
    doubted = put_back(settings, database, vault, kept, reason)
    return {
        "name": kept.name,
        "backup": kept.backup.name,
        "documents": kept.told["documents"] - len(kept.told["lacking"]),
        "lacking": kept.told["lacking"],
        "unknown": doubted,
    }


def _lines(told: dict[str, Any]) -> Iterator[str]:
    name = told["name"]
    yield f"{name}: restored from {told['backup']}, with {told['documents']} documents"
    if lacking := told["lacking"]:
        yield f"{name}: the backup lacks {len(lacking)} documents its rows name"
    if unknown := told["unknown"]:
        yield (
            f"{name}: {unknown} files were to leave for a bank and may have left since:"
            " ask the bank, and decide on the page of each"
        )
    yield (
        f"{name}: background work is held and all banks are paused until somebody says"
        " otherwise on the screens"
    )
