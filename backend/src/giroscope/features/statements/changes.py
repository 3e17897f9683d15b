"""What a version changes in the ledger, for the result of an import and its preview."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from heapq import nsmallest
from typing import NamedTuple

from sqlalchemy import Connection

from giroscope.features.statements.booking import Booking, Bookings, Hidden
from giroscope.features.statements.relations import Version
from giroscope.features.statements.reports import Reports
from giroscope.features.statements.sameness import Item, clues
from giroscope.features.statements.tables import Kind, Status
from giroscope.features.statements.versions import replaced_of
from giroscope.kernel.columns import from_units

_MOST = 200
"""So many changes of one statement are listed; the figures count them all."""


class Figures(NamedTuple):
    """What became of a statement's entries, and of those it replaced."""

    read: int
    new: int
    """Bookings that only this document tells of."""
    confirmed: int = 0
    """Provisional entries that became its entries."""
    replaced: int = 0
    """Entries of a replaced version that are no longer there."""
    doubted: int = 0
    """Bookings of it that may be the same as another."""

    @property
    def known(self) -> int:
        """Entries that were here already."""
        return self.read - self.new - self.confirmed


class ChangeKind(StrEnum):
    """How an entry of the ledger changes."""

    ADDED = "ADDED"
    REMOVED = "REMOVED"
    CHANGED = "CHANGED"
    """Taken away and told anew under the same reference."""
    POSSIBLE_DUPLICATE = "POSSIBLE_DUPLICATE"


class Change(NamedTuple):
    """One entry that changes; of a changed one, what it was before."""

    kind: ChangeKind
    day: date
    amount: Decimal
    currency: str
    counterparty: str | None
    text: str | None
    amount_before: Decimal | None = None


class Changes:
    """Notes what settling comes to for a version, portion by portion."""

    def __init__(self, version: Version, read: int) -> None:
        self._version, self._read = version, read
        self._new = self._confirmed = 0
        self._removed: Counter[int] = Counter()
        self._added: list[Item] = []
        self._doubted: list[Item] = []
        self.is_shared = False
        """Whether another current statement holds some booking of it, too."""

    def __call__(self, reports: Reports, bookings: Bookings) -> None:
        """See the bookings of a portion."""
        added: list[Item] = []
        for booking in bookings.bookings:
            if self._version.id in booking.versions:
                added += self._see(reports, booking)
        self._new += len(added)
        # Portions come by amount, and people read from the beginning.
        self._added = nsmallest(_MOST, [*self._added, *added], key=_place)
        for other in _replaced_by(self._version, reports):
            self._removed[other] += sum(
                bookings.hidden.get(item.own_id) is Hidden.REPLACED
                for item in reports.items.get(other, ())
            )
        own = self._version.id
        self._doubted += [
            doubt.right.shown if own in doubt.right.versions else doubt.left.shown
            for doubt in bookings.doubted
            if own in doubt.left.versions | doubt.right.versions
        ]

    def _see(self, reports: Reports, booking: Booking) -> list[Item]:
        """The entries of a booking, if only this version tells of it."""
        version, versions = self._version, reports.versions
        others = booking.versions - {version.id}
        mine = [item for item in booking.members if item.statement_id == version.id]
        if not others:
            return mine
        booked = [one for one in others if versions[one].kind is Kind.BOOKED]
        if version.kind is Kind.BOOKED and not booked:
            self._confirmed += len(mine)
        if booking.is_confirmed and any(
            reports.fates[one].status is Status.CURRENT for one in booked
        ):
            self.is_shared = True
        return []

    def told(self, connection: Connection) -> tuple[Figures, list[Change]]:
        """What it came to, in figures and entry by entry."""
        removed = replaced_of(connection, +self._removed)
        figures = Figures(
            self._read, self._new, self._confirmed, self._removed.total(),
            len(self._doubted),
        )  # fmt: skip
        changes = [
            *_of_replacement(self._added, _first_of(removed, self._added)),
            *(_change(ChangeKind.POSSIBLE_DUPLICATE, item) for item in self._doubted),
        ]
        return figures, changes[:_MOST]


def _replaced_by(version: Version, reports: Reports) -> list[int]:
    return [
        other for other, fate in reports.fates.items()
        if fate.related_id == version.id and fate.status is Status.REPLACED
    ]  # fmt: skip


def _place(item: Item) -> tuple[int, int]:
    return item.position, item.own_id


def _first_of(removed: Iterable[Item], added: Sequence[Item]) -> list[Item]:
    """As many of the entries removed as can be among the changes that are listed.

    Each one added takes the first that is its like, before the rest are listed.
    """
    wanted = {clue: _MOST for item in added for clue in clues(item)}
    first: list[Item] = []
    for number, item in enumerate(removed):
        found = [clue for clue in clues(item) if wanted.get(clue)]
        for clue in found:
            wanted[clue] -= 1
        if found or number < 2 * _MOST:
            first.append(item)
    return first


def _of_replacement(added: Sequence[Item], removed: Sequence[Item]) -> Iterable[Change]:
    left = {item.own_id: (item, set(clues(item))) for item in removed}
    for item in added:
        own = clues(item)
        alike = (one for one, has in left.values() if not has.isdisjoint(own))
        before = next(alike, None)
        if before is None:
            yield _change(ChangeKind.ADDED, item)
            continue
        del left[before.own_id]
        changed = _change(ChangeKind.CHANGED, item)
        yield changed._replace(amount_before=from_units(before.units))
    yield from (_change(ChangeKind.REMOVED, item) for item, _ in left.values())


def _change(kind: ChangeKind, item: Item) -> Change:
    return Change(
        kind, item.day, from_units(item.units), item.currency, item.name,
        item.remittance or item.reference or item.text,
    )  # fmt: skip
