"""A tenant of a backup put in its place, at once or not at all.

What a restored tenant did after the backup is not known to it: its background work is
held, its banks are paused, and what was to leave for a bank stands as unknown.
"""

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, func, insert, select, update

from giroscope.cli.backup_check import KeptTenant
from giroscope.cli.restored_rows import laid_out, scratch_database
from giroscope.features.audit.verify import note_restore
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import ONLY_ROW, BankPause
from giroscope.features.debug.work import THE_HOLD
from giroscope.features.documents import Vault
from giroscope.features.journals.dispatch_events import follow
from giroscope.features.payments.sending.restored import doubt_what_waited
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database, gather
from giroscope.kernel.errors import Conflict
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import SecretDamaged
from giroscope.kernel.tables import Job, JobHold, JobState
from giroscope.kernel.worker_processes import Standing, WorkerProcesses
from giroscope.settings import Settings

SCRATCH = "restoring"
_RUNNING = (JobState.RUNNING.value, JobState.CANCELLING.value)
_LOOK_SECONDS = 0.5
_MEANWHILE = "A backup is being restored"

Step = Callable[[str], None]
"""Told the name of each boundary as it is passed; tests die there."""


def put_back(
    settings: Settings,
    database: Database,
    vault: Vault,
    kept: KeptTenant,
    reason: str,
    passing: Step = lambda _: None,
) -> int:
    """Restore a tenant; tells how many files stand as unknown now.

    Until its rows are in place, documents apart, nothing of it is seen.

    Raises:
        BackupDamaged: The rows are not what they are said to be.
        Conflict: What is there would lose documents.
    """
    realm = kept.name
    ensure_no_other_key(database, vault, kept)
    for sha256 in kept.documents():
        vault.keep_sealed(realm, sha256, kept.sealed(sha256))
        passing("document")
    # What the engine did under numbers that are given out again, it would not do.
    jobs.forget_realm(database, realm)
    if database.is_sqlite:
        doubted = _put_file(settings, database, kept, reason, passing)
    else:
        with laid_out(database, kept, realm) as connection:
            passing("filled")
            doubted = settle(connection, kept, reason)
            passing("settled")
            connection.commit()
    passing("in place")
    jobs.forget_realm(database, realm)
    return doubted


def _put_file(
    settings: Settings,
    database: Database,
    kept: KeptTenant,
    reason: str,
    passing: Step,
) -> int:
    scratch = settings.data_dir.absolute() / SCRATCH
    shutil.rmtree(scratch, ignore_errors=True)
    apart = scratch_database(settings, scratch, kept.backup.key)
    try:
        with laid_out(apart, kept, kept.name) as connection:
            passing("filled")
            doubted = settle(connection, kept, reason)
            connection.commit()
        asyncio.run(apart.close())
        file = apart.path_of(kept.name)
        gather(file)
        passing("settled")
        database.put_in_place(kept.name, file)
    finally:
        asyncio.run(apart.close())
        shutil.rmtree(scratch, ignore_errors=True)
    return doubted


def ensure_no_other_key(database: Database, vault: Vault, kept: KeptTenant) -> None:
    """Pass silently, or refuse.

    Raises:
        Conflict: The tenant that is there was made anew, and has a document of the
            backup under another key.
    """
    if kept.name not in database.realms():
        return
    try:
        if realm_key(database, kept.name, kept.backup.key) == kept.key:
            return
    except SecretDamaged:
        pass
    if any(vault.has(kept.name, sha256) for sha256 in kept.documents()):
        raise Conflict(
            f"{kept.name} was deleted and made anew since the backup, and has some of"
            " its documents under another key: delete it first"
        )


def settle(connection: Connection, kept: KeptTenant, reason: str) -> int:
    """Have nothing of it go on by itself, and write down where it is from."""
    now, actor = system_clock(), shell_actor(kept.name)
    backup = kept.backup
    why = f"Restored from the backup {backup.name}: {reason}"[:500]
    doubted = doubt_what_waited(connection, kept.name, follow, now)
    # No worker has it: it begins again, when somebody says so.
    connection.execute(
        update(Job)
        .where(Job.state.in_(_RUNNING))
        .values(state=JobState.QUEUED.value, attempts=Job.attempts + 1)
    )
    hold_work(connection, why)
    if connection.execute(select(BankPause.id)).first() is None:
        values = {"id": ONLY_ROW, "paused": now, "reason": why}
        by = {"paused_by": actor.id, "paused_by_name": actor.name}
        connection.execute(insert(BankPause).values(**values, **by))
    # What a bank gave since then is asked for again.
    connection.execute(update(BankConnection).values(listed_all=None))
    told = {"backup": backup.name, "made": backup.told["created"], "unknown": doubted}
    note_restore(connection, actor, {"reason": reason, **told}, at=now)
    return doubted


def hold_work(connection: Connection, why: str) -> None:
    """Have no background work begin until somebody releases it on the screen."""
    connection.execute(delete(JobHold))
    values = {"id": THE_HOLD, "since": system_clock(), "reason": why}
    name = {"by_name": shell_actor("").name}
    connection.execute(insert(JobHold).values(**values, **name))


@contextmanager
def standing_still(database: Database, realm: str, seconds: float) -> Iterator[None]:
    """Have no worker work on a tenant that is there, and leave it so at the end.

    Raises:
        Conflict: What runs does not end in time. It then goes on as before.
    """
    with database.job_connection(realm) as connection:
        was_held = connection.execute(select(JobHold.id)).first() is not None
        if not was_held:
            hold_work(connection, _MEANWHILE)
        connection.commit()
    try:
        _wait(database, realm, seconds)
        yield
    except BaseException:
        if not was_held:
            with database.job_connection(realm) as connection:
                # What is restored already stays held, for another reason.
                connection.execute(delete(JobHold).where(JobHold.reason == _MEANWHILE))
                connection.commit()
        raise


def _wait(database: Database, realm: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    running = select(func.count()).where(Job.state.in_(_RUNNING))
    while _is_any_worker_there(database):
        with database.snapshot(realm) as connection:
            count = connection.execute(running).scalar_one()
        if not count:
            return
        if time.monotonic() > until:
            raise Conflict(
                f"{count} pieces of background work of {realm} run on: try again when"
                " they have ended, or stop the workers"
            )
        time.sleep(_LOOK_SECONDS)


def _is_any_worker_there(database: Database) -> bool:
    now = system_clock()
    return not database.is_sqlite and any(
        one.standing(now) is not Standing.GONE
        for one in WorkerProcesses(database).all()
    )
