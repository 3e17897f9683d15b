"""The desk of these tests: a queue, and a bank that does what a test says."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, select, text
from sqlalchemy.orm import Session

from banklink import Channel, Ids, OutgoingFile, Receipt, Sealed
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.documents import Vault
from giroscope.features.payments.sending import Order, Outcome, Outlet, Sending, begin
from giroscope.features.payments.sending.tables import SendAttempt
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun

REALM = "giroscope"
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass
class Bank:
    """A bank behind a channel: takes what comes, unless told to fail."""

    taken: list[bytes] = field(default_factory=list)
    sealed: list[OutgoingFile] = field(default_factory=list)
    fails_to_seal: Exception | None = None
    fails_before: Exception | None = None
    """Raised by `deliver` before the bank has the file."""
    fails_after: Exception | None = None
    """Raised by `deliver` although the bank has the file."""
    dies: bool = False
    says_sealed: str = ""
    """The digest of what was sealed, where the channel can tell."""
    delivers: Callable[[], None] = lambda: None
    """What happens meanwhile, once the bank has the file."""

    def seal(self, file: OutgoingFile, ids: Ids) -> Sealed:
        if self.fails_to_seal is not None:
            raise self.fails_to_seal
        self.sealed.append(file)
        sealed = Sealed(b"sealed " + file.content, ids, "upload", "bank")
        return replace(sealed, content_digest=self.says_sealed)

    def deliver(self, sealed: Sealed) -> Receipt:
        if self.fails_before is not None:
            raise self.fails_before
        self.taken.append(sealed.body)
        self.delivers()
        if self.fails_after is not None:
            raise self.fails_after
        return Receipt("00", "OK.", "R-1", b"<reply/>")

    def open_channel(self, realm: str, connection_id: int) -> Channel:
        del realm, connection_id
        channel: Any = SimpleNamespace(seal=self.seal, deliver=self.deliver)
        return channel


@dataclass
class Desk:
    """What a test does with the queue, and what it sees of it."""

    database: Database
    vault: Vault
    bank: Bank
    told: list[Outcome] = field(default_factory=list)
    now: datetime = NOW
    passing: Callable[[str], None] = lambda _boundary: None
    asked_the_time: Callable[[], None] = lambda: None
    ensure_released: Callable[..., None] = lambda *_: None
    """Files are put in the queue here without having been approved."""

    def clock(self) -> datetime:
        """The time of the desk."""
        self.asked_the_time()
        return self.now

    def queue(self, document_id: int, **changed: Any) -> int:
        """Put a document in the queue."""
        with self.connection() as connection:
            order = self.order(connection, document_id)
            made = begin(connection, Order(**(order | changed)), self.now)
            connection.commit()
            return made

    def order(self, connection: Connection, document_id: int) -> dict[str, Any]:
        row = connection.execute(
            text(
                "SELECT d.sha256, j.correlation_id, n.message_id FROM documents d"
                " JOIN journal_documents j ON j.document_id = d.id"
                " JOIN journals n ON n.correlation_id = j.correlation_id"
                " WHERE d.id = :document"
            ),
            {"document": document_id},
        ).one()
        return {
            "correlation_id": row[1], "document_id": document_id, "sha256": row[0],
            "connection_id": 1, "message_id": row[2],
        }  # fmt: skip

    def send(self, sending_id: int) -> Outcome:
        """Run the job once."""
        banks: Any = self.bank
        outlet = Outlet(
            banks, self.vault, self._follow, self.ensure_released, self.clock,
            passing=self.passing,
        )  # fmt: skip
        return outlet.send(JobRun(self.database, REALM, 1, sending_id))

    def _follow(
        self, realm: str, connection: Connection, outcome: Outcome, now: datetime
    ) -> None:
        del realm, connection, now
        self.told.append(outcome)

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)

    def connection(self) -> Any:
        """A blocking connection to the realm."""
        return self.database.job_connection(REALM)

    def kept(self, sending_id: int, *but: str) -> dict[str, Any]:
        """What the row of a file says, without what is empty and these columns."""
        row = self.sending(sending_id)
        names = [column.key for column in Sending.__table__.columns]
        values = {name: getattr(row, name) for name in names if name not in but}
        return {name: value for name, value in values.items() if value is not None}

    def trail(self, prefix: str) -> list[tuple[str, str, Any, Any]]:
        """Verb, actor, and the values before and after, of the audit trail's events."""
        with self.connection() as held:
            rows = held.execute(
                select(AuditEvent)
                .where(AuditEvent.verb.startswith(prefix))
                .order_by(AuditEvent.id)
            ).all()
        return [
            (one.verb, one.actor_id, json.loads(one.was or "{}"),
             json.loads(one.now or "{}"))
            for one in rows
        ]  # fmt: skip

    def sending(self, sending_id: int) -> Sending:
        """The row of a file."""
        with self.connection() as held, Session(held) as session:
            row = session.get_one(Sending, sending_id)
            session.expunge(row)
            return row

    def attempts(self, sending_id: int) -> list[SendAttempt]:
        """Its attempts, in order."""
        with self.connection() as held, Session(held) as session:
            rows = session.scalars(
                select(SendAttempt)
                .where(SendAttempt.sending_id == sending_id)
                .order_by(SendAttempt.number)
            ).all()
            session.expunge_all()
            return list(rows)

    def is_locked(self, row_id: int, table: Any = Sending) -> bool:
        """Whether somebody else would have to wait for a row; on PostgreSQL."""
        with self.connection() as held:
            free = select(table.id).where(table.id == row_id)
            found = held.execute(free.with_for_update(skip_locked=True)).first()
            held.rollback()
            return found is None
