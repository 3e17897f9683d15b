"""Whether this installation is well, as far as one realm depends on it.

Asks what `giroscope doctor` asks and what readiness asks, from inside the running
product, and of this realm alone.
"""

import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from anyio import to_thread
from sqlalchemy import Row, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from giroscope.features.banks.tables import BankConnection, ConnectionState
from giroscope.features.debug.bench import Bench
from giroscope.features.debug.work import FAILED_WITHIN
from giroscope.features.erp.tables import BooksState, ErpConnection
from giroscope.kernel import set_up
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import AppError, Unavailable
from giroscope.kernel.identity import IdentityLocked
from giroscope.kernel.mail import SmtpMailer, mailer_of
from giroscope.kernel.set_up import Finding
from giroscope.kernel.tables import Job, JobHold, JobState, ScheduleTurn
from giroscope.kernel.worker_processes import Standing, WorkerProcesses

_LONGEST_WAIT = timedelta(minutes=5)
_LONGEST_TURN = timedelta(minutes=3)
_IN_USE = [
    one.value
    for one in (
        ConnectionState.ACTIVE,
        ConnectionState.EXPIRING,
        ConnectionState.RENEWING,
        ConnectionState.EXPIRED,
    )
]


async def findings(bench: Bench, realm: str) -> list[Finding]:
    """Everything that was looked at, in the order in which it is told."""
    of_set_up = await to_thread.run_sync(_of_set_up, bench)
    return [
        *of_set_up,
        *await _of_database(bench, realm),
        await _sign_in(bench, realm),
        *await to_thread.run_sync(_mail, bench),
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
            found = [
                *await _of_work(session, now),
                *await _of_others(session),
            ]
        tables, opens = await to_thread.run_sync(_of_realm, bench, realm)
        workers = await to_thread.run_sync(_of_processes, bench)
    except SQLAlchemyError:
        return [Finding("DATABASE", is_well=False, fact="")]
    waiting: int = row[0]
    oldest: datetime | None = row[1]
    is_late = oldest is not None and oldest < now - _LONGEST_WAIT
    return [
        Finding("DATABASE", is_well=True, fact=f"{took * 1000:.0f} ms"),
        tables,
        opens,
        workers,
        Finding("JOBS", not is_late, str(waiting)),
        *found,
    ]


async def _of_work(session: ReadSession, now: datetime) -> list[Finding]:
    """Whether work is held, how much failed, and whether the schedule goes on."""
    held = await session.execute(select(JobHold.reason))
    failed = await session.execute(
        select(func.count()).where(
            Job.state == JobState.FAILED.value, Job.finished > now - FAILED_WITHIN
        )
    )
    last = (await session.execute(select(func.max(ScheduleTurn.taken)))).scalar()
    reason, count = held.scalar(), failed.scalar_one()
    age = None if last is None else now - last
    return [
        Finding("JOBS_HELD", reason is None, reason or ""),
        Finding("JOBS_FAILED", count == 0, str(count)),
        Finding(
            "SCHEDULE",
            age is not None and age < _LONGEST_TURN,
            "" if age is None else f"{age.total_seconds():.0f} s",
        ),
    ]


async def _of_others(session: ReadSession) -> list[Finding]:
    """Whether the banks and the ERP that are in use answer."""
    banks = await session.execute(
        select(BankConnection.name, BankConnection.failing_since)
        .where(BankConnection.state.in_(_IN_USE), BankConnection.paused.is_(None))
        .order_by(BankConnection.sort_name)
    )
    books = await session.execute(
        select(ErpConnection.name, ErpConnection.failing_since).where(
            ErpConnection.state == BooksState.ACTIVE.value
        )
    )
    return [_answering("BANKS", banks.all()), _answering("ERP", books.all())]


def _answering(code: str, found: Sequence[Row[str, datetime | None]]) -> Finding:
    """How many there are, or those that do not answer by name."""
    failing = [name for name, since in found if since is not None]
    return Finding(code, not failing, ", ".join(failing) or str(len(found)))


def _of_processes(bench: Bench) -> Finding:
    """How many processes work, or which are there and do not; the gone leave it."""
    now = bench.clock()
    found = [
        (one.name, one.standing(now)) for one in WorkerProcesses(bench.database).all()
    ]
    working = [name for name, how in found if how is Standing.WORKING]
    idle = [name for name, how in found if how not in (Standing.WORKING, Standing.GONE)]
    is_well = bool(working) and not idle
    return Finding("WORKERS", is_well, ", ".join(idle) or str(len(working)))


def _mail(bench: Bench) -> list[Finding]:
    """Whether the mail server lets us in; nothing where mail goes elsewhere."""
    mailer = mailer_of(bench.settings)
    if not isinstance(mailer, SmtpMailer):
        return []
    host = f"{bench.settings.smtp_host}:{bench.settings.smtp_port}"
    try:
        mailer.greet()
    except Unavailable:
        return [Finding("MAIL_SERVER", is_well=False, fact=host)]
    return [Finding("MAIL_SERVER", is_well=True, fact=host)]


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
