"""Tells endpoints of journals: that one came, what became of it, that it went."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from giroscope.features.banks.sources import DEMO
from giroscope.features.journals.tables import Journal
from giroscope.features.webhooks import EventType, emit, is_wanted

_FIGURES = ("payments", "accepted", "rejected", "pending", "booked", "returned")


def before(connection: Connection, correlation_id: str) -> Any | None:
    """The journal before its state is derived anew; None where nobody would be told."""
    if not is_wanted(
        connection, EventType.JOURNAL_CREATED, EventType.JOURNAL_STATE_CHANGED
    ):
        return None
    return connection.execute(
        select(
            Journal.id, Journal.correlation_id, Journal.state, Journal.needs_attention,
            Journal.source, Journal.message_id, Journal.payments_kept_at,
        ).where(Journal.correlation_id == correlation_id)
    ).one_or_none()  # fmt: skip


def tell(connection: Connection, was: Any | None, values: Mapping[str, Any]) -> None:
    """It has these values now."""
    if was is None:
        return
    # Its state is derived for the first time in the transaction that makes it.
    is_new = was.payments_kept_at is None
    now = (values["state"], values["needs_attention"])
    if not is_new and (was.state, was.needs_attention) == now:
        return
    kind = EventType.JOURNAL_CREATED if is_new else EventType.JOURNAL_STATE_CHANGED
    data = {
        "journalId": str(was.id),
        "correlationId": was.correlation_id,
        "messageId": was.message_id,
        "before": None if is_new else was.state,
        "after": values["state"],
        "needsAttention": values["needs_attention"],
        "executionDate": values["execution_date"],
        "totals": [
            {
                "amount": one["amount"],
                "currency": one["currency"],
                "count": int(one["count"]),
            }
            for one in values["totals"]
        ],
        "figures": {name: values[name] for name in _FIGURES},
        "isDemo": was.source == DEMO,
    }
    emit(connection, kind, data.copy, correlation_id=was.correlation_id)


def tell_removed(connection: Connection, correlation_id: str) -> None:
    """The last document of it was taken back, and it goes with it."""
    emit(
        connection,
        EventType.JOURNAL_REMOVED,
        lambda: {"correlationId": correlation_id},
        correlation_id=correlation_id,
    )
