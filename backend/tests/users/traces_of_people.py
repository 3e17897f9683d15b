"""Rows that name a person in every table that can, and what is left of them."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Date,
    LargeBinary,
    String,
    Text,
    cast,
    false,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.types import TypeDecorator

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.users.tables import Erasure, KnownPerson
from giroscope.kernel.columns import UtcDateTime
from giroscope.kernel.database import Database
from giroscope.kernel.personal_data import Registered, columns_of, register
from tests.users.desk import REALM

_BY_OTHERS = frozenset(
    # The trail is sealed; the others are what the product itself writes of people.
    {AuditEvent.__tablename__, KnownPerson.__tablename__, Erasure.__tablename__}
)
NAMING = tuple(
    table
    for table in register()
    if (table.says.own or table.says.users or table.says.names or table.says.quotes)
    and table.name not in _BY_OTHERS
)
"""Every table in which somebody can be named, but the trail and the copy of people."""
_numbers = count(1_000)


def leave_everywhere(database: Database, person_id: str, name: str) -> None:
    """A row in every table, with every column that names a user naming this one."""
    with careless(database) as connection:
        for table in NAMING:
            connection.execute(
                insert(table.table).values(_row(table, person_id, name))  # type: ignore[arg-type]
            )
        connection.commit()


def rows_with(database: Database, words: Iterable[str]) -> dict[str, int]:
    """How many rows of each table hold one of these words, in whatever column."""
    found = {}
    with database.job_connection(REALM) as connection:
        for table in register():
            columns = [one for one in columns_of(table.table) if _is_text(one)]
            held = or_(
                false(),
                *(
                    func.lower(cast(one, Text)).contains(word.lower(), autoescape=True)
                    for one in columns
                    for word in words
                ),
            )
            query = select(func.count()).select_from(table.table).where(held)
            if columns and (rows := connection.execute(query).scalar_one()):
                found[table.name] = rows
        connection.rollback()
    return found


class careless:  # noqa: N801 - used as a function
    """A connection that asks of no row whether what it refers to is there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._opened = database.job_connection(REALM)

    def __enter__(self) -> Connection:
        connection = self._opened.__enter__()
        if self._database.is_sqlite:
            connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
            connection.rollback()
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql("SET LOCAL session_replication_role TO replica")
        return connection

    def __exit__(self, *ending: object) -> None:
        self._opened.__exit__(*ending)


def _row(table: Registered, person_id: str, name: str) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in columns_of(table.table):
        if not column.nullable:
            row[column.name] = _value(column)
    for user in table.users():
        if user.id is not None:
            row[user.id] = person_id
        if user.name is not None:
            row[user.name] = name
    for quote in table.says.quotes:
        kind = table.table.c[quote].type
        text = f'{{"by":"{name}","id":"{person_id}"}}'
        if table.name == "system_messages":
            # A message tells the name alone, and its words as they are searched.
            text = (
                f" by {name.lower()} now" if quote == "words" else f'{{"by":"{name}"}}'
            )
        row[quote] = {"by": name, "id": person_id} if isinstance(kind, JSON) else text
    return row


def _value(column: "Column[Any]") -> Any:
    """Something that fits; never the same twice where it has to differ."""
    number = next(_numbers)
    kind = column.type
    if isinstance(kind, UtcDateTime):
        return datetime(2026, 3, 2, tzinfo=UTC)
    plain = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    if isinstance(plain, Boolean):
        return False
    if isinstance(plain, Date):
        return date(2026, 3, 2)
    if isinstance(plain, JSON):
        return []
    if isinstance(plain, LargeBinary):
        return f"bytes {number}".encode()
    if isinstance(plain, String):
        return f"x{number}"[: plain.length]
    return number


def _is_text(column: "Column[Any]") -> bool:
    return isinstance(column.type, String | JSON)
