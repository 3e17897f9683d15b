"""Tells endpoints of statements: that one is in, that another has taken its place."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from giroscope.features.banks.sources import DEMO
from giroscope.features.documents import Document
from giroscope.features.statements.tables import Statement
from giroscope.features.webhooks import EventType, emit, is_wanted

_AT_ONCE = 500


def tell_imported(
    connection: Connection, imported: Mapping[int, Mapping[str, Any]]
) -> None:
    """These are in; what their import found out about each stands beside it."""
    if not is_wanted(connection, EventType.STATEMENT_IMPORTED):
        return
    for row in _rows(connection, sorted(imported)):
        balances = {"opening": row.opening, "closing": row.closing}
        _emit(
            connection, EventType.STATEMENT_IMPORTED, row,
            {**balances, "entries": row.entries, **imported[row.id]},
        )  # fmt: skip


def tell_replaced(connection: Connection, replaced: Collection[int]) -> None:
    """These count no more: each names the version that has taken its place."""
    if not replaced or not is_wanted(connection, EventType.STATEMENT_REPLACED):
        return
    for row in _rows(connection, sorted(replaced)):
        by = None if row.related_id is None else str(row.related_id)
        _emit(
            connection, EventType.STATEMENT_REPLACED, row,
            {"replacedBy": by, "reason": row.reason},
        )  # fmt: skip


def _rows(connection: Connection, ids: list[int]) -> Iterable[Any]:
    for start in range(0, len(ids), _AT_ONCE):
        yield from connection.execute(
            select(Statement.__table__, Document.source)
            .join(Document, Document.id == Statement.document_id)
            .where(Statement.id.in_(ids[start : start + _AT_ONCE]))
            .order_by(Statement.id)
        ).all()


def _emit(
    connection: Connection, kind: EventType, row: Any, more: Mapping[str, Any]
) -> None:
    data = {
        "statementId": str(row.id),
        "correlationId": row.correlation_id,
        "accountId": str(row.account_id),
        "kind": row.kind,
        "sequence": row.sequence,
        "fromDate": row.from_date,
        "toDate": row.to_date,
        "currency": row.currency,
        "isDemo": row.source == DEMO,
        **more,
    }
    emit(connection, kind, data.copy, correlation_id=row.correlation_id)
