"""The processes that do background work, and those among them that are drained.

They are the installation's, not a tenant's, so what they say of themselves stands in
what tenants share. Each says every few seconds that it is there, and reads whether it
is drained: then it begins nothing more, and what it has runs to its end. A process that
starts again is another one, which nobody has drained.

What it says is its lease as well. On PostgreSQL one that is silent for long loses it to
another (`kernel.leases`) and is let into the database no more: it may only have
been stopped, and come back in the middle of what somebody else does by now.
"""

import os
import socket
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Insert,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    insert,
    select,
    text,
    update,
)

from giroscope import __version__
from giroscope.kernel.columns import UtcDateTime
from giroscope.kernel.database import SHARED_SCHEMA, Database, program_of

GONE_AFTER = timedelta(seconds=30)
"""Who has said nothing for so long is taken for gone."""
_LONGEST_END_MILLISECONDS = 2_000
_FORGOTTEN_AFTER = timedelta(days=7)
_LONGEST = 255
_METADATA = MetaData()
_PROCESSES = Table(
    "worker_processes",
    _METADATA,
    Column("name", String(64), primary_key=True),
    Column("host", String(_LONGEST), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("started", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    Column("doing", String(10), nullable=False),
    Column("drained", UtcDateTime),
)
_CUT_OFF = text(
    "SELECT pg_terminate_backend(pid, :patience) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = ANY(:programs)"
)
_LEASED = (
    f"SELECT 1 FROM {SHARED_SCHEMA}.{_PROCESSES.name}"  # noqa: S608 - names of ours
    " WHERE name = %s AND doing <> 'LOST'"
)


class Doing(StrEnum):
    """What a process says of itself."""

    WORKING = "WORKING"
    FINISHING = "FINISHING"
    """It begins nothing more, and ends what it has."""
    ASIDE = "ASIDE"
    """It has ended what it had."""
    LOST = "LOST"
    """Another says so: it was silent for too long, and may work no more."""


_IS_LEASED = _PROCESSES.c.doing != Doing.LOST.value


class Standing(StrEnum):
    """How a process stands, seen from outside."""

    WORKING = "WORKING"
    FINISHING = "FINISHING"
    DRAINED = "DRAINED"
    RETURNING = "RETURNING"
    """It is drained no longer, and works again when what it had is done."""
    GONE = "GONE"


class WorkerProcess(NamedTuple):
    """A process that does background work."""

    name: str
    host: str
    pid: int
    version: str
    started: datetime
    seen: datetime
    doing: str
    drained: datetime | None

    def standing(self, now: datetime) -> Standing:
        """How it stands now."""
        if self.doing == Doing.LOST or now - self.seen > GONE_AFTER:
            return Standing.GONE
        if self.drained is not None:
            is_done = self.doing == Doing.ASIDE
            return Standing.DRAINED if is_done else Standing.FINISHING
        is_working = self.doing == Doing.WORKING
        return Standing.WORKING if is_working else Standing.RETURNING


class LeaseLost(Exception):
    """This process was silent for too long; others do its work."""

    def __init__(self) -> None:
        super().__init__(
            "This worker was silent for too long and others do its work; it ends, and"
            " can be started again"
        )


class WorkerProcesses:
    """The worker processes of one installation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> Sequence[WorkerProcess]:
        """Those that are there, or were lately, by name."""
        with self._store() as connection:
            rows = connection.execute(select(_PROCESSES).order_by(_PROCESSES.c.name))
            return [WorkerProcess(*row) for row in rows]

    def begin(self, name: str, now: datetime, before: str | None = None) -> None:
        """This process begins to work under that name; the one before it is dead.

        From now on the database lets it in for as long as it has its lease.
        """
        with self._store() as connection:
            told = _PROCESSES.c
            old = told.name.in_({name, before}) | (told.seen < now - _FORGOTTEN_AFTER)
            connection.execute(delete(_PROCESSES).where(old))
            connection.execute(_entry(name, now))
            connection.commit()
        self._database.admit = partial(_admit, name)

    def beat(self, name: str, doing: Doing, now: datetime) -> bool:
        """Say that this process is there; tells whether it is drained.

        Raises:
            LeaseLost: It was silent for too long.
        """
        with self._database.shared_connection() as connection:
            found = connection.execute(
                update(_PROCESSES)
                .where(_PROCESSES.c.name == name, _IS_LEASED)
                .values(seen=now, doing=doing.value)
                .returning(_PROCESSES.c.drained)
            ).one_or_none()
            connection.commit()
        if found is None:
            raise LeaseLost
        return found.drained is not None

    def lose(self, name: str, seen: datetime) -> bool:
        """Take the lease of one that was not seen since; whether it was this call.

        Its connections end, so that what it holds open holds nobody up.
        """
        with self._database.shared_connection() as connection:
            lost = connection.execute(
                update(_PROCESSES)
                .where(_PROCESSES.c.name == name, _PROCESSES.c.seen == seen, _IS_LEASED)
                .values(doing=Doing.LOST.value)
            )
            connection.commit()
            if lost.rowcount:
                _cut_off(connection, [name])
        return lost.rowcount == 1

    @contextmanager
    def without_lease(
        self, named: Callable[[], Collection[str]]
    ) -> Iterator[Collection[str]]:
        """Those named that have no lease, and now no connection either.

        Nobody begins while the block runs. Where one still has a connection, there is
        nobody to be had yet.
        """
        with self._database.shared_connection() as connection:
            leased = select(_PROCESSES.c.name).where(_IS_LEASED)
            rest = set(named()).difference(connection.execute(leased).scalars())
            yield rest if _cut_off(connection, rest) else ()

    def end(self, name: str) -> None:
        """This process ended in order."""
        with self._database.shared_connection() as connection:
            connection.execute(delete(_PROCESSES).where(_PROCESSES.c.name == name))
            connection.commit()

    def drain(self, name: str, since: datetime | None) -> bool:
        """Let it begin nothing more, or with None work again; whether it is there."""
        with self._store() as connection:
            changed = connection.execute(
                update(_PROCESSES)
                .where(_PROCESSES.c.name == name)
                .values(drained=since)
            )
            connection.commit()
        return changed.rowcount == 1

    @contextmanager
    def _store(self) -> Iterator[Connection]:
        with self._database.shared_connection() as connection:
            _METADATA.create_all(connection)
            yield connection


def _cut_off(connection: Connection, names: Collection[str]) -> bool:
    """End their connections to PostgreSQL; whether all have ended.

    What they have not committed never was.
    """
    values = {
        "programs": [program_of(name) for name in names],
        "patience": _LONGEST_END_MILLISECONDS,
    }
    return all(connection.execute(_CUT_OFF, values).scalars())


def _admit(name: str, connection: Any) -> None:
    """Let a new connection be used by the process of that name, or refuse it.

    Raises:
        LeaseLost: It was silent for too long.
    """
    with closing(connection.cursor()) as cursor:
        cursor.execute(_LEASED, (name,))
        found = cursor.fetchone()
    connection.rollback()
    if found is None:
        connection.close()
        raise LeaseLost


def _entry(name: str, now: datetime) -> Insert:
    """What is kept of this process when it is first heard of."""
    return insert(_PROCESSES).values(
        name=name,
        host=socket.gethostname()[:_LONGEST],
        pid=os.getpid(),
        version=__version__,
        started=now,
        seen=now,
        doing=Doing.WORKING.value,
    )
