"""The processes that do background work, and those among them that are drained.

They are the installation's, not a tenant's, so what they say of themselves stands in
what tenants share. Each says every few seconds that it is there, and reads whether it
is drained: then it begins nothing more, and what it has runs to its end. A process that
starts again is another one, which nobody has drained.
"""

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

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
    update,
)

from giroscope import __version__
from giroscope.kernel.columns import UtcDateTime
from giroscope.kernel.database import Database

GONE_AFTER = timedelta(seconds=30)
"""Who has said nothing for so long is taken for gone."""
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


class Doing(StrEnum):
    """What a process says of itself."""

    WORKING = "WORKING"
    FINISHING = "FINISHING"
    """It begins nothing more, and ends what it has."""
    ASIDE = "ASIDE"
    """It has ended what it had."""


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
        if now - self.seen > GONE_AFTER:
            return Standing.GONE
        if self.drained is not None:
            is_done = self.doing == Doing.ASIDE
            return Standing.DRAINED if is_done else Standing.FINISHING
        is_working = self.doing == Doing.WORKING
        return Standing.WORKING if is_working else Standing.RETURNING


class WorkerProcesses:
    """The worker processes of one installation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> Sequence[WorkerProcess]:
        """Those that are there, or were lately, by name."""
        with self._store() as connection:
            rows = connection.execute(select(_PROCESSES).order_by(_PROCESSES.c.name))
            return [WorkerProcess(*row) for row in rows]

    def begin(self, name: str, now: datetime) -> None:
        """This process begins to work under that name."""
        with self._store() as connection:
            told = _PROCESSES.c
            old = (told.name == name) | (told.seen < now - _FORGOTTEN_AFTER)
            connection.execute(delete(_PROCESSES).where(old))
            connection.execute(_entry(name, Doing.WORKING, now))
            connection.commit()

    def beat(self, name: str, doing: Doing, now: datetime) -> bool:
        """Say that this process is there; tells whether it is drained.

        Who was forgotten, after a week of silence, is there again.
        """
        with self._database.shared_connection() as connection:
            found = connection.execute(
                update(_PROCESSES)
                .where(_PROCESSES.c.name == name)
                .values(seen=now, doing=doing.value)
                .returning(_PROCESSES.c.drained)
            ).one_or_none()
            if found is None:
                connection.execute(_entry(name, doing, now))
            connection.commit()
        return found is not None and found.drained is not None

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


def _entry(name: str, doing: Doing, now: datetime) -> Insert:
    """What is kept of this process when it is first heard of."""
    return insert(_PROCESSES).values(
        name=name,
        host=socket.gethostname()[:_LONGEST],
        pid=os.getpid(),
        version=__version__,
        started=now,
        seen=now,
        doing=doing.value,
    )
