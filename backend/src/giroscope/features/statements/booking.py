"""A booking, what is in doubt about it, and what an account's reports come to."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from giroscope.features.statements.sameness import Item


class Doubt(StrEnum):
    """Why two entries may be one booking."""

    EQUAL_WITHOUT_REFERENCE = "EQUAL_WITHOUT_REFERENCE"
    """Two reports of one kind tell the same, and no reference tells which."""
    CONTRADICTING = "CONTRADICTING"
    """Amount and day are the same and something else is not."""
    BATCH = "BATCH"
    """One is a batch; the other and those that follow it come to the same."""


class Hidden(StrEnum):
    """Why the ledger does not show an entry that no booking stands for."""

    REPLACED = "REPLACED"
    DISPUTED = "DISPUTED"
    LEFT = "LEFT"
    """The newest interim report no longer names it as pending."""


@dataclass(slots=True, eq=False)
class Booking:
    """One booking, and every report's word for it; the first counts."""

    members: list[Item]
    state: int
    is_confirmed: bool
    """Whether a booked statement holds it."""
    versions: set[int] = field(default_factory=set)

    @property
    def shown(self) -> Item:
        """The entry that is shown."""
        return self.members[0]

    @property
    def describing(self) -> Item:
        """The entry whose details are shown."""
        if self.shown.detail_count:
            return self.shown
        best = max(self.members, key=lambda item: (item.detail_count, -item.own_id))
        return best if best.detail_count else self.shown

    def take(self, item: Item) -> None:
        """Another report tells of it."""
        self.members.append(item)
        self.versions.add(item.statement_id)


class Doubted(NamedTuple):
    """Two bookings that may be one."""

    left: Booking
    right: Booking
    reason: Doubt


class Bookings(NamedTuple):
    """What an account's reports come to."""

    bookings: list[Booking]
    hidden: dict[int, Hidden]
    """Entries that no booking stands for, by their own ids."""
    doubted: list[Doubted]
