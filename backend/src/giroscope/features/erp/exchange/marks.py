"""How far the exchange has read lists that only grow.

Of two imports the one that began first may end last, with the smaller numbers. So
nothing is left behind before no import that still runs can add to it, and in
between the outbox tells what was seen.
"""

from datetime import datetime, timedelta

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute

from giroscope.features.erp.exchange.tables import ErpMark

_LONGEST_IMPORT = timedelta(hours=6)


def settled(connection: Connection, connection_id: int, name: str) -> int:
    """The number up to which nothing is new any more."""
    mark = connection.execute(
        select(ErpMark.number).where(
            ErpMark.connection_id == connection_id, ErpMark.name == name
        )
    ).scalar()
    return mark or 0


def settle(
    connection: Connection,
    connection_id: int,
    name: str,
    number: InstrumentedAttribute[int],
    came: InstrumentedAttribute[datetime],
    now: datetime,
) -> None:
    """Leave behind all that came long ago; the caller has seen to everything."""
    reached = connection.execute(
        select(number)
        .where(came < now - _LONGEST_IMPORT)
        .order_by(number.desc())
        .limit(1)
    ).scalar()
    if reached is None or reached <= settled(connection, connection_id, name):
        return
    own = (ErpMark.connection_id == connection_id, ErpMark.name == name)
    moved = connection.execute(update(ErpMark).where(*own).values(number=reached))
    if not moved.rowcount:
        values = {"connection_id": connection_id, "name": name, "number": reached}
        connection.execute(insert(ErpMark).values(values))
