"""The job that sends a signed file to its bank: written down first, then one attempt.

Killed at any line, it ends safely: before the row says that bytes leave, nothing has
left and it may start anew; after that, a run that finds the row so knows only that
the outcome is unknown.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Connection, Row, func, insert, select, update

from bankfiles import detect
from banklink import (
    Channel,
    FileKind,
    Ids,
    LinkError,
    NotReady,
    NotSent,
    OutcomeUnknown,
    OutgoingFile,
    Receipt,
    Sealed,
    Traceable,
    fresh_ids,
)
from giroscope.features.banks import Banks, note_sent
from giroscope.features.documents import Document, Vault
from giroscope.features.logs import about
from giroscope.features.payments.sending import policy
from giroscope.features.payments.sending.errors import NoRecall
from giroscope.features.payments.sending.proof import take_proofs
from giroscope.features.payments.sending.queries import stands_still
from giroscope.features.payments.sending.tables import (
    AttemptState,
    Proof,
    SendAttempt,
    Sending,
    SendState,
)
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobRun

log = structlog.get_logger(__name__)

_INTERRUPTED = "The product was stopped while the file was on its way."

Step = Callable[[str], None]
"""Told the name of each boundary as it is passed; tests die there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of the job came to; it changed nothing where `state` is as it was."""

    sending_id: int
    correlation_id: str
    was: SendState
    state: SendState
    sha256: str = ""
    is_news: bool = False
    """Whether something is other than it was before."""
    attempt: int | None = None
    held: str | None = None
    text: str | None = None
    code: str | None = None
    kind: FileKind = FileKind.PAYMENT


Follow = Callable[[str, Connection, Outcome, datetime], None]
"""Told of each outcome in the realm, in the transaction that writes it down."""


EnsureReleased = Callable[[Connection, str, Any], None]
"""Refuses a file that was not released as it is about to leave."""


def _pass(_boundary: str) -> None:
    """Nobody watches."""


def _asks_back(content: bytes) -> bool:
    """Whether the bytes are a request for recall, by what stands in them."""
    found = detect(content)
    return (found.version or "").startswith(FileKind.CANCELLATION.value)


class Outlet:
    """Sends files of all realms; one object serves any number of jobs."""

    def __init__(
        self,
        banks: Banks,
        vault: Vault,
        follow: Follow,
        ensure_released: EnsureReleased,
        clock: Clock = system_clock,
        ids: Callable[[], Ids] = fresh_ids,
        passing: Step = _pass,
    ) -> None:
        self.banks = banks
        self.vault = vault
        self.follow = follow
        self.ensure_released = ensure_released
        self.clock = clock
        self.ids = ids
        self.passing = passing

    def send(self, run: JobRun) -> Outcome:
        """Do what can be done now for one file; never more than one attempt."""
        with run.database.job_connection(run.realm) as connection:
            return _Sending(self, run, connection).run()


class _Sending:
    """One run of the job of one file."""

    def __init__(self, outlet: Outlet, run: JobRun, connection: Connection) -> None:
        self._outlet = outlet
        self._realm = run.realm
        self._connection = connection
        self._id = run.subject
        self._row = self._locked()

    def run(self) -> Outcome:
        state = SendState(self._row.state)
        if state is SendState.LEAVING:
            return self._interrupted()
        if state is not SendState.WAITING or not self._is_due():
            self._connection.commit()
            return self._unchanged(state)
        now = self._outlet.clock()
        journal = [self._row.correlation_id]
        for proven in take_proofs(self._connection, journal, now):
            if proven.sending_id == self._id:
                # The bank knows the file already, by whatever way it got there.
                self._abandon()
                return self._finish(SendState.SENT, code=proven.proof.value)
        if stands_still(self._connection, self._row.connection_id):
            return self._hold()
        return self._attempt()

    def _is_to_be_held(self) -> bool:
        """Whether somebody paused the bank while the file was sealed for it."""
        is_waiting = self._state() is SendState.WAITING
        return is_waiting and stands_still(self._connection, self._row.connection_id)

    def _hold(self) -> Outcome:
        self._abandon()
        self._set(held=policy.PAUSED, held_text=None)
        return self._finish(SendState.WAITING, held=policy.PAUSED)

    def _locked(self) -> Row[Any]:
        return self._connection.execute(
            select(Sending).where(Sending.id == self._id).with_for_update()
        ).one()

    def _is_due(self) -> bool:
        next_try = self._row.next_try
        return next_try is None or next_try <= self._outlet.clock()

    def _interrupted(self) -> Outcome:
        """A run before this one let bytes go and did not come back."""
        traced = self._traced()
        if traced is not None:
            return traced
        now = self._outlet.clock()
        self._connection.execute(
            update(SendAttempt)
            .where(
                SendAttempt.sending_id == self._id,
                SendAttempt.state == AttemptState.LEAVING.value,
            )
            .values(
                state=AttemptState.UNKNOWN.value, ended=now,
                failure=_INTERRUPTED,
            )
        )  # fmt: skip
        self._set(state=SendState.UNKNOWN.value, since=now)
        return self._finish(SendState.UNKNOWN, text=_INTERRUPTED)

    def _traced(self) -> Outcome | None:
        """What the bank's own folders show of the file; None where nothing does."""
        attempt = self._connection.execute(
            select(SendAttempt.number)
            .where(SendAttempt.sending_id == self._id)
            .order_by(SendAttempt.number.desc())
            .limit(1)
        ).scalar()
        if attempt is None:
            return None
        try:
            channel = self._outlet.banks.open_channel(
                self._realm, self._row.connection_id
            )
            if not isinstance(channel, Traceable):
                return None
            receipt = channel.trace(self._seal(channel, attempt))
        except (AppError, LinkError):
            return None
        if receipt is not None:
            return self._taken(attempt, receipt)
        gone = NotSent("The outbox did not take the file: it is not there.")
        return self._failed(attempt, gone, has_left=True)

    def _attempt(self) -> Outcome:
        number = self._prepare()
        self._outlet.passing("prepared")
        refusal = self._not_released()
        if refusal is not None:
            return self._withheld(number, refusal)
        with about(self._row.correlation_id):
            return self._exchanged(number)

    def _exchanged(self, number: int) -> Outcome:
        """Seal and let go, once; what is exchanged is noted with the journal."""
        try:
            channel = self._outlet.banks.open_channel(
                self._realm, self._row.connection_id
            )
            sealed = self._seal(channel, number)
        except AppError as refusal:
            return self._not_sealed(number, refusal)
        except LinkError as error:
            return self._failed(number, error, has_left=False)
        except Exception as error:
            log.exception("send.not_sealed", realm=self._realm, sending=self._id)
            fault = NotReady(
                f"A fault in the product stopped it ({type(error).__name__})."
            )
            return self._failed(number, fault, has_left=False)
        if self._is_to_be_held():
            return self._hold()
        if not self._let_go(number, sealed):
            # Cancelled or proven meanwhile, which was told then.
            return self._unchanged(self._state())
        self._outlet.passing("leaving")
        try:
            receipt = channel.deliver(sealed)
        except LinkError as error:
            return self._failed(number, error, has_left=True)
        except Exception as error:
            log.exception("send.failed", realm=self._realm, sending=self._id)
            unknown = OutcomeUnknown(f"A fault stopped it ({type(error).__name__}).")
            return self._failed(number, unknown, has_left=True)
        self._outlet.passing("answered")
        return self._taken(number, receipt)

    def _not_sealed(self, number: int, refusal: AppError) -> Outcome:
        if isinstance(refusal, NoRecall):
            return self._withheld(number, refusal)
        return self._failed(number, NotReady(refusal.message), has_left=False)

    def _not_released(self) -> AppError | None:
        """Why these payments must not leave, whatever the queue says; or None."""
        if self._row.kind != FileKind.PAYMENT.value:
            return None
        try:
            self._outlet.ensure_released(self._connection, self._realm, self._row)
        except AppError as refusal:
            log.exception("send.not_released", realm=self._realm, sending=self._id)
            return refusal
        return None

    def _withheld(self, number: int, refusal: AppError) -> Outcome:
        """Nothing leaves until somebody has looked at it and asks again."""
        self._end_attempt(number, AttemptState.NOT_SENT, failure=refusal.message)
        self._settle(
            state=SendState.NOT_TAKEN.value, since=self._outlet.clock(),
            held=policy.NOT_RELEASED, held_text=refusal.message,
        )  # fmt: skip
        return self._finish(
            SendState.NOT_TAKEN, attempt=number, held=policy.NOT_RELEASED
        )

    def _prepare(self) -> int:
        """Write down the ids under which the bank will know the attempt."""
        self._abandon()
        count = self._connection.execute(
            select(func.count()).where(SendAttempt.sending_id == self._id)
        ).scalar_one()
        self._set(tries=Sending.tries + 1)
        ids = self._outlet.ids()
        self._connection.execute(
            insert(SendAttempt).values(
                sending_id=self._id, number=count + 1,
                state=AttemptState.PREPARED.value,
                request_id=ids.request_id, stamped=ids.timestamp,
            )
        )  # fmt: skip
        self._connection.commit()
        return int(count) + 1

    def _abandon(self) -> None:
        """What an earlier run prepared and never let go has not left."""
        self._connection.execute(
            update(SendAttempt)
            .where(
                SendAttempt.sending_id == self._id,
                SendAttempt.state == AttemptState.PREPARED.value,
            )
            .values(state=AttemptState.ABANDONED.value, ended=self._outlet.clock())
        )

    def _seal(self, channel: Channel, number: int) -> Sealed:
        vault = self._outlet.vault
        # The vault gives these very bytes or nothing.
        content = b"".join(vault.chunks(self._realm, self._row.sha256))
        kind = FileKind(self._row.kind)
        # A request for recall needs no release: what pays must never leave as one.
        if kind is FileKind.CANCELLATION and not _asks_back(content):
            raise NoRecall
        attempt = self._connection.execute(
            select(SendAttempt).where(
                SendAttempt.sending_id == self._id, SendAttempt.number == number
            )
        ).one()
        name = self._connection.execute(
            select(Document.name).where(Document.id == self._row.document_id)
        ).scalar_one()
        # No lock and no transaction while a bank may be asked for its certificate.
        self._connection.commit()
        sealed = channel.seal(
            OutgoingFile(kind, content, name),
            Ids(attempt.request_id, attempt.stamped),
        )
        if sealed.content_digest not in {"", self._row.sha256}:
            raise NotReady("What was sealed is not what was approved.")
        vault.keep_now(self._realm, [sealed.body])
        self._outlet.passing("sealed")
        return sealed

    def _let_go(self, number: int, sealed: Sealed) -> bool:
        """Write down that bytes leave now, unless somebody stopped it meanwhile."""
        now = self._outlet.clock()
        won = self._connection.execute(
            update(Sending)
            .where(Sending.id == self._id, Sending.state == SendState.WAITING.value)
            .values(
                state=SendState.LEAVING.value, since=now, left=now,
                next_try=None, held=None, held_text=None,
            )
        ).rowcount  # fmt: skip
        if won:
            self._end_attempt(
                number, AttemptState.LEAVING, left=now, ended=None,
                request_sha256=sealed.digest,
            )  # fmt: skip
        else:
            self._abandon()
        self._connection.commit()
        return bool(won)

    def _taken(self, number: int, receipt: Receipt) -> Outcome:
        now = self._outlet.clock()
        kept = self._outlet.vault.keep_now(self._realm, [receipt.reply])
        self._outlet.passing("reply kept")
        self._end_attempt(
            number, AttemptState.TAKEN, reply_sha256=kept.sha256,
            bank_code=receipt.bank_code, bank_text=receipt.bank_text or None,
            bank_reference=receipt.reference,
        )  # fmt: skip
        self._settle(
            state=SendState.SENT.value, since=now, sent=now, proof=Proof.ANSWER.value,
            bank_code=receipt.bank_code, bank_text=receipt.bank_text or None,
        )  # fmt: skip
        note_sent(self._connection, self._row.connection_id, now)
        return self._finish(
            SendState.SENT, attempt=number, code=receipt.bank_code,
            text=receipt.bank_text,
        )  # fmt: skip

    def _failed(self, number: int, error: LinkError, *, has_left: bool) -> Outcome:
        now = self._outlet.clock()
        found = policy.verdict(error, has_left=has_left)
        code, words = policy.bank_words(error)
        self._end_attempt(
            number, found.attempt, failure=error.message,
            bank_code=code, bank_text=words,
        )  # fmt: skip
        values: dict[str, object] = {
            "state": found.sending.value, "since": now,
            "bank_code": code, "bank_text": words,
            "held": found.held, "held_text": error.message,
        }  # fmt: skip
        state = found.sending
        if state is SendState.WAITING:
            tries = self._locked().tries
            values["next_try"] = policy.next_try(tries, self._row.asked, now)
            if values["next_try"] is None:
                state = SendState.NOT_TAKEN
                values["state"] = state.value
        self._settle(**values)
        return self._finish(
            state, attempt=number, held=found.held, code=code, text=error.message
        )

    def _end_attempt(self, number: int, state: AttemptState, **values: object) -> None:
        values = {"ended": self._outlet.clock()} | values
        self._connection.execute(
            update(SendAttempt)
            .where(SendAttempt.sending_id == self._id, SendAttempt.number == number)
            .values(state=state.value, **values)
        )

    def _settle(self, **values: object) -> None:
        """Write the end of the attempt, unless more is known by now.

        A status report may be quicker than the answer to the call that brought the
        file, and somebody may have cancelled what could not leave.
        """
        self._connection.execute(
            update(Sending)
            .where(
                Sending.id == self._id,
                Sending.state.in_(
                    [SendState.LEAVING.value, SendState.WAITING.value,
                     SendState.UNKNOWN.value]
                ),
            )
            .values(**values)
        )  # fmt: skip

    def _set(self, **values: object) -> None:
        self._connection.execute(
            update(Sending).where(Sending.id == self._id).values(**values)
        )

    def _unchanged(self, state: SendState) -> Outcome:
        return Outcome(self._id, self._row.correlation_id, state, state)

    def _state(self) -> SendState:
        found = self._connection.execute(
            select(Sending.state).where(Sending.id == self._id)
        )
        return SendState(found.scalar_one())

    def _finish(
        self, state: SendState, *, attempt: int | None = None, held: str | None = None,
        code: str | None = None, text: str | None = None,
    ) -> Outcome:  # fmt: skip
        was = SendState(self._row.state)
        outcome = Outcome(
            self._id, self._row.correlation_id, was, state, self._row.sha256,
            (was, self._row.held) != (state, held), attempt, held, text, code,
            FileKind(self._row.kind),
        )  # fmt: skip
        now = self._outlet.clock()
        self._outlet.follow(self._realm, self._connection, outcome, now)
        self._connection.commit()
        return outcome
