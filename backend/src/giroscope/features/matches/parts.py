"""What matches settle of open items, while the ERP does not know of it.

The amount of an item is what the ERP says is open, less those parts. The table of items
stands in a room above, so it is named, not imported.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, column, select, table, update

from giroscope.features.matches.tables import STANDS, MatchSide
from giroscope.kernel.columns import Amount

_ITEMS = table("erp_open_items", column("id"), column("amount", Amount))
_IS_UNKNOWN = (STANDS, MatchSide.settles.is_not(None), MatchSide.is_known.is_(False))


def parts_of(
    connection: Connection, item_ids: Collection[int]
) -> Mapping[int, Sequence[Any]]:
    """The parts of these items that the ERP does not know of, the oldest first."""
    rows = connection.execute(
        select(MatchSide.id, MatchSide.open_item_id, MatchSide.settles)
        .where(MatchSide.open_item_id.in_(item_ids), *_IS_UNKNOWN)
        .order_by(MatchSide.id)
    )
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.open_item_id].append(row)
    return found


def learn(
    connection: Connection, parts: Sequence[Any], was: Decimal, says: Decimal
) -> Decimal:
    """What is open of an item of which the ERP `says` so much, and `was` until now.

    A part by which what the ERP says has fallen is known to it from now on.
    """
    fallen = was + sum(abs(one.settles) for one in parts) - says
    known = []
    for one in parts:
        if abs(one.settles) <= fallen:
            fallen -= abs(one.settles)
            known.append(one.id)
        else:
            says -= abs(one.settles)
    _know(connection, MatchSide.id.in_(known))
    return max(says, Decimal(0))


def know(connection: Connection, item_ids: Any) -> None:
    """The ERP has closed these items, and so it knows of all that settles them."""
    _know(connection, MatchSide.open_item_id.in_(item_ids))


def _know(connection: Connection, which: ColumnElement[bool]) -> None:
    connection.execute(
        update(MatchSide).where(*_IS_UNKNOWN, which).values(is_known=True)
    )


def give_back(connection: Connection, match_id: int) -> None:
    """What a match settles is open again; of what the ERP knows it will say so."""
    parts = connection.execute(
        select(MatchSide.open_item_id, MatchSide.settles)
        .where(MatchSide.match_id == match_id, *_IS_UNKNOWN)
        .order_by(MatchSide.open_item_id)
    ).all()
    for one in parts:
        is_one = _ITEMS.c.id == one.open_item_id
        amount = connection.execute(
            select(_ITEMS.c.amount).where(is_one).with_for_update()
        ).scalar()
        if amount is not None:
            connection.execute(
                update(_ITEMS).where(is_one).values(amount=amount + abs(one.settles))
            )
