"""What people do to have payments back: ask, confirm, decline, take the request back.

Everything here runs in the caller's transaction. Whoever asks holds the row of the
payment file on its way, so that of two who ask for the same one is told so.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, Row, insert, select, update

from banklink.protocol import Capability
from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import BankConnection
from giroscope.features.banks.directory import able_to
from giroscope.features.banks.served_accounts import AT_WORK
from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.policy import payment_state
from giroscope.features.payments.recalls import errors, policy
from giroscope.features.payments.recalls.answers import refused_places
from giroscope.features.payments.recalls.reasons import RecallReason
from giroscope.features.payments.recalls.tables import (
    Recall,
    RecalledPayment,
    RecallState,
)
from giroscope.features.payments.recalls.write_request import written
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.payments.sending.policy import a_reason
from giroscope.features.payments.sending.tables import IS_PAYMENT
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound
from giroscope.kernel.schedule import add_job

RECALL_JOB = "recall"
"""The verb of the job that writes a confirmed request; its subject is the request."""
_PREFIX = "RC"
_VERBS = {
    RecallState.CONFIRMED: "payments.recall_confirmed",
    RecallState.DECLINED: "payments.recall_declined",
    RecallState.WITHDRAWN: "payments.recall_withdrawn",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """Which payments of a journal are asked back, and why."""

    correlation_id: str
    reason: RecallReason
    note: str
    positions: Collection[int] | None = None
    """By their places in the file; None asks for all that can be had."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as its timeline tells of it."""

    id: int
    payments: int
    is_whole: bool
    bank: str


def ask(connection: Connection, actor: Actor, wish: Wish, now: datetime) -> Asked:
    """Ask for payments back; another person has to confirm before anything leaves.

    Raises:
        AppError: What `policy.against_asking` finds.
        NothingToRecall, NotRecallable: Banks do not give such payments back.
        AlreadyRecalled: Some of them are asked back already.
        NotWritable: The file has something that no request can repeat.
        ReasonNeeded: Nothing is said in words.
    """
    actor.ensure("payments.recall")
    note = a_reason(wish.note)
    sending = _sending(connection, wish.correlation_id, is_locked=True)
    bank = way_of(connection, sending)
    policy.ensure(bank.refusal)
    if sending is None or bank.row is None:
        raise errors.NotSentHere
    every = _payments(connection, sending.document_id)
    chosen = _chosen(every, wish.positions)
    held = {one.position for one in standing(connection, wish.correlation_id)}
    if wish.positions is None:
        chosen = [one for one in chosen if one.position not in held]
        if not chosen:
            raise errors.AlreadyRecalled if held else errors.NothingToRecall
    elif held.intersection(one.position for one in chosen):
        raise errors.AlreadyRecalled
    is_whole = len(chosen) == len(every)
    made = connection.execute(
        insert(Recall)
        .values(
            correlation_id=wish.correlation_id, case_id=f"{_PREFIX}{uuid4().hex}",
            connection_id=sending.connection_id, connection_name=bank.row.name,
            of_document_id=sending.document_id, is_whole=is_whole,
            payments=len(chosen), reason=wish.reason.value, note=note,
            state=RecallState.ASKED.value, asked=now, asked_by=actor.id,
            asked_by_name=actor.name,
        )
        .returning(Recall.id)
    ).scalar_one()  # fmt: skip
    connection.execute(
        insert(RecalledPayment),
        [
            {
                "recall_id": made, "correlation_id": wish.correlation_id,
                "position": one.position, "batch_bank_id": one.bank_id,
                "end_to_end_id": one.end_to_end_id,
                "instruction_id": one.instruction_id,
            }
            for one in chosen
        ],
    )  # fmt: skip
    record_now(
        connection, actor, "payments.recall_asked",
        Subject("journal", wish.correlation_id),
        now={"recall": made, "payments": len(chosen), "isWhole": is_whole,
             "reason": wish.reason.value, "note": note, "bank": bank.row.name},
        at=now,
    )  # fmt: skip
    # What cannot be written is refused now, not when a second person confirms it.
    written(connection, int(made))
    return Asked(int(made), len(chosen), is_whole, bank.row.name)


def confirm(
    connection: Connection, who: Somebody, actor: Actor, recall_id: int, now: datetime
) -> Row[Any]:
    """Let a request leave for the bank; tells it as it was.

    Raises:
        NotFound: There is no such request.
        AppError: What `policy.against_deciding` or `policy.against_asking` finds.
    """
    actor.ensure("payments.sign")
    row = locked(connection, recall_id)
    policy.ensure(policy.against_deciding(RecallState(row.state), row.asked_by, who))
    sending = _sending(connection, row.correlation_id, is_locked=False)
    policy.ensure(way_of(connection, sending).refusal)
    _decide(connection, actor, row, RecallState.CONFIRMED, now)
    add_job(connection, RECALL_JOB, row.id, now)
    return row


