"""An account's expected balance, day by day. Decides only.

The line is the last closing balance and the sum of all items to that day, exactly. The
band takes of each item its low or high amount, and for an outgoing one the first day it
may come on for its lower side and the last for its upper; for an incoming one the
reverse.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from statistics import median_low

from giroscope.features.outlook.patterns import SLACK, Closed, Due, Pattern, Rhythm
from giroscope.kernel.banking_days import next_open

_DAY = timedelta(days=1)
_ZERO = Decimal(0)


class ItemKind(StrEnum):
    """What makes one expect a movement."""

    BOOKED = "BOOKED"
    """An entry that the bank has reported as booked since the last statement."""
    PENDING = "PENDING"
    """An entry that the bank has announced."""
    PAYMENT = "PAYMENT"
    """A payment that is approved or sent, and that no statement shows yet."""
    PATTERN = "PATTERN"
    """What has recurred in the past."""


@dataclass(frozen=True, slots=True)
class Item:
    """One movement that is expected."""

    kind: ItemKind
    party: str | None
    day: date
    first: date
    last: date
    low: Decimal
    amount: Decimal
    high: Decimal
    number: int
    """The entry's or the payment's; of a pattern its latest entry's."""
    keys: frozenset[str] = frozenset()
    """What its payee or payer is known by."""
    end_to_end: str | None = None
    rhythm: Rhythm | None = None
    past: tuple[int, ...] = ()
    """The entries a pattern was read from, oldest first."""


@dataclass(frozen=True, slots=True)
class Day:
    """What the account is expected to close a day with."""

    day: date
    low: Decimal
    line: Decimal
    high: Decimal
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Party:
    """One pattern, and with whom."""

    name: str | None
    keys: frozenset[str]
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Hindsight:
    """How good a forecast was: its days against what was closed with."""

    within: int
    days: int
    error: Decimal
    """The median of how far the line was off."""


def certain(item: Item, start: date, closed: Closed) -> Item:
    """An item of one amount, on the day it can be booked at the earliest."""
    day = next_open(max(item.day, start), closed)
    if item.first == item.last == day:
        return item
    return replace(item, day=day, first=day, last=day)


def without_twins(known: Iterable[Item]) -> list[Item]:
    """All but the announced entries that a payment among them stands for.

    A payment stands for one announcement: of its reference end to end, or else of its
    amount and payee.
    """
    items = list(known)
    payments = [one for one in items if one.kind is ItemKind.PAYMENT]
    left = []
    for one in items:
        if one.kind is ItemKind.PENDING:
            twin = next((each for each in payments if _is_same(each, one)), None)
            if twin is not None:
                payments.remove(twin)
                continue
        left.append(one)
    return left


def _is_same(payment: Item, entry: Item) -> bool:
    if payment.amount != entry.amount:
        return False
    if payment.end_to_end and entry.end_to_end:
        return payment.end_to_end == entry.end_to_end
    return bool(payment.keys & entry.keys)


def expected(
    parties: Iterable[Party],
    known: Sequence[Item],
    start: date,
    end: date,
    closed: Closed,
) -> list[Item]:
    """All that is expected in a period: what is known, and the patterns it leaves over.

    A known item covers one item of a pattern of the same payee or payer near its days.
    """
    items = list(known)
    free: dict[str, dict[int, Item]] = defaultdict(dict)
    for place, one in enumerate(known):
        for key in one.keys if one.kind is not ItemKind.BOOKED else ():
            free[key][place] = one
    for party in parties:
        slack = SLACK[party.pattern.rhythm]
        for due in party.pattern.due(start, end, closed):
            item = _of_pattern(party, due)
            near = {
                place: one for key in party.keys for place, one in free[key].items()
            }
            cover = min(
                (place for place, one in near.items() if _covers(one, item, slack)),
                default=None,
            )
            if cover is None:
                items.append(item)
            else:
                for key in near[cover].keys:
                    del free[key][cover]
    return sorted(items, key=lambda one: (one.day, one.amount, one.number))


def _of_pattern(party: Party, due: Due) -> Item:
    pattern = party.pattern
    return Item(
        ItemKind.PATTERN, party.name, due.day, due.first, due.last,
        pattern.low, pattern.median, pattern.high, pattern.past[-1].entry,
        party.keys, rhythm=pattern.rhythm,
        past=tuple(one.entry for one in pattern.past),
    )  # fmt: skip


def _covers(known: Item, item: Item, slack: timedelta) -> bool:
    return (known.amount < 0) == (
        item.amount < 0
    ) and item.first - slack <= known.day <= item.last + slack


def days_of(
    opening: Decimal, items: Sequence[Item], start: date, end: date
) -> list[Day]:
    """Each day of a period, with the band, the line, and what is expected on it."""
    low, line, high = _steps(items)
    on: dict[date, list[Item]] = defaultdict(list)
    for item in items:
        on[item.day].append(item)
    below = middle = above = opening
    found = []
    for number in range(start.toordinal(), end.toordinal() + 1):
        day = date.fromordinal(number)
        below += low.get(day, _ZERO)
        middle += line.get(day, _ZERO)
        above += high.get(day, _ZERO)
        found.append(Day(day, below, middle, above, tuple(on[day])))
    return found


def _steps(
    items: Iterable[Item],
) -> tuple[dict[date, Decimal], dict[date, Decimal], dict[date, Decimal]]:
    """By how much the band's sides and the line move on which day."""
    low: dict[date, Decimal] = {}
    line: dict[date, Decimal] = {}
    high: dict[date, Decimal] = {}
    for one in items:
        is_out = one.amount < 0
        for side, day, amount in (
            (low, one.first if is_out else one.last, one.low),
            (line, one.day, one.amount),
            (high, one.last if is_out else one.first, one.high),
        ):
            side[day] = side.get(day, _ZERO) + amount
    return low, line, high


def lowest(days: Sequence[Day]) -> Day | None:
    """The first of the days on which the line is lowest."""
    return min(days, key=lambda one: (one.line, one.day), default=None)


def hindsight(days: Iterable[Day], actual: Mapping[date, Decimal]) -> Hindsight | None:
    """How a forecast compares with the balances that statements closed with."""
    met = [(one, actual[one.day]) for one in days if one.day in actual]
    if not met:
        return None
    return Hindsight(
        sum(one.low <= closing <= one.high for one, closing in met),
        len(met),
        median_low(abs(one.line - closing) for one, closing in met),
    )
