"""The rows of a backup, laid out in a database where nobody sees them yet.

On PostgreSQL in a transaction that is not over, on SQLite in a file of its own. Both
are at the present version then.
"""

import asyncio
import base64
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import psycopg
from psycopg import sql
from pydantic import SecretStr
from sqlalchemy import Connection, select

from giroscope.cli.backup_check import KeptTenant
from giroscope.cli.backup_folder import BackupDamaged, private
from giroscope.cli.backup_rows import END, PostgresTable, driver_of, tables_in_order
from giroscope.cli.translated_rows import COPY, SETVAL, into_postgres, into_sqlite
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.key_rotation import rewrap_keys
from giroscope.kernel.migrate import is_newest, upgrade
from giroscope.kernel.secrets import MasterKey
from giroscope.kernel.tables import RealmKey
from giroscope.settings import Settings

_AT_ONCE = 1 << 20


def scratch_database(settings: Settings, scratch: Path, key: MasterKey) -> Database:
    """A database of files in a folder of its own, under the same master key."""
    own = {
        "data_dir": scratch, "database_url": None, "master_key_file": None,
        "master_key": SecretStr(base64.b64encode(key).decode()),
    }  # fmt: skip
    return Database(settings.model_copy(update=own))


@contextmanager
def laid_out(database: Database, kept: KeptTenant, realm: str) -> Iterator[Connection]:
    """The tenant's rows under this name, in place of what was there; not committed.

    Raises:
        BackupDamaged: They are not what the tables of that version hold.
    """
    is_other = (kept.store == "sqlite") is not database.is_sqlite
    if database.is_sqlite:
        database.create_realm(realm)
        with private(database.path_of(realm)) as file, kept.rows.open("rb") as source:
            if not is_other:
                shutil.copyfileobj(source, file)
    with database.job_connection(realm) as connection:
        if not database.is_sqlite:
            database.empty_schema(connection, realm)
        if is_other:
            upgrade(connection)
            _translate(connection, kept)
        elif not database.is_sqlite:
            upgrade(connection, kept.told["revision"])
            with kept.rows.open("rb") as source:
                _fill(connection, source, kept)
        upgrade(connection)
        rewrap_keys(connection, kept.backup.key)
        _ensure_own_key(connection, kept)
        yield connection


def _translate(connection: Connection, kept: KeptTenant) -> None:
    """Put the rows of one store into the present tables of the other."""
    if kept.store == "sqlite":
        with TemporaryDirectory(prefix="giroscope-") as folder:
            backup = kept.backup
            apart = scratch_database(backup.settings, Path(folder), backup.key)
            try:
                with laid_out(apart, kept, kept.name) as source:
                    into_postgres(source, connection)
            finally:
                asyncio.run(apart.close())
        return
    if not is_newest(kept.told["revision"]):
        raise InvalidInput(
            f"{kept.rows} is PostgreSQL's, of an earlier version of the product:"
            " restore it on PostgreSQL, or make another backup with this version"
        )
    with kept.rows.open("rb") as source_file:
        into_sqlite(source_file, kept.told["rows"], connection)


def _ensure_own_key(connection: Connection, kept: KeptTenant) -> None:
    found = select(RealmKey.wrapped).order_by(RealmKey.id.desc()).limit(1)
    if kept.open_key(connection.execute(found).scalar_one()) != kept.key:
        raise BackupDamaged(f"The rows of {kept.name} hold another key than they did")


def _fill(connection: Connection, source: BinaryIO, kept: KeptTenant) -> None:
    """Put rows into tables that stand as they did, as an account may that owns them."""
    expected: dict[str, int] = kept.told["rows"]
    with driver_of(connection).cursor() as cursor:
        tables = {table.name: table for table in tables_in_order(cursor)}
        if tables.keys() != expected.keys():
            raise BackupDamaged(f"{kept.rows} holds other tables than its version has")
        _say(cursor, "ALTER TABLE {} DISABLE TRIGGER USER", tables)
        names = sql.SQL(", ").join(map(sql.Identifier, tables))
        cursor.execute(sql.SQL("TRUNCATE {}").format(names))
        rows: dict[str, int] = {}
        for line in source:
            if found := COPY.fullmatch(line):
                table = _named(found, tables, kept)
                count = _copy(cursor, table, source)
                rows[table.name] = rows.get(table.name, 0) + count
            elif found := SETVAL.fullmatch(line):
                name, value = f'"{found[1].decode()}"', int(found[2])
                cursor.execute(
                    "SELECT setval(%s::regclass, %s, %s)",
                    (name, value, found[3] == b"true"),
                )
            else:
                raise BackupDamaged(f"{kept.rows} holds what no backup writes")
        if rows != expected:
            raise BackupDamaged(f"{kept.rows} holds other rows than its manifest says")
        _say(cursor, "ALTER TABLE {} ENABLE TRIGGER USER", tables)


def _say(
    cursor: "psycopg.Cursor[tuple[object, ...]]",
    what: str,
    tables: dict[str, PostgresTable],
) -> None:
    for name in tables:
        cursor.execute(sql.SQL(what).format(sql.Identifier(name)))


def _named(
    found: "re.Match[bytes]", tables: dict[str, PostgresTable], kept: KeptTenant
) -> PostgresTable:
    table = tables.get(found[1].decode())
    columns = tuple(found[2].decode().strip('"').split('", "'))
    if table is None or sorted(columns) != sorted(table.columns):
        raise BackupDamaged(f"{kept.rows} holds other tables than its version has")
    return PostgresTable(table.name, columns)


def _copy(
    cursor: "psycopg.Cursor[tuple[object, ...]]", table: PostgresTable, source: BinaryIO
) -> int:
    asked = sql.SQL("COPY {} FROM STDIN").format(table.copied)
    with cursor.copy(asked) as copy:
        buffer = bytearray()
        for row in iter(source.readline, END):
            if not row:
                raise BackupDamaged("The rows end in the middle of a table")
            buffer += row
            if len(buffer) >= _AT_ONCE:
                copy.write(buffer)
                buffer = bytearray()
        copy.write(buffer)
    return cursor.rowcount
