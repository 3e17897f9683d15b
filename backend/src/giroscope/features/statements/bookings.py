"""Which entries of an account's reports are one booking. Pure; no I/O.

Booked statements tell what is booked. Entries of interim reports and notifications are
provisional: where a statement covers their day they become its entries, and where none
does they stand for themselves.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta

from giroscope.features.statements.batches import (
    find_payments,
    take_batches,
    take_payments,
)
from giroscope.features.statements.booking import (
    Booking,
    Bookings,
    Hidden,
)
from giroscope.features.statements.doubts import Doubts
from giroscope.features.statements.parts import Parts
from giroscope.features.statements.relations import Version, chain, touch
from giroscope.features.statements.reports import (
    Agreement,
    Reports,
    by_day,
    is_cumulative,
    newest_first,
    on_days,
    shared_days,
)
from giroscope.features.statements.sameness import (
    BOOKED,
    INFORMATION,
    NEAR,
    PENDING,
    Item,
    Pairing,
    batches_apart,
    contradict,
    in_order,
    is_evidence,
    is_soon,
    same_content,
    same_money,
    same_money_and_day,
    same_money_and_value,
)
from giroscope.features.statements.tables import Kind, Status

_APART = timedelta(days=10)
"""A pending entry is booked within so many days, or it is another one's."""
_BALANCED = 2
"""The most that stands for a booking: a statement whose balances hold it."""


def find_bookings(reports: Reports) -> Bookings:
    """The bookings that the reports tell of; each entry is in one or is hidden."""
    return _Finder(reports).find()


