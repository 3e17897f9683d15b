"""What people do about the exchange: fetch now, try again, leave, let go."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from giroscope.features.audit import Subject, record_now
from giroscope.features.erp.books import FETCH_JOB, LISTS_JOB, books_in_use
from giroscope.features.erp.doubts import DUPLICATE
from giroscope.features.erp.exchange.assign import LEFT, REFUSED
from giroscope.features.erp.exchange.errors import NotHeld, NotWaiting, ReasonNeeded
from giroscope.features.erp.exchange.fetch import FAILED_BEFORE
from giroscope.features.erp.exchange.jobs import PLAN_JOB
from giroscope.features.erp.exchange.outbox import WRITE_JOB, Write, ask
from giroscope.features.erp.exchange.settlements import follow
from giroscope.features.erp.exchange.tables import (
    ErpAsking,
    ErpOrder,
    ErpOutboxRow,
    Operation,
    OrderState,
    OutboxState,
)
from giroscope.features.erp.exchange.write_back import hold
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.schedule import add_job

LONGEST_REASON = 500
_ASKED = {FETCH_JOB: "erp.fetch", LISTS_JOB: "erp.read_lists"}
_TRIABLE = (OutboxState.FAILED.value, OutboxState.WAITING.value)
_LETTABLE = frozenset({DUPLICATE, REFUSED, LEFT, FAILED_BEFORE})


def begin(connection: Connection, actor: Actor, verb: str, now: datetime) -> int:
    """Have the ERP asked now; tells the job, perhaps one that runs already.

    Raises:
        NoConfiguration: There is no ERP in use.
    """
    row = books_in_use(connection)
    hold(connection, row.id, None)
    job_id = add_job(connection, verb, row.id, now)
    connection.execute(
        insert(ErpAsking).values(
            connection_id=row.id, at=now, by_id=actor.id, by_name=actor.name
        )
    )
    record_now(
        connection, actor, _ASKED[verb], Subject("erp", str(row.id), row.name),
        now={"job": job_id}, at=now,
    )  # fmt: skip
    return job_id


def retry(connection: Connection, actor: Actor, row_id: int, now: datetime) -> int:
    """Write it again at once; the connector looks first for what is there already.

    Raises:
        NotFound: There is no such write.
        NotWaiting: It is written, left, or overtaken.
    """
    row = _write(connection, row_id)
    if row.state not in _TRIABLE:
        raise NotWaiting
    connection.execute(
        update(ErpOutboxRow)
        .where(ErpOutboxRow.id == row.id)
        .values(
            state=OutboxState.WAITING.value, since=now, asked=now, tries=0,
            next_try=None, decided_by=actor.id, decided_by_name=actor.name,
        )
    )  # fmt: skip
    follow(connection, row, OutboxState.WAITING)
    hold(connection, row.connection_id, None)
    job_id = add_job(connection, WRITE_JOB, row.connection_id, now)
    record_now(
        connection, actor, "erp.retry", _subject(row), was={"code": row.code}, at=now
    )
    return job_id


def skip(
    connection: Connection, actor: Actor, row_id: int, reason: str, now: datetime
) -> None:
    """Leave it unwritten for good. Payments of a claim that is left are called off.

    Raises:
        NotFound: There is no such write.
        NotWaiting: It is written, left, or overtaken.
        ReasonNeeded: No reason is given.
    """
    why = a_reason(reason)
    row = _write(connection, row_id)
    if row.state not in _TRIABLE:
        raise NotWaiting
    connection.execute(
        update(ErpOutboxRow)
        .where(ErpOutboxRow.id == row.id)
        .values(
            state=OutboxState.SKIPPED.value, since=now, next_try=None, reason=why,
            decided_by=actor.id, decided_by_name=actor.name,
        )
    )  # fmt: skip
    follow(connection, row, OutboxState.SKIPPED)
    if row.operation == Operation.CLAIM:
        _call_off(connection, row, why, now)
    record_now(
        connection, actor, "erp.skip", _subject(row),
        was={"code": row.code}, now={"reason": why}, at=now,
    )  # fmt: skip


def _call_off(connection: Connection, row: Row[Any], why: str, now: datetime) -> None:
    """Some may be ours in the ERP without our knowing, so it is told of each."""
    members = connection.execute(
        select(ErpPayment)
        .where(
            ErpPayment.order_id == row.order_id,
            ErpPayment.state.in_(
                [ErpPaymentState.CLAIMING.value, ErpPaymentState.CLAIMED.value]
            ),
        )
        .order_by(ErpPayment.id)
    ).all()
    connection.execute(
        update(ErpPayment)
        .where(ErpPayment.id.in_([member.id for member in members]))
        .values(
            state=ErpPaymentState.CANCELLED.value, since=now, reason_code="CALLED_OFF",
            reason=why, told=ErpPaymentState.CANCELLED.value,
            times_told=ErpPayment.times_told + 1,
        )
    )  # fmt: skip
    connection.execute(
        update(ErpOrder)
        .where(ErpOrder.id == row.order_id)
        .values(state=OrderState.CANCELLED.value)
    )
    ask(
        connection, row.connection_id,
        [
            Write(
                Operation.STATUS, f"{one.end_to_end_id}:{one.times_told + 1}:cancelled",
                f"{one.number} · {one.creditor_name}", payment_id=one.id,
                content={
                    "native_id": one.native_id, "on": day_of(now).isoformat(),
                    "state": ErpPaymentState.CANCELLED.value, "reason": why,
                    "reason_code": "CALLED_OFF", "bank_reference": "",
                },
            )
            for one in members
        ],
        now,
    )  # fmt: skip


def let_go(
    connection: Connection, actor: Actor, payment_id: int, reason: str, now: datetime
) -> None:
    """Pay one all the same that was held for looking like another, or left.

    Raises:
        NotFound: There is no such payment.
        NotHeld: Nobody's word is what it waits for.
        ReasonNeeded: No reason is given.
    """
    why = a_reason(reason)
    row = _held(connection, payment_id)
    if row.reason_code not in _LETTABLE:
        raise NotHeld
    connection.execute(
        update(ErpPayment)
        .where(ErpPayment.id == row.id)
        .values(
            allowed=why,
            allowed_by=actor.id,
            allowed_by_name=actor.name,
            reason_code=None,
            values={},
            since=now,
        )
    )
    add_job(connection, PLAN_JOB, row.connection_id, now)
    record_now(
        connection, actor, "erp.let_go", _payment_subject(row),
        was={"reason": row.reason_code}, now={"reason": why}, at=now,
    )  # fmt: skip


def leave(
    connection: Connection, actor: Actor, payment_id: int, reason: str, now: datetime
) -> None:
    """Leave a held payment to the ERP; it is not paid from here as it is.

    Raises: As `let_go`.
    """
    why = a_reason(reason)
    row = _held(connection, payment_id)
    connection.execute(
        update(ErpPayment)
        .where(ErpPayment.id == row.id)
        .values(
            state=ErpPaymentState.HELD.value, reason_code=LEFT, reason=why, values={},
            since=now,
        )
    )  # fmt: skip
    record_now(
        connection, actor, "erp.leave", _payment_subject(row),
        was={"reason": row.reason_code}, now={"reason": why}, at=now,
    )  # fmt: skip


def a_reason(text: str) -> str:
    """The reason as it is kept.

    Raises:
        ReasonNeeded: There is none.
        InvalidInput: It is too long.
    """
    reason = text.replace("\0", "").strip()
    if not reason:
        raise ReasonNeeded(path="reason")
    if len(reason) > LONGEST_REASON:
        raise InvalidInput(
            f"A reason has at most {LONGEST_REASON} characters", path="reason"
        )
    return reason


def _write(connection: Connection, row_id: int) -> Row[Any]:
    found = connection.execute(
        select(ErpOutboxRow).where(ErpOutboxRow.id == row_id).with_for_update()
    ).one_or_none()
    if found is None:
        raise NotFound
    return found


def _held(connection: Connection, payment_id: int) -> Row[Any]:
    found = connection.execute(
        select(ErpPayment).where(ErpPayment.id == payment_id).with_for_update()
    ).one_or_none()
    if found is None:
        raise NotFound
    if found.state != ErpPaymentState.HELD:
        raise NotHeld
    return found


def _subject(row: Row[Any]) -> Subject:
    return Subject("erp-outbox", str(row.id), row.label)


def _payment_subject(row: Row[Any]) -> Subject:
    return Subject("erp-payment", str(row.id), row.number)
