"""Pairs entries of two reports that are one booking: by evidence, never against it.

A value that both tell and tell differently is a contradiction, and no equal value
outweighs it. Where the balances prove that two reports list the same bookings, what
is left is paired by amount and day, since it cannot be anything else.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from giroscope.kernel.words import searchable

BOOKED, PENDING, INFORMATION = 0, 1, 2
NEAR = timedelta(days=3)
"""Banks differ by so much in the day of one booking."""
_FEW = 40
"""So many candidates are compared with an entry one by one."""
_SHORTEST_TEXT = 6
"""A text that is this long and equal says something of the booking."""


class Item(NamedTuple):
    """An entry of a report, as far as it tells which booking it is."""

    own_id: int
    statement_id: int
    position: int
    line: int | None
    currency: str
    units: int
    """Signed amount in hundred-thousandths."""
    booked: date | None
    valued: date | None
    day: date
    state: int
    reversal: bool
    bank_reference: str | None
    end_to_end_id: str | None
    name: str | None
    account: str | None
    remittance: str | None
    reference: str | None
    text: str | None
    """The bank's additional information."""
    detail_count: int
    entry_key: bytes
    occurrence: int
    entry_id: int | None
    """The booking that it was last said to be."""
    is_shown: bool

    @property
    def content(self) -> Hashable:
        """Everything that a person would compare."""
        return self[4:8] + self[9:18]

    @property
    def money(self) -> tuple[str, int]:
        """Currency and signed amount."""
        return self.currency, self.units


Pair = tuple[Item, Item]
Key = Callable[[Item], Hashable | None]


def folded_name(text: str | None) -> str:
    """A name or text without what formats change: case, marks and blanks."""
    return searchable(text).replace(" ", "") if text else ""


def contradict(one: Item, other: Item, *, is_one_format: bool, dates: bool) -> bool:
    """Whether some value that both tell differs.

    Formats cut and reshape texts, so across formats only ids and names count, and
    a name is the same where one begins like the other.
    """
    if one.money != other.money:
        return True
    if is_one_format and one.reversal != other.reversal:
        return True
    if _differ(one.end_to_end_id, other.end_to_end_id):
        return True
    if _differ(_account(one), _account(other)) or _names_differ(one.name, other.name):
        return True
    if dates and (
        _differ(one.booked, other.booked) or _differ(one.valued, other.valued)
    ):
        return True
    if not is_one_format:
        return False
    return (
        _differ(one.bank_reference, other.bank_reference)
        or _differ(one.reference, other.reference)
        or _texts_differ(one.remittance, other.remittance)
    )


def _differ(one: Hashable | None, other: Hashable | None) -> bool:
    return one is not None and other is not None and one != other


def _account(item: Item) -> str | None:
    return folded_name(item.account)[-10:] if item.account else None


def _names_differ(one: str | None, other: str | None) -> bool:
    left, right = folded_name(one), folded_name(other)
    if not left or not right:
        return False
    return not (left.startswith(right) or right.startswith(left))


def _texts_differ(one: str | None, other: str | None) -> bool:
    left, right = folded_name(one), folded_name(other)
    if not left or not right:
        return False
    return left not in right and right not in left


def is_evidence(one: Item, other: Item) -> bool:
    """Whether both tell the same value that few bookings share."""
    return any(
        value is not None and value == same
        for value, same in (
            (one.bank_reference, other.bank_reference),
            (one.end_to_end_id, other.end_to_end_id),
            (_words(one), _words(other)),
        )
    )


def clues(item: Item) -> list[Hashable]:
    """What of an entry is evidence, where another tells the same."""
    told = (
        ("bank", item.bank_reference),
        ("end", item.end_to_end_id),
        ("words", _words(item)),
    )
    return [clue for clue in told if clue[1] is not None]


def _words(item: Item) -> str | None:
    """Payer and text together, where they say anything."""
    words = folded_name(item.name) + folded_name(item.remittance or item.reference)
    return words if len(words) >= _SHORTEST_TEXT else None


class Pairing:
    """Pairs the entries of a report with those of others, each at most once."""

    def __init__(self, left: Iterable[Item], right: Iterable[Item]) -> None:
        self.left = {item.own_id: item for item in left}
        self.right = {item.own_id: item for item in right}
        self.pairs: list[Pair] = []

    def by(self, key: Key, *, fits: Callable[[Item, Item], bool] | None = None) -> None:
        """Pair what has the same key, in the order of day and place.

        Of several the nearest in time come together. What does not fit stays.
        """
        groups: dict[Hashable, list[Item]] = defaultdict(list)
        for item in self.right.values():
            found = key(item)
            if found is not None:
                groups[found].append(item)
        for group in groups.values():
            group.sort(key=_place)
        for item in sorted(self.left.values(), key=_place):
            candidates = groups.get(key(item))
            if not candidates:
                continue
            taken = _first(item, candidates, fits)
            if taken is not None:
                self.take(item)
                self.take(taken)
                candidates.remove(taken)
                self.pairs.append((item, taken))

    def take(self, item: Item) -> None:
        """It is told of; nothing else is paired with it."""
        side = self.left if item.own_id in self.left else self.right
        del side[item.own_id]


def _first(
    item: Item,
    candidates: Sequence[Item],
    fits: Callable[[Item, Item], bool] | None,
) -> Item | None:
    if fits is None:
        return candidates[0]
    near = sorted(candidates[: 4 * _FEW], key=lambda other: _distance(item, other))
    return next((other for other in near[:_FEW] if fits(item, other)), None)


def _distance(one: Item, other: Item) -> tuple[int, int]:
    return abs((one.day - other.day).days), other.position


def _place(item: Item) -> tuple[date, int, int]:
    return item.day, item.statement_id, item.position


def same_content(item: Item) -> Hashable:
    """Key of tier one: everything is the same."""
    return item.content


def same_money(item: Item) -> Hashable:
    """Key of amount and currency alone."""
    return item.money


def same_money_and_day(item: Item) -> Hashable:
    """Key of amount, currency and booking day."""
    return item.currency, item.units, item.day


def same_money_and_value(item: Item) -> Hashable:
    """Key of amount, currency and value date, which all formats tell."""
    return item.currency, item.units, item.valued or item.day


def in_order(one: int, other: int) -> tuple[int, int]:
    """Two ids as decisions know them, the lower first."""
    return min(one, other), max(one, other)


def is_soon(item: Item, same: Item, most: timedelta) -> bool:
    """Whether the other is booked within so long after it, or just before it."""
    return -NEAR <= same.day - item.day <= most


def batches_apart(key: Key) -> Key:
    """The key, other for a batch than for a single payment."""
    return lambda item: (key(item), item.detail_count > 1)


def sums(items: Iterable[Item]) -> int:
    """What booked entries move the balance by, in units."""
    return sum(item.units for item in items if item.state == BOOKED)
