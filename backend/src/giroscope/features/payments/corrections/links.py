"""Follows corrected payments and their replacements, whichever way they go.

A replacement that was stopped ends, and its original may be corrected again; one that
the bank refuses or returns is corrected itself. So of all that stands for one payment
exactly one is unpaid, under way or paid.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from giroscope.features.payments.corrections.errors import OriginalPaid
from giroscope.features.payments.corrections.policy import STOPPED
from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.payments.policy import PaymentState, codes_of
from giroscope.features.payments.progress import PaymentProgress, shown
from giroscope.features.payments.sending.tables import IS_PAYMENT, Sending, SendState
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.uploads import Upload
from giroscope.features.uploads.policy import RETRYABLE

_R = PaymentReplacement
_AT_BANK = frozenset(
    {
        PaymentProgress.SENT,
        PaymentProgress.UNKNOWN,
        PaymentProgress.PENDING,
        PaymentProgress.ACCEPTED,
        PaymentProgress.OVERDUE,
        PaymentProgress.BOOKED,
    }
)


def is_live() -> ColumnElement[bool]:
    """The condition that a replacement stands for its original."""
    return _R.ended_at.is_(None)


class Resubmitted(NamedTuple):
    """How many payments of a journal others stand for."""

    refused: int = 0
    returned: int = 0


def replaced_in(
    connection: Connection, correlation_ids: Collection[str]
) -> Mapping[str, Resubmitted]:
    """How many refused and returned payments of each journal others stand for."""
    is_returned = Payment.return_id.is_not(None)
    is_refused = Payment.transaction_id.is_(None) & Payment.status.in_(
        codes_of(PaymentState.REJECTED)
    )
    rows = connection.execute(
        select(
            Payment.correlation_id,
            func.count().filter(~is_returned),
            func.count().filter(is_returned),
        )
        .join(
            _R,
            and_(
                _R.original_correlation_id == Payment.correlation_id,
                _R.original_position == Payment.position,
            ),
        )
        .where(
            Payment.correlation_id.in_(correlation_ids),
            is_live(),
            or_(is_returned, is_refused),
        )
        .group_by(Payment.correlation_id)
    )
    found = {key: Resubmitted(*counts) for key, *counts in rows}
    return defaultdict(Resubmitted, found)


def follow(connection: Connection, correlation_id: str, now: datetime) -> set[str]:
    """End what was stopped of a journal, and revive what was not after all.

    Tells the journals of the originals that change by it.
    """
    changed: set[str] = set()
    for row in _replacements(connection, _R.correlation_id == correlation_id):
        if row.shown is None:
            continue
        is_stopped = row.shown in STOPPED
        if is_stopped == (row.ended_at is not None):
            continue
        if not is_stopped and not _revive(connection, row.id):
            continue
        if is_stopped:
            _set(connection, row.id, ended_at=now)
        changed.add(row.original_correlation_id)
    return changed


def end_gone(
    connection: Connection, now: datetime, document_id: int | None = None
) -> set[str]:
    """End what no import has brought or will; tells the journals of the originals.

    Of the document that was taken back, or of all whose imports came to a bad end.
    """
    is_imported = exists().where(Payment.document_id == _R.document_id)
    may_come = exists().where(
        Upload.document_id == _R.document_id, Upload.state.not_in(RETRYABLE)
    )
    is_gone = ~may_come if document_id is None else _R.document_id == document_id
    rows = connection.execute(
        update(_R)
        .where(is_live(), ~is_imported, is_gone)
        .values(ended_at=now)
        .returning(_R.original_correlation_id)
    )
    return set(rows.scalars())


def overtaken(connection: Connection, document_id: int) -> list[int]:
    """Places in the document of payments whose originals are not refused any more.

    Also of those that ended before, and of those that stand for such ones.
    """
    rows = connection.execute(
        select(_R.original_correlation_id, _R.original_position, _R.position,
               _R.ended_at)
        .where(_R.document_id == document_id)
        .order_by(_R.position)
    ).all()  # fmt: skip
    return [
        row.position
        for row in rows
        if row.ended_at is not None or not _stand_refused(connection, row[:2])
    ]


def ensure_not_overtaken(connection: Connection, document_id: int) -> None:
    """Pass silently, or refuse: what the document pays again was not paid.

    Raises:
        OriginalPaid: One of its payments must not leave.
    """
    if overtaken(connection, document_id):
        raise OriginalPaid


def _stand_refused(connection: Connection, place: Any) -> bool:
    """Whether the payment, and all that it stands for, is replaced and nothing else."""
    while place is not None:
        progress = connection.execute(
            select(Payment.progress).where(
                Payment.correlation_id == place[0], Payment.position == place[1]
            )
        ).scalar_one_or_none()
        if progress != PaymentProgress.REPLACED.value:
            return False
        above = connection.execute(
            select(_R.original_correlation_id, _R.original_position, _R.ended_at)
            .where(_R.correlation_id == place[0], _R.position == place[1])
        ).one_or_none()  # fmt: skip
        if above is not None and above.ended_at is not None:
            return False
        place = None if above is None else above[:2]
    return True


class Overtaken(NamedTuple):
    """A replacement of a payment that is not refused or returned any more."""

    correlation_id: str
    position: int
    has_left: bool
    """Whether the bank has it, or may have it or get it yet."""


def newly_overtaken(
    connection: Connection, correlation_id: str, now: datetime
) -> list[Overtaken]:
    """Replacements of this journal's payments that are held from now on.

    The last of a chain is what would be paid. What is held no longer is released.
    """
    found: list[Overtaken] = []
    for row in _replacements(
        connection, _R.original_correlation_id == correlation_id, is_live()
    ):
        progress = connection.execute(
            select(Payment.progress).where(
                Payment.correlation_id == correlation_id,
                Payment.position == row.original_position,
            )
        ).scalar_one_or_none()
        is_overtaken = progress != PaymentProgress.REPLACED.value
        if is_overtaken == (row.held_at is not None):
            continue
        _set(connection, row.id, held_at=now if is_overtaken else None)
        if is_overtaken:
            last = _last(connection, row)
            has_left = last.shown in _AT_BANK or _is_leaving(connection, last)
            found.append(Overtaken(last.correlation_id, last.position, has_left))
    return found


def _is_leaving(connection: Connection, row: "_Row") -> bool:
    leaving = select(Sending.id).where(
        Sending.correlation_id == row.correlation_id,
        Sending.state == SendState.LEAVING.value,
        IS_PAYMENT,
    )
    return connection.execute(leaving.limit(1)).first() is not None


def _last(connection: Connection, row: Any) -> Any:
    while True:
        below = _replacements(
            connection, _R.original_correlation_id == row.correlation_id,
            _R.original_position == row.position, is_live(),
        )  # fmt: skip
        if not below:
            return row
        row = below[0]


class _Row:
    """A replacement with how far it is; None before its file is imported."""

    def __init__(self, row: Any) -> None:
        self.id: int = row.id
        self.original_correlation_id: str = row.original_correlation_id
        self.original_position: int = row.original_position
        self.correlation_id: str = row.correlation_id
        self.position: int = row.position
        self.ended_at: datetime | None = row.ended_at
        self.held_at: datetime | None = row.held_at
        self.shown = None if row.progress is None else shown(row.progress, row.of_file)


def _replacements(
    connection: Connection, *conditions: ColumnElement[bool]
) -> list[_Row]:
    rows = connection.execute(
        select(
            _R.id, _R.original_correlation_id, _R.original_position, _R.correlation_id,
            _R.position, _R.ended_at, _R.held_at, Payment.progress,
            PaymentBatch.progress.label("of_file"),
        )
        .outerjoin(
            Payment,
            and_(Payment.correlation_id == _R.correlation_id,
                 Payment.position == _R.position),
        )
        .outerjoin(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(*conditions)
        .order_by(_R.id)
    )  # fmt: skip
    return [_Row(row) for row in rows]


def _revive(connection: Connection, row_id: int) -> bool:
    """Let it stand for its original again, unless another one does by now."""
    try:
        with connection.begin_nested():
            _set(connection, row_id, ended_at=None)
    except IntegrityError:
        return False
    return True


def _set(connection: Connection, row_id: int, **values: Any) -> None:
    connection.execute(update(_R).where(_R.id == row_id).values(**values))
