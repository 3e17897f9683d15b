"""The reports of an account that have to do with each other, and what orders them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from giroscope.features.statements.relations import Fate, Version
from giroscope.features.statements.sameness import Item, sums
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
