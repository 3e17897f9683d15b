"""What booked statements of one account are to each other. Pure; no I/O.

Numbers, ids and dates of entries repeat in reality, so none of them tells statements
apart. Periods and balances do: a statement that begins with the balance another ended
with goes on where that one ended, and is never the same as it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from giroscope.features.statements.batches import take_batches
from giroscope.features.statements.sameness import (
    BOOKED,
    Item,
    Pairing,
    batches_apart,
    same_money_and_value,
)
from giroscope.features.statements.tables import Kind, Status

Items = Mapping[int, Sequence[Item]]
"""The entries of each version, by its id."""


_Moved = tuple[str, int, date | None]
"""Currency, signed amount and value date of an entry."""


class Reason(StrEnum):
    """Why a version has its status."""

    SAME_BYTES = "SAME_BYTES"
    SAME_CONTENT = "SAME_CONTENT"
    SAME_IN_OTHER_FORMAT = "SAME_IN_OTHER_FORMAT"
    SAME_BOOKINGS = "SAME_BOOKINGS"
    """Both list the same bookings, and the other tells more of them."""
    CREATED_LATER = "CREATED_LATER"
    ADDS_UP = "ADDS_UP"
    """The other does not."""
    FITS_BALANCES = "FITS_BALANCES"
    """Its balances fit the statements before and after it, the other's do not."""
    NOBODY_CAN_TELL = "NOBODY_CAN_TELL"
    DECIDED = "DECIDED"
    """A person said so."""


class Verdict(StrEnum):
    """What a person decided about two statements."""

    LEFT = "LEFT"
    RIGHT = "RIGHT"
    BOTH = "BOTH"


class Version(NamedTuple):
    """A report, as far as it tells what it is to others. Amounts in units."""

    id: int
    document_id: int
    position: int
    kind: Kind
    format: str
    first: date
    last: date
    opening: int | None
    closing: int | None
    closing_date: date | None
    bank_id: str | None
    sequence: str | None
    page: int | None
    created: datetime | None
    currency: str | None
    digest: str
    entries: int
    balanced: bool | None
    status: Status
    related_id: int | None

    @property
    def is_swift(self) -> bool:
        """Whether it came as MT94x, which cuts and reshapes texts."""
        return self.format.startswith("mt")

    @property
    def has_balances(self) -> bool:
        """Whether both balances are told."""
        return self.opening is not None and self.closing is not None

    @property
    def is_level(self) -> bool:
        """Whether it closes where it opened."""
        return self.opening == self.closing


class Fate(NamedTuple):
    """What a version is to the ledger, because of which other one."""

    status: Status
    related_id: int | None = None
    reason: Reason | None = None


CURRENT = Fate(Status.CURRENT)


def touch(one: Version, other: Version) -> bool:
    """Whether two reports share a day."""
    return one.first <= other.last and other.first <= one.last


def chain(one: Version, other: Version) -> bool:
    """Whether one of two booked statements goes on where the other ended."""
    if one.digest == other.digest:
        # The same statement twice in one file, where it moves nothing, is two
        # reports on a quiet account; in two files it came twice.
        return one.document_id == other.document_id and one.is_level
    return _goes_on(one, other) or _goes_on(other, one)


def _goes_on(earlier: Version, later: Version) -> bool:
    if earlier.closing is None or earlier.closing != later.opening:
        return False
    if earlier.last > later.first:
        return False
    if not (earlier.is_level or later.is_level):
        return True
    # A level statement also fits beside one of the same days; see `may_be_part`.
    if (earlier.first, earlier.last) == (later.first, later.last):
        return _are_numbered_apart(earlier, later)
    return not (
        (earlier.is_level and earlier.first == later.first)
        or (later.is_level and later.last == earlier.last)
    )


def _are_numbered_apart(one: Version, other: Version) -> bool:
    marks = (one.sequence, one.page), (other.sequence, other.page)
    return None not in (one.sequence, other.sequence) and marks[0] != marks[1]


def is_related(one: Version, other: Version) -> bool:
    """Whether two booked statements must be held against each other's entries.

    Two of the same days that neither begin nor end alike are parts of those days.
    """
    if not touch(one, other) or chain(one, other):
        return False
    if not (one.has_balances and other.has_balances and _same_days(one, other)):
        return True
    return one.opening == other.opening or one.closing == other.closing