class _Finder:
    def __init__(self, reports: Reports) -> None:
        self._reports, self._parts = reports, Parts(reports)
        self._bookings: list[Booking] = []
        self._of: dict[int, Booking] = {}
        self._hidden: dict[int, Hidden] = {}
        self._doubts = Doubts(reports.decided.different)
        self._booked_singly: set[int] = set()
        """Batches of reports, by their ids, whose payments a statement lists."""

    def find(self) -> Bookings:
        """In the order of what proves most."""
        booked = self._reports.of(Kind.BOOKED)
        current = [one for one in booked if self._status(one) is Status.CURRENT]
        for version in sorted(current, key=by_day):
            self._enter_booked(version, current)
        for version in sorted(booked, key=by_day):
            self._enter_other(version)
        provisional = self._reports.of(Kind.INTERIM, Kind.NOTIFICATION)
        left = [
            (version, self._enter_provisional(version))
            for version in sorted(provisional, key=newest_first)
            if self._status(version) is Status.CURRENT
        ]
        for version, items in left:
            self._enter_unconfirmed(version, items)
        self._pair_waiting()
        self._join_decided()
        self._bookings = [one for one in self._bookings if self._is_shown(one)]
        doubted = self._doubts.found(self._bookings, self._of)
        return Bookings(self._bookings, self._hidden, doubted)

    def _status(self, version: Version) -> Status:
        return self._reports.fates[version.id].status

    def _items(self, version: Version) -> Sequence[Item]:
        return self._reports.items.get(version.id, ())

    def _begin(self, item: Item, *, is_confirmed: bool) -> Booking:
        booking = Booking([item], item.state, is_confirmed, {item.statement_id})
        self._bookings.append(booking)
        self._of[item.own_id] = booking
        return booking

    def _take(self, booking: Booking, item: Item) -> None:
        booking.take(item)
        self._of[item.own_id] = booking

    def _may_join(self, item: Item, other: Item) -> bool:
        return (
            in_order(item.own_id, other.own_id) not in self._reports.decided.different
            and item.statement_id not in self._of[other.own_id].versions
        )

    def _may_overlap(self, item: Item, other: Item) -> bool:
        told_by = self._of[other.own_id].versions
        return self._may_join(item, other) and not any(
            self._parts.are_apart(item.statement_id, one) for one in told_by
        )

    # Booked statements

    def _enter_booked(self, version: Version, current: Sequence[Version]) -> None:
        """Entries of days that another current statement tells of too are its."""
        is_settled = version.id in self._reports.beside
        overlapping = [] if is_settled else [
            other for other in current
            if other.id != version.id and touch(version, other)
            and not self._parts.are_apart(version.id, other.id)
        ]  # fmt: skip
        items = {item.own_id: item for item in self._items(version)}
        for other in overlapping:
            known = [item for item in self._items(other) if item.own_id in self._of]
            if not known:
                continue
            shared = shared_days(version, other)
            pairing = Pairing(on_days(items.values(), shared), on_days(known, shared))
            self._pair_overlap(pairing, items, version, other)
            for item, same in pairing.pairs:
                self._take(self._of[same.own_id], item)
                del items[item.own_id]
            self._doubts.contradicting(pairing)
        for item in items.values():
            self._begin(item, is_confirmed=True)

    def _pair_overlap(
        self, pairing: Pairing, items: dict[int, Item], one: Version, other: Version
    ) -> None:
        proven = self._parts.agreement(one, other)
        if proven is Agreement.NONE:
            self._pair_evidence(pairing, one, other, dates=True)
            self._doubts.equal(pairing)
            if not (one.has_balances and other.has_balances):
                # Where no balance can tell a person is asked.
                self._doubts.batches(find_payments(pairing))
            return
        pairing.by(batches_apart(same_content), fits=self._may_overlap)
        is_one_format = one.is_swift == other.is_swift

        def fits(item: Item, same: Item) -> bool:
            is_proven = proven is Agreement.SAME or not contradict(
                item, same, is_one_format=is_one_format, dates=True
            )
            return is_proven and self._may_overlap(item, same)

        pairing.by(batches_apart(same_money_and_day), fits=fits)
        if proven is Agreement.SAME:
            self._book_batches(take_batches(pairing), items)
        # One of several parts of a day lists less than the whole day does.
        self._book_batches(take_payments(pairing), items)
        pairing.by(same_money_and_day, fits=fits)

    def _book_batches(
        self, taken: Iterable[tuple[Item, list[Item]]], items: dict[int, Item]
    ) -> None:
        """A batch is booked once, and its payments told singly are its sources."""
        for batch, singles in taken:
            if items.pop(batch.own_id, None):
                self._begin(batch, is_confirmed=True)
            kept = self._of[batch.own_id]
            for item in singles:
                if items.pop(item.own_id, None):
                    self._take(kept, item)
                else:
                    self._merge(kept, self._of[item.own_id])

    def _witness_batches(self, pairing: Pairing) -> None:
        for batch, singles in take_batches(pairing):
            kept = self._of.get(batch.own_id) or self._of[singles[0].own_id]
            for item in (batch, *singles):
                if item.own_id not in self._of:
                    self._take(kept, item)

    def _enter_other(self, version: Version) -> None:
        """A version that does not count: its entries witness those that do."""
        fate = self._reports.fates[version.id]
        if fate.status is Status.CURRENT or fate.related_id is None:
            return
        kept = self._reports.items.get(fate.related_id, ())
        pairing = Pairing(
            self._items(version), [one for one in kept if one.own_id in self._of]
        )
        if fate.status is not Status.DISPUTED:
            pairing.by(batches_apart(same_content))
            related = self._reports.versions[fate.related_id]
            if fate.status is Status.SAME:
                for key in (batches_apart(same_money_and_value), same_money_and_value):
                    pairing.by(key)
                self._witness_batches(pairing)
            else:
                self._pair_evidence(pairing, version, related, dates=False)
                pairing.by(same_money_and_day)
        for item, same in pairing.pairs:
            self._take(self._of[same.own_id], item)
        is_disputed = fate.status is Status.DISPUTED
        reason = Hidden.DISPUTED if is_disputed else Hidden.REPLACED
        self._hidden |= dict.fromkeys(pairing.left, reason)

    def _pair_evidence(
        self, pairing: Pairing, one: Version, other: Version, *, dates: bool
    ) -> None:
        is_one_format = one.is_swift == other.is_swift

        def fits(item: Item, same: Item) -> bool:
            return (
                is_evidence(item, same)
                and not contradict(item, same, is_one_format=is_one_format, dates=dates)
                and self._may_join(item, same)
            )

        pairing.by(same_money, fits=fits)

    # Provisional entries

    def _enter_provisional(self, version: Version) -> list[Item]:
        """Pair with what statements book; tell what none does."""
        left = {item.own_id: item for item in self._items(version)}
        for statement in self._near(version):
            confirmed = [
                item for item in self._items(statement)
                if item.state == BOOKED and item.own_id in self._of
            ]  # fmt: skip
            if not confirmed or not left:
                continue
            pairing = Pairing(left.values(), confirmed)
            self._confirm(pairing, version, statement)
            for item, same in pairing.pairs:
                self._take(self._of[same.own_id], item)
                del left[item.own_id]
        return list(left.values())

    def _near(self, version: Version) -> list[Version]:
        """The current booked statements that may book what the report tells of."""
        days = [item.day for item in self._items(version)]
        if not days:
            return []
        first, last = min(days) - NEAR, max(days) + _APART
        return sorted(
            (
                one for one in self._reports.of(Kind.BOOKED)
                if self._status(one) is Status.CURRENT
                and one.first <= last and one.last >= first
            ),
            key=by_day,
        )  # fmt: skip

    def _confirm(self, pairing: Pairing, version: Version, statement: Version) -> None:
        is_one_format = version.is_swift == statement.is_swift

        def agree(item: Item, same: Item, *, dates: bool) -> bool:
            return not contradict(
                item, same, is_one_format=is_one_format, dates=dates
            ) and self._may_join(item, same)

        def by_evidence(item: Item, same: Item) -> bool:
            is_waiting = item.state != BOOKED
            if not is_soon(item, same, _APART if is_waiting else NEAR):
                return False
            return is_evidence(item, same) and agree(item, same, dates=False)

        def by_day(item: Item, same: Item) -> bool:
            if item.state == INFORMATION:
                return False
            if item.state == PENDING:
                return item.valued == same.valued and agree(item, same, dates=False)
            return item.day == same.day and agree(item, same, dates=False)

        def alike(item: Item, same: Item) -> bool:
            return agree(item, same, dates=True)

        pairing.by(
            same_content,
            fits=lambda item, same: is_evidence(item, same) and alike(item, same),
        )
        pairing.by(same_money, fits=by_evidence)
        for batch, _ in self._told_singly(pairing):
            self._booked_singly.add(batch.own_id)
        pairing.by(same_content, fits=alike)
        pairing.by(same_money, fits=by_day)

    def _told_singly(self, pairing: Pairing) -> list[tuple[Item, list[Item]]]:
        """Pair payments with the batch that another report has of them.

        Returns the report's own batches, with what the other has of them singly.
        """
        own = []
        for batch, singles in list(find_payments(pairing)):
            if batch.own_id in pairing.left:
                own.append((batch, singles))
                continue
            pairing.take(batch)
            for item in singles:
                pairing.take(item)
                pairing.pairs.append((item, batch))
        return own

    def _enter_unconfirmed(self, version: Version, items: Iterable[Item]) -> None:
        """What no statement books: the same as another report's, or its own."""
        left = {item.own_id: item for item in items}
        batches = self._enter_told(version, left)
        for item in left.values():
            self._begin_unconfirmed(item, version)
        for batch, singles in batches:
            for item in singles:
                self._merge(self._of[batch.own_id], self._of[item.own_id])

    def _enter_told(
        self, version: Version, left: dict[int, Item]
    ) -> list[tuple[Item, list[Item]]]:
        """Take what other reports tell, too; its batches that they tell singly."""
        batches: list[tuple[Item, list[Item]]] = []
        others: dict[int, list[Item]] = defaultdict(list)
        for booking in self._bookings:
            if not booking.is_confirmed:
                for item in booking.members:
                    others[item.statement_id].append(item)
        for other_id, known in others.items():
            other = self._reports.versions[other_id]
            pairing = Pairing(left.values(), known)
            self._pair_reports(pairing, version, other)
            if version.kind is not other.kind:
                batches += self._told_singly(pairing)
            for item, same in pairing.pairs:
                self._take(self._of[same.own_id], item)
                del left[item.own_id]
            if version.kind is other.kind and not chain(version, other):
                self._doubts.equal(pairing)
        return batches

    def _begin_unconfirmed(self, item: Item, version: Version) -> None:
        booking = self._begin(item, is_confirmed=False)
        if item.state == BOOKED and (
            item.own_id in self._booked_singly or self._is_covered(item, version)
        ):
            # A statement books its payments, or has the day's balances without it.
            booking.state = INFORMATION

    def _pair_reports(self, pairing: Pairing, one: Version, other: Version) -> None:
        is_one_format = one.is_swift == other.is_swift

        def agree(item: Item, same: Item) -> bool:
            return not contradict(
                item, same, is_one_format=is_one_format, dates=item.state == same.state
            ) and self._may_join(item, same)

        def by_reference(item: Item, same: Item) -> bool:
            reference = item.bank_reference
            return (
                reference is not None
                and reference == same.bank_reference
                and agree(item, same)
            )

        def by_evidence(item: Item, same: Item) -> bool:
            if not is_soon(item, same, _APART):
                return False
            return is_evidence(item, same) and agree(item, same)

        pairing.by(same_money, fits=by_reference)
        if one.kind is not other.kind:
            # A report and a notification of one booking: each kind tells it once.
            pairing.by(same_content, fits=agree)
            pairing.by(same_money, fits=by_evidence)
            pairing.by(same_money_and_day, fits=agree)
        elif is_cumulative(one, other, self._items(one), self._items(other)):
            pairing.by(same_content, fits=self._may_join)
            pairing.by(same_money, fits=by_evidence)
        else:
            pairing.by(
                same_money,
                fits=lambda item, same: (
                    PENDING in (item.state, same.state) and by_evidence(item, same)
                ),
            )

    def _is_covered(self, item: Item, report: Version) -> bool:
        for version in self._reports.of(Kind.BOOKED):
            if self._status(version) is not Status.CURRENT or not version.has_balances:
                continue
            if not version.first <= item.day <= version.last:
                continue
            until = self._reports.closed_until
            if item.day < version.last or (until is not None and item.day < until):
                return True
            made, told = version.created, report.created
            if made and told and made.replace(tzinfo=None) >= told.replace(tzinfo=None):
                return True
        return False

    def _pair_waiting(self) -> None:
        """Entries that booked statements show as pending, booked by a later one."""
        waiting = [
            booking for booking in self._bookings
            if booking.is_confirmed and booking.state == PENDING
        ]  # fmt: skip
        if not waiting:
            return
        booked = [
            booking.shown for booking in self._bookings
            if booking.is_confirmed and booking.state == BOOKED
        ]  # fmt: skip
        pairing = Pairing([one.shown for one in waiting], booked)

        def fits(item: Item, same: Item) -> bool:
            is_one_format = self._is_swift(item) == self._is_swift(same)
            return (
                same.day >= item.day
                and is_soon(item, same, _APART)
                and (is_evidence(item, same) or item.valued == same.valued)
                and not contradict(item, same, is_one_format=is_one_format, dates=False)
                and self._may_join(item, same)
            )

        pairing.by(same_money, fits=fits)
        for item, same in pairing.pairs:
            self._merge(self._of[same.own_id], self._of[item.own_id])

    def _is_swift(self, item: Item) -> bool:
        return self._reports.versions[item.statement_id].is_swift

    def _merge(self, kept: Booking, gone: Booking) -> None:
        if gone is kept:
            return
        for item in gone.members:
            self._take(kept, item)
        self._bookings.remove(gone)

    def _join_decided(self) -> None:
        for left_id, right_id in sorted(self._reports.decided.same):
            left, right = self._of.get(left_id), self._of.get(right_id)
            if left is None or right is None or left is right:
                continue
            if self._proof(left) == self._proof(right) == _BALANCED:
                # Statements prove both; what a person said before no longer holds.
                continue
            batch, singles = self._doubts.payments_of(left, right, self._of) or (
                max(left, right, key=self._proof), [left, right],
            )  # fmt: skip
            if self._proof(singles[0]) > self._proof(batch):
                batch, singles = singles[0], [batch]
            for gone in singles:
                self._merge(batch, gone)

    def _proof(self, booking: Booking) -> int:
        """What stands for a booking: a report, a statement, or one with balances."""
        if not booking.is_confirmed:
            return 0
        told_by = (self._reports.versions[each] for each in booking.versions)
        return max(
            _BALANCED if version.has_balances else _BALANCED - 1
            for version in told_by
            if version.kind is Kind.BOOKED and self._status(version) is Status.CURRENT
        )

    def _is_shown(self, booking: Booking) -> bool:
        """Whether a pending entry is still named by the newest interim report."""
        newest = self._reports.newest_interim
        if booking.is_confirmed or booking.state != PENDING or newest is None:
            return True
        told = {self._reports.versions[one].kind for one in booking.versions}
        if newest in booking.versions or Kind.INTERIM not in told:
            return True
        self._hidden |= {item.own_id: Hidden.LEFT for item in booking.members}
        return False
