"""What the ERP says is owed, as candidates of entries: bounded looks into indices."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, TextClause, and_, exists, false, or_, select
from sqlalchemy.orm import Session

from giroscope.features.erp.books import books
from giroscope.features.erp.open_items import (
    IS_OPEN,
    ErpOpenItem,
    ItemSide,
    ItemState,
    key_of,
)
from giroscope.features.matches import STANDS, MatchSide
from giroscope.features.reconciliation.looks import ids_of
from giroscope.features.reconciliation.policy import SHORTEST, Told
from giroscope.features.statements import Transaction
from giroscope.kernel.columns import is_storable
from giroscope.kernel.words import searchable

_LOOKED_AT = 100
"""So many of an amount before and after the entry's day, and so many by a reference."""
_MOST_KEYS = 60
"""So many words of an entry are looked for among numbers and references."""
_UNSEARCHED, _SEARCHED = 1_000, 5_000
"""So many before and after the entry's day are read where a person chooses."""
_SHOWN = 20
_BETWEEN = re.compile(r"[\s,;:()]+")


@dataclass(frozen=True, slots=True)
class Settled:
    """An open item, and how much of it a person chose to settle."""

    item: ErpOpenItem
    size: Decimal
    is_deducted: bool
    """Whether its money goes the other way than the entry's: as a credit note's."""

    @property
    def amount(self) -> Decimal:
        """What it adds to what is chosen: below zero where it is deducted."""
        return -self.size if self.is_deducted else self.size


def items_of(session: Session, entry: Transaction) -> list[ErpOpenItem]:
    """Open items of the entry's amount: around its day, or named in its texts."""
    own = _books(session)
    if own is None:
        return []
    ways = [
        select(ErpOpenItem.id)
        .where(*_of(entry, own), ErpOpenItem.amount == entry.size, side)
        .order_by(*order)
        .limit(_LOOKED_AT)
        for side, order in _sides(entry)
    ]
    if keys := _keys(entry):
        ways += [
            select(ErpOpenItem.id).where(IS_OPEN, key.in_(keys)).limit(_LOOKED_AT)
            for key in (ErpOpenItem.number_key, ErpOpenItem.reference_key)
        ]
    own_side = _side(entry)
    found = _fitting(session, entry, ErpOpenItem.id.in_(ids_of(ways)))
    return [one for one in found if one.amount == entry.size and one.side == own_side]


def is_owed(session: Session) -> ColumnElement[bool]:
    """Whether these books are owed an entry's amount, or owe it."""
    own = _books(session)
    if own is None:
        return false()
    return exists().where(
        ErpOpenItem.connection_id == own,
        IS_OPEN,
        ErpOpenItem.side.in_(list(ItemSide)),
        ErpOpenItem.currency == Transaction.currency,
        ErpOpenItem.amount == Transaction.size,
    )


def chosen_items(
    session: Session, entry: Transaction, wanted: Mapping[int, Decimal | None]
) -> list[Settled]:
    """Those of these items that the entry may settle, or deduct, by so much or whole.

    Left out is one of which no more than nothing is wanted, or more than is open.
    """
    if not wanted:
        return []
    own_side = _side(entry)
    found = []
    for item in _fitting(session, entry, ErpOpenItem.id.in_(wanted)):
        part = wanted[item.id]
        size = item.amount if part is None else part
        if 0 < size <= item.amount and is_storable(size):
            found.append(Settled(item, size, item.side != own_side))
    return sorted(found, key=lambda one: one.is_deducted)


