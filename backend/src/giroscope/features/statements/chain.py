"""The chain of an account's booked statements: which one follows which."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select, update

from giroscope.features.statements.tables import Statement

_NEAR = 12
"""So many statements before and after are looked at; one day may have several."""


class Link(StrEnum):
    """How a statement is joined to the ones before it."""

    FIRST = "FIRST"
    FOLLOWS = "FOLLOWS"
    GAP = "GAP"
    """Its opening balance is not the closing balance of the one before it."""
    OVERLAPS = "OVERLAPS"
    """It begins within another; see `ledger verify` for whether both agree."""


# Said once: they are asked several times for every statement that comes in.
_LINE = select(
    Statement.id, Statement.from_date, Statement.to_date, Statement.opening,
    Statement.closing, Statement.sequence, Statement.page, Statement.previous_id,
    Statement.link,
).where(
    Statement.account_id == bindparam("account"),
    Statement.is_final,
    Statement.opening.is_not(None),
    Statement.closing.is_not(None),
    Statement.from_date.is_not(None),
)  # fmt: skip
_ONE = _LINE.where(Statement.id == bindparam("own"))
_SINCE = _LINE.where(Statement.to_date >= bindparam("first")).order_by(
    Statement.from_date, Statement.to_date, Statement.id
)
_LATEST = (Statement.to_date.desc(), Statement.id.desc())
_UNTIL = (
    _LINE.where(
        Statement.to_date <= bindparam("first"),
        or_(
            Statement.from_date != bindparam("first"),
            Statement.to_date != bindparam("last"),
        ),
    )
    .order_by(*_LATEST)
    .limit(_NEAR)
)
_AROUND = (
    _LINE.where(
        Statement.id != bindparam("own"),
        Statement.from_date < bindparam("first"),
        Statement.to_date >= bindparam("first"),
    )
    .order_by(*_LATEST)
    .limit(1)
)
"""The latest statement within whose days another begins."""


def link(
    connection: Connection,
    account_id: int,
    first: date,
    last: date,
    changed: Collection[int] = (),
) -> None:
    """Link the statements of these days, and the ones after them, to those before."""
    rows = connection.execute(_SINCE, {"account": account_id, "first": first}).all()
    later = 0
    for (begins, _), grouped in groupby(rows, key=_period):
        group = list(grouped)
        if begins > last:
            later += len(group)
        _link(connection, account_id, group)
        if later >= _NEAR:
            break
    if changed:
        connection.execute(
            update(Statement)
            .where(Statement.id.in_(list(changed)), Statement.is_final.is_(False))
            .values(link=None, previous_id=None)
        )


def _link(connection: Connection, account_id: int, group: Sequence[Any]) -> None:
    """Link statements of one and the same period."""
    before = _before(connection, account_id, group[0])
    for row in _in_line(group, {one.closing for one in before[-1:]}):
        found, previous = _place(row, before)
        if found is not Link.FOLLOWS and _around(connection, account_id, row):
            found, previous = Link.OVERLAPS, None
        values = {"link": found.value, "previous_id": previous}
        if (row.link, row.previous_id) != (found.value, previous):
            connection.execute(
                update(Statement).where(Statement.id == row.id).values(**values)
            )
        before.append(row)


def _before(connection: Connection, account_id: int, row: Any) -> list[Any]:
    """The statements that end where this period begins, or before it, in order.

    Of several of one period only those that no other one of it follows.
    """
    days = {"account": account_id, "first": row.from_date, "last": row.to_date}
    found = connection.execute(_UNTIL, days).all()
    followed = {(one.previous_id, *_period(one)) for one in found}
    ends = [one for one in found if (one.id, *_period(one)) not in followed]
    return sorted(ends, key=_order)


def _in_line(group: Sequence[Any], starts: Collection[Any]) -> Sequence[Any]:
    """Statements of one period, each after the one that it follows where that can be.

    Their numbers tell, unless their balances tell of another order.
    """
    numbered = sorted(group, key=_order)
    if len(group) == 1 or not _breaks(numbered):
        return numbered
    return min(numbered, _path(numbered, starts), key=_breaks)


def _breaks(line: Sequence[Any]) -> int:
    return sum(one.closing != other.opening for one, other in pairwise(line))


def _path(rows: Sequence[Any], starts: Collection[Any]) -> list[Any]:
    """A way through the balances that takes each statement once, where there is one.

    It begins with a balance that the statements before it end with, else with one
    that more of these open with than close with.
    """
    left: dict[Any, list[Any]] = defaultdict(list)
    for row in reversed(rows):
        left[row.opening].append(row)
    closings = Counter(row.closing for row in rows)
    unled = [row for row in rows if len(left[row.opening]) > closings[row.opening]]
    led = [row for row in rows if row.opening in starts]
    line: list[Any] = []
    for row in [*led, *unled, *rows]:
        line += _walk(left, row.opening)
    return line


def _walk(left: dict[Any, list[Any]], start: Any) -> list[Any]:
    """Take what leads on from a balance, and all ways round (Hierholzer)."""
    way: list[Any] = [None]
    line: list[Any] = []
    while way:
        balance = start if way[-1] is None else way[-1].closing
        if left[balance]:
            way.append(left[balance].pop())
        else:
            line.append(way.pop())
    return [row for row in reversed(line) if row is not None]


def _place(row: Any, before: Sequence[Any]) -> tuple[Link, int | None]:
    """The statement that it follows by its balance, else the one just before it."""
    if not before:
        return Link.FIRST, None
    newest = before[-1]
    for one in reversed(before):
        if one.closing == row.opening and (
            _is_beside(one, newest) or _leads(one, before)
        ):
            return Link.FOLLOWS, one.id
    return Link.GAP, newest.id


def _is_beside(one: Any, newest: Any) -> bool:
    """Whether nothing came after it that does not end on the same day."""
    return one is newest or (
        one.to_date == newest.to_date and _period(one) != _period(newest)
    )


def _leads(nearest: Any, before: Collection[Any]) -> bool:
    """Whether nothing of another balance came after the fitting one."""
    later = [one for one in before if one.to_date > nearest.to_date]
    return bool(later) and all(
        one.opening == one.closing == nearest.closing for one in later
    )


def _period(row: Any) -> tuple[date, date]:
    return row.from_date, row.to_date


def _order(row: Any) -> tuple[date, date, int, str, int, int]:
    sequence = row.sequence or ""
    return (row.to_date, row.from_date, len(sequence), sequence, row.page or 0, row.id)


def balance_before(connection: Connection, row: Any) -> Decimal | None:
    """The closing balance of what a statement is joined to: before it, or around."""
    if row.previous_id is not None:
        named = {"account": row.account_id, "own": row.previous_id}
        found = connection.execute(_ONE, named).first()
    elif row.link == Link.OVERLAPS:
        found = _around(connection, row.account_id, row)
    else:
        return None
    return None if found is None else found.closing


def _around(connection: Connection, account_id: int, row: Any) -> Any:
    place = {"account": account_id, "own": row.id, "first": row.from_date}
    return connection.execute(_AROUND, place).first()
