"""Which matches with open items the ERP is told of, and of which it is told the end.

A match is told once the ERP has been given the statement of its entry, which stands
there as a line. What the ERP knows is kept with the match, `EntryMatch.erp_state`; each
match has one write, and one more where its end is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, exists, select, update

from erplink import Conflict, Settlement, StatementLine
from giroscope.features.erp.exchange import outbox
from giroscope.features.erp.exchange.lines import line_of
from giroscope.features.erp.exchange.tables import (
    ErpOutboxRow,
    Operation,
    OutboxState,
)
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.matches import IS_DUE, EntryMatch, ErpState, MatchSide

_AT_ONCE = 200
_DAYS = ("booked", "value_day")
ENDED, LINES_OFF, NO_STATEMENT, SEVERAL, PAYMENTS_TOO, ENTRIES_TOO = (
    "ended", "lines_off", "no_statement", "several_lines", "payments_too",
    "entries_too",
)  # fmt: skip
"""Why the ERP is not told of a match."""


def has_due(connection: Connection, connection_id: int) -> bool:
    """Whether the ERP is to be told of a match, or of the end of one."""
    return connection.execute(_due(connection_id).limit(1)).first() is not None


def ask_for_due(
    connection: Connection, connection_id: int, now: datetime, *,
    tells: bool, waits: bool,
) -> None:  # fmt: skip
    """Decide on every match that is due: have it told, or note why it is not.

    `tells` is whether the ERP takes it; `waits` whether statements are still to be
    given to it, among them perhaps that of an entry.
    """
    rows = connection.execute(
        _due(connection_id).order_by(EntryMatch.id).limit(_AT_ONCE)
    ).all()
    for match in rows:
        if match.ended_at is not None:
            _ask_release(connection, connection_id, match, now)
        else:
            _ask_settle(connection, connection_id, match, now, tells, waits)


def of(connection: Connection, row: Any) -> Settlement | None:
    """What the ERP is told by a write; None where the match ended before it was.

    Raises:
        Conflict: The ERP has not got the statement yet.
    """
    said = row.content
    if row.operation == Operation.SETTLE:
        ended = connection.execute(
            select(EntryMatch.ended_at).where(EntryMatch.id == said["match"])
        ).scalar()
        if ended is not None:
            return None
    statement = connection.execute(
        select(ErpOutboxRow.native_id).where(
            *_statement_write(row.connection_id, said["statement"])
        )
    ).scalar()
    if statement is None:
        raise Conflict("erp_link.no_statement_yet")
    return Settlement(
        said["our_id"], statement, _line(said["line"]),
        tuple((one, Decimal(amount)) for one, amount in said["items"]),
    )  # fmt: skip


_BECOMES = {
    OutboxState.WAITING: (ErpState.ASKED, ErpState.ASKED),
    OutboxState.WRITTEN: (ErpState.TOLD, ErpState.WITHDRAWN),
    OutboxState.FAILED: (ErpState.FAILED, ErpState.FAILED),
    OutboxState.SKIPPED: (ErpState.UNTOLD, ErpState.UNTOLD),
}
"""What a match is by the state of its write: that of it, and that of its end."""


def follow(connection: Connection, row: Any, state: OutboxState) -> None:
    """Keep with the match how far its write is; nothing for writes of other kinds."""
    if row.operation not in {Operation.SETTLE, Operation.RELEASE}:
        return
    is_end = row.operation == Operation.RELEASE
    found = _BECOMES[state][is_end]
    ended = EntryMatch.ended_at
    _set(
        connection, row.content["match"], found,
        # One that ended meanwhile waits for its end to be told.
        ended.is_not(None) if is_end else ended.is_(None),
    )  # fmt: skip


def _due(connection_id: int) -> Select[int, datetime | None]:
    of_books = (
        exists()
        .where(
            MatchSide.match_id == EntryMatch.id,
            ErpOpenItem.id == MatchSide.open_item_id,
            ErpOpenItem.connection_id == connection_id,
        )
        .correlate(EntryMatch)
    )
    return select(EntryMatch.id, EntryMatch.ended_at).where(IS_DUE, of_books)


def _ask_settle(
    connection: Connection, connection_id: int, match: Any, now: datetime,
    tells: bool, waits: bool,
) -> None:  # fmt: skip
    sides = connection.execute(
        select(MatchSide).where(MatchSide.match_id == match.id).order_by(MatchSide.id)
    ).all()
    found = _told(connection, connection_id, sides) if tells else LINES_OFF
    if found == NO_STATEMENT and waits:
        return
    content: dict[str, Any] = {"match": match.id}
    if not isinstance(found, str):
        # Unique in the ERP also where this product begins anew beside it.
        content |= found | {"our_id": f"{found['line']['our_id']}:{match.id}"}
    write = outbox.Write(
        Operation.SETTLE, f"match:{match.id}", sides[0].about, content=content
    )
    if isinstance(found, str):
        outbox.note_left(connection, connection_id, write, found, now)
        _set(connection, match.id, ErpState.UNTOLD)
    else:
        outbox.ask(connection, connection_id, [write], now)
        _set(connection, match.id, ErpState.ASKED)


def _told(
    connection: Connection, connection_id: int, sides: Sequence[Any]
) -> dict[str, Any] | str:
    """What the write says, or why the ERP cannot be told."""
    if any(one.payment_id for one in sides):
        return PAYMENTS_TOO
    entry_id, *others = [one.entry_id for one in sides if one.entry_id]
    if others:
        return ENTRIES_TOO
    found = line_of(connection, entry_id)
    if found is None:
        return SEVERAL
    identity, line = found
    states = (OutboxState.SKIPPED.value, OutboxState.SUPERSEDED.value)
    given = connection.execute(
        select(ErpOutboxRow.id).where(
            *_statement_write(connection_id, identity),
            ErpOutboxRow.state.not_in(states),
        )
    ).first()
    if given is None:
        return NO_STATEMENT
    parts = {one.open_item_id: one.settles for one in sides if one.open_item_id}
    items = connection.execute(
        select(ErpOpenItem.id, ErpOpenItem.native_id, ErpOpenItem.amount)
        .where(ErpOpenItem.id.in_(parts))
        .order_by(ErpOpenItem.id)
    ).all()
    told = asdict(line)
    for name in _DAYS:
        told[name] = told[name].isoformat()
    told["amount"] = str(line.amount)
    return {
        "statement": identity, "line": told,
        "items": [
            [one.native_id, str(abs(parts[one.id] or one.amount))] for one in items
        ],
    }  # fmt: skip


def _ask_release(
    connection: Connection, connection_id: int, match: Any, now: datetime
) -> None:
    """What may have been written is taken back; what never left is left alone."""
    row = connection.execute(
        select(ErpOutboxRow)
        .where(
            ErpOutboxRow.connection_id == connection_id,
            ErpOutboxRow.operation == Operation.SETTLE.value,
            ErpOutboxRow.our_id == f"match:{match.id}",
        )
        .with_for_update()
    ).one_or_none()
    if row is not None:
        connection.execute(
            update(ErpOutboxRow)
            .where(
                ErpOutboxRow.id == row.id,
                ErpOutboxRow.state.in_(
                    [OutboxState.WAITING.value, OutboxState.FAILED.value]
                ),
            )
            .values(state=OutboxState.SUPERSEDED.value, since=now, next_try=None)
        )
    # The try by which its end was noticed told nothing.
    if row is None or row.tries == int(row.code == ENDED):
        _set(connection, match.id, ErpState.UNTOLD)
        return
    write = outbox.Write(
        Operation.RELEASE, f"match:{match.id}:end", row.label, content=row.content
    )
    outbox.ask(connection, connection_id, [write], now)
    _set(connection, match.id, ErpState.ASKED)


def _statement_write(
    connection_id: int, identity: str
) -> tuple[ColumnElement[bool], ...]:
    return (
        ErpOutboxRow.connection_id == connection_id,
        ErpOutboxRow.operation == Operation.STATEMENT.value,
        ErpOutboxRow.our_id == identity,
    )


def _set(
    connection: Connection, match_id: int, state: ErpState,
    *conditions: ColumnElement[bool],
) -> None:  # fmt: skip
    connection.execute(
        update(EntryMatch)
        .where(EntryMatch.id == match_id, *conditions)
        .values(erp_state=state.value)
    )


def _line(said: Mapping[str, Any]) -> StatementLine:
    days = {name: date.fromisoformat(said[name]) for name in _DAYS}
    return StatementLine(**{**said, **days, "amount": Decimal(said["amount"])})
