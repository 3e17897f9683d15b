"""Tells of closed months that they are to be looked at again."""

from datetime import date

from sqlalchemy import Connection, column, func, select, table, update

from giroscope.features.statements.tables import Statement

# The room of the months lies above this one, so its table is named, not imported.
_CLOSINGS = table(
    "month_closings", column("account_id"), column("month"), column("reopened_at"),
    column("is_due"),
)  # fmt: skip


def look_again(
    connection: Connection, account_id: int, first: date, last: date
) -> None:
    """What an account's statements of these days come to may have changed.

    With it may have what is known of the days since the statement before them.
    """
    closing = _CLOSINGS.c
    settled = (
        closing.account_id == account_id,
        closing.reopened_at.is_(None),
        closing.month <= last,
    )
    if connection.execute(select(closing.month).where(*settled).limit(1)).first():
        before = connection.execute(
            select(func.max(Statement.to_date)).where(
                Statement.account_id == account_id, Statement.is_final,
                Statement.to_date < first,
            )
        ).scalar_one()  # fmt: skip
        since = (before or first).replace(day=1)
        connection.execute(
            update(_CLOSINGS)
            .where(*settled, closing.month >= since, closing.is_due.is_(False))
            .values(is_due=True)
        )
