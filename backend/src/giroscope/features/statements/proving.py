"""Which statements prove what is booked on them.

A statement proves its bookings when it is final (a day's or period's, no report
within the day), when it adds up (opening and booked entries give the closing
balance), and when it follows: its opening balance is the closing balance of the
final statement before it. The first statement we hold of an account has none
before it, and proves when it adds up.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, and_, func, or_, select
from sqlalchemy.orm import aliased

from giroscope.features.statements.queries import previous_closings
from giroscope.features.statements.tables import Statement

_NEAR = 3
"""Statements of one day may come in any order; the next is among so many."""


def proving(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Those of the statements that prove what is booked on them."""
    asked = set(ids)
    if not asked:
        return set()
    before = {
        row.id: row.closing for row in connection.execute(previous_closings(asked))
    }
    rows = connection.execute(
        select(Statement.id, Statement.opening).where(
            Statement.id.in_(asked), Statement.is_final, Statement.balanced.is_(True)
        )
    )
    return {
        row.id for row in rows if row.id not in before or before[row.id] == row.opening
    }


def of_document_and_next(connection: Connection, document_id: int) -> set[int]:
    """The final statements of a document, and those that may follow them."""
    brought = connection.execute(
        select(
            Statement.id, Statement.account_id, Statement.from_date, Statement.to_date
        ).where(Statement.document_id == document_id, Statement.is_final)
    ).all()
    found = {row.id for row in brought}
    for account_id in {row.account_id for row in brought}:
        last = max(
            (row.to_date for row in brought if row.account_id == account_id
             and row.to_date), default=None,
        )  # fmt: skip
        if last is not None:
            found |= _next(connection, account_id, last, found)
    return found


def _next(
    connection: Connection, account_id: int, last: object, known: set[int]
) -> set[int]:
    later = aliased(Statement)
    rows = connection.execute(
        select(later.id)
        .where(
            later.account_id == account_id,
            later.is_final,
            later.id.not_in(known),
            or_(
                later.to_date > last,
                and_(later.to_date == last, func.coalesce(later.sequence, "") != ""),
            ),
        )
        .order_by(later.to_date, later.id)
        .limit(_NEAR)
    )
    return set(rows.scalars())
