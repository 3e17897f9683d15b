"""A connection's first certificate, from the code that the bank has sent.

The key is made here and committed, encrypted, before anything is asked of the bank:
an answer that is lost loses nothing, and the next try uses the same key.
"""

from dataclasses import dataclass
from typing import Any

from anyio import to_thread
from sqlalchemy import Connection, select, update

from banklink import Issued, LinkError, Refused, WrongName, fresh_ids
from giroscope.features.audit import Subject, record, record_now
from giroscope.features.banks import policy
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.connections import locked, subject_of
from giroscope.features.banks.errors import BadCode
from giroscope.features.banks.install_certificate import install
from giroscope.features.banks.keys import opened_secret, sealed_secret
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

VERB = "bank-activate"


async def begin_activation(
    session: WriteSession,
    actor: Actor,
    banks: Banks,
    connection_id: int,
    code: str | None,
) -> int:
    """Ask for the connection's certificate; tells the job that does it.

    Without a code the one that was given before is used, as long as it lives.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: It has a certificate, or has ended.
        BadCode: The code cannot be one, or none was ever given.
        NoAddress: The operator has not said where the bank is.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    policy.ensure_state(row.state, policy.ACTIVATES)
    realm_key = await to_thread.run_sync(banks.key_of, actor.realm)
    key = await ensure_pending_key(session, actor, banks, row, realm_key)
    if code:
        plain = policy.activation_code(row.type, code)
        key.wrapped_code = sealed_secret(realm_key, plain.encode(), key.fingerprint)
    elif key.wrapped_code is None:
        raise BadCode("Type the activation code the bank has sent", path="code")
    was, row.state = row.state, ConnectionState.ACTIVATING.value
    row.version += 1
    await session.flush()
    now = banks.clock()
    job_id = await session.run_sync(
        lambda held: add_job(held.connection(), VERB, connection_id, now)
    )
    await record(
        session, actor, "banks.activate", subject_of(row),
        was={"state": was}, now={"keyFingerprint": key.fingerprint, "job": job_id},
        at=now,
    )  # fmt: skip
    return job_id


def run_activation(banks: Banks, run: JobRun) -> None:
    """The job: ask the bank, install what it issues, tell people.

    Raises:
        BankSaysNo, BankUnreached: As told; the key waits for the next try.
        NotOurKey, CertificateUsedElsewhere: What came cannot be used.
    """
    _Activation(banks, run).run()


@dataclass(slots=True)
class _Asked:
    """The key a certificate is asked for, and the bank's code."""

    id: int
    private: bytes
    code: str


class _Activation:
    """One run of the activation of one connection."""

    def __init__(self, banks: Banks, run: JobRun) -> None:
        self._banks, self._run = banks, run
        self._actor = system_actor(run.realm)

    def run(self) -> None:
        asked = self._asked()
        if asked is None:
            return
        self._run.report("ask")
        try:
            issued = self._issued(asked)
            self._run.report("install")
            own = install(
                self._banks, self._actor, self._run.subject, "banks.activated", issued,
                purpose="SIGNATURE",
            )  # fmt: skip
        except LinkError as error:
            self._give_up(sentence_of(error), is_final=isinstance(error, Refused))
            raise refusal_of(error) from error
        except AppError as refusal:
            self._give_up(refusal.message, is_final=True)
            raise
        until = day_of(own.valid_to)
        with self._writing() as connection:
            row = self._row(connection)
            tell(
                connection,
                "SUCCESS",
                Message("banks.activated", name=row.name, date=until),
                reference=f"bank:{row.id}",
            )
            connection.commit()

    def _issued(self, asked: _Asked) -> Issued:
        """Ask; where only the name was wrong, once more with the bank's own."""
        try:
            return self._ask(asked)
        except WrongName as wrong:
            if wrong.right_name is None:
                raise
            self._take_name(wrong.right_name)
            self._run.report("ask again")
            return self._ask(asked)

    def _ask(self, asked: _Asked) -> Issued:
        enrolment = self._banks.open_enrolment(self._run.realm, self._run.subject)
        ids = fresh_ids()
        sealed = enrolment.request(asked.private, asked.code, ids)
        with self._writing() as connection:
            # Written before it leaves, so that support can ask the bank for it.
            connection.execute(
                update(BankKey)
                .where(BankKey.id == asked.id)
                .values(asked=self._banks.clock(), asked_id=ids.request_id)
            )
            connection.commit()
        return enrolment.obtain(sealed, asked.private)

    def _asked(self) -> _Asked | None:
        """What to ask with; None when this was done, or called off, before a kill."""
        with self._writing() as connection:
            row = self._row(connection)
            key = connection.execute(
                select(
                    BankKey.id,
                    BankKey.fingerprint,
                    BankKey.wrapped,
                    BankKey.wrapped_code,
                ).where(
                    BankKey.connection_id == row.id,
                    BankKey.state == KeyState.PENDING.value,
                )
            ).one_or_none()
        if row.state != ConnectionState.ACTIVATING or key is None:
            return None
        realm_key = self._banks.key_of(self._run.realm)
        opened = [
            opened_secret(realm_key, wrapped, key.fingerprint)
            for wrapped in (key.wrapped, key.wrapped_code)
        ]
        return _Asked(key.id, opened[0], opened[1].decode())

    def _take_name(self, right: str) -> None:
        """Use the name the bank has, and say so."""
        with self._writing() as connection:
            row = self._row(connection)
            was = row.parameters.get("name", "")
            connection.execute(
                update(BankConnection)
                .where(BankConnection.id == row.id)
                .values(
                    parameters={**row.parameters, "name": right[:70]},
                    version=row.version + 1,
                )
            )
            tell(
                connection,
                "INFO",
                Message("banks.name_corrected", name=row.name, right=right, wrong=was),
                reference=f"bank:{row.id}",
            )
            record_now(
                connection, self._actor, "banks.change",
                Subject("bank", str(row.id), row.name),
                was={"name": was}, now={"name": right},
            )  # fmt: skip
            connection.commit()

    def _give_up(self, sentence: str, *, is_final: bool) -> None:
        """Leave the key for the next try; a code the bank has refused is forgotten."""
        now = self._banks.clock()
        with self._writing() as connection:
            row = self._row(connection)
            connection.execute(
                update(BankConnection)
                .where(BankConnection.id == row.id)
                .values(state=ConnectionState.KEY_CREATED.value)
            )
            if is_final:
                connection.execute(
                    update(BankKey)
                    .where(
                        BankKey.connection_id == row.id,
                        BankKey.state == KeyState.PENDING.value,
                    )
                    .values(wrapped_code=None)
                )
            note_failure(connection, row.id, sentence, now)
            tell(
                connection,
                "ERROR",
                Message(
                    "banks.activation_failed",
                    name=row.name,
                    reason=recognised(sentence),
                ),
                reference=f"bank:{row.id}",
            )
            connection.commit()

    def _writing(self) -> Any:
        return self._run.database.job_connection(self._run.realm)

    def _row(self, connection: Connection) -> Any:
        return connection.execute(
            select(BankConnection).where(BankConnection.id == self._run.subject)
        ).one()
