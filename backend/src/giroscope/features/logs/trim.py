"""Deletes what is older than a realm keeps, and the oldest where its log is too large.

A scheduled turn asks whether there is anything to do; the job deletes a bounded number
of rows at a time, each in a transaction of its own, so that nobody waits for it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select

from giroscope.features.logs import retention
from giroscope.features.logs.retention import Keeping, keeping_now
from giroscope.features.logs.tables import LogEntry
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job

VERB = "trim-logs"
_AT_ONCE = 1_000
_MEGABYTE = 1 << 20
_SUBJECT = 0


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Ask for the job where something is too old or too much."""
    del realm
    if _surplus(connection, keeping_now(connection), now) is not None:
        add_job(connection, VERB, _SUBJECT, now)


def trimmer(clock: Clock = system_clock) -> Callable[[JobRun], None]:
    """The `trim-logs` job."""

    def run_trim(run: JobRun) -> None:
        count = 0
        while deleted := _trim_once(run, clock()):
            count += deleted
            run.report("trim", count)

    return run_trim


def _trim_once(run: JobRun, now: datetime) -> int:
    with run.database.job_connection(run.realm) as connection:
        some = _surplus(connection, keeping_now(connection), now)
        if some is None:
            return 0
        ids = list(connection.execute(some).scalars())
        stored = connection.execute(
            select(func.coalesce(func.sum(LogEntry.stored), 0)).where(
                LogEntry.id.in_(ids)
            )
        ).scalar_one()
        connection.execute(delete(LogEntry).where(LogEntry.id.in_(ids)))
        retention.count(connection, -int(stored))
        connection.commit()
        return len(ids)


def _surplus(
    connection: Connection, kept: Keeping, now: datetime
) -> Select[Any] | None:
    """The ids of some that must go, oldest first; None where none must."""
    oldest = select(LogEntry.id).order_by(LogEntry.created, LogEntry.id)
    old = oldest.where(LogEntry.created < now - timedelta(days=kept.keep_days))
    if connection.execute(old.limit(1)).first() is not None:
        return old.limit(_AT_ONCE)
    if kept.stored > kept.most_megabytes * _MEGABYTE:
        return oldest.limit(_AT_ONCE)
    return None
