"""Reads the ERP's open items: all of them, or what changed where it can tell.

An item that is seen again is brought up to date; one that a whole round does not meet
any more, or that the ERP says is settled, is closed.
"""

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import Connection, delete, insert, select, update

from erplink import OpenItem, OpenItemPage, OpenItems
from giroscope.features.erp.doubts import TOO_LONG
from giroscope.features.erp.exchange.native_ids import newest_of
from giroscope.features.erp.exchange.rounds import PAGE, Keeping, Reading
from giroscope.features.erp.exchange.tables import (
    OF_ITEMS,
    ErpFinding,
    ErpRound,
    What,
)
from giroscope.features.erp.open_items import (
    IS_CLOSED,
    IS_OPEN,
    ErpOpenItem,
    ItemState,
    key_of,
)
from giroscope.features.matches import STANDS, MatchSide, know, learn, parts_of
from giroscope.kernel.columns import is_storable
from giroscope.kernel.words import searchable

_WHOLE_AFTER = timedelta(days=1)
"""Changes alone are read for so long; then all is once more."""
_KEPT = timedelta(days=30)
_LONGEST = {"native_id": 80, "number": 80, "currency": 3, "party_id": 80, "party": 200}


class FetchingItems(Reading[OpenItemPage]):
    """The open items of one connection, once."""

    what = What.ITEMS

    def ask(self, cursor: str | None, since: str | None) -> OpenItemPage:
        """A page of open items."""
        connector = cast("OpenItems", self.opened.connector)
        return connector.fetch_open_items(cursor, PAGE, since)

    def mark_of(self, page: OpenItemPage) -> str | None:
        """As the ERP told it before its first page."""
        return page.mark

    def since(self, connection: Connection, now: datetime) -> str | None:
        """The mark of the last whole round, while all was read not long ago."""
        whole = (*self._of_round, ErpRound.is_whole.is_(True))
        last = connection.execute(
            select(ErpRound.mark).where(*whole).order_by(ErpRound.id.desc()).limit(1)
        ).scalar()
        everything = connection.execute(
            select(ErpRound.began)
            .where(*whole, ErpRound.since.is_(None))
            .order_by(ErpRound.id.desc())
            .limit(1)
        ).scalar()
        if everything is None or now - everything >= _WHOLE_AFTER:
            return None
        return last

    def keep(self, keeping: Keeping, page: OpenItemPage) -> int:
        """Put items into rows; tells how many are new."""
        # The same one twice on a page is one.
        offered = {one.native_id: one for one in page.items}
        for one in [*offered.values()]:
            if (name := _unkeepable(one)) is not None:
                keeping.find((one.native_id, one.number), OF_ITEMS, name, TOO_LONG)
                del offered[one.native_id]
        for flawed in page.unreadable:
            about = (flawed.native_id, flawed.number)
            keeping.find(about, OF_ITEMS, flawed.field, flawed.doubt.value)
        known = _known(keeping, offered)
        fresh = [one for one in offered.values() if one.native_id not in known]
        if fresh:
            keeping.connection.execute(
                insert(ErpOpenItem),
                [
                    {
                        **_columns(one, keeping), "native_id": one.native_id,
                        "connection_id": keeping.connection_id,
                    }
                    for one in fresh
                ],
            )  # fmt: skip
        met = []
        changed = []
        for native_id, row in known.items():
            if row.state == ItemState.OPEN and row.raw_sha256 == _sha(
                offered[native_id]
            ):
                met.append(row.id)
            else:
                changed.append(row)
        parts = parts_of(keeping.connection, [row.id for row in changed])
        for row in changed:
            values = _columns(offered[row.native_id], keeping)
            if row.id in parts:
                values["amount"] = learn(
                    keeping.connection, parts[row.id], row.amount, values["amount"]
                )
            keeping.connection.execute(
                update(ErpOpenItem).where(ErpOpenItem.id == row.id).values(**values)
            )
        keeping.connection.execute(
            update(ErpOpenItem)
            .where(ErpOpenItem.id.in_(met))
            .values(round_id=keeping.round.id)
        )
        if page.closed:
            _close(keeping, ErpOpenItem.id.in_(_ids_of(keeping, page.closed)))
        return len(fresh)

    def end(self, keeping: Keeping) -> None:
        """Where all was read, what was not met is closed."""
        if keeping.round.since is not None:
            return
        _close(keeping, ErpOpenItem.round_id != keeping.round.id)
        keeping.connection.execute(
            delete(ErpFinding).where(
                ErpFinding.connection_id == keeping.connection_id,
                ErpFinding.code == OF_ITEMS,
                ErpFinding.round_id != keeping.round.id,
            )
        )


def forget_closed(connection: Connection, now: datetime) -> None:
    """Let go of what was settled a while ago and nobody matched."""
    matched = select(MatchSide.id).where(
        MatchSide.open_item_id == ErpOpenItem.id, STANDS
    )
    connection.execute(
        delete(ErpOpenItem).where(
            IS_CLOSED, ErpOpenItem.since < now - _KEPT, ~matched.exists()
        )
    )


def _known(keeping: Keeping, native_ids: Collection[str]) -> dict[str, Any]:
    rows = keeping.connection.execute(
        select(
            ErpOpenItem.id, ErpOpenItem.native_id, ErpOpenItem.state,
            ErpOpenItem.raw_sha256, ErpOpenItem.amount,
        )
        .where(ErpOpenItem.id.in_(_ids_of(keeping, native_ids)))
        .order_by(ErpOpenItem.id)
        .with_for_update()
    )  # fmt: skip
    return {row.native_id: row for row in rows}


def _ids_of(keeping: Keeping, native_ids: Collection[str]) -> list[int]:
    return newest_of(keeping.connection, ErpOpenItem, keeping.connection_id, native_ids)


def _close(keeping: Keeping, which: Any) -> None:
    closing = (ErpOpenItem.connection_id == keeping.connection_id, IS_OPEN, which)
    know(keeping.connection, select(ErpOpenItem.id).where(*closing))
    keeping.connection.execute(
        update(ErpOpenItem)
        .where(*closing)
        .values(state=ItemState.CLOSED.value, since=keeping.now)
    )


def _columns(item: OpenItem, keeping: Keeping) -> dict[str, Any]:
    """What a row keeps of an item that is open."""
    keys = [key_of(one) for one in item.references]
    return {
        "side": item.side.name, "number": item.number, "amount": item.amount,
        "currency": item.currency, "day": item.day, "due": item.due,
        "expected": item.due or item.day, "party_id": item.party_id,
        "party": item.party, "accounts": list(item.accounts),
        "texts": list(item.references), "number_key": key_of(item.number),
        "reference_key": max(keys, key=len, default=""),
        "words": searchable(item.number, item.party, *item.accounts, *item.references),
        "raw_sha256": _sha(item), "round_id": keeping.round.id,
        "fetched": keeping.now, "state": ItemState.OPEN.value, "since": keeping.now,
    }  # fmt: skip


def _sha(item: OpenItem) -> str:
    return hashlib.sha256(repr(item).encode()).hexdigest()


def _unkeepable(item: OpenItem) -> str | None:
    """The field that no row can hold; None where all can be kept as they are."""
    for name, longest in _LONGEST.items():
        if len(getattr(item, name)) > longest:
            return name
    return None if is_storable(item.amount) and item.amount > 0 else "amount"
