"""The job that writes to the ERP: one row of the outbox after the other.

A row says that it is being written before anything leaves. Killed after that, the next
run writes it again, and the connector finds what the first one left.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

import structlog
from sqlalchemy import Connection, Row, insert, select, update

from erplink import (
    ErpError,
    PaymentState,
    Settling,
    StatusUpdate,
    Throttled,
    Unavailable,
)
from erplink import Operation as Able
from giroscope.features.documents import Vault
from giroscope.features.erp.errors import NoConversation
from giroscope.features.erp.exchange import outbox, policy, settlements
from giroscope.features.erp.exchange.claim import Claiming
from giroscope.features.erp.exchange.lines import lines_of
from giroscope.features.erp.exchange.tables import (
    ErpMark,
    ErpOutboxRow,
    Operation,
    OutboxState,
)
from giroscope.features.erp.open_connection import Erp, Opened
from giroscope.features.erp.outcomes import note_contact, note_failure
from giroscope.features.journals import tie
from giroscope.features.journals.tables import JournalEvent
from giroscope.features.logs import about
from giroscope.features.messages import tell
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobRun
from localization import Message

log = structlog.get_logger(__name__)

HOLD = "HOLD"
"""The mark until which nothing is written, since everything would fail alike."""
_FAULT = "internal"
_TOLD = "erp.status_written"
_NEEDED = {
    Operation.STATUS.value: Able.PUSH_STATUS,
    Operation.STATEMENT.value: Able.PUSH_STATEMENT_LINES,
    Operation.SETTLE.value: Able.SETTLE,
    Operation.RELEASE.value: Able.SETTLE,
}
_TOLD_STATES = {
    "SENT": "sent", "ACCEPTED": "accepted", "REJECTED": "rejected",
    "EXECUTED": "executed", "BOOKED": "booked", "RETURNED": "returned",
    "CANCELLED": "cancelled",
}  # fmt: skip


class Writer:
    """Writes for all realms; one object serves any number of jobs."""

    def __init__(self, erp: Erp, vault: Vault) -> None:
        self._erp = erp
        self._vault = vault

    def write(self, run: JobRun) -> None:
        """Write everything that is due for one connection.

        Raises:
            AppError: There is no way to the ERP as it is configured.
        """
        now = self._erp.clock()
        with run.database.job_connection(run.realm) as connection:
            if holds(connection, run.subject, now):
                return
            if outbox.next_row(connection, run.subject, now) is None:
                return
        try:
            opened = self._erp.opened(run.realm, run.subject)
        except (AppError, ErpError) as refusal:
            self._hold(run, now, policy.NOT_OPENED)
            raise NoConversation(refusal.message) from refusal
        writing = _Writing(run.database, self._vault, run, opened, self._erp)
        while writing.next():
            run.report("write", writing.done)

    def _hold(self, run: JobRun, now: datetime, wait: Any) -> None:
        with run.database.job_connection(run.realm) as connection:
            hold(connection, run.subject, now + wait)
            connection.commit()


@dataclass(slots=True)
class _Writing:
    """One connection's rows, one after the other."""

    database: Database
    vault: Vault
    run: JobRun
    opened: Opened
    erp: Erp
    done: int = 0

    def next(self) -> bool:
        """Write one; False where there is no more to do for now."""
        now = self.erp.clock()
        with self.database.job_connection(self.run.realm) as connection:
            row = outbox.next_row(connection, self.run.subject, now)
            if row is None:
                return False
            has_begun = outbox.begin(connection, row, now)
            connection.commit()
        if not has_begun:
            return True
        try:
            with about(row.correlation_id):
                self._write(row)
        except ErpError as error:
            return self._failed(row, error)
        except Exception:
            # One row that meets a fault of ours must not keep the others waiting.
            log.exception("erp.not_written", realm=self.run.realm, row=row.id)
            self._give_up(row)
            return True
        self.done += 1
        return True

    def _write(self, row: Row[Any]) -> None:
        needed = _NEEDED.get(row.operation)
        if needed is not None and needed not in self.opened.description.operations:
            self._leave(row, "not_offered")
        elif row.operation == Operation.CLAIM:
            Claiming(
                self.database, self.vault, self.run.realm, self.opened, self.erp.clock
            ).run(row)
            self._contact(row)
        elif row.operation == Operation.STATUS:
            self._status(row)
        elif row.operation in {Operation.SETTLE, Operation.RELEASE}:
            self._settle(row)
        else:
            self._statement(row)

    def _status(self, row: Row[Any]) -> None:
        said = row.content
        result = self.opened.connector.push_status(
            StatusUpdate(
                our_id=row.our_id,
                native_id=said["native_id"],
                state=PaymentState(_TOLD_STATES[said["state"]]),
                on=date.fromisoformat(said["on"]),
                reason_code=said["reason_code"],
                reason=said["reason"],
                bank_reference=said["bank_reference"],
            )
        )
        now = self.erp.clock()
        with self.database.job_connection(self.run.realm) as connection:
            outbox.written(
                connection, row.id, now, native_id=result.native_id,
                was_there=result.was_there,
            )  # fmt: skip
            self._note(connection, row, now)
            note_contact(connection, self.run.subject, now)
            connection.commit()

    def _note(self, connection: Connection, row: Row[Any], now: datetime) -> None:
        """A line of the journal's timeline for each state, however many payments."""
        if row.correlation_id is None or not tie.existing(
            connection, [row.correlation_id]
        ):
            return
        name, state = self.opened.description.name, row.content["state"]
        told = connection.execute(
            select(JournalEvent.values).where(
                JournalEvent.correlation_id == row.correlation_id,
                JournalEvent.code == _TOLD,
            )
        ).scalars()
        if state not in {values["state"] for values in told}:
            tie.note(
                connection,
                row.correlation_id,
                now,
                "INFO",
                Message(_TOLD, erp=name, state=state),
            )

    def _statement(self, row: Row[Any]) -> None:
        with self.database.job_connection(self.run.realm) as connection:
            lines = lines_of(connection, self.run.subject, row.statement_id)
        if lines is None:
            self._leave(row, "statement_unfit")
            return
        result = self.opened.connector.push_statement_lines(lines)
        now = self.erp.clock()
        with self.database.job_connection(self.run.realm) as connection:
            outbox.written(
                connection, row.id, now, native_id=result.native_id,
                was_there=result.was_there,
            )  # fmt: skip
            note_contact(connection, self.run.subject, now)
            connection.commit()

    def _settle(self, row: Row[Any]) -> None:
        with self.database.job_connection(self.run.realm) as connection:
            told = settlements.of(connection, row)
        if told is None:
            self._leave(row, settlements.ENDED)
            return
        settling = cast("Settling", self.opened.connector)
        is_end = row.operation == Operation.RELEASE
        result = settling.release(told) if is_end else settling.settle(told)
        now = self.erp.clock()
        with self.database.job_connection(self.run.realm) as connection:
            outbox.written(
                connection, row.id, now, native_id=result.native_id,
                was_there=result.was_there,
            )  # fmt: skip
            settlements.follow(connection, row, OutboxState.WRITTEN)
            note_contact(connection, self.run.subject, now)
            connection.commit()

    def _leave(self, row: Row[Any], code: str) -> None:
        """It cannot be written, and nothing is lost by that."""
        with self.database.job_connection(self.run.realm) as connection:
            connection.execute(
                update(ErpOutboxRow)
                .where(ErpOutboxRow.id == row.id)
                .values(
                    state=OutboxState.SKIPPED.value, since=self.erp.clock(), code=code,
                    next_try=None,
                )
            )  # fmt: skip
            settlements.follow(connection, row, OutboxState.SKIPPED)
            connection.commit()

    def _contact(self, row: Row[Any]) -> None:
        del row
        with self.database.job_connection(self.run.realm) as connection:
            note_contact(connection, self.run.subject, self.erp.clock())
            connection.commit()

    def _failed(self, row: Row[Any], error: ErpError) -> bool:
        """Write down why; False where the others would fail alike."""
        now = self.erp.clock()
        with self.database.job_connection(self.run.realm) as connection:
            verdict = outbox.failed(connection, row, error, now)
            if verdict.stops_all:
                hold(connection, self.run.subject, verdict.next_try or now)
            if isinstance(error, Unavailable) and not isinstance(error, Throttled):
                note_failure(connection, self.run.subject, error.message, now)
            if verdict.next_try is None:
                settlements.follow(connection, row, OutboxState.FAILED)
                _tell(connection, row, error, self.opened.description.name)
            connection.commit()
        return not verdict.stops_all

    def _give_up(self, row: Row[Any]) -> None:
        with self.database.job_connection(self.run.realm) as connection:
            connection.execute(
                update(ErpOutboxRow)
                .where(ErpOutboxRow.id == row.id)
                .values(
                    state=OutboxState.FAILED.value, since=self.erp.clock(), code=_FAULT,
                    message="A fault in the product stopped this", next_try=None,
                )
            )  # fmt: skip
            settlements.follow(connection, row, OutboxState.FAILED)
            connection.commit()


def _tell(connection: Connection, row: Row[Any], error: ErpError, name: str) -> None:
    """People hear of a write that waits for them."""
    tell(
        connection,
        "ERROR",
        Message(
            "erp.not_written",
            erp=name,
            label=row.label,
            reason=error.said or error.message,
            kind=error.code,
        ),
        correlation_id=row.correlation_id,
        reference=f"erp-outbox:{row.id}",
    )


def holds(connection: Connection, connection_id: int, now: datetime) -> bool:
    """Whether nothing is written for the moment."""
    until = connection.execute(
        select(ErpMark.at).where(
            ErpMark.connection_id == connection_id, ErpMark.name == HOLD
        )
    ).scalar()
    return until is not None and until > now


def hold(connection: Connection, connection_id: int, until: datetime | None) -> None:
    """Write nothing until then; None lets everything go on."""
    done = connection.execute(
        update(ErpMark)
        .where(ErpMark.connection_id == connection_id, ErpMark.name == HOLD)
        .values(at=until)
    ).rowcount
    if not done and until is not None:
        connection.execute(
            insert(ErpMark).values(
                connection_id=connection_id, name=HOLD, number=0, at=until
            )
        )
