"""Keeps matches by people true while the ledger changes. SQL the same on both stores.

Entries, payments and open items stand in rooms above, so their tables are named, not
imported.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Connection, case, column, select, table, text, update

from giroscope.features.matches.parts import give_back
from giroscope.features.matches.tables import EntryMatch, ErpState, MatchSide
from giroscope.features.messages import tell
from giroscope.kernel.clock import system_clock
from localization import Message

TAKES_ENTRY = """EXISTS (SELECT 1 FROM entry_match_sides m
  WHERE m.entry_id = {entry} AND m.stands)"""
"""Whether a person has said what an entry is: nothing else may be tied to it."""
KEEPS_PAYMENT = """EXISTS (SELECT 1 FROM entry_match_sides m
  WHERE m.payment_id = payments.id AND m.stands AND {is_return} m.is_return)"""
"""Whether a person has said which entry a payment is tied to."""
_GONE = text("""
  SELECT DISTINCT m.match_id FROM entry_match_sides m WHERE m.stands AND (
    (m.entry_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM transactions t WHERE t.id = m.entry_id AND t.state = 0))
    OR (m.payment_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payments p WHERE p.id = m.payment_id))
    OR (m.open_item_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM erp_open_items i WHERE i.id = m.open_item_id)))
""")
_PAYMENTS = table(
    "payments", column("id"), column("correlation_id"), column("transaction_id"),
    column("return_id"),
)  # fmt: skip


def end_vanished(connection: Connection, now: datetime | None = None) -> set[str]:
    """End matches of which an entry or a payment is no more, and have people told.

    Tells which journals changed: a payment that such a match tied is tied no more.
    """
    ids = list(connection.execute(_GONE).scalars())
    if not ids:
        return set()
    changed = untie(connection, ids)
    for match_id in ids:
        end(connection, match_id, now or system_clock())
        own, *others = connection.execute(
            select(MatchSide.about)
            .where(MatchSide.match_id == match_id)
            .order_by(MatchSide.id)
        ).scalars()
        match = connection.execute(
            select(EntryMatch.matched_by_name).where(EntryMatch.id == match_id)
        ).scalar_one()
        tell(
            connection,
            "WARNING",
            Message("reconciliation.ended", sides=[own, together(others)], name=match),
            reference=f"match:{match_id}",
        )
    return changed


def end(
    connection: Connection, match_id: int, now: datetime,
    by: tuple[str, str] | None = None,
) -> None:  # fmt: skip
    """A match stands no more; it is kept with who ended it."""
    who, name = by or (None, None)
    connection.execute(
        update(EntryMatch)
        .where(EntryMatch.id == match_id)
        .values(
            ended_at=now, ended_by=who, ended_by_name=name,
            # Whoever was told of it is to be told of its end.
            erp_state=case(
                (EntryMatch.erp_state.is_(None), None),
                (EntryMatch.erp_state == ErpState.UNTOLD.value, EntryMatch.erp_state),
                else_=ErpState.DUE.value,
            ),
        )
    )  # fmt: skip
    give_back(connection, match_id)
    connection.execute(
        update(MatchSide).where(MatchSide.match_id == match_id).values(stands=False)
    )


def together(about: Sequence[str]) -> str:
    """What stands on the other side of an entry: the first, and how many more."""
    first, *more = about
    return f"{first} (+{len(more)})" if more else first


def untie(connection: Connection, match_ids: Collection[int]) -> set[str]:
    """Untie the payments of these matches; tell their journals."""
    journals: set[str] = set()
    for tie, is_return in ((_PAYMENTS.c.transaction_id, False),
                           (_PAYMENTS.c.return_id, True)):  # fmt: skip
        tied = _PAYMENTS.c.id.in_(
            select(MatchSide.payment_id).where(
                MatchSide.match_id.in_(match_ids), MatchSide.is_return.is_(is_return),
                MatchSide.payment_id.is_not(None),
            )
        )  # fmt: skip
        journals.update(
            connection.execute(select(_PAYMENTS.c.correlation_id).where(tied)).scalars()
        )
        connection.execute(update(_PAYMENTS).where(tied).values({tie: None}))
    return journals
