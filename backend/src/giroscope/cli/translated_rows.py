"""Rows of one store put into the tables of the other, value by value.

Both have the same tables at the same version; how a value lies in them differs.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import Any, BinaryIO, cast

from psycopg import sql
from sqlalchemy import JSON, Column, Connection, Dialect, Table, select

import giroscope.app  # noqa: F401 - with its rooms every table is known
from giroscope.cli.backup_folder import BackupDamaged
from giroscope.cli.backup_rows import END, PostgresTable, driver_of, tables_in_order
from giroscope.kernel import columns, database
from giroscope.kernel.text import MessageColumn
from localization import Message

COPY = re.compile(rb'COPY "(\w+)" \(("\w+"(?:, "\w+")*)\) FROM stdin;\n')
SETVAL = re.compile(rb"SELECT setval\('\"(\w+)\"', (\d+), (true|false)\);\n")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_AT_ONCE = 1_000
_VERSION = "alembic_version"
_NUMBERINGS = """
SELECT s.relname::text, t.relname::text, a.attname::text
FROM pg_depend d
JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
JOIN pg_class t ON t.oid = d.refobjid
JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
WHERE d.deptype IN ('a', 'i') AND t.relnamespace = current_schema()::regnamespace
"""


def _tables() -> list[Table]:
    """Every table, after those it refers to."""
    return database.Table.metadata.sorted_tables


def _ensure_all(names: set[str]) -> None:
    if {table.name for table in _tables()} | {_VERSION} != names:
        raise BackupDamaged("The backup holds other tables than its version has")


def into_postgres(source: Connection, target: Connection) -> None:
    """Copy all rows of a SQLite file into tables of the same version.

    Raises:
        BackupDamaged: There are tables that nothing here knows.
    """
    given = dict(
        cast(
            "list[tuple[str, int]]",
            source.exec_driver_sql("SELECT name, seq FROM sqlite_sequence").all(),
        )
    )
    names = sql.SQL(", ").join(sql.Identifier(table.name) for table in _tables())
    with driver_of(target).cursor() as cursor:
        _ensure_all({table.name for table in tables_in_order(cursor)})
        for switch in ("DISABLE", "ENABLE"):
            for table in _tables():
                what = sql.SQL("ALTER TABLE {} {} TRIGGER USER")
                name = sql.Identifier(table.name)
                cursor.execute(what.format(name, sql.SQL(switch)))
            if switch == "ENABLE":
                break
            cursor.execute(sql.SQL("TRUNCATE {}").format(names))
            for table in _tables():
                there = PostgresTable(table.name, tuple(table.columns.keys()))
                binds = [_bind(one, target.dialect) for one in table.columns]
                asked = sql.SQL("COPY {} FROM STDIN").format(there.copied)
                found = source.execution_options(yield_per=_AT_ONCE)
                with cursor.copy(asked) as copy:
                    for row in found.execute(select(*table.columns)):
                        copy.write_row(
                            [bind(one) for bind, one in zip(binds, row, strict=True)]
                        )
        cursor.execute(_NUMBERINGS.encode())
        for name, of_table, column in cursor.fetchall():
            newest = sql.SQL("SELECT coalesce(max({}), 0) FROM {}")
            cursor.execute(
                newest.format(sql.Identifier(column), sql.Identifier(of_table))
            )
            last = max(cursor.fetchall()[0][0], given.get(of_table, 0))
            cursor.execute(
                "SELECT setval(%s::regclass, %s, %s)",
                (f'"{name}"', max(last, 1), last > 0),
            )


def into_sqlite(
    source: BinaryIO, expected: Mapping[str, int], target: Connection
) -> None:
    """Put rows as COPY wrote them into a file of the same version.

    Raises:
        BackupDamaged: They are of other tables.
    """
    _ensure_all(set(expected))
    driver = cast("sqlite3.Connection", target.connection.driver_connection)
    rows: dict[str, int] = {}
    with _emptied(driver):
        for line in source:
            if found := COPY.fullmatch(line):
                name = found[1].decode()
                told = iter(source.readline, END)
                count = _insert(driver, name, found[2], told, target.dialect)
                rows[name] = rows.get(name, 0) + count
            elif found := SETVAL.fullmatch(line):
                if found[3] == b"true":
                    _count_on(driver, found[1].decode(), int(found[2]))
            else:
                raise BackupDamaged("The rows hold what no backup writes")
    if rows != expected:
        raise BackupDamaged("The backup holds other rows than its manifest says")


@contextmanager
def _emptied(driver: sqlite3.Connection) -> Iterator[None]:
    """Have tables without rows and triggers in the block, and both at its end."""
    driver.execute("PRAGMA defer_foreign_keys=ON")
    asked = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    triggers = driver.execute(asked).fetchall()
    for name, _ in triggers:
        driver.execute(f'DROP TRIGGER "{name}"')
    for table in _tables():
        driver.execute(f'DELETE FROM "{table.name}"')
    yield
    words = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
    for (name,) in driver.execute(words).fetchall():
        driver.execute(f"INSERT INTO {name} ({name}) VALUES ('rebuild')")
    for _, text in triggers:
        driver.execute(text)


def _count_on(driver: sqlite3.Connection, numbering: str, last: int) -> None:
    """Give out no number again, where SQLite promises that."""
    name = numbering.removesuffix("_id_seq")
    asked = "SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'"
    if driver.execute(asked, (name,)).fetchone() is not None:
        driver.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        driver.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, last))


def _insert(
    driver: sqlite3.Connection,
    name: str,
    said: bytes,
    told: Iterator[bytes],
    dialect: Dialect,
) -> int:
    if name == _VERSION:
        # The file has its own.
        return sum(1 for _ in told)
    table = database.Table.metadata.tables.get(name)
    names = said.decode().strip('"').split('", "')
    if table is None or sorted(names) != sorted(table.columns.keys()):
        raise BackupDamaged("The backup holds other tables than its version has")
    own = [table.columns[name] for name in names]
    ways = [(_read(one), _bind(one, dialect)) for one in own]
    listed = ", ".join(f'"{name}"' for name in names)
    places = ", ".join("?" for _ in names)
    change = f'INSERT INTO "{table.name}" ({listed}) VALUES ({places})'
    count = 0
    rows = (_row(line, ways) for line in told)
    while batch := list(islice(rows, _AT_ONCE)):
        driver.executemany(change, batch)
        count += len(batch)
    return count


def _row(
    line: bytes, ways: Iterable[tuple[Callable[[str], Any], Callable[[Any], Any]]]
) -> list[Any]:
    if not line:
        raise BackupDamaged("The rows end in the middle of a table")
    fields = line.decode().removesuffix("\n").split("\t")
    return [
        bind(None if text == "\\N" else read(_ESCAPED.sub(_escaped, text)))
        for text, (read, bind) in zip(fields, ways, strict=True)
    ]


def _escaped(found: "re.Match[str]") -> str:
    return _ESCAPES.get(found[1], found[1])


def _bind(column: "Column[Any]", dialect: Dialect) -> Callable[[Any], Any]:
    """How a value lies in this database."""
    process = column.type.dialect_impl(dialect).bind_processor(dialect)

    def bind(value: Any) -> Any:
        if process is None or (value is None and column.nullable):
            return value
        return process(value)

    return bind


def _read(column: "Column[Any]") -> Callable[[str], Any]:
    """What PostgreSQL's text of a value means."""
    kind = column.type
    if isinstance(kind, columns.Amount | columns.SignedAmount | columns.SortedAmount):
        return lambda text: columns.from_units(int(text))
    if isinstance(kind, MessageColumn):
        return lambda text: Message.from_json(json.loads(text))
    if isinstance(kind, JSON):
        return json.loads
    ways: dict[type, Callable[[str], Any]] = {
        bool: lambda text: text == "t",
        bytes: lambda text: bytes.fromhex(text.removeprefix("\\x")),
        date: date.fromisoformat,
        datetime: datetime.fromisoformat,
        float: float,
        int: int,
        str: str,
    }
    return ways[kind.python_type]
