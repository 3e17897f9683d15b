"""Looks at a connection step by step, and tries a renewal without asking for one."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from banklink import LinkError, ProbeOutcome, fresh_ids
from giroscope.features.audit import record
from giroscope.features.banks import policy
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.connections import locked, subject_of
from giroscope.features.banks.errors import NotPossibleNow
from giroscope.features.banks.keys import certificate_facts, new_private_key
from giroscope.features.banks.outcomes import note_contact, note_failure, sentence_of
from giroscope.features.banks.served_accounts import AT_WORK
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankTest,
    CertificateKind,
    ConnectionState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job

VERB = "bank-test"
OK, FAILED = ProbeOutcome.OK.value, ProbeOutcome.FAILED.value
_KEPT = 20


class Step(NamedTuple):
    """One step: what was looked at, how it went, how long it took, what was seen."""

    stage: str
    outcome: str
    seconds: float
    found: str


class TestKind(StrEnum):
    """What is tried."""

    __test__ = False

    TEST = "TEST"
    RENEWAL = "RENEWAL"


async def begin_test(
    session: WriteSession,
    actor: Actor,
    connection_id: int,
    kind: TestKind,
    now: datetime,
) -> int:
    """Ask for a test; tells the job that does it. Nothing is moved by it.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: It has ended, or has no certificate to renew.
    """
    actor.ensure("banks.test")
    row = await locked(session, connection_id)
    allowed = frozenset(ConnectionState) - {ConnectionState.REVOKED}
    policy.ensure_state(
        row.state, policy.RENEWS if kind is TestKind.RENEWAL else allowed
    )
    if kind is TestKind.RENEWAL and row.expires is None:
        raise NotPossibleNow("A folder has no certificate")
    added = await session.execute(
        insert(BankTest)
        .values(
            connection_id=row.id, kind=kind.value, started=now,
            started_by_name=actor.name, steps=[],
        )
        .returning(BankTest.id)
    )  # fmt: skip
    test_id = int(added.scalar_one())
    job_id = await session.run_sync(
        lambda held: add_job(held.connection(), VERB, test_id, now)
    )
    await record(
        session, actor, "banks.test", subject_of(row), now={"kind": kind}, at=now
    )
    return job_id


def run_test(banks: Banks, run: JobRun) -> None:
    """The job: take the steps, each seen as soon as it is over."""
    with run.database.job_connection(run.realm) as connection:
        test = connection.execute(
            select(BankTest).where(BankTest.id == run.subject)
        ).one()
    if test.finished is not None:
        return
    is_dry_run = test.kind == TestKind.RENEWAL
    way = _dry_run if is_dry_run else _probe
    steps: list[Step] = []
    for step in way(banks, run.realm, test.connection_id):
        steps.append(step)
        run.report(step.stage, len(steps))
        _write(run, steps=[one._asdict() for one in steps])
    _write(run, finished=banks.clock())
    with run.database.job_connection(run.realm) as connection:
        if not is_dry_run:
            _conclude(connection, test.connection_id, steps, banks.clock())
        _forget_old(connection, test.connection_id)
        connection.commit()


def _probe(banks: Banks, realm: str, connection_id: int) -> Iterator[Step]:
    try:
        for one in banks.open_channel(realm, connection_id).probe():
            yield Step(str(one.stage), one.outcome.value, one.seconds, one.found)
    except LinkError as error:
        yield Step("agreement", FAILED, 0, sentence_of(error))
    except AppError as refusal:
        yield Step("address", FAILED, 0, refusal.message)


def _dry_run(banks: Banks, realm: str, connection_id: int) -> Iterator[Step]:
    """Everything a renewal does but asking: what would fail then, fails here."""
    yield _own_certificate(banks, realm, connection_id)
    yield _timed("key", _tried_key)
    yield _timed("request", lambda: _tried_request(banks, realm, connection_id))
    yield from _probe(banks, realm, connection_id)


def _own_certificate(banks: Banks, realm: str, connection_id: int) -> Step:
    with banks.database.snapshot(realm) as connection:
        pem = connection.execute(
            select(BankCertificate.pem).where(
                BankCertificate.connection_id == connection_id,
                BankCertificate.kind == CertificateKind.OWN.value,
                BankCertificate.state == "CURRENT",
            )
        ).scalar_one()
    facts = certificate_facts(pem.encode())
    left = policy.days_left(facts.valid_to, banks.clock())
    found = f"{facts.subject}: {left} days left, until {day_of(facts.valid_to)}."
    return Step("own certificate", OK if left >= 0 else FAILED, 0, found)


def _tried_key() -> str:
    new_private_key()
    return "A new RSA key of 2048 bits can be made. It was thrown away."


def _tried_request(banks: Banks, realm: str, connection_id: int) -> str:
    enrolment = banks.open_enrolment(realm, connection_id)
    sealed = enrolment.renewal(new_private_key(), fresh_ids())
    return f"The request can be signed: {len(sealed.body)} bytes, which were not sent."


def _timed(stage: str, attempt: Callable[[], str]) -> Step:
    began = time.monotonic()
    outcome = OK
    try:
        found = attempt()
    except LinkError as error:
        outcome, found = FAILED, sentence_of(error)
    except AppError as refusal:
        outcome, found = FAILED, refusal.message
    return Step(stage, outcome, time.monotonic() - began, found)


def _write(run: JobRun, **values: object) -> None:
    with run.database.job_connection(run.realm) as connection:
        connection.execute(
            update(BankTest).where(BankTest.id == run.subject).values(**values)
        )
        connection.commit()


def _conclude(
    connection: Connection, connection_id: int, steps: list[Step], now: datetime
) -> None:
    """What the test has shown of the bank, also where nobody was fetching."""
    failed = next((one for one in steps if one.outcome == FAILED), None)
    state = connection.execute(
        select(BankConnection.state).where(BankConnection.id == connection_id)
    ).scalar_one()
    if state not in {one.value for one in AT_WORK}:
        return
    if failed is None:
        note_contact(connection, connection_id, now)
    else:
        note_failure(connection, connection_id, failed.found, now)


def _forget_old(connection: Connection, connection_id: int) -> None:
    kept = (
        select(BankTest.id)
        .where(BankTest.connection_id == connection_id)
        .order_by(BankTest.id.desc())
        .limit(_KEPT)
    )
    connection.execute(
        delete(BankTest).where(
            BankTest.connection_id == connection_id, BankTest.id.not_in(kept)
        )
    )
