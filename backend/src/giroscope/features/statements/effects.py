"""What rules did to bookings, and to those that have become one with them.

Rules know a booking by its id. Where two become one, what rules did to the one that
the ledger no longer shows stands at the other, as long as they are one.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select, text, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.rules import (
    Label,
    Posting,
    Subject,
    forget,
    labels,
    marked,
    postings,
)
from giroscope.features.statements.tables import ReportEntry, Transaction

_AT_ONCE = 500
_OF_DOCUMENT = """
SELECT record_id FROM {table} WHERE record_id IN (
  SELECT id FROM transactions WHERE document_id = :document AND parent_id IS NULL
  UNION SELECT own_id FROM report_entries
  WHERE document_id = :document AND parent_id IS NULL)
"""
_RULED = (
    _OF_DOCUMENT.format(table="rule_firings") + " AND subject = 'TRANSACTION'",
    _OF_DOCUMENT.format(table="rule_marks") + " AND subject = 'TRANSACTION'",
    _OF_DOCUMENT.format(table="rule_postings"),
)


class Effects(NamedTuple):
    """What rules did to bookings, by their ids."""

    postings: dict[int, Posting]
    labels: dict[int, list[Label]]


async def effects_on(session: AsyncSession, ids: Collection[int]) -> Effects:
    """Proposals and labels of these bookings; of one label twice, the older counts."""
    merged = await _merged(session, ids)
    everything = {*ids, *(one for former in merged.values() for one in former)}
    posted = await postings(session, everything)
    labelled = await labels(session, Subject.TRANSACTION, everything)
    for kept, former in merged.items():
        own = next((one for one in (kept, *former) if one in posted), None)
        if own is not None:
            posted[kept] = posted[own]
        found = [label for one in (kept, *former) for label in labelled.get(one, ())]
        if found:
            labelled[kept] = _once(found)
    return Effects(posted, labelled)


def _once(found: Sequence[Label]) -> list[Label]:
    first: dict[int, Label] = {}
    for label in sorted(found, key=lambda one: one.since):
        first.setdefault(label.id, label)
    return sorted(first.values(), key=lambda one: (one.name.casefold(), one.id))


async def _merged(session: AsyncSession, ids: Collection[int]) -> dict[int, list[int]]:
    """Ids of bookings that became one with each of these, in order."""
    found: dict[int, list[int]] = defaultdict(list)
    asked = select(ReportEntry.entry_id, ReportEntry.own_id).where(
        ReportEntry.entry_id.in_(ids), *_became_one()
    )
    for kept, former in await session.execute(asked.order_by(ReportEntry.own_id)):
        if kept is not None:
            found[kept].append(former)
    return found


def bearing(label_ids: Sequence[int]) -> Select[Any]:
    """The ids of bookings that bear one of these labels."""
    own = marked(Subject.TRANSACTION, label_ids)
    kept = select(ReportEntry.entry_id).where(
        ReportEntry.own_id.in_(own), ReportEntry.entry_id.is_not(None), *_became_one()
    )
    ids = union(own, kept).subquery()
    return select(ids.c[0])


def _became_one() -> tuple[Any, ...]:
    """Entries of reports whose own id no booking that is shown has."""
    shown = aliased(Transaction)
    is_shown = select(shown.id).where(shown.id == ReportEntry.own_id).exists()
    return ReportEntry.parent_id.is_(None), ~is_shown


def ruled_of(connection: Connection, document_id: int) -> set[int]:
    """Bookings to which rules did something and of which a document tells."""
    values = {"document": document_id}
    return {
        int(one)
        for sql in _RULED
        for one in connection.execute(text(sql), values).scalars()
    }


def forget_lost(connection: Connection, ids: Collection[int]) -> None:
    """Take back what rules did to those of these bookings that no report tells of."""
    listed = sorted(ids)
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        told = union(
            select(Transaction.id).where(Transaction.id.in_(some)),
            select(ReportEntry.own_id).where(ReportEntry.own_id.in_(some)),
        )
        known = set(connection.execute(told).scalars())
        lost = [one for one in some if one not in known]
        forget(connection, Subject.TRANSACTION, lost)
