"""Asks many rules of many records in one pass.

A portion of records is looked at column by column. What a value fits is found once for
each value that comes, as its class; a condition then is a byte for each record, taken
from the classes of its field, and blocks and rules are `and` and `or` of such rows of
bytes. The same code looks at one record and at millions, on both databases.
"""

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal
from itertools import compress
from typing import Any, Literal

from giroscope.features.rules.fields import KINDS, FieldKind
from giroscope.features.rules.model import Body, Condition, Field, Match, Operator
from giroscope.features.rules.sources import Reading, Readings, Value
from giroscope.kernel.columns import to_units

_MOST_REMEMBERED = 200_000
"""Values kept of one field; texts that never come again would fill the memory."""
_MOST_BYTES = 256
_ORDER: Literal["little"] = "little"
_NEVER_UNITS = 1 << 63


class _Spans:
    """Spans of amounts in one currency, or of days: which of them a value lies in.

    Between two neighbouring ends, all values lie in the same ones.
    """

    def __init__(self) -> None:
        self._spans: list[tuple[Any, Any, int]] = []
        self._ends: list[Any] = []
        self._between: list[int] = []

    def add(self, low: Any, high: Any, bit: int) -> None:
        """A span with both of its ends."""
        self._spans.append((low, high, bit))
        # The next number, or the next text there is.
        after = high + "\0" if isinstance(high, str) else high + 1
        self._ends = sorted({*self._ends, low, after})
        self._between = [0] + [
            sum(bit for low, high, bit in self._spans if low <= end <= high)
            for end in self._ends
        ]

    def fits(self, value: Any) -> int:
        """The spans that the value lies in, as bits."""
        return self._between[bisect_right(self._ends, value)]


class _Asked(dict[Any, int]):
    """All conditions on one field; and the class of each of its values met so far.

    Values of one class fit the same conditions.
    """

    def __init__(self, reading: Reading, places: Sequence[int]) -> None:
        super().__init__()
        self._places = places
        self._read = reading.read
        self._exact: dict[Value, int] = {}
        self._within: list[tuple[str, int]] = []
        self._starts: list[tuple[str, int]] = []
        self._spans: dict[str, _Spans] = {}
        self._empty = 0
        self._flipped = 0
        self._conditions: list[Condition] = []
        self._classes: dict[int, int] = {}
        """The conditions that hold, as bits, and the number of their class."""

    def add(self, condition: Condition) -> None:
        """Ask this too."""
        bit = 1 << len(self._conditions)
        self._conditions.append(condition)
        if condition.is_negated:
            self._flipped |= bit
        kind, operator = KINDS[condition.field], condition.operator
        if operator is Operator.EMPTY:
            self._empty |= bit
        elif kind in {FieldKind.AMOUNT, FieldKind.DATE}:
            low, high = _span(kind, condition)
            self._spans.setdefault(condition.currency, _Spans()).add(low, high, bit)
        elif operator is Operator.CONTAINS:
            self._within.append((condition.values[0], bit))
        elif operator is Operator.STARTS_WITH:
            self._starts.append((condition.values[0], bit))
        else:
            for value in condition.values:
                self._exact[value] = self._exact.get(value, 0) | bit

    def __missing__(self, raw: Any) -> int:
        """The class of a value that was not met before."""
        value: Any = self._read(raw)
        if value is None or value == "":
            fits = self._empty
        elif self._spans:
            fits = self._within_spans(value)
        else:
            fits = self._exact.get(value, 0)
            for text, bit in self._within:
                if text in value:
                    fits |= bit
            for text, bit in self._starts:
                if value.startswith(text):
                    fits |= bit
        fits ^= self._flipped
        number = self._classes.setdefault(fits, len(self._classes))
        self[raw] = number
        return number

    def holding(self, columns: Sequence[Sequence[Any]]) -> dict[Condition, int]:
        """For each condition a byte for each record, together as one number."""
        if len(self) > _MOST_REMEMBERED:
            self.clear()
        if len(self._places) == 1:
            values: Any = columns[self._places[0]]
        else:
            values = zip(*(columns[place] for place in self._places), strict=True)
        numbers = list(map(self.__getitem__, values))
        is_small = len(self._classes) <= _MOST_BYTES
        classes = bytes(numbers) if is_small else b""
        found = {}
        for place, condition in enumerate(self._conditions):
            # Classes stand in the order of their numbers.
            fits = bytes(known >> place & 1 for known in self._classes)
            if is_small:
                row = classes.translate(fits.ljust(_MOST_BYTES, b"\0"))
            else:
                row = bytes(map(fits.__getitem__, numbers))
            found[condition] = int.from_bytes(row, _ORDER)
        return found

    def said(self, row: Sequence[Any]) -> Value:
        """What a record says in this field."""
        raw = tuple(row[place] for place in self._places)
        return self._read(raw if len(raw) > 1 else raw[0])

    def _within_spans(self, value: Any) -> int:
        group, place = value if isinstance(value, tuple) else ("", value)
        spans = self._spans.get(group)
        return 0 if spans is None else spans.fits(place)


