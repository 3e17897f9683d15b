"""A batch in one report and the payments that it stands for, told singly in another."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import accumulate

from giroscope.features.statements.sameness import BOOKED, Item, Pairing

_Group = tuple[str, bool, date]
"""Currency, direction and value date."""


def take_batches(pairing: Pairing) -> Iterator[tuple[Item, list[Item]]]:
    """Take batches of either side out of a pairing, each with what it stands for.

    For two reports whose balances prove that they list the same bookings. Per value
    date and direction the batches say how many payments they stand for; the other
    side lists so many, which come to the same.
    """
    for sides in _groups(pairing):
        singles, batches = sorted(sides, key=len, reverse=True)
        if not _stand_for(batches, singles):
            continue
        left = list(singles)
        for batch in batches:
            own = _payments(batch, left)
            for item in (batch, *own):
                pairing.take(item)
            left = _without(left, own)
            yield batch, own


def find_payments(pairing: Pairing) -> Iterator[tuple[Item, list[Item]]]:
    """Batches of either side, each with what the other side tells of it singly.

    For two reports that no balance binds: so many payments of one value date and
    direction that stand one after another and come to the batch. Takes nothing out.
    """
    for sides in _groups(pairing):
        for batches, others in (sides, sides[::-1]):
            singles = [item for item in others if item.detail_count <= 1]
            for batch in batches:
                own = _run(batch, singles)
                if own and batch.detail_count > 1:
                    singles = _without(singles, own)
                    yield batch, own


def take_payments(pairing: Pairing) -> Iterator[tuple[Item, list[Item]]]:
    """Take what `find_payments` finds out of a pairing."""
    for batch, own in find_payments(pairing):
        for item in (batch, *own):
            pairing.take(item)
        yield batch, own


def _groups(pairing: Pairing) -> Iterator[tuple[list[Item], list[Item]]]:
    groups: dict[_Group, tuple[list[Item], list[Item]]] = defaultdict(lambda: ([], []))
    for side, items in enumerate((pairing.left, pairing.right)):
        for item in sorted(items.values(), key=_place):
            if item.state == BOOKED:
                key = item.currency, item.units < 0, item.valued or item.day
                groups[key][side].append(item)
    yield from groups.values()


def _place(item: Item) -> tuple[int, int]:
    return item.statement_id, item.position


def _stand_for(batches: Sequence[Item], singles: Sequence[Item]) -> bool:
    return (
        bool(batches)
        and all(batch.detail_count > 1 for batch in batches)
        and sum(batch.detail_count for batch in batches) == len(singles)
        and sum(batch.units for batch in batches) == sum(one.units for one in singles)
    )


def _payments(batch: Item, singles: Sequence[Item]) -> list[Item]:
    """What follows each other and comes to the batch; else the first so many."""
    return _run(batch, singles) or list(singles[: batch.detail_count])


def _run(batch: Item, singles: Sequence[Item]) -> list[Item]:
    count = batch.detail_count
    sums = [0, *accumulate(one.units for one in singles)]
    for at in range(len(singles) - count + 1):
        if sums[at + count] - sums[at] == batch.units:
            return list(singles[at : at + count])
    return []


def _without(items: Sequence[Item], taken: Sequence[Item]) -> list[Item]:
    ids = {item.own_id for item in taken}
    return [item for item in items if item.own_id not in ids]
