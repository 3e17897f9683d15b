"""Tenant databases: a SQLite file or a PostgreSQL schema for each realm.

A question opens `reading`, a change opens `writing`; both belong to one realm
and close with their block. Web requests use the asynchronous pair, jobs the
blocking pair; both see the same tables. Nothing else opens a connection.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

from giroscope.kernel import units
from giroscope.kernel.outage import Outage
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.tenancy import UnknownRealm, realm_name
from giroscope.settings import Settings

_SCHEMA_PREFIX = "realm_"
SHARED_SCHEMA = "giroscope_shared"
_SHARED_PATIENCE = "SET LOCAL idle_in_transaction_session_timeout TO '10s'"
_SHARED = "."
"""No realm can be called so."""
_BUSY_MILLISECONDS = 30_000
# To compile a query, or to start processes that share it, takes PostgreSQL far longer
# than a page takes to answer.
_QUICK = {"options": "-c jit=off -c max_parallel_workers_per_gather=0"}
# What is said to a server that is gone without a word is not waited for: libpq's own
# patience is two minutes and more. The address may say otherwise.
_PATIENCE = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
# Rows of a large realm lie far apart: reading them from mapped memory spares
# a system call for each.
_MAPPED_BYTES = 8 << 30
_STATEMENTS = 1_000
"""Compiled statements that all SQLite files share, for requests and for jobs."""


class Table(DeclarativeBase):
    """Base of every mapped class. Tables stand in the realm's own schema."""


class ReadSession(AsyncSession):
    """A session that only asks."""


class WriteSession(AsyncSession):
    """A session of one change, committed when its block ends well."""


