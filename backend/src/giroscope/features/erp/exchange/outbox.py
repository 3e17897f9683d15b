"""What is to be written to the ERP: asked for in the transaction it follows from.

A row is unique on connection, operation and our id, so that asking twice writes once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from erplink import ErpError
from giroscope.features.erp.exchange import policy
from giroscope.features.erp.exchange.tables import (
    UNWRITTEN,
    ErpOutboxRow,
    Operation,
    OutboxState,
)
from giroscope.kernel.schedule import add_job

WRITE_JOB = "erp_write"
_LONGEST, _LONGEST_DETAIL = 500, 1_000


@dataclass(frozen=True, slots=True)
class Write:
    """Something to be written, and what it is about."""

    operation: Operation
    our_id: str
    label: str
    payment_id: int | None = None
    order_id: int | None = None
    statement_id: int | None = None
    correlation_id: str | None = None
    content: Mapping[str, Any] = field(default_factory=dict)


def ask(
    connection: Connection, connection_id: int, writes: list[Write], now: datetime
) -> None:
    """Have these written; what was asked for before stays as it is."""
    if not writes:
        return
    _note(connection, connection_id, writes, OutboxState.WAITING, now)
    add_job(connection, WRITE_JOB, connection_id, now)


def note_written(
    connection: Connection, connection_id: int, write: Write, now: datetime
) -> None:
    """Note what the ERP has got already."""
    _note(connection, connection_id, [write], OutboxState.WRITTEN, now)


def note_left(
    connection: Connection, connection_id: int, write: Write, code: str, now: datetime
) -> None:
    """Note what the ERP is not told, and why."""
    _note(connection, connection_id, [write], OutboxState.SKIPPED, now, code)


def _note(
    connection: Connection, connection_id: int, writes: list[Write],
    state: OutboxState, now: datetime, code: str | None = None,
) -> None:  # fmt: skip
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(
        dialect.insert(ErpOutboxRow).on_conflict_do_nothing(),
        [
            {
                "connection_id": connection_id, "operation": write.operation.value,
                "our_id": write.our_id, "label": write.label[:200],
                "payment_id": write.payment_id, "order_id": write.order_id,
                "statement_id": write.statement_id,
                "correlation_id": write.correlation_id,
                "content": dict(write.content), "state": state.value,
                "since": now, "asked": now, "tries": 0, "was_there": False,
                "code": code,
            }
            for write in writes
        ],
    )  # fmt: skip


def next_row(connection: Connection, connection_id: int, now: datetime) -> Any | None:
    """The next one that may be written, the oldest first."""
    return connection.execute(
        select(ErpOutboxRow)
        .where(
            ErpOutboxRow.connection_id == connection_id,
            ErpOutboxRow.state.in_([state.value for state in UNWRITTEN]),
            or_(ErpOutboxRow.next_try.is_(None), ErpOutboxRow.next_try <= now),
        )
        .order_by(ErpOutboxRow.id)
        .limit(1)
    ).one_or_none()


def has_unwritten(connection: Connection, connection_id: int) -> bool:
    """Whether anything still is to be written, now or later."""
    found = connection.execute(
        select(ErpOutboxRow.id)
        .where(
            ErpOutboxRow.connection_id == connection_id,
            ErpOutboxRow.state.in_([state.value for state in UNWRITTEN]),
        )
        .limit(1)
    )
    return found.first() is not None


def begin(connection: Connection, row: Row[Any], now: datetime) -> bool:
    """Note that it is being written; False where somebody decided otherwise."""
    return bool(
        connection.execute(
            update(ErpOutboxRow)
            .where(
                ErpOutboxRow.id == row.id,
                ErpOutboxRow.state.in_([state.value for state in UNWRITTEN]),
            )
            .values(
                state=OutboxState.WRITING.value, since=now,
                tries=ErpOutboxRow.tries + 1,
            )
        ).rowcount
    )  # fmt: skip


def written(
    connection: Connection,
    row_id: int,
    now: datetime,
    *,
    native_id: str = "",
    was_there: bool = False,
) -> None:
    """It stands in the ERP."""
    _set(
        connection, row_id, state=OutboxState.WRITTEN.value, since=now, next_try=None,
        code=None, message=None, detail=None, native_id=native_id[:80] or None,
        was_there=was_there,
    )  # fmt: skip


def failed(
    connection: Connection, row: Row[Any], error: ErpError, now: datetime
) -> policy.Verdict:
    """It could not be written; tells whether and when it is tried again."""
    verdict = policy.verdict(error, row.tries + 1, row.asked, now)
    state = OutboxState.WAITING if verdict.next_try else OutboxState.FAILED
    _set(
        connection, row.id, state=state.value, since=now, next_try=verdict.next_try,
        code=error.code, message=error.message[:_LONGEST],
        detail=error.detail[:_LONGEST_DETAIL] or None,
    )  # fmt: skip
    return verdict


def supersede(connection: Connection, payment_ids: list[int], now: datetime) -> None:
    """What these payments were still to be told is overtaken by something later."""
    connection.execute(
        update(ErpOutboxRow)
        .where(
            ErpOutboxRow.payment_id.in_(payment_ids),
            ErpOutboxRow.operation == Operation.STATUS.value,
            ErpOutboxRow.state.in_(
                [OutboxState.WAITING.value, OutboxState.FAILED.value]
            ),
        )
        .values(state=OutboxState.SUPERSEDED.value, since=now, next_try=None)
    )


def _set(connection: Connection, row_id: int, **values: object) -> None:
    connection.execute(
        update(ErpOutboxRow).where(ErpOutboxRow.id == row_id).values(**values)
    )