def items_to_choose(
    session: Session,
    entry: Transaction,
    size: Decimal,
    most: Decimal,
    words: str | None,
) -> list[ErpOpenItem]:
    """Open items that the entry may settle among others, the likeliest first.

    That is those of the `size`, then those due nearest to the entry's day. Where nobody
    searches they are no larger than `most`, or the entry's party's: it may pay a part,
    and what goes the other way may be deducted. Where there are none of those, a part
    may be paid of any.
    """
    own = _books(session)
    if own is None:
        return []
    reach = _SEARCHED if words else _UNSEARCHED
    own_side = _side(entry)
    near = [
        select(ErpOpenItem.id)
        .where(*_of(entry, own, way), ErpOpenItem.amount > Decimal(0), side)
        .order_by(*order)
        .limit(reach)
        for way in ItemSide
        for side, order in _sides(entry)
    ]
    of_own_side = ErpOpenItem.side == own_side
    sought = [_says(word) for word in searchable(words or "").split()]
    fitting = and_(of_own_side, ErpOpenItem.amount <= most)
    narrowed = or_(fitting, *map(_says, _party(entry)))
    places: Sequence[Any] = ()
    for said in [sought] if sought else [[narrowed], [of_own_side]]:
        places = (
            places
            or session.execute(
                select(ErpOpenItem.id, ErpOpenItem.expected, ErpOpenItem.amount).where(
                    ErpOpenItem.id.in_(ids_of(near)), *said
                )
            ).all()
        )
    nearest = sorted(
        places,
        key=lambda one: (one.amount != size, abs(one.expected - entry.day), -one.id),
    )
    order = {one.id: at for at, one in enumerate(nearest[:_SHOWN])}
    found = session.scalars(select(ErpOpenItem).where(ErpOpenItem.id.in_(order)))
    return sorted(found, key=lambda one: order[one.id])


def told_of_item(item: ErpOpenItem, entry: Transaction) -> Told:
    """What is known of an item; of several accounts the one that the entry names."""
    named = key_of(entry.counterparty_account)
    account = next((one for one in item.accounts if key_of(one) == named), None)
    return Told(
        item.expected, name=item.party,
        account=account or next(iter(item.accounts), None),
        references=(item.number, *item.texts),
    )  # fmt: skip


def _books(session: Session) -> int | None:
    """The books in use; what others are owed is not offered."""
    found: int | None = session.scalar(select(books(None)))
    return found


def _side(entry: Transaction) -> str:
    return (ItemSide.PAYABLE if entry.amount < 0 else ItemSide.RECEIVABLE).value


def _says(text: str) -> ColumnElement[bool]:
    return ErpOpenItem.words.contains(text, autoescape=True)


def _party(entry: Transaction) -> list[str]:
    """What the texts of an item have where it is the entry's party's."""
    told = searchable(entry.counterparty_account), searchable(entry.counterparty_name)
    return [one for one in told if one.strip()]


_IS_FREE = ~exists().where(
    MatchSide.open_item_id == ErpOpenItem.id, STANDS, MatchSide.settles.is_(None)
)


def _of(
    entry: Transaction, own: int, way: str | None = None
) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """Of these books, going the entry's way in its currency, and unmatched."""
    return (
        ErpOpenItem.connection_id == own,
        IS_OPEN,
        ErpOpenItem.side == (way or _side(entry)),
        ErpOpenItem.currency == entry.currency,
        _IS_FREE,
    )


def _fitting(
    session: Session, entry: Transaction, which: ColumnElement[bool]
) -> list[ErpOpenItem]:
    """The same of a few items, which are found by their ids and by nothing else."""
    own = _books(session)
    rows = session.scalars(
        select(ErpOpenItem).where(which, _IS_FREE).order_by(ErpOpenItem.id)
    )
    wanted = own, ItemState.OPEN, entry.currency
    return [
        one
        for one in rows
        if (one.connection_id, one.state, one.currency) == wanted and one.amount > 0
    ]


def _sides(entry: Transaction) -> Iterator[tuple[ColumnElement[bool], Any]]:
    day = ErpOpenItem.expected
    yield day <= entry.day, (day.desc(), ErpOpenItem.id.desc())
    yield day > entry.day, (day, ErpOpenItem.id)


def _keys(entry: Transaction) -> list[str]:
    """What of an entry's texts may be a number or a reference, the longest first."""
    texts = (
        entry.reference, entry.end_to_end_id, entry.remittance,
        entry.additional_information,
    )  # fmt: skip
    told = [text for text in texts if text]
    found = {key_of(one) for text in told for one in (text, *_BETWEEN.split(text))}
    long = [key for key in found if len(key) >= SHORTEST]
    return sorted(long, key=lambda key: (-len(key), key))[:_MOST_KEYS]
