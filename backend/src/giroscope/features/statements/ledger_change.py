"""Makes the ledger show bookings: as they are found, with the ids they had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from giroscope.features.statements.booking import Booking, Bookings
from giroscope.features.statements.moving import Shelf, Showing
from giroscope.features.statements.versions import Entries, Shown
from giroscope.kernel.bulk import IdBlocks

Names = Mapping[int, tuple[bytes, int]]
"""Key and number of bookings, by their ids: what other systems call them."""


@dataclass(slots=True)
class Change:
    """Makes the ledger show these bookings, and nothing else of their reports."""

    shelf: Shelf
    bookings: Bookings
    entries: Entries
    frozen: frozenset[int]
    """Versions whose bookings stay as they are."""
    names: Names
    ids: dict[int, int] = field(default_factory=dict)
    """The id of each booking in the ledger, by its identity in memory."""
    gone: set[int] = field(default_factory=set)

    def note(self) -> None:
        """List on the shelf what is not to be shown, and what is not shown yet."""
        self._name()
        wanted = {
            self.ids[id(booking)]: booking
            for booking in self.bookings.bookings
            if not self._is_frozen(booking)
        }
        before = self.entries.shown
        changed = [
            entry_id for entry_id, booking in wanted.items()
            if before.get(entry_id) is None
            or not _is_as(before[entry_id], booking)
        ]  # fmt: skip
        self.gone = {one for one in before if one not in wanted}
        moved = [one for one in changed if one in before] + sorted(self.gone)
        # A booking of another report that gets its details is made anew as well.
        described = [
            one for one, booking in wanted.items()
            if one not in before and booking.shown.statement_id in self.frozen
        ]  # fmt: skip
        self.shelf.list_away([*moved, *described])
        self.shelf.list_witnesses(self._witnesses())
        self.shelf.list_shown([self._showing(one, wanted[one]) for one in changed])

    def _is_frozen(self, booking: Booking) -> bool:
        return booking.shown.statement_id in self.frozen and (
            booking.describing is booking.shown
        )

    def _name(self) -> None:
        """Give each booking the id that it had; a new one gets its entry's."""
        used: set[int] = set()
        waiting: list[Booking] = []
        for booking in self.bookings.bookings:
            shown = [item.entry_id for item in booking.members if item.is_shown]
            found = next((one for one in shown if one and one not in used), None)
            if found is None:
                waiting.append(booking)
                continue
            self.ids[id(booking)] = found
            used.add(found)
        fresh: IdBlocks | None = None
        for booking in waiting:
            known = sorted(item.entry_id for item in booking.members if item.entry_id)
            own = [item.own_id for item in booking.members]
            found = next((one for one in (*known, *own) if one not in used), None)
            if found is None:
                fresh = fresh or IdBlocks(self.shelf.connection, "transactions")
                found = fresh.take()
            self.ids[id(booking)] = found
            used.add(found)

    def _showing(self, entry_id: int, booking: Booking) -> Showing:
        item = booking.shown
        named = self.names.get(entry_id)
        if before := self.entries.shown.get(entry_id):
            named = before.entry_key, before.occurrence
        key, occurrence = named or (item.entry_key, item.occurrence)
        described_by = booking.describing.own_id
        is_described = described_by != item.own_id
        return Showing(
            entry_id, item.own_id, described_by, booking.state,
            is_composed=is_described or booking.state != item.state,
            entry_key=key,
            occurrence=occurrence,
            is_held=named is not None,
        )  # fmt: skip

    def _witnesses(self) -> Sequence[dict[str, Any]]:
        """Which booking every entry that is not shown witnesses, or why none."""
        rows: list[dict[str, Any]] = []
        for booking in self.bookings.bookings:
            entry_id = self.ids[id(booking)]
            rows += [
                {"own": item.own_id, "entry": entry_id, "reason": None}
                for item in booking.members
                if item.statement_id not in self.frozen
                and not (
                    item.is_shown
                    and item.entry_id == entry_id
                    and item is booking.shown
                )
                and (
                    item.is_shown
                    or item.entry_id != entry_id
                    or self.entries.reasons.get(item.own_id) is not None
                )
            ]
        hidden = self.bookings.hidden
        rows += [
            {"own": own_id, "entry": None, "reason": reason.value}
            for own_id, reason in hidden.items()
        ]
        return rows


def _is_as(shown: Shown, booking: Booking) -> bool:
    described_by = booking.describing.own_id
    item = booking.shown
    return (
        shown.own_id == item.own_id
        and shown.state == booking.state
        and (shown.described_by or shown.own_id) == described_by
    )
