"""The next certificate before the present one ends, asked for with the present key.

The new key is committed before the request leaves, and both change in one
transaction when the bank has issued. A renewal that failed leaves the present
certificate at work as long as the bank takes it.
"""

from datetime import datetime
from typing import Any

from anyio import to_thread
from sqlalchemy import Connection, insert, select, update

from banklink import LinkError, fresh_ids
from giroscope.features.audit import record
from giroscope.features.banks import policy
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.connections import locked, subject_of
from giroscope.features.banks.directory import described
from giroscope.features.banks.errors import NotPossibleNow
from giroscope.features.banks.install_certificate import install
from giroscope.features.banks.keys import (
    new_private_key,
    opened_secret,
    public_facts,
    sealed_secret,
)
from giroscope.features.banks.outcomes import note_failure, refusal_of, sentence_of
from giroscope.features.banks.pending_key import ensure_pending_key
from giroscope.features.banks.tables import (
    BankConnection,
    BankKey,
    ConnectionState,
    KeyState,
)
from giroscope.features.messages import tell
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job
from giroscope.kernel.text import recognised
from localization import Message

VERB = "bank-renew"


async def begin_renewal(
    session: WriteSession, actor: Actor, banks: Banks, connection_id: int
) -> int:
    """Ask for the connection's next certificate; tells the job that does it.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: It has no certificate that works, or needs none.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    policy.ensure_state(row.state, policy.RENEWS)
    if not described(row.type).has_certificate:
        raise NotPossibleNow("This connection has no certificate that ends")
    realm_key = await to_thread.run_sync(banks.key_of, actor.realm)
    key = await ensure_pending_key(session, actor, banks, row, realm_key)
    was, row.state = row.state, ConnectionState.RENEWING.value
    row.version += 1
    await session.flush()
    now = banks.clock()
    job_id = await session.run_sync(
        lambda held: add_job(held.connection(), VERB, connection_id, now)
    )
    await record(
        session, actor, "banks.renew", subject_of(row),
        was={"state": was}, now={"keyFingerprint": key.fingerprint, "job": job_id},
        at=now,
    )  # fmt: skip
    return job_id


def renew_when_due(connection: Connection, row: Any, now: datetime) -> None:
    """The schedule's way: the job makes the key itself when it begins."""
    connection.execute(
        update(BankConnection)
        .where(BankConnection.id == row.id)
        .values(state=ConnectionState.RENEWING.value)
    )
    add_job(connection, VERB, row.id, now)


def run_renewal(banks: Banks, run: JobRun) -> None:
    """The job: ask the bank, swap keys and certificates, tell people.

    Raises:
        BankSaysNo, BankUnreached: As told; the present certificate stays.
        NotOurKey, CertificateUsedElsewhere: What came cannot be used.
    """
    with run.database.job_connection(run.realm) as connection:
        state = connection.execute(
            select(BankConnection.state).where(BankConnection.id == run.subject)
        ).scalar_one()
    if state != ConnectionState.RENEWING:
        # It was done, or called off, before this worker was killed.
        return
    try:
        _renew(banks, run)
    except LinkError as error:
        _give_up(banks, run, sentence_of(error))
        raise refusal_of(error) from error
    except AppError as refusal:
        _give_up(banks, run, refusal.message)
        raise


def _renew(banks: Banks, run: JobRun) -> None:
    private = _pending(banks, run)
    run.report("ask")
    # Opening fetches the bank's certificate of today where the protocol has one.
    enrolment = banks.open_enrolment(run.realm, run.subject)
    ids = fresh_ids()
    sealed = enrolment.renewal(private, ids)
    with run.database.job_connection(run.realm) as connection:
        connection.execute(
            update(BankKey)
            .where(
                BankKey.connection_id == run.subject,
                BankKey.state == KeyState.PENDING.value,
            )
            .values(asked=banks.clock(), asked_id=ids.request_id)
        )
        connection.commit()
    issued = enrolment.obtain(sealed, private)
    run.report("install")
    own = install(
        banks, system_actor(run.realm), run.subject, "banks.renewed", issued,
        purpose="SIGNATURE",
    )  # fmt: skip
    until = day_of(own.valid_to)
    with run.database.job_connection(run.realm) as connection:
        row = connection.execute(
            select(BankConnection).where(BankConnection.id == run.subject)
        ).one()
        tell(
            connection,
            "SUCCESS",
            Message("banks.renewed", name=row.name, date=until),
            reference=f"bank:{row.id}",
        )
        connection.commit()


def _pending(banks: Banks, run: JobRun) -> bytes:
    """The key that waits, made and committed here where the schedule asked."""
    realm_key = banks.key_of(run.realm)
    with run.database.job_connection(run.realm) as connection:
        found = connection.execute(
            select(BankKey.wrapped, BankKey.fingerprint).where(
                BankKey.connection_id == run.subject,
                BankKey.state == KeyState.PENDING.value,
            )
        ).one_or_none()
        if found is not None:
            return opened_secret(realm_key, found.wrapped, found.fingerprint)
        private = new_private_key()
        facts = public_facts(private)
        actor = system_actor(run.realm)
        connection.execute(
            insert(BankKey).values(
                connection_id=run.subject, state=KeyState.PENDING.value,
                fingerprint=facts.fingerprint, algorithm=facts.algorithm,
                wrapped=sealed_secret(realm_key, private, facts.fingerprint),
                created=banks.clock(), created_by=actor.id, created_by_name=actor.name,
            )
        )  # fmt: skip
        connection.commit()
    return private


def _give_up(banks: Banks, run: JobRun, sentence: str) -> None:
    """Go on with the present certificate; the new key waits for the next try."""
    now = banks.clock()
    with run.database.job_connection(run.realm) as connection:
        row = connection.execute(
            select(BankConnection)
            .where(BankConnection.id == run.subject)
            .with_for_update()
        ).one()
        state = policy.state_by_age(row.expires or now, now)
        connection.execute(
            update(BankConnection)
            .where(BankConnection.id == row.id)
            .values(state=state.value)
        )
        note_failure(connection, row.id, sentence, now)
        tell(
            connection,
            "ERROR",
            Message("banks.renewal_failed", name=row.name, reason=recognised(sentence)),
            reference=f"bank:{row.id}",
        )
        connection.commit()
