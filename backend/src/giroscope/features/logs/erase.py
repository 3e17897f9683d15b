"""Forgets entries early: those of a made-up bank or ERP, or of a person erased."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, true

from giroscope.features.logs import retention
from giroscope.features.logs.tables import LogEntry


def forget_exchanges(
    connection: Connection,
    peer: str,
    since: datetime | None = None,
    until: datetime | None = None,
) -> None:
    """Everything that was exchanged with this peer, perhaps only in that time."""
    entries = and_(
        LogEntry.peer == peer,
        true() if since is None else LogEntry.created >= since,
        true() if until is None else LogEntry.created <= until,
    )
    forget_entries(connection, entries)


def forget_entries(connection: Connection, entries: ColumnElement[bool]) -> None:
    """These entries with their bytes, and count what is stored without them."""
    stored = connection.execute(
        select(func.coalesce(func.sum(LogEntry.stored), 0)).where(entries)
    ).scalar_one()
    connection.execute(delete(LogEntry).where(entries))
    if stored:
        retention.count(connection, -int(stored))
