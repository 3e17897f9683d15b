"""Takes back what a set sent: connection and books, what went over them, their memory.

Afterwards what came from the bank, and from the books, are files of the set like its
others, to be removed as these are.
"""

import time
from contextlib import AbstractContextManager
from typing import Any

import structlog
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from giroscope.features.banks import erase as banks
from giroscope.features.demo.actions import PAY_JOB
from giroscope.features.demo.bank_desk import SimulatedBank
from giroscope.features.demo.connect import name_of
from giroscope.features.demo.documents import forget_document
from giroscope.features.demo.people import preparer
from giroscope.features.demo.simulated_erp import SimulatedErp
from giroscope.features.demo.tables import DemoErp, DemoFile, DemoPayments, DemoSet
from giroscope.features.documents import Vault
from giroscope.features.erp import erase as books
from giroscope.features.logs.erase import forget_exchanges
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.erase import SentByOthers, forget_sent
from giroscope.features.payments.sending import SEND_JOB, Sending
from giroscope.kernel.clock import system_clock
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.tables import UNFINISHED, Job, JobState
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_PATIENCE_SECONDS = 60.0
_LOOK_SECONDS = 0.3
ON_ITS_WAY = "Its payments are on their way"
"""What keeps a set that does not stand still."""
_STOPPED = {
    JobState.QUEUED: JobState.CANCELLED,
    JobState.RUNNING: JobState.CANCELLING,
}


def stand_still(job: JobRun) -> bool:
    """Let nothing of the set begin any more; whether all of it ended in time.

    What runs takes its step to the end, and may open a connection or books with it:
    what the set has is known only afterwards.
    """
    ends = time.monotonic() + _PATIENCE_SECONDS
    while True:
        job.report("stopping")
        with _connected(job) as connection:
            runs = _is_at_work(connection, job.subject)
            connection.commit()
        if not runs or time.monotonic() > ends:
            return not runs
        time.sleep(_LOOK_SECONDS)


def unsend(job: JobRun, row: Row[Any], settings: Settings, vault: Vault) -> list[str]:
    """Take it back once it stands still; tells what stands in the way, in words."""
    if row.connection_id is None:
        return []
    preparing = preparer(settings, job.realm).id
    try:
        with job.database.alone(job.realm), _connected(job) as connection:
            hashes = _forget(connection, row, preparing)
            connection.commit()
    except SentByOthers as refusal:
        return [refusal.message]
    for one in hashes:
        vault.discard(job.realm, one)
    company = name_of(job.realm, row.id)
    for desk in (SimulatedBank(settings), SimulatedErp(settings)):
        try:
            desk.forget(company)
        except Unavailable as error:
            # It is not there to ask; what it remembers costs nobody anything.
            log.warning("demo.not_told", realm=job.realm, reason=error.message)
    return []


def _is_at_work(connection: Connection, set_id: int) -> bool:
    """Call off what waits; whether something runs still."""
    _stop_paying(connection, set_id)
    row = connection.execute(select(DemoSet).where(DemoSet.id == set_id)).one()
    own = select(DemoSet.id).where(DemoSet.id == set_id)
    runs = _runs(connection, PAY_JOB, own)
    if row.connection_id is not None:
        sent = select(Sending.id).where(Sending.connection_id == row.connection_id)
        runs |= banks.stand_still(connection, row.connection_id)
        runs |= _runs(connection, SEND_JOB, sent)
    if row.erp_version_id is not None:
        runs |= books.stand_still(connection, row.erp_version_id, system_clock())
    return runs


def _runs(connection: Connection, verb: str, subjects: Select[Any]) -> bool:
    running = select(Job.id).where(
        Job.verb == verb, Job.subject.in_(subjects),
        Job.state.in_([one.value for one in UNFINISHED]),
    )  # fmt: skip
    return connection.execute(running.limit(1)).first() is not None


def _stop_paying(connection: Connection, set_id: int) -> None:
    """What waits is called off; what runs ends at its next step."""
    for state, then in _STOPPED.items():
        connection.execute(
            update(Job)
            .where(Job.verb == PAY_JOB, Job.subject == set_id, Job.state == state.value)
            .values(state=then.value)
        )


def _forget(connection: Connection, row: Row[Any], preparing: str) -> list[str]:
    """All of it in one transaction; tells the hashes of bytes nobody needs.

    Raises:
        SentByOthers: Somebody's own payments left over the connection.
    """
    set_id, connection_id = row.id, row.connection_id
    hashes = forget_sent(connection, connection_id)
    came = banks.forget_connection(connection, connection_id)
    hashes += filter(None, (forget_document(connection, one) for one in came.answers))
    uploads = came.uploads
    if row.erp_version_id is not None:
        during = books.spell(connection, row.erp_version_id, system_clock())
        uploads += books.forget_books(connection, row.erp_version_id, preparing)
        if during is not None:
            books.forget_said(connection, during)
    _adopt(connection, set_id, uploads)
    forget_exchanges(connection, f"bank:{connection_id}")
    connection.execute(
        delete(SystemMessage).where(SystemMessage.reference == f"bank:{connection_id}")
    )
    connection.execute(
        update(DemoSet)
        .where(DemoSet.id == set_id)
        .values(
            connection_id=None,
            payments=DemoPayments.NONE.value,
            erp_version_id=None,
            erp=DemoErp.NONE.value,
        )
    )
    return hashes


def _adopt(connection: Connection, set_id: int, uploads: list[int]) -> None:
    """What came this way is the set's from now on, after all its other files."""
    own = DemoFile.set_id == set_id
    known = connection.execute(select(DemoFile.upload_id).where(own)).scalars().all()
    last = connection.execute(
        select(func.max(DemoFile.position)).where(own)
    ).scalar_one()
    new = [one for one in uploads if one not in known]
    for position, upload_id in enumerate(new, start=(last or 0) + 1):
        connection.execute(
            insert(DemoFile).values(
                set_id=set_id, position=position, upload_id=upload_id
            )
        )


def _connected(job: JobRun) -> AbstractContextManager[Connection]:
    return job.database.job_connection(job.realm)
