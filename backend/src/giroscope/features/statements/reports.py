"""The reports of an account that have to do with each other, and what orders them."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from enum import Enum
from typing import NamedTuple

from giroscope.features.statements.batches import take_payments
from giroscope.features.statements.relations import Fate, Version
from giroscope.features.statements.sameness import (
    Item,
    Pairing,
    batches_apart,
    same_money_and_day,
    sums,
)
from giroscope.features.statements.tables import Kind

_EPOCH = date(1970, 1, 1).toordinal() * 86_400


class Decided(NamedTuple):
    """What people said of pairs of entries, by their own ids, the lower first."""

    same: frozenset[tuple[int, int]] = frozenset()
    different: frozenset[tuple[int, int]] = frozenset()


class Reports(NamedTuple):
    """The reports of one account that have to do with each other."""

    versions: Mapping[int, Version]
    fates: Mapping[int, Fate]
    items: Mapping[int, Sequence[Item]]
    decided: Decided = Decided()
    newest_interim: int | None = None
    closed_until: date | None = None
    """Up to here, less one day, booked statements cover every day."""
    are_apart: Callable[[Version, Version], bool] = lambda _, __: False
    """Whether statements between two of them tell that both are parts of their days."""
    beside: frozenset[int] = frozenset()
    """Booked statements whose bookings are shown and stay as they are."""

    def of(self, *kinds: Kind) -> list[Version]:
        """The versions of some kinds."""
        return [version for version in self.versions.values() if version.kind in kinds]


def by_day(version: Version) -> tuple[date, date, int]:
    """Key of booked statements: in the order of their days."""
    return version.first, version.last, version.id


def newest_first(version: Version) -> tuple[float, int, int]:
    """Key of provisional reports: the latest made comes first."""
    made = version.created.replace(tzinfo=None) if version.created else None
    day = made.timestamp() if made else version.last.toordinal() * 86_400 - _EPOCH
    return -day, -version.last.toordinal(), -version.id


def shared_days(one: Version, other: Version) -> tuple[date, date]:
    """First and last of the days that both tell of."""
    return max(one.first, other.first), min(one.last, other.last)


def on_days(items: Iterable[Item], days: tuple[date, date]) -> list[Item]:
    """The entries of these days."""
    return [item for item in items if days[0] <= item.day <= days[1]]


def balance_at(version: Version, items: Iterable[Item], day: date) -> int:
    """The balance as the day begins."""
    return (version.opening or 0) + sums(item for item in items if item.day < day)


class Agreement(Enum):
    """What the balances of two statements prove of the days that both tell of."""

    NONE = "NONE"
    SAME = "SAME"
    """They agree as those days begin and end, so both list the same bookings."""
    WITHIN = "WITHIN"
    """They agree at one of both, and one lists all that the other lists: it goes on
    within the day where the other ends."""


def agreement(
    one: Version, other: Version, items: Sequence[Item], others: Sequence[Item]
) -> Agreement:
    """What their balances prove of the bookings that two statements share."""
    if not (one.has_balances and other.has_balances):
        return Agreement.NONE
    days = shared_days(one, other)
    agree = [
        balance_at(one, items, day) == balance_at(other, others, day)
        for day in (days[0], days[1] + timedelta(days=1))
    ]
    if all(agree):
        return Agreement.SAME
    is_within = any(agree) and _is_within(on_days(items, days), on_days(others, days))
    return Agreement.WITHIN if is_within else Agreement.NONE


def _is_within(items: Sequence[Item], others: Sequence[Item]) -> bool:
    """Whether one lists all that the other lists, a batch by its payments too."""
    pairing = Pairing(items, others)
    for key in (batches_apart(same_money_and_day), same_money_and_day):
        pairing.by(key)
    deque(take_payments(pairing), maxlen=0)
    return not (pairing.left and pairing.right)


def is_cumulative(
    one: Version, other: Version, items: Sequence[Item], others: Sequence[Item]
) -> bool:
    """Whether the later of two interim reports repeats what the earlier one told."""
    if one.kind is not Kind.INTERIM:
        return False
    if one.opening is not None and other.opening is not None:
        do_add_up = False not in (one.balanced, other.balanced)
        return one.opening == other.opening and do_add_up
    few, many = sorted((items, others), key=len)
    told = Counter(item.content for item in few)
    return len(few) > 1 and not told - Counter(item.content for item in many)