def decline(
    connection: Connection, who: Somebody, actor: Actor, recall_id: int,
    reason: str, now: datetime,
) -> Row[Any]:  # fmt: skip
    """Decide that a request does not leave; tells it as it was.

    Raises:
        NotFound: There is no such request.
        AppError: What `policy.against_deciding` finds.
        ReasonNeeded: No reason is given.
    """
    actor.ensure("payments.sign")
    row = locked(connection, recall_id)
    policy.ensure(policy.against_deciding(RecallState(row.state), row.asked_by, who))
    _decide(connection, actor, row, RecallState.DECLINED, now, a_reason(reason))
    return row


def withdraw(
    connection: Connection, actor: Actor, recall_id: int, now: datetime
) -> Row[Any]:
    """Take one's own request back before it is confirmed; tells it as it was.

    Raises:
        NotFound: There is no such request.
        AppError: What `policy.against_withdrawing` finds.
    """
    actor.ensure("payments.recall")
    row = locked(connection, recall_id)
    policy.ensure(
        policy.against_withdrawing(RecallState(row.state), row.asked_by, actor.id)
    )
    _decide(connection, actor, row, RecallState.WITHDRAWN, now)
    return row


def locked(connection: Connection, recall_id: int) -> Row[Any]:
    """The request, locked.

    Raises:
        NotFound: There is none.
    """
    row = connection.execute(
        select(Recall).where(Recall.id == recall_id).with_for_update()
    ).one_or_none()
    if row is None:
        raise NotFound
    return row


@dataclass(frozen=True, slots=True)
class Way:
    """The connection that a request would leave by, and why it cannot."""

    row: Any
    refusal: Any


def way_of(connection: Connection, sending: Row[Any] | None) -> Way:
    """By which connection payments of this file can be asked back, if by any."""
    row: Any = None
    if sending is not None:
        row = connection.execute(
            select(BankConnection.name, BankConnection.profile, BankConnection.state)
            .where(BankConnection.id == sending.connection_id)
        ).one_or_none()  # fmt: skip
    refusal = policy.against_asking(
        None if sending is None else SendState(sending.state),
        can_carry=row is not None and row.profile in able_to(Capability.RECALL),
        is_at_work=row is not None and row.state in {one.value for one in AT_WORK},
    )
    return Way(row, refusal)


def standing(connection: Connection, correlation_id: str) -> list[Row[Any]]:
    """The payments of a journal that are asked back and not refused, by their place."""
    from_recalls = connection.execute(
        select(Recall.id, Recall.state, Recall.case_id, Sending.state.label("way"))
        .outerjoin(Sending, Sending.id == Recall.sending_id)
        .where(Recall.correlation_id == correlation_id)
    ).all()
    cases = {
        one.id: one.case_id
        for one in from_recalls
        if policy.is_standing(
            RecallState(one.state), SendState(one.way) if one.way else None
        )
    }
    if not cases:
        return []
    rows = connection.execute(
        select(RecalledPayment).where(RecalledPayment.recall_id.in_(list(cases)))
    ).all()
    refused = refused_places(connection, correlation_id)
    return [row for row in rows if (row.recall_id, row.position) not in refused]


def _sending(
    connection: Connection, correlation_id: str, *, is_locked: bool
) -> Row[Any] | None:
    query = (
        select(Sending)
        .where(Sending.correlation_id == correlation_id, IS_PAYMENT)
        .order_by(Sending.id.desc())
        .limit(1)
    )
    return connection.execute(
        query.with_for_update() if is_locked else query
    ).one_or_none()


def _payments(connection: Connection, document_id: int) -> list[Row[Any]]:
    return list(
        connection.execute(
            select(
                Payment.position, Payment.end_to_end_id, Payment.instruction_id,
                Payment.status, Payment.transaction_id, Payment.return_id,
                PaymentBatch.bank_id,
            )
            .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
            .where(Payment.document_id == document_id)
            .order_by(Payment.position)
        )
    )  # fmt: skip


def _chosen(every: list[Row[Any]], positions: Collection[int] | None) -> list[Row[Any]]:
    can = [one for one in every if _state(one) in policy.RECALLABLE]
    if not can:
        raise errors.NothingToRecall
    if positions is None:
        return can
    wanted = set(positions)
    chosen = [one for one in can if one.position in wanted]
    if not chosen:
        raise errors.NothingToRecall
    if len(chosen) != len(wanted):
        raise errors.NotRecallable
    return chosen


def _state(row: Row[Any]) -> Any:
    return payment_state(
        row.status, is_booked=row.transaction_id is not None,
        is_returned=row.return_id is not None,
    )  # fmt: skip


def _decide(
    connection: Connection, actor: Actor, row: Row[Any], state: RecallState,
    now: datetime, why: str | None = None,
) -> None:  # fmt: skip
    connection.execute(
        update(Recall)
        .where(Recall.id == row.id)
        .values(
            state=state.value, decided=now, decided_by=actor.id,
            decided_by_name=actor.name, decision=why,
        )
    )  # fmt: skip
    record_now(
        connection, actor, _VERBS[state],
        Subject("journal", row.correlation_id),
        was={"state": row.state},
        now={"state": state.value, "recall": row.id, "reason": why}, at=now,
    )  # fmt: skip
