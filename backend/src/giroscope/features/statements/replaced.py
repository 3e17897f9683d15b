"""Entries that no longer count: a later version of their statement has others.

They are no bookings: nothing is matched, labelled or posted on them, and they are told
apart from bookings by ids below zero. They are few, so that an index of their own
answers every filter.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, false, select, text, true
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements.narrowing import Condition, Filter
from giroscope.features.statements.tables import ReportEntry
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.word_index import Reference, WordIndex, cut

_WORDS = WordIndex(
    ReportEntry.own_id,
    ReportEntry.words,
    "",
    (
        Reference(ReportEntry.end_to_end_id, true()),
        Reference(ReportEntry.bank_reference, true()),
    ),
)
_COLUMNS: dict[str, Any] = {
    "BOOKING_DATE": ReportEntry.day,
    "VALUE_DATE": ReportEntry.value_day,
    "AMOUNT": ReportEntry.size,
}


@dataclass(frozen=True, slots=True)
class _ReplacedOrder(Order):
    """An order of entries that are no bookings; a cursor holds the id of the report."""

    def place(self, row: Any) -> tuple[Any, int]:
        """Where an entry stands."""
        return getattr(row, self.column.key or ""), row.own_id


DETAIL_ORDER = _ReplacedOrder(
    "REPLACED_POSITION", ReportEntry.position, ReportEntry.own_id, is_descending=False
)


def order_by(name: str, *, is_descending: bool) -> Order:
    """The order a list is asked for in; its cursors fit no other list."""
    column = _COLUMNS[name]
    return _ReplacedOrder(f"REPLACED_{name}", column, ReportEntry.own_id, is_descending)


def matching(wanted: Filter) -> Select[Any]:
    """The replaced entries that fit."""
    return select(ReportEntry).where(_is_replaced(), *_conditions(wanted))


async def find(
    session: AsyncSession, wanted: Filter, order: Order, request: PageRequest
) -> list[ReportEntry]:
    """The rows of a page and one more, in the order of the page."""
    found = await session.execute(order.apply(matching(wanted), request))
    return list(found.scalars())


async def replaced_entry(session: AsyncSession, own_id: int) -> ReportEntry | None:
    """One replaced entry, or a detail of one."""
    found = await session.get(ReportEntry, own_id)
    entry = found
    if found is not None and found.parent_id is not None:
        entry = await session.get(ReportEntry, found.parent_id)
    return found if entry is not None and entry.reason == "REPLACED" else None


def _is_replaced() -> Condition:
    # As the index says it: SQLite compares the two word by word.
    return and_(
        true(),
        text("report_entries.parent_id IS NULL AND report_entries.reason = 'REPLACED'"),
    )


def _conditions(wanted: Filter) -> list[Condition]:
    found: list[Condition] = [_WORDS.holds(word) for word in cut(wanted.text)]
    if wanted.account_ids is not None:
        found.append(ReportEntry.account_id.in_(wanted.account_ids))
    ranges: tuple[tuple[Any, tuple[Any, Any]], ...] = (
        (ReportEntry.day, wanted.booked),
        (ReportEntry.value_day, wanted.valued),
        (ReportEntry.size, wanted.size),
    )
    for column, (low, high) in ranges:
        found += [] if low is None else [column >= low]
        found += [] if high is None else [column <= high]
    if wanted.is_credit is not None:
        amount, size = ReportEntry.amount, ReportEntry.size
        found.append(amount == size if wanted.is_credit else amount != size)
    equal: tuple[tuple[Any, Any], ...] = (
        (ReportEntry.statement_id, wanted.statement_id),
        (ReportEntry.currency, wanted.currency),
        (ReportEntry.state, wanted.state),
        (ReportEntry.reversal, wanted.reversal),
    )
    found += [column == value for column, value in equal if value is not None]
    if wanted.label_ids is not None or wanted.is_matched is not None:
        # Rules label bookings, and bookings are matched.
        found.append(false())
    return found
