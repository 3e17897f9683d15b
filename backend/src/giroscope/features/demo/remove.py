"""The job that takes a set away again: its files, the latest first, and what is theirs.

What went to the simulated bank and came back goes before them, so that nothing stands
in their way. It goes on after a kill.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import Account
from giroscope.features.demo.actions import wished
from giroscope.features.demo.company import accounts
from giroscope.features.demo.documents import forget_document
from giroscope.features.demo.tables import DemoFile, DemoSet, DemoState
from giroscope.features.demo.undo_sending import ON_ITS_WAY, stand_still, unsend
from giroscope.features.demo.wishes import Wish
from giroscope.features.documents import Vault
from giroscope.features.erp.erase import Spell, forget_said, spell
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.undo import take_back, undo_blocked_by
from giroscope.features.logs.erase import forget_exchanges
from giroscope.features.messages import tell
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.payees.keep import keep_payees
from giroscope.features.statements.tables import Statement
from giroscope.features.uploads import Upload, UploadState
from giroscope.features.uploads.batches import forget_empty_batch
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings
from localization import Message

_MOST_KEPT = 20
_PATIENCE_SECONDS = 60.0
_LOOK_SECONDS = 0.3
_WORK = ("import", "undo")


def remover(settings: Settings, vault: Vault) -> Callable[[JobRun], None]:
    """The job that takes back every file of a set, the latest first."""

    def run(job: JobRun) -> None:
        if _row(job).state != DemoState.REMOVING:
            return
        kept = [] if stand_still(job) else [ON_ITS_WAY]
        row = _row(job)
        during = _during(job, row)
        kept = kept or unsend(job, row, settings, vault)
        has_left = not kept
        uploads = _uploads(job) if has_left else []
        ends = time.monotonic() + _PATIENCE_SECONDS
        for done, upload_id in enumerate(uploads):
            job.report("removing", done, len(uploads))
            kept += _remove_one(job, vault, upload_id, ends)
        with job.database.alone(job.realm), _connection(job) as connection:
            _remove_accounts(connection, wished(row.wish))
            # The log is written a moment after what it tells of.
            forget_exchanges(connection, f"bank:{row.connection_id}")
            if during is not None and has_left:
                forget_said(connection, during)
            _end(connection, job.realm, row, kept, system_clock())
            connection.commit()
        keep_payees(job.database, job.realm)

    return run


def _row(job: JobRun) -> Row[Any]:
    with _connection(job) as connection:
        return connection.execute(
            select(DemoSet).where(DemoSet.id == job.subject)
        ).one()


def _during(job: JobRun, row: Row[Any]) -> Spell | None:
    """When the set had the tenant's ERP."""
    if row.erp_version_id is None:
        return None
    with _connection(job) as connection:
        return spell(connection, row.erp_version_id, system_clock())


def _uploads(job: JobRun) -> list[int]:
    """Of all files of the set, the latest first."""
    query = select(DemoFile.upload_id).where(DemoFile.set_id == job.subject)
    with _connection(job) as connection:
        rows = connection.execute(query.order_by(DemoFile.position.desc()))
        return list(rows.scalars())


def _remove_one(job: JobRun, vault: Vault, upload_id: int, ends: float) -> list[str]:
    """Remove one file; one that came a moment ago once its import has ended."""
    while True:
        with job.database.alone(job.realm), _connection(job) as connection:
            gone = _remove(connection, upload_id)
            connection.commit()
        if not gone.is_importing or time.monotonic() > ends:
            break
        time.sleep(_LOOK_SECONDS)
    if gone.sha256:
        # Only now is it sure that nothing tells of these bytes.
        vault.discard(job.realm, gone.sha256)
    return [gone.kept] if gone.kept else []


def _connection(job: JobRun) -> AbstractContextManager[Connection]:
    return job.database.job_connection(job.realm)


class _Gone(NamedTuple):
    """What became of one file: why it is kept, or whose bytes nobody needs."""

    kept: str = ""
    sha256: str = ""
    is_importing: bool = False


def _remove(connection: Connection, upload_id: int) -> _Gone:
    """Remove one file and all it brought."""
    upload = connection.execute(
        select(Upload).where(Upload.id == upload_id)
    ).one_or_none()
    if upload is None:
        return _Gone()
    running = select(Job.id).where(
        Job.subject == upload_id, Job.verb.in_(_WORK),
        Job.state.in_([one.value for one in UNFINISHED]),
    )  # fmt: skip
    if connection.execute(running).first() is not None:
        told = f"{upload.name}: it is still being imported"
        return _Gone(kept=told, is_importing=True)
    if upload.state == UploadState.IMPORTED and upload.duplicate_of is None:
        if blocks := undo_blocked_by(connection, upload.document_id):
            return _Gone(kept=f"{upload.name}: {blocks[0]}")
        take_back(connection, upload.document_id, system_clock())
    _forget(connection, upload_id, upload.correlation_id)
    if upload.batch_id is not None:
        forget_empty_batch(connection, upload.batch_id)
    return _Gone(sha256=forget_document(connection, upload.document_id) or "")


def _forget(connection: Connection, upload_id: int, journal: str | None) -> None:
    """The upload, its work, and what was said of it."""
    is_gone = ~select(Journal.id).where(Journal.correlation_id == journal).exists()
    connection.execute(
        delete(SystemMessage).where(
            or_(
                SystemMessage.reference == f"upload:{upload_id}",
                (SystemMessage.correlation_id == journal) & is_gone,
            )
        )
    )
    connection.execute(delete(Job).where(Job.subject == upload_id, Job.verb.in_(_WORK)))
    connection.execute(delete(DemoFile).where(DemoFile.upload_id == upload_id))
    connection.execute(delete(Upload).where(Upload.id == upload_id))


def _remove_accounts(connection: Connection, wish: Wish) -> None:
    """The made-up company's accounts on which nothing stands any more."""
    owned = accounts(wish)
    point = connection.begin_nested()
    gone = delete(Account).where(
        Account.number.in_([one.iban for one in owned]),
        Account.id.not_in(select(Statement.account_id)),
        Account.id.not_in(
            select(Journal.account_id).where(Journal.account_id.is_not(None))
        ),
    ).returning(Account.id)  # fmt: skip
    try:
        ids = list(connection.execute(gone).scalars())
        point.commit()
    except IntegrityError:
        point.rollback()
        return
    # What was missed of them is missed no longer.
    connection.execute(
        delete(SystemMessage).where(
            SystemMessage.reference.in_([f"account:{one}" for one in ids])
        )
    )


def _end(
    connection: Connection, realm: str, row: Row[Any], kept: list[str], now: datetime
) -> None:
    state = DemoState.MADE if kept else DemoState.REMOVED
    connection.execute(
        update(DemoSet)
        .where(DemoSet.id == row.id)
        .values(
            state=state.value, kept=kept[:_MOST_KEPT], removed=None if kept else now
        )
    )
    code = "demo.partly_removed" if kept else "demo.removed"
    tell(
        connection,
        "WARNING" if kept else "INFO",
        Message(code, count=len(kept)),
        reference=f"demo:{row.id}",
    )
    record_now(
        connection, system_actor(realm), "demo.removed",
        Subject("demo", str(row.id), row.preset), now={"kept": len(kept), "demo": True},
    )  # fmt: skip