def have_to_do(one: Version, other: Version) -> bool:
    """Whether what two booked statements list must be looked at together.

    One of all days of another, and more, may list it even where it goes on from it: a
    day that closes as it opened, told in two parts and by the month that begins then.
    """
    if is_related(one, other):
        return True
    if _same_days(one, other):
        return False
    first, last = min(one.first, other.first), max(one.last, other.last)
    return (first, last) in {(one.first, one.last), (other.first, other.last)}


@dataclass(slots=True)
class Judge:
    """Decides among related statements."""

    portions: Callable[[], Iterable[Items]]
    """Goes through the entries of all; those of one amount come in one portion."""
    links: Callable[[Version], int]
    """How many neighbours outside of the related ones a version's balances fit."""
    decided: Mapping[tuple[int, int], Verdict]
    """What people decided, by the ids of two versions, the lower first."""
    are_apart: Callable[[Version, Version], bool] = lambda _, __: False
    """Whether statements between two of them tell that both are parts of their days."""
    _alike: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Which say the same, as far as it was asked."""

    def fates(self, versions: Sequence[Version]) -> dict[int, Fate]:
        """What each of the related statements is to the ledger."""
        current: list[Version] = []
        fates: dict[int, Fate] = {}
        for version in sorted(versions, key=_order):
            fates[version.id] = self._enter(version, current, fates)
        return fates

    def _enter(
        self, new: Version, current: list[Version], fates: dict[int, Fate]
    ) -> Fate:
        related = [old for old in current if is_related(old, new)]
        # What says the same comes before what contradicts.
        for old in sorted(related, key=lambda old: self._unlike(old, new)):
            loser = self._compare(old, new)
            if loser is None:
                continue
            version, fate = loser
            if version.id == new.id:
                return fate
            current.remove(old)
            fates[old.id] = fate
            for version_id, earlier in fates.items():
                if earlier.related_id == old.id:
                    fates[version_id] = earlier._replace(related_id=new.id)
        current.append(new)
        return CURRENT

    def _unlike(self, old: Version, new: Version) -> tuple[bool, bool]:
        return not self._say_the_same(old, new), not _same_name(old, new)

    def _compare(self, old: Version, new: Version) -> tuple[Version, Fate] | None:
        """The one of two that does not count, and why; None where both do."""
        verdict = self.decided.get((min(old.id, new.id), max(old.id, new.id)))
        if verdict is not None:
            return _by_verdict(verdict, old, new)
        if self.are_apart(old, new):
            return None
        if old.digest == new.digest:
            return new, Fate(Status.REPEATED, old.id, Reason.SAME_BYTES)
        if self._say_the_same(old, new):
            if old.is_swift == new.is_swift:
                return new, Fate(Status.SAME, old.id, Reason.SAME_CONTENT)
            loser, kept = (old, new) if old.is_swift else (new, old)
            reason = Reason.SAME_IN_OTHER_FORMAT
            return loser, Fate(Status.SAME, kept.id, reason)
        if self._are_rivals(old, new):
            return self._rival(old, new)
        return None

    def _say_the_same(self, old: Version, new: Version) -> bool:
        """Whether one format tells the same, or another in its way."""
        key = old.id, new.id
        if key not in self._alike:
            is_same = (
                self._is_same_content
                if old.is_swift == new.is_swift
                else self._is_other_format
            )
            self._alike[key] = is_same(old, new)
        return self._alike[key]

    def _is_same_content(self, old: Version, new: Version) -> bool:
        if not _same_balances(old, new):
            return False
        if old.entries != new.entries or not _same_days(old, new):
            return False
        if not (old.has_balances or _same_name(old, new)):
            return False
        return all(
            _contents(items[old.id]) == _contents(items[new.id])
            for items in self.portions()
        )

    def _is_other_format(self, old: Version, new: Version) -> bool:
        """Same balances, and the same amounts and signs on the same value dates.

        One format lists what is still pending, the other has no word for it.
        """
        if not _same_balances(old, new) or old.closing_date != new.closing_date:
            return False
        return self.move_alike(old, new) or self._is_batched(old, new)

    def move_alike(self, old: Version, new: Version) -> bool:
        """Whether both book the same amounts on the same value dates."""
        return all(
            _moves(items[old.id]) == _moves(items[new.id]) for items in self.portions()
        )

    def _is_batched(self, old: Version, new: Version) -> bool:
        """Whether what one of them lists singly is a batch of the other's, or equal.

        Balances alone do not prove it: the batches must say how many they stand for.
        """
        if not (old.has_balances and old.balanced and new.balanced):
            return False
        left: list[Item] = []
        right: list[Item] = []
        for items in self.portions():
            pairing = Pairing(_booked(items[old.id]), _booked(items[new.id]))
            for key in (batches_apart(same_money_and_value), same_money_and_value):
                pairing.by(key)
            left += pairing.left.values()
            right += pairing.right.values()
        rest = Pairing(left, right)
        joined = list(take_batches(rest))
        return bool(joined) and not (rest.left or rest.right)

    def _tells(self, version: Version) -> tuple[int, int, int]:
        """How much it tells of its bookings; of two alike the first came first."""
        details = words = 0
        for items in self.portions():
            for item in items[version.id]:
                details += item.detail_count
                words += len(item.name or "") + len(item.remittance or "")
        return details, words, -version.id

    def _are_rivals(self, old: Version, new: Version) -> bool:
        """Whether both tell of the same days or have the same name, and disagree."""
        if _are_numbered_apart(old, new) and old.opening != new.opening:
            return False
        if old.page != new.page and old.opening != new.opening:
            return False
        same_start = old.opening is not None and old.opening == new.opening
        if _same_days(old, new):
            return same_start or _same_name(old, new)
        if old.first != new.first and not _same_name(old, new):
            return False
        return same_start and (
            _same_name(old, new) or None in (old.closing, new.closing)
        )

    def _rival(self, old: Version, new: Version) -> tuple[Version, Fate]:
        made = _compared(old.created, new.created)
        if made:
            loser, kept = (old, new) if made < 0 else (new, old)
            return loser, Fate(Status.REPLACED, kept.id, Reason.CREATED_LATER)
        if _same_balances(old, new) and self.move_alike(old, new):
            loser, kept = sorted((old, new), key=self._tells)
            return loser, Fate(Status.SAME, kept.id, Reason.SAME_BOOKINGS)
        for reason, count in (
            (Reason.ADDS_UP, lambda version: version.balanced is True),
            (Reason.FITS_BALANCES, self.links),
        ):
            left, right = count(old), count(new)
            if left != right:
                loser, kept = (old, new) if left < right else (new, old)
                return loser, Fate(Status.REPLACED, kept.id, reason)
        # Nobody can tell; what came first stays until a person says.
        loser, kept = (new, old) if old.id < new.id else (old, new)
        return loser, Fate(Status.DISPUTED, kept.id, Reason.NOBODY_CAN_TELL)


def _booked(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if item.state == BOOKED]


def _moves(items: Sequence[Item]) -> Counter[_Moved]:
    return Counter(map(_moved, _booked(items)))


def _moved(item: Item) -> _Moved:
    return item.currency, item.units, item.valued


def _by_verdict(
    verdict: Verdict, old: Version, new: Version
) -> tuple[Version, Fate] | None:
    if verdict is Verdict.BOTH:
        return None
    left, right = sorted((old, new), key=lambda version: version.id)
    loser, kept = (right, left) if verdict is Verdict.LEFT else (left, right)
    return loser, Fate(Status.REPLACED, kept.id, Reason.DECIDED)


def _order(version: Version) -> tuple[bool, bool, int]:
    """ISO formats tell more than SWIFT's, and are looked at first."""
    return version.is_swift, version.balanced is not True, version.id


def _same_balances(one: Version, other: Version) -> bool:
    return (one.opening, one.closing) == (other.opening, other.closing)


def _same_days(one: Version, other: Version) -> bool:
    return (one.first, one.last) == (other.first, other.last)


def _same_name(one: Version, other: Version) -> bool:
    """Whether the bank calls both the same: id, or number and year."""
    if one.bank_id is not None and one.bank_id == other.bank_id:
        return True
    if one.sequence is None or (one.sequence, one.page) != (other.sequence, other.page):
        return False
    return one.last.year == other.last.year


def _compared(one: datetime | None, other: datetime | None) -> int:
    """-1 where the first is earlier, 1 where it is later, 0 where nobody can tell."""
    if one is None or other is None:
        return 0
    if (one.tzinfo is None) != (other.tzinfo is None):
        one, other = one.replace(tzinfo=None), other.replace(tzinfo=None)
    return (one > other) - (one < other)


def _contents(items: Sequence[Item]) -> Counter[object]:
    return Counter(item.content for item in items)
