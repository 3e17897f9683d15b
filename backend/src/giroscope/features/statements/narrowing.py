"""What a filter asks of each row, and which index answers which part of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, or_, select, text, true, union

from giroscope.features.statements.effects import bearing
from giroscope.features.statements.match_rule import IS_MATCHED
from giroscope.features.statements.tables import ReportEntry, Transaction

ORDERS = {
    "BOOKING_DATE": (Transaction.day, "ix_transactions_day"),
    "VALUE_DATE": (Transaction.value_day, "ix_transactions_value"),
    "AMOUNT": (Transaction.size, "ix_transactions_size"),
}
"""What transactions can be sorted by, and the index that holds that order.

An entry the bank has not booked has no booking date. It stands on its value
date, or else on the last day of the statement that tells of it; likewise for
value dates. So every entry has its place, the same in both directions.
"""

# Stands for the order that the index of one account walks, by day.
ACCOUNT = "ACCOUNT"

Condition = ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """What the list of transactions is narrowed to. None means: all."""

    account_ids: Sequence[int] | None = None
    statement_id: int | None = None
    booked: tuple[date | None, date | None] = (None, None)
    valued: tuple[date | None, date | None] = (None, None)
    size: tuple[Decimal | None, Decimal | None] = (None, None)
    is_credit: bool | None = None
    text: str | None = None
    state: int | None = None
    reversal: bool | None = None
    currency: str | None = None
    label_ids: Sequence[int] | None = None
    is_matched: bool | None = None
    is_replaced: bool = False
    """Entries of earlier versions, which the ledger no longer shows, and no others."""


class Narrowing(NamedTuple):
    """A filter that an index answers, and the ids it leaves by that index."""

    condition: Condition
    ids: Select[Any]
    order: str = ""
    """The order that walks the same index, where there is one."""


def narrowings(wanted: Filter) -> list[Narrowing]:
    """The parts of a filter that an index answers, one by one."""
    found = [*_of_accounts(wanted)]
    if wanted.statement_id is not None:
        found.append(_of_statement(wanted.statement_id))
    ranges: list[tuple[str, Any, tuple[Any, Any]]] = [
        ("BOOKING_DATE", Transaction.day, wanted.booked),
        ("VALUE_DATE", Transaction.value_day, wanted.valued),
        ("AMOUNT", Transaction.size, wanted.size),
    ]
    for name, column, limits in ranges:
        within = _within(column, limits)
        if within is not None:
            ids = _ids(within, ORDERS[name][1]).order_by(column)
            found.append(Narrowing(within, ids, name))
    if wanted.label_ids is not None:
        ids = bearing(wanted.label_ids)
        found.append(Narrowing(Transaction.id.in_(ids), ids))
    if wanted.state:
        state = and_(Transaction.state == wanted.state, text("transactions.state <> 0"))
        found.append(Narrowing(state, _ids(state, "ix_transactions_unbooked")))
    if wanted.reversal:
        reversed_ = and_(true(), text("transactions.reversal"))
        found.append(Narrowing(reversed_, _ids(reversed_, "ix_transactions_reversal")))
    return found


def _of_accounts(wanted: Filter) -> Iterator[Narrowing]:
    """Some accounts; their days too, since one index answers both at once."""
    if wanted.account_ids is None:
        return
    condition = Transaction.account_id.in_(wanted.account_ids)
    ids = _ids(condition, "ix_transactions_account")
    days = _within(Transaction.day, wanted.booked)
    yield Narrowing(condition, ids if days is None else ids.where(days), ACCOUNT)


def _within(column: Any, limits: tuple[Any, Any]) -> Condition | None:
    low, high = limits
    bounds = [] if low is None else [column >= low]
    if high is not None:
        bounds.append(column <= high)
    return and_(*bounds) if bounds else None


def _of_statement(statement_id: int) -> Narrowing:
    """Entries that a version tells of: shown by its word, or by another's."""
    shown = Transaction.statement_id == statement_id
    witnessed = Transaction.id.in_(_witnessed_by(statement_id))
    # An entry that is composed of several reports is both; it counts once.
    ids = union(
        _ids(shown, "ix_transactions_statement"), _witnessed_by(statement_id)
    ).subquery()
    return Narrowing(or_(shown, witnessed), select(ids.c.id))


def _witnessed_by(statement_id: int) -> Select[Any]:
    """The bookings that entries of a version witness."""
    return select(ReportEntry.entry_id.label("id")).where(
        ReportEntry.statement_id == statement_id,
        ReportEntry.parent_id.is_(None),
        ReportEntry.entry_id.is_not(None),
    )


def _ids(condition: Condition, index: str) -> Select[Any]:
    return hint(select(Transaction.id).where(is_entry(), condition), index)


def conditions(wanted: Filter) -> list[Condition]:
    """What a row must be, words aside."""
    found = [narrowing.condition for narrowing in narrowings(wanted)]
    if wanted.is_credit is not None:
        amount, size = Transaction.amount, Transaction.size
        found.append(amount == size if wanted.is_credit else amount != size)
    if wanted.currency is not None:
        found.append(Transaction.currency == wanted.currency)
    if wanted.state == 0:
        found.append(Transaction.state == 0)
    if wanted.is_matched is not None:
        found.append(IS_MATCHED if wanted.is_matched else ~IS_MATCHED)
    if wanted.reversal is False:
        found.append(Transaction.reversal.is_(False))
    return found


def is_entry() -> Condition:
    """Details are reached through their entry."""
    return Transaction.parent_id.is_(None)


def hint(query: Select[Any], index: str) -> Select[Any]:
    """Name the index: SQLite knows nothing of how values are spread."""
    return query.with_hint(Transaction, f"INDEXED BY {index}", "sqlite")
