"""Numbers equal entries, so that two real equal payments both stay.

Within one statement they are numbered by position. A statement that follows
another repeats nothing of it, so its equal entries on a shared day are numbered
on from those of its neighbour.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import chain, count
from typing import Any, NamedTuple

from sqlalchemy import Connection, or_, select, text

from giroscope.features.statements.tables import Statement


class Span(NamedTuple):
    """What a final statement says of where it begins and ends."""

    from_date: date
    to_date: date
    opening: Decimal
    closing: Decimal
    sequence: str | None

    @property
    def is_level(self) -> bool:
        """Whether it closes where it opened."""
        return self.opening == self.closing


def span_of(row: Any) -> Span | None:
    """The span of a statement's row, unless a date or a balance is missing."""
    span = (row.from_date, row.to_date, row.opening, row.closing)
    return None if None in span else Span(*span, row.sequence)


def follows(earlier: Span, later: Span) -> bool:
    """Whether the later one goes on where the earlier one ended, on the same day.

    Balances alone do not tell: a pooled account closes at zero every day. So
    a level statement that lies at the edge of the other's period may as well
    be a part of it, and is taken for one unless both are single days with
    sequence numbers of their own.
    """
    if earlier.to_date != later.from_date or earlier.closing != later.opening:
        return False
    if earlier.from_date == later.to_date:
        named = earlier.sequence is not None and later.sequence is not None
        if named and earlier.sequence != later.sequence:
            return True
    is_first_day = earlier.is_level and earlier.from_date == later.from_date
    is_last_day = later.is_level and later.to_date == earlier.to_date
    return not (is_first_day or is_last_day)


def number_equal(connection: Connection, staged: str) -> None:
    """Equal entries of one statement are different payments: count them."""
    equal = f"""SELECT entry_key FROM {staged} WHERE entry_key IS NOT NULL
                GROUP BY entry_key, statement_no HAVING count(*) > 1"""
    if connection.execute(text(f"{equal} LIMIT 1")).first() is None:
        return
    connection.execute(
        text(
            f"""UPDATE {staged} SET occurrence = numbered.n FROM (
                  SELECT id AS numbered_id, row_number() OVER (
                    PARTITION BY statement_no, entry_key ORDER BY position) AS n
                  FROM {staged} WHERE entry_key IN ({equal})
                ) AS numbered
                WHERE id = numbered_id AND n > 1"""
        )
    )


def number_on(
    connection: Connection, staged: str, number: int, statement_id: int, span: Span
) -> None:
    """Number a staged statement's entries on from the statements it touches.

    Its own entries keep their numbers when it is imported again.
    """
    neighbours = _neighbours(connection, statement_id, span)
    if not neighbours:
        return
    taken = _numbers(connection, staged, number, neighbours)
    own = _numbers(connection, staged, number, [statement_id]) if taken else {}
    for key, used in taken.items():
        mine = own.get(key, [])
        free = (n for n in count(1) if n not in used and n not in mine)
        rows = connection.execute(
            text(
                f"SELECT id FROM {staged} WHERE entry_key = :key"
                " AND statement_no = :number ORDER BY position"
            ),
            {"key": key, "number": number},
        ).scalars()
        connection.execute(
            text(f"UPDATE {staged} SET occurrence = :n WHERE id = :id"),
            [
                {"id": row_id, "n": n}
                for row_id, n in zip(rows, chain(mine, free), strict=False)
            ],
        )


def _neighbours(connection: Connection, statement_id: int, span: Span) -> list[int]:
    account = select(Statement.account_id).where(Statement.id == statement_id)
    rows = connection.execute(
        select(Statement).where(
            Statement.account_id == account.scalar_subquery(),
            Statement.id != statement_id,
            Statement.is_final,
            or_(
                Statement.to_date == span.from_date,
                Statement.from_date == span.to_date,
            ),
        )
    )
    others = ((row.id, span_of(row)) for row in rows)
    return [
        other_id
        for other_id, other in others
        if other is not None and (follows(other, span) or follows(span, other))
    ]


def _numbers(
    connection: Connection, staged: str, number: int, holders: Iterable[int]
) -> dict[bytes, list[int]]:
    """The numbers that these statements' entries hold, per key that is staged.

    An entry that a report brought is held by the statement that confirmed it.
    """
    listed = ",".join(str(int(holder)) for holder in holders)
    rows = connection.execute(
        text(
            "SELECT entry_key, occurrence FROM transactions"
            f" WHERE parent_id IS NULL AND (confirmed_by IN ({listed})"
            f" OR confirmed_by IS NULL AND statement_id IN ({listed}))"
            f" AND entry_key IN (SELECT entry_key FROM {staged}"
            "  WHERE statement_no = :number) ORDER BY occurrence"
        ),
        {"number": number},
    )
    found = defaultdict[bytes, list[int]](list)
    for key, occurrence in rows:
        found[bytes(key)].append(occurrence)
    return found