def _span(kind: FieldKind, condition: Condition) -> tuple[Any, Any]:
    """The first and the last value that fit."""
    low: Any = ""
    high: Any = "9999-99-99"
    values: list[Any] = list(condition.values)
    if kind is FieldKind.AMOUNT:
        low, high = -1, _NEVER_UNITS
        values = [to_units(Decimal(one)) for one in condition.values]
    if condition.operator is Operator.AT_LEAST:
        return values[0], high
    if condition.operator is Operator.AT_MOST:
        return low, values[0]
    return values[0], values[-1]


class Matcher:
    """Rules, ready to be asked of rows."""

    def __init__(self, bodies: Sequence[Body], readings: Readings) -> None:
        self.columns: list[Any] = []
        """What a row consists of, after the id of its record."""
        self._bodies = bodies
        self._asked: dict[Field, _Asked] = {}
        asked = (
            c for body in bodies for block in body.blocks for c in block.conditions
        )
        for condition in dict.fromkeys(asked):
            if condition.field not in self._asked:
                reading = readings[condition.field]
                places = [self._place(column) for column in reading.columns]
                self._asked[condition.field] = _Asked(reading, places)
            self._asked[condition.field].add(condition)
        self._known: dict[tuple[int, ...], int] = {}

    def conditions_of(self, row: Sequence[Any]) -> set[Condition]:
        """Which conditions hold for one record."""
        return {one for one, holds in self._holding([row]).items() if holds}

    def said(self, row: Sequence[Any], field: Field) -> Value:
        """What one record says in a field that is asked about."""
        return self._asked[field].said(row)

    def fitting(self, rows: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
        """The records that any rule fits, by id, and which rules do, as bits."""
        if not rows or not self._bodies:
            return []
        holding = self._holding(rows)
        found = [_fits(body, holding) for body in self._bodies]
        anything = 0
        for fits in found:
            anything |= fits
        if not anything:
            return []
        size = len(rows)
        chosen = anything.to_bytes(size, _ORDER)
        patterns = zip(*(fits.to_bytes(size, _ORDER) for fits in found), strict=True)
        records = (row[0] for row in compress(rows, chosen))
        bits = map(self._bits, compress(patterns, chosen))
        return list(zip(records, bits, strict=True))

    def _bits(self, pattern: tuple[int, ...]) -> int:
        """The rules of a pattern as bits, found once for each pattern."""
        bits = self._known.get(pattern)
        if bits is None:
            bits = sum(1 << place for place, fits in enumerate(pattern) if fits)
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[pattern] = bits
        return bits

    def _holding(self, rows: Sequence[Sequence[Any]]) -> dict[Condition, int]:
        columns = list(zip(*rows, strict=True))
        holding: dict[Condition, int] = {}
        for asked in self._asked.values():
            holding |= asked.holding(columns)
        return holding

    def _place(self, column: Any) -> int:
        """Where the column stands in a row; the id of the record is the first."""
        for place, known in enumerate(self.columns):
            if known is column:
                return place + 1
        self.columns.append(column)
        return len(self.columns)


def _fits(body: Body, holding: dict[Condition, int]) -> int:
    """The records that the rule fits."""
    return _joined(
        body.match,
        [
            _joined(block.match, [holding[one] for one in block.conditions])
            for block in body.blocks
        ],
    )


def _joined(match: Match, parts: Sequence[int]) -> int:
    found = parts[0]
    for part in parts[1:]:
        found = found & part if match is Match.ALL else found | part
    return found


def places_of(rules: int) -> list[int]:
    """The places of the rules in a number of bits, the first one first."""
    found = []
    while rules:
        lowest = rules & -rules
        found.append(lowest.bit_length() - 1)
        rules ^= lowest
    return found
