"""Takes back what a set sent: its connection, what went over it, the bank's memory.

Afterwards what came from the bank are files of the set like its others, to be removed
as these are.
"""

import time
from contextlib import AbstractContextManager
from typing import Any

import structlog
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from giroscope.features.banks.forgetting import forget_connection, stand_still
from giroscope.features.demo.actions import PAY_JOB
from giroscope.features.demo.connecting import agreement_of
from giroscope.features.demo.documents import forget_document
from giroscope.features.demo.simulated import NoSimulatedBank, SimulatedBank
from giroscope.features.demo.tables import DemoFile, DemoPayments, DemoSet
from giroscope.features.documents import Vault
from giroscope.features.logs.forgetting import forget_exchanges
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.forgetting import SentByOthers, forget_sent
from giroscope.features.payments.sending import SEND_JOB, Sending
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.tables import UNFINISHED, Job, JobState
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_PATIENCE_SECONDS = 60.0
_LOOK_SECONDS = 0.3
_ON_ITS_WAY = "Its payments are on their way"
_STOPPED = {
    JobState.QUEUED: JobState.CANCELLED,
    JobState.RUNNING: JobState.CANCELLING,
}


def unsend(job: JobRun, row: Row[Any], settings: Settings, vault: Vault) -> list[str]:
    """Take it back; tells what stands in the way, in words."""
    if not _stands_still(job, row.connection_id):
        return [_ON_ITS_WAY]
    if row.connection_id is None:
        return []
    try:
        with job.database.alone(job.realm), _connected(job) as connection:
            hashes = _forget(connection, row.id, row.connection_id)
            connection.commit()
    except SentByOthers as refusal:
        return [refusal.message]
    for one in hashes:
        vault.discard(job.realm, one)
    try:
        SimulatedBank(settings).forget(agreement_of(job.realm, row.id))
    except NoSimulatedBank as error:
        # It is not there to ask; what it remembers costs nobody anything.
        log.warning("demo.bank_not_told", realm=job.realm, reason=error.message)
    return []


def _stands_still(job: JobRun, connection_id: int | None) -> bool:
    """Whether nothing of the set is on its way any more, after some patience."""
    ends = time.monotonic() + _PATIENCE_SECONDS
    while True:
        job.report("stopping")
        with _connected(job) as connection:
            _stop_paying(connection, job.subject)
            runs = _runs(connection, PAY_JOB, select(DemoSet.id).where(
                DemoSet.id == job.subject))  # fmt: skip
            if connection_id is not None:
                sent = select(Sending.id).where(Sending.connection_id == connection_id)
                runs |= stand_still(connection, connection_id)
                runs |= _runs(connection, SEND_JOB, sent)
            connection.commit()
        if not runs or time.monotonic() > ends:
            return not runs
        time.sleep(_LOOK_SECONDS)


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


def _forget(connection: Connection, set_id: int, connection_id: int) -> list[str]:
    """All of it in one transaction; tells the hashes of bytes nobody needs.

    Raises:
        SentByOthers: Somebody's own payments left over the connection.
    """
    hashes = forget_sent(connection, connection_id)
    came = forget_connection(connection, connection_id)
    hashes += filter(None, (forget_document(connection, one) for one in came.answers))
    _adopt(connection, set_id, came.uploads)
    forget_exchanges(connection, f"bank:{connection_id}")
    connection.execute(
        delete(SystemMessage).where(SystemMessage.reference == f"bank:{connection_id}")
    )
    connection.execute(
        update(DemoSet)
        .where(DemoSet.id == set_id)
        .values(connection_id=None, payments=DemoPayments.NONE.value)
    )
    return hashes


def _adopt(connection: Connection, set_id: int, uploads: list[int]) -> None:
    """What came from the bank is the set's from now on, after all its other files."""
    last = connection.execute(
        select(func.max(DemoFile.position)).where(DemoFile.set_id == set_id)
    ).scalar_one()
    for position, upload_id in enumerate(uploads, start=(last or 0) + 1):
        connection.execute(
            insert(DemoFile).values(
                set_id=set_id, position=position, upload_id=upload_id
            )
        )


def _connected(job: JobRun) -> AbstractContextManager[Connection]:
    return job.database.job_connection(job.realm)
