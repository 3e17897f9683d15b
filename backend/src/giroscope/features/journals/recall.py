"""Payments asked back: each act, what the timeline tells of it, and the request's file.

The room of payments decides; here its requests become documents of the journal and
lines that people read.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from bankfiles.writing.camt055 import CANCELLATION
from banklink import FileKind
from giroscope.features.documents import Document, Vault, note_document
from giroscope.features.journals import tie
from giroscope.features.journals.approve import Desk
from giroscope.features.messages import tell
from giroscope.features.payments import recalls
from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.recalls import Recall, RecallState
from giroscope.features.payments.sending import Order, begin
from giroscope.features.users.hands import hands_of
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import WriteSession
from giroscope.kernel.jobs import JobRun
from localization import Message

_SOURCE = "OWN"


async def ask(desk: Desk, actor: Actor, wish: recalls.Wish) -> int:
    """Ask for payments back; see `recalls.ask`. Tells the request's id.

    Raises:
        SessionEnded: The actor's session is over.
        Unavailable: The provider does not answer.
    """
    actor.ensure("payments.recall")
    await desk.live.ensure_live(actor)
    now = desk.clock()

    def do(connection: Connection) -> int:
        asked = recalls.ask(connection, actor, wish, now)
        count, bank, reason = asked.payments, asked.bank, wish.note.strip()
        tie.note(
            connection,
            wish.correlation_id,
            now,
            "WARNING",
            Message("recall.asked", count=count, bank=bank, reason=reason),
            actor=actor.name,
        )
        tell(
            connection,
            "WARNING",
            Message("recall.asked", count=count, bank=bank, reason=reason),
            correlation_id=wish.correlation_id,
        )
        tie.refresh(connection, [wish.correlation_id], now)
        return asked.id

    async with desk.database.writing(actor.realm) as session:
        return await session.run_sync(lambda own: do(own.connection()))


async def confirm(desk: Desk, actor: Actor, recall_id: int) -> None:
    """Let a request leave; see `recalls.confirm`."""
    actor.ensure("payments.sign")

    def act(connection: Connection, who: Somebody, now: datetime) -> Any:
        return recalls.confirm(connection, who, actor, recall_id, now)

    await _decide(desk, actor, act, "recall.confirmed")


async def decline(desk: Desk, actor: Actor, recall_id: int, reason: str) -> None:
    """Decide that a request does not leave; see `recalls.decline`."""
    actor.ensure("payments.sign")

    def act(connection: Connection, who: Somebody, now: datetime) -> Any:
        return recalls.decline(connection, who, actor, recall_id, reason, now)

    await _decide(desk, actor, act, "recall.declined", reason.strip())


async def withdraw(desk: Desk, actor: Actor, recall_id: int) -> None:
    """Take one's own request back; see `recalls.withdraw`."""
    actor.ensure("payments.recall")
    await desk.live.ensure_live(actor)
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        await session.run_sync(
            lambda own: _tell(
                own.connection(), actor, now, "recall.withdrawn", "",
                recalls.withdraw(own.connection(), actor, recall_id, now),
            )
        )  # fmt: skip


async def _decide(
    desk: Desk,
    actor: Actor,
    act: Callable[[Connection, Somebody, datetime], Any],
    code: str,
    reason: str = "",
) -> None:
    """Decide as somebody whom the provider calls an approver at this moment.

    Raises:
        SessionEnded: The actor's session is over.
        Unavailable: The provider does not answer.
    """
    approvers = await desk.approvers(actor)
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        who = await _somebody(session, actor, is_approver=actor.id in approvers)
        await session.run_sync(
            lambda own: _tell(
                own.connection(), actor, now, code, reason,
                act(own.connection(), who, now),
            )
        )  # fmt: skip


async def _somebody(
    session: WriteSession, actor: Actor, *, is_approver: bool
) -> Somebody:
    asked = await session.execute(
        select(Recall.asked_by)
        .where(Recall.state == RecallState.ASKED.value)
        .distinct()
    )
    people = {actor.id, *asked.scalars()}
    return Somebody(actor.id, is_approver, hands=await hands_of(session, people))


def _tell(
    connection: Connection, actor: Actor, now: datetime, code: str,
    reason: str, row: Any,
) -> None:  # fmt: skip
    tie.note(
        connection,
        row.correlation_id,
        now,
        "INFO",
        Message(code, reason=reason, count=row.payments),
        actor=actor.name,
    )
    tie.refresh(connection, [row.correlation_id], now)


def recaller(vault: Vault, clock: Clock = system_clock) -> Callable[[JobRun], None]:
    """The `recall` job: write a confirmed request and put it in the queue, once.

    The same request gives the same bytes, so a run after a kill makes nothing twice.
    """

    def recall(run: JobRun) -> None:
        with run.database.job_connection(run.realm) as connection:
            row = recalls.locked(connection, run.subject)
            if row.state == RecallState.CONFIRMED and row.sending_id is None:
                content = recalls.written(connection, row.id)
                stored = vault.keep_now(run.realm, [content])
                _queue(connection, row, stored, clock())
            connection.commit()

    return recall


def _queue(connection: Connection, row: Any, stored: Any, now: datetime) -> None:
    name = f"recall-{row.case_id}.xml"
    document_id = note_document(connection, stored, name, _SOURCE, now)
    connection.execute(
        update(Document)
        .where(Document.id == document_id)
        .values(
            kind="RECALL", format=FileKind.CANCELLATION.value, version=CANCELLATION,
            encoding="utf-8",
        )
    )  # fmt: skip
    tie.attach(
        connection, row.correlation_id, document_id, "RECALL", now, source=_SOURCE
    )
    sending_id = begin(
        connection,
        Order(
            row.correlation_id, document_id, stored.sha256, row.connection_id,
            row.case_id, FileKind.CANCELLATION,
        ),
        now,
    )  # fmt: skip
    connection.execute(
        update(Recall)
        .where(Recall.id == row.id)
        .values(document_id=document_id, sending_id=sending_id)
    )
    tie.note(
        connection,
        row.correlation_id,
        now,
        "INFO",
        Message("recall.queued", name=name),
        document_id=document_id,
    )
    tie.refresh(connection, [row.correlation_id], now)
