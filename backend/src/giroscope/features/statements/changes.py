"""What a version changes in the ledger, for the result of an import and its preview."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from giroscope.features.statements.booking import Hidden
from giroscope.features.statements.ledger import Settled
from giroscope.features.statements.relations import Version
from giroscope.features.statements.sameness import Item, is_evidence
from giroscope.features.statements.tables import Kind
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


def changes_of(
    version: Version, read: int, settled: Settled
) -> tuple[Figures, list[Change]]:
    """What a version's settling came to, in figures and entry by entry."""
    added, confirmed = _brought(version, settled)
    removed = [
        item
        for other in settled.replaced_by(version.id)
        for item in settled.reports.items.get(other, ())
        if settled.bookings.hidden.get(item.own_id) is Hidden.REPLACED
    ]
    doubted = [
        doubt.right.shown if version.id in doubt.right.versions else doubt.left.shown
        for doubt in settled.bookings.doubted
        if version.id in doubt.left.versions | doubt.right.versions
    ]
    figures = Figures(read, len(added), confirmed, len(removed), len(doubted))
    changes = [
        *_of_replacement(added, removed),
        *(_change(ChangeKind.POSSIBLE_DUPLICATE, item) for item in doubted),
    ]
    return figures, changes[:_MOST]


def _brought(version: Version, settled: Settled) -> tuple[list[Item], int]:
    """Entries that only this version tells of, and how many others it confirms."""
    added: list[Item] = []
    confirmed = 0
    versions = settled.reports.versions
    for booking in settled.bookings.bookings:
        mine = [item for item in booking.members if item.statement_id == version.id]
        others = {
            versions[item.statement_id].kind
            for item in booking.members
            if item.statement_id != version.id
        }
        if not others:
            added += mine
        elif version.kind is Kind.BOOKED and Kind.BOOKED not in others:
            confirmed += len(mine)
    return added, confirmed


def _of_replacement(added: Sequence[Item], removed: Sequence[Item]) -> Iterable[Change]:
    left = list(removed)
    for item in added:
        before = next((one for one in left if is_evidence(item, one)), None)
        if before is None:
            yield _change(ChangeKind.ADDED, item)
            continue
        left.remove(before)
        changed = _change(ChangeKind.CHANGED, item)
        yield changed._replace(amount_before=from_units(before.units))
    yield from (_change(ChangeKind.REMOVED, item) for item in left)


def _change(kind: ChangeKind, item: Item) -> Change:
    return Change(
        kind, item.day, from_units(item.units), item.currency, item.name,
        item.remittance or item.reference or item.text,
    )  # fmt: skip
