"""What stands behind the bookings of payments: statements, returns and doubts.

The statements room lies beside this one, so its tables are named, not imported.
"""

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, func, or_, select, text

from giroscope.features.payments.stages import Doubt
from giroscope.features.payments.tables import Payment

_BOOKING = """
  JOIN transactions t ON t.id = p.transaction_id
  JOIN transactions e ON e.id = coalesce(t.parent_id, t.id)
"""


def bookings_by_statement(
    connection: Connection, correlation_id: str
) -> dict[int, int]:
    """How many of a journal's payments each statement books."""
    rows = connection.execute(
        text(
            "SELECT e.statement_id AS statement, count(*)"
            f" FROM payments p {_BOOKING} WHERE p.correlation_id = :correlation"
            " GROUP BY 1"
        ),
        {"correlation": correlation_id},
    )
    return {int(statement): int(count) for statement, count in rows}


def journals_booked_on(
    connection: Connection, statement_ids: Collection[int]
) -> set[str]:
    """The journals with payments booked on these statements."""
    if not statement_ids or not _any_booked(connection):
        return set()
    rows = connection.execute(
        text(
            f"SELECT DISTINCT p.correlation_id FROM payments p {_BOOKING}"
            " WHERE e.statement_id IN :statements"
        ).bindparams(bindparam("statements", expanding=True)),
        {"statements": sorted(statement_ids)},
    )
    return set(rows.scalars())


def _any_booked(connection: Connection) -> bool:
    booked = select(Payment.id).where(Payment.transaction_id.is_not(None)).limit(1)
    return connection.execute(booked).first() is not None


def doubtful_and_returned(
    connection: Connection, correlation_id: str
) -> tuple[int, int]:
    """How many unbooked payments a person should look at, and how many came back.

    A booking settles what the bank said before.
    """
    doubtful = Payment.doubt.is_not(None) & Payment.transaction_id.is_(None)
    row = connection.execute(
        select(
            func.count().filter(doubtful),
            func.count().filter(Payment.return_id.is_not(None)),
        ).where(
            Payment.correlation_id == correlation_id,
            or_(Payment.doubt.is_not(None), Payment.return_id.is_not(None)),
        )
    ).one()
    return int(row[0]), int(row[1])


def doubts(connection: Connection, correlation_id: str) -> dict[Doubt, int]:
    """How many unbooked payments are in doubt for which reason."""
    rows = connection.execute(
        select(Payment.doubt, func.count())
        .where(
            Payment.correlation_id == correlation_id,
            Payment.doubt.is_not(None),
            Payment.transaction_id.is_(None),
        )
        .group_by(Payment.doubt)
    )
    return {Doubt(doubt): int(count) for doubt, count in rows if doubt}
