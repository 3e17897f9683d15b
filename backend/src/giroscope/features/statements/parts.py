"""Booked statements that are parts of the same days, and what they come to together.

A bank may tell a day by several statements, and the same day once more within that of
a month. One part in the middle agrees with the month at neither end; all of them do.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from giroscope.features.statements.batches import take_batches
from giroscope.features.statements.relations import Version, is_related
from giroscope.features.statements.reports import (
    Agreement,
    Reports,
    agreement,
    balance_at,
    on_days,
    shared_days,
)
from giroscope.features.statements.sameness import (
    Item,
    Pairing,
    batches_apart,
    same_money_and_day,
)
from giroscope.features.statements.tables import Kind, Status


class Parts:
    """Tells of the booked statements among some reports what is part of what."""

    def __init__(self, reports: Reports) -> None:
        self._reports = reports
        self._apart: dict[tuple[int, int], bool] = {}
        self._of: dict[tuple[date, date], list[Version]] = defaultdict(list)
        for version in reports.of(Kind.BOOKED):
            is_current = reports.fates[version.id].status is Status.CURRENT
            if is_current and version.has_balances:
                self._of[version.first, version.last].append(version)

    def are_apart(self, one_id: int, other_id: int) -> bool:
        """Whether two booked statements go on from each other and share no entry."""
        key = min(one_id, other_id), max(one_id, other_id)
        if key not in self._apart:
            one, other = (self._reports.versions[each] for each in key)
            self._apart[key] = (
                one.kind is other.kind is Kind.BOOKED
                and (not is_related(one, other) or self._reports.are_apart(one, other))
                and not (self._make_up(one, other) or self._make_up(other, one))
            )
        return self._apart[key]

    def agreement(self, one: Version, other: Version) -> Agreement:
        """What the balances of two prove, or those of all parts of one's days."""
        items = self._reports.items
        found = agreement(one, other, items.get(one.id, ()), items.get(other.id, ()))
        if found is Agreement.SAME:
            return found
        if self._make_up(one, other) or self._make_up(other, one):
            return Agreement.SAME
        return found

    def _make_up(self, part: Version, whole: Version) -> bool:
        """Whether a statement and others of its days list all that another does."""
        if not whole.first <= part.first <= part.last <= whole.last:
            return False
        if not (part.has_balances and whole.has_balances):
            return False
        parts = [one for one in self._of[part.first, part.last] if one.id != whole.id]
        if len(parts) < 2:
            return False
        told = self._reports.items.get(whole.id, ())
        days = shared_days(part, whole)
        opening = balance_at(whole, told, days[0])
        closing = balance_at(whole, told, days[1] + timedelta(days=1))
        return (
            any(one.opening == opening for one in parts)
            and any(one.closing == closing for one in parts)
            and _list_the_same(on_days(told, days), self._listed(parts))
        )

    def _listed(self, versions: Iterable[Version]) -> Iterator[Item]:
        for version in versions:
            yield from self._reports.items.get(version.id, ())


def _list_the_same(items: Iterable[Item], others: Iterable[Item]) -> bool:
    """Whether both list the same bookings, a batch by its payments too."""
    pairing = Pairing(items, others)
    for key in (batches_apart(same_money_and_day), same_money_and_day):
        pairing.by(key)
    deque(take_batches(pairing), maxlen=0)
    return not (pairing.left or pairing.right)