class Database:
    """All realms of one installation."""

    def __init__(self, settings: Settings, works_as: str | None = None) -> None:
        self._directory = settings.data_dir.absolute() / "realms"
        self._url = _postgres(settings.database_url) if settings.database_url else None
        if self._url is not None and works_as is not None:
            program = {"application_name": program_of(works_as)}
            self._url = self._url.update_query_dict(program)
        self.admit: Callable[[Any], None] | None = None
        """Asked of each new connection to PostgreSQL; refuses by an exception."""
        self._master_key = cache(lambda: load_master_key(settings))
        self._lock = Lock()
        self._engines: dict[str, Engine] = {}
        self._async_engines: dict[str, AsyncEngine] = {}
        self.outage = Outage()
        """Noted by whoever finds it away, ended by whoever finds it back."""

    @property
    def is_sqlite(self) -> bool:
        """Whether realms are SQLite files."""
        return self._url is None

    @property
    def jobs_url(self) -> str:
        """Where the job engine keeps its own tables."""
        if self._url is not None:
            return self._url.render_as_string(hide_password=False)
        self._directory.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{self._directory.parent / 'jobs.sqlite3'}"

    async def answers(self, seconds: float) -> bool:
        """Whether its server takes a connection within so many seconds.

        Files always answer.
        """
        if self._url is None:
            return True
        address = self._url.set(drivername="postgresql")
        try:
            async with asyncio.timeout(seconds):
                connection = await psycopg.AsyncConnection.connect(
                    address.render_as_string(hide_password=False)
                )
        except (psycopg.Error, OSError):
            return False
        await connection.close()
        return True

    def realms(self) -> list[str]:
        """The names of the realms that exist, in order."""
        if self._url is None:
            return sorted(path.stem for path in self._directory.glob("*.sqlite3"))
        with self._engine("").connect() as connection:
            rows = connection.exec_driver_sql(
                "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)",
                (_SCHEMA_PREFIX,),
            )
            return sorted(name.removeprefix(_SCHEMA_PREFIX) for (name,) in rows)

    def create_realm(self, realm: str) -> None:
        """Make the realm's file or schema where it is missing; no tables yet."""
        realm_name(realm)
        if self._url is None:
            self._directory.mkdir(parents=True, exist_ok=True)
            self._path(realm).touch(mode=0o600)
            return
        with self._engine("").begin() as connection:
            connection.exec_driver_sql(
                f'CREATE SCHEMA IF NOT EXISTS "{_SCHEMA_PREFIX}{realm}"'
            )

    def drop_realm(self, realm: str) -> None:
        """Delete the realm's file or schema with everything in it.

        Other processes that have the file open would go on writing into nothing:
        on SQLite, whoever calls makes sure that there is none.
        """
        realm_name(realm)
        if self._url is None:
            engine = self._engines.pop(realm, None)
            if engine is not None:
                engine.dispose()
            path = self._path(realm)
            for tail in ("-wal", "-shm", ""):
                path.with_name(path.name + tail).unlink(missing_ok=True)
            path.with_suffix(".lock").unlink(missing_ok=True)
            return
        with self._engine("").begin() as connection:
            connection.exec_driver_sql(
                f'DROP SCHEMA IF EXISTS "{_SCHEMA_PREFIX}{realm}" CASCADE'
            )

    def empty_schema(self, connection: Connection, realm: str) -> None:
        """Put an empty schema in place of the realm's, in this transaction."""
        name = f'"{_SCHEMA_PREFIX}{realm_name(realm)}"'
        connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {name} CASCADE")
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")

    def path_of(self, realm: str) -> Path:
        """The realm's SQLite file."""
        return self._path(realm)

    def put_in_place(self, realm: str, file: Path) -> None:
        """Have this SQLite file be the realm's, at once or not at all.

        Nobody else may have the realm open.
        """
        engine = self._engines.pop(realm, None)
        if engine is not None:
            engine.dispose()
        path = self._path(realm)
        if path.exists():
            gather(path)
        self._directory.mkdir(parents=True, exist_ok=True)
        for one in (file, self._directory):
            _sync(one)
        file.replace(path)
        _sync(self._directory)

    @contextmanager
    def snapshot(self, realm: str) -> Iterator[Connection]:
        """Read the realm as it is at one moment, without holding up who writes."""
        engine = self._engine(realm).execution_options(
            realm=realm, master_key=self._master_key
        )
        if not self.is_sqlite:
            # Each statement would see a moment of its own.
            engine = engine.execution_options(isolation_level="REPEATABLE READ")
        with engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self, realm: str) -> AsyncIterator[ReadSession]:
        """Ask. Whatever the block changes is thrown away."""
        async with ReadSession(self._async_engine(realm)) as session:
            await session.connection()
            await self._enter_async(session, realm)
            yield session

    @asynccontextmanager
    async def still(self, realm: str) -> AsyncIterator[ReadSession]:
        """Ask several times, and see the realm as it is at one moment."""
        engine = self._async_engine(realm)
        if not self.is_sqlite:
            # Each statement would see a moment of its own.
            engine = engine.execution_options(isolation_level="REPEATABLE READ")
        async with ReadSession(engine) as session:
            await session.connection()
            await self._enter_async(session, realm)
            yield session

    @asynccontextmanager
    async def writing(self, realm: str) -> AsyncIterator[WriteSession]:
        """Change. Committed once, when the block ends without an error."""
        engine = self._async_engine(realm).execution_options(
            writing=True, master_key=self._master_key
        )
        async with (
            WriteSession(engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            await session.connection()
            await self._enter_async(session, realm)
            yield session

    @contextmanager
    def job_session(self, realm: str) -> Iterator[Session]:
        """Change from a job or a command; committed once, at the end."""
        with (
            self.job_connection(realm) as connection,
            Session(connection, expire_on_commit=False) as session,
        ):
            yield session
            session.commit()

    @contextmanager
    def job_connection(self, realm: str) -> Iterator[Connection]:
        """A blocking connection; the block commits as it goes."""
        engine = self._engine(realm).execution_options(
            writing=True, realm=realm, master_key=self._master_key
        )
        with engine.connect() as connection:
            yield connection

    @contextmanager
    def shared_connection(self) -> Iterator[Connection]:
        """A blocking connection to what tenants share; the block commits as it goes.

        Nothing of a tenant's own may stand there. See `kernel.claims`.
        """
        with self._shared_engine().connect() as connection:
            if self._url is not None:
                # A process that is stopped in the middle must not stop all others.
                connection.exec_driver_sql(_SHARED_PATIENCE)
                connection.exec_driver_sql(
                    "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
                    (SHARED_SCHEMA,),
                )
                connection.exec_driver_sql(
                    f'CREATE SCHEMA IF NOT EXISTS "{SHARED_SCHEMA}"'
                )
                connection.exec_driver_sql(
                    f'SET LOCAL search_path TO "{SHARED_SCHEMA}"'
                )
            yield connection

    def _shared_engine(self) -> Engine:
        if self._url is not None:
            return self._engine("")
        with self._lock:
            if _SHARED not in self._engines:
                self._directory.mkdir(parents=True, exist_ok=True)
                path = self._directory.parent / "shared.sqlite3"
                path.touch(mode=0o600)
                engine = create_engine(f"sqlite:///{path}")
                _tune_sqlite(engine)
                self._engines[_SHARED] = engine.execution_options(writing=True)
            return self._engines[_SHARED]

    @contextmanager
    def alone(self, realm: str) -> Iterator[None]:
        """Be the only one, in any process, that brings files in or takes them out.

        What two files say may be about the same rows; reading them may overlap,
        storing them may not. The place is free again when its holder is killed.
        """
        if self._url is None:
            with self._existing(realm).with_suffix(".lock").open("a") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                yield
            return
        place = (f"giroscope {_SCHEMA_PREFIX}{realm_name(realm)}",)
        engine = self._engine(realm).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(
                "SELECT pg_advisory_lock(hashtextextended(%s, 0))", place
            )
            try:
                yield
            finally:
                connection.exec_driver_sql(
                    "SELECT pg_advisory_unlock(hashtextextended(%s, 0))", place
                )

    def rest(self, realm: str) -> None:
        """Close the realm's blocking connections, unless one is in use.

        They open again by themselves. An open one keeps what it read and prepared,
        more than a mebibyte of a small SQLite file: work that comes to every tenant
        in its turn would keep that for each of them.
        """
        engine = self._engines.get(realm)
        if engine is None:
            return
        if isinstance(engine.pool, QueuePool) and not engine.pool.checkedout():
            engine.dispose()

    async def close(self) -> None:
        """Give all connections back."""
        for engine in self._async_engines.values():
            await engine.dispose()
        for blocking in self._engines.values():
            blocking.dispose()

    async def _enter_async(self, session: AsyncSession, realm: str) -> None:
        if self._url is not None:
            connection = await session.connection()
            await connection.exec_driver_sql(_search_path(realm))

    def _path(self, realm: str) -> Path:
        return self._directory / f"{realm_name(realm)}.sqlite3"

    def _existing(self, realm: str) -> Path:
        path = self._path(realm)
        if not path.exists():
            raise UnknownRealm
        return path

    def _engine(self, realm: str) -> Engine:
        key = realm if self._url is None else ""
        with self._lock:
            if key not in self._engines:
                self._engines[key] = self._make_engine(realm)
            return self._engines[key]

    def _make_engine(self, realm: str) -> Engine:
        if self._url is None:
            engine = create_engine(f"sqlite:///{self._existing(realm)}")
            _tune_sqlite(engine)
            return engine
        engine = create_engine(
            self._url,
            pool_size=5,
            max_overflow=10,
            connect_args=_QUICK,
            # A connection that was cut while it rested is no reason to refuse.
            pool_pre_ping=True,
        )
        event.listen(engine, "connect", self._ask_in)

        @event.listens_for(engine, "begin")
        def _enter(connection: Connection) -> None:
            named = connection.get_execution_options().get("realm")
            if named:
                connection.exec_driver_sql(_search_path(str(named)))

        return engine

    def _async_engine(self, realm: str) -> AsyncEngine:
        key = realm if self._url is None else ""
        with self._lock:
            if key not in self._async_engines:
                self._async_engines[key] = self._make_async_engine(realm)
            return self._async_engines[key]

    def _make_async_engine(self, realm: str) -> AsyncEngine:
        if self._url is None:
            url = f"sqlite+aiosqlite:///{self._existing(realm)}"
            engine = create_async_engine(url, pool_size=4, max_overflow=16)
            _tune_sqlite(engine.sync_engine)
            return engine
        engine = create_async_engine(
            self._url,
            pool_size=10,
            max_overflow=20,
            connect_args=_QUICK,
            pool_pre_ping=True,
        )
        event.listen(engine.sync_engine, "connect", self._ask_in)
        return engine

    def _ask_in(self, connection: Any, _record: object) -> None:
        if self.admit is not None:
            self.admit(connection)


def gather(file: Path) -> None:
    """Have a SQLite file hold all that was written to it, with no log beside it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").fetchall()


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def program_of(works_as: str) -> str:
    """What PostgreSQL calls the connections of a worker process."""
    return f"giroscope {works_as}"


def _search_path(realm: str) -> str:
    return f'SET LOCAL search_path TO "{_SCHEMA_PREFIX}{realm_name(realm)}"'


def _postgres(address: str) -> URL:
    url = make_url(address).set(drivername="postgresql+psycopg")
    return url.update_query_dict({**_PATIENCE, **url.query})


class _HintedCompiler(SQLiteCompiler):
    """Says the hints of a select: SQLite obeys them, SQLAlchemy leaves them out."""

    def get_from_hint_text(self, table: Any, text: str | None) -> str | None:
        """The hint as it is: `INDEXED BY …` or `NOT INDEXED`."""
        del table
        return text


class _Shared(NamedTuple):
    """What the engines of all SQLite files have in common.

    Statements are compiled for a dialect. With one of its own, each tenant's file
    would compile and keep all of them again: half of what a small job takes.
    """

    dialect: Dialect
    compiled: LRUCache[Any, Any]


@cache
def _shared(driver: str) -> _Shared:
    """The same for all files that one driver opens in this process."""
    dialect = create_engine(f"{driver}://").dialect
    dialect.statement_compiler = _HintedCompiler
    engine = create_engine("sqlite://")
    # A connection tells a dialect what the database can do.
    with engine.connect() as connection:
        dialect.initialize(connection)
    engine.dispose()
    return _Shared(dialect, LRUCache(_STATEMENTS))


def _tune_sqlite(engine: Engine) -> None:
    """Write-ahead log, patience with other writers, hints, honest transactions."""
    engine.dialect, compiled = _shared(engine.url.drivername)
    engine.update_execution_options(compiled_cache=compiled)

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        # The driver would open transactions late and only for changes.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
        cursor.execute("PRAGMA journal_mode=WAL")
        # What was accepted, or is about to leave for a bank, outlives a power cut.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA cache_size=-65536")
        cursor.execute(f"PRAGMA mmap_size={_MAPPED_BYTES}")
        cursor.close()
        units.teach(connection)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A change takes the write lock at once: taking it later can fail
        # without waiting when another writer came between.
        is_writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
