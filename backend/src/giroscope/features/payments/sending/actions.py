"""What people do about files on their way: stop, decide, send once more.

Everything here runs in the caller's transaction, with the file's row locked, and is
written into the trail by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from banklink import FileKind
from giroscope.features.audit import Subject, record_now
from giroscope.features.payments.sending import policy
from giroscope.features.payments.sending.errors import NothingToSend, SentBefore
from giroscope.features.payments.sending.tables import (
    IS_PAYMENT,
    Proof,
    Sending,
    SendState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.schedule import add_job

Hands = Mapping[str, frozenset[str]]
"""Everybody who could be using an account, by account."""

SEND_JOB = "send"
"""The verb of the job that sends; its subject is the sending's id."""


@dataclass(frozen=True, slots=True)
class Order:
    """A signed document, and the connection by which it leaves."""

    correlation_id: str
    document_id: int
    sha256: str
    connection_id: int
    message_id: str | None
    kind: FileKind = FileKind.PAYMENT


@dataclass(frozen=True, slots=True)
class Which:
    """A file on its way; the journal's newest payment file where none is named."""

    correlation_id: str
    sending_id: int | None = None


def begin(connection: Connection, order: Order, now: datetime) -> int:
    """Have a signed document sent; asking twice sends it once. Tells the sending's id.

    Raises:
        SentBefore: This bank has, or may have, a file with the same message id.
    """
    known = connection.execute(
        select(Sending.id).where(Sending.document_id == order.document_id)
    ).scalar()
    if known is not None:
        return int(known)
    try:
        with connection.begin_nested():
            made = connection.execute(
                insert(Sending)
                .values(
                    correlation_id=order.correlation_id,
                    document_id=order.document_id, sha256=order.sha256,
                    kind=order.kind.value,
                    connection_id=order.connection_id, message_id=order.message_id,
                    state=SendState.WAITING.value, since=now, asked=now,
                )
                .returning(Sending.id)
            ).scalar_one()  # fmt: skip
    except IntegrityError as error:
        raise SentBefore from error
    add_job(connection, SEND_JOB, int(made), now)
    return int(made)


def cancel(
    connection: Connection,
    actor: Actor,
    which: Which,
    reason: str,
    now: datetime,
) -> None:
    """Stop a file of which nothing has left.

    Raises:
        NothingToSend: Nothing of the journal was signed.
        TooLateToCancel: Something may have left.
        ReasonNeeded: No reason is given.
    """
    actor.ensure("payments.resolve")
    row = _locked(connection, which)
    kept = policy.a_reason(reason)
    policy.ensure_cancellable(SendState(row.state))
    _decide(connection, actor, row, now, reason=kept, state=SendState.CANCELLED.value)
    _to_the_trail(
        connection, actor, "payments.cancelled", row, SendState.CANCELLED, kept
    )


def decide(
    connection: Connection, actor: Actor, which: Which, reason: str,
    now: datetime, *, has_arrived: bool,
) -> None:  # fmt: skip
    """Write down what a person found out about a file nobody heard of again.

    Raises:
        NothingToSend: Nothing of the journal was signed.
        NotUndecided: It is known what became of it.
        ReasonNeeded: No reason is given.
    """
    actor.ensure("payments.resolve")
    row = _locked(connection, which)
    kept = policy.a_reason(reason)
    policy.ensure_undecided(SendState(row.state))
    state = SendState.SENT if has_arrived else SendState.NOT_TAKEN
    arrived = {"sent": row.left, "proof": Proof.DECISION.value} if has_arrived else {}
    _decide(connection, actor, row, now, reason=kept, state=state.value, **arrived)
    _to_the_trail(connection, actor, "payments.decided", row, state, kept)


def send_again(
    connection: Connection, actor: Actor, which: Which, hands: Hands, now: datetime
) -> int | None:
    """Put a file in the queue again that the bank certainly did not take.

    Tells the document's id, of a file of payments.

    Raises:
        NothingToSend: Nothing of the journal was signed.
        NotResendable: The bank has it or may have it.
        SecondPerson: One person could be this one and who decided that it did not
            arrive.
        SentBefore: Another file with its message id went to this bank meanwhile.
    """
    actor.ensure("payments.sign")
    row = _locked(connection, which)
    policy.ensure_resendable(
        SendState(row.state), hand(hands, row.decided_by), hand(hands, actor.id)
    )
    try:
        with connection.begin_nested():
            connection.execute(
                update(Sending)
                .where(Sending.id == row.id)
                .values(
                    state=SendState.WAITING.value, since=now, asked=now, tries=0,
                    next_try=None, held=None, held_text=None,
                    bank_code=None, bank_text=None,
                )
            )  # fmt: skip
    except IntegrityError as error:
        raise SentBefore from error
    add_job(connection, SEND_JOB, row.id, now)
    _to_the_trail(
        connection, actor, "payments.sent_again", row, SendState.WAITING, None
    )
    return int(row.document_id) if row.kind == FileKind.PAYMENT.value else None


async def deciders(session: AsyncSession, correlation_id: str) -> set[str]:
    """Who decided anything about the journal's files on their way, which are locked.

    So nobody decides anything else before their hands are known and looked at.
    """
    found = await session.execute(
        select(Sending.decided_by)
        .where(Sending.correlation_id == correlation_id)
        .order_by(Sending.id)
        .with_for_update()
    )
    return {one for one in found.scalars() if one is not None}


def hand(hands: Hands, person: str | None) -> frozenset[str]:
    """Who could be using the account, itself included; nobody, of no account."""
    return frozenset() if person is None else hands.get(person, frozenset({person}))


def is_payment(connection: Connection, which: Which) -> bool:
    """Whether the file that is meant pays; else it asks payments back."""
    if which.sending_id is None:
        return True
    found = connection.execute(
        select(Sending.kind).where(Sending.id == which.sending_id)
    )
    return found.scalar() in {None, FileKind.PAYMENT.value}


def _locked(connection: Connection, which: Which) -> Row[Any]:
    """The file that is meant, locked.

    Raises:
        NothingToSend: There is none.
    """
    query = select(Sending).where(Sending.correlation_id == which.correlation_id)
    if which.sending_id is None:
        query = query.where(IS_PAYMENT).order_by(Sending.id.desc()).limit(1)
    else:
        query = query.where(Sending.id == which.sending_id)
    row = connection.execute(query.with_for_update()).one_or_none()
    if row is None:
        raise NothingToSend
    return row


def _decide(
    connection: Connection, actor: Actor, row: Row[Any], now: datetime, **values: object
) -> None:
    connection.execute(
        update(Sending)
        .where(Sending.id == row.id)
        .values(
            since=now, next_try=None, held=None, held_text=None,
            decided=now, decided_by=actor.id, decided_by_name=actor.name, **values,
        )
    )  # fmt: skip


def _to_the_trail(
    connection: Connection, actor: Actor, verb: str, row: Row[Any],
    state: SendState, reason: str | None,
) -> None:  # fmt: skip
    record_now(
        connection, actor, verb, Subject("journal", row.correlation_id),
        was={"state": row.state},
        now={"state": state.value, "kind": row.kind, "sha256": row.sha256,
             "reason": reason},
    )  # fmt: skip
