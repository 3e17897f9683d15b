"""The jobs that make a set and remove it; either goes on after a kill."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import Account
from giroscope.features.demo.actions import wished
from giroscope.features.demo.company import accounts
from giroscope.features.demo.files import MadeFile, files
from giroscope.features.demo.tables import SOURCE, DemoFile, DemoSet, DemoState
from giroscope.features.demo.wishes import CURRENCIES, Wish
from giroscope.features.documents import Document, Vault
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.undoing import take_back, undo_blocked_by
from giroscope.features.messages import tell
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.statements.tables import Statement
from giroscope.features.uploads import Upload, UploadState
from giroscope.features.uploads.actions import Given, hand_in
from giroscope.kernel.access import UPLOAD, Actor, system_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun, JobStarter
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.settings import Settings

_MOST_KEPT = 20
_WORK = ("import", "undo")


def maker(settings: Settings, vault: Vault) -> Callable[[JobRun], None]:
    """The job that hands in every file of a set, as an upload does it."""

    def run(job: JobRun) -> None:
        with job.database.job_connection(job.realm) as connection:
            row = connection.execute(
                select(DemoSet).where(DemoSet.id == job.subject)
            ).one()
        if row.state == DemoState.MAKING:
            actor = Actor(
                row.created_by, job.realm, "", row.created_by_name, frozenset({UPLOAD})
            )
            asyncio.run(_make(job, settings, vault, actor, wished(row.wish)))

    return run


async def _make(
    job: JobRun, settings: Settings, vault: Vault, actor: Actor, wish: Wish
) -> None:
    # A loop of its own needs connections of its own.
    database = Database(settings)
    starter = JobStarter(database)
    try:
        known = await _handed_in(database, job)
        for position, made in enumerate(files(wish)):
            job.report("making", position)
            if position not in known:
                await _hand_in(job, database, starter, vault, actor, made, position)
        async with database.writing(job.realm) as session:
            await session.execute(
                update(DemoSet)
                .where(DemoSet.id == job.subject)
                .values(state=DemoState.MADE.value)
            )
    finally:
        starter.close()
        await database.close()


async def _handed_in(database: Database, job: JobRun) -> set[int]:
    async with database.reading(job.realm) as session:
        query = select(DemoFile.position).where(DemoFile.set_id == job.subject)
        return set((await session.execute(query)).scalars())


async def _hand_in(
    job: JobRun,
    database: Database,
    starter: JobStarter,
    vault: Vault,
    actor: Actor,
    made: MadeFile,
    position: int,
) -> None:
    kept = vault.keep_now(job.realm, made.blocks)
    given = Given(made.name, made.kind, SOURCE, kept, system_clock())
    async with database.writing(job.realm) as session:
        handed = await hand_in(session, actor, given)
        await session.execute(
            insert(DemoFile).values(
                set_id=job.subject, position=position, upload_id=handed.upload_id
            )
        )
    if handed.job_id is not None:
        starter.start(job.realm, handed.job_id)


def remover(vault: Vault) -> Callable[[JobRun], None]:
    """The job that takes back every file of a set, the latest first."""

    def run(job: JobRun) -> None:
        database, realm = job.database, job.realm
        with database.job_connection(realm) as connection:
            row = connection.execute(
                select(DemoSet).where(DemoSet.id == job.subject)
            ).one()
            query = select(DemoFile.upload_id).where(DemoFile.set_id == job.subject)
            uploads = list(
                connection.execute(query.order_by(DemoFile.position.desc())).scalars()
            )
        if row.state != DemoState.REMOVING:
            return
        kept: list[str] = []
        for done, upload_id in enumerate(uploads):
            job.report("removing", done, len(uploads))
            with database.alone(realm), database.job_connection(realm) as connection:
                gone = _remove(connection, upload_id)
                connection.commit()
            if gone.kept:
                kept.append(gone.kept)
            if gone.sha256:
                # Only now is it sure that nothing tells of these bytes.
                vault.discard(realm, gone.sha256)
        with database.alone(realm), database.job_connection(realm) as connection:
            _remove_accounts(connection, wished(row.wish))
            _end(connection, realm, row, kept, system_clock())
            connection.commit()

    return run


class _Gone(NamedTuple):
    """What became of one file: why it is kept, or whose bytes nobody needs."""

    kept: str = ""
    sha256: str = ""


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
        return _Gone(kept=f"{upload.name}: it is still being imported")
    if upload.state == UploadState.IMPORTED and upload.duplicate_of is None:
        if blocks := undo_blocked_by(connection, upload.document_id):
            return _Gone(kept=f"{upload.name}: {blocks[0]}")
        take_back(connection, upload.document_id, system_clock())
    _forget(connection, upload_id, upload.correlation_id)
    return _Gone(sha256=_forget_document(connection, upload.document_id) or "")


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


def _forget_document(connection: Connection, document_id: int) -> str | None:
    """The document, where nothing else has come to need it; tells its hash."""
    point = connection.begin_nested()
    gone = delete(Document).where(
        Document.id == document_id, Document.source == SOURCE,
        Document.id.not_in(select(Upload.document_id)),
    ).returning(Document.sha256)  # fmt: skip
    try:
        sha256 = connection.execute(gone).scalar_one_or_none()
        point.commit()
    except IntegrityError:
        point.rollback()
        return None
    return sha256


def _remove_accounts(connection: Connection, wish: Wish) -> None:
    """The made-up company's accounts on which nothing stands any more."""
    owned = accounts(wish.seed, wish.accounts, CURRENCIES[: wish.currencies])
    point = connection.begin_nested()
    try:
        connection.execute(
            delete(Account).where(
                Account.number.in_([one.iban for one in owned]),
                Account.id.not_in(select(Statement.account_id)),
                Account.id.not_in(
                    select(Journal.account_id).where(Journal.account_id.is_not(None))
                ),
            )
        )
        point.commit()
    except IntegrityError:
        point.rollback()


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
    words = "Demo data was removed" if not kept else "Parts of demo data are kept"
    tell(
        connection, "WARNING" if kept else "INFO", code, words,
        reference=f"demo:{row.id}", count=str(len(kept)),
    )  # fmt: skip
    record_now(
        connection, system_actor(realm), "demo.removed",
        Subject("demo", str(row.id), row.preset), now={"kept": len(kept), "demo": True},
    )  # fmt: skip
