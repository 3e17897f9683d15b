"""Forgets what was exchanged with somebody who never was: demo data's bank."""

from sqlalchemy import Connection, delete, func, select

from giroscope.features.logs import keeping
from giroscope.features.logs.tables import LogEntry


def forget_exchanges(connection: Connection, peer: str) -> None:
    """Everything that was exchanged with this peer."""
    entries = LogEntry.peer == peer
    stored = connection.execute(
        select(func.coalesce(func.sum(LogEntry.stored), 0)).where(entries)
    ).scalar_one()
    if stored:
        connection.execute(delete(LogEntry).where(entries))
        keeping.count(connection, -int(stored))
