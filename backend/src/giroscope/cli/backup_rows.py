"""The rows of a tenant at one moment, as a file.

Of SQLite it is a copy of its file. Of PostgreSQL it is every table as COPY writes it,
in an order in which `psql` could read it as well.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import psycopg
from psycopg import sql
from sqlalchemy import Connection

from giroscope.cli.backup_folder import private

END = b"\\.\n"
"""No row is written so."""
_TABLES = """
SELECT c.relname::text, array_agg(a.attname::text ORDER BY a.attnum)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
  AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
GROUP BY c.relname ORDER BY c.relname
"""
_FOLLOWS = """
SELECT child.relname::text, parent.relname::text
FROM pg_constraint k
JOIN pg_class child ON child.oid = k.conrelid
JOIN pg_class parent ON parent.oid = k.confrelid
WHERE k.contype = 'f' AND child.relnamespace = current_schema()::regnamespace
  AND child.oid <> parent.oid
"""
_NUMBERINGS = """
SELECT relname::text FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname
"""


class PostgresTable(NamedTuple):
    """A table as the schema has it."""

    name: str
    columns: tuple[str, ...]

    @property
    def copied(self) -> sql.Composed:
        """What stands in COPY between its name and its direction."""
        names = sql.SQL(", ").join(map(sql.Identifier, self.columns))
        return sql.SQL("{} ({})").format(sql.Identifier(self.name), names)


def write_sqlite(source: sqlite3.Connection, target: Path) -> None:
    """Copy a file while others write it, as it is at one moment."""
    with private(target):
        pass
    with closing(sqlite3.connect(target)) as copy:
        # In one go: in several, each change of another would begin it anew.
        source.backup(copy, pages=-1)


def write_file(source: Path, target: Path) -> None:
    """The same of a file that nobody here has open."""
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as opened:
        write_sqlite(opened, target)


def write_postgres(connection: Connection, target: Path) -> dict[str, int]:
    """Write the schema that the connection is in; tells the rows of each table."""
    driver = driver_of(connection)
    with private(target) as file, driver.cursor() as cursor:
        tables = tables_in_order(cursor)
        rows = {table.name: _write_table(cursor, table, file) for table in tables}
        # Numbers are given out beside all transactions: told last, none is too low.
        for name in _names(cursor, _NUMBERINGS):
            asked = sql.SQL("SELECT last_value, is_called FROM {}")
            cursor.execute(asked.format(sql.Identifier(name)))
            value, is_called = cursor.fetchall()[0]
            line = f"SELECT setval('\"{name}\"', {value}, {str(is_called).lower()});\n"
            file.write(line.encode())
    return rows


def driver_of(connection: Connection) -> "psycopg.Connection[Any]":
    """The driver's own connection."""
    driver = connection.connection.driver_connection
    return cast("psycopg.Connection[Any]", driver)


def tables_in_order(cursor: "psycopg.Cursor[Any]") -> list[PostgresTable]:
    """Each table after those that its rows refer to."""
    cursor.execute(_TABLES)
    tables = {name: PostgresTable(name, tuple(found)) for name, found in cursor}
    cursor.execute(_FOLLOWS)
    waits: dict[str, set[str]] = {name: set() for name in tables}
    for child, parent in cursor:
        waits[child].add(parent)
    ordered: list[PostgresTable] = []
    while waits:
        free = [name for name, parents in waits.items() if not parents & waits.keys()]
        if not free:
            raise ValueError(f"Tables refer to each other: {', '.join(sorted(waits))}")
        for name in free:
            del waits[name]
            ordered.append(tables[name])
    return ordered


def _write_table(
    cursor: "psycopg.Cursor[Any]", table: PostgresTable, file: BinaryIO
) -> int:
    file.write(f"COPY {table.copied.as_string(cursor)} FROM stdin;\n".encode())
    asked = sql.SQL("COPY {} TO STDOUT").format(table.copied)
    with cursor.copy(asked) as copy:
        file.writelines(copy)
    file.write(END)
    return cursor.rowcount


def _names(cursor: "psycopg.Cursor[Any]", asked: str) -> Iterator[str]:
    cursor.execute(asked.encode())
    return (name for (name,) in cursor.fetchall())
