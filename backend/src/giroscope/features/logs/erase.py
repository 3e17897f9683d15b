"""Forgets what was exchanged with somebody who never was: demo data's bank and ERP."""

from datetime import datetime

from sqlalchemy import Connection, and_, delete, func, select, true

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
    stored = connection.execute(
        select(func.coalesce(func.sum(LogEntry.stored), 0)).where(entries)
    ).scalar_one()
    if stored:
        connection.execute(delete(LogEntry).where(entries))
        retention.count(connection, -int(stored))
