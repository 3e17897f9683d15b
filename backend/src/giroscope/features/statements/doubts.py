"""Entries that may be one booking, where nothing tells: a person is asked."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from giroscope.features.statements.booking import Booking, Doubt, Doubted
from giroscope.features.statements.sameness import (
    NEAR,
    Item,
    Key,
    Pairing,
    in_order,
    is_soon,
    same_money_and_day,
    same_money_and_value,
)

_DOUBTED = 200
"""Of more entries of one amount and day no two can be named."""


class Doubts:
    """Collects what is in doubt while bookings are found."""

    def __init__(self, different: Collection[tuple[int, int]]) -> None:
        self._different = different
        self._pairs: list[tuple[int, int, Doubt]] = []
        self._batches: list[tuple[Item, list[Item]]] = []

    def contradicting(self, pairing: Pairing) -> None:
        """Amount and day of what is left are the same, and something else is not."""
        for item, other in _left_alike(pairing):
            self._pairs.append((item.own_id, other.own_id, Doubt.CONTRADICTING))

    def equal(self, pairing: Pairing) -> None:
        """What is left is the same in all, and no reference tells which it is."""
        for item, other in _left_alike(pairing):
            if item.content == other.content:
                reason = Doubt.EQUAL_WITHOUT_REFERENCE
                self._pairs.append((item.own_id, other.own_id, reason))

    def batches(self, found: Iterable[tuple[Item, list[Item]]]) -> None:
        """Payments come to a batch, and no balance tells that they are its own."""
        for batch, singles in found:
            self._batches.append((batch, singles))
            self._pairs.append((batch.own_id, singles[0].own_id, Doubt.BATCH))

    def payments_of(
        self, left: Booking, right: Booking, of: Mapping[int, Booking]
    ) -> tuple[Booking, list[Booking]] | None:
        """Which of two is a batch that may be payments, and those payments."""
        for batch, singles in self._batches:
            told = list(dict.fromkeys(of[item.own_id] for item in singles))
            if {id(left), id(right)} == {id(of[batch.own_id]), id(told[0])}:
                return of[batch.own_id], told
        return None

    def found(
        self, bookings: Sequence[Booking], of: Mapping[int, Booking]
    ) -> list[Doubted]:
        """The bookings in doubt among those that are shown, by the entries of each."""
        self._unconfirmed(bookings)
        shown = set(map(id, bookings))
        found: dict[tuple[int, int], Doubted] = {}
        for left_id, right_id, reason in self._pairs:
            left, right = of[left_id], of[right_id]
            key = in_order(left.shown.own_id, right.shown.own_id)
            if left is right or key in self._different:
                continue
            if id(left) in shown and id(right) in shown:
                found.setdefault(key, Doubted(left, right, reason))
        return list(found.values())

    def _unconfirmed(self, bookings: Sequence[Booking]) -> None:
        """A provisional entry beside a booked one of its amount and day, or near it.

        One of the same value date is booked by some banks a day later than reported.
        """
        loose = [one.shown for one in bookings if not one.is_confirmed]
        if not loose:
            return
        proven = [one.shown for one in bookings if one.is_confirmed]
        for key in (same_money_and_day, same_money_and_value):
            for item, other in _alike(loose, proven, key):
                if is_soon(item, other, NEAR):
                    self._pairs.append((item.own_id, other.own_id, Doubt.CONTRADICTING))


def _left_alike(pairing: Pairing) -> Iterator[tuple[Item, Item]]:
    return _alike(pairing.left.values(), pairing.right.values(), same_money_and_day)


def _alike(
    left: Iterable[Item], right: Iterable[Item], key: Key
) -> Iterator[tuple[Item, Item]]:
    groups: dict[object, list[Item]] = defaultdict(list)
    for other in right:
        groups[key(other)].append(other)
    for item in left:
        for other in groups.get(key(item), [])[:_DOUBTED]:
            yield item, other
