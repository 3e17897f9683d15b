"""The worker processes as one tenant sees them, and taking one out of use.

A process works for every tenant, so that its draining is the operator's: who supports
a tenant drains it only where there is no other tenant.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from anyio import to_thread
from sqlalchemy import func, select

from giroscope.features.audit import Subject, record
from giroscope.features.debug.work import reason_of
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, NotFound
from giroscope.kernel.tables import Job, JobState
from giroscope.kernel.worker_processes import Standing, WorkerProcess, WorkerProcesses

_AT_WORK = [JobState.RUNNING.value, JobState.CANCELLING.value]


class ManyTenants(Conflict):
    """The process works for other realms too; the operator drains it from a shell."""

    code = "debug.many_tenants"


class SeenProcess(NamedTuple):
    """A worker process, with what it does for the tenant."""

    process: WorkerProcess
    standing: Standing
    running: int


class SeenProcesses(NamedTuple):
    """All of them, and whether this tenant may drain one."""

    processes: tuple[SeenProcess, ...]
    has_other_tenants: bool


async def seen(database: Database, realm: str, now: datetime) -> SeenProcesses:
    """The processes that are there, or were lately."""
    found = await to_thread.run_sync(WorkerProcesses(database).all)
    running = await _running(database, realm)
    return SeenProcesses(
        tuple(
            SeenProcess(one, one.standing(now), running.get(one.name, 0))
            for one in found
        ),
        await _has_other_tenants(database),
    )


async def drain(
    database: Database, actor: Actor, name: str, reason: str, now: datetime
) -> None:
    """Let a process end what it has, and begin nothing until `take_back`.

    Raises:
        Conflict: It is gone, or drained already.
        InvalidInput: There is no reason.
        ManyTenants: It works for other tenants as well.
        NotFound: There is no such process.
    """
    actor.ensure("debug.act")
    why = reason_of(reason)
    process = await _named(database, name)
    if process.standing(now) is Standing.GONE:
        raise Conflict("The process is gone")
    if process.drained is not None:
        raise Conflict("The process is drained already")
    async with database.writing(actor.realm) as session:
        values = {"reason": why, "host": process.host, "pid": process.pid}
        subject = Subject("process", name)
        await record(
            session, actor, "debug.process_drained", subject, now=values, at=now
        )
        await _order(database, name, now)


async def take_back(database: Database, actor: Actor, name: str, now: datetime) -> None:
    """Let a drained process begin work again.

    Raises:
        Conflict: It is not drained.
        ManyTenants: It works for other tenants as well.
        NotFound: There is no such process.
    """
    actor.ensure("debug.act")
    process = await _named(database, name)
    if process.drained is None:
        raise Conflict("The process is not drained")
    async with database.writing(actor.realm) as session:
        was = {"since": process.drained.isoformat()}
        subject = Subject("process", name)
        await record(
            session, actor, "debug.process_taken_back", subject, was=was, at=now
        )
        await _order(database, name, None)


async def _named(database: Database, name: str) -> WorkerProcess:
    if await _has_other_tenants(database):
        raise ManyTenants
    for one in await to_thread.run_sync(WorkerProcesses(database).all):
        if one.name == name:
            return one
    raise NotFound("There is no such process")


async def _order(database: Database, name: str, since: datetime | None) -> None:
    processes = WorkerProcesses(database)
    if not await to_thread.run_sync(processes.drain, name, since):
        # It ended in order meanwhile: nothing is written down either.
        raise NotFound("There is no such process")


async def _running(database: Database, realm: str) -> Mapping[str | None, int]:
    async with database.reading(realm) as session:
        rows = await session.execute(
            select(Job.worker, func.count())
            .where(Job.state.in_(_AT_WORK))
            .group_by(Job.worker)
        )
        return {row[0]: row[1] for row in rows}


async def _has_other_tenants(database: Database) -> bool:
    return len(await to_thread.run_sync(database.realms)) > 1
