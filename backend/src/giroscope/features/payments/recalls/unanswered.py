"""Which requests for recall banks have said nothing about, and since when.

A request is answered once the bank has spoken of each of its payments, if only to say
that it works on it; or cancelled the payment, or sent its money back, without a word.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import Connection, or_, select

from giroscope.features.payments.recalls.answers import (
    answer_lines,
    counting_of,
    recalled_rows,
)
from giroscope.features.payments.recalls.tables import Recall, RecallState
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.payments.tables import Payment, PaymentBatch, StatusReport
from giroscope.kernel.banking_days import Calendar, calendars_of, next_open
from giroscope.kernel.clock import COPENHAGEN

_DAY = timedelta(days=1)
_CANCELLED = "CANC"


@dataclass(frozen=True, slots=True)
class Owed:
    """A request that a bank has, and the payments of it that it is silent about."""

    correlation_id: str
    bank: str
    sent: datetime
    payments: int
    calendars: frozenset[Calendar]


def due(sent: datetime, days: int, calendars: frozenset[Calendar]) -> datetime:
    """When so many banking days have passed since, by the clock of Copenhagen.

    What is sent while banks are closed is read when they open again.
    """
    local = sent.astimezone(COPENHAGEN)
    day = next_open(local.date(), calendars)
    at = local.time() if day == local.date() else time()
    for _ in range(days):
        day = next_open(day + _DAY, calendars)
    return datetime.combine(day, at, COPENHAGEN)


def owed(
    connection: Connection, correlation_ids: Collection[str] | None = None
) -> list[Owed]:
    """The requests that banks have and are silent about, the oldest first."""
    wanted = (
        []
        if correlation_ids is None
        else [Recall.correlation_id.in_(list(correlation_ids))]
    )
    rows = connection.execute(
        select(
            Recall.id, Recall.correlation_id, Recall.case_id, Recall.connection_name,
            Recall.of_document_id, Sending.sent,
        )
        .join(Sending, Sending.id == Recall.sending_id)
        .where(
            Recall.state == RecallState.CONFIRMED.value,
            Sending.state == SendState.SENT.value,
            Sending.sent.is_not(None),
            *wanted,
        )
        .order_by(Sending.sent, Recall.id)
    ).all()  # fmt: skip
    silent = _silent(connection, rows)
    return [
        Owed(
            row.correlation_id, row.connection_name, row.sent, silent[row.id],
            _calendars(connection, row.of_document_id),
        )
        for row in rows
        if silent.get(row.id)
    ]  # fmt: skip


def _silent(connection: Connection, recalls: Collection[Any]) -> dict[int, int]:
    """Of how many payments of each request nothing was heard."""
    recalled = connection.execute(
        recalled_rows(Recall.id.in_([row.id for row in recalls]))
    ).all()
    lines = connection.execute(
        answer_lines(StatusReport.case_id.in_([row.case_id for row in recalls]))
    ).all()
    heard = counting_of(recalled, lines)
    ended = _ended(connection, {row.correlation_id for row in recalls})
    found: dict[int, int] = {}
    for one in recalled:
        is_heard = (one.recall_id, one.position) in heard
        if not is_heard and (one.correlation_id, one.position) not in ended:
            found[one.recall_id] = found.get(one.recall_id, 0) + 1
    return found


def _ended(connection: Connection, journals: Collection[str]) -> set[tuple[str, int]]:
    """The payments that are cancelled or came back, whoever said so."""
    rows = connection.execute(
        select(Payment.correlation_id, Payment.position).where(
            Payment.correlation_id.in_(list(journals)),
            or_(Payment.status == _CANCELLED, Payment.return_id.is_not(None)),
        )
    )
    return {(row.correlation_id, row.position) for row in rows}


def _calendars(connection: Connection, document_id: int) -> frozenset[Calendar]:
    """Whose days count: those of the accounts that pay, and of their currencies."""
    rows = connection.execute(
        select(PaymentBatch.debtor_account, Payment.currency)
        .join(Payment, Payment.batch_id == PaymentBatch.id)
        .where(PaymentBatch.document_id == document_id)
        .distinct()
    )
    found = (calendars_of((row[0] or "")[:2], row[1]) for row in rows)
    return frozenset[Calendar]().union(*found)


def is_late(one: Owed, days: int, now: datetime) -> bool:
    """Whether the bank should have answered by now."""
    return now >= due(one.sent, days, one.calendars)
