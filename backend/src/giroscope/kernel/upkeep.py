"""When the operator's nightly work was last done, and how it ended.

One line for each kind of work, for all tenants and machines of an installation.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
)

from giroscope.kernel.columns import UtcDateTime
from giroscope.kernel.database import Database

BACKUP = "backup"
REHEARSAL = "rehearsal"
_METADATA = MetaData()
_DONE = Table(
    "upkeep",
    _METADATA,
    Column("name", String(40), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("is_well", Boolean, nullable=False),
)


class Done(NamedTuple):
    """The last time, whatever came of it."""

    at: datetime
    is_well: bool


def note_done(database: Database, name: str, at: datetime, *, is_well: bool) -> None:
    """Write down that it was done."""
    with _store(database) as connection:
        connection.execute(delete(_DONE).where(_DONE.c.name == name))
        values = {"name": name, "at": at, "is_well": is_well}
        connection.execute(insert(_DONE).values(values))
        connection.commit()


def last_done(database: Database, name: str) -> Done | None:
    """When it was last done; makes nothing."""
    with database.shared_connection() as connection:
        schema = None
        if not database.is_sqlite:
            asked = "SELECT current_schema()"
            schema = connection.exec_driver_sql(asked).scalar_one()
        if not inspect(connection).has_table(_DONE.name, schema):
            return None
        query = select(_DONE.c.at, _DONE.c.is_well).where(_DONE.c.name == name)
        row = connection.execute(query).one_or_none()
    return None if row is None else Done(row.at, row.is_well)


@contextmanager
def _store(database: Database) -> Iterator[Connection]:
    with database.shared_connection() as connection:
        _METADATA.create_all(connection)
        yield connection
