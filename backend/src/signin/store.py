"""The provider's database: opened, brought up to date, read and written.

A write takes SQLite's write lock when it begins, so that what it has read cannot change
below it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event, insert, inspect, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from signin.settings import Clock, system_clock
from signin.tables import api_clients, metadata, schema_version

Step = Callable[[AsyncConnection], Awaitable[None]]


async def _add_api_clients(db: AsyncConnection) -> None:
    await db.run_sync(api_clients.create)


STEPS: dict[int, Step] = {2: _add_api_clients}
"""What turns version n-1 into n, for n above 1. A fresh database is made whole at once.
"""

CURRENT_VERSION = 1 + len(STEPS)

_READ_ONLY = "signin_read_only"


class DatabaseIsNewer(RuntimeError):
    """The database was written by a later release than this one."""

    def __init__(self, found: int) -> None:
        """Say which version was found and which is known."""
        super().__init__(
            f"sign-in database has version {found}, newer than {CURRENT_VERSION}"
        )


class Store:
    """One open database and the clock that dates its rows."""

    def __init__(self, engine: AsyncEngine, clock: Clock = system_clock) -> None:
        """Use an engine made by `open_store`."""
        self._engine = engine
        self._clock = clock
        self.written = asyncio.Event()

    def now(self) -> int:
        """Whole seconds since 1970."""
        return int(self._clock())

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection that sees one consistent state."""
        async with self._engine.connect() as connection:
            await connection.execution_options(**{_READ_ONLY: True})
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection whose changes are kept unless the block raises."""
        async with self._engine.begin() as connection:
            yield connection
        # Whoever waits for work looks whether there is some.
        self.written.set()


@asynccontextmanager
async def open_store(
    database_url: str, *, clock: Clock = system_clock
) -> AsyncIterator[Store]:
    """Open the database and bring its tables up to date; close it at the end.

    Raises `DatabaseIsNewer` rather than write into tables of a later release.
    """
    # Errors are logged; the values of statements are not for the log.
    engine = create_async_engine(database_url, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    try:
        store = Store(engine, clock)
        async with store.writing() as db:
            await _migrate(db)
        yield store
    finally:
        await engine.dispose()


def _prepare_sqlite(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def configure(dbapi_connection: Any, _record: object) -> None:
        # The driver would begin transactions by itself, and too late.
        dbapi_connection.isolation_level = None
        # SQLite's own knows only a to z, and people are called Åse.
        dbapi_connection.create_function(
            "lower", 1, lambda text: text and text.lower(), deterministic=True
        )
        cursor = dbapi_connection.cursor()
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
            "busy_timeout = 10000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        read_only = connection.get_execution_options().get(_READ_ONLY, False)
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


async def _migrate(db: AsyncConnection) -> None:
    version = await _stored_version(db)
    if version > CURRENT_VERSION:
        raise DatabaseIsNewer(version)
    if version == 0:
        await db.run_sync(metadata.create_all)
        await db.execute(insert(schema_version).values(version=CURRENT_VERSION))
        return
    for step in range(version + 1, CURRENT_VERSION + 1):
        await STEPS[step](db)
    await db.execute(update(schema_version).values(version=CURRENT_VERSION))


async def _stored_version(db: AsyncConnection) -> int:
    has_table = await db.run_sync(
        lambda sync: inspect(sync).has_table(schema_version.name)
    )
    if not has_table:
        return 0
    return await db.scalar(select(schema_version.c.version)) or 0
