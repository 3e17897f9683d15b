"""Statements of the same days that go forth and back between the same balances.

Held against each other, the first and the third of such a day look like one statement
told twice. Their numbers, and the one between them by number and by balance, tell that
each is a part of its own. Pure; no I/O.
"""

from collections.abc import Iterable
from itertools import combinations

from giroscope.features.statements.relations import Version, is_related
from giroscope.features.statements.tables import Kind


class NumberLine:
    """The booked statements around some days, in the order of their numbers."""

    def __init__(self, versions: Iterable[Version]) -> None:
        self._line = sorted(
            (one for one in versions if _number(one) is not None and one.has_balances),
            key=lambda one: (_number(one), one.id),
        )
        self._known: dict[tuple[int, int], bool] = {}

    def is_apart(self, one: Version, other: Version) -> bool:
        """Whether statements lead from one to the other, by number and by balance.

        Whether these count themselves is not asked: so it is the same in any order.
        """
        left, right = _number(one), _number(other)
        if left is None or right is None or left == right:
            return False
        earlier, later = (one, other) if left < right else (other, one)
        key = earlier.id, later.id
        if key not in self._known:
            self._known[key] = self._leads(earlier, later)
        return self._known[key]

    def alike(self) -> list[Version]:
        """The statements of which others between may tell that they are parts."""
        found: dict[int, Version] = {}
        for one, other in combinations(self._line, 2):
            if _number(one) != _number(other) and is_related(one, other):
                found |= {one.id: one, other.id: other}
        return list(found.values())

    def _leads(self, earlier: Version, later: Version) -> bool:
        reached = [earlier]
        for version in self._line:
            if any(_follows(before, version) for before in reached) and _is_before(
                version, later
            ):
                reached.append(version)
        return any(_follows(before, later) for before in reached[1:])


def _follows(earlier: Version, later: Version) -> bool:
    """Whether one goes on from the other; formats may be numbered by themselves."""
    return (
        earlier.closing == later.opening
        and _is_before(earlier, later)
        and (earlier.is_swift == later.is_swift or _is_next(earlier, later))
    )


def _is_next(earlier: Version, later: Version) -> bool:
    before, after = _number(earlier), _number(later)
    if before is None or after is None:
        return False
    return after[0] == before[0] + 1 or after == (before[0], before[1] + 1)


def _is_before(earlier: Version, later: Version) -> bool:
    """By number, and by days as far as they tell."""
    return (
        (_number(earlier) or (0, 0)) < (_number(later) or (0, 0))
        and earlier.first <= later.first
        and earlier.last <= later.last
    )


def _number(version: Version) -> tuple[int, int] | None:
    """Number and page of a booked statement, where the bank counts."""
    sequence = version.sequence
    if version.kind is not Kind.BOOKED or sequence is None:
        return None
    if not (sequence.isascii() and sequence.isdigit()):
        return None
    return int(sequence), version.page or 0
