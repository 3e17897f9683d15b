"""Looking at a bank now, and taking in what was kept aside."""

from datetime import datetime

from giroscope.features.audit import record
from giroscope.features.banks import policy
from giroscope.features.banks.connections import locked, subject_of
from giroscope.features.banks.errors import NotPossibleNow, Paused
from giroscope.features.banks.fetch import COLLECT, VERB
from giroscope.features.banks.served_accounts import AT_WORK
from giroscope.features.banks.tables import ONLY_ROW, BankFile, BankPause
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.schedule import add_job


async def begin_fetch(
    session: WriteSession, actor: Actor, connection_id: int, now: datetime
) -> int:
    """Ask for a look at the bank; tells the job, perhaps one that runs already.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: It has no certificate that works.
        Paused: It, or every bank, stands still.
    """
    actor.ensure("banks.fetch")
    row = await locked(session, connection_id)
    policy.ensure_state(row.state, AT_WORK)
    if row.paused is not None or await session.get(BankPause, ONLY_ROW) is not None:
        raise Paused
    job_id = await session.run_sync(
        lambda held: add_job(held.connection(), VERB, connection_id, now)
    )
    await record(
        session, actor, "banks.fetch", subject_of(row), now={"job": job_id}, at=now
    )
    return job_id


async def accept(
    session: WriteSession, actor: Actor, file_id: int, now: datetime
) -> int:
    """Import a file that was kept aside because of its accounts; tells the job.

    Raises:
        NotFound: There is no such file.
        NotPossibleNow: It was not kept aside, or could never be believed.
    """
    actor.ensure("banks.change")
    file = await session.get(BankFile, file_id, with_for_update=True)
    if file is None:
        raise NotFound
    if file.refusal is None:
        raise NotPossibleNow("This file was taken in already")
    if file.raw_document_id == file.document_id:
        raise NotPossibleNow("This answer could not be believed; it is never imported")
    row = await locked(session, file.connection_id)
    was, file.refusal, file.collected_at = file.refusal, None, None
    await session.flush()
    job_id = await session.run_sync(
        lambda held: add_job(held.connection(), COLLECT, row.id, now)
    )
    await record(
        session, actor, "banks.accept_file", subject_of(row),
        was={"refusal": was}, now={"file": file.name}, at=now,
    )  # fmt: skip
    return job_id
