"""Whether this installation is well, as far as one realm depends on it.

Asks what `giroscope doctor` asks and what readiness asks, from inside the running
product, and of this realm alone.
"""

import time
from datetime import datetime, timedelta

from anyio import to_thread
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from giroscope.features.debug.bench import Bench
from giroscope.kernel import set_up
from giroscope.kernel.errors import AppError
from giroscope.kernel.identity import IdentityLocked
from giroscope.kernel.set_up import Finding
from giroscope.kernel.tables import Job, JobState

_LONGEST_WAIT = timedelta(minutes=5)


async def findings(bench: Bench, realm: str) -> list[Finding]:
    """Everything that was looked at, in the order in which it is told."""
    of_set_up = await to_thread.run_sync(_of_set_up, bench)
    return [
        *of_set_up,
        *await _of_database(bench, realm),
        await _sign_in(bench, realm),
    ]


async def database_version(bench: Bench, realm: str) -> str:
    """Kind and version of the database."""
    async with bench.database.reading(realm) as session:
        if bench.database.is_sqlite:
            found = await session.execute(text("SELECT sqlite_version()"))
            return f"SQLite {found.scalar_one()}"
        found = await session.execute(text("SHOW server_version"))
        return f"PostgreSQL {found.scalar_one()}"


def _of_set_up(bench: Bench) -> list[Finding]:
    settings = bench.settings
    return [
        set_up.python(),
        set_up.console(settings),
        set_up.data_directory(settings),
        set_up.disk_space(settings),
        set_up.master_key(settings),
    ]


async def _of_database(bench: Bench, realm: str) -> list[Finding]:
    began = time.perf_counter()
    try:
        async with bench.database.reading(realm) as session:
            await session.execute(text("SELECT 1 FROM alembic_version"))
            took = time.perf_counter() - began
            now = bench.clock()
            queued = Job.state == JobState.QUEUED.value
            rows = await session.execute(
                select(func.count(), func.min(Job.created)).where(queued)
            )
            row = rows.one()
        tables, opens = await to_thread.run_sync(_of_realm, bench, realm)
    except SQLAlchemyError:
        return [Finding("DATABASE", is_well=False, fact="")]
    waiting: int = row[0]
    oldest: datetime | None = row[1]
    is_late = oldest is not None and oldest < now - _LONGEST_WAIT
    return [
        Finding("DATABASE", is_well=True, fact=f"{took * 1000:.0f} ms"),
        tables,
        opens,
        Finding("JOBS", not is_late, str(waiting)),
    ]


def _of_realm(bench: Bench, realm: str) -> tuple[Finding, Finding]:
    return (
        set_up.tables(bench.database, realm),
        set_up.realm_opens(bench.database, realm, bench.settings),
    )


async def _sign_in(bench: Bench, realm: str) -> Finding:
    """Whether the provider answers and lets us manage people."""
    began = time.perf_counter()
    try:
        api = await bench.people.api(realm)
        await api.roles()
    except IdentityLocked:
        return Finding("SIGN_IN_RIGHTS", is_well=False, fact="")
    except AppError:
        return Finding("SIGN_IN", is_well=False, fact="")
    took = time.perf_counter() - began
    return Finding("SIGN_IN", is_well=True, fact=f"{took * 1000:.0f} ms")
